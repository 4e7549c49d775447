//! chainstack.

use super::{Provider, Rule};

pub(crate) const CHAINSTACK: Provider =
    Provider { name: "chainstack", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
