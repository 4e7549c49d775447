//! lemlist.

use super::{Provider, Rule};

pub(crate) const LEMLIST: Provider = Provider {
    name: "lemlist",
    hosts: any!["lemlist.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
