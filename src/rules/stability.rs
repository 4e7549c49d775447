//! stability.

use super::{Provider, Rule};

pub(crate) const STABILITY: Provider =
    Provider { name: "stability", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
