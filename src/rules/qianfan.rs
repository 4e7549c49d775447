//! qianfan.

use super::{Provider, Rule};

pub(crate) const QIANFAN: Provider =
    Provider { name: "qianfan", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
