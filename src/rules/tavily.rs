//! tavily.

use super::{Provider, Rule};

pub(crate) const TAVILY: Provider =
    Provider { name: "tavily", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
