//! openrouter.

use super::{Provider, Rule};

pub(crate) const OPENROUTER: Provider =
    Provider { name: "openrouter", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
