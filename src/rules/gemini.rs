//! The Gemini API. Every limit of it opens with the sentence by which OpenAI means spent credit; the quota ids, metrics
//! and limits that follow decide, and `generic` reads most of them.

use super::Cond::{Also, Own, Said};
use super::Rank::{Broad, Phrase, Window};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const LIMITS: &str = "ai.google.dev/gemini-api/docs/rate-limits";
const DAY: &str = "2026-11-30";

pub(crate) const GEMINI: Provider = Provider {
    name: "gemini",
    hosts: any!["generativelanguage.googleapis.com", "ai.google.dev", "ai.dev", "ai.studio", "aistudio.google.com"],
    headers: any![],
    marks: any!["GoogleGenerativeAI", "GeminiException", "Gemini API"],
    zone_minutes: None,
    rules: RULES,
};

const SENTENCE: &str = any!["exceeded your current quota"];

const RULES: &[Rule] = &[
    rule("gemini/leaked-key", Phrase, R::Auth, &[Said(any!["key was reported as leaked"])]).known(
        "Google has blocked the key, under PERMISSION_DENIED",
        "googleapis/python-genai#1764",
        DAY,
    ),
    rule("gemini/input-tokens", Window, R::TokensPerMinute, &[Said(any!["input token count"])]).known(
        "the metric counts input tokens; a quota id would name another window",
        LIMITS,
        DAY,
    ),
    rule("gemini/requests", Window, R::RequestsPerMinute, &[Said(any!["free tier requests", "paid tier requests"])])
        .known("the metric counts requests; a quota id would name another window", LIMITS, DAY),
    rule("gemini/current-quota", Broad, R::RateLimit, &[Said(SENTENCE), Own]).known(
        "said of every limit, also of a minute's",
        LIMITS,
        DAY,
    ),
    rule("gemini/current-quota-status", Broad, R::RateLimit, &[Said(SENTENCE), Also(any!["resource exhausted"])])
        .known("only Google puts RESOURCE_EXHAUSTED beside the sentence", LIMITS, DAY),
];
