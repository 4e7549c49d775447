//! salesforce.

use super::{Provider, Rule};

pub(crate) const SALESFORCE: Provider =
    Provider { name: "salesforce", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
