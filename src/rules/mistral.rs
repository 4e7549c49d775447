//! mistral.

use super::{Provider, Rule};

pub(crate) const MISTRAL: Provider =
    Provider { name: "mistral", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
