//! jira.

use super::{Provider, Rule};

pub(crate) const JIRA: Provider =
    Provider { name: "jira", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
