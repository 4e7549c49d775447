//! RapidAPI, in front of anybody's API.

use super::{Provider, Rule};

pub(crate) const RAPIDAPI: Provider = Provider {
    name: "rapidapi",
    hosts: any!["rapidapi.com"],
    headers: any!["x-rapidapi-"],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
