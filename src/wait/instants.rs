//! Points in time as servers write them.

use super::ENDLESS;
use super::durations::{self, Cursor, position};
use super::http_date::{self, Date, Year};
use super::zones::{DAY_MS, Zone, weekday, within_reach, year_of};

/// The point in time at the very start of `text`, in milliseconds since the Unix epoch, and the bytes it takes.
///
/// Read are ISO 8601 and its loose forms, dates with the name of the month, Unix times of 10, 11 or 13 digits, and
/// times of the day, which mean the next one after `now_ms`. Without a zone a time is a guess: it is read only as one
/// of `assumed_zone_minutes` east of UTC. A date without a time is read only with a zone of its own.
pub(crate) fn leading(text: &str, now_ms: i64, assumed_zone_minutes: Option<i32>) -> Option<(i64, usize)> {
    let mut cursor = Cursor::new(text);
    // so that nothing below overflows
    let now_ms = within_reach(now_ms);
    let at = match unix(&mut cursor) {
        Some(at) => at,
        None => written(&mut cursor, now_ms, assumed_zone_minutes)?,
    };
    Some((at, cursor.used(text)))
}

/// The instant that a number of seconds (1e9 to 1e11) or milliseconds (from 1e12) since the Unix epoch is, told apart
/// by size. `None` for smaller numbers, which are lengths of time, and for what is no plain decimal.
pub(crate) fn from_number(digits: &str, _now_ms: i64) -> Option<i64> {
    let (number, used) = durations::decimal(digits, 1)?;
    let ms = match number {
        _ if used != digits.len() => return None,
        1_000_000_000..100_000_000_000 => durations::decimal(digits, 1_000)?.0,
        1_000_000_000_000..=ENDLESS => number,
        _ => return None,
    };
    i64::try_from(ms).ok()
}

/// A Unix time in running text.
fn unix(cursor: &mut Cursor) -> Option<i64> {
    let digits = cursor.rest.bytes().take(14).take_while(u8::is_ascii_digit).count();
    if !matches!(digits, 10 | 11 | 13) {
        return None;
    }
    let (_, used) = durations::decimal(cursor.rest, 1)?;
    let (number, rest) = cursor.rest.split_at_checked(used)?;
    let mut after = rest.bytes();
    let mut next = after.next();
    if next == Some(b'.') {
        next = after.next();
    }
    if next.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':' | b'/' | b'%')) {
        return None;
    }
    let at = from_number(number, 0)?;
    cursor.rest = rest;
    Some(at)
}

/// A date and a time, or one of the two, and a zone.
fn written(cursor: &mut Cursor, now_ms: i64, assumed: Option<i32>) -> Option<i64> {
    let mut ahead = *cursor;
    let mut day = Day::read(&mut ahead);
    if day.is_some() {
        to_time(&mut ahead);
    }
    let clock = http_date::clock(&mut ahead);
    if clock.is_none() {
        day?;
        // back to before the word that led to no time
        ahead = *cursor;
        day = Day::read(&mut ahead);
    }
    if day.is_none() {
        day = later_day(&mut ahead);
    }

    // asctime ends with the year and is GMT; others have the year after the zone
    let mut zone = late_year(&mut ahead, &mut day).then_some(Zone::UTC);
    let dated = matches!(day, Some(Day::Date(_)));
    if let Some(named) = read_zone(&mut ahead, dated && clock.is_some()) {
        zone = Some(named);
        late_year(&mut ahead, &mut day);
        if day.is_none() {
            day = later_day(&mut ahead);
        }
    }
    let zone = match zone {
        Some(zone) => zone,
        None => Zone::fixed(assumed.filter(|_| clock.is_some())?),
    };
    let at = match (day, clock) {
        (Some(Day::Date(date)), _) => on_date(date, clock.unwrap_or(0), zone, now_ms)?,
        (_, None) => return None,
        (Some(Day::Week(weekday)), Some(clock)) => next(clock, Some(weekday), zone, now_ms)?,
        // "00:00 UTC on the 1st"
        (None, Some(_)) if elsewhen(ahead) => return None,
        (None, Some(clock)) => next(clock, None, zone, now_ms)?,
    };
    *cursor = ahead;
    Some(at)
}

