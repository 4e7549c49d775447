//! Anthropic.

use super::Cond::{Code, Header, Said};
use super::Rank::{Meter, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const ERRORS: &str = "docs.claude.com/en/api/errors";
const LIMITS: &str = "platform.claude.com/docs/en/api/rate-limits";
const DAY: &str = "2026-11-30";

pub(crate) const ANTHROPIC: Provider = Provider {
    name: "anthropic",
    hosts: any!["anthropic.com", "claude.com"],
    headers: any!["anthropic-"],
    marks: any!["AnthropicException", "AnthropicError", "access the Anthropic API"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    // A limit on money, although neither the 400 nor the sentence says so.
    rule(
        "anthropic/usage-limits",
        Phrase,
        R::SpendCap,
        &[Said(any![
            "reached your specified api usage limits",
            "specified workspace api usage limits",
            "reached your api usage limits",
            "api usage threshold",
        ])],
    )
    .known("the spend limit of the month; access returns on the 1st at 00:00 UTC", LIMITS, DAY),
    rule("anthropic/long-context", Phrase, R::Forbidden, &[Said(any!["required for long context requests"])])
        .scope(Scope::Call)
        .known("shorter requests go through", "anthropics/claude-code#29584", DAY),
    rule("anthropic/organization-disabled", Phrase, R::Forbidden, &[Said(any!["organization has been disabled"])])
        .scope(Scope::Account)
        .known("a 400 that every further call gets", "anthropics/claude-code#72457", DAY),
    rule("anthropic/claude-code-only", Phrase, R::Forbidden, &[Said(any!["only authorized for use with Claude Code"])])
        .scope(Scope::Account)
        .known("a 400 that every further call with the credential gets", "anthropics/claude-code#8046", DAY),
    rule("anthropic/model-not-found", Phrase, R::ModelNotFound, &[Code(any!["not_found_error"]), Said(any!["model"])])
        .known("the message is the name of the model", ERRORS, DAY),
    rule(
        "anthropic/unified-rejected",
        Meter,
        R::UsageLimit,
        &[Header(pair!["anthropic-ratelimit-unified-status"; "rejected"])],
    )
    .known("a window of the subscription is used up", "anthropics/claude-code#71670", DAY),
];
