//! Vertex AI. Its quota metrics name their meter: `generic` reads them.

use super::Cond::{Also, Host, Said};
use super::Rank::Broad;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DAY: &str = "2026-11-30";

pub(crate) const VERTEX: Provider = Provider {
    name: "vertex",
    hosts: any!["aiplatform.googleapis.com"],
    headers: any![],
    marks: any!["Publisher Model", "VertexAI ClientError", "VertexAI Error"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    // The pool is shared by all customers; a caller's own quota is named in other words.
    rule(
        "vertex/shared-pool",
        Broad,
        R::Overloaded,
        &[Said(any!["resource exhausted"]), Also(any!["please try again later"]), Host(any!["cloud.google.com"])],
    )
    .known("no capacity in the shared pool", "cloud.google.com/vertex-ai/generative-ai/docs/error-code-429", DAY),
];
