//! The only place that knows JavaScript: the flat functions behind the npm package.
//!
//! Numbers and strings go in, a number or JSON text comes out. A missing number is NaN. Lists are joined by control characters
//! that the caller has taken out of the values: parts by U+001C, records by U+001E, their fields by U+001F, lists in a
//! field by U+001D.
//! Spans are counted in UTF-16 units, as JavaScript counts them.

#![expect(clippy::too_many_arguments, reason = "a flat list of strings and numbers is the cheapest way in")]

mod call;
mod json;
mod many;
mod parse;
mod slab;

use serde::Serialize;
#[cfg(target_family = "wasm")]
use talc::{cell::TalcSyncCell, wasm as pages};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::case::Case;
use crate::cut;
use crate::delay::{Delay, Grounds, Policy, next_delay as delay_of};
use crate::utf16::count_in_utf16;
use crate::verdict::{Class, Reason, Scope, Sent};
use crate::{CallerRule, Failure, Options, Thrown, wait};

pub use call::{
    call_describe, call_end, call_free, call_ms, call_new, call_open, call_read, call_record, call_step, call_verdict,
    gates_free, gates_new, gates_reset, gates_restore, gates_snapshot, lane_free, lane_new, policy_free, policy_new,
};
pub use many::{
    batch_free, batch_new, batch_progress, batch_step, fallback_free, fallback_new, fallback_step, is_one_provider,
    item_key,
};

/// A fifth of the size of the standard library's, and no slower here.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: TalcSyncCell<pages::WasmGrowAndClaim, pages::WasmBinning> =
    TalcSyncCell::new_wasm(pages::WasmGrowAndClaim);

const PART: u8 = 0x1C;
const RECORD: u8 = 0x1E;
const FIELD: u8 = 0x1F;
const ITEM: u8 = 0x1D;

/// Judges a failure, given as [`unpack`] reads it.
#[wasm_bindgen]
pub fn classify(status: f64, now: f64, packed: &str, max_server_wait_ms: f64, strict: bool) -> String {
    let (failure, rules) = unpack(status, now, packed);
    let rules = if rules.is_empty() { Vec::new() } else { caller_rules(rules) };
    let options = Options { max_server_wait_ms: whole(max_server_wait_ms), strict, rules };
    let mut verdict = crate::classify(&failure, &options);
    count_in_utf16(&mut verdict, &failure);
    to_js(&verdict)
}

/// Makes a redacted case of a failure, given as [`unpack`] reads it.
#[wasm_bindgen]
pub fn to_case(status: f64, now: f64, packed: &str) -> String {
    let (failure, _) = unpack(status, now, packed);
    let verdict = crate::classify(&failure, &Options::default());
    to_js(&Case::new(&failure, &verdict))
}

/// Reads a `Retry-After` strictly; `undefined` where it is malformed.
#[wasm_bindgen]
pub fn parse_retry_after(value: &str, now: f64) -> Option<f64> {
    wait::parse_retry_after(value, instant(now).unwrap_or(0)).map(number)
}

/// Reads the meters that headers state.
#[wasm_bindgen]
pub fn read_meters(headers: &str, now: f64) -> String {
    let headers: Vec<(&str, &str)> = pairs(headers).collect();
    to_js(&wait::read_meters(&headers, instant(now)))
}

