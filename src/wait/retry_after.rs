//! `Retry-After` (RFC 9110, section 10.2.3), and what servers send in its place.

use super::durations::{self, Unit};
use super::{ENDLESS, http_date, instants};

/// The wait that a `Retry-After` value states, in milliseconds; [`ENDLESS`] for a number beyond counting.
///
/// Strictly [RFC 9110, section 10.2.3](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3): a non-negative integer
/// of seconds, or an HTTP date as [`parse_http_date`](super::parse_http_date) reads it, measured from `now_ms`
/// (milliseconds since the Unix epoch). A date in the past is 0. Blanks (SP, HTAB) around the value are ignored.
/// `None` for everything else: `1.5`, `-1`, `nan`, `30, 30`, a wrong weekday, an ISO 8601 date.
///
/// ```
/// use retriage::wait::parse_retry_after;
///
/// let now_ms = 784_111_747_000; // Sun, 06 Nov 1994 08:49:07 GMT
/// assert_eq!(parse_retry_after("120", now_ms), Some(120_000));
/// assert_eq!(parse_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", now_ms), Some(30_000));
/// assert_eq!(parse_retry_after("1.5", now_ms), None);
/// ```
#[must_use]
pub fn parse_retry_after(value: &str, now_ms: i64) -> Option<u64> {
    let value = value.trim_matches(BLANKS);
    seconds(value).or_else(|| http_date::parse_http_date(value, now_ms).map(|at| until(at, now_ms)))
}

/// What a `Retry-After` value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Read {
    pub ms: u64,
    /// Not valid by RFC 9110.
    pub malformed: bool,
    /// Read from a point in time.
    pub absolute: bool,
}

/// The wait that a valid value states or a malformed one must have meant; of a list the longest.
///
/// A point in time needs `now_ms`.
pub(crate) fn read(value: &str, now_ms: Option<i64>) -> Option<Read> {
    let value = value.trim_matches(BLANKS);
    if let Some(ms) = seconds(value) {
        return Some(Read { ms, malformed: false, absolute: false });
    }
    if let Some(now_ms) = now_ms {
        if let Some((at, strict)) = http_date::read(value, now_ms) {
            return Some(Read { ms: until(at, now_ms), malformed: !strict, absolute: true });
        }
    }

    let mut longest = Read { ms: 0, malformed: true, absolute: false };
    let mut rest = value.strip_prefix('+').unwrap_or(value);
    loop {
        let (item, tail) = member(rest, now_ms)?;
        if item.ms >= longest.ms {
            longest = item;
        }
        rest = match tail.strip_prefix(',') {
            Some(next) => next.trim_start_matches(BLANKS),
            None if tail.is_empty() => return Some(longest),
            None => return None,
        };
    }
}

/// The first member of a list, and what follows it.
fn member(list: &str, now_ms: Option<i64>) -> Option<(Read, &str)> {
    let tail = |used: usize| {
        let tail = list.get(used..)?.trim_start_matches(BLANKS);
        (tail.is_empty() || tail.starts_with(',')).then_some(tail)
    };
    if let Some((ms, used)) = durations::leading(list, Some(Unit::Seconds)) {
        if let Some(tail) = tail(used) {
            return Some((Read { ms, malformed: true, absolute: false }, tail));
        }
    }
    let now_ms = now_ms?;
    let (at, used) = instants::leading(list, now_ms, None)?;
    Some((Read { ms: until(at, now_ms), malformed: true, absolute: true }, tail(used)?))
}

/// `delay-seconds`.
fn seconds(value: &str) -> Option<u64> {
    if !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    durations::decimal(value, 1_000).map(|(ms, _)| ms)
}

fn until(at_ms: i64, now_ms: i64) -> u64 {
    u64::try_from(at_ms.saturating_sub(now_ms)).unwrap_or(0).min(ENDLESS)
}

const BLANKS: [char; 2] = [' ', '\t'];
