//! Fields of a body whose value is itself the wait.

use super::durations::{self, Unit};
use super::{ENDLESS, instants, retry_after};
use crate::cut;
use crate::hash::{hash, key_hash};

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
/// case, `_` and `-`. `value` is the text of a number, or the content of a string, as `is_string` tells. What
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
    // A long name is none of ours either, and is not read for each of its members.
    let parent = parent.filter(|parent| parent.len() <= LONGEST_KEY).map_or(0, key_hash);
    if METERS.contains(&parent) {
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
        Meaning::Part if !DURATIONS.contains(&parent) => None,
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
    let text = cut::trim(value, b"\"'");
    if let Some(instant) = instants::from_number(text, now_ms) {
        return Some(Stated::at(instant, now_ms));
    }
    if let Some((instant, used)) = instants::leading(text, now_ms, None) {
        return text.get(used..)?.trim_ascii().is_empty().then(|| Stated::at(instant, now_ms));
    }
    durations::whole(text, None).map(Stated::relative)
}

fn meaning(key: &str) -> Option<Meaning> {
    // most keys are none of ours
    let first = key.bytes().next()?.to_ascii_lowercase();
    if !FIRST_LETTERS.contains(&first) || !(SHORTEST_KEY..=LONGEST_KEY).contains(&key.len()) {
        return None;
    }
    let hash = key_hash(key);
    let at = SORTED_KEYS.binary_search_by_key(&hash, |&(known, _)| known).ok()?;
    SORTED_KEYS.get(at).map(|&(_, meaning)| meaning)
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

const SHORTEST_KEY: usize = 6;
const LONGEST_KEY: usize = 32;
const FIRST_LETTERS: &[u8] = b"rwbqsmxen";

/// The fields, in lower case without `_` and `-`. Not among them: `totalRetryDelay` and `delayMs` (a client's),
/// `timeout`, `interval` and `window` (lengths that are no wait).
const KEYS: &[(u32, Meaning)] = &[
    // Discord (float seconds since v8), Slack, Telegram, Replicate, Cloudflare; and the header copied into a body
    (hash(b"retryafter"), Meaning::RetryAfter),
    (hash(b"xretryafter"), Meaning::RetryAfter),
    (hash(b"retryafterseconds"), Meaning::Seconds),
    (hash(b"retryafterinseconds"), Meaning::Seconds),
    (hash(b"retryaftersecs"), Meaning::Seconds),
    (hash(b"retryaftersec"), Meaning::Seconds),
    (hash(b"retryafters"), Meaning::Seconds),
    (hash(b"retryinseconds"), Meaning::Seconds), // Monday
    (hash(b"retryin"), Meaning::Seconds),
    (hash(b"retryafterminutes"), Meaning::Minutes),
    (hash(b"retryafterms"), Meaning::Milliseconds), // OpenAI's and Azure's header, copied
    (hash(b"xmsretryafterms"), Meaning::Milliseconds),
    (hash(b"retryaftermillis"), Meaning::Milliseconds),
    (hash(b"retryaftermilliseconds"), Meaning::Milliseconds),
    (hash(b"retryafterinms"), Meaning::Milliseconds),
    (hash(b"retryafterinmilliseconds"), Meaning::Milliseconds), // Cosmos DB
    (hash(b"retryinms"), Meaning::Milliseconds),
    (hash(b"msbeforenext"), Meaning::Milliseconds), // rate-limiter-flexible
    // google.rpc.RetryInfo, Google Ads quotaErrorDetails: "26s", "21599.960323804s"
    (hash(b"retrydelay"), Meaning::Duration),
    (hash(b"quotaresetdelay"), Meaning::Duration), // Code Assist
    (hash(b"seconds"), Meaning::Part),             // protobuf's Duration as an object
    // Codex
    (hash(b"resetsinseconds"), Meaning::Seconds),
    (hash(b"resetinseconds"), Meaning::Seconds),
    (hash(b"resetseconds"), Meaning::Seconds),    // CLIProxyAPI
    (hash(b"resetinxseconds"), Meaning::Seconds), // Monday
    (hash(b"resetafterseconds"), Meaning::Seconds),
    (hash(b"secondsuntilreset"), Meaning::Seconds),
    (hash(b"resetafter"), Meaning::Seconds),
    (hash(b"resetsin"), Meaning::Seconds),
    (hash(b"resetin"), Meaning::Seconds),
    (hash(b"resetafterms"), Meaning::Milliseconds),
    (hash(b"resetsinms"), Meaning::Milliseconds),
    (hash(b"resetinms"), Meaning::Milliseconds),
    // Codex and Claude Code: epoch seconds; others ISO 8601
    (hash(b"resetsat"), Meaning::Instant),
    (hash(b"resetat"), Meaning::Instant),
    (hash(b"resettime"), Meaning::Instant),
    (hash(b"resettimestamp"), Meaning::Instant),
    (hash(b"quotaresettimestamp"), Meaning::Instant), // Code Assist
    (hash(b"quotaresettime"), Meaning::Instant),
    (hash(b"ratelimitresetat"), Meaning::Instant),
    (hash(b"windowresetsat"), Meaning::Instant),
    (hash(b"retryat"), Meaning::Instant),
    (hash(b"ratelimitnext"), Meaning::Instant), // Akamai
    (hash(b"nextrequestat"), Meaning::Instant),
    (hash(b"nextretryat"), Meaning::Instant),
    (hash(b"nextattemptat"), Meaning::Instant),
    (hash(b"nextallowedat"), Meaning::Instant),
    (hash(b"nextavailableat"), Meaning::Instant),
    (hash(b"nextresetat"), Meaning::Instant),
    (hash(b"estimatedtime"), Meaning::Seconds), // Hugging Face, float: until the model is loaded
    (hash(b"etaseconds"), Meaning::Seconds),
    (hash(b"backoffseconds"), Meaning::Seconds), // Infura
    (hash(b"backoffms"), Meaning::Milliseconds), // Field Nation's problem details
    (hash(b"waitseconds"), Meaning::Seconds),
    (hash(b"waittimeseconds"), Meaning::Seconds),
    (hash(b"secondstowait"), Meaning::Seconds),
    (hash(b"waitms"), Meaning::Milliseconds),
    (hash(b"waittimems"), Meaning::Milliseconds),
];

static SORTED_KEYS: [(u32, Meaning); KEYS.len()] = sorted();

#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)] // what is out of bounds here does not compile
const fn sorted() -> [(u32, Meaning); KEYS.len()] {
    let mut keys = [(0, Meaning::Seconds); KEYS.len()];
    let mut count = 0;
    while count < keys.len() {
        let mut at = count;
        while at > 0 && keys[at - 1].0 > KEYS[count].0 {
            keys[at] = keys[at - 1];
            at -= 1;
        }
        keys[at] = KEYS[count];
        count += 1;
    }
    keys
}

/// Objects in which `seconds` is the wait.
const DURATIONS: &[u32] = &[hash(b"retrydelay"), hash(b"retryafter"), hash(b"quotaresetdelay")];

/// Objects that describe a meter, used up or not: Codex sends one for each of its windows with every answer.
const METERS: &[u32] = &[
    hash(b"primary"),
    hash(b"secondary"),
    hash(b"primarywindow"),
    hash(b"secondarywindow"),
    hash(b"fivehour"),
    hash(b"sevenday"),
];

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
        assert_eq!(string("rateLimitNext", "2026-08-21T06:50:47.5Z"), absolute(17_500));
        assert_eq!(number("next_request_at", "1787295090"), absolute(60_000));
        assert_eq!(string("nextInvoiceAt", "2026-08-21T10:00:00Z"), None);
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
}
