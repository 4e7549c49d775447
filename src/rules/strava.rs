//! Strava. It sends pairs: 15 minutes, a day.

use super::{Provider, Rule};

pub(crate) const STRAVA: Provider =
    Provider { name: "strava", hosts: &["strava.com"], headers: &[], marks: any![], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
