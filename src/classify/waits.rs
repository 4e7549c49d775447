//! The wait that the server stated, from every place where one can stand.

use crate::classify::reading::{Kind, Reading};
use crate::classify::{evidence_in, evidence_in_header, later};
use crate::failure::Failure;
use crate::hash::key_hash;
use crate::verdict::{Evidence, WaitSource};
use crate::wait::{self, MeterReading};

/// A stated wait.
#[derive(Clone, Debug)]
pub(crate) struct Stated {
    pub(crate) ms: u64,
    pub(crate) source: WaitSource,
    pub(crate) malformed: bool,
    /// Taken from an instant rather than a length of time.
    pub(crate) absolute: bool,
    pub(crate) evidence: Evidence,
}

/// Two sources that differ by less state the same wait.
const AGREE_MS: u64 = 1_000;
/// How much longer than the cap a wait from an absolute instant may be: clocks differ, seconds are rounded.
const INSTANT_GRACE_MS: u64 = 2_000;
/// A response's `Date` further from the caller's clock than this is not believed.
const DATE_TRUST_MS: u64 = 86_400_000;

impl Stated {
    /// Whether the wait is longer than a run can sleep. A malformed one never is.
    pub(crate) fn is_over(&self, max_ms: u64) -> bool {
        let grace = if self.absolute { INSTANT_GRACE_MS } else { 0 };
        !self.malformed && self.ms > max_ms.saturating_add(grace)
    }

    pub(crate) fn is_header(&self) -> bool {
        matches!(self.source, WaitSource::RetryAfter | WaitSource::RetryAfterMs)
    }

    /// On the caller's clock, since it is the caller who waits; on the server's where that is the only one.
    pub(crate) fn retry_at(&self, failure: &Failure<'_>) -> Option<i64> {
        later(failure.now_ms.or_else(|| clock(failure)), self.ms)
    }
}

/// The server's clock: its `Date` (plus `Age`) where that is within a day of the caller's clock, else the caller's.
pub(crate) fn clock(failure: &Failure<'_>) -> Option<i64> {
    let date = failure.header_value("date").and_then(|value| {
        let near = failure.now_ms.unwrap_or(0);
        wait::parse_http_date(value.trim_ascii(), near)
    });
    let age = failure.header_value("age").and_then(|value| wait::parse_retry_after(value, 0)).unwrap_or(0);
    let date = date.and_then(|date| date.checked_add(i64::try_from(age).ok()?));
    match (date, failure.now_ms) {
        (Some(date), Some(now)) if date.abs_diff(now) > DATE_TRUST_MS => Some(now),
        (Some(date), _) => Some(date),
        (None, now) => now,
    }
}

/// Reads the wait: `retry-after-ms`, `Retry-After`, a field of the body, a sentence, the reset of an empty meter, in
/// this order; a later source that agrees within a second and is longer wins.
pub(crate) fn stated(
    failure: &Failure<'_>,
    reading: &Reading<'_>,
    meters: &[MeterReading],
    status: Option<u16>,
    zone: Option<i32>,
) -> Option<Stated> {
    let now = clock(failure);
    let told = !failure.headers.is_empty();
    let sources = [
        if told { from_retry_headers(failure, now) } else { None },
        from_fields(reading, now),
        from_texts(reading, now, zone),
        if meters.is_empty() { None } else { from_meters(failure, meters, status) },
    ];
    let mut best: Option<Stated> = None;
    for next in sources.into_iter().flatten() {
        match &best {
            None => best = Some(next),
            Some(first) if next.ms > first.ms && next.ms - first.ms <= AGREE_MS => best = Some(next),
            Some(_) => {}
        }
    }
    best
}

/// `retry-after-ms` beats a `Retry-After` that it rounds up to; when the two disagree, the longer.
#[inline(never)]
fn from_retry_headers(failure: &Failure<'_>, now: Option<i64>) -> Option<Stated> {
    let mut exact: Option<Stated> = None;
    let mut seconds: Option<Stated> = None;
    for &(name, value) in &failure.headers {
        if name.eq_ignore_ascii_case("retry-after") {
            if let Some(read) = wait::read_retry_after(value, now) {
                let evidence = evidence_in_header(name, value, "wait");
                let (ms, malformed, absolute) = (read.ms, read.malformed, read.absolute);
                let next = Stated { ms, source: WaitSource::RetryAfter, malformed, absolute, evidence };
                longer(&mut seconds, next);
            }
        } else if name.eq_ignore_ascii_case("retry-after-ms") || name.eq_ignore_ascii_case("x-ms-retry-after-ms") {
            if let Some(ms) = wait::read_milliseconds(value) {
                let evidence = evidence_in_header(name, value, "wait");
                let source = WaitSource::RetryAfterMs;
                longer(&mut exact, Stated { ms, source, malformed: false, absolute: false, evidence });
            }
        }
    }
    match (exact, seconds) {
        (Some(exact), Some(seconds)) if seconds.ms > exact.ms && seconds.ms - exact.ms >= AGREE_MS => Some(seconds),
        (Some(exact), _) => Some(exact),
        (None, seconds) => seconds,
    }
}

