//! QuickNode.

use super::{Provider, Rule};

pub(crate) const QUICKNODE: Provider = Provider {
    name: "quicknode",
    hosts: &["quicknode.com", "quiknode.pro"],
    headers: &[],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[];
