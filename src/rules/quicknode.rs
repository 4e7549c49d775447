//! QuickNode.

use super::{Provider, Rule};

pub(crate) const QUICKNODE: Provider = Provider {
    name: "quicknode",
    hosts: any!["quicknode.com", "quiknode.pro"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
