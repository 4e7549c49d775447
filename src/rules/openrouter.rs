//! OpenRouter: the upstream's answer stands in `error.metadata.raw`.

use super::Cond::{Code, Not, Said};
use super::Rank::{Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DOCS: &str = "openrouter.ai/docs/api/reference/errors-and-debugging";
const DAY: &str = "2026-11-30";

pub(crate) const OPENROUTER: Provider = Provider {
    name: "openrouter",
    hosts: any!["openrouter.ai"],
    headers: any![],
    marks: any!["OpenRouter", "OpenrouterException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("openrouter/weight", Narrow, R::TooLarge, &[Code(any!["weight_exceeds_budget"])]).known(
        "this one request costs more than the whole budget",
        DOCS,
        DAY,
    ),
    rule(
        "openrouter/key-limit",
        Narrow,
        R::SpendCap,
        &[
            Code(any!["openrouter_key_limit", "openrouter_workspace_budget", "openrouter_guardrail_budget"]),
            Not(any!["daily limit"]),
        ],
    )
    .known("a limit on money set on the key or the workspace", DOCS, DAY),
    rule(
        "openrouter/key-limit-text",
        Phrase,
        R::SpendCap,
        &[Said(any!["key limit exceeded"]), Not(any!["daily limit"])],
    )
    .known("a limit on money set on the key", DOCS, DAY),
    rule("openrouter/provider", Narrow, R::Overloaded, &[Code(any!["provider_overloaded", "provider_unavailable"])])
        .known("the upstream lacks capacity", DOCS, DAY),
    rule("openrouter/upstream", Phrase, R::RateLimit, &[Said(any!["temporarily rate limited upstream"])])
        .scope(Scope::Model)
        .known("the shared pool of a model", DOCS, DAY),
    rule("openrouter/model-rpm", Phrase, R::RequestsPerMinute, &[Said(any!["rate limit exceeded limit rpm"])])
        .scope(Scope::Model)
        .known("requests a minute for one model, said to be in high demand", DOCS, DAY),
    rule("openrouter/moderation", Phrase, R::ContentPolicy, &[Said(any!["input was flagged"])]).known(
        "refused for what it says",
        DOCS,
        DAY,
    ),
];
