//! brave-search.

use super::{Provider, Rule};

pub(crate) const BRAVE_SEARCH: Provider =
    Provider { name: "brave-search", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
