//! The LiteLLM proxy and router: limits of its own. What it wraps is for the tables of those it wraps.

use super::Cond::{Code, Numbers, Said};
use super::Numbers::CurrentOverLimit;
use super::Rank::{Broad, Code as Narrow, Phrase, Window};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const USERS: &str = "docs.litellm.ai/docs/proxy/users";
const DAY: &str = "2026-11-30";

/// One sentence for three meters; the numbers after it tell which.
const CROSSED: &str = any!["crossed tpm rpm max parallel request limit"];

pub(crate) const LITELLM: Provider = Provider {
    name: "litellm",
    hosts: any!["litellm.ai"],
    headers: any!["x-litellm-"],
    marks: any![
        "LiteLLM Rate Limit Handler",
        "no deployments available",
        "over user defined ratelimit",
        "ExceededBudget"
    ],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "litellm/model-denied",
        Narrow,
        R::Forbidden,
        &[Code(any!["key_model_access_denied", "team_model_access_denied", "user_model_access_denied"])],
    )
    .scope(Scope::Model)
    .known(
        "the key, its team or its user may not use the model",
        "github.com/BerriAI/litellm/blob/main/litellm/proxy/_types.py",
        DAY,
    ),
    rule("litellm/crossed-tokens", Phrase, R::TokensPerMinute, &[Said(CROSSED), Numbers(CurrentOverLimit("tpm"))])
        .known("only this meter is over its limit", USERS, DAY),
    rule("litellm/crossed-requests", Phrase, R::RequestsPerMinute, &[Said(CROSSED), Numbers(CurrentOverLimit("rpm"))])
        .known("only this meter is over its limit", USERS, DAY),
    rule("litellm/requests", Window, R::RequestsPerMinute, &[Said(any!["limit type requests"])]).known(
        "the limiter names its meter",
        "github.com/BerriAI/litellm/blob/main/litellm/proxy/hooks/parallel_request_limiter_v3.py",
        DAY,
    ),
    rule("litellm/no-deployments", Broad, R::RateLimit, &[Said(any!["no deployments available for selected model"])])
        .scope(Scope::Model)
        .known(
            "all deployments of the model are cooling down",
            "github.com/BerriAI/litellm/blob/main/litellm/types/router.py",
            DAY,
        ),
];
