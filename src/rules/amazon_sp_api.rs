//! amazon-sp-api.

use super::{Provider, Rule};

pub(crate) const AMAZON_SP_API: Provider =
    Provider { name: "amazon-sp-api", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
