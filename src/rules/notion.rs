//! notion.

use super::{Provider, Rule};

pub(crate) const NOTION: Provider =
    Provider { name: "notion", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
