//! deepl.

use super::{Provider, Rule};

pub(crate) const DEEPL: Provider =
    Provider { name: "deepl", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
