//! siliconflow.

use super::{Provider, Rule};

pub(crate) const SILICONFLOW: Provider =
    Provider { name: "siliconflow", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
