//! Mailgun.

use super::{Provider, Rule};

pub(crate) const MAILGUN: Provider = Provider {
    name: "mailgun",
    hosts: any!["mailgun.net", "mailgun.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
