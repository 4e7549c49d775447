//! pinecone.

use super::{Provider, Rule};

pub(crate) const PINECONE: Provider =
    Provider { name: "pinecone", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
