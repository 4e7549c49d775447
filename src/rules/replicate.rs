//! Replicate.

use super::Cond::Said;
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DAY: &str = "2026-11-30";

pub(crate) const REPLICATE: Provider = Provider {
    name: "replicate",
    hosts: any!["replicate.com", "replicate.delivery"],
    headers: any![],
    marks: any!["ReplicateException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[rule("replicate/interrupted", Phrase, R::ServerError, &[Said(any!["prediction interrupted"])]).known(
        "the machine went away; the message asks for another try",
        "replicate.com/docs/topics/predictions/troubleshooting",
        DAY,
    )];
