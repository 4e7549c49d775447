//! moonshot.

use super::{Provider, Rule};

pub(crate) const MOONSHOT: Provider =
    Provider { name: "moonshot", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
