//! hunyuan.

use super::{Provider, Rule};

pub(crate) const HUNYUAN: Provider =
    Provider { name: "hunyuan", hosts: &[], headers: &[], marks: &[], zone_minutes: None, rules: RULES };

const RULES: &[Rule] = &[];