fn longer(best: &mut Option<Stated>, next: Stated) {
    if best.as_ref().is_none_or(|best| next.ms > best.ms) {
        *best = Some(next);
    }
}

/// A wait that a field states, and the field.
#[derive(Clone, Copy)]
struct InField {
    ms: u64,
    absolute: bool,
    at: usize,
}

/// Fields whose value is the time, and rate-limit headers that were copied into the body.
fn from_fields(reading: &Reading<'_>, now: Option<i64>) -> Option<Stated> {
    let mut relative: Option<InField> = None;
    let mut absolute: Option<InField> = None;
    for (at, field) in reading.fields.iter().enumerate() {
        let next = if field.kind == Kind::Container {
            let copied =
                field.hash == const { key_hash("headers") } || field.hash == const { key_hash("response_headers") };
            if copied { from_copied_headers(reading, at, now) } else { None }
        } else {
            let parent = field.parent.and_then(|parent| reading.fields.get(parent)).map(|parent| &*parent.key);
            // Protobuf text and `key=value` are read as sentences.
            let read = wait::read_field(&field.key, parent, &field.value, field.kind == Kind::Quoted, now);
            read.map(|read| InField { ms: read.ms, absolute: read.absolute, at })
        };
        let Some(next) = next else { continue };
        let best = if next.absolute { &mut absolute } else { &mut relative };
        if best.is_none_or(|best| next.ms > best.ms) {
            *best = Some(next);
        }
    }
    // A length of time needs no clock.
    let InField { ms, absolute, at } = relative.or(absolute)?;
    let field = reading.fields.get(at)?;
    let evidence = evidence_in(reading, field.source, field.offset, Some(at), &field.value, "wait");
    Some(Stated { ms, source: WaitSource::Body, malformed: false, absolute, evidence })
}

#[inline(never)]
fn from_copied_headers(reading: &Reading<'_>, container: usize, now: Option<i64>) -> Option<InField> {
    let mut headers = Vec::new();
    let mut fields = Vec::new();
    // What stands in a container follows it at once.
    let following = reading.fields.iter().enumerate().skip(container + 1);
    for (at, field) in following.take_while(|(_, field)| field.parent >= Some(container)) {
        if field.parent == Some(container) && field.kind != Kind::Container {
            headers.push((&*field.key, &*field.value));
            fields.push(at);
        }
    }
    let meters = wait::read_meter_headers(&headers, now);
    let empty = meters.iter().filter(|meter| meter.used_up && meter.meter.resets_ms.is_some_and(|ms| ms > 0));
    let meter = empty.max_by_key(|meter| meter.meter.resets_ms)?;
    Some(InField { ms: meter.meter.resets_ms?, absolute: meter.absolute, at: *fields.get(meter.header)? })
}

fn from_texts(reading: &Reading<'_>, now: Option<i64>, zone: Option<i32>) -> Option<Stated> {
    let stating = reading.texts.iter().filter_map(|text| Some((wait::find_in_prose(&text.content, now, zone)?, text)));
    let (found, text) = stating.reduce(|best, next| if next.0.ms > best.0.ms { next } else { best })?;
    let words = text.content.get(found.start..found.end).unwrap_or("");
    let offset = text.offset.map(|offset| offset + found.start);
    Some(Stated {
        ms: found.ms,
        source: WaitSource::Message,
        malformed: false,
        absolute: found.absolute,
        evidence: evidence_in(reading, text.source, offset, text.field, words, "wait"),
    })
}

/// The reset of a meter counts if the meter is used up or, on a 429, if it states no remaining of its own.
#[inline(never)]
fn from_meters(failure: &Failure<'_>, meters: &[MeterReading], status: Option<u16>) -> Option<Stated> {
    let states = |meter: &&MeterReading| meter.meter.resets_ms.is_some_and(|ms| ms > 0);
    let empty = meters.iter().filter(states).filter(|meter| meter.used_up);
    let unsaid = meters.iter().filter(states).filter(|meter| status == Some(429) && !meter.says_remaining);
    let longest = |meter: &&MeterReading| meter.meter.resets_ms;
    let meter = empty.max_by_key(longest).or_else(|| unsaid.max_by_key(longest))?;
    let (name, value) = failure.headers.get(meter.header).copied()?;
    Some(Stated {
        ms: meter.meter.resets_ms?,
        source: WaitSource::RateLimitReset,
        malformed: false,
        absolute: meter.absolute,
        evidence: evidence_in_header(name, value, "wait"),
    })
}
