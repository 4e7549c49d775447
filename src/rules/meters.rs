//! The meter that stands at zero (draft-ietf-httpapi-ratelimit-headers).

use super::Cond::{Numbers, Status};
use super::Numbers::{EmptyMeterOver, EmptyRequestMeter, EmptyTokenMeter};
use super::Rank::Meter;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DAY: &str = "2026-11-30";

pub(crate) const METERS: Provider = Provider::generic("meters", RULES);

const RULES: &[Rule] = &[
    rule(
        "meters/empty-month-meter",
        Meter,
        R::MonthlyQuota,
        &[Numbers(EmptyMeterOver(2_419_200)), Status(&[402, 403, 429])],
    )
    .known("a meter over a month stands at zero", "draft-ietf-httpapi-ratelimit-headers", DAY),
    rule("meters/empty-long-meter", Meter, R::UsageLimit, &[Numbers(EmptyMeterOver(86_401)), Status(&[402, 403, 429])])
        .known("a meter over days stands at zero", "draft-ietf-httpapi-ratelimit-headers", DAY),
    rule("meters/empty-day-meter", Meter, R::DailyQuota, &[Numbers(EmptyMeterOver(86_400)), Status(&[402, 403, 429])])
        .known("a meter over a day stands at zero", "draft-ietf-httpapi-ratelimit-headers", DAY),
    rule("meters/empty-hours-meter", Meter, R::UsageLimit, &[Numbers(EmptyMeterOver(3_601)), Status(&[402, 403, 429])])
        .known("a meter over hours stands at zero", "draft-ietf-httpapi-ratelimit-headers", DAY),
    rule("meters/empty-token-meter", Meter, R::TokensPerMinute, &[Numbers(EmptyTokenMeter), Status(&[429])]).known(
        "a meter of tokens stands at zero",
        "platform.openai.com/docs/guides/rate-limits",
        DAY,
    ),
    rule("meters/empty-request-meter", Meter, R::RequestsPerMinute, &[Numbers(EmptyRequestMeter), Status(&[429])])
        .known("a meter of requests stands at zero", "platform.openai.com/docs/guides/rate-limits", DAY),
];
