//! telegram.

use super::{Provider, Rule};

pub(crate) const TELEGRAM: Provider =
    Provider { name: "telegram", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
