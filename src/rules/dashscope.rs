//! Alibaba Cloud Model Studio (DashScope).

use super::Cond::{Code, Not, Own, Said};
use super::Rank::{Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DOCS: &str = "help.aliyun.com/zh/model-studio/error-code";
const DAY: &str = "2026-11-30";

pub(crate) const DASHSCOPE: Provider = Provider {
    name: "dashscope",
    hosts: any![
        "dashscope.aliyuncs.com",
        "dashscope-intl.aliyuncs.com",
        "help.aliyun.com",
        "bailian.console.aliyun.com",
        "alibabacloud.com",
    ],
    headers: any!["x-dashscope-"],
    marks: any!["dashscope"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "dashscope/requests",
        Narrow,
        R::RequestsPerMinute,
        &[Code(any!["limit_requests", "LimitRequests", "Throttling.RateQuota"])],
    )
    .known("requests a second or a minute", DOCS, DAY),
    rule("dashscope/burst", Narrow, R::Ramp, &[Code(any!["Throttling.BurstRate"])]).known(
        "the caller's growth is blamed",
        DOCS,
        DAY,
    ),
    rule("dashscope/free-tier", Narrow, R::UsageLimit, &[Code(any!["AllocationQuota.FreeTierOnly"])])
        .scope(Scope::Model)
        .known("the model's free quota is used up and nothing else is allowed", DOCS, DAY),
    rule(
        "dashscope/unpaid",
        Narrow,
        R::PaymentRequired,
        &[Code(any!["PrepaidBillOverdue", "PostpaidBillOverdue", "CommodityNotPurchased"])],
    )
    .known("the workspace is not paid for", DOCS, DAY),
    rule("dashscope/model-access", Narrow, R::Forbidden, &[Code(any!["Model.AccessDenied"])])
        .scope(Scope::Model)
        .known("the workspace may not use this model", DOCS, DAY),
    rule(
        "dashscope/tokens",
        Phrase,
        R::TokensPerMinute,
        &[
            Said(any!["allocated quota exceeded"]),
            Not(any![
                "free allocated quota",
                "hour allocated quota",
                "week allocated quota",
                "month allocated quota",
                "concurrency allocated quota",
            ]),
        ],
    )
    .known("the tokens of a second or a minute, whatever it sounds like", DOCS, DAY),
    rule("dashscope/tokens-compatible", Phrase, R::TokensPerMinute, &[Said(any!["exceeded your current quota"]), Own])
        .known("the same in OpenAI's words", DOCS, DAY),
    rule(
        "dashscope/plan",
        Phrase,
        R::UsageLimit,
        &[Said(any!["hour allocated quota exceeded", "week allocated quota exceeded"])],
    )
    .known("the coding plan's allowance is used up", "alibabacloud.com/help/en/model-studio/coding-plan-faq", DAY),
    rule("dashscope/plan-month", Phrase, R::MonthlyQuota, &[Said(any!["month allocated quota exceeded"])]).known(
        "the coding plan's month is used up",
        "alibabacloud.com/help/en/model-studio/coding-plan-faq",
        DAY,
    ),
    rule("dashscope/capacity", Phrase, R::Overloaded, &[Said(any!["due to system capacity limits"])]).known(
        "the service lacks capacity",
        DOCS,
        DAY,
    ),
];
