//! Cerebras.

use super::{Provider, Rule};

pub(crate) const CEREBRAS: Provider = Provider {
    name: "cerebras",
    hosts: any!["cerebras.ai"],
    headers: any![],
    marks: any!["CerebrasException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
