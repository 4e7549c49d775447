//! hubspot.

use super::{Provider, Rule};

pub(crate) const HUBSPOT: Provider =
    Provider { name: "hubspot", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
