//! The dates of HTTP (RFC 9110, section 5.6.7), and the pieces of which other written dates are made.

use super::durations::{self, Cursor, month, words};
use super::zones::{DAY_MS, MINUTE_MS, days_from_civil, weekday, within_reach, year_of};

/// The instant of an HTTP date, in milliseconds since the Unix epoch.
///
/// The three forms of [RFC 9110, section 5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7) are read, and no
/// others: IMF-fixdate, the obsolete RFC 850 form and asctime. Names are compared with their case, the time is GMT, and
/// the weekday must be that of the date. A two-digit year is the latest that puts the date no more than 50 years after
/// `now_ms`. A leap second (`:60`) is the first instant of the next minute. Blanks (SP, HTAB) around the date are
/// ignored. `None` for everything else.
///
/// ```
/// use retriage::wait::parse_http_date;
///
/// let now_ms = 1_700_000_000_000;
/// assert_eq!(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT", now_ms), Some(784_111_777_000));
/// assert_eq!(parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT", now_ms), Some(784_111_777_000));
/// assert_eq!(parse_http_date("Sun Nov  6 08:49:37 1994", now_ms), Some(784_111_777_000));
/// assert_eq!(parse_http_date("Mon, 06 Nov 1994 08:49:37 GMT", now_ms), None); // it was a Sunday
/// ```
#[must_use]
pub fn parse_http_date(value: &str, now_ms: i64) -> Option<i64> {
    read(value, now_ms).filter(|&(_, strict)| strict).map(|(ms, _)| ms)
}

/// The instant that the whole of `value` writes as a date in GMT or UTC, and whether it is a valid HTTP date.
pub(crate) fn read(value: &str, now_ms: i64) -> Option<(i64, bool)> {
    let value = trim_blanks(value);
    let mut cursor = Cursor::new(value);
    let mut date = Date::read(&mut cursor)?;
    cursor.spaces();
    let clock = clock(&mut cursor)?;
    // asctime names no zone: it is GMT
    let late = date.read_late_year(&mut cursor);
    cursor.spaces();
    let gmt = ["GMT", "UTC", "UT", "Z", "+0000"].iter().any(|zone| cursor.eat(zone));
    if !(gmt || late) || !cursor.rest.is_empty() {
        return None;
    }
    let at = date.at(clock, within_reach(now_ms))?;
    let strict = is_shaped(value) && date.weekday == Some(weekday(date.days()));
    Some((at, strict))
}

/// Without the blanks that may stand around a header's value (RFC 9110, section 5.6.3).
pub(super) fn trim_blanks(value: &str) -> &str {
    let is_text = |byte: u8| byte != b' ' && byte != b'\t';
    let start = value.bytes().position(is_text).unwrap_or(value.len());
    let end = value.bytes().rposition(is_text).map_or(start, |last| last.saturating_add(1));
    value.get(start..end).unwrap_or_default()
}

/// Has the text the letter case, the digits and the punctuation of an HTTP date?
fn is_shaped(value: &str) -> bool {
    let rfc_850 = words(DAYS).find_map(|day| value.strip_prefix(day));
    match rfc_850 {
        Some(rest) => matches(rest, ", 00-Aaa-00 00:00:00 GMT"),
        None => ["Aaa, 00 Aaa 0000 00:00:00 GMT", "Aaa Aaa 00 00:00:00 0000", "Aaa Aaa  0 00:00:00 0000"]
            .iter()
            .any(|shape| matches(value, shape)),
    }
}

/// `A` is an upper-case letter, `a` a lower-case one, `0` a digit; the rest are themselves.
fn matches(value: &str, shape: &str) -> bool {
    value.len() == shape.len()
        && value.bytes().zip(shape.bytes()).all(|(byte, class)| match class {
            b'A' => byte.is_ascii_uppercase(),
            b'a' => byte.is_ascii_lowercase(),
            b'0' => byte.is_ascii_digit(),
            _ => byte == class,
        })
}

