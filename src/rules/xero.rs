//! Xero. A header names the limit.

use super::Cond::Header;
use super::Rank::Code as Narrow;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const LIMITS: &str = "developer.xero.com/faq/limits";
const DAY: &str = "2026-11-30";

pub(crate) const XERO: Provider = Provider {
    name: "xero",
    hosts: any!["xero.com"],
    headers: any!["x-daylimit-", "x-minlimit-", "x-appminlimit-", "x-rate-limit-problem"],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("xero/day", Narrow, R::DailyQuota, &[Header(pair!["x-rate-limit-problem"; "day", "daily"])]).known(
        "calls of a day",
        LIMITS,
        DAY,
    ),
    rule("xero/minute", Narrow, R::RequestsPerMinute, &[Header(pair!["x-rate-limit-problem"; "minute", "appminute"])])
        .known("calls of a minute", LIMITS, DAY),
    rule("xero/concurrent", Narrow, R::Concurrency, &[Header(pair!["x-rate-limit-problem"; "concurrent"])]).known(
        "five calls at one time",
        LIMITS,
        DAY,
    ),
];
