//! Portkey: statuses of its own.

use super::Cond::{Own, Said, Status};
use super::Rank::{Phrase, Status as Last};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DOCS: &str = "portkey.ai/docs/aigw/api-reference/inference-api/error-codes.md";
const DAY: &str = "2026-11-30";

pub(crate) const PORTKEY: Provider = Provider {
    name: "portkey",
    hosts: any!["portkey.ai"],
    headers: any!["x-portkey-"],
    marks: any!["Portkey Error"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("portkey/budget", Phrase, R::SpendCap, &[Status(&[412]), Said(any!["budget exhausted"])]).known(
        "its own 412",
        DOCS,
        DAY,
    ),
    rule("portkey/guardrail", Last, R::ContentPolicy, &[Status(&[446]), Own]).known(
        "its own status: guardrail checks failed",
        DOCS,
        DAY,
    ),
];
