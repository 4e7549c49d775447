//! voyage.

use super::{Provider, Rule};

pub(crate) const VOYAGE: Provider =
    Provider { name: "voyage", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
