//! OpenAI. Its codes for spent money, ramps and overload are everybody's words by now: `generic` knows them.

use super::Cond::{Code, Said};
use super::Rank::{Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const ERRORS: &str = "developers.openai.com/docs/guides/error-codes";
const DAY: &str = "2026-11-30";

pub(crate) const OPENAI: Provider = Provider {
    name: "openai",
    hosts: any!["openai.com"],
    headers: any!["openai-"],
    // Gateways speak through its SDK: "OpenAIException" proves nothing.
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("openai/ip-not-authorized", Narrow, R::Auth, &[Code(any!["ip_not_authorized"])]).known(
        "the key is bound to other addresses",
        ERRORS,
        DAY,
    ),
    rule("openai/not-a-member", Phrase, R::Auth, &[Said(any!["must be a member of an organization"])]).known(
        "the key belongs to no organization",
        ERRORS,
        DAY,
    ),
    // It clears when batches end, minutes or hours later: neither a rate nor a quota.
    rule("openai/enqueued-tokens", Phrase, R::Concurrency, &[Said(any!["enqueued token limit"])]).known(
        "batches in progress hold the tokens",
        "openai/openai-python#2084",
        DAY,
    ),
];
