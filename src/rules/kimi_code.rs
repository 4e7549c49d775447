//! kimi-code.

use super::{Provider, Rule};

pub(crate) const KIMI_CODE: Provider =
    Provider { name: "kimi-code", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
