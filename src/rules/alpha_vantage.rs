//! alpha-vantage.

use super::{Provider, Rule};

pub(crate) const ALPHA_VANTAGE: Provider =
    Provider { name: "alpha-vantage", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
