//! Zendesk.

use super::{Provider, Rule};

pub(crate) const ZENDESK: Provider = Provider {
    name: "zendesk",
    hosts: any!["zendesk.com"],
    headers: any!["x-zendesk-", "zendesk-ratelimit-"],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
