//! The judge: from a failure to a verdict.
//!
//! `#[inline(never)]` marks what few failures need, here and in `wait`: an engine compiles a function of the core at its
//! first call, and that is most of what the first verdict of a process costs.

mod explain;
mod hosts;
mod owner;
mod phrases;
mod piece;
mod reading;
mod rule;
mod scan;
mod scope;
mod status;
#[cfg(test)]
mod tests;
mod waits;
mod words;

#[cfg(test)]
pub(crate) use words::hashes_of;

use std::borrow::Cow;

use crate::failure::Failure;
use crate::rules::{Table, lexicon};
use crate::verdict::{Class, Confidence, Evidence, Place, Reason, Scope, Sent, Verdict};
use crate::wait::ENDLESS;
use crate::wait::Meters;

pub use rule::CallerRule;
use rule::Decision;

/// How to judge.
#[derive(Clone, Debug)]
pub struct Options {
    /// The longest wait that still counts as transient, in milliseconds. A limit that clears later is exhausted.
    /// Default 60 000.
    pub max_server_wait_ms: u64,
    /// Whether only what a provider says may be retried: `retryable` is false where the status alone decided.
    /// Default false.
    pub strict: bool,
    /// The caller's own rules, tried before every other, in this order.
    pub rules: Vec<CallerRule>,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_server_wait_ms: 60_000, strict: false, rules: Vec::new() }
    }
}

/// Everything that is known of a failure while it is being judged.
struct Facts<'f, 'a> {
    failure: &'f Failure<'a>,
    reading: &'f reading::Reading<'a>,
    words: &'f words::Words<'f>,
    hits: phrases::Hits,
    status: status::Statuses,
    owners: Vec<owner::Owner>,
    meters: Vec<crate::wait::MeterReading>,
    wait: Option<waits::Stated>,
}

/// Judges a failure.
///
/// Never fails: what nothing decides is [`Class::Unknown`]. Work is linear in the size of the failure.
///
/// ```
/// use retriage::{Class, Failure, Options, Reason, classify};
///
/// let verdict = classify(
///     &Failure::text("Rate limit reached on tokens per minute (TPM). Please try again in 3.035s."),
///     &Options::default(),
/// );
/// assert_eq!(verdict.class, Class::Transient);
/// assert_eq!(verdict.reason, Reason::TokensPerMinute);
/// assert_eq!(verdict.wait_ms, Some(3_035));
/// ```
#[must_use]
pub fn classify(failure: &Failure<'_>, options: &Options) -> Verdict {
    let reading = scan::read(failure);
    let words = words::Words::of(&reading);
    let hits = phrases::Index::get().find(&reading, &words);
    let status = status::Statuses::of(failure, &reading, &words);
    let owners = owner::owners(failure, &words, &hits);
    let meters = crate::wait::read_meter_headers(&failure.headers, waits::clock(failure));
    let zone = owners.iter().find_map(|owner| tables().get(owner.provider)?.zone_minutes);
    let wait = waits::stated(failure, &reading, &meters, status.effective(), zone);
    let facts = Facts { failure, reading: &reading, words: &words, hits, status, owners, meters, wait };
    let decision = rule::decide(&facts, &options.rules);
    facts.verdict(decision, options)
}

fn tables() -> &'static [Table] {
    &phrases::Index::get().tables
}

/// Who answers at an address: the provider's name, if a table knows its host.
pub(crate) fn provider_at(url: &str) -> Option<&'static str> {
    let mut found = None;
    phrases::Index::get().hosted(hosts::host_of(url), |provider| {
        found = found.or(tables().get(usize::from(provider)).map(|table| table.name));
    });
    found
}

/// A provider by its name, if there is a table of it.
pub(crate) fn provider_named(name: &str) -> Option<&'static str> {
    tables().iter().map(|table| table.name).find(|known| *known == name)
}

/// The meters of an answer, in time by the answer's own clock, and whether its provider fills them steadily (Anthropic's
/// page on rate limits: "token bucket").
pub(crate) fn meters_of(headers: &[(&str, &str)], now_ms: i64) -> Meters {
    let failure = Failure { headers: headers.to_vec(), now_ms: Some(now_ms), ..Failure::default() };
    let bucket = headers
        .iter()
        .any(|(name, _)| name.get(..BUCKETS.len()).is_some_and(|start| start.eq_ignore_ascii_case(BUCKETS)));
    Meters { readings: crate::wait::read_meter_headers(headers, waits::clock(&failure)), bucket }
}

/// How the headers of meters begin that are filled steadily.
const BUCKETS: &str = "anthropic-ratelimit-";

/// The tables' own spelling of a machine code, if they know it.
pub(crate) fn known_code(code: &str) -> Option<&'static str> {
    phrases::Index::get().known_code(code)
}

