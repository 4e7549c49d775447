//! LM Studio. It answers 400 to everything.

use super::Cond::Said;
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DAY: &str = "2026-11-30";

pub(crate) const LMSTUDIO: Provider = Provider {
    name: "lmstudio",
    hosts: any!["lmstudio.ai"],
    headers: any![],
    marks: any!["LM Studio", "lms load"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("lmstudio/crashed", Phrase, R::ServerError, &[Said(any!["model has crashed"])]).scope(Scope::Model).known(
        "the model's process died; it is loaded again",
        "lmstudio-ai/lmstudio-bug-tracker#1347",
        DAY,
    ),
    rule(
        "lmstudio/context",
        Phrase,
        R::TooLarge,
        &[Said(any!["context length of only", "greater than the context length"])],
    )
    .known(
        "the prompt is longer than the context the model was loaded with",
        "lmstudio-ai/lmstudio-bug-tracker#546",
        DAY,
    ),
    rule("lmstudio/no-model", Phrase, R::ModelNotFound, &[Said(any!["no models loaded"])]).known(
        "somebody must load a model first",
        "lmstudio-ai/lms#107",
        DAY,
    ),
];
