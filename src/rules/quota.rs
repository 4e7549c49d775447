//! Allowances over a day, a month, a plan; ceilings that time does not lift.

use super::Cond::{Code, Field, Near, NoStatus, Not, Numbers, Said};
use super::Numbers::Over;
use super::Rank::{Code as Narrow, Phrase};
use super::wording::{DAILY, LIMITED, MONTHLY, TOKENS};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const LABELS: &str = "tests/cases/README.md";
const DAY: &str = "2026-11-30";

pub(crate) const QUOTA: Provider = Provider::generic("quota", RULES);

const RULES: &[Rule] = &[
    rule(
        "quota/zero-quota-field",
        Narrow,
        R::PlanLimit,
        &[Field(pair!["quota_limit_value", "quotaValue", "quota_value"; "0"])],
    )
    .known("a ceiling of zero is not refilled by time", LABELS, DAY),
    rule("quota/minute-tokens-over", Narrow, R::TokensPerMinute, &[Numbers(Over("minute")), Said(TOKENS)]).known(
        "of several windows told, the minute's is over",
        "epam/ai-dial",
        DAY,
    ),
    rule(
        "quota/day-code",
        Narrow,
        R::DailyQuota,
        &[Code(any![
            "daily_limit_exceeded",
            "daily_limit_reached",
            "daily_quota_exceeded",
            "dailyLimitExceeded",
            "dailyLimitExceededUnreg",
            "DAILY_LIMIT_EXCEEDED",
            "daily_rate_limit_exceeded",
            "rate_limit_exceeded_daily",
            "requests_per_day_exceeded",
            "quota_exceeded_daily",
            "DailyQuotaExceeded",
            "TotalRequests",
        ])],
    )
    .known("the code names the day", LABELS, DAY),
    rule(
        "quota/month-code",
        Narrow,
        R::MonthlyQuota,
        &[Code(any![
            "MONTHLY_REQUEST_COUNT",
            "monthly_limit_exceeded",
            "monthly_limit_reached",
            "monthly_quota_exceeded",
            "UsageCapExceeded",
            "monthly_usage_limit_reached",
            "MONTHLY_LIMIT_EXCEEDED",
            "PUBLIC_API_BILLING_LIMIT_EXCEEDED",
        ])],
    )
    .known("the code names the month", LABELS, DAY),
    rule(
        "quota/usage-code",
        Narrow,
        R::UsageLimit,
        &[Code(any![
            "usage_limit_reached",
            "usage_limit_exceeded",
            "organization_usage_limit_exceeded",
            "plan_usage_limit_reached",
            "weekly_limit_reached",
            "session_limit_reached"
        ])],
    )
    .known("the plan's allowance is used up", LABELS, DAY),
    rule(
        "quota/either",
        Phrase,
        R::Unknown,
        &[
            Said(any![
                "rate limit or *",
                "rate limits or *",
                "or rate limit",
                "or rate limits",
                "or there was another issue",
                "or there was another problem"
            ]),
            NoStatus,
        ],
    )
    .known("a client's own words for any refusal name two causes and decide neither", LABELS, DAY),
    rule(
        "quota/zero",
        Phrase,
        R::PlanLimit,
        &[
            Said(any![
                "limit 0",
                "limit is 0",
                "limit of 0",
                "limit to 0",
                "limit was 0",
                "quota of 0",
                "quota is 0",
                "quota 0",
                "actual limit # 0"
            ]),
            Not(any!["max budget", "spend"]),
        ],
    )
    .known("a ceiling of zero is not refilled by time", LABELS, DAY),
    rule(
        "quota/fixed",
        Phrase,
        R::PlanLimit,
        &[Said(any![
            "exceeds the service quota",
            "not available on the free",
            "not available on trial",
            "not available for trial",
            "not available on your plan",
            "not available in your plan",
            "not available in your current plan",
            "not included in your plan",
            "not available for your plan",
            "your plan does not include",
            "your plan does not support",
            "not supported on your plan",
            "your current plan does not",
            "not available on your current plan",
            "maximum number of projects",
            "maximum number of instances",
            "only available on paid",
            "only available for paid",
            "only available to paid",
            "only available on the",
            "requires a paid plan",
            "requires a higher",
            "not allowed in your plan",
            "free plan does not",
            "free tier does not"
        ])],
    )
    .known("a ceiling that only another plan lifts", LABELS, DAY),
    rule("quota/month", Phrase, R::MonthlyQuota, &[Said(MONTHLY), Near(LIMITED), Not(DAILY)]).known(
        "the limit is on a month",
        LABELS,
        DAY,
    ),
    rule("quota/day", Phrase, R::DailyQuota, &[Said(DAILY), Near(LIMITED)]).known("the limit is on a day", LABELS, DAY),
    rule(
        "quota/usage",
        Phrase,
        R::UsageLimit,
        &[
            Said(any![
                "weekly",
                "per week",
                "this week",
                "session limit",
                "session limits",
                "session usage",
                "hour session",
                "hour limit",
                "hour usage",
                "hour rate limit",
                "hour window",
                "hour quota",
                "5 hour",
                "5 hours",
                "5h",
                "five hour",
                "every # hours",
                "per # hours",
                "last # hours",
                "usage limit",
                "usage limits",
                "billing cycle",
                "billing period",
                "usage cap",
                "usage quota",
                "subscription quota",
                "package request limits",
                "no quota",
                "account has run out",
                "usage allowance",
                "inference limit",
                "hit your limit",
                "limit reached resets",
                "reached your limit",
                "out of call volume quota",
                "free quota",
                "free limit",
                "free tier quota",
                "free allocated quota",
                "trial quota",
                "free allocation",
                "free usage",
                "premium requests",
                "premium request",
                "quota reset",
                "exceeds your quota",
                "token plan",
                "使用上限",
                "每周",
                "本周",
                "套餐",
                "免费额度",
                "额度已用",
                "额度不足",
                "额度已耗尽",
                "allocated quota exceeded for"
            ]),
            Near(LIMITED),
            Not(any!["billing", "spend"]),
        ],
    )
    .known("an allowance over hours, a week or a plan is used up", LABELS, DAY),
];
