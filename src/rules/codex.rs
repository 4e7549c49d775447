//! Codex, on a ChatGPT plan.

use super::Cond::{Also, Code, Header, Said};
use super::Rank::{Broad, Code as Narrow, Meter, Phrase, Status};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const SOURCE: &str = "openai/codex";
const DAY: &str = "2026-11-30";

pub(crate) const CODEX: Provider = Provider {
    name: "codex",
    hosts: &["chatgpt.com"],
    headers: &["x-codex-"],
    marks: &["use Codex with your"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("codex/not-included", Narrow, R::PlanLimit, &[Code(&["usage_not_included"])])
        .known("the plan has no Codex", SOURCE, DAY),
    rule("codex/upgrade", Phrase, R::PlanLimit, &[Said(&["to use Codex with your ChatGPT plan"])])
        .known("what the client makes of usage_not_included", SOURCE, DAY),
    rule("codex/window-full", Meter, R::UsageLimit, &[
        Header(&[("x-codex-primary-used-percent", "100"), ("x-codex-secondary-used-percent", "100")]),
    ])
    .known("a window of hours or a week is used up", "openai/codex#5069", DAY),
    rule("codex/quota", Broad, R::CreditBalance, &[Said(&["quota exceeded"]), Also(&["check your plan and billing details"])])
        .known("what the client makes of insufficient_quota", SOURCE, DAY),
    // The client puts it before whatever happened, so it decides only when the rest does not.
    rule("codex/stream-disconnected", Status, R::Network, &[Said(&["stream disconnected before completion"])])
        .known("the stream ended early", SOURCE, DAY),
];
