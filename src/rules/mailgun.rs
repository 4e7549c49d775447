//! mailgun.

use super::{Provider, Rule};

pub(crate) const MAILGUN: Provider =
    Provider { name: "mailgun", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
