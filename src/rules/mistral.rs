//! Mistral.

use super::{Provider, Rule};

pub(crate) const MISTRAL: Provider = Provider {
    name: "mistral",
    hosts: &["mistral.ai"],
    headers: &[],
    marks: any!["MistralException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
