//! vLLM, behind whatever address. It has no limits of its own.

use super::{Provider, Rule};

pub(crate) const VLLM: Provider = Provider {
    name: "vllm",
    hosts: any!["vllm.ai"],
    headers: any![],
    marks: any!["vllm"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
