//! infura.

use super::{Provider, Rule};

pub(crate) const INFURA: Provider =
    Provider { name: "infura", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
