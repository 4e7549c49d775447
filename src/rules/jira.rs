//! Jira and Confluence.

use super::Cond::{Header, Said};
use super::Rank::{Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const LIMITS: &str = "developer.atlassian.com/cloud/jira/platform/rate-limiting";
const DAY: &str = "2026-11-30";

pub(crate) const JIRA: Provider = Provider {
    name: "jira",
    hosts: any!["atlassian.net", "atlassian.com"],
    headers: any!["atl-", "x-seraph-", "ratelimit-reason"],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "jira/burst",
        Narrow,
        R::RequestsPerMinute,
        &[Header(pair!["ratelimit-reason"; "jira-burst-based", "confluence-burst-based"])],
    )
    .known("requests of a second", LIMITS, DAY),
    rule("jira/issue", Narrow, R::RateLimit, &[Header(pair!["ratelimit-reason"; "jira-per-issue-on-write"])])
        .scope(Scope::Call)
        .known("writes to one issue", LIMITS, DAY),
    rule("jira/hidden", Phrase, R::NotFound, &[Said(any!["does not exist or you do not have permission"])]).known(
        "a hidden thing looks like none",
        "developer.atlassian.com/cloud/jira/platform/rest/v3/intro",
        DAY,
    ),
];
