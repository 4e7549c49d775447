//! Infura.

use super::Cond::Said;
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DAY: &str = "2026-11-30";

pub(crate) const INFURA: Provider = Provider {
    name: "infura",
    hosts: any!["infura.io"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[rule("infura/results", Phrase, R::TooLarge, &[Said(any!["query returned more than # results"])]).known(
        "one query over a fixed maximum, under the code of a rate limit",
        "docs.metamask.io/services/reference/ethereum/json-rpc-methods/eth_getlogs",
        DAY,
    )];
