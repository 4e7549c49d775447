//! Groq.

use super::Cond::{Code, Own, Status};
use super::Rank::{Code as Narrow, Status as Last};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DOCS: &str = "console.groq.com/docs/errors";
const DAY: &str = "2026-11-30";

pub(crate) const GROQ: Provider = Provider {
    name: "groq",
    hosts: any!["groq.com"],
    headers: any!["x-groq-"],
    marks: any!["GroqException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("groq/spend", Narrow, R::SpendCap, &[Code(any!["blocked_api_access"])]).known(
        "the organisation's monthly spend limit",
        "console.groq.com/docs/spend-limits",
        DAY,
    ),
    rule("groq/restricted", Narrow, R::Forbidden, &[Code(any!["organization_restricted"])])
        .scope(Scope::Account)
        .known("the organisation is banned", DOCS, DAY),
    rule("groq/flex", Last, R::Overloaded, &[Own, Status(&[498])]).known(
        "its own status: the flex tier is full",
        DOCS,
        DAY,
    ),
];
