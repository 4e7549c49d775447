//! firebase.

use super::{Provider, Rule};

pub(crate) const FIREBASE: Provider =
    Provider { name: "firebase", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
