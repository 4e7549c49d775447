//! Hugging Face: the hub, Inference Providers, text-generation-inference.

use super::Cond::Said;
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DAY: &str = "2026-11-30";

pub(crate) const HUGGINGFACE: Provider = Provider {
    name: "huggingface",
    hosts: any!["huggingface.co", "hf.co"],
    headers: any![],
    marks: any!["HfHubHTTPError", "HuggingfaceException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("huggingface/gated", Phrase, R::Forbidden, &[Said(any!["cannot access gated repo"])])
        .scope(Scope::Model)
        .known("the model's owner has not let this account in", "huggingface.co/docs/hub/models-gated", DAY),
    rule("huggingface/tokens", Phrase, R::TooLarge, &[Said(any!["inputs tokens max new tokens must be"])]).known(
        "input and output together are over the model's maximum",
        "huggingface.co/docs/text-generation-inference/basic_tutorials/launcher",
        DAY,
    ),
];
