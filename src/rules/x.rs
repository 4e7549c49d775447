//! X, formerly Twitter: v1.1 and v2.

use super::Cond::{Code, Header, Said, Status};
use super::Rank::{Code as Narrow, Meter, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DOCS: &str = "docs.x.com/x-api/fundamentals/response-codes-and-errors";
const DAY: &str = "2026-11-30";

pub(crate) const X: Provider = Provider {
    name: "x",
    hosts: any!["api.x.com", "api.twitter.com", "docs.x.com"],
    headers: any!["x-user-limit-24hour-", "x-app-limit-24hour-"],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("x/daily-cap", Narrow, R::DailyQuota, &[Code(any!["UsageCapExceeded"]), Said(any!["daily"])]).known(
        "the cap's period is a day",
        DOCS,
        DAY,
    ),
    rule("x/duplicate", Phrase, R::Conflict, &[Said(any!["status is a duplicate", "tweet with duplicate content"])])
        .known("the same post stands already", DOCS, DAY),
    rule("x/suspended", Phrase, R::Forbidden, &[Said(any!["suspended and is not permitted"])]).known(
        "suspended for conduct, not for billing",
        "blynkkk/blynk-server#223",
        DAY,
    ),
    rule(
        "x/day-window",
        Meter,
        R::DailyQuota,
        &[Header(pair!["x-user-limit-24hour-remaining", "x-app-limit-24hour-remaining"; "0"]), Status(&[429])],
    )
    .known(
        "the window of 24 hours is used up while the short one has room",
        "docs.x.com/x-api/fundamentals/rate-limits",
        DAY,
    ),
];
