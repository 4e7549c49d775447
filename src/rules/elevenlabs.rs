//! elevenlabs.

use super::{Provider, Rule};

pub(crate) const ELEVENLABS: Provider =
    Provider { name: "elevenlabs", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
