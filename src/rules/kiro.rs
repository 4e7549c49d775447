//! Kiro and Amazon Q Developer.

use super::Cond::{Code, Said};
use super::Rank::{Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DAY: &str = "2026-11-30";

pub(crate) const KIRO: Provider = Provider {
    name: "kiro",
    hosts: any!["kiro.dev"],
    headers: any![],
    marks: any!["kiro"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("kiro/capacity", Narrow, R::Overloaded, &[Code(any!["INSUFFICIENT_MODEL_CAPACITY"])])
        .scope(Scope::Model)
        .known("the model lacks capacity", "aws/amazon-q-developer-cli#2503", DAY),
    rule("kiro/traffic", Phrase, R::Overloaded, &[Said(any!["high volume of traffic"])]).scope(Scope::Model).known(
        "the selected model is busy",
        "kirodotdev/Kiro#11505",
        DAY,
    ),
];
