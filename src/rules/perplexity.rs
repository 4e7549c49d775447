//! Perplexity.

use super::{Provider, Rule};

pub(crate) const PERPLEXITY: Provider = Provider {
    name: "perplexity",
    hosts: any!["perplexity.ai"],
    headers: any![],
    marks: any!["PerplexityException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
