//! Points in time as servers write them.

use super::ENDLESS;
use super::durations::{self, Cursor};
use super::http_date::{self, Date, Year};
use super::zones::{self, DAY_MS, at_offset, weekday, year_of};

/// The point in time at the very start of `text`, in milliseconds since the Unix epoch, and the bytes it takes.
///
/// Read are ISO 8601 and its loose forms, dates with the name of the month, Unix times of 10, 11 or 13 digits, and times
/// of the day, which mean the next one after `now_ms`. Without a zone a time is a guess: it is read only as one of
/// `assumed_zone_minutes` east of UTC. A date without a time is read only with a zone of its own.
pub(crate) fn leading(text: &str, now_ms: i64, assumed_zone_minutes: Option<i32>) -> Option<(i64, usize)> {
    let mut cursor = Cursor::new(text);
    let at = match unix(&mut cursor) {
        Some(at) => at,
        None => written(&mut cursor, now_ms, assumed_zone_minutes)?,
    };
    Some((at, cursor.used(text)))
}

/// The instant that a number of seconds (1e9 to 1e11) or milliseconds (from 1e12) since the Unix epoch is, told apart by
/// size. `None` for smaller numbers, which are lengths of time, and for what is no plain decimal.
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
    let glued = |c: char| c.is_ascii_alphanumeric() || "_-:/%".contains(c);
    if rest.starts_with(glued) || rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(glued)) {
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
        // back to before the word that led to no time
        ahead = *cursor;
        day = Day::read(&mut ahead);
    }
    if day.is_none() {
        day = later_day(&mut ahead);
    }

    // asctime ends with the year and is GMT; others have the year after the zone
    let mut zone = late_year(&mut ahead, &mut day).then_some(Zone::Fixed(0));
    let dated = matches!(day, Some(Day::Date(_)));
    if let Some(named) = Zone::read(&mut ahead, dated && clock.is_some()) {
        zone = Some(named);
        late_year(&mut ahead, &mut day);
        if day.is_none() {
            day = later_day(&mut ahead);
        }
    }
    let zone = match zone {
        Some(zone) => zone,
        None => Zone::Fixed(assumed.filter(|_| clock.is_some())?),
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
    if ahead.eat("on ") {
        ahead.spaces();
    }
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
    let (month, _) = ahead.digits(2).filter(|&(_, digits)| digits == 2)?;
    ahead.eat(hyphen).then_some(())?;
    let (day, _) = ahead.digits(2).filter(|&(_, digits)| digits == 2)?;
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
    if cursor.eat("at ") {
        cursor.spaces();
    }
}

/// The instant of a date; of one without a year the first that is at most a month ago.
fn on_date(date: Date, clock: i64, zone: Zone, now_ms: i64) -> Option<i64> {
    let at = |date: Date| Some(zone.utc(date.days(clock, now_ms)?.saturating_mul(DAY_MS).saturating_add(clock)));
    if date.year != Year::Missing {
        return at(date);
    }
    let year = year_of(now_ms).saturating_sub(1);
    let oldest = now_ms.saturating_sub(DAY_MS.saturating_mul(30));
    (0..3).filter_map(|ahead| at(Date { year: Year::Full(year.saturating_add(ahead)), ..date })).find(|&at| at > oldest)
}

/// The next instant after `now_ms` at which clocks show that time, on that weekday if one is given.
fn next(clock: i64, on: Option<i64>, zone: Zone, now_ms: i64) -> Option<i64> {
    let today = zone.local(now_ms).div_euclid(DAY_MS);
    (0..9)
        .map(|ahead| today.saturating_add(ahead))
        .filter(|&day| on.is_none_or(|on| on == weekday(day)))
        .map(|day| zone.utc(day.saturating_mul(DAY_MS).saturating_add(clock)))
        .find(|&at| at > now_ms)
}

#[derive(Clone, Copy)]
enum Zone<'a> {
    /// Minutes east of UTC.
    Fixed(i32),
    Named(&'a str),
}

