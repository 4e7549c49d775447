//! nvidia.

use super::{Provider, Rule};

pub(crate) const NVIDIA: Provider =
    Provider { name: "nvidia", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
