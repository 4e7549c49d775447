//! strava.

use super::{Provider, Rule};

pub(crate) const STRAVA: Provider =
    Provider { name: "strava", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
