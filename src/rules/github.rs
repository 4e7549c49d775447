//! github.

use super::{Provider, Rule};

pub(crate) const GITHUB: Provider =
    Provider { name: "github", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
