//! Deepgram: `err_code` decides.

use super::Cond::{Code, Said};
use super::Rank::Code as Narrow;
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DOCS: &str = "developers.deepgram.com/docs/errors";
const DAY: &str = "2026-11-30";

pub(crate) const DEEPGRAM: Provider = Provider {
    name: "deepgram",
    hosts: any!["deepgram.com"],
    headers: any!["dg-"],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "deepgram/model-access",
        Narrow,
        R::Forbidden,
        &[Code(any!["INSUFFICIENT_PERMISSIONS"]), Said(any!["requested model"])],
    )
    .scope(Scope::Model)
    .known("the project may not use this model", DOCS, DAY),
    rule("deepgram/permissions", Narrow, R::Forbidden, &[Code(any!["INSUFFICIENT_PERMISSIONS"])])
        .scope(Scope::Account)
        .known("the key lacks the permission, though it comes as 401", DOCS, DAY),
];
