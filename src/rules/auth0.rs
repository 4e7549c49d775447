//! auth0.

use super::{Provider, Rule};

pub(crate) const AUTH0: Provider =
    Provider { name: "auth0", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
