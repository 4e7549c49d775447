//! Fields of a body whose value is itself the wait.

use super::durations::{self, Unit};
use super::{ENDLESS, instants, retry_after};

/// A wait that a field states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stated {
    pub ms: u64,
    /// Read from a point in time.
    pub absolute: bool,
}

/// The wait that a field of a JSON object (or of its like in another notation) states.
///
/// `key` is the field's name and `parent` the name of the object that it stands in, both compared without regard to
/// case, `_`, `-` and spaces. `value` is the text of a number, or the content of a string, as `is_string` tells. What
/// each key means, and the unit of a number under it, is listed in [`KEYS`].
///
/// A number of 10⁹ or more under a key that counts seconds is a point in time. A point in time needs `now_ms`
/// (milliseconds since the Unix epoch) and is 0 when it has passed. `None` for every other field, for negative
/// numbers, and for what cannot be read.
pub(crate) fn read(
    key: &str,
    parent: Option<&str>,
    value: &str,
    is_string: bool,
    now_ms: Option<i64>,
) -> Option<Stated> {
    let meaning = meaning(key)?;
    let parent = parent.map(Normal::of);
    let within = |names: &[&str]| parent.as_ref().is_some_and(|parent| names.contains(&parent.as_str()));
    if within(METERS) {
        return None;
    }
    let value = value.trim_ascii();
    match meaning {
        Meaning::Milliseconds => number_or_duration(value, Unit::Milliseconds, now_ms),
        Meaning::Seconds => number_or_duration(value, Unit::Seconds, now_ms),
        Meaning::Minutes => number_or_duration(value, Unit::Minutes, now_ms),
        // a bare number was put there by a client: AWS SDK for JavaScript v2 keeps its own delay under this name
        Meaning::Duration if !is_string => None,
        Meaning::Duration => durations::whole(value, None).map(Stated::relative),
        Meaning::RetryAfter if is_string => header(value, now_ms),
        Meaning::RetryAfter => number_or_duration(value, Unit::Seconds, now_ms),
        Meaning::Instant => instant(value, now_ms?),
        Meaning::Part if !within(DURATIONS) => None,
        Meaning::Part => number_or_duration(value, Unit::Seconds, now_ms),
    }
}

impl Stated {
    fn relative(ms: u64) -> Self {
        Self { ms, absolute: false }
    }

    fn at(instant: i64, now_ms: i64) -> Self {
        let ms = u64::try_from(instant.saturating_sub(now_ms)).unwrap_or(0).min(ENDLESS);
        Self { ms, absolute: true }
    }
}

/// `30`, `0.529`, `"30"`, `"30s"`, or a point in time where a number is too large for a length of time.
fn number_or_duration(value: &str, unit: Unit, now_ms: Option<i64>) -> Option<Stated> {
    if unit != Unit::Milliseconds {
        if let Some(instant) = instants::from_number(value, now_ms.unwrap_or(0)) {
            return Some(Stated::at(instant, now_ms?));
        }
    }
    durations::whole(value, Some(unit)).map(Stated::relative)
}

/// A copied `Retry-After`, or a duration or point in time under its name.
fn header(value: &str, now_ms: Option<i64>) -> Option<Stated> {
    number_or_duration(value, Unit::Seconds, now_ms)
        .or_else(|| retry_after::read(value, now_ms).map(|read| Stated { ms: read.ms, absolute: read.absolute }))
        .or_else(|| instant(value, now_ms?))
}

/// Epoch seconds or milliseconds, ISO 8601, an HTTP date. Smaller numbers are seconds from now.
fn instant(value: &str, now_ms: i64) -> Option<Stated> {
    let text = value.trim_matches(['"', '\'']);
    if let Some(instant) = instants::from_number(text, now_ms) {
        return Some(Stated::at(instant, now_ms));
    }
    if let Some((instant, used)) = instants::leading(text, now_ms, None) {
        return text.get(used..)?.trim_ascii().is_empty().then(|| Stated::at(instant, now_ms));
    }
    durations::whole(text, None).map(Stated::relative)
}

