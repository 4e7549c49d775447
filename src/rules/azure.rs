//! azure.

use super::{Provider, Rule};

pub(crate) const AZURE: Provider =
    Provider { name: "azure", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
