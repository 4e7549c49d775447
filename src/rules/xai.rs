//! xai.

use super::{Provider, Rule};

pub(crate) const XAI: Provider =
    Provider { name: "xai", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
