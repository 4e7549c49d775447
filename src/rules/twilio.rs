//! twilio.

use super::{Provider, Rule};

pub(crate) const TWILIO: Provider =
    Provider { name: "twilio", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
