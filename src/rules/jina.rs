//! jina.

use super::{Provider, Rule};

pub(crate) const JINA: Provider =
    Provider { name: "jina", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
