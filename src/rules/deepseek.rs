//! deepseek.

use super::{Provider, Rule};

pub(crate) const DEEPSEEK: Provider =
    Provider { name: "deepseek", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
