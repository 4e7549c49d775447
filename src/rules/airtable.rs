//! airtable.

use super::{Provider, Rule};

pub(crate) const AIRTABLE: Provider =
    Provider { name: "airtable", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
