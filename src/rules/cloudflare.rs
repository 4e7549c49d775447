//! cloudflare.

use super::{Provider, Rule};

pub(crate) const CLOUDFLARE: Provider =
    Provider { name: "cloudflare", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
