//! HubSpot.

use super::Cond::{Own, Status};
use super::Rank::Status as AtStatus;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const ERRORS: &str = "developers.hubspot.com/docs/api-reference/error-handling";
const DAY: &str = "2026-11-30";

pub(crate) const HUBSPOT: Provider = Provider {
    name: "hubspot",
    hosts: any!["hubapi.com", "hubspot.com"],
    headers: any!["x-hubspot-"],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[rule("hubspot/migration", AtStatus, R::Overloaded, &[Status(&[477]), Own]).known(
    "the account moves to another data centre; Retry-After says how long",
    ERRORS,
    DAY,
)];
