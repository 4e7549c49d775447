//! stripe.

use super::{Provider, Rule};

pub(crate) const STRIPE: Provider =
    Provider { name: "stripe", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
