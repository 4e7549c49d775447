//! shopify.

use super::{Provider, Rule};

pub(crate) const SHOPIFY: Provider =
    Provider { name: "shopify", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
