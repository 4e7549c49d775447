//! SiliconFlow: the meter is the last words of the message.

use super::Cond::Said;
use super::Rank::{Phrase, Window};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DOCS: &str = "docs.siliconflow.cn/cn/userguide/rate-limits/rate-limit-and-upgradation";
const DAY: &str = "2026-11-30";

pub(crate) const SILICONFLOW: Provider = Provider {
    name: "siliconflow",
    hosts: any!["siliconflow.cn", "siliconflow.com"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("siliconflow/images-day", Phrase, R::DailyQuota, &[Said(any!["IPD limit reached"])]).known(
        "images a day",
        DOCS,
        DAY,
    ),
    rule("siliconflow/requests", Window, R::RequestsPerMinute, &[Said(any!["RPH limit reached", "IPM limit reached"])])
        .known("requests an hour, images a minute", DOCS, DAY),
];
