//! Okta.

use super::Cond::{Header, Status};
use super::Rank::Meter;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DAY: &str = "2026-11-30";

pub(crate) const OKTA: Provider = Provider {
    name: "okta",
    hosts: any!["okta.com", "oktapreview.com"],
    headers: any!["x-okta-"],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[rule("okta/concurrency", Meter, R::Concurrency, &[Header(pair!["x-rate-limit-limit"; "0"]), Status(&[429])])
        .known(
            "a limit of 0 is its mark for too many calls at one time",
            "developer.okta.com/docs/reference/rl2-concurrency",
            DAY,
        )];
