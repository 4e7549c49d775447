//! lemlist.

use super::{Provider, Rule};

pub(crate) const LEMLIST: Provider =
    Provider { name: "lemlist", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