impl<'a> Zone<'a> {
    /// `Z`, `+08:00`, ` +0800 CST`, ` UTC`, ` GMT+0100 (...)`, ` (America/New_York)`, ` Pacific time`.
    ///
    /// After a time of day alone (`dated` is false) a hyphen makes a range: `8:00-9:00`.
    fn read(cursor: &mut Cursor<'a>, dated: bool) -> Option<Self> {
        let mut ahead = *cursor;
        let adjacent = ahead.rest.starts_with('-');
        ahead.spaces();
        let close = [("(", ")"), ("[", "]")].into_iter().find(|(open, _)| ahead.eat(open)).map(|(_, close)| close);
        let zone = match Self::offset(&mut ahead) {
            Some(_) if adjacent && !dated => return None,
            Some(zone) => {
                remark(&mut ahead);
                zone
            }
            None => Self::named(&mut ahead)?,
        };
        if let Some(close) = close {
            let _ = ahead.eat(close);
        }
        *cursor = ahead;
        Some(zone)
    }

    fn offset(cursor: &mut Cursor<'a>) -> Option<Self> {
        let mut ahead = *cursor;
        let west = ahead.eat("-");
        (west || ahead.eat("+")).then_some(())?;
        let (hours, minutes) = match ahead.digits(4)? {
            (number, 4) => (number / 100, number % 100),
            (hours, 1 | 2) => {
                let minutes = if ahead.eat(":") { ahead.digits(2).filter(|&(_, digits)| digits == 2)?.0 } else { 0 };
                (hours, minutes)
            }
            _ => return None,
        };
        if hours > 23 || minutes > 59 || !ahead.at_word_end() {
            return None;
        }
        *cursor = ahead;
        let east = i32::try_from(hours.saturating_mul(60).saturating_add(minutes)).ok()?;
        Some(Self::Fixed(if west { east.saturating_neg() } else { east }))
    }

    fn named(cursor: &mut Cursor<'a>) -> Option<Self> {
        let mut ahead = *cursor;
        let mut slash = false;
        let is_part = |byte: &u8| {
            slash |= *byte == b'/';
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/') || (slash && *byte == b'-')
        };
        let length = ahead.rest.bytes().take(LONGEST_NAME).take_while(is_part).count();
        let (name, rest) = ahead.rest.split_at_checked(length)?;
        ahead.rest = rest;
        let is_utc = ["UTC", "GMT", "Z"].iter().any(|utc| utc.eq_ignore_ascii_case(name));
        let mut zone = Self::Named(name);
        *cursor = ahead;
        if is_utc {
            zone = Self::Fixed(0);
            if ahead.eat(" ") && !ahead.rest.starts_with(['+', '-']) {
                ahead = *cursor;
            }
            if let Some(zone) = Self::offset(&mut ahead) {
                remark(&mut ahead);
                *cursor = ahead;
                return Some(zone);
            }
        } else {
            zones::offset_minutes(name, 0)?;
        }
        // "Pacific Time", "Pacific Standard Time"; but "Central European Time" is another zone
        ahead = *cursor;
        ahead.spaces();
        let mut word = ahead.word();
        let own = word.eq_ignore_ascii_case("time");
        let standard = own || ["standard", "daylight", "mean"].iter().any(|known| known.eq_ignore_ascii_case(word));
        if !own {
            ahead.spaces();
            word = ahead.word();
        }
        if word.eq_ignore_ascii_case("time") {
            standard.then_some(())?;
            *cursor = ahead;
        }
        Some(zone)
    }

    fn utc(self, local_ms: i64) -> i64 {
        match self {
            Self::Fixed(minutes) => at_offset(local_ms, minutes),
            Self::Named(name) => zones::local_to_utc(name, local_ms).unwrap_or(local_ms),
        }
    }

    fn local(self, utc_ms: i64) -> i64 {
        let minutes = match self {
            Self::Fixed(minutes) => minutes,
            Self::Named(name) => zones::offset_minutes(name, utc_ms).unwrap_or(0),
        };
        at_offset(utc_ms, minutes.saturating_neg())
    }
}

/// Skips the name that may follow an offset: ` CST`, ` (Central European Standard Time)`, `[Europe/Berlin]`.
fn remark(cursor: &mut Cursor) {
    let mut ahead = *cursor;
    ahead.spaces();
    let close = [("(", b')'), ("[", b']')].into_iter().find(|(open, _)| ahead.eat(open)).map(|(_, close)| close);
    match close {
        Some(close) => {
            let Some(end) = ahead.rest.bytes().take(64).position(|byte| byte == close) else { return };
            ahead.advance(end.saturating_add(1));
        }
        None => {
            let word = ahead.word();
            if !(2..=5).contains(&word.len()) || !word.bytes().all(|byte| byte.is_ascii_uppercase()) {
                return;
            }
        }
    }
    *cursor = ahead;
}

/// `America/Argentina/ComodRivadavia` has 32.
const LONGEST_NAME: usize = 40;
