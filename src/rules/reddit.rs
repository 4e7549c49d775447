//! reddit.

use super::{Provider, Rule};

pub(crate) const REDDIT: Provider =
    Provider { name: "reddit", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
