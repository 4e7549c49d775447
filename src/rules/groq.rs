//! groq.

use super::{Provider, Rule};

pub(crate) const GROQ: Provider =
    Provider { name: "groq", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
