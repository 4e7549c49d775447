//! etherscan.

use super::{Provider, Rule};

pub(crate) const ETHERSCAN: Provider =
    Provider { name: "etherscan", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
