//! GitHub Copilot. It says what it limits: `generic` reads it.

use super::{Provider, Rule};

pub(crate) const COPILOT: Provider = Provider {
    name: "copilot",
    hosts: any!["githubcopilot.com"],
    headers: any!["x-copilot-"],
    marks: any!["Copilot model requests", "Copilot token usage", "premium requests", "premium request allowance"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
