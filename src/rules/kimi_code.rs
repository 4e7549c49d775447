//! Kimi for Coding (api.kimi.com): a spent plan and a missing permission under one 403.

use super::Cond::Said;
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DAY: &str = "2026-11-30";

pub(crate) const KIMI_CODE: Provider = Provider {
    name: "kimi-code",
    hosts: any!["api.kimi.com", "www.kimi.com"],
    headers: any![],
    marks: any!["Kimi For Coding"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("kimi-code/agents", Phrase, R::Forbidden, &[Said(any!["only available for coding agents"])])
        .scope(Scope::Account)
        .known("refused for the client it comes from", "platform.kimi.com/docs/api/overview", DAY),
    rule("kimi-code/cycle", Phrase, R::UsageLimit, &[Said(any!["usage limit for this billing cycle"])]).known(
        "the plan's allowance is used up until its next cycle",
        "www.kimi.com/help/kimi-api/api-error-codes",
        DAY,
    ),
];
