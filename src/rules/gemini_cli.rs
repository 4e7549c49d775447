//! Gemini Code Assist, as the Gemini CLI and other clients of `cloudcode-pa` show it.

use super::Cond::{Code, Not, Said};
use super::Rank::{Broad, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const CLI: &str = "github.com/google-gemini/gemini-cli";
const ISSUE: &str = "google-gemini/gemini-cli#22107";
const DAY: &str = "2026-11-30";

pub(crate) const GEMINI_CLI: Provider = Provider {
    name: "gemini-cli",
    hosts: any!["cloudcode-pa.googleapis.com"],
    headers: any![],
    marks: any!["exhausted your capacity on this model"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "gemini-cli/model-usage",
        Phrase,
        R::UsageLimit,
        &[Said(any!["usage limit reached for gemini", "usage limit reached for all Pro models"])],
    )
    .scope(Scope::Model)
    .known("the limit is on the models named", CLI, DAY),
    rule("gemini-cli/quota-exhausted", Broad, R::UsageLimit, &[Code(any!["QUOTA_EXHAUSTED"])]).known(
        "the reason beside RATE_LIMIT_EXCEEDED: hours, not seconds",
        CLI,
        DAY,
    ),
    // Where a time stands, it tells a throttle from a used-up quota, and `generic` goes by it.
    rule(
        "gemini-cli/capacity",
        Phrase,
        R::RateLimit,
        &[Said(any!["exhausted your capacity on this model"]), Not(any!["quota will reset"])],
    )
    .known("a throttle unless it names a time", ISSUE, DAY),
    rule("gemini-cli/resets-at-once", Broad, R::RateLimit, &[Said(any!["quota will reset after 0s"])]).known(
        "less than a second, rounded down",
        ISSUE,
        DAY,
    ),
];