/// Computes a delay: `[kind, ms, floor]`, where kind 0 is a server's wait, 1 backoff, and 2 and up the reasons to stop
/// in the order of [`crate::delay::Stop`].
#[wasm_bindgen]
pub fn next_delay(
    class: &str,
    reason: &str,
    retryable: bool,
    refused: bool,
    wait_ms: f64,
    malformed: bool,
    attempt: f64,
    elapsed_ms: f64,
    attempts: f64,
    retry_for_ms: f64,
    base_delay_ms: f64,
    max_delay_ms: f64,
    max_server_wait_ms: f64,
    chance: f64,
) -> Box<[f64]> {
    let grounds = Grounds {
        class: Class::from_word(class).unwrap_or(Class::Unknown),
        reason: Reason::from_word(reason).unwrap_or(Reason::Unknown),
        retryable,
        sent: if refused { Sent::No } else { Sent::Maybe },
        wait_ms: if wait_ms.is_nan() { None } else { Some(whole(wait_ms)) },
        malformed,
        retry_at: None,
    };
    let policy = Policy {
        attempts: u32::try_from(whole(attempts)).unwrap_or(u32::MAX),
        retry_for_ms: whole(retry_for_ms),
        base_delay_ms: whole(base_delay_ms),
        max_delay_ms: whole(max_delay_ms),
        max_server_wait_ms: whole(max_server_wait_ms),
    };
    let attempt = u32::try_from(whole(attempt)).unwrap_or(u32::MAX);
    match delay_of(&grounds, &policy, attempt, whole(elapsed_ms), chance) {
        Delay::Sleep { ms, floor_ms, stated } => Box::new([f64::from(u8::from(!stated)), number(ms), number(floor_ms)]),
        Delay::Stop { why, .. } => Box::new([2.0 + f64::from(why as u8), 0.0, 0.0]),
    }
}

/// A failure and the caller's rules, out of one text: url, method, errors (records of name, code and message),
/// headers (records of name and value), rules, message and body, joined by U+001C. Message and body begin with `=`
/// where there is one; the body, being last, may hold anything.
fn unpack(status: f64, now: f64, packed: &str) -> (Failure<'_>, &str) {
    let mut parts = cut::each(packed, PART);
    let mut next = || parts.next().unwrap_or("");
    let (url, method, errors, headers, rules, message) = (next(), next(), next(), next(), next(), next());
    let (message, body) = (message.strip_prefix('='), parts.rest().strip_prefix('='));
    let failure = Failure {
        status: u16::try_from(whole(status)).ok().filter(|status| *status > 0),
        headers: pairs(headers).collect(),
        body,
        message,
        errors: cut::each(errors, RECORD).filter(|link| !link.is_empty()).map(thrown).collect(),
        url: Some(url).filter(|url| !url.is_empty()),
        method: Some(method).filter(|method| !method.is_empty()),
        now_ms: instant(now),
    };
    (failure, rules)
}

fn thrown(link: &str) -> Thrown<'_> {
    let mut parts = cut::each(link, FIELD);
    let mut next = || parts.next().unwrap_or("");
    Thrown { name: next(), code: next(), message: parts.rest() }
}

fn pairs(headers: &str) -> impl Iterator<Item = (&str, &str)> {
    cut::each(headers, RECORD).filter_map(|header| cut::at_first(header, FIELD))
}

#[inline(never)]
fn caller_rules(rules: &str) -> Vec<CallerRule> {
    let list =
        |text: &str| cut::each(text, ITEM).filter(|item| !item.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    cut::each(rules, RECORD)
        .filter(|rule| !rule.is_empty())
        .map(|rule| {
            let mut parts = cut::each(rule, FIELD);
            let mut next = || parts.next().unwrap_or("");
            CallerRule {
                id: next().to_owned(),
                class: Class::from_word(next()).unwrap_or(Class::Unknown),
                reason: Reason::from_word(next()).unwrap_or(Reason::Unknown),
                scope: Scope::from_word(next()),
                status: cut::each(next(), b',').filter_map(|status| status.parse().ok()).collect(),
                code: list(next()),
                contains: list(next()),
                header: Some((next().to_owned(), next().to_owned())).filter(|(name, _)| !name.is_empty()),
            }
        })
        .collect()
}

/// An answer as JSON; what cannot be written, which nothing is, would be no answer.
fn to_js(value: &impl Serialize) -> String {
    json::to_json(value).unwrap_or_default()
}

/// A time from JavaScript; NaN and what lies outside the range of dates is none.
#[expect(clippy::cast_possible_truncation, reason = "bounded")]
fn instant(ms: f64) -> Option<i64> {
    (ms.abs() <= 8.64e15).then_some(ms as i64)
}

/// A count from JavaScript: NaN and negative numbers are 0, what is too large saturates.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
fn whole(value: f64) -> u64 {
    value as u64
}

#[expect(clippy::cast_precision_loss, reason = "at most the largest safe integer, or close to it")]
fn number(value: u64) -> f64 {
    value as f64
}
