//! Stability AI.

use super::{Provider, Rule};

pub(crate) const STABILITY: Provider = Provider {
    name: "stability",
    hosts: &["stability.ai"],
    headers: &[],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
