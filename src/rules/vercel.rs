//! vercel.

use super::{Provider, Rule};

pub(crate) const VERCEL: Provider =
    Provider { name: "vercel", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
