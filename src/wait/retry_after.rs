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
    let value = http_date::trim_blanks(value);
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
    let value = http_date::trim_blanks(value);
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
    for _ in 0..MOST_MEMBERS {
        let (item, tail) = member(rest, now_ms)?;
        if item.ms >= longest.ms {
            longest = item;
        }
        rest = match tail.strip_prefix(',') {
            Some(next) => http_date::trim_blanks(next),
            None if tail.is_empty() => return Some(longest),
            None => return None,
        };
    }
    None
}

/// The first member of a list, and what follows it.
fn member(list: &str, now_ms: Option<i64>) -> Option<(Read, &str)> {
    let tail = |used: usize| {
        let tail = http_date::trim_blanks(list.get(used..)?);
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

/// More proxies than ever stand in a row.
const MOST_MEMBERS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    /// Sun, 06 Nov 1994 08:49:07 GMT: thirty seconds before the date of the RFC's examples.
    const NOW: i64 = 784_111_747_000;

    #[test]
    fn strict_values_follow_the_rfc() {
        let many = "9".repeat(400);
        let zeros = "0".repeat(400) + "7";
        for (value, ms) in [
            ("0", Some(0)),
            ("1", Some(1_000)),
            ("120", Some(120_000)),
            ("007", Some(7_000)),
            (&zeros, Some(7_000)),
            ("86400", Some(86_400_000)),
            ("4000000", Some(4_000_000_000)),
            ("9007199254740", Some(9_007_199_254_740_000)),
            ("9007199254741", Some(ENDLESS)),
            ("18446744073709551617", Some(ENDLESS)),
            (&many, Some(ENDLESS)),
            (" 120 ", Some(120_000)),
            ("\t120\t", Some(120_000)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(30_000)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some(30_000)),
            ("Sun Nov  6 08:49:37 1994", Some(30_000)),
            ("\tSun, 06 Nov 1994 08:49:37 GMT ", Some(30_000)),
            ("Sun, 06 Nov 1994 08:49:60 GMT", Some(53_000)),
            ("Sun, 06 Nov 1994 08:49:07 GMT", Some(0)),
            ("Sun, 06 Nov 1994 08:49:06 GMT", Some(0)),
            ("Thu, 01 Jan 1970 00:00:00 GMT", Some(0)),
            ("Fri, 31 Dec 9999 23:59:59 GMT", Some(252_618_189_052_000)),
            // two-digit years: fifty years ahead, and a little more
            ("Sunday, 06-Nov-44 08:49:07 GMT", Some(1_577_923_200_000)),
            ("Monday, 06-Nov-44 08:49:08 GMT", Some(0)),
            ("Monday, 06-Nov-95 08:49:07 GMT", Some(31_536_000_000)),
            ("Friday, 06-Nov-87 08:49:07 GMT", Some(0)),
            ("Mon, 06 Nov 1994 08:49:37 GMT", None),
            ("Monday, 06-Nov-94 08:49:37 GMT", None),
            ("Mon Nov  6 08:49:37 1994", None),
            ("sun, 06 nov 1994 08:49:37 gmt", None),
            ("Sun, 06 Nov 1994 08:49:37 UTC", None),
            ("Sun, 06 Nov 1994 08:49:37", None),
            ("Sun, 06 Nov 1994 08:49:37 +0000", None),
            ("Sun, 6 Nov 1994 08:49:37 GMT", None),
            ("Sun, 31 Nov 1994 08:49:37 GMT", None),
            ("Sun, 06 Nov 1994 24:49:37 GMT", None),
            ("Sun, 06 Nov 1994 08:49:61 GMT", None),
            ("Sun, 06-Nov-94 08:49:37 GMT", None),
            ("1994-11-06T08:49:37Z", None),
            ("", None),
            (" ", None),
            ("1.5", None),
            ("2.0", None),
            ("2.374", None),
            ("-1", None),
            ("+5", None),
            ("1e3", None),
            ("0x10", None),
            ("nan", None),
            ("NaN", None),
            ("inf", None),
            ("Infinity", None),
            ("1e400", None),
            ("30, 30", None),
            ("30;", None),
            ("30 s", None),
            ("3 0", None),
            ("120s", None),
            ("6m0s", None),
            ("soon", None),
            ("\u{a0}120", None),
            ("\n120", None),
            ("１２０", None),
            ("٣", None),
            ("é", None),
        ] {
            assert_eq!(parse_retry_after(value, NOW), ms, "{value:?}");
            if let Some(ms) = ms {
                let absolute = value.contains(':');
                assert_eq!(read(value, Some(NOW)), Some(Read { ms, malformed: false, absolute }), "{value:?}");
            }
        }
    }

    #[test]
    fn malformed_values_are_read_for_what_they_mean() {
        for (value, ms, absolute) in [
            ("1.5", 1_500, false),
            ("2.0", 2_000, false),
            ("2.374", 2_374, false),
            ("0.0001", 1, false),
            ("+5", 5_000, false),
            ("30, 30", 30_000, false),
            ("30,60", 60_000, false),
            ("60, 30", 60_000, false),
            ("30 , 1.5,20", 30_000, false),
            ("120s", 120_000, false),
            ("6m0s", 360_000, false),
            ("30 seconds", 30_000, false),
            ("\"30\"", 30_000, false),
            ("1 minute, 30 seconds", 90_000, false),
            ("00:02:00", 120_000, false),
            ("PT30S", 30_000, false),
            ("Mon, 06 Nov 1994 08:49:37 GMT", 30_000, true),
            ("sun, 06 nov 1994 08:49:37 gmt", 30_000, true),
            ("Sun, 06 Nov 1994 08:49:37 UTC", 30_000, true),
            ("Sun, 06 Nov 1994 09:49:37 +0100", 30_000, true),
            ("1994-11-06T08:49:37Z", 30_000, true),
            ("1994-11-06T08:49:37.0001Z", 30_001, true),
            ("1994-11-06 09:49:37+01:00", 30_000, true),
            ("1994-11-06T08:48:00Z", 0, true),
            ("Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:17 GMT", 30_000, true),
            ("10, Sun, 06 Nov 1994 08:49:37 GMT", 30_000, true),
            ("Sun, 06 Nov 1994 08:49:37 GMT, 40", 40_000, false),
        ] {
            assert_eq!(read(value, Some(NOW)), Some(Read { ms, malformed: true, absolute }), "{value:?}");
            assert_eq!(parse_retry_after(value, NOW), None, "{value:?}");
            let unclocked = read(value, None);
            assert_eq!(
                unclocked.is_some(),
                !value.contains("1994-") && !value.contains("1994 ") && !value.contains(" nov ")
            );
        }
    }

    #[test]
    fn what_says_nothing_is_not_read() {
        for value in [
            "",
            " ",
            "-5",
            "-1",
            "nan",
            "NaN",
            "inf",
            "Infinity",
            "1e400",
            "1e3",
            "soon",
            "30,",
            ",30",
            "30, soon",
            "30;60",
            "5 attempts",
            "1994",
            "1994-11-06",
            "1994-11-06T08:49:37",
            "1994-13-06T08:49:37Z",
            "é",
            "++5",
            "+-5",
        ] {
            let read = read(value, Some(NOW));
            match value {
                "1994" => assert_eq!(read, Some(Read { ms: 1_994_000, malformed: false, absolute: false })),
                _ => assert_eq!(read, None, "{value:?}"),
            }
        }
    }

    #[test]
    fn a_point_in_time_needs_a_clock() {
        assert_eq!(read("Sun, 06 Nov 1994 08:49:37 GMT", None), None);
        assert_eq!(read("1994-11-06T08:49:37Z", None), None);
        assert_eq!(read("30", None), Some(Read { ms: 30_000, malformed: false, absolute: false }));
    }

    #[test]
    fn extreme_clocks_do_no_harm() {
        assert_eq!(parse_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", i64::MIN), Some(ENDLESS));
        assert_eq!(parse_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", i64::MAX), Some(0));
        assert_eq!(read("1994-11-06T08:49:37Z", Some(i64::MIN)).map(|read| read.ms), Some(ENDLESS));
    }

    #[test]
    fn a_megabyte_is_read_in_linear_time() {
        let digits = "1".repeat(1_000_000);
        assert_eq!(parse_retry_after(&digits, NOW), Some(ENDLESS));
        assert_eq!(read(&(digits.clone() + ".5"), Some(NOW)).map(|read| read.ms), Some(ENDLESS));
        assert_eq!(read(&("1".to_owned() + &",111".repeat(250_000)), Some(NOW)), None);
        assert_eq!(read(&(digits + "x"), Some(NOW)), None);
        assert_eq!(read(&" ".repeat(1_000_000), Some(NOW)), None);
    }
}
