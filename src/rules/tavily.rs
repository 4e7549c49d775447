//! Tavily: statuses of its own.

use super::Cond::{Own, Status};
use super::Rank::Status as Last;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DOCS: &str = "docs.tavily.com/documentation/api-reference/endpoint/search";
const DAY: &str = "2026-11-30";

pub(crate) const TAVILY: Provider = Provider {
    name: "tavily",
    hosts: any!["tavily.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("tavily/plan", Last, R::UsageLimit, &[Status(&[432]), Own]).known(
        "its own status: the plan or the key is used up",
        DOCS,
        DAY,
    ),
    rule("tavily/pay-as-you-go", Last, R::SpendCap, &[Status(&[433]), Own]).known(
        "its own status: the limit on pay-as-you-go",
        DOCS,
        DAY,
    ),
];
