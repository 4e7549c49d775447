//! ElevenLabs: `detail.status` decides; a spent quota comes as 401.

use super::Cond::{Code, Field};
use super::Rank::{Broad, Code as Narrow};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const DOCS: &str = "elevenlabs.io/docs/eleven-api/resources/errors";
const DAY: &str = "2026-11-30";

pub(crate) const ELEVENLABS: Provider = Provider {
    name: "elevenlabs",
    hosts: any!["elevenlabs.io"],
    headers: any![],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("elevenlabs/length", Narrow, R::TooLarge, &[Code(any!["max_character_limit_exceeded"])]).known(
        "one text over a fixed maximum",
        "help.elevenlabs.io/hc/en-us/articles/19572237925521",
        DAY,
    ),
    rule("elevenlabs/busy", Narrow, R::Overloaded, &[Code(any!["system_busy"])]).known(
        "the service lacks capacity",
        "help.elevenlabs.io/hc/en-us/articles/19571824571921",
        DAY,
    ),
    rule("elevenlabs/activity", Narrow, R::Forbidden, &[Code(any!["detected_unusual_activity"])])
        .scope(Scope::Account)
        .known(
            "the free tier is switched off for this caller",
            "help.elevenlabs.io/hc/en-us/articles/19572237925521",
            DAY,
        ),
    rule("elevenlabs/voice", Narrow, R::NotFound, &[Code(any!["voice_not_found"])]).known("no such voice", DOCS, DAY),
    rule("elevenlabs/voices", Narrow, R::PlanLimit, &[Code(any!["voice_limit_reached"])]).scope(Scope::Account).known(
        "the plan holds no more voices",
        DOCS,
        DAY,
    ),
    rule("elevenlabs/quota", Broad, R::UsageLimit, &[Field(pair!["detail.status"; "quota_exceeded"])]).known(
        "the credits of the plan are used up",
        DOCS,
        DAY,
    ),
];
