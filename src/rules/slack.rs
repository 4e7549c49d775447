//! slack.

use super::{Provider, Rule};

pub(crate) const SLACK: Provider =
    Provider { name: "slack", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
