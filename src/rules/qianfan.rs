//! Baidu Qianfan: HTTP 200 with `error_code` and `error_msg`, or with `code` and `msg`; version 2 like OpenAI, with codes of its own.

use super::Cond::{Code, Field};
use super::Rank::Code as Narrow;
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const V1: &str = "ai.baidu.com/ai-doc/WENXINWORKSHOP/tlmyncueh";
const V2: &str = "cloud.baidu.com/doc/qianfan-api/s/rmwbl43x7";
const DAY: &str = "2026-11-30";

pub(crate) const QIANFAN: Provider = Provider {
    name: "qianfan",
    hosts: any!["baidubce.com", "cloud.baidu.com", "ai.baidu.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "qianfan/server",
        Narrow,
        R::ServerError,
        &[Field(pair!["error_code"; "1", "15", "336000"]), Field(pair!["error_msg"; ])],
    )
    .known("the service failed; the page says to try again", V1, DAY),
    rule(
        "qianfan/unavailable",
        Narrow,
        R::Overloaded,
        &[Field(pair!["error_code"; "2", "4"]), Field(pair!["error_msg"; ])],
    )
    .known("the cluster is over its own limit", V1, DAY),
    rule("qianfan/method", Narrow, R::NotFound, &[Field(pair!["error_code"; "3"]), Field(pair!["error_msg"; ])]).known(
        "no such API",
        V1,
        DAY,
    ),
    rule("qianfan/permission", Narrow, R::Forbidden, &[Field(pair!["error_code"; "6"]), Field(pair!["error_msg"; ])])
        .scope(Scope::Account)
        .known("the application lacks the permission", V1, DAY),
    rule(
        "qianfan/auth",
        Narrow,
        R::Auth,
        &[Field(pair!["error_code"; "13", "14", "100", "110", "111"]), Field(pair!["error_msg"; ])],
    )
    .known("the access token is wrong or expired", V1, DAY),
    rule("qianfan/day", Narrow, R::DailyQuota, &[Field(pair!["error_code"; "17"]), Field(pair!["error_msg"; ])]).known(
        "the requests of a day are used up",
        V1,
        DAY,
    ),
    rule("qianfan/qps", Narrow, R::RequestsPerMinute, &[Field(pair!["error_code"; "18"]), Field(pair!["error_msg"; ])])
        .known("requests a second", V1, DAY),
    rule("qianfan/total", Narrow, R::UsageLimit, &[Field(pair!["error_code"; "19"]), Field(pair!["error_msg"; ])])
        .known("the total of requests is used up", V1, DAY),
    rule("qianfan/minute", Narrow, R::RequestsPerMinute, &[Field(pair!["error_code", "code"; "336501"])]).known(
        "requests a minute",
        "cloud.baidu.com/doc/WENXINWORKSHOP/s/hlzic283e",
        DAY,
    ),
    rule("qianfan/tokens", Narrow, R::TokensPerMinute, &[Field(pair!["error_code", "code"; "336502"])]).known(
        "tokens a minute",
        "cloud.baidu.com/doc/WENXINWORKSHOP/s/hlzic283e",
        DAY,
    ),
    rule(
        "qianfan/request",
        Narrow,
        R::BadRequest,
        &[Field(pair!["error_code"; "336001"]), Field(pair!["error_msg"; ])],
    )
    .known("a parameter is wrong", V1, DAY),
    rule(
        "qianfan/rpm",
        Narrow,
        R::RequestsPerMinute,
        &[Code(any!["rpm_rate_limit_exceeded", "user_rate_limit_exceeded", "coding_plan_rate_limit_exceeded"])],
    )
    .known("requests of the account", V2, DAY),
    rule(
        "qianfan/tpm",
        Narrow,
        R::TokensPerMinute,
        &[Code(any!["tpm_rate_limit_exceeded", "input_tpm_rate_limit_exceeded", "output_tpm_rate_limit_exceeded"])],
    )
    .known("tokens of the account", V2, DAY),
    rule(
        "qianfan/cluster",
        Narrow,
        R::Overloaded,
        &[Code(any![
            "cluster_rate_limit_exceeded",
            "cluster_rpm_rate_limit_exceeded",
            "cluster_tpm_rate_limit_exceeded",
            "preemptible_rate_limit_exceeded",
            "Offline_batch_reasoning_refused",
            "coding_plan_cluster_rate_limited",
        ])],
    )
    .known("the shared cluster is full, not the account", V2, DAY),
    rule(
        "qianfan/plan-usage",
        Narrow,
        R::UsageLimit,
        &[Code(any!["coding_plan_hour_quota_exceeded", "coding_plan_week_quota_exceeded"])],
    )
    .known("the plan's allowance is used up", V2, DAY),
    rule("qianfan/plan-month", Narrow, R::MonthlyQuota, &[Code(any!["coding_plan_month_quota_exceeded"])]).known(
        "the plan's month is used up",
        V2,
        DAY,
    ),
    rule(
        "qianfan/plan-expired",
        Narrow,
        R::PaymentRequired,
        &[Code(any!["coding_plan_not_subscribed", "coding_plan_subscription_expired"])],
    )
    .known("no plan is active", V2, DAY),
    rule("qianfan/overdue", Narrow, R::CreditBalance, &[Code(any!["account_overdue"])]).known(
        "the balance is below zero",
        V2,
        DAY,
    ),
    rule("qianfan/token", Narrow, R::Auth, &[Code(any!["invalid_iam_token", "invalid_appid"])]).known(
        "the credential is wrong",
        V2,
        DAY,
    ),
    rule("qianfan/too-long", Narrow, R::TooLarge, &[Code(any!["characters_too_long", "tokens_too_long"])]).known(
        "the prompt is too long",
        V2,
        DAY,
    ),
    rule(
        "qianfan/unsafe",
        Narrow,
        R::ContentPolicy,
        &[Code(any!["unsafe_request", "system_unsafe", "user_setting_unsafe", "functions_unsafe", "image_url_unsafe"])],
    )
    .known("refused for what it says", V2, DAY),
    rule("qianfan/offline", Narrow, R::ModelNotFound, &[Code(any!["model_offline"])]).known(
        "the model is retired",
        V2,
        DAY,
    ),
];
