//! replicate.

use super::{Provider, Rule};

pub(crate) const REPLICATE: Provider =
    Provider { name: "replicate", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
