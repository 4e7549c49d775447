//! Strava. It sends pairs: 15 minutes, a day.

use super::{Provider, Rule};

pub(crate) const STRAVA: Provider = Provider {
    name: "strava",
    hosts: any!["strava.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
