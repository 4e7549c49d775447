//! Ollama, at home and in its cloud.

use super::Cond::Said;
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DAY: &str = "2026-11-30";

pub(crate) const OLLAMA: Provider = Provider {
    name: "ollama",
    hosts: any!["ollama.com", "ollama.ai"],
    headers: any![],
    marks: any!["ollama", "OllamaException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("ollama/not-pulled", Phrase, R::ModelNotFound, &[Said(any!["try pulling it first"])]).known(
        "the model is not on that machine",
        "ollama/ollama#718",
        DAY,
    ),
    rule("ollama/runner-died", Phrase, R::ServerError, &[Said(any!["runner process has terminated"])]).known(
        "the model's process died; the next call starts another",
        "ollama/ollama#8770",
        DAY,
    ),
];
