//! microsoft-graph.

use super::{Provider, Rule};

pub(crate) const MICROSOFT_GRAPH: Provider =
    Provider { name: "microsoft-graph", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
