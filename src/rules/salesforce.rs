//! Salesforce.

use super::Cond::Code;
use super::Rank::Code as Narrow;
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const CODES: &str = "developer.salesforce.com/docs/platform/api-rest/guide/errorcodes";
const DAY: &str = "2026-11-30";

pub(crate) const SALESFORCE: Provider = Provider {
    name: "salesforce",
    hosts: any!["salesforce.com", "force.com"],
    headers: any![],
    marks: any!["salesforce"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("salesforce/lock", Narrow, R::Concurrency, &[Code(any!["UNABLE_TO_LOCK_ROW"])]).scope(Scope::Call).known(
        "another call holds the record",
        "roblesterjr04/EloquentSalesForce#59",
        DAY,
    ),
    rule("salesforce/full", Narrow, R::PlanLimit, &[Code(any!["STORAGE_LIMIT_EXCEEDED"])]).known(
        "the storage is used up; time frees none",
        CODES,
        DAY,
    ),
    rule("salesforce/login", Narrow, R::Auth, &[Code(any!["INVALID_LOGIN"])]).known(
        "user, password or token are wrong",
        CODES,
        DAY,
    ),
];