/// A date as written.
#[derive(Clone, Copy)]
pub(super) struct Date {
    pub year: Year,
    /// 1 to 12, or 0 to 99 where it was a number.
    pub month: i64,
    pub day: i64,
    /// 0 is Sunday. What it says about the date is not checked.
    pub weekday: Option<i64>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Year {
    Full(i64),
    /// Two digits.
    Short(i64),
    Missing,
}

impl Date {
    /// A date whose month is a name: `Sun, 06 Nov 1994`, `Sunday, 06-Nov-94`, `Nov  6`, `September 1st, 2026`.
    pub fn read(cursor: &mut Cursor) -> Option<Self> {
        let mut ahead = *cursor;
        let weekday = read_weekday(&mut ahead);
        let mut month = read_month(&mut ahead);
        ahead.spaces();
        let (day, _) = ahead.digits(2)?;
        let _ = ["st", "nd", "rd", "th"].iter().any(|ordinal| ahead.eat(ordinal));
        if !ahead.at_word_end() {
            return None;
        }
        if month.is_none() {
            separator(&mut ahead);
            month = read_month(&mut ahead);
        }
        let month = i64::try_from(month?).ok()?.wrapping_add(1);

        *cursor = ahead;
        let short = ahead.peek() == Some(b'-');
        separator(&mut ahead);
        let year = match ahead.digits(4) {
            // a time
            Some(_) if ahead.peek() == Some(b':') => Year::Missing,
            Some((year, 4)) => Year::Full(year.into()),
            Some((year, 2)) if short => Year::Short(year.into()),
            _ => Year::Missing,
        };
        if year != Year::Missing {
            *cursor = ahead;
        }
        Some(Self { year, month, day: day.into(), weekday })
    }

    /// Reads a missing year where asctime has it, after the time.
    pub fn read_late_year(&mut self, cursor: &mut Cursor) -> bool {
        let mut ahead = *cursor;
        ahead.spaces();
        match ahead.digits(4) {
            Some((year, 4)) if self.year == Year::Missing => {
                self.year = Year::Full(year.into());
                *cursor = ahead;
                true
            }
            _ => false,
        }
    }

    /// The date at a time of the day, as if both were UTC; a two-digit year becomes a full one. `None` for a date that
    /// does not exist.
    pub fn at(&mut self, clock: i64, now_ms: i64) -> Option<i64> {
        if let Year::Short(digits) = self.year {
            let this = year_of(now_ms);
            let year = this.wrapping_sub(this.rem_euclid(100)).wrapping_add(digits);
            let is_near = |ahead: &i64| {
                let date = Self { year: Year::Full(year.wrapping_add(*ahead).wrapping_sub(50)), ..*self };
                date.days().wrapping_mul(DAY_MS).wrapping_add(clock) <= now_ms
            };
            let ahead = [100, 0].into_iter().find(is_near).unwrap_or(-100);
            self.year = Year::Full(year.wrapping_add(ahead));
        }
        let days = self.days();
        let next = Self { month: self.month.wrapping_add(1), day: 1, ..*self };
        // no month follows December: it always has 31 days
        let exists = (1..=31).contains(&self.day) && (self.month == 12 || days < next.days());
        let known = self.year != Year::Missing && (1..=12).contains(&self.month);
        (exists && known).then(|| days.wrapping_mul(DAY_MS).wrapping_add(clock))
    }

    /// Days since the Unix epoch, for a full year.
    pub fn days(&self) -> i64 {
        let Year::Full(year) = self.year else { return 0 };
        days_from_civil(year, self.month, self.day)
    }
}

/// Skips the name of a weekday and the comma after it.
pub(super) fn read_weekday(cursor: &mut Cursor) -> Option<i64> {
    let mut ahead = *cursor;
    let word = ahead.word();
    let weekday =
        words(DAYS).position(|day| day.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)));
    let weekday = weekday.filter(|_| word.len() >= 3)?;
    let _ = ahead.eat(".");
    let _ = ahead.eat(",");
    ahead.spaces();
    *cursor = ahead;
    i64::try_from(weekday).ok()
}

fn read_month(cursor: &mut Cursor) -> Option<usize> {
    let mut ahead = *cursor;
    let month = month(ahead.word())?;
    let _ = ahead.eat(".");
    *cursor = ahead;
    Some(month)
}

/// Between the parts of a date: a hyphen, or blanks and a comma.
fn separator(cursor: &mut Cursor) {
    if !cursor.eat("-") {
        cursor.spaces();
        let _ = cursor.eat(",");
        cursor.spaces();
    }
}

