//! lemlist.

use super::{Provider, Rule};

pub(crate) const LEMLIST: Provider = Provider {
    name: "lemlist",
    hosts: &["lemlist.com"],
    headers: &[],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
