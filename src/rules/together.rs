//! together.

use super::{Provider, Rule};

pub(crate) const TOGETHER: Provider =
    Provider { name: "together", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
