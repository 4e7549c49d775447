//! One sentence for a person: what happened, until when, what to do. Sentences belong to reasons, not to rules.

use crate::classify::Facts;
use crate::hash::hash;
use crate::verdict::{Class, Reason, Verdict};
use crate::wait::ENDLESS;

pub(super) fn sentence(verdict: &Verdict, facts: &Facts<'_, '_>) -> String {
    let mut out = String::with_capacity(160);
    let kind = if verdict.reason == Reason::TokensPerMinute { kind_of_tokens(facts) } else { None };
    let (happened, advice) =
        kind.unwrap_or_else(|| (happened(verdict.reason), advice(verdict.reason, verdict.wait_ms.is_some())));
    out.push_str(happened);
    when(verdict, &mut out);
    out.push_str(advice);
    out
}

/// What happened and what to do where the failure names the kind of tokens that are short.
fn kind_of_tokens(facts: &Facts<'_, '_>) -> Option<(&'static str, &'static str)> {
    if facts.mentions("input") {
        let advice = ". Retry then; prompt caching takes repeated input off the meter.";
        return Some(("Too many input tokens in a short window", advice));
    }
    let advice = ". Retry then; where answers are short, a lower max_output_tokens reserves less.";
    facts.mentions("output").then_some(("Too many output tokens in a short window", advice))
}

fn happened(reason: Reason) -> &'static str {
    match reason {
        Reason::RateLimit => "A short rate limit is reached",
        Reason::RequestsPerMinute => "Too many requests in a short window",
        Reason::TokensPerMinute => "Too many tokens in a short window",
        Reason::Concurrency => "Too many calls at one time",
        Reason::Ramp => "Traffic grew too quickly",
        Reason::Overloaded => "The service lacks capacity right now",
        Reason::ServerError => "The service failed",
        Reason::Timeout => "No answer came in time",
        Reason::Network => "The connection failed",
        Reason::ModelLoading => "The model is still being loaded",
        Reason::BadRequest => "The request is malformed or asks for something unsupported",
        Reason::Auth => "The credential is missing, wrong or expired",
        Reason::Forbidden => "The credential may not do this",
        Reason::NotFound => "There is no such resource",
        Reason::ModelNotFound => "The model does not exist, is retired, or is not open to this account",
        Reason::Conflict => "Another change came first",
        Reason::TooLarge => "This one request is over a fixed maximum",
        Reason::ContentPolicy => "The content was refused by a policy",
        Reason::Aborted => "The caller gave up",
        Reason::DailyQuota => "The daily quota is used up",
        Reason::MonthlyQuota => "The monthly quota is used up",
        Reason::SpendCap => "A spending limit is reached",
        Reason::CreditBalance => "The prepaid credit is used up",
        Reason::PaymentRequired => "Billing is off or there is no valid means of payment",
        Reason::UsageLimit => "The plan's usage allowance is used up",
        Reason::PlanLimit => "The plan does not include this: its limit is zero or fixed",
        Reason::AccountSuspended => "The account is suspended or not active for billing",
        Reason::LongWait => "A rate limit is reached that clears later than this run can wait",
        Reason::Unknown => "Nothing in this failure is recognised",
    }
}

fn when(verdict: &Verdict, out: &mut String) {
    let Some(ms) = verdict.wait_ms.filter(|ms| *ms > 0) else { return };
    match verdict.class {
        Class::Permanent | Class::Unknown => {}
        _ if ms >= ENDLESS => out.push_str("; no end of it is in sight"),
        Class::Transient => {
            out.push_str("; the server asks for a wait of ");
            length(ms, out);
        }
        Class::Exhausted => {
            out.push_str("; the server names a time in ");
            length(ms, out);
        }
    }
}

