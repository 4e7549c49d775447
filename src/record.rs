//! The record: what one decision tells an incident report, and nothing else.
//!
//! Every text in it is a word of our own, a code that our tables know, or a value cut down to a few harmless
//! characters. A request's headers, a query, and any part of a body beyond such codes have no field to get in by.

use serde::Serialize;

use crate::classify::{known_code, provider_at};
use crate::operation::{Now, Operation, Step};
use crate::rules::{items, lexicon};
use crate::verdict::{Class, Confidence, Place, Reason, Sent, Verdict, WaitSource};
use crate::wait::Meter;

/// The longest value that a record takes over from outside.
const MAX_VALUE: usize = 128;

/// One decision about one call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// When it was made, in milliseconds since the Unix epoch.
    pub time: i64,
    /// The version of this library.
    pub version: &'static str,
    /// `send`, `wait` or `finish`.
    pub decision: &'static str,
    /// What a wait is for.
    pub why: Option<&'static str>,
    /// How the call ends.
    pub outcome: Option<&'static str>,
    /// Why there is no further attempt.
    pub stop: Option<&'static str>,
    /// Origin and path. Segments that look like a key or an id are `*`; there is no query.
    pub url: String,
    /// `direct` at a provider's own address, `gateway` at one that passes calls on, else `unknown`.
    pub endpoint: &'static str,
    /// The method.
    pub method: Option<String>,
    /// The model asked for.
    pub model: Option<String>,
    /// The attempt, from 1.
    pub attempt: u32,
    /// The status of the newest answer.
    pub status: Option<u16>,
    /// Whose failure it is.
    pub provider: Option<&'static str>,
    /// The verdict's class.
    pub class: Option<Class>,
    /// The verdict's reason.
    pub reason: Option<Reason>,
    /// The rule that decided.
    pub rule: Option<String>,
    /// The error's type, if our tables know it.
    pub error_type: Option<&'static str>,
    /// The error's code, if our tables know it.
    pub error_code: Option<&'static str>,
    /// Whether the server may have acted on the request.
    pub sent: Option<Sent>,
    /// The stated wait, in milliseconds.
    pub wait_ms: Option<u64>,
    /// Where it was read.
    pub wait_source: Option<WaitSource>,
    /// As the server wrote it.
    pub wait_text: Option<String>,
    /// The delay that was decided, in milliseconds.
    pub delay_ms: Option<u64>,
    /// How long ago the call began, in milliseconds.
    pub elapsed_ms: u64,
    /// The bounds of the call.
    pub policy: Bounds,
    /// Whether this failure closed the account or the model for the calls to come. True once, until it opens again.
    pub alert: bool,
    /// Whether output had been delivered before the failure.
    pub partial: bool,
    /// The server's name for the newest answer.
    pub request_id: Option<String>,
    /// The meters that the failure carried.
    pub meters: Vec<Meter>,
    /// By which two equal bodies are known, as eight hexadecimal digits.
    pub body_fingerprint: Option<String>,
}

/// The bounds of a call, times in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Bounds {
    /// See [`crate::delay::Policy::attempts`].
    pub attempts: u32,
    /// See [`crate::delay::Policy::retry_for_ms`].
    pub retry_for_ms: u64,
    /// See [`crate::operation::Policy::deadline_ms`].
    pub deadline_ms: u64,
    /// See [`crate::operation::Policy::attempt_timeout_ms`].
    pub attempt_timeout_ms: Option<u64>,
}

impl Record {
    /// What the operation decided in this step. There is none of [`Step::ReadBody`], which decides nothing.
    #[must_use]
    pub fn of(operation: &Operation, step: &Step, now: Now) -> Option<Self> {
        let (decision, why, outcome, delay_ms) = match step {
            Step::ReadBody { .. } => return None,
            Step::Send { .. } => ("send", None, None, None),
            Step::Wait { ms, why } => ("wait", Some(why.as_str()), None, Some(*ms)),
            Step::Finish(finish) => ("finish", None, Some(finish.as_str()), None),
        };
        let request = operation.request();
        let verdict = operation.newest();
        let codes = verdict.map(codes);
        let policy = operation.policy();
        Some(Self {
            time: now.wall_ms,
            version: env!("CARGO_PKG_VERSION"),
            decision,
            why,
            outcome,
            stop: operation.stop().map(|stop| stop.as_str()),
            url: place(&request.url),
            endpoint: endpoint(&request.url, verdict),
            method: bounded(&request.method),
            model: request.model.as_deref().and_then(bounded_name),
            attempt: operation.attempts(),
            status: operation.seen().status,
            provider: verdict.and_then(|verdict| verdict.provider),
            class: verdict.map(|verdict| verdict.class),
            reason: verdict.map(|verdict| verdict.reason),
            rule: verdict.and_then(|verdict| verdict.rule.as_deref()).map(cut),
            error_type: codes.and_then(|(kind, _)| kind),
            error_code: codes.and_then(|(_, code)| code),
            sent: verdict.map(|verdict| verdict.sent),
            wait_ms: verdict.and_then(|verdict| verdict.wait_ms),
            wait_source: verdict.and_then(|verdict| verdict.wait_source),
            wait_text: verdict.and_then(wait_text),
            delay_ms,
            elapsed_ms: operation.elapsed_ms(now),
            policy: Bounds {
                attempts: policy.delay.attempts,
                retry_for_ms: policy.delay.retry_for_ms,
                deadline_ms: policy.deadline_ms,
                attempt_timeout_ms: policy.attempt_timeout_ms,
            },
            alert: operation.alert(),
            partial: false,
            request_id: operation.seen().request_id.clone(),
            meters: verdict.map(meters).unwrap_or_default(),
            body_fingerprint: operation.seen().fingerprint.map(hex),
        })
    }
}