#[derive(Clone, Copy)]
enum Day {
    Date(Date),
    /// A weekday alone; 0 is Sunday.
    Week(i64),
}

impl Day {
    fn read(cursor: &mut Cursor) -> Option<Self> {
        iso_date(cursor)
            .or_else(|| Date::read(cursor))
            .map(Self::Date)
            .or_else(|| http_date::read_weekday(cursor).map(Self::Week))
    }
}

/// A date that follows its time: "8pm on Sep 29".
fn later_day(cursor: &mut Cursor) -> Option<Day> {
    let mut ahead = *cursor;
    ahead.spaces();
    let _ = ahead.eat(",");
    ahead.spaces();
    skip_word(&mut ahead, "on");
    let day = Day::read(&mut ahead)?;
    *cursor = ahead;
    Some(day)
}

fn late_year(cursor: &mut Cursor, day: &mut Option<Day>) -> bool {
    let mut ahead = *cursor;
    ahead.spaces();
    let Some(Day::Date(date)) = day else { return false };
    let read = date.read_late_year(&mut ahead);
    if read {
        *cursor = ahead;
    }
    read
}

/// Do the words that follow a time put it on a day that we cannot read?
fn elsewhen(mut cursor: Cursor) -> bool {
    cursor.spaces();
    let _ = cursor.eat(",");
    cursor.spaces();
    matches!(cursor.word(), "on" | "of" | "next" | "tomorrow")
}

/// `2026-09-01` or `2026/09/01`.
fn iso_date(cursor: &mut Cursor) -> Option<Date> {
    let mut ahead = *cursor;
    let (year, _) = ahead.digits(4).filter(|&(_, digits)| digits == 4)?;
    let hyphen = ["-", "/"].into_iter().find(|hyphen| ahead.eat(hyphen))?;
    let month = ahead.two_digits(12)?;
    ahead.eat(hyphen).then_some(())?;
    let day = ahead.two_digits(31)?;
    *cursor = ahead;
    Some(Date { year: Year::Full(year.into()), month: month.into(), day: day.into(), weekday: None })
}

/// Skips what stands between a date and its time.
fn to_time(cursor: &mut Cursor) {
    let mut ahead = *cursor;
    if ahead.eat("T") && ahead.peek().is_some_and(|byte| byte.is_ascii_digit()) {
        *cursor = ahead;
        return;
    }
    cursor.spaces();
    let _ = cursor.eat(",");
    cursor.spaces();
    skip_word(cursor, "at");
}

/// Skips a word and the blanks after it.
fn skip_word(cursor: &mut Cursor, word: &str) {
    let mut ahead = *cursor;
    if ahead.eat(word) && ahead.at_word_end() {
        ahead.spaces();
        *cursor = ahead;
    }
}

/// The instant of a date; of one without a year the first that is at most a month ago.
fn on_date(date: Date, clock: i64, zone: Zone, now_ms: i64) -> Option<i64> {
    let at = |mut date: Date| Some(zone.utc(date.at(clock, now_ms)?));
    if date.year != Year::Missing {
        return at(date);
    }
    let year = year_of(now_ms).wrapping_sub(1);
    let oldest = now_ms.wrapping_sub(DAY_MS.wrapping_mul(30));
    (0..3).filter_map(|ahead| at(Date { year: Year::Full(year.wrapping_add(ahead)), ..date })).find(|&at| at > oldest)
}

/// The next instant after `now_ms` at which clocks show that time, on that weekday if one is given.
fn next(clock: i64, on: Option<i64>, zone: Zone, now_ms: i64) -> Option<i64> {
    let today = zone.local(now_ms).div_euclid(DAY_MS);
    (0..9)
        .map(|ahead| today.wrapping_add(ahead))
        .filter(|&day| on.is_none_or(|on| on == weekday(day)))
        .map(|day| zone.utc(day.wrapping_mul(DAY_MS).wrapping_add(clock)))
        .find(|&at| at > now_ms)
}