fn advice(reason: Reason, dated: bool) -> &'static str {
    match reason {
        Reason::TokensPerMinute => {
            ". Retry then; where answers are short, lower max_output_tokens, and bulk work fits a batch API."
        }
        Reason::RateLimit | Reason::RequestsPerMinute => {
            ". Retry then, and space the calls; bulk work fits a batch API."
        }
        Reason::Concurrency => ". Retry when another call has ended, and keep fewer in flight.",
        Reason::Ramp => ". Slow down, then grow by at most 50 % every 15 minutes.",
        Reason::Overloaded => {
            ". Back off and retry; if its other models are overloaded too, fall back to another provider."
        }
        Reason::ServerError => ". Back off and retry.",
        Reason::Timeout => ". Retry if repeating the call is safe: the server may have acted on it.",
        Reason::Network => ". Retry if repeating the call is safe.",
        Reason::ModelLoading => ". Retry when it is loaded.",
        Reason::BadRequest => ". Change the request; repeating it fails the same way.",
        Reason::Auth => ". Every call with this credential fails until it is replaced.",
        Reason::Forbidden => ". Grant the permission or call something else; waiting does not help.",
        Reason::NotFound => ". Check the address or the id.",
        Reason::ModelNotFound => ". Choose another model; every call of this one fails.",
        Reason::Conflict => ". Read the current state again and rebuild the request on it.",
        Reason::TooLarge => ". Make the request smaller; waiting never helps.",
        Reason::ContentPolicy => ". Change the content; other calls are not affected.",
        Reason::Aborted => ". Nothing to do.",
        Reason::DailyQuota => ". Stop for today, or have the quota raised; bulk work fits a batch API.",
        Reason::MonthlyQuota => ". Stop until the month rolls over, or have the plan raised.",
        Reason::SpendCap if dated => ". Stop: whoever owns the billing must raise the limit, or wait until it resets.",
        Reason::SpendCap => {
            ". Stop: whoever owns the billing must raise the limit; most such limits reset on the 1st of the month."
        }
        Reason::CreditBalance => ". Stop: every call fails until whoever owns the billing adds credit.",
        Reason::PaymentRequired => ". Stop: every call fails until whoever owns the billing adds a means of payment.",
        Reason::UsageLimit => ". Stop until the allowance renews.",
        Reason::PlanLimit => ". Stop: waiting does not lift it, only another plan or a raised limit does.",
        Reason::AccountSuspended => ". Stop: every call fails until whoever owns the billing settles it.",
        Reason::LongWait => ". Stop now and come back then.",
        Reason::Unknown => ". Not retried; export it as a case to have it recognised.",
    }
}

/// A length of time as a person says it: `646 ms`, `3.0 s`, `11 h 46 min`, `4 d 20 h`.
fn length(ms: u64, out: &mut String) {
    let seconds = ms / 1_000;
    if ms < 1_000 {
        number(ms, out);
        out.push_str(" ms");
    } else if seconds < 60 {
        let tenths = ms.div_ceil(100);
        number(tenths / 10, out);
        out.push('.');
        number(tenths % 10, out);
        out.push_str(" s");
    } else if seconds < 3_600 {
        two(seconds / 60, " min", seconds % 60, " s", out);
    } else if seconds < 86_400 {
        two(seconds / 3_600, " h", seconds % 3_600 / 60, " min", out);
    } else {
        two(seconds / 86_400, " d", seconds % 86_400 / 3_600, " h", out);
    }
}

fn two(large: u64, unit: &str, small: u64, rest: &str, out: &mut String) {
    number(large, out);
    out.push_str(unit);
    if small > 0 {
        out.push(' ');
        number(small, out);
        out.push_str(rest);
    }
}

fn number(value: u64, out: &mut String) {
    if value >= 10 {
        number(value / 10, out);
    }
    out.push(char::from(b'0' + u8::try_from(value % 10).unwrap_or(0)));
}

impl Facts<'_, '_> {
    /// Whether a text holds this word, or a used-up meter has it in its name.
    fn mentions(&self, word: &str) -> bool {
        let wanted = hash(word.as_bytes());
        self.words.list.iter().any(|word| word.hash == wanted)
            || self.meters.iter().any(|meter| meter.used_up && meter.meter.name.starts_with(word))
    }
}