/// A value from outside, if it consists of at most 128 of `A-Z a-z 0-9 . _ : -`.
pub(crate) fn bounded(value: &str) -> Option<String> {
    bounded_by(value, |byte| matches!(byte, b'.' | b'_' | b':' | b'-'))
}

/// A model's name, in which `/` and `@` are usual.
fn bounded_name(value: &str) -> Option<String> {
    bounded_by(value, |byte| matches!(byte, b'.' | b'_' | b':' | b'-' | b'/' | b'@'))
}

fn bounded_by(value: &str, allowed: impl Fn(u8) -> bool) -> Option<String> {
    let value = value.trim();
    let harmless = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || allowed(byte));
    (harmless && !value.is_empty() && value.len() <= MAX_VALUE).then(|| value.to_owned())
}

/// The beginning of a word of the caller's own.
fn cut(value: &str) -> String {
    value.chars().take(MAX_VALUE).collect()
}

/// The type and the code among the words that decided.
fn codes(verdict: &Verdict) -> (Option<&'static str>, Option<&'static str>) {
    let mut found = (None, None);
    if verdict.confidence != Confidence::Code {
        return found;
    }
    for evidence in &verdict.evidence {
        if !matches!(evidence.place, Place::Body | Place::Error | Place::Message) {
            continue;
        }
        let Some(code) = known_code(evidence.text.trim()) else { continue };
        let field = evidence.path.as_deref().and_then(|path| path.rsplit('.').next());
        let slot = if matches!(field, Some("type" | "name")) { &mut found.0 } else { &mut found.1 };
        *slot = slot.or(Some(code));
    }
    found
}

/// The wait as the server wrote it, where that is no more than a number, a duration or a date.
fn wait_text(verdict: &Verdict) -> Option<String> {
    let stated = verdict.evidence.iter().find(|evidence| evidence.rule == "wait")?.text.trim();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b':' | b'-' | b'+' | b',' | b' ');
    // The longest word of a date or a duration is "milliseconds"; an identifier is longer, or mixes letters and digits.
    let short = stated.split([' ', ',', ':', '-', '+', '.']).all(|word| word.len() <= 12);
    (stated.len() <= 48 && short && stated.bytes().all(plain)).then(|| stated.to_owned())
}

fn meters(verdict: &Verdict) -> Vec<Meter> {
    let harmless = |meter: &&Meter| bounded_name(&meter.name).is_some();
    verdict.meters.iter().filter(harmless).cloned().collect()
}

fn hex(number: u32) -> String {
    let digits = b"0123456789abcdef";
    let digit = |shift: u32| digits.get((number >> shift) as usize & 15).copied().unwrap_or(b'0');
    [28, 24, 20, 16, 12, 8, 4, 0].map(|shift| char::from(digit(shift))).iter().collect()
}

fn endpoint(url: &str, verdict: Option<&Verdict>) -> &'static str {
    let Some(here) = provider_at(url) else { return "unknown" };
    let passed_on = verdict.and_then(|verdict| verdict.provider).is_some_and(|provider| provider != here);
    if passed_on || items(lexicon::GATEWAYS).any(|gateway| gateway == here) { "gateway" } else { "direct" }
}

/// Origin and path of an address, without user, query and fragment, and with `*` for what may identify or unlock.
fn place(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return String::new() };
    if scheme.len() > 16 || !scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return String::new();
    }
    let rest = rest.split(['?', '#']).next().unwrap_or("");
    let (authority, path) = rest.split_once('/').map_or((rest, None), |(authority, path)| (authority, Some(path)));
    let host = authority.rsplit('@').next().unwrap_or("");
    let mut text = [scheme, "://"].concat();
    text.push_str(&host.chars().take(MAX_VALUE).collect::<String>());
    for segment in path.into_iter().flat_map(|path| path.split('/')).take(32) {
        text.push('/');
        text.push_str(if tells(segment) { "*" } else { segment });
    }
    text
}

/// Whether a path's segment may identify or unlock something: long and mixed of letters and digits, very long, or
/// holding a colon, which separates an account from its secret.
fn tells(segment: &str) -> bool {
    let has = |test: fn(&u8) -> bool| segment.as_bytes().iter().any(test);
    let mixed = segment.len() >= 16 && has(u8::is_ascii_alphabetic) && has(u8::is_ascii_digit);
    mixed || segment.len() > 40 || segment.contains([':', '%', ';', '='])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_origin_and_path_without_what_may_unlock() {
        for (url, kept) in [
            ("https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1/chat/completions"),
            ("https://user:pass@host.example:8443/a?key=AIzaSecret#frag", "https://host.example:8443/a"),
            ("https://api.telegram.org/bot123456:AAHsecret/sendMessage", "https://api.telegram.org/*/sendMessage"),
            ("https://hooks.example/services/T0123ABCD/B0123ABCD456EFGH", "https://hooks.example/services/T0123ABCD/*"),
            ("https://host.example/v1/bot1%3Asecret", "https://host.example/v1/*"),
            ("https://host.example", "https://host.example"),
            ("data:text/plain,secret", ""),
            ("/relative/path", ""),
            ("", ""),
        ] {
            assert_eq!(place(url), kept, "{url}");
        }
    }

    #[test]
    fn a_value_from_outside_is_taken_whole_or_not_at_all() {
        assert_eq!(bounded(" req_011CQ:a-b.c "), Some("req_011CQ:a-b.c".to_owned()));
        for refused in ["", "two words", "a=b", "quote\"", "ü", &"x".repeat(129)] {
            assert_eq!(bounded(refused), None, "{refused}");
        }
    }

    #[test]
    fn a_fingerprint_is_eight_digits() {
        assert_eq!(hex(0x00ab_0cde), "00ab0cde");
    }
}
