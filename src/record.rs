//! The record: what one decision tells an incident report, and nothing else.
//!
//! Every text in it is a word of our own, a code that our tables know, or a value cut down to a few harmless
//! characters. A request's headers, a query, and any part of a body beyond such codes have no field to get in by.

use serde::Serialize;

use crate::classify::{known_code, provider_at};
use crate::cut;
use crate::hash::hex;
use crate::operation::{Now, Operation, Step};
use crate::rules::{items, lexicon};
use crate::shown::{MAX_VALUE, bounded_name, holds_key, method};
use crate::verdict::{Class, Confidence, Place, Reason, Sent, Verdict, WaitSource};
use crate::wait::Meter;

/// One decision about one call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// When it was made, in milliseconds since the Unix epoch.
    pub time: i64,
    /// The version of this library.
    pub version: &'static str,
    /// `send`, `wait`, `deliver` or `finish`.
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
    /// What the operation decided in this step. There is none of [`Step::ReadBody`] and [`Step::ReadStream`], which decide
    /// nothing.
    #[must_use]
    pub fn of(operation: &Operation, step: &Step, now: Now) -> Option<Self> {
        let (decision, why, outcome, delay_ms) = match step {
            Step::ReadBody { .. } | Step::ReadStream { .. } => return None,
            Step::Deliver => ("deliver", None, None, None),
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
            method: method(&request.method),
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
            partial: operation.partial(),
            request_id: operation.seen().request_id.clone(),
            meters: verdict.map(meters).unwrap_or_default(),
            body_fingerprint: operation.seen().fingerprint.map(|number| hex(number.to_be_bytes())),
        })
    }
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

/// Words of durations and dates.
const TIME_WORDS: &str = " ms msec msecs millis millisecond milliseconds s sec secs second seconds m min mins minute minutes \
    h hr hrs hour hours d day days w week weeks mo month months y year years p pt t z \
    mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday \
    jan feb mar apr may jun jul aug sep sept oct nov dec \
    january february march april june july august september october november december \
    am pm gmt utc est edt cst cdt mst mdt pst pdt cet cest bst jst st nd rd th and at in on ";

/// The longest number in a date or a duration: microseconds since the epoch have 16 digits.
const MAX_DIGITS: usize = 19;

/// The wait as the server wrote it, where that is no more than a number, a duration or a date.
fn wait_text(verdict: &Verdict) -> Option<String> {
    let stated = verdict.evidence.iter().find(|evidence| evidence.rule == "wait")?.text.trim();
    (stated.len() <= 48 && is_time(stated)).then(|| stated.to_owned())
}

/// Whether a text consists of numbers, their marks, and words of durations and dates.
fn is_time(text: &str) -> bool {
    let mut rest = text.as_bytes();
    while let Some(first) = rest.first() {
        let same = |byte: &&u8| byte.is_ascii_digit() == first.is_ascii_digit() && byte.is_ascii_alphanumeric();
        let length = rest.iter().take_while(same).count();
        let Some((run, after)) = rest.split_at_checked(length.max(1)) else { break };
        let known = match first {
            b'0'..=b'9' => length <= MAX_DIGITS,
            b'a'..=b'z' | b'A'..=b'Z' => is_time_word(run),
            _ => matches!(first, b'.' | b':' | b'-' | b'+' | b',' | b' '),
        };
        if !known {
            return false;
        }
        rest = after;
    }
    !text.is_empty()
}

fn is_time_word(word: &[u8]) -> bool {
    TIME_WORDS.split_ascii_whitespace().any(|known| known.as_bytes().eq_ignore_ascii_case(word))
}

fn meters(verdict: &Verdict) -> Vec<Meter> {
    let harmless = |meter: &&Meter| bounded_name(&meter.name).is_some() && !meter.name.split(['-', '_']).any(is_mixed);
    verdict.meters.iter().filter(harmless).cloned().collect()
}

fn endpoint(url: &str, verdict: Option<&Verdict>) -> &'static str {
    let Some(here) = provider_at(url) else { return "unknown" };
    let passed_on = verdict.and_then(|verdict| verdict.provider).is_some_and(|provider| provider != here);
    if passed_on || items(lexicon::GATEWAYS).any(|gateway| gateway == here) { "gateway" } else { "direct" }
}

