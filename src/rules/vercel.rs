//! Vercel AI Gateway.

use super::Cond::Code;
use super::Rank::Code as Narrow;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DAY: &str = "2026-11-30";

pub(crate) const VERCEL: Provider = Provider {
    name: "vercel",
    hosts: any!["vercel.com", "vercel.sh"],
    headers: any!["x-vercel-"],
    marks: any!["AI_GatewayError", "GatewayRateLimitError", "GatewayInternalServerError"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[rule("vercel/card", Narrow, R::PaymentRequired, &[Code(any!["customer_verification_required"])]).known(
        "the account has no card on file",
        "vercel.com/docs/ai-gateway/pricing",
        DAY,
    )];
