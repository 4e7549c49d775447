//! NVIDIA NIM and cloud functions.

use super::Cond::{Also, Said};
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DAY: &str = "2026-11-30";

pub(crate) const NVIDIA: Provider = Provider {
    name: "nvidia",
    hosts: any!["nvidia.com"],
    headers: any!["nvcf-"],
    marks: any!["Nvidia_nimException", "NVIDIA representatives"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("nvidia/function", Phrase, R::ModelNotFound, &[Said(any!["not found for account"]), Also(any!["function"])])
        .known("the model is not served to this account", "docs.api.nvidia.com/nim/reference/llm-apis", DAY),
    rule("nvidia/worker", Phrase, R::Overloaded, &[Said(any!["worker local total request limit reached"])]).known(
        "a worker of the service is full",
        "docs.api.nvidia.com/nim/reference/llm-apis",
        DAY,
    ),
    rule("nvidia/degraded", Phrase, R::Overloaded, &[Said(any!["degraded function cannot be invoked"])])
        .scope(Scope::Model)
        .known(
            "the deployment of the model is unhealthy",
            "docs.nvidia.com/cloud-functions/user-guide/latest/cloud-function/function-lifecycle.html",
            DAY,
        ),
];