/// Origin and path of an address, without user, query and fragment, and with `*` for what may identify or unlock.
///
/// A password may hold any mark, and then nothing shows where it ends: of such an address only the scheme is told.
fn place(url: &str) -> String {
    let Some((scheme, rest)) = cut::scheme(url) else { return String::new() };
    if scheme.len() > 16 || !scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return String::new();
    }
    let (authority, behind) = cut::until(rest, b"/\\?#");
    let (user, host) = cut::at_last(authority, b'@').map_or((None, authority), |(user, host)| (Some(user), host));
    let later = behind.contains('@');
    let within = user.is_some_and(|user| user.contains('@'));
    let named = host.contains('.') && !host.contains(':');
    if within || later && (user.is_some() || !named) {
        return cut::joined(&[scheme, "://*"]);
    }
    if !is_host(host) || holds_key(host) {
        return String::new();
    }
    let mut text = cut::joined(&[scheme, "://", host]);
    let (path, _) = cut::until(behind, b"?#");
    for segment in path.split(['/', '\\']).skip(1).take(32) {
        text.push('/');
        text.push_str(if tells(segment) { "*" } else { segment });
    }
    text
}

/// Whether it is a host and, if anything more, a port.
fn is_host(text: &str) -> bool {
    let bracketed = text.strip_prefix('[').and_then(|text| cut::at_first(text, b']'));
    let inner = bracketed.map(|(inner, _)| inner);
    let (host, port) = bracketed.unwrap_or_else(|| cut::until(text, b":"));
    let named = inner.is_none() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
    let numbered =
        inner.is_some_and(|inner| inner.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.')));
    let digits = |port: &str| port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit());
    (1..=MAX_VALUE).contains(&host.len())
        && (named || numbered)
        && (port.is_empty() || port.strip_prefix(':').is_some_and(digits))
}

/// Whether a word is long and mixed of letters and digits, as keys and ids are.
fn is_mixed(word: &str) -> bool {
    let has = |test: fn(&u8) -> bool| word.as_bytes().iter().any(test);
    word.len() >= 16 && has(u8::is_ascii_alphabetic) && has(u8::is_ascii_digit)
}

/// Whether a path's segment may identify or unlock something: long and mixed of letters and digits, very long, a key, an
/// address of mail, or holding what is rare in a path, such as the colon that separates an account from its secret.
fn tells(segment: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$()*+,@".contains(&byte);
    is_mixed(segment)
        || segment.len() > 40
        || !segment.bytes().all(plain)
        || segment.rfind('@').is_some_and(|at| at > 0)
        || holds_key(segment)
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
            // A user part that holds marks of its own.
            ("https://user:se/cret@host.example/a", "https://*"),
            ("https://user:1234/cret@host.example/a", "https://*"),
            ("https://user:1234?cret@host.example/a", "https://*"),
            ("https://user:1234#cret@host.example/a", "https://*"),
            ("https://user:1234\\cret@host.example/a", "https://*"),
            ("https://user:se@cret@host.example/a", "https://*"),
            ("https://user:se@cret/word@host.example/a", "https://*"),
            ("https://user:secret/", ""),
            ("https://host.example\\v1\\bot1:secret?key=1", "https://host.example/v1/*"),
            ("https://host.example/run/@cf/meta?mail=me@host.example", "https://host.example/run/@cf/meta"),
            ("https://host.example/users/me@host.example/mails", "https://host.example/users/*/mails"),
            ("https://host.example/v1/sk-abc/models", "https://host.example/v1/*/models"),
            ("https://sk-secret.example/", ""),
            ("https://hö.example/", ""),
            ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
            ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
            ("/relative/path", ""),
            ("", ""),
        ] {
            assert_eq!(place(url), kept, "{url}");
        }
    }

    #[test]
    fn a_method_is_a_short_word() {
        assert_eq!(method("propfind").as_deref(), Some("propfind"));
        for refused in ["", "sk-abc", "GET1", "a.b", "abcdefghijklmnopq", "Bearer"] {
            assert_eq!(method(refused), None, "{refused}");
        }
    }

    #[test]
    fn a_wait_is_told_as_written_only_if_it_is_a_time() {
        for time in [
            "3",
            "1.5",
            "7m12.5s",
            "30, 30",
            "in 3 days 4 hours",
            "PT30S",
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "2026-09-01T00:00:00.000Z",
            "2026-09-01 00:00 UTC",
            "8pm",
            "740ms",
            "1700000000000",
        ] {
            assert!(is_time(time), "{time}");
        }
        for text in ["", "secretword", "12 hunter", "3s (me)", "a1b2c3d4", "sk-3s", "99999999999999999999", "30\n"] {
            assert!(!is_time(text), "{text}");
        }
    }

    #[test]
    fn a_fingerprint_is_eight_digits() {
        assert_eq!(hex(0x00ab_0cde_u32.to_be_bytes()), "00ab0cde");
    }
}
