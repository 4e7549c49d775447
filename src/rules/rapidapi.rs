//! rapidapi.

use super::{Provider, Rule};

pub(crate) const RAPIDAPI: Provider =
    Provider { name: "rapidapi", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