/// `Z`, `+08:00`, ` +0800 CST`, ` UTC`, ` GMT+0100 (...)`, ` (America/New_York)`, ` Pacific time`.
///
/// After a time of day alone (`dated` is false) a hyphen makes a range: `8:00-9:00`.
fn read_zone(cursor: &mut Cursor, dated: bool) -> Option<Zone> {
    let mut ahead = *cursor;
    let adjacent = ahead.peek() == Some(b'-');
    ahead.spaces();
    let open = ahead.eat_one_of("([");
    let zone = match minutes_east(&mut ahead) {
        Some(_) if adjacent && !dated => return None,
        Some(minutes) => Zone::fixed(minutes),
        None => named_zone(&mut ahead)?,
    };
    if open {
        let _ = ahead.eat_one_of(")]");
    }
    *cursor = ahead;
    Some(zone)
}

fn minutes_east(cursor: &mut Cursor) -> Option<i32> {
    let mut ahead = *cursor;
    let west = ahead.eat("-");
    (west || ahead.eat("+")).then_some(())?;
    let (hours, minutes) = match ahead.digits(4)? {
        (number, 4) => (number / 100, number % 100),
        (hours, 1 | 2) => (hours, if ahead.eat(":") { ahead.two_digits(59)? } else { 0 }),
        _ => return None,
    };
    if hours > 23 || minutes > 59 || !ahead.at_word_end() {
        return None;
    }
    remark(&mut ahead);
    *cursor = ahead;
    let east = i32::try_from(hours.wrapping_mul(60).wrapping_add(minutes)).ok()?;
    Some(if west { east.wrapping_neg() } else { east })
}

fn named_zone(cursor: &mut Cursor) -> Option<Zone> {
    let mut ahead = *cursor;
    // IANA's "Etc/GMT+5" is west of Greenwich, as in POSIX
    let west = if ahead.eat("Etc/GMT") { minutes_east(&mut ahead) } else { None };
    if let Some(minutes) = west {
        *cursor = ahead;
        return Some(Zone::fixed(minutes.wrapping_neg()));
    }
    ahead = *cursor;
    let mut slash = false;
    let is_part = |byte: &u8| {
        slash |= *byte == b'/';
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/') || (slash && *byte == b'-')
    };
    let length = ahead.rest.bytes().take(LONGEST_NAME).take_while(is_part).count();
    let (name, rest) = ahead.rest.split_at_checked(length)?;
    ahead.rest = rest;
    let zone = if position("utc gmt z", name).is_some() { Zone::UTC } else { Zone::named(name)? };
    *cursor = ahead;
    ahead.spaces();
    // "UTC+8", "GMT+0100 (Central European Standard Time)"
    if position("utc gmt", name).is_some() {
        if let Some(minutes) = minutes_east(&mut ahead) {
            *cursor = ahead;
            return Some(Zone::fixed(minutes));
        }
    }
    // "Pacific Time", "Pacific Standard Time"; but "Central European Time" is another zone
    let mut word = ahead.word();
    let standard = position("time standard daylight mean", word).is_some();
    if !word.eq_ignore_ascii_case("time") {
        ahead.spaces();
        word = ahead.word();
    }
    if word.eq_ignore_ascii_case("time") {
        standard.then_some(())?;
        *cursor = ahead;
    }
    Some(zone)
}

/// Skips the name that may follow an offset: ` CST`, ` (Central European Standard Time)`, `[Europe/Berlin]`.
fn remark(cursor: &mut Cursor) {
    let mut ahead = *cursor;
    ahead.spaces();
    if ahead.eat_one_of("([") {
        let Some(end) = ahead.rest.bytes().take(64).position(|byte| matches!(byte, b')' | b']')) else { return };
        ahead.advance(end.wrapping_add(1));
    } else {
        let word = ahead.word();
        if !(2..=5).contains(&word.len()) || !word.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return;
        }
    }
    *cursor = ahead;
}

/// `America/Argentina/ComodRivadavia` has 32.
const LONGEST_NAME: usize = 40;

#[cfg(test)]
mod tests {
    #![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::unwrap_used)]

    use super::*;

