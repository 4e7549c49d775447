//! huggingface.

use super::{Provider, Rule};

pub(crate) const HUGGINGFACE: Provider =
    Provider { name: "huggingface", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
