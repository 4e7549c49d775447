//! zhipu.

use super::{Provider, Rule};

pub(crate) const ZHIPU: Provider =
    Provider { name: "zhipu", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
