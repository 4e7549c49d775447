//! MiniMax: HTTP 200 with `base_resp.status_code`; where it speaks like Anthropic the number ends the message.

use super::Cond::{Field, Said};
use super::Rank::{Code, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DOCS: &str = "platform.minimax.io/docs/api-reference/errorcode";
const DAY: &str = "2026-11-30";

pub(crate) const MINIMAX: Provider = Provider {
    name: "minimax",
    hosts: any!["minimax.io", "minimaxi.com", "minimax.chat"],
    headers: any![],
    marks: any!["MinimaxException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[
        rule(
            "minimax/server",
            Code,
            R::ServerError,
            &[Field(pair!["base_resp.status_code"; "1000", "1013", "1024", "1033"])],
        )
        .known("the service failed", DOCS, DAY),
        rule("minimax/timeout", Code, R::Timeout, &[Field(pair!["base_resp.status_code"; "1001"])]).known(
            "no answer in time",
            DOCS,
            DAY,
        ),
        rule("minimax/rate", Code, R::RateLimit, &[Field(pair!["base_resp.status_code"; "1002"])]).known(
            "limited, without a meter",
            DOCS,
            DAY,
        ),
        rule("minimax/auth", Code, R::Auth, &[Field(pair!["base_resp.status_code"; "1004", "2049"])]).known(
            "the key is wrong, or of another region",
            DOCS,
            DAY,
        ),
        rule("minimax/balance", Code, R::CreditBalance, &[Field(pair!["base_resp.status_code"; "1008"])]).known(
            "the prepaid balance is used up",
            DOCS,
            DAY,
        ),
        rule("minimax/content", Code, R::ContentPolicy, &[Field(pair!["base_resp.status_code"; "1026", "1027"])])
            .known("input or output is called sensitive", DOCS, DAY),
        rule("minimax/tokens", Code, R::TokensPerMinute, &[Field(pair!["base_resp.status_code"; "1039"])]).known(
            "the tokens of a minute",
            DOCS,
            DAY,
        ),
        rule("minimax/connections", Code, R::Concurrency, &[Field(pair!["base_resp.status_code"; "1041"])]).known(
            "too many connections",
            DOCS,
            DAY,
        ),
        rule("minimax/growth", Code, R::Ramp, &[Field(pair!["base_resp.status_code"; "2045"])]).known(
            "the page asks to avoid sudden spikes",
            DOCS,
            DAY,
        ),
        rule(
            "minimax/request",
            Code,
            R::BadRequest,
            &[Field(pair!["base_resp.status_code"; "1042", "1043", "1044", "2013", "20132", "2037", "2039"])],
        )
        .known("a parameter or a sample is wrong", DOCS, DAY),
        rule("minimax/too-long", Code, R::TooLarge, &[Field(pair!["base_resp.status_code"; "2048"])]).known(
            "the prompt audio is too long",
            DOCS,
            DAY,
        ),
        rule("minimax/voice", Code, R::Forbidden, &[Field(pair!["base_resp.status_code"; "2042"])])
            .scope(Scope::Call)
            .known("the account has no access to this voice", DOCS, DAY),
        rule("minimax/usage", Code, R::UsageLimit, &[Field(pair!["base_resp.status_code"; "2056"])]).known(
            "the allowance of five hours is used up",
            DOCS,
            DAY,
        ),
        rule(
            "minimax/content-text",
            Phrase,
            R::ContentPolicy,
            &[Said(any!["input new sensitive", "output new sensitive"])],
        )
        .known("codes 1026 and 1027 where only their words are left", DOCS, DAY),
        rule("minimax/zero", Phrase, R::PlanLimit, &[Said(any!["0 0 used"])]).known(
            "the plan allows none",
            "MiniMax-AI/MiniMax-M2.7#36",
            DAY,
        ),
        rule("minimax/growth-text", Phrase, R::Ramp, &[Said(any!["rate growth limit"])]).known(
            "code 2045 where only its words are left",
            DOCS,
            DAY,
        ),
        rule("minimax/connections-text", Phrase, R::Concurrency, &[Said(any!["conn limit"])]).known(
            "code 1041 where only its words are left",
            DOCS,
            DAY,
        ),
    ];
