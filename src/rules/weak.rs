//! Single words, where not even a status speaks: a log line or an error name that lost everything else.

use super::Cond::{NoStatus, Not, Said};
use super::Rank::Status as Rank;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const LABELS: &str = "tests/cases/README.md";
const DAY: &str = "2026-11-30";

pub(crate) const WEAK: Provider = Provider::generic("weak", RULES);

const RULES: &[Rule] = &[
    rule("weak/timeout", Rank, R::Timeout, &[Said(any!["timeout", "timed out", "time out"])]).known(
        "somebody waited in vain",
        LABELS,
        DAY,
    ),
    rule("weak/reason-phrase", Rank, R::BadRequest, &[Said(any!["bad request", "unprocessable entity"])]).known(
        "the reason phrase of a status that is not told itself",
        "RFC 9110, section 15.5.1",
        DAY,
    ),
    rule(
        "weak/server",
        Rank,
        R::ServerError,
        &[Said(any!["unexpected error handling", "unexpected error processing", "unexpected error while"])],
    )
    .known(
        "the service met what it did not expect, and says at what",
        "a public repository, code index file 55064714757",
        DAY,
    ),
    rule(
        "weak/not-found",
        Rank,
        R::NotFound,
        &[
            NoStatus,
            Said(any![
                "not found",
                "could not be found",
                "does not exist",
                "unknown message",
                "unknown interaction",
                "unknown channel",
                "unknown user",
                "unknown member",
                "unknown webhook"
            ]),
            Not(NOBODY),
        ],
    )
    .known("what the call names is missing", LABELS, DAY),
    rule(
        "weak/passing",
        Rank,
        R::Overloaded,
        &[
            NoStatus,
            Said(any![
                "no available *",
                "none available",
                "temporarily",
                "temporary",
                "try again later",
                "retry later",
                "again in a few minutes",
                "没有可用",
                "无可用",
                "暂时",
                "请稍后",
                "稍后再试",
                "稍后重试",
                "しばらく",
                "später erneut",
                "más tarde",
                "mais tarde",
                "plus tard"
            ]),
            Not(NOBODY),
            Not(BARRED),
        ],
    )
    .known("the server itself says that it passes", LABELS, DAY),
    rule(
        "weak/plan",
        Rank,
        R::PlanLimit,
        &[
            Said(any![
                "please upgrade your plan",
                "please upgrade your account",
                "please upgrade your subscription",
                "please upgrade to the pro",
                "please upgrade to the business",
                "please upgrade to the paid",
                "please upgrade to pro",
                "please upgrade to plus",
                "please upgrade to premium",
                "please upgrade to team",
                "please upgrade to business",
                "please upgrade to enterprise",
                "please upgrade to a paid",
                "please upgrade to a higher"
            ]),
            Not(NOBODY),
        ],
    )
    .known("all that is said is which plan would do", LABELS, DAY),
    rule(
        "weak/bad-request",
        Rank,
        R::BadRequest,
        &[
            NoStatus,
            Said(any![
                "does not support",
                "not supported",
                "must be",
                "must have",
                "must contain",
                "must include",
                "must not",
                "cannot be empty",
                "can t be empty",
                "should not be",
                "is required",
                "required properties",
                "invalid form"
            ]),
            Not(NOBODY),
        ],
    )
    .known("the call breaks a rule that it can be told", LABELS, DAY),
];

/// What a client says of an answer that it could not read.
const NOBODY: &str = any!["valid json", "in json", "json at", "json parse", "as json", "unexpected token", "parsing"];

/// Whoever is barred for a time waits for a person, however it is put.
const BARRED: &str =
    any!["suspended", "disabled", "deactivated", "blocked", "locked", "banned", "restricted", "billing"];
