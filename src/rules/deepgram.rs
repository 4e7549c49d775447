//! deepgram.

use super::{Provider, Rule};

pub(crate) const DEEPGRAM: Provider =
    Provider { name: "deepgram", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
