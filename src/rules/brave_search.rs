//! Brave Search. Its headers come in pairs: a second, a month.

use super::{Provider, Rule};

pub(crate) const BRAVE_SEARCH: Provider = Provider {
    name: "brave-search",
    hosts: any!["brave.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
