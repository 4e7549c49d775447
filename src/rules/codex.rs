//! Codex, on a ChatGPT plan. Its windows are meters in headers.

use super::Cond::{Also, Code, Said};
use super::Rank::{Broad, Code as Narrow, Phrase, Status};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const SOURCE: &str = "github.com/openai/codex/blob/main/codex-rs/protocol/src/error.rs";
const DAY: &str = "2026-11-30";

pub(crate) const CODEX: Provider = Provider {
    name: "codex",
    hosts: any!["chatgpt.com"],
    headers: any!["x-codex-"],
    marks: any!["use Codex with your"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("codex/not-included", Narrow, R::PlanLimit, &[Code(any!["usage_not_included"])]).known(
        "the plan has no Codex",
        SOURCE,
        DAY,
    ),
    rule("codex/upgrade", Phrase, R::PlanLimit, &[Said(any!["to use Codex with your ChatGPT plan"])]).known(
        "what the client makes of usage_not_included",
        SOURCE,
        DAY,
    ),
    rule(
        "codex/quota",
        Broad,
        R::CreditBalance,
        &[Said(any!["quota exceeded"]), Also(any!["check your plan and billing details"])],
    )
    .known("what the client makes of insufficient_quota", "openai/codex#17042", DAY),
    // The client puts it before whatever happened, so it decides only when the rest does not.
    rule("codex/stream-disconnected", Status, R::Network, &[Said(any!["stream disconnected before completion"])])
        .known("the stream ended early", "openai/codex#10052", DAY),
];
