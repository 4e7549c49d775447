//! Antigravity. It serves Code Assist's errors; what `gemini-cli` and `generic` know suffices.

use super::{Provider, Rule};

pub(crate) const ANTIGRAVITY: Provider = Provider {
    name: "antigravity",
    hosts: any!["daily-cloudcode-pa.googleapis.com", "antigravity.google"],
    headers: any![],
    marks: any!["antigravity"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
