//! Volcengine Ark and BytePlus ModelArk.

use super::Cond::{Code, Said};
use super::Rank::{Broad, Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DOCS: &str = "www.volcengine.com/docs/82379/1299023";
const DAY: &str = "2026-11-30";

pub(crate) const VOLCENGINE: Provider = Provider {
    name: "volcengine",
    hosts: any!["volces.com", "volcengine.com", "bytepluses.com", "byteplus.com"],
    headers: any![],
    marks: any!["VolcengineException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[
        rule(
            "volcengine/model-requests",
            Narrow,
            R::RequestsPerMinute,
            &[Code(any![
                "ModelAccountRpmRateLimitExceeded",
                "ModelAccountIpmRateLimitExceeded",
                "RateLimitExceeded.EndpointRPMExceeded",
            ])],
        )
        .scope(Scope::Model)
        .known("requests or images a minute for one model", DOCS, DAY),
        rule(
            "volcengine/model-tokens",
            Narrow,
            R::TokensPerMinute,
            &[Code(any![
                "ModelAccountTpmRateLimitExceeded",
                "RateLimitExceeded.EndpointTPMExceeded",
                "RateLimitExceeded.EndpointFlexTPMExceeded",
            ])],
        )
        .scope(Scope::Model)
        .known("tokens a minute for one model", DOCS, DAY),
        rule("volcengine/requests", Narrow, R::RequestsPerMinute, &[Code(any!["APIAccountRpmRateLimitExceeded"])])
            .known("requests a minute for one API", DOCS, DAY),
        rule("volcengine/burst", Narrow, R::Ramp, &[Code(any!["RequestBurstTooFast"])]).known(
            "the caller's growth is blamed",
            DOCS,
            DAY,
        ),
        rule("volcengine/concurrency", Narrow, R::Concurrency, &[Code(any!["InflightBatchsizeExceeded"])]).known(
            "too many calls at one time",
            DOCS,
            DAY,
        ),
        rule("volcengine/paused", Narrow, R::PlanLimit, &[Code(any!["SetLimitExceeded"])]).scope(Scope::Model).known(
            "the owner's own limit for the model; raised by hand",
            DOCS,
            DAY,
        ),
        rule(
            "volcengine/overdue",
            Narrow,
            R::CreditBalance,
            &[Code(any!["AccountOverdueError", "OperationDenied.ServiceOverdue"])],
        )
        .known("an overdue balance", DOCS, DAY),
        rule("volcengine/subscription", Narrow, R::PaymentRequired, &[Code(any!["InvalidSubscription"])]).known(
            "the plan is missing or has expired",
            DOCS,
            DAY,
        ),
        rule(
            "volcengine/closed",
            Narrow,
            R::ModelNotFound,
            &[Code(any![
                "OperationDenied.ServiceNotOpen",
                "InvalidEndpointOrModel.ModelIDAccessDisabled",
                "InvalidEndpoint.ClosedEndpoint",
            ])],
        )
        .known("the model or endpoint is not open to this account", DOCS, DAY),
        rule(
            "volcengine/content",
            Narrow,
            R::ContentPolicy,
            &[Code(any![
                "SensitiveContentDetected",
                "SensitiveContentDetected.SevereViolation",
                "SensitiveContentDetected.Violence",
                "InputTextSensitiveContentDetected",
                "InputImageSensitiveContentDetected",
                "InputVideoSensitiveContentDetected",
                "InputAudioSensitiveContentDetected",
                "OutputTextSensitiveContentDetected",
                "OutputImageSensitiveContentDetected",
                "OutputVideoSensitiveContentDetected",
                "OutputAudioSensitiveContentDetected",
                "InputTextRiskDetection",
                "InputImageRiskDetection",
                "OutputTextRiskDetection",
                "OutputImageRiskDetection",
            ])],
        )
        .known("refused for what it says", DOCS, DAY),
        rule(
            "volcengine/content-text",
            Phrase,
            R::ContentPolicy,
            &[Said(any![
                "may contain sensitive information",
                "may be related to copyright restrictions",
                "may contain real person",
                "may contain counterfeit documents",
            ])],
        )
        .known("the same codes with a second part, by their sentences", DOCS, DAY),
        rule("volcengine/trial", Phrase, R::UsageLimit, &[Said(any!["exhausted its free trial quota"])])
            .scope(Scope::Model)
            .known("the free trial of one model", DOCS, DAY),
        rule("volcengine/context", Phrase, R::TooLarge, &[Said(any!["exceed max message tokens"])]).known(
            "over the model's maximum",
            DOCS,
            DAY,
        ),
        rule("volcengine/quota", Broad, R::UsageLimit, &[Code(any!["AccountQuotaExceeded"])]).known(
            "a plan's allowance; the sentence names the window",
            DOCS,
            DAY,
        ),
    ];
