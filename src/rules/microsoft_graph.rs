//! Microsoft Graph: OneDrive, SharePoint, Outlook.

use super::Cond::Code;
use super::Rank::Code as Narrow;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const ERRORS: &str = "learn.microsoft.com/graph/errors";
const DAY: &str = "2026-11-30";

pub(crate) const MICROSOFT_GRAPH: Provider = Provider {
    name: "microsoft-graph",
    hosts: any!["graph.microsoft.com", "sharepoint.com", "onedrive.com", "onedrive.live.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "microsoft-graph/full",
        Narrow,
        R::PlanLimit,
        &[Code(any!["quotaLimitReached", "insufficientStorage", "ErrorQuotaExceeded"])],
    )
    .known("the storage is used up; time frees none", ERRORS, DAY),
    rule("microsoft-graph/no-mailbox", Narrow, R::NotFound, &[Code(any!["MailboxNotEnabledForRESTAPI"])]).known(
        "that user has no mailbox in the cloud",
        "learn.microsoft.com/graph/resolve-auth-errors",
        DAY,
    ),
];
