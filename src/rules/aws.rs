//! aws.

use super::{Provider, Rule};

pub(crate) const AWS: Provider =
    Provider { name: "aws", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
