//! DeepSeek.

use super::{Provider, Rule};

pub(crate) const DEEPSEEK: Provider = Provider {
    name: "deepseek",
    hosts: any!["deepseek.com"],
    headers: any![],
    marks: any!["DeepseekException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
