//! okta.

use super::{Provider, Rule};

pub(crate) const OKTA: Provider =
    Provider { name: "okta", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
