//! docker-hub.

use super::{Provider, Rule};

pub(crate) const DOCKER_HUB: Provider =
    Provider { name: "docker-hub", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
