//! zendesk.

use super::{Provider, Rule};

pub(crate) const ZENDESK: Provider =
    Provider { name: "zendesk", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
