//! Cerebras.

use super::{Provider, Rule};

pub(crate) const CEREBRAS: Provider = Provider {
    name: "cerebras",
    hosts: &["cerebras.ai"],
    headers: &[],
    marks: any!["CerebrasException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
