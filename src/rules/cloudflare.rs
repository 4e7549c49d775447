//! Cloudflare: Workers AI and AI Gateway, the API, and the edge in front of anybody's service.

use super::Cond::{Also, Field, Not, Said};
use super::Rank::{Code, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const AI: &str = "developers.cloudflare.com/workers-ai/platform/errors";
const GATEWAY: &str = "developers.cloudflare.com/ai-gateway/features/guardrails/set-up-guardrail";
const API: &str = "developers.cloudflare.com/fundamentals/api/reference/limits";
const EDGE: &str = "developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors";
const DAY: &str = "2026-11-30";

/// What tells the edge's "error 1005" from anybody else's.
const MARKS: &str = any!["error code #", "cloudflare", "ray id"];

pub(crate) const CLOUDFLARE: Provider = Provider {
    name: "cloudflare",
    hosts: any!["cloudflare.com"],
    headers: any!["cf-aig-", "cf-error-", "cf-mitigated"],
    marks: any!["cloudflare"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("cloudflare/neurons", Code, R::DailyQuota, &[Field(pair!["errors.code", "internalCode"; "3036", "4006"])])
        .known("the free neurons of the day are used up", AI, DAY),
    rule("cloudflare/capacity", Code, R::Overloaded, &[Field(pair!["errors.code", "internalCode"; "3040"])]).known(
        "out of capacity",
        AI,
        DAY,
    ),
    rule(
        "cloudflare/inference-rate",
        Code,
        R::RequestsPerMinute,
        &[Field(pair!["errors.code", "internalCode"; "3021"])],
    )
    .known("inferences a minute", "cloudflare/ai#657", DAY),
    rule("cloudflare/model", Code, R::ModelNotFound, &[Field(pair!["errors.code", "internalCode"; "5007", "3042"])])
        .known("no such model", AI, DAY),
    rule(
        "cloudflare/model-access",
        Code,
        R::Forbidden,
        &[Field(pair!["errors.code", "internalCode"; "5016", "5018", "3041", "5035"])],
    )
    .scope(Scope::Model)
    .known("the account may not use this model, or not yet", AI, DAY),
    rule("cloudflare/blocked", Code, R::Forbidden, &[Field(pair!["errors.code", "internalCode"; "3023"])])
        .scope(Scope::Account)
        .known("the account is blocked, in the words of an overload", AI, DAY),
    rule(
        "cloudflare/request",
        Code,
        R::BadRequest,
        &[Field(pair!["errors.code", "internalCode"; "3003", "3039", "5004", "5005", "5019"])],
    )
    .known("malformed or unsupported", AI, DAY),
    rule("cloudflare/too-large", Code, R::TooLarge, &[Field(pair!["errors.code", "internalCode"; "3006", "5021"])])
        .known("the request is over a maximum", AI, DAY),
    rule("cloudflare/timeout", Code, R::Timeout, &[Field(pair!["errors.code", "internalCode"; "3007"])]).known(
        "no answer in time",
        AI,
        DAY,
    ),
    rule("cloudflare/aborted", Code, R::Aborted, &[Field(pair!["errors.code", "internalCode"; "3008"])]).known(
        "the request was aborted",
        AI,
        DAY,
    ),
    rule(
        "cloudflare/guardrail",
        Code,
        R::ContentPolicy,
        &[Field(pair!["errors.code", "error.code", "internalCode"; "2016", "2017", "2029", "2030"])],
    )
    .known("blocked by a guardrail or by data loss prevention", GATEWAY, DAY),
    rule(
        "cloudflare/spend",
        Code,
        R::SpendCap,
        &[Field(pair!["errors.code", "error.code", "internalCode"; "2041", "2045"])],
    )
    .known("a rule on cost is used up", "developers.cloudflare.com/ai-gateway/features/spend-limits", DAY),
    rule(
        "cloudflare/gateway-rate",
        Code,
        R::RateLimit,
        &[Field(pair!["errors.code", "error.code", "internalCode"; "2003"])],
    )
    .known("limited by the gateway", "developers.cloudflare.com/ai-gateway/features/rate-limiting", DAY),
    rule("cloudflare/token", Code, R::Auth, &[Field(pair!["errors.code"; "9109", "10000"])]).known(
        "the token is wrong or lacks the permission",
        API,
        DAY,
    ),
    rule(
        "cloudflare/gateway-token",
        Code,
        R::Auth,
        &[Field(pair!["errors.code", "error.code", "internalCode"; "2009"])],
    )
    .known(
        "the gateway's own token is missing or wrong",
        "developers.cloudflare.com/ai-gateway/configuration/authentication",
        DAY,
    ),
    rule("cloudflare/api-rate", Code, R::RequestsPerMinute, &[Field(pair!["errors.code"; "10100"])]).known(
        "1200 requests in five minutes",
        API,
        DAY,
    ),
    rule(
        "cloudflare/capacity-text",
        Phrase,
        R::Overloaded,
        &[Said(any!["capacity temporarily exceeded", "no more data centers to forward"])],
    )
    .known("code 3040 where only its sentence is left", AI, DAY),
    rule("cloudflare/blocked-text", Phrase, R::Forbidden, &[Said(any!["service unavailable for account"])])
        .scope(Scope::Account)
        .known("code 3023 where only its sentence is left", AI, DAY),
    rule(
        "cloudflare/terms-text",
        Phrase,
        R::Forbidden,
        &[Said(any![
            "has not agreed to * model terms",
            "requires a workers paid plan",
            "requires the workers paid plan",
        ])],
    )
    .scope(Scope::Model)
    .known("codes 5016 and 5035 where only their sentences are left", AI, DAY),
    rule("cloudflare/model-text", Phrase, R::ModelNotFound, &[Said(any!["model name is invalid"])]).known(
        "code 3042 where only its sentence is left",
        AI,
        DAY,
    ),
    rule(
        "cloudflare/guardrail-text",
        Phrase,
        R::ContentPolicy,
        &[Said(any!["blocked due to security configurations", "blocked due to DLP policy"])],
    )
    .known("codes 2016 to 2030 where only their sentences are left", GATEWAY, DAY),
    rule(
        "cloudflare/access",
        Phrase,
        R::Forbidden,
        &[
            Said(any![
                "error code 1003",
                "error 1003",
                "error code 1005",
                "error 1005",
                "error code 1006",
                "error 1006",
                "error code 1007",
                "error 1007",
                "error code 1008",
                "error 1008",
                "error code 1009",
                "error 1009",
                "error code 1010",
                "error 1010",
                "error code 1011",
                "error 1011",
                "error code 1012",
                "error 1012",
                "error code 1020",
                "error 1020",
                "error code 1106",
                "error 1106",
            ]),
            Also(MARKS),
        ],
    )
    .scope(Scope::Account)
    .known("the site refuses this client or its place", EDGE, DAY),
    rule("cloudflare/limited", Phrase, R::RateLimit, &[Said(any!["error code 1015", "error 1015"]), Also(MARKS)])
        .known("the site's own rate limit", EDGE, DAY),
    rule("cloudflare/worker-day", Phrase, R::DailyQuota, &[Said(any!["error code 1027", "error 1027"]), Also(MARKS)])
        .known("the free requests of a Worker's day are used up", EDGE, DAY),
    rule("cloudflare/worker-plan", Phrase, R::UsageLimit, &[Said(any!["error code 1025", "error 1025"]), Also(MARKS)])
        .known("the domain has reached its plan's limit of Workers", EDGE, DAY),
    rule("cloudflare/worker", Phrase, R::ServerError, &[Said(any!["error code 1101", "error 1101"]), Also(MARKS)])
        .known("the Worker threw", EDGE, DAY),
    rule(
        "cloudflare/resources",
        Phrase,
        R::Overloaded,
        &[Said(any!["error code 1102", "error 1102", "error code 1200", "error 1200"]), Also(MARKS)],
    )
    .known("the Worker is over its resources, or the queue of the edge is full", EDGE, DAY),
    rule(
        "cloudflare/origin",
        Phrase,
        R::Network,
        &[
            Said(any![
                "error code 1001",
                "error 1001",
                "error code 1004",
                "error 1004",
                "error code 1016",
                "error 1016",
                "error code 1033",
                "error 1033",
            ]),
            Also(MARKS),
        ],
    )
    .known("the origin or its tunnel cannot be resolved", EDGE, DAY),
    rule(
        "cloudflare/misconfigured",
        Phrase,
        R::BadRequest,
        &[
            Said(any![
                "error code 1000",
                "error 1000",
                "error code 1002",
                "error 1002",
                "error code 1013",
                "error 1013",
                "error code 1014",
                "error 1014",
                "error code 1018",
                "error 1018",
                "error code 1019",
                "error 1019",
                "error code 1023",
                "error 1023",
                "error code 1034",
                "error 1034",
                "error code 1035",
                "error 1035",
                "error code 1036",
                "error 1036",
                "error code 1037",
                "error 1037",
                "error code 1040",
                "error 1040",
                "error code 1041",
                "error 1041",
                "error code 1042",
                "error 1042",
            ]),
            Also(MARKS),
            Not(any!["too many connections"]),
        ],
    )
    .scope(Scope::Service)
    .known("only the owner of the site can repair it", EDGE, DAY),
];
