//! Zhipu (bigmodel.cn, z.ai): `{"error":{"code":"1302"}}`, the code a string, mostly under 429 whatever it means.

use super::Cond::{Field, Not, Said};
use super::Rank::{Broad, Code, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DOCS: &str = "docs.bigmodel.cn/cn/api/api-code";
const DAY: &str = "2026-11-30";

pub(crate) const ZHIPU: Provider = Provider {
    name: "zhipu",
    hosts: any!["bigmodel.cn", "z.ai", "zhipuai.cn"],
    headers: any![],
    marks: any![
        "ZhipuAI",
        "GLM Coding Plan",
        "zai coding plan",
        "您的限额将在",
        "usage limit reached for # hour",
        "weekly monthly limit exhausted",
    ],
    zone_minutes: Some(480),
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("zhipu/auth", Code, R::Auth, &[Field(pair!["error.code"; "1000", "1001", "1002", "1003", "1004", "1111"])])
        .known("the credential is missing, wrong or expired", DOCS, DAY),
    rule("zhipu/inactive", Code, R::AccountSuspended, &[Field(pair!["error.code"; "1110"])]).known(
        "the account is not active",
        DOCS,
        DAY,
    ),
    rule("zhipu/locked", Code, R::Forbidden, &[Field(pair!["error.code"; "1112", "1121", "1220"])])
        .scope(Scope::Account)
        .known("the account is locked, or may not use this API", DOCS, DAY),
    rule("zhipu/balance", Code, R::CreditBalance, &[Field(pair!["error.code"; "1113"])]).known(
        "no balance and no resource package",
        DOCS,
        DAY,
    ),
    rule("zhipu/server", Code, R::ServerError, &[Field(pair!["error.code"; "1120", "1200", "1230"])]).known(
        "the service failed; the page says to try later",
        DOCS,
        DAY,
    ),
    rule("zhipu/network", Code, R::Network, &[Field(pair!["error.code"; "1234"])]).known(
        "a network error within the service",
        DOCS,
        DAY,
    ),
    rule("zhipu/request", Code, R::BadRequest, &[Field(pair!["error.code"; "1210", "1212", "1213", "1214", "1215"])])
        .known("a parameter is missing or wrong", DOCS, DAY),
    rule("zhipu/model", Code, R::ModelNotFound, &[Field(pair!["error.code"; "1211"])]).known(
        "no such model",
        DOCS,
        DAY,
    ),
    rule("zhipu/api-gone", Code, R::NotFound, &[Field(pair!["error.code"; "1221", "1222"])]).known(
        "no such API, or no longer",
        DOCS,
        DAY,
    ),
    rule("zhipu/running", Code, R::Conflict, &[Field(pair!["error.code"; "1231"])]).known(
        "the same request is already running",
        DOCS,
        DAY,
    ),
    rule("zhipu/too-long", Code, R::TooLarge, &[Field(pair!["error.code"; "1261"])]).known(
        "the prompt is too long",
        DOCS,
        DAY,
    ),
    // Mistral numbers its rate limit 1300.
    rule(
        "zhipu/content",
        Code,
        R::ContentPolicy,
        &[Field(pair!["error.code"; "1300", "1301"]), Not(any!["rate limit"])],
    )
    .known("refused for what it says", DOCS, DAY),
    rule("zhipu/requests", Code, R::RequestsPerMinute, &[Field(pair!["error.code"; "1303"])]).known(
        "calls come too frequently",
        DOCS,
        DAY,
    ),
    rule("zhipu/day", Code, R::DailyQuota, &[Field(pair!["error.code"; "1304"])]).known(
        "the calls of today are used up",
        DOCS,
        DAY,
    ),
    rule("zhipu/busy", Code, R::Overloaded, &[Field(pair!["error.code"; "1305"])]).known(
        "traffic is too high at the moment",
        DOCS,
        DAY,
    ),
    rule("zhipu/model-busy", Code, R::Overloaded, &[Field(pair!["error.code"; "1312"])]).scope(Scope::Model).known(
        "traffic of the model is too high at the moment",
        DOCS,
        DAY,
    ),
    rule("zhipu/usage", Code, R::UsageLimit, &[Field(pair!["error.code"; "1308", "1310"])]).known(
        "the allowance of hours, a week or a month is used up; the message names the reset",
        DOCS,
        DAY,
    ),
    rule("zhipu/fair-use", Code, R::UsageLimit, &[Field(pair!["error.code"; "1313"])]).known(
        "restricted until the account asks for its release",
        DOCS,
        DAY,
    ),
    rule("zhipu/plan-expired", Code, R::PaymentRequired, &[Field(pair!["error.code"; "1309"])]).known(
        "the plan has expired",
        DOCS,
        DAY,
    ),
    rule("zhipu/plan-model", Code, R::Forbidden, &[Field(pair!["error.code"; "1311"])]).scope(Scope::Model).known(
        "the plan does not include the model",
        DOCS,
        DAY,
    ),
    rule("zhipu/weekly-text", Phrase, R::UsageLimit, &[Said(any!["weekly monthly limit exhausted"])]).known(
        "code 1310 where only its sentence is left",
        DOCS,
        DAY,
    ),
    rule("zhipu/fair-use-text", Phrase, R::UsageLimit, &[Said(any!["comply with the fair usage policy"])]).known(
        "code 1313 where only its sentence is left",
        DOCS,
        DAY,
    ),
    rule("zhipu/limited", Broad, R::RateLimit, &[Field(pair!["error.code"; "1302"])]).known(
        "concurrency in old messages, rate in new ones: the words decide",
        DOCS,
        DAY,
    ),
];
