//! kiro.

use super::{Provider, Rule};

pub(crate) const KIRO: Provider =
    Provider { name: "kiro", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
