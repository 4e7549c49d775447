//! facebook.

use super::{Provider, Rule};

pub(crate) const FACEBOOK: Provider =
    Provider { name: "facebook", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
