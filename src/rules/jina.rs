//! Jina.

use super::Cond::Code;
use super::Rank::Code as Narrow;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DAY: &str = "2026-11-30";

pub(crate) const JINA: Provider =
    Provider { name: "jina", hosts: any!["jina.ai"], headers: any![], marks: any![], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[
    rule("jina/tokens", Narrow, R::TokensPerMinute, &[Code(any!["RATE_TOKEN_LIMIT_EXCEEDED"])]).known(
        "tokens a minute",
        "jina.ai/api-dashboard/rate-limit",
        DAY,
    ),
    rule("jina/concurrency", Narrow, R::Concurrency, &[Code(any!["RATE_CONCURRENCY_LIMIT_EXCEEDED"])]).known(
        "too many calls at one time",
        "jina.ai/api-dashboard/rate-limit",
        DAY,
    ),
];
