//! cohere.

use super::{Provider, Rule};

pub(crate) const COHERE: Provider =
    Provider { name: "cohere", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
