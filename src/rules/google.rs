//! google.

use super::{Provider, Rule};

pub(crate) const GOOGLE: Provider =
    Provider { name: "google", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