    /// Mon, 30 Nov 2026 12:00:00 UTC
    const NOW: i64 = 1_796_040_000_000;

    /// An instant of RFC 3339 in UTC, read by the shortest way.
    fn utc(text: &str) -> i64 {
        let number = |range: std::ops::Range<usize>| text[range].parse::<i64>().unwrap();
        let days = crate::wait::zones::days_from_civil(number(0..4), number(5..7), number(8..10));
        let seconds = number(11..13) * 3_600 + number(14..16) * 60 + number(17..19);
        let ms = if text.len() == 24 { number(20..23) } else { 0 };
        assert!(text.ends_with('Z') && matches!(text.len(), 20 | 24), "{text}");
        days * DAY_MS + seconds * 1_000 + ms
    }

    /// Each text is read to its end.
    fn reads(cases: &[(&str, &str)]) {
        for &(text, instant) in cases {
            assert_eq!(leading(text, NOW, None), Some((utc(instant), text.len())), "{text}");
        }
    }

    #[test]
    fn iso_8601_is_read() {
        reads(&[
            ("2026-09-01T00:00:00Z", "2026-09-01T00:00:00Z"),
            ("2026-09-01t00:00:00z", "2026-09-01T00:00:00Z"),
            ("2023-05-11T14:22:35.742Z", "2023-05-11T14:22:35.742Z"),
            ("2023-05-11T14:22:35.7420001Z", "2023-05-11T14:22:35.743Z"),
            ("2026-09-01T23:59:59.9999Z", "2026-09-02T00:00:00Z"),
            ("2026-09-01T10:00Z", "2026-09-01T10:00:00Z"),
            ("2026-09-01T10:00:00+08:00", "2026-09-01T02:00:00Z"),
            ("2026-09-01T10:00:00-0330", "2026-09-01T13:30:00Z"),
            ("2026-09-01 10:00:00+00", "2026-09-01T10:00:00Z"),
            ("2026-09-01T10:00+02:00[Europe/Berlin]", "2026-09-01T08:00:00Z"),
            ("2026-09-22 19:15:54 UTC", "2026-09-22T19:15:54Z"),
            ("2026-09-22 19:15 GMT", "2026-09-22T19:15:00Z"),
            ("2026-09-13 22:36:33 +0800", "2026-09-13T14:36:33Z"),
            ("2026-09-13 22:36:33 +08:00", "2026-09-13T14:36:33Z"),
            ("2026-09-13 22:36:33 +0800 CST", "2026-09-13T14:36:33Z"),
            ("2026-09-13 22:36:33.5 +0000 UTC", "2026-09-13T22:36:33.500Z"),
            ("2026-09-01 at 00:00 UTC", "2026-09-01T00:00:00Z"),
            ("2026-09-01, 00:00 UTC", "2026-09-01T00:00:00Z"),
            ("2026/09/01 00:00:00 UTC", "2026-09-01T00:00:00Z"),
            ("2026-09-01 UTC", "2026-09-01T00:00:00Z"),
            ("2026-09-01 (UTC)", "2026-09-01T00:00:00Z"),
            ("2026-09-01 00:00:00 (UTC)", "2026-09-01T00:00:00Z"),
            ("2026-09-01 00:00:00 UTC+8", "2026-08-31T16:00:00Z"),
            ("2026-09-01 00:00:00 America/New_York", "2026-09-01T04:00:00Z"),
            ("2026-12-01 00:00:00 PST", "2026-12-01T08:00:00Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
            ("2028-02-29T00:00:00Z", "2028-02-29T00:00:00Z"),
        ]);
    }

    #[test]
    fn http_dates_and_their_like_are_read() {
        reads(&[
            ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"),
            ("Tue, 16 Sep 2025 06:30:31 UTC", "2025-09-16T06:30:31Z"),
            ("Mon, 16 Sep 2025 06:30:31 GMT", "2025-09-16T06:30:31Z"),
            ("Tue, 16 Sep 2025 06:30:31 +0200", "2025-09-16T04:30:31Z"),
            ("Tue, 16 Sep 2025 06:30:31 EST", "2025-09-16T11:30:31Z"),
            ("Thu Mar 11 2021 14:27:36 GMT+0100 (Central European Standard Time)", "2021-03-11T13:27:36Z"),
            ("Thu Mar 11 2021 14:27:36 GMT+0000 (Coordinated Universal Time)", "2021-03-11T14:27:36Z"),
            ("Thu Mar 11 14:27:36 UTC 2021", "2021-03-11T14:27:36Z"),
            ("Thu Mar 11 14:27:36 EST 2021", "2021-03-11T19:27:36Z"),
        ]);
    }

    #[test]
    fn dates_with_the_name_of_the_month_are_read() {
        reads(&[
            ("Aug 8th, 2026 12:42 AM UTC", "2026-08-08T00:42:00Z"),
            ("September 1, 2026 at 00:00 UTC", "2026-09-01T00:00:00Z"),
            ("Sept. 1, 2026, 8:05 PM PDT", "2026-09-02T03:05:00Z"),
            ("1 September 2026 14:30 (Europe/Berlin)", "2026-09-01T12:30:00Z"),
            ("September 1, 2026 UTC", "2026-09-01T00:00:00Z"),
            ("12:00 AM UTC on September 1, 2026", "2026-09-01T00:00:00Z"),
            ("00:00 UTC, 2026-09-01", "2026-09-01T00:00:00Z"),
        ]);
    }

    #[test]
    fn a_date_without_a_year_is_the_next_or_was_just_now() {
        reads(&[
            ("Dec 5 at 9am (Asia/Tokyo)", "2026-12-05T00:00:00Z"),
            ("Dec 5, 5pm (Africa/Libreville)", "2026-12-05T16:00:00Z"),
            ("5pm on Dec 5 (Europe/London)", "2026-12-05T17:00:00Z"),
            ("Jan 2, 5pm (UTC)", "2027-01-02T17:00:00Z"),
            ("Nov 29 at 2pm (UTC)", "2026-11-29T14:00:00Z"),
            ("Oct 1 at 2pm (UTC)", "2027-10-01T14:00:00Z"),
        ]);
        // in January, December was just now
        let new_year = utc("2027-01-02T00:00:00Z");
        assert_eq!(leading("Dec 31, 5pm UTC", new_year, None), Some((utc("2026-12-31T17:00:00Z"), 15)));
        assert_eq!(leading("Feb 29, 5pm UTC", NOW, None), None);
    }

    #[test]
    fn a_time_of_the_day_is_the_next_one() {
        reads(&[
            ("8pm (America/New_York)", "2026-12-01T01:00:00Z"),
            ("2:30pm (Asia/Calcutta)", "2026-12-01T09:00:00Z"),
            ("14:30 UTC", "2026-11-30T14:30:00Z"),
            ("11:59 UTC", "2026-12-01T11:59:00Z"),
            ("12:00 UTC", "2026-12-01T12:00:00Z"),
            ("00:00 UTC", "2026-12-01T00:00:00Z"),
            ("midnight UTC", "2026-12-01T00:00:00Z"),
            ("midnight Pacific", "2026-12-01T08:00:00Z"),
            ("midnight Pacific time", "2026-12-01T08:00:00Z"),
            ("Midnight Pacific Standard Time", "2026-12-01T08:00:00Z"),
            ("8:05 PM PST", "2026-12-01T04:05:00Z"),
            ("8:05\u{202f}PM PST", "2026-12-01T04:05:00Z"),
            ("14:30:15 +02:00", "2026-11-30T12:30:15Z"),
            ("9am UTC+8", "2026-12-01T01:00:00Z"),
            ("9am (Etc/GMT+8)", "2026-11-30T17:00:00Z"),
            ("9am (Etc/GMT-8)", "2026-12-01T01:00:00Z"),
            ("9am (Etc/GMT)", "2026-12-01T09:00:00Z"),
            ("9am GMT +8", "2026-12-01T01:00:00Z"),
            ("noon EST", "2026-11-30T17:00:00Z"),
            ("Wednesday 8am (Europe/Berlin)", "2026-12-02T07:00:00Z"),
            ("Mon 8am UTC", "2026-12-07T08:00:00Z"),
            ("8am UTC on Monday", "2026-12-07T08:00:00Z"),
        ]);
    }

    #[test]
    fn a_time_of_the_day_follows_summer_time() {
        // clocks go back in New York at 06:00 UTC
        let before = utc("2026-11-01T00:30:00Z");
        assert_eq!(leading("8pm (America/New_York)", before, None), Some((utc("2026-11-02T01:00:00Z"), 22)));
        let april = utc("2026-04-01T21:25:00Z");
        assert_eq!(leading("9am (Asia/Seoul)", april, None), Some((utc("2026-04-02T00:00:00Z"), 16)));
        let summer = utc("2026-07-01T12:00:00Z");
        assert_eq!(leading("8pm (America/New_York)", summer, None), Some((utc("2026-07-02T00:00:00Z"), 22)));
        assert_eq!(leading("midnight Pacific", summer, None), Some((utc("2026-07-02T07:00:00Z"), 16)));
    }

    #[test]
    fn unix_times_are_read() {
        for (text, ms, used) in [
            ("1772618700", 1_772_618_700_000, 10),
            ("1772618700.25", 1_772_618_700_250, 13),
            ("1772618700.0001", 1_772_618_700_001, 15),
            ("1772618700000", 1_772_618_700_000, 13),
            ("1772618700000. Please use WebSocket", 1_772_618_700_000, 13),
            ("1772618700\"}", 1_772_618_700_000, 10),
            ("2200000000", 2_200_000_000_000, 10),
        ] {
            assert_eq!(leading(text, NOW, None), Some((ms, used)), "{text}");
        }
        for text in [
            "0999999999",
            "999999999",
            "123456789012",
            "12345678901234",
            "1772618700abc",
            "1772618700-1",
            "1772618700.2.3",
            "1772618700:",
            "1772618700s",
        ] {
            assert_eq!(leading(text, NOW, None), None, "{text}");
        }
    }

    #[test]
    fn numbers_are_told_apart_by_size() {
        for (digits, ms) in [
            ("1000000000", Some(1_000_000_000_000)),
            ("1772618700", Some(1_772_618_700_000)),
            ("1772618700.25", Some(1_772_618_700_250)),
            ("99999999999", Some(99_999_999_999_000)),
            ("1000000000000", Some(1_000_000_000_000)),
            ("1772618700000", Some(1_772_618_700_000)),
            ("1772618700000.5", Some(1_772_618_700_001)),
            ("0", None),
            ("60", None),
            ("1287433", None),
            ("999999999", None),
            ("100000000000", None),
            ("999999999999", None),
            ("", None),
            ("-1772618700", None),
            (" 1772618700", None),
            ("1772618700s", None),
            ("1e12", None),
        ] {
            assert_eq!(from_number(digits, NOW), ms, "{digits}");
        }
        assert_eq!(from_number(&"9".repeat(400), NOW), Some(9_007_199_254_740_991));
    }

    #[test]
    fn a_time_without_a_zone_is_read_only_as_assumed() {
        for (text, instant) in [
            ("2026-08-25 07:41:44", "2026-08-24T23:41:44Z"),
            ("2026-08-25T07:41:44", "2026-08-24T23:41:44Z"),
            ("Aug 8th, 2026 12:42 AM", "2026-08-07T16:42:00Z"),
            ("14:30", "2026-12-01T06:30:00Z"),
            ("8pm", "2026-12-01T12:00:00Z"),
        ] {
            assert_eq!(leading(text, NOW, None), None, "{text}");
            assert_eq!(leading(text, NOW, Some(480)), Some((utc(instant), text.len())), "{text}");
        }
        // a zone of its own counts
        assert_eq!(leading("2026-08-25 07:41:44 UTC", NOW, Some(480)), Some((utc("2026-08-25T07:41:44Z"), 23)));
        assert_eq!(leading("2026-08-25 07:41:44 重置", NOW, Some(480)), Some((utc("2026-08-24T23:41:44Z"), 19)));
        // a date alone is none
        assert_eq!(leading("2026-09-01", NOW, Some(480)), None);
    }

    #[test]
    fn an_instant_ends_where_the_sentence_goes_on() {
        for (text, instant, used) in [
            ("2024-10-22T09:41:17.318Z (Forwarding rules)", "2024-10-22T09:41:17.318Z", 24),
            ("2023-05-11T14:22:35.742Z, Backing off: 8 seconds", "2023-05-11T14:22:35.742Z", 24),
            ("2026-09-22 19:15:54 UTC\",\"type\"", "2026-09-22T19:15:54Z", 23),
            ("2026-09-01 at 00:00 UTC.", "2026-09-01T00:00:00Z", 23),
            ("2026-09-01T10:00:00Z. 5 requests", "2026-09-01T10:00:00Z", 20),
            ("2026-09-01 00:00 UTC - 5 requests", "2026-09-01T00:00:00Z", 20),
            ("8pm (America/New_York) or later", "2026-12-01T01:00:00Z", 22),
            ("00:00 UTC every day", "2026-12-01T00:00:00Z", 9),
        ] {
            assert_eq!(leading(text, NOW, None), Some((utc(instant), used)), "{text}");
        }
    }

    #[test]
    fn what_is_no_instant_is_not_read() {
        for text in [
            "",
            "soon",
            "tomorrow",
            "8",
            "8 UTC",
            "8pm",
            "8pm (Local)",
            "8pm CST",
            "8pm IST",
            "8pm (Mars/Olympus)",
            "8pm local time",
            "8pm Central European Time",
            "00:00 UTC on the 1st",
            "midnight UTC of the next day",
            "8pm UTC tomorrow",
            "8:00-9:00 UTC",
            "13pm UTC",
            "24:00 UTC",
            "25:00 UTC",
            "2026-09-01",
            "2026-09",
            "2026-9-1 UTC",
            "2026-02-30T00:00:00Z",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-01-00T00:00:00Z",
            "2026-09-01T24:00:00Z",
            "2026-09-01T00:60:00Z",
            "2026-09-01T00:00:61Z",
            "2026-09-01T00:00:00",
            "2026-09-01T00:00:00+25:00",
            "2026-09-01T00:00:00+08:60",
            "2026-09-01T00:00:00+8:0",
            "Feb 30, 2026 00:00 UTC",
            "Sun, 06 Nov 1994 08:49:37",
            "September UTC",
            "Mon UTC",
            "UTC",
            "10.0.0.1",
            "5 minutes",
            " 2026-09-01T00:00:00Z",
            "２０２６-09-01T00:00:00Z",
        ] {
            assert_eq!(leading(text, NOW, None), None, "{text}");
        }
    }

    #[test]
    fn extreme_clocks_do_no_harm() {
        for now_ms in [i64::MIN, -1, 0, i64::MAX] {
            for text in [
                "8pm (America/New_York)",
                "Mon 8am UTC",
                "Dec 5 at 9am UTC",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "9999-12-31T23:59:60Z",
            ] {
                let _ = leading(text, now_ms, Some(-720));
            }
        }
    }

    #[test]
    fn no_cut_of_a_text_does_harm() {
        let text = "Thu, 11 Mar 2021 14:27:36.5 GMT+0100 (CET) \
                    2026-09-01 at 8:05\u{202f}PM é America/New_York 1772618700.5 11:30 UTC+05:30 on Sep 3rd[x]日";
        for start in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            for end in (start..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                let cut = &text[start..end];
                for assumed in [None, Some(480)] {
                    if let Some((_, used)) = leading(cut, NOW, assumed) {
                        assert!(used > 0 && cut.is_char_boundary(used), "{cut}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_megabyte_is_read_in_linear_time() {
        let many = |text: &str| text.repeat(1_000_000);
        for text in [many("1"), many("a"), many(" "), many("/"), "2026-09-01T00:00:00.".to_owned() + &many("1")] {
            assert_eq!(leading(&text, NOW, None), None);
        }
        let text = "2026-09-01T00:00:00.".to_owned() + &many("9") + "Z";
        assert_eq!(leading(&text, NOW, None), Some((utc("2026-09-01T00:00:01Z"), text.len())));
    }
}