impl Facts<'_, '_> {
    fn verdict(&self, decision: Option<Decision<'_>>, options: &Options) -> Verdict {
        let mut verdict = Verdict {
            provider: self.owner(),
            meters: self.meters.iter().map(|reading| reading.meter.clone()).collect(),
            ..Verdict::default()
        };
        let mut wait = self.wait.as_ref();
        if let Some(decision) = decision {
            verdict.class = decision.class;
            verdict.reason = decision.reason;
            verdict.scope = decision.scope.unwrap_or_else(|| scope::of(decision.reason, self));
            if verdict.class == Class::Transient && wait.is_some_and(|wait| wait.is_over(options.max_server_wait_ms)) {
                verdict.class = Class::Exhausted;
                verdict.reason = Reason::LongWait;
            }
            // A permanent failure's conditional times and riding reset headers are no wait; its own header is.
            wait = wait.filter(|wait| verdict.class != Class::Permanent || wait.is_header());
            let said = !matches!(decision.confidence, Confidence::Status | Confidence::None);
            let allowed = self.failure.header_value("x-should-retry").is_none_or(|value| value.trim_ascii() != "false");
            verdict.retryable = verdict.class == Class::Transient && allowed && (said || !options.strict);
            verdict.persists = match verdict.class {
                Class::Exhausted => true,
                Class::Permanent => said && matches!(verdict.scope, Scope::Account | Scope::Model),
                _ => false,
            };
            verdict.stops_batch = verdict.persists;
            verdict.sent = self.sent(decision.reason, decision.confidence);
            verdict.provider = decision.provider.or(verdict.provider);
            verdict.confidence = decision.confidence;
            verdict.rule = Some(decision.rule.into_owned());
            verdict.evidence = decision.evidence;
        }
        if let Some(wait) = wait {
            verdict.wait_ms = Some(wait.ms);
            verdict.wait_source = Some(wait.source);
            verdict.malformed = wait.malformed;
            verdict.retry_at = wait.retry_at(self.failure);
            verdict.evidence.push(wait.evidence.clone());
        }
        verdict.explain = explain::sentence(&verdict, self);
        verdict
    }

    fn owner(&self) -> Option<&'static str> {
        let owner = self.owners.first()?;
        Some(tables().get(owner.provider)?.name)
    }

    /// Whether the server may have acted on the request (design, section 5).
    fn sent(&self, reason: Reason, confidence: Confidence) -> Sent {
        let refused = self.status.effective().is_some_and(|status| match status {
            401..=405 | 408 | 413 | 415 | 421 | 422 | 425 | 429 | 498 | 521..=523 | 525 | 526 | 529 => true,
            503 => self.failure.header_value("retry-after").is_some(),
            _ => false,
        });
        let limited = matches!(
            reason,
            Reason::RateLimit
                | Reason::RequestsPerMinute
                | Reason::TokensPerMinute
                | Reason::Concurrency
                | Reason::Ramp
                | Reason::Overloaded
        ) && matches!(confidence, Confidence::Code | Confidence::Phrase);
        let open = self.failure.errors.iter().any(|error| lexicon::MAYBE_SENT.contains(&error.code));
        if refused || limited || (self.hits.never_sent() && !open) { Sent::No } else { Sent::Maybe }
    }
}

/// Quotes a text as evidence, at most 200 bytes of it.
fn quote(text: &str) -> String {
    reading::head(text, 200).to_owned()
}

/// A piece of evidence that stands in one of the caller's texts.
fn evidence_in(
    reading: &reading::Reading<'_>,
    source: usize,
    offset: Option<usize>,
    field: Option<usize>,
    text: &str,
    rule: &str,
) -> Evidence {
    let source = reading.sources.get(source);
    let place = source.map_or(Place::Message, |source| source.place);
    let path = match source {
        Some(source) if source.place == Place::Error => {
            let mut path = "cause.".repeat(source.link);
            path.push_str(source.part);
            Some(path)
        }
        _ => field.map(|field| reading.path(field)),
    };
    Evidence {
        place,
        path,
        text: quote(text),
        span: offset.map(|start| (start, start + text.len())),
        rule: rule.to_owned(),
    }
}

/// A piece of evidence that stands in a header.
fn evidence_in_header(name: &str, value: &str, rule: &str) -> Evidence {
    Evidence {
        place: Place::Header,
        path: Some(name.to_ascii_lowercase()),
        text: quote(value),
        span: Some((0, value.len())),
        rule: rule.to_owned(),
    }
}

/// A wait as a time on the caller's clock.
fn later(now_ms: Option<i64>, wait_ms: u64) -> Option<i64> {
    if wait_ms >= ENDLESS {
        return None;
    }
    now_ms?.checked_add(i64::try_from(wait_ms).ok()?)
}

fn lower(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}
