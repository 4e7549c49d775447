//! Docker Hub, and registries that speak as it does.

use super::Cond::Said;
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const REGISTRY: &str = "distribution.github.io/distribution/spec/api/#errors-2";
const DAY: &str = "2026-11-30";

pub(crate) const DOCKER_HUB: Provider = Provider {
    name: "docker-hub",
    hosts: any!["docker.com", "docker.io"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[
        rule(
            "docker-hub/unknown",
            Phrase,
            R::NotFound,
            &[Said(any!["manifest unknown", "name unknown repository name not known"])],
        )
        .known("no such tag or repository", REGISTRY, DAY),
        rule("docker-hub/denied", Phrase, R::Forbidden, &[Said(any!["requested access to the resource is denied"])])
            .known("a private repository, or none", REGISTRY, DAY),
    ];
