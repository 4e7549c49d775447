//! portkey.

use super::{Provider, Rule};

pub(crate) const PORTKEY: Provider =
    Provider { name: "portkey", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