fn meaning(key: &str) -> Option<Meaning> {
    let normal = Normal::of(key);
    let name = normal.as_str();
    KEYS.iter().find(|(known, _)| *known == name).map(|&(_, meaning)| meaning)
}

/// A key in lower case without `_`, `-` and spaces; empty when longer than any that we know.
struct Normal {
    bytes: [u8; LONGEST_KEY],
    len: usize,
}

impl Normal {
    fn of(key: &str) -> Self {
        let mut normal = Self { bytes: [0; LONGEST_KEY], len: 0 };
        for byte in key.bytes().filter(|byte| !b"_- ".contains(byte)) {
            let Some(place) = normal.bytes.get_mut(normal.len) else { return Self { len: 0, ..normal } };
            *place = byte.to_ascii_lowercase();
            normal.len = normal.len.saturating_add(1);
        }
        normal
    }

    fn as_str(&self) -> &str {
        self.bytes.get(..self.len).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

/// What the value of a field is.
#[derive(Clone, Copy)]
enum Meaning {
    Milliseconds,
    Seconds,
    Minutes,
    /// A quoted duration with its unit.
    Duration,
    /// Seconds, or in a string whatever a `Retry-After` may hold.
    RetryAfter,
    /// A point in time: epoch seconds or milliseconds told by size, or a date.
    Instant,
    /// Seconds within an object of one of the names in [`DURATIONS`].
    Part,
}

/// Longer than the longest key.
const LONGEST_KEY: usize = 32;

/// The fields, by their normal form. Not among them: `totalRetryDelay` and `delayMs` (a client's), `timeout`,
/// `interval` and `window` (lengths that are no wait).
const KEYS: &[(&str, Meaning)] = &[
    // Discord (float seconds since v8), Slack, Telegram, Replicate, Cloudflare; and the header copied into a body
    ("retryafter", Meaning::RetryAfter),
    ("xretryafter", Meaning::RetryAfter),
    ("retryafterseconds", Meaning::Seconds),
    ("retryafterinseconds", Meaning::Seconds),
    ("retryaftersecs", Meaning::Seconds),
    ("retryaftersec", Meaning::Seconds),
    ("retryafters", Meaning::Seconds),
    ("retryinseconds", Meaning::Seconds), // Monday
    ("retryin", Meaning::Seconds),
    ("retryafterminutes", Meaning::Minutes),
    ("retryafterms", Meaning::Milliseconds), // OpenAI's and Azure's header, copied
    ("xmsretryafterms", Meaning::Milliseconds),
    ("retryaftermillis", Meaning::Milliseconds),
    ("retryaftermilliseconds", Meaning::Milliseconds),
    ("retryafterinms", Meaning::Milliseconds),
    ("retryafterinmilliseconds", Meaning::Milliseconds), // Cosmos DB
    ("retryinms", Meaning::Milliseconds),
    ("msbeforenext", Meaning::Milliseconds), // rate-limiter-flexible
    // google.rpc.RetryInfo, Google Ads quotaErrorDetails: "26s", "21599.960323804s"
    ("retrydelay", Meaning::Duration),
    ("quotaresetdelay", Meaning::Duration), // Code Assist
    ("seconds", Meaning::Part),             // protobuf's Duration as an object
    // Codex
    ("resetsinseconds", Meaning::Seconds),
    ("resetinseconds", Meaning::Seconds),
    ("resetinxseconds", Meaning::Seconds), // Monday
    ("resetafterseconds", Meaning::Seconds),
    ("secondsuntilreset", Meaning::Seconds),
    ("resetafter", Meaning::Seconds),
    ("resetsin", Meaning::Seconds),
    ("resetin", Meaning::Seconds),
    ("resetafterms", Meaning::Milliseconds),
    ("resetsinms", Meaning::Milliseconds),
    ("resetinms", Meaning::Milliseconds),
    // Codex and Claude Code: epoch seconds; others ISO 8601
    ("resetsat", Meaning::Instant),
    ("resetat", Meaning::Instant),
    ("resettime", Meaning::Instant),
    ("resettimestamp", Meaning::Instant),
    ("quotaresettimestamp", Meaning::Instant), // Code Assist
    ("quotaresettime", Meaning::Instant),
    ("ratelimitresetat", Meaning::Instant),
    ("retryat", Meaning::Instant),
    ("estimatedtime", Meaning::Seconds), // Hugging Face, float: until the model is loaded
    ("backoffseconds", Meaning::Seconds), // Infura
    ("backoffms", Meaning::Milliseconds), // Field Nation's problem details
    ("waitseconds", Meaning::Seconds),
    ("waittimeseconds", Meaning::Seconds),
    ("secondstowait", Meaning::Seconds),
    ("waitms", Meaning::Milliseconds),
    ("waittimems", Meaning::Milliseconds),
];

/// Objects in which `seconds` is the wait.
const DURATIONS: &[&str] = &["retrydelay", "retryafter", "quotaresetdelay"];

/// Objects that describe a meter, used up or not: Codex sends one for each of its windows with every answer.
const METERS: &[&str] = &["primary", "secondary", "primarywindow", "secondarywindow", "fivehour", "sevenday"];

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-08-21T06:50:30Z.
    const NOW: i64 = 1_787_295_030_000;

    fn number(key: &str, value: &str) -> Option<Stated> {
        read(key, None, value, false, Some(NOW))
    }

    fn string(key: &str, value: &str) -> Option<Stated> {
        read(key, None, value, true, Some(NOW))
    }

    fn relative(ms: u64) -> Option<Stated> {
        Some(Stated { ms, absolute: false })
    }

    fn absolute(ms: u64) -> Option<Stated> {
        Some(Stated { ms, absolute: true })
    }

    #[test]
    fn seconds_stand_under_many_keys_in_every_spelling() {
        for key in ["retry_after", "retryAfter", "Retry-After", "retry_after_seconds", "RetryAfterSeconds", "retry_in"]
        {
            assert_eq!(number(key, "3"), relative(3_000), "{key}");
            assert_eq!(string(key, "3"), relative(3_000), "{key}");
        }
        assert_eq!(number("retry_after", "0.529"), relative(529));
        assert_eq!(number("estimated_time", "20.0"), relative(20_000));
        assert_eq!(number("estimated_time", "1482.4000000001"), relative(1_482_401));
        assert_eq!(number("backoff_seconds", "2"), relative(2_000));
        assert_eq!(number("wait_seconds", "84152"), relative(84_152_000));
        assert_eq!(number("resets_in_seconds", "388410"), relative(388_410_000));
        assert_eq!(number("reset_in", "19"), relative(19_000));
        assert_eq!(number("retry_after", "0"), relative(0));
    }

    #[test]
    fn milliseconds_stand_under_keys_that_say_so() {
        for key in ["retry_after_ms", "retryAfterMs", "retry-after-ms", "x-ms-retry-after-ms", "msBeforeNext"] {
            assert_eq!(number(key, "1372"), relative(1_372), "{key}");
        }
        assert_eq!(number("retry_after_ms", "0.5"), relative(1));
        assert_eq!(number("retry_after_ms", "1787295030000"), relative(1_787_295_030_000));
    }

    #[test]
    fn googles_durations_are_strings_with_a_unit() {
        assert_eq!(string("retryDelay", "26s"), relative(26_000));
        assert_eq!(string("retryDelay", "21599.960323804s"), relative(21_599_961));
        assert_eq!(string("retryDelay", "38214s"), relative(38_214_000));
        assert_eq!(string("retry_delay", "0s"), relative(0));
        assert_eq!(string("quotaResetDelay", "3.411902655s"), relative(3_412));
        assert_eq!(string("quotaResetDelay", "15h26m48.5s"), relative(55_608_500));
        assert_eq!(read("seconds", Some("retry_delay"), "9", false, None), relative(9_000));
        assert_eq!(read("seconds", Some("audio"), "9", false, None), None);
        assert_eq!(read("seconds", None, "9", false, None), None);
    }

    #[test]
    fn what_a_client_put_there_is_no_wait() {
        // AWS SDK for JavaScript v2: { retryable: true, retryDelay: 42.7 }, and v3's $metadata
        assert_eq!(number("retryDelay", "42.71"), None);
        assert_eq!(string("retryDelay", "42"), None);
        for key in ["totalRetryDelay", "delayMs", "delay", "timeout", "interval", "window", "windowMs", "maxRetryAfter"]
        {
            assert_eq!(number(key, "812"), None, "{key}");
        }
    }

    #[test]
    fn a_point_in_time_is_measured_from_now() {
        assert_eq!(number("resetsAt", "1787306400"), absolute(11_370_000));
        assert_eq!(number("resets_at", "1787306400000"), absolute(11_370_000));
        assert_eq!(string("reset_at", "2026-08-21T10:00:00Z"), absolute(11_370_000));
        assert_eq!(string("resetAt", "2026-08-21T18:00:00.5+08:00"), absolute(11_370_500));
        assert_eq!(string("quotaResetTimeStamp", "2026-08-21T06:50:47Z"), absolute(17_000));
        assert_eq!(number("retry_after", "1787295090"), absolute(60_000));
        assert_eq!(number("resets_at", "1787295000"), absolute(0));
        assert_eq!(read("resets_at", None, "1787306400", false, None), None);
        assert_eq!(read("retry_after", None, "1787306400", false, None), None);
        // without a zone it is a guess
        assert_eq!(string("reset_at", "2026-08-21 10:00:00"), None);
        assert_eq!(string("reset_at", "2026-08-21T10:00:00Z or so"), None);
    }

    #[test]
    fn a_copied_retry_after_may_hold_whatever_the_header_may() {
        assert_eq!(string("Retry-After", "30, 30"), relative(30_000));
        assert_eq!(string("retry-after", "2.374"), relative(2_374));
        assert_eq!(string("retry-after", "Fri, 21 Aug 2026 06:51:00 GMT"), absolute(30_000));
        assert_eq!(string("retry_after", "2026-08-21T06:51:00Z"), absolute(30_000));
        assert_eq!(string("retry_after", "30s"), relative(30_000));
        assert_eq!(string("retry_after", "1m30s"), relative(90_000));
    }

    #[test]
    fn a_meter_that_rides_along_is_no_wait() {
        assert_eq!(read("resets_in_seconds", Some("primary"), "604800", false, Some(NOW)), None);
        assert_eq!(read("resets_at", Some("five_hour"), "1787306400", false, Some(NOW)), None);
        assert_eq!(read("resets_at", Some("error"), "1787306400", false, Some(NOW)), absolute(11_370_000));
    }

    #[test]
    fn what_cannot_be_read_states_nothing() {
        for value in
            ["", "-1", "-0.5", "null", "true", "nan", "inf", "Infinity", "1e3", "0x10", "soon", "3 apples", "１"]
        {
            assert_eq!(number("retry_after", value), None, "{value}");
            assert_eq!(string("retry_after", value), None, "{value}");
            assert_eq!(string("retry_delay", value), None, "{value}");
            assert_eq!(string("resets_at", value), None, "{value}");
        }
        for key in ["", "retry", "after", "retry_afters_of_all_kinds_and_of_any_length_you_like", "再试", "retry.after"]
        {
            assert_eq!(number(key, "3"), None, "{key}");
        }
    }

    #[test]
    fn huge_numbers_saturate() {
        let nines = "9".repeat(400);
        assert_eq!(number("retry_after_ms", &nines), relative(ENDLESS));
        assert!(number("retry_after", &nines).is_some_and(|stated| stated.ms > ENDLESS / 2));
    }

    #[test]
    fn every_key_of_the_table_is_in_normal_form() {
        for (key, _) in KEYS {
            assert_eq!(Normal::of(key).as_str(), *key);
        }
        for name in DURATIONS.iter().chain(METERS) {
            assert_eq!(Normal::of(name).as_str(), *name);
        }
    }
}
