//! minimax.

use super::{Provider, Rule};

pub(crate) const MINIMAX: Provider =
    Provider { name: "minimax", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
