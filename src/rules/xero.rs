//! xero.

use super::{Provider, Rule};

pub(crate) const XERO: Provider =
    Provider { name: "xero", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
