//! assemblyai.

use super::{Provider, Rule};

pub(crate) const ASSEMBLYAI: Provider =
    Provider { name: "assemblyai", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
