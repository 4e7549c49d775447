//! Notion. Its codes mean what they say.

use super::{Provider, Rule};

pub(crate) const NOTION: Provider = Provider {
    name: "notion",
    hosts: any!["notion.com", "notion.so"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
