//! GitHub Models. The name of a limit ("UserByModelByDay") says all: `generic` reads it.

use super::{Provider, Rule};

pub(crate) const GITHUB_MODELS: Provider = Provider {
    name: "github-models",
    hosts: any!["models.github.ai", "models.inference.ai.azure.com"],
    headers: any![],
    marks: any!["exceeded for UserBy", "exceeded for UserConcurrentRequests"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
