//! AssemblyAI.

use super::{Provider, Rule};

pub(crate) const ASSEMBLYAI: Provider = Provider {
    name: "assemblyai",
    hosts: &["assemblyai.com"],
    headers: &[],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
