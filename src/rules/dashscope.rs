//! dashscope.

use super::{Provider, Rule};

pub(crate) const DASHSCOPE: Provider =
    Provider { name: "dashscope", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
