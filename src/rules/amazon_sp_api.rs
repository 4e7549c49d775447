//! The Selling Partner API.

use super::Cond::{Not, Said};
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const LIMITS: &str = "developer-docs.amazon.com/sp-api/docs/usage-plans-and-rate-limits";
const DAY: &str = "2026-11-30";

pub(crate) const AMAZON_SP_API: Provider = Provider {
    name: "amazon-sp-api",
    hosts: any![
        "sellingpartnerapi-na.amazon.com",
        "sellingpartnerapi-eu.amazon.com",
        "sellingpartnerapi-fe.amazon.com",
        "developer-docs.amazon.com",
    ],
    headers: any!["x-amzn-ratelimit-limit"],
    marks: any!["sp api base"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("amazon-sp-api/quota", Phrase, R::RateLimit, &[Said(any!["exceeded your quota for the requested resource"])])
        .known("a token bucket that refills by the second", LIMITS, DAY),
    rule(
        "amazon-sp-api/denied",
        Phrase,
        R::Forbidden,
        &[Said(any!["access to requested resource is denied"]), Not(any!["token"])],
    )
    .known(
        "a missing role, under the code Unauthorized",
        "developer-docs.amazon.com/sp-api/docs/authorization-errors",
        DAY,
    ),
];
