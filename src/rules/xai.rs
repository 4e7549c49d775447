//! xAI.

use super::Cond::Said;
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DOCS: &str = "docs.x.ai/developers/debugging";
const DAY: &str = "2026-11-30";

pub(crate) const XAI: Provider = Provider {
    name: "xai",
    hosts: any!["x.ai"],
    headers: any![],
    marks: any!["XaiException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("xai/no-credits", Phrase, R::CreditBalance, &[Said(any!["t have any credits", "not have any credits"])])
        .known("a new team without credits, under a code that speaks of permission", DOCS, DAY),
    rule("xai/content", Phrase, R::ContentPolicy, &[Said(any!["content violates usage guidelines"])]).known(
        "a safety check failed, under the same code",
        DOCS,
        DAY,
    ),
];
