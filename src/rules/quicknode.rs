//! quicknode.

use super::{Provider, Rule};

pub(crate) const QUICKNODE: Provider =
    Provider { name: "quicknode", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
