//! OpenCode Zen. Its error types are plain words: `generic` reads them.

use super::{Provider, Rule};

pub(crate) const OPENCODE: Provider = Provider {
    name: "opencode",
    hosts: any!["opencode.ai"],
    headers: any![],
    marks: any!["FreeUsageLimitError", "GoUsageLimitError"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
