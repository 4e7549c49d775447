//! Stripe.

use super::Cond::{Code, Header, Said};
use super::Rank::{Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const ERRORS: &str = "docs.stripe.com/api/errors";
const DAY: &str = "2026-11-30";

pub(crate) const STRIPE: Provider = Provider {
    name: "stripe",
    hosts: any!["stripe.com"],
    headers: any!["stripe-"],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[
        rule(
            "stripe/card",
            Narrow,
            R::BadRequest,
            &[Code(any![
                "card_error",
                "card_declined",
                "StripeCardError",
                "CardError",
                "card_decline_rate_limit_exceeded"
            ])],
        )
        .known("one card was declined, under a 402", ERRORS, DAY),
        rule(
            "stripe/concurrency",
            Narrow,
            R::Concurrency,
            &[Header(pair!["stripe-rate-limited-reason"; "global-concurrency", "endpoint-concurrency"])],
        )
        .known("the header names what the code rate_limit leaves open", "docs.stripe.com/rate-limits", DAY),
        rule("stripe/lock", Narrow, R::Concurrency, &[Code(any!["lock_timeout"])]).scope(Scope::Call).known(
            "one object is locked by another call",
            "docs.stripe.com/rate-limits#object-lock-timeouts",
            DAY,
        ),
        rule("stripe/lock-text", Phrase, R::Concurrency, &[Said(any!["currently accessing it"])])
            .scope(Scope::Call)
            .known("the same without its code", "docs.stripe.com/rate-limits#object-lock-timeouts", DAY),
    ];
