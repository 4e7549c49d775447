//! Mailgun.

use super::{Provider, Rule};

pub(crate) const MAILGUN: Provider = Provider {
    name: "mailgun",
    hosts: &["mailgun.net", "mailgun.com"],
    headers: &[],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
