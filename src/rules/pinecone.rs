//! Pinecone.

use super::Cond::Said;
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DAY: &str = "2026-11-30";

pub(crate) const PINECONE: Provider = Provider {
    name: "pinecone",
    hosts: any!["pinecone.io"],
    headers: any!["x-pinecone-"],
    marks: any!["PineconeApiException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[rule("pinecone/indexes", Phrase, R::PlanLimit, &[Said(any!["indexes allowed in project"])])
    .scope(Scope::Account)
    .known("the plan holds no more indexes", "docs.pinecone.io/reference/api/database-limits", DAY)];
