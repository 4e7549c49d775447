//! The dates of HTTP (RFC 9110, section 5.6.7), and the pieces of which other written dates are made.

use super::durations::{self, Cursor};
use super::zones::{DAY_MS, days_from_civil, weekday, year_of};

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
    let value = value.trim_matches([' ', '\t']);
    let mut cursor = Cursor::new(value);
    let mut date = Date::read(&mut cursor)?;
    cursor.spaces();
    let clock = clock(&mut cursor)?;
    cursor.spaces();
    let year = date.read_late_year(&mut cursor);
    cursor.spaces();
    // asctime names no zone: it is GMT
    let gmt = ["GMT", "UTC", "UT", "Z", "+0000"].iter().any(|zone| cursor.eat(zone)) || year;
    if !gmt || !cursor.rest.is_empty() {
        return None;
    }
    let days = date.days(clock, now_ms)?;
    let strict = is_shaped(value) && date.weekday == Some(weekday(days));
    Some((days.saturating_mul(DAY_MS).saturating_add(clock), strict))
}

/// Has the text the letter case, the digits and the punctuation of an HTTP date?
fn is_shaped(value: &str) -> bool {
    let rfc_850 = DAYS.iter().find_map(|day| value.strip_prefix(day));
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
        let month = named(ahead.word(), MONTHS);
        let day;
        let month = match month {
            Some(month) => {
                let _ = ahead.eat(".");
                ahead.spaces();
                day = day_of_month(&mut ahead)?;
                month
            }
            None => {
                day = day_of_month(&mut ahead)?;
                separator(&mut ahead);
                let month = named(ahead.word(), MONTHS)?;
                let _ = ahead.eat(".");
                month
            }
        };
        *cursor = ahead;
        separator(&mut ahead);
        let year = match ahead.digits(4) {
            _ if ahead.rest.starts_with(':') => Year::Missing,
            Some((year, 4)) => Year::Full(i64::from(year)),
            Some((year, 2)) if cursor.rest.starts_with('-') => Year::Short(i64::from(year)),
            _ => Year::Missing,
        };
        if year != Year::Missing {
            *cursor = ahead;
        }
        Some(Self { year, month: month.saturating_add(1), day: i64::from(day), weekday })
    }

    /// Reads a missing year where asctime has it, after the time.
    pub fn read_late_year(&mut self, cursor: &mut Cursor) -> bool {
        let mut ahead = *cursor;
        match ahead.digits(4) {
            Some((year, 4)) if self.year == Year::Missing => {
                self.year = Year::Full(i64::from(year));
                *cursor = ahead;
                true
            }
            _ => false,
        }
    }

    /// Days since the Unix epoch; `clock` and `now_ms` tell the century. `None` for a date that does not exist.
    pub fn days(&self, clock: i64, now_ms: i64) -> Option<i64> {
        let days = |year| days_from_civil(year, self.month, self.day);
        let year = match self.year {
            Year::Full(year) => year,
            Year::Missing => return None,
            Year::Short(digits) => {
                let this = year_of(now_ms);
                let year = this.saturating_sub(this.rem_euclid(100)).saturating_add(digits);
                let is_near = |ahead: &i64| {
                    let day = days(year.saturating_add(*ahead).saturating_sub(50));
                    day.saturating_mul(DAY_MS).saturating_add(clock) <= now_ms
                };
                year.saturating_add([100, 0].into_iter().find(is_near).unwrap_or(-100))
            }
        };
        let next = match self.month {
            1..12 => days_from_civil(year, self.month.saturating_add(1), 1),
            12 => days_from_civil(year.saturating_add(1), 1, 1),
            _ => return None,
        };
        (self.day >= 1 && days(year) < next).then(|| days(year))
    }
}

/// Skips the name of a weekday and the comma after it.
pub(super) fn read_weekday(cursor: &mut Cursor) -> Option<i64> {
    let mut ahead = *cursor;
    let weekday = named(ahead.word(), DAYS)?;
    let _ = ahead.eat(".");
    let _ = ahead.eat(",");
    ahead.spaces();
    *cursor = ahead;
    Some(weekday)
}

/// Where the word, of three letters at least, is the beginning of a name.
fn named(word: &str, names: &[&str]) -> Option<i64> {
    let at = names.iter().position(|name| name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)));
    at.filter(|_| word.len() >= 3).and_then(|at| i64::try_from(at).ok())
}

fn day_of_month(cursor: &mut Cursor) -> Option<u32> {
    let (day, _) = cursor.digits(2)?;
    let _ = ["st", "nd", "rd", "th"].iter().any(|ordinal| cursor.eat(ordinal));
    cursor.at_word_end().then_some(day)
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
    match ahead.word() {
        "" => {}
        name => {
            let name = ["midnight", "noon"].iter().position(|known| known.eq_ignore_ascii_case(name))?;
            *cursor = ahead;
            return Some(if name == 0 { 0 } else { DAY_MS / 2 });
        }
    }
    let (mut hour, _) = ahead.digits(2)?;
    let mut minute = 0;
    let mut ms = 0;
    let has_minutes = ahead.eat(":");
    if has_minutes {
        (minute, _) = ahead.digits(2).filter(|&(minute, digits)| digits == 2 && minute < 60)?;
        if ahead.eat(":") {
            { ahead }.digits(2).filter(|&(second, digits)| digits == 2 && second <= 60)?;
            let used;
            (ms, used) = durations::decimal(ahead.rest, 1_000)?;
            ahead.advance(used);
        }
    }
    match half_day(&mut ahead) {
        Some(half) => {
            let twelve = (1..=12).contains(&hour).then_some(hour.rem_euclid(12))?;
            hour = if half == Half::Pm { twelve.saturating_add(12) } else { twelve };
        }
        None => (has_minutes && hour < 24).then_some(())?,
    }
    *cursor = ahead;
    let minutes = i64::from(hour).saturating_mul(60).saturating_add(i64::from(minute));
    Some(minutes.saturating_mul(60_000).saturating_add_unsigned(ms))
}

#[derive(PartialEq)]
enum Half {
    Am,
    Pm,
}

fn half_day(cursor: &mut Cursor) -> Option<Half> {
    let mut ahead = *cursor;
    ahead.spaces();
    let half = if ahead.eat("am") || ahead.eat("a.m.") {
        Half::Am
    } else if ahead.eat("pm") || ahead.eat("p.m.") {
        Half::Pm
    } else {
        return None;
    };
    ahead.at_word_end().then(|| {
        *cursor = ahead;
        half
    })
}

const DAYS: &[&str] = &["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const MONTHS: &[&str] = &[
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
