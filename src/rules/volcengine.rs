//! volcengine.

use super::{Provider, Rule};

pub(crate) const VOLCENGINE: Provider =
    Provider { name: "volcengine", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
