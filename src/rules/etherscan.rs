//! Etherscan and its sisters. Every failure comes under a 200.

use super::Cond::{Own, Said};
use super::Rank::{Broad, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const ERRORS: &str = "docs.etherscan.io/common-error-messages";
const DAY: &str = "2026-11-30";

pub(crate) const ETHERSCAN: Provider = Provider {
    name: "etherscan",
    hosts: any!["etherscan.io"],
    headers: any![],
    marks: any!["NOTOK"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("etherscan/attempts", Phrase, R::RateLimit, &[Said(any!["too many invalid api key attempts"])]).known(
        "locked for half a minute; the key that follows may be right",
        ERRORS,
        DAY,
    ),
    rule(
        "etherscan/too-large",
        Phrase,
        R::TooLarge,
        &[Said(any!["select a smaller result dataset", "result window is too large"])],
    )
    .known("the query ran over a fixed maximum", ERRORS, DAY),
    rule("etherscan/request", Broad, R::BadRequest, &[Said(any!["missing or invalid", "deprecated v1 endpoint"]), Own])
        .known("no such module or action, or an old version", ERRORS, DAY),
];