/// Milliseconds from midnight to a time of the day: `08:49:37`, `14:30`, `8:05 PM`, `8pm`, `midnight`.
pub(super) fn clock(cursor: &mut Cursor) -> Option<i64> {
    let mut ahead = *cursor;
    if ahead.eat("midnight") || ahead.eat("noon") {
        let noon = !cursor.rest.starts_with(['m', 'M']);
        ahead.at_word_end().then_some(())?;
        *cursor = ahead;
        return Some(if noon { DAY_MS / 2 } else { 0 });
    }
    let (mut hour, _) = ahead.digits(2)?;
    let (mut minute, mut ms) = (None, 0);
    if ahead.eat(":") {
        minute = Some(ahead.two_digits(59)?);
        if ahead.eat(":") {
            { ahead }.two_digits(60)?;
            let used;
            (ms, used) = durations::decimal(ahead.rest, 1_000)?;
            ahead.advance(used);
        }
    }

    let mut half = ahead;
    half.spaces();
    let pm = half.eat("pm") || half.eat("p.m.");
    if (pm || half.eat("am") || half.eat("a.m.")) && half.at_word_end() {
        (1..=12).contains(&hour).then_some(())?;
        hour = (hour % 12).wrapping_add(if pm { 12 } else { 0 });
        ahead = half;
    } else if minute.is_none() {
        return None;
    }
    (hour < 24).then_some(())?;
    *cursor = ahead;
    let minutes = i64::from(hour).wrapping_mul(60).wrapping_add(minute.unwrap_or(0).into());
    Some(minutes.wrapping_mul(MINUTE_MS).wrapping_add(i64::try_from(ms).ok()?))
}

const DAYS: &str = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday";

#[cfg(test)]
mod tests {
    #![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

    use super::*;

    /// Sun, 06 Nov 1994 08:49:37 GMT
    const RFC: i64 = 784_111_777_000;
    /// Mon, 30 Nov 2026 12:00:00 GMT
    const NOW: i64 = 1_796_040_000_000;
    const HOUR: i64 = 3_600_000;

