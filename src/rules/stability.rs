//! Stability AI.

use super::{Provider, Rule};

pub(crate) const STABILITY: Provider = Provider {
    name: "stability",
    hosts: any!["stability.ai"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
