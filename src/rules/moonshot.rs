//! Moonshot (platform.kimi.com): `error.type` decides.

use super::Cond::Said;
use super::Rank::Phrase;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DOCS: &str = "platform.kimi.com/docs/api/overview";
const DAY: &str = "2026-11-30";

pub(crate) const MOONSHOT: Provider = Provider {
    name: "moonshot",
    hosts: any!["moonshot.cn", "moonshot.ai", "platform.kimi.com", "platform.kimi.ai"],
    headers: any!["msh-"],
    marks: any!["MoonshotException", "request reached organization", "request reached max organization"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("moonshot/too-long", Phrase, R::TooLarge, &[Said(any!["exceeded model token limit"])]).known(
        "the prompt is over the model's maximum",
        DOCS,
        DAY,
    ),
    rule("moonshot/content", Phrase, R::ContentPolicy, &[Said(any!["rejected because it was considered high risk"])])
        .known("refused for what it says", DOCS, DAY),
];
