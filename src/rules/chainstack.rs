//! Chainstack.

use super::{Provider, Rule};

pub(crate) const CHAINSTACK: Provider = Provider {
    name: "chainstack",
    hosts: &["chainstack.com"],
    headers: &[],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
