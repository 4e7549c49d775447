//! Together.

use super::{Provider, Rule};

pub(crate) const TOGETHER: Provider = Provider {
    name: "together",
    hosts: any!["together.xyz", "together.ai"],
    headers: any![],
    marks: any!["together-ai error", "Together_aiException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
