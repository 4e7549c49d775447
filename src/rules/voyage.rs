//! Voyage AI.

use super::Cond::Said;
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DAY: &str = "2026-11-30";

pub(crate) const VOYAGE: Provider = Provider {
    name: "voyage",
    hosts: any!["voyageai.com"],
    headers: any![],
    marks: any!["VoyageException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[rule("voyage/batch", Phrase, R::TooLarge, &[Said(any!["max allowed tokens per submitted batch"])]).known(
        "one batch over a fixed maximum",
        "docs.voyageai.com/docs/embeddings",
        DAY,
    )];
