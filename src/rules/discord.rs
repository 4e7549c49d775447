//! discord.

use super::{Provider, Rule};

pub(crate) const DISCORD: Provider =
    Provider { name: "discord", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
