//! Azure: Resource Manager, Storage, Cosmos DB.

use super::Cond::{Code, Said};
use super::Rank::{Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const ARM: &str = "learn.microsoft.com/azure/azure-resource-manager/troubleshooting/common-deployment-errors";
const LIMITS: &str = "learn.microsoft.com/azure/azure-resource-manager/management/request-limits-and-throttling";
const DAY: &str = "2026-11-30";

pub(crate) const AZURE: Provider = Provider {
    name: "azure",
    hosts: any!["management.azure.com", "documents.azure.com", "core.windows.net", "vault.azure.net"],
    headers: any!["x-ms-ratelimit-remaining-", "x-ms-substatus"],
    marks: any!["request rate is large"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[
        rule(
            "azure/ceiling",
            Narrow,
            R::PlanLimit,
            &[Code(any!["ResourceQuotaExceeded", "DeploymentQuotaExceeded", "PublicIPCountLimitReached"])],
        )
        .known("a number of things, raised only on request", ARM, DAY),
        rule("azure/cores", Phrase, R::PlanLimit, &[Said(any!["exceeding approved", "exceeding quota limits of"])])
            .scope(Scope::Account)
            .known("the region's cores, under OperationNotAllowed or QuotaExceeded", "hashicorp/terraform#10056", DAY),
        rule("azure/allocation", Narrow, R::Overloaded, &[Code(any!["AllocationFailed", "ZonalAllocationFailed"])])
            .known("the cluster lacks machines just now, under a 409", ARM, DAY),
        rule(
            "azure/other-operation",
            Narrow,
            R::Concurrency,
            &[Code(any![
                "RetryableErrorDueToAnotherOperation",
                "AnotherOperationInProgress",
                "DeploymentActive",
                "DeploymentActiveAndUneditable",
            ])],
        )
        .scope(Scope::Call)
        .known("another operation holds this resource", LIMITS, DAY),
        rule("azure/subscription-disabled", Narrow, R::AccountSuspended, &[Code(any!["ReadOnlyDisabledSubscription"])])
            .known("the subscription is disabled, as a rule for billing", "microsoft/vscode-azureappservice#912", DAY),
    ];
