//! Auth0.

use super::Cond::Code;
use super::Rank::Code as Narrow;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DAY: &str = "2026-11-30";

pub(crate) const AUTH0: Provider = Provider {
    name: "auth0",
    hosts: any!["auth0.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[rule("auth0/entities", Narrow, R::PlanLimit, &[Code(any!["too_many_entities"])]).known(
    "a number of things that the tenant's plan fixes",
    "auth0.com/docs/api/management/v2",
    DAY,
)];
