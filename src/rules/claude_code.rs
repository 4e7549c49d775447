//! Claude Code and the Claude subscriptions.

use super::Cond::{Field, Said};
use super::Rank::{Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DAY: &str = "2026-11-30";

pub(crate) const CLAUDE_CODE: Provider = Provider {
    name: "claude-code",
    hosts: any!["claude.ai"],
    headers: any![],
    marks: any!["Claude AI usage limit", "Claude Code"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "claude-code/server-limiting",
        Phrase,
        R::RateLimit,
        &[Said(any!["not your usage limit", "temporarily limiting requests"])],
    )
    .scope(Scope::Service)
    .known("the server says itself that the plan is not used up", "anthropics/claude-code#71670", DAY),
    rule("claude-code/session", Narrow, R::UsageLimit, &[Field(pair!["rateLimitType"; "five_hour"])]).known(
        "the plan's session of five hours is used up",
        "tests/cases/README.md",
        DAY,
    ),
    rule("claude-code/extra-usage", Phrase, R::UsageLimit, &[Said(any!["out of extra usage"])]).known(
        "plan and extra usage are used up",
        "anthropics/claude-code#42654",
        DAY,
    ),
];
