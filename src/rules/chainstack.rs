//! Chainstack.

use super::{Provider, Rule};

pub(crate) const CHAINSTACK: Provider = Provider {
    name: "chainstack",
    hosts: any!["chainstack.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
