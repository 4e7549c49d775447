//! spotify.

use super::{Provider, Rule};

pub(crate) const SPOTIFY: Provider =
    Provider { name: "spotify", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
