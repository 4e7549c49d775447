//! x.

use super::{Provider, Rule};

pub(crate) const X: Provider =
    Provider { name: "x", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
