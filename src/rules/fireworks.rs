//! Fireworks.

use super::Cond::{Not, Said};
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DOCS: &str = "docs.fireworks.ai/guides/inference-error-codes";
const DAY: &str = "2026-11-30";

pub(crate) const FIREWORKS: Provider = Provider {
    name: "fireworks",
    hosts: any!["fireworks.ai"],
    headers: any!["fireworks-"],
    marks: any!["Fireworks_aiException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("fireworks/busy", Phrase, R::RateLimit, &[Said(any!["contact Fireworks to explore dedicated capacity"])])
        .known("a short limit, in the words of a spent plan", DOCS, DAY),
    rule(
        "fireworks/first-token",
        Phrase,
        R::Timeout,
        &[Said(any!["generate first token before"]), Not(any!["overloaded"])],
    )
    .known("no answer in time", "docs.fireworks.ai/guides/inference-error-codes", DAY),
];
