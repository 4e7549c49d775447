//! Alpha Vantage. Every failure comes under a 200, by `Information`, `Note` or `Error Message`.

use super::Cond::{Field, Own, Said};
use super::Rank::{Broad, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const SUPPORT: &str = "www.alphavantage.co/support";
const DAY: &str = "2026-11-30";

pub(crate) const ALPHA_VANTAGE: Provider = Provider {
    name: "alpha-vantage",
    hosts: any!["alphavantage.co"],
    headers: any![],
    marks: any!["Alpha Vantage"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("alpha-vantage/premium", Phrase, R::PlanLimit, &[Said(any!["premium endpoint"]), Own]).known(
        "the plan does not include the endpoint",
        SUPPORT,
        DAY,
    ),
    rule("alpha-vantage/key", Phrase, R::Auth, &[Said(any!["apikey is invalid or missing"])]).known(
        "the key is wrong or missing",
        SUPPORT,
        DAY,
    ),
    rule("alpha-vantage/burst", Broad, R::RequestsPerMinute, &[Field(pair!["Information", "Note"; ]), Own]).known(
        "one request a second; its sentence begins like an advert",
        SUPPORT,
        DAY,
    ),
];
