//! fireworks.

use super::{Provider, Rule};

pub(crate) const FIREWORKS: Provider =
    Provider { name: "fireworks", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
