//! Airtable.

use super::Cond::Code;
use super::Rank::Code as Narrow;
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const ERRORS: &str = "support.airtable.com/docs/airtable-api-common-troubleshooting";
const DAY: &str = "2026-11-30";

pub(crate) const AIRTABLE: Provider = Provider {
    name: "airtable",
    hosts: any!["airtable.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[rule(
    "airtable/permissions",
    Narrow,
    R::Forbidden,
    &[Code(any!["INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND", "INVALID_PERMISSIONS"])],
)
.scope(Scope::Account)
.known("its models are tables", ERRORS, DAY)];
