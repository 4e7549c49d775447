//! google-maps.

use super::{Provider, Rule};

pub(crate) const GOOGLE_MAPS: Provider =
    Provider { name: "google-maps", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
