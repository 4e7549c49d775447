//! perplexity.

use super::{Provider, Rule};

pub(crate) const PERPLEXITY: Provider =
    Provider { name: "perplexity", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
