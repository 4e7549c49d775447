//! cerebras.

use super::{Provider, Rule};

pub(crate) const CEREBRAS: Provider =
    Provider { name: "cerebras", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
