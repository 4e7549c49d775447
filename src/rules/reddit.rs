//! Reddit.

use super::{Provider, Rule};

pub(crate) const REDDIT: Provider = Provider {
    name: "reddit",
    hosts: any!["reddit.com"],
    headers: any![],
    marks: any!["praw exceptions", "prawcore"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
