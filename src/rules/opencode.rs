//! OpenCode Zen. Its error types are plain words: `generic` reads them.

use super::{Provider, Rule};

pub(crate) const OPENCODE: Provider = Provider {
    name: "opencode",
    hosts: &["opencode.ai"],
    headers: &[],
    marks: any!["FreeUsageLimitError", "GoUsageLimitError"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