    #[test]
    fn the_three_forms_of_the_rfc_are_read() {
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            assert_eq!(parse_http_date(text, NOW), Some(RFC), "{text}");
            assert_eq!(read(text, NOW), Some((RFC, true)), "{text}");
        }
        assert_eq!(parse_http_date("Wed Nov 16 08:49:37 1994", NOW), Some(RFC + 10 * DAY_MS));
        assert_eq!(parse_http_date(" \tSun, 06 Nov 1994 08:49:37 GMT\t ", NOW), Some(RFC));
    }

    #[test]
    fn every_day_of_a_century_is_read() {
        for days in days_from_civil(2000, 1, 1)..days_from_civil(2101, 1, 1) {
            let year = year_of(days * DAY_MS);
            let month = (1..=12).rev().find(|&month| days_from_civil(year, month, 1) <= days).unwrap_or(0);
            let day = days - days_from_civil(year, month, 1) + 1;
            let week = &words(DAYS).nth(usize::try_from(weekday(days)).unwrap_or(7)).unwrap_or_default()[..3];
            let name = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
                [usize::try_from(month - 1).unwrap_or(12)];
            let text = format!("{week}, {day:02} {name} {year} 00:00:00 GMT");
            assert_eq!(parse_http_date(&text, NOW), Some(days * DAY_MS), "{text}");
            let text = format!("{week} {name} {day:2} 00:00:00 {year}");
            assert_eq!(parse_http_date(&text, NOW), Some(days * DAY_MS), "{text}");
        }
    }

    #[test]
    fn malformed_dates_are_read_but_not_valid() {
        for text in [
            "Mon, 06 Nov 1994 08:49:37 GMT",
            "sun, 06 nov 1994 08:49:37 gmt",
            "SUN, 06 NOV 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 gmt",
            "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 06 Nov 1994 08:49:37 Z",
            "Sun, 06 Nov 1994 08:49:37 +0000",
            "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sun, 06  Nov 1994 08:49:37 GMT",
            "Sun 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06-Nov-1994 08:49:37 GMT",
            "Sun, 06-Nov-94 08:49:37 GMT",
            "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sun, 06 November 1994 08:49:37 GMT",
            "06 Nov 1994 08:49:37 GMT",
            "Sun, Nov 06 1994 08:49:37 GMT",
            "Sun Nov 6 08:49:37 1994",
            "Mon Nov  6 08:49:37 1994",
            "sun Nov  6 08:49:37 1994",
            "Sun Nov  6 08:49:37 1994 GMT",
            "Saturday, 06-Nov-94 08:49:37 GMT",
        ] {
            assert_eq!(read(text, NOW), Some((RFC, false)), "{text}");
            assert_eq!(parse_http_date(text, NOW), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_date_in_gmt_is_not_read() {
        for text in [
            "",
            "Sun",
            "Sun, 06 Nov 1994",
            "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49:37 EST",
            "Sun, 06 Nov 1994 08:49:37 GMT+1",
            "Sun, 06 Nov 1994 08:49:37 GMT x",
            "Sun, 06 Nov 94 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:00 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, 06 Nov 1994 08:49:5 GMT",
            "Wed, 30 Feb 2028 00:00:00 GMT",
            "Tue, 29 Feb 2100 00:00:00 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 31 Nov 1994 08:49:37 GMT",
            "Sun, 06 Foo 1994 08:49:37 GMT",
            "Sun, 06 Nov 19940 08:49:37 GMT",
            "1994-11-06T08:49:37Z",
            "784111777",
            "Sun, 06 Nov 1994 08:49:37\u{a0}é",
            "日曜日",
        ] {
            assert_eq!(read(text, NOW), None, "{text}");
        }
    }

    #[test]
    fn a_two_digit_year_is_at_most_fifty_years_ahead() {
        let at = |text, now_ms| parse_http_date(text, now_ms).map(year_of);
        // 30 November 2076 is fifty years ahead to the second
        assert_eq!(at("Monday, 30-Nov-76 12:00:00 GMT", NOW), Some(2076));
        assert_eq!(parse_http_date("Monday, 30-Nov-76 12:00:01 GMT", NOW), None); // 1976: a Tuesday
        assert_eq!(at("Tuesday, 30-Nov-76 12:00:01 GMT", NOW), Some(1976));
        assert_eq!(at("Monday, 30-Nov-26 12:00:00 GMT", NOW), Some(2026));
        assert_eq!(at("Sunday, 29-Nov-76 12:00:00 GMT", NOW), Some(2076));
        assert_eq!(at("Friday, 31-Dec-99 00:00:00 GMT", NOW), Some(1999));
        assert_eq!(at("Saturday, 01-Jan-00 00:00:00 GMT", NOW), Some(2000));
        // late in a century the next one counts
        let in_2090 = days_from_civil(2090, 6, 1) * DAY_MS;
        assert_eq!(at("Thursday, 01-Jan-28 00:00:00 GMT", in_2090), Some(2028 + 100));
        assert_eq!(at("Saturday, 01-Jan-84 00:00:00 GMT", in_2090), Some(2084));
    }

    #[test]
    fn a_leap_second_is_the_next_minute() {
        let new_year_2017 = days_from_civil(2017, 1, 1) * DAY_MS;
        assert_eq!(parse_http_date("Sat, 31 Dec 2016 23:59:60 GMT", NOW), Some(new_year_2017));
        assert_eq!(parse_http_date("Sat Dec 31 23:59:60 2016", NOW), Some(new_year_2017));
    }

    #[test]
    fn extreme_clocks_do_no_harm() {
        for now_ms in [i64::MIN, -1, 0, i64::MAX] {
            for text in
                ["Sunday, 06-Nov-94 08:49:37 GMT", "Tue, 29 Feb 0000 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:60 GMT"]
            {
                assert!(read(text, now_ms).is_some(), "{text}");
            }
        }
    }

    #[test]
    fn clock_times_are_read() {
        for (text, minutes) in [
            ("00:00", 0),
            ("14:30", 870),
            ("8:05 PM", 1_205),
            ("8:05\u{202f}PM", 1_205),
            ("8pm", 1_200),
            ("8 p.m.", 1_200),
            ("12am", 0),
            ("12 AM", 0),
            ("12:30 PM", 750),
            ("midnight", 0),
            ("Noon", 720),
        ] {
            let mut cursor = Cursor::new(text);
            assert_eq!(clock(&mut cursor), Some(minutes * HOUR / 60), "{text}");
            assert_eq!(cursor.rest, "", "{text}");
        }
        let mut cursor = Cursor::new("14:22:35.7420001Z");
        assert_eq!(clock(&mut cursor), Some(14 * HOUR + 22 * 60_000 + 35_743));
        assert_eq!(cursor.rest, "Z");
        for text in ["", "8", "8 UTC", "24:00", "25:00", "13pm", "0 am", "8:5", "8:60", "8:05:6", "8pmx", "midday"] {
            let mut cursor = Cursor::new(text);
            assert_eq!(clock(&mut cursor), None, "{text}");
            assert_eq!(cursor.rest, text);
        }
    }
}
