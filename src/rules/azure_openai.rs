//! Azure OpenAI and Foundry. Its sentences say which rate they mean: `generic` reads them.

use super::Cond::{Header, Said};
use super::Rank::{Meter, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const QUOTA: &str = "learn.microsoft.com/en-us/azure/ai-services/openai/how-to/quota";
const ABUSE: &str = "learn.microsoft.com/en-us/azure/ai-foundry/openai/concepts/abuse-monitoring";
const DAY: &str = "2026-11-30";

pub(crate) const AZURE_OPENAI: Provider = Provider {
    name: "azure-openai",
    hosts: any!["openai.azure.com", "cognitiveservices.azure.com", "services.ai.azure.com"],
    headers: any!["apim-request-id", "azureml-", "x-ms-deployment-name"],
    marks: any!["Azure OpenAI", "AzureException", "AzureOpenAIException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    // Asked of the control plane. It names tokens per minute, but nothing refills.
    rule(
        "azure-openai/no-quota-to-deploy",
        Phrase,
        R::PlanLimit,
        &[Said(any!["bigger than available capacity", "bigger than the current available capacity"])],
    )
    .known("the subscription has no capacity left to assign", "microsoft/PubSec-Info-Assistant#880", DAY),
    rule(
        "azure-openai/resource-blocked",
        Phrase,
        R::Forbidden,
        &[Said(any!["resource has been temporarily blocked", "resource has been blocked"])],
    )
    .scope(Scope::Account)
    .known("the resource is blocked for what its calls contained; every call of it is refused", ABUSE, DAY),
    rule(
        "azure-openai/deployment-tokens",
        Meter,
        R::TokensPerMinute,
        &[Header(pair!["policy-id"; "DeploymentRatelimit-Token"])],
    )
    .known("the deployment's token rate refused", "openai/openai-python#937", DAY),
    rule(
        "azure-openai/deployment-calls",
        Meter,
        R::RequestsPerMinute,
        &[Header(pair!["policy-id"; "DeploymentRatelimit-Call"])],
    )
    .known("the deployment's call rate refused", QUOTA, DAY),
];
