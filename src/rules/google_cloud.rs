//! Google Cloud: the reasons of `google.rpc.ErrorInfo` and the status names of `google.rpc.Code`.

use super::Cond::Code;
use super::Rank::Code as Narrow;
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const REASONS: &str = "github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto";
const DAY: &str = "2026-11-30";

pub(crate) const GOOGLE_CLOUD: Provider = Provider {
    name: "google-cloud",
    hosts: any!["cloud.google.com", "console.developers.google.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "google-cloud/refused",
        Narrow,
        R::Forbidden,
        &[Code(any![
            "CONSUMER_SUSPENDED",
            "CONSUMER_INVALID",
            "USER_PROJECT_DENIED",
            "SECURITY_POLICY_VIOLATED",
            "API_KEY_HTTP_REFERRER_BLOCKED",
            "API_KEY_IP_ADDRESS_BLOCKED",
            "API_KEY_ANDROID_APP_BLOCKED",
            "API_KEY_IOS_APP_BLOCKED",
        ])],
    )
    .scope(Scope::Account)
    .known("the project, or where the key may be used from, is refused whatever the call", REASONS, DAY),
    rule("google-cloud/resource-quota", Narrow, R::PlanLimit, &[Code(any!["RESOURCE_QUOTA_EXCEEDED"])]).known(
        "a number of things, not a rate: time frees none",
        REASONS,
        DAY,
    ),
];
