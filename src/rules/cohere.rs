//! Cohere.

use super::Cond::{Said, Status};
use super::Rank::{Phrase, Status as Last};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DOCS: &str = "docs.cohere.com/errors-reference";
const DAY: &str = "2026-11-30";

pub(crate) const COHERE: Provider = Provider {
    name: "cohere",
    hosts: any!["cohere.com", "cohere.ai"],
    headers: any!["x-trial-endpoint-call-"],
    marks: any!["CohereException", "cohere.errors"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "cohere/prompt",
        Phrase,
        R::TooLarge,
        &[Said(any!["number of tokens in the prompt cannot exceed", "size limit exceeded by # tokens"])],
    )
    .known("the prompt is over the model's maximum", DOCS, DAY),
    rule("cohere/cancelled", Phrase, R::Aborted, &[Said(any!["request cancelled"])]).known(
        "the caller cancelled",
        DOCS,
        DAY,
    ),
    rule("cohere/streaming", Last, R::ServerError, &[Status(&[499]), Said(any!["streaming error"])]).known(
        "the stream failed",
        DOCS,
        DAY,
    ),
];
