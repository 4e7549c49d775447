//! AssemblyAI.

use super::{Provider, Rule};

pub(crate) const ASSEMBLYAI: Provider = Provider {
    name: "assemblyai",
    hosts: any!["assemblyai.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
