//! Mistral.

use super::{Provider, Rule};

pub(crate) const MISTRAL: Provider = Provider {
    name: "mistral",
    hosts: any!["mistral.ai"],
    headers: any![],
    marks: any!["MistralException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
