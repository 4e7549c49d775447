//! Azure API Management, in front of anybody's API.

use super::Cond::Said;
use super::Rank::{Phrase, Window};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const POLICIES: &str = "learn.microsoft.com/en-us/azure/api-management/api-management-error-handling-policies";
const DAY: &str = "2026-11-30";

pub(crate) const AZURE_APIM: Provider = Provider {
    name: "azure-apim",
    hosts: any!["azure-api.net"],
    headers: any!["ocp-apim-"],
    marks: any!["out of call volume quota", "out of bandwidth quota"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("azure-apim/missing-key", Phrase, R::Auth, &[Said(any!["missing subscription key"])]).known(
        "no key was sent, although the sentence says access denied",
        POLICIES,
        DAY,
    ),
    rule("azure-apim/bandwidth", Phrase, R::UsageLimit, &[Said(any!["out of bandwidth quota"])]).known(
        "the quota policy's bytes are used up",
        POLICIES,
        DAY,
    ),
    rule("azure-apim/tokens", Window, R::TokensPerMinute, &[Said(any!["token limit is exceeded"])]).known(
        "the token limit policy's rate",
        "learn.microsoft.com/azure/api-management/llm-token-limit-policy",
        DAY,
    ),
];
