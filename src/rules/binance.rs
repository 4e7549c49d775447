//! binance.

use super::{Provider, Rule};

pub(crate) const BINANCE: Provider =
    Provider { name: "binance", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
