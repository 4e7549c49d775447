//! Lengths of time as servers write them: `1m26.4s`, `3 days 4 hours`, `18.07:41:05`, `PT1M30S`, `30 秒`.

use super::ENDLESS;
use super::lexicon::first_word;
use crate::hash::hash;

/// The unit of a number, smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub(crate) enum Unit {
    Nanoseconds,
    Microseconds,
    Milliseconds,
    Seconds,
    Minutes,
    Hours,
    Days,
    Weeks,
}

/// The longest duration at the very start of `text`, in milliseconds, and the bytes it takes.
///
/// Sums are exact and rounded up once. `bare` is the unit of a number that carries none; such a number is not read
/// where it is a part of something else (`2026-09-01`, `5:30`, `30%`, `5 pm`, `3 attempts`). Try instants first: the
/// clock time `12:30:00 (Asia/Tokyo)` begins like a time span.
pub(crate) fn leading(text: &str, bare: Option<Unit>) -> Option<(u64, usize)> {
    let mut cursor = Cursor::new(text);
    if !cursor.peek()?.is_ascii_digit() {
        if let Some(sum) = iso(&mut cursor) {
            return Some((sum.rounded_up(), cursor.used(text)));
        }
        if words(HEDGES).any(|hedge| cursor.eat(hedge)) || cursor.eat("at least ") {
            cursor.spaces();
        }
    }
    let sum = spelled(&mut cursor, bare)?;
    Some((sum.rounded_up(), cursor.used(text)))
}

/// The whole of `text`, but for space around it, as one duration in milliseconds.
pub(crate) fn whole(text: &str, bare: Option<Unit>) -> Option<u64> {
    let text = text.trim_ascii();
    leading(text, bare).filter(|&(_, used)| used == text.len()).map(|(ms, _)| ms)
}

/// The unsigned decimal at the very start of `text` times `scale` (at most a billion), rounded up, and the bytes it
/// takes.
pub(crate) fn decimal(text: &str, scale: u64) -> Option<(u64, usize)> {
    let mut cursor = Cursor::new(text);
    let number = Number::read(&mut cursor)?;
    let mut sum = Sum::default();
    sum.add(number, scale);
    Some((sum.rounded_up(), cursor.used(text)))
}

/// Parts that carry their units, largest first, or a time span, or one number in the unit `bare`.
fn spelled(cursor: &mut Cursor, bare: Option<Unit>) -> Option<Sum> {
    let mut sum = Sum::default();
    let mut last: Option<Unit> = None;
    loop {
        let mut ahead = *cursor;
        if last.is_some() {
            joint(&mut ahead);
        }
        if last.is_none_or(|unit| unit == Unit::Days) {
            if let Some(seconds) = time_span(&mut ahead, last.is_none()) {
                sum.add_units(seconds, Unit::Seconds);
                *cursor = ahead;
                return Some(sum);
            }
        }
        let Some(amount) = amount(&mut ahead) else { break };
        let Some(unit) = unit(&mut ahead) else {
            if last.is_some() {
                break;
            }
            sum.add_units(amount, bare.filter(|_| stands_alone(ahead))?);
            *cursor = ahead;
            return Some(sum);
        };
        // "5 minutes, 3 hours" are two durations
        if last.is_some_and(|last| unit >= last) {
            break;
        }
        sum.add_units(amount, unit);
        *cursor = ahead;
        last = Some(unit);
    }
    // what "1h30" leaves out would be a guess, and one hour too short
    last.is_some_and(|_| !cursor.peek().is_some_and(|byte| byte.is_ascii_digit())).then_some(sum)
}

/// What may stand between two parts: space, a comma, "and".
fn joint(cursor: &mut Cursor) {
    // "5 min. 30 sec."
    let _ = cursor.eat(".");
    cursor.spaces();
    if cursor.eat(",") {
        cursor.spaces();
    }
    let mut ahead = *cursor;
    if position("and und y e", ahead.word()).is_some() {
        *cursor = ahead;
    }
    cursor.spaces();
}

/// A number in digits, perhaps quoted, or in words.
fn amount(cursor: &mut Cursor) -> Option<Number> {
    let mut ahead = *cursor;
    let word = ahead.word();
    let number = if word.is_empty() {
        let quoted = quote(&mut ahead);
        let number = Number::read(&mut ahead)?;
        if quoted { quote(&mut ahead).then_some(number)? } else { thousands(&mut ahead, number).unwrap_or(number) }
    } else {
        let whole = match position(ONES, word) {
            Some(_) => 1,
            None => u64::try_from(position(NUMBERS, word)?).ok()?.wrapping_add(1),
        };
        // "a" is a number only before a unit
        unit(&mut { ahead })?;
        Number { whole, part: 0 }
    };
    *cursor = ahead;
    Some(number)
}

fn quote(cursor: &mut Cursor) -> bool {
    cursor.eat_one_of("'\"`‘’“”")
}

/// Reads on in "41,532 seconds". A unit must follow: "120,120" is a list.
fn thousands(cursor: &mut Cursor, mut number: Number) -> Option<Number> {
    let mut ahead = *cursor;
    // no more than five groups: the reader of a long list comes by for each of its members
    for _ in 0..5 {
        if number.part > 0 || number.whole == 0 || !ahead.eat(",") {
            return None;
        }
        let (group, _) = ahead.digits(3).filter(|&(_, digits)| digits == 3)?;
        number.whole = number.whole.saturating_mul(1_000).saturating_add(u64::from(group));
        if unit(&mut { ahead }).is_some() {
            *cursor = ahead;
            return Some(number);
        }
    }
    None
}

/// The unit that follows a number, with the space before it.
fn unit(cursor: &mut Cursor) -> Option<Unit> {
    let mut ahead = *cursor;
    ahead.spaces();
    // no space ends a word of Chinese, Japanese or Korean
    if ahead.peek()? >= 0xe0 {
        let (unit, _) = UNITS.iter().find(|(_, list)| words(list).any(|symbol| ahead.eat(symbol)))?;
        *cursor = ahead;
        return Some(*unit);
    }
    let micro = ahead.eat("\u{b5}") || ahead.eat("\u{3bc}");
    // ASCII, `_`, and the two bytes of other Latin letters
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | 0x80..=0xbf | 0xc3..=0xc9);
    let letters = ahead.rest.bytes().take(LONGEST_WORD).take_while(is_letter).count();
    let name = ahead.rest.get(..letters)?;
    let unit = match words(SYMBOLS).position(|symbol| symbol == name) {
        Some(3) if micro => Unit::Microseconds,
        _ if micro => return None,
        Some(symbol) => *SYMBOL_UNITS.get(symbol)?,
        None => named_unit(name)?,
    };
    ahead.advance(letters);
    if !ahead.at_word_end() {
        return None;
    }
    let mut plural = ahead;
    if plural.eat("(s)") && plural.at_word_end() {
        ahead = plural;
    }
    *cursor = ahead;
    Some(unit)
}

/// The unit of that name, with or without an ending.
#[inline(never)]
fn named_unit(name: &str) -> Option<Unit> {
    let without = |length: usize, endings: &str| {
        let (stem, ending) = name.split_at_checked(name.len().checked_sub(length)?)?;
        position(endings, ending).map(|_| hash(stem.as_bytes()))
    };
    let whole = Some(hash(name.as_bytes()));
    let stems = [whole, without(1, "s n e"), without(2, "en es")];
    STEMS.iter().find(|(known, _)| stems.contains(&Some(*known))).map(|&(_, unit)| unit)
}

/// Is the number before `cursor` a value of its own, not a part of a date, a share, a count or a name?
#[inline(never)]
fn stands_alone(mut cursor: Cursor) -> bool {
    let mut chars = cursor.rest.chars();
    let alone = match chars.next() {
        None => true,
        Some('.') => !chars.next().is_some_and(|c| c.is_ascii_digit()),
        Some(c) if c.is_ascii() => !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '/' | '%')),
        // punctuation: general, CJK, full width
        Some(c) => matches!(c, '\u{a0}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff0f}'),
    };
    cursor.spaces();
    let word = cursor.word();
    alone && month(word).is_none() && position(COUNTED, word).is_none()
}

/// `hh:mm:ss`, with a fraction and, where `days` may lead, `d.` before it: .NET's `TimeSpan`, Python's `timedelta`.
/// In seconds.
#[inline(never)]
fn time_span(cursor: &mut Cursor, days: bool) -> Option<Number> {
    let mut ahead = *cursor;
    let (mut hours, _) = ahead.digits(8)?;
    let mut day = 0;
    if days && ahead.eat(".") {
        day = hours;
        hours = ahead.two_digits(23)?;
    }
    ahead.eat(":").then_some(())?;
    let minutes = ahead.two_digits(59)?;
    ahead.eat(":").then_some(())?;
    { ahead }.two_digits(59)?;
    let seconds = Number::read(&mut ahead)?;

    // a clock time
    let mut after = ahead;
    after.spaces();
    let clock = position("am pm utc gmt z", after.word()).is_some();
    if clock || matches!(ahead.peek(), Some(b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b':' | b'+' | b'-')) {
        return None;
    }
    *cursor = ahead;
    // of eight digits at most: nothing overflows
    let hours = u64::from(day).wrapping_mul(24).wrapping_add(hours.into());
    let minutes = hours.wrapping_mul(60).wrapping_add(minutes.into());
    Some(Number { whole: minutes.wrapping_mul(60).wrapping_add(seconds.whole), ..seconds })
}

/// An ISO 8601 duration. Years and months have no fixed length and are not read.
#[inline(never)]
fn iso(cursor: &mut Cursor) -> Option<Sum> {
    let mut ahead = Cursor { rest: cursor.rest.strip_prefix('P')? };
    let mut sum = Sum::default();
    let mut any = iso_parts(&mut ahead, &mut sum, &[(b'W', Unit::Weeks), (b'D', Unit::Days)]);
    if ahead.peek() == Some(b'T') {
        ahead.advance(1);
        any = iso_parts(&mut ahead, &mut sum, &[(b'H', Unit::Hours), (b'M', Unit::Minutes), (b'S', Unit::Seconds)]);
    }
    if !any || ahead.peek().is_some_and(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    *cursor = ahead;
    Some(sum)
}

/// Adds up the parts whose units stand in `units`, in that order.
fn iso_parts(cursor: &mut Cursor, sum: &mut Sum, units: &[(u8, Unit)]) -> bool {
    let mut any = false;
    for &(letter, unit) in units {
        let mut ahead = *cursor;
        let Some(number) = Number::read(&mut ahead) else { break };
        if ahead.peek() == Some(letter) {
            ahead.advance(1);
            *cursor = ahead;
            sum.add_units(number, unit);
            any = true;
        }
    }
    any
}

/// One, in the parts of [`Number`] and [`Sum`]: small enough that a part times a billion fits in 64 bits.
const ONE: u64 = 10_000_000_000;

/// An unsigned decimal: its whole (`u64::MAX` where that is beyond counting) and its fraction, rounded up to ten
/// digits.
#[derive(Clone, Copy)]
struct Number {
    whole: u64,
    part: u64,
}

impl Number {
    fn read(cursor: &mut Cursor) -> Option<Self> {
        let (mut whole, mut part, mut unit) = (0_u64, 0_u64, ONE);
        let mut digits = 0_usize;
        while let Some(digit) = cursor.digit() {
            whole = if whole > ENDLESS { u64::MAX } else { whole.wrapping_mul(10).wrapping_add(digit) };
            digits = digits.wrapping_add(1);
        }
        if digits == 0 {
            return None;
        }
        let mut ahead = *cursor;
        if ahead.eat(".") {
            let mut more = 0;
            while let Some(digit) = ahead.digit() {
                unit /= 10;
                part = part.wrapping_add(unit.wrapping_mul(digit));
                if unit == 0 {
                    more |= digit;
                }
                *cursor = ahead;
            }
            part = part.wrapping_add(u64::from(more > 0));
        }
        Some(Self { whole, part })
    }

    fn thousandth(self) -> Self {
        let part = (self.whole % 1_000).wrapping_mul(ONE / 1_000).wrapping_add(self.part.div_ceil(1_000));
        Self { whole: if self.whole == u64::MAX { u64::MAX } else { self.whole / 1_000 }, part }
    }
}

/// Milliseconds and a part of one.
#[derive(Clone, Copy, Default)]
struct Sum {
    ms: u64,
    part: u64,
}

impl Sum {
    fn add_units(&mut self, number: Number, unit: Unit) {
        let number = match unit {
            Unit::Nanoseconds => number.thousandth().thousandth(),
            Unit::Microseconds => number.thousandth(),
            _ => number,
        };
        let scale = match unit {
            Unit::Nanoseconds | Unit::Microseconds | Unit::Milliseconds => 1,
            Unit::Seconds => 1_000,
            Unit::Minutes => 60_000,
            Unit::Hours => 3_600_000,
            Unit::Days => 86_400_000,
            Unit::Weeks => 604_800_000,
        };
        self.add(number, scale);
    }

    /// Adds `number` times `scale`, a billion at most.
    #[inline(never)]
    fn add(&mut self, number: Number, scale: u64) {
        let part = number.part.wrapping_mul(scale).wrapping_add(self.part);
        self.ms = self.ms.saturating_add(number.whole.saturating_mul(scale)).saturating_add(part / ONE);
        self.part = part % ONE;
    }

    fn rounded_up(self) -> u64 {
        self.ms.saturating_add(u64::from(self.part > 0)).min(ENDLESS)
    }
}

/// A place in a text that is being read. What answers `None` or `false` consumes nothing.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    pub rest: &'a str,
}

// kept out of line, for size
impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// How far it is into `text`, in bytes.
    pub fn used(self, text: &str) -> usize {
        text.len().saturating_sub(self.rest.len())
    }

    pub fn peek(self) -> Option<u8> {
        self.rest.bytes().next()
    }

    /// Skips that many bytes, if a character ends there.
    pub fn advance(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or(self.rest);
    }

    /// Skips `token`, compared without regard to ASCII case.
    #[inline(never)]
    pub fn eat(&mut self, token: &str) -> bool {
        match self.rest.split_at_checked(token.len()) {
            Some((head, tail)) if head.eq_ignore_ascii_case(token) => {
                self.rest = tail;
                true
            }
            _ => false,
        }
    }

    /// Skips a character that is one of `marks`.
    #[inline(never)]
    pub fn eat_one_of(&mut self, marks: &str) -> bool {
        let mut chars = self.rest.chars();
        let eaten = chars.next().is_some_and(|c| marks.chars().any(|mark| mark == c));
        if eaten {
            self.rest = chars.as_str();
        }
        eaten
    }

    /// Skips blanks and line breaks, the no-break blanks of localised clock times included.
    #[inline(never)]
    pub fn spaces(&mut self) {
        while self.eat_one_of(" \t\n\r\u{a0}\u{202f}") {}
    }

    /// Skips ASCII letters; empty where there are none or more than any name has.
    #[inline(never)]
    pub fn word(&mut self) -> &'a str {
        let letters = self.rest.bytes().take(LONGEST_WORD).take_while(u8::is_ascii_alphabetic).count();
        match self.rest.split_at_checked(letters) {
            Some((word, rest)) if letters < LONGEST_WORD => {
                self.rest = rest;
                word
            }
            _ => "",
        }
    }

    pub fn digit(&mut self) -> Option<u64> {
        let digit = self.peek().filter(u8::is_ascii_digit)?;
        self.advance(1);
        Some(u64::from(digit.wrapping_sub(b'0')))
    }

    /// Skips a run of digits no longer than `most` (up to nine), for their value and number.
    #[inline(never)]
    pub fn digits(&mut self, most: usize) -> Option<(u32, usize)> {
        let mut ahead = *self;
        let (mut value, mut digits) = (0_u64, 0_usize);
        while let Some(digit) = ahead.digit() {
            value = value.wrapping_mul(10).wrapping_add(digit);
            digits = digits.wrapping_add(1);
            if digits > most {
                return None;
            }
        }
        if digits == 0 {
            return None;
        }
        *self = ahead;
        Some((u32::try_from(value).ok()?, digits))
    }

    /// Skips exactly two digits, if their value is no more than `most`.
    #[inline(never)]
    pub fn two_digits(&mut self, most: u32) -> Option<u32> {
        let mut ahead = *self;
        let (value, _) = ahead.digits(2).filter(|&(value, digits)| digits == 2 && value <= most)?;
        *self = ahead;
        Some(value)
    }

    /// Is there no Latin letter next?
    #[inline(never)]
    pub fn at_word_end(self) -> bool {
        !matches!(self.rest.chars().next(), Some('a'..='z' | 'A'..='Z' | '_' | '\u{c0}'..='\u{24f}'))
    }
}

const LONGEST_WORD: usize = 32;

/// Which month, from 0, a word names: `sep`, `Sept` or `September`.
pub(super) fn month(word: &str) -> Option<usize> {
    let month = position("jan feb mar apr may jun jul aug sep oct nov dec", word.get(..3)?)?;
    let letters = [7, 8, 5, 5, 3, 4, 4, 6, 9, 7, 8, 8].get(month);
    (word.len() < 5 || letters == Some(&word.len())).then_some(month)
}

/// Where a word stands in a list, compared without regard to case.
#[inline(never)]
pub(super) fn position(list: &str, word: &str) -> Option<usize> {
    words(list).position(|known| known.eq_ignore_ascii_case(word))
}

/// The words of a list.
pub(super) fn words(list: &str) -> Words<'_> {
    Words(list)
}

/// `str::split` would bring in code that can panic.
pub(super) struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    #[inline(never)]
    fn next(&mut self) -> Option<&'a str> {
        let end = self.0.bytes().position(|byte| byte == b' ').unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at_checked(end).filter(|(word, _)| !word.is_empty())?;
        self.0 = rest.get(1..).unwrap_or_default();
        Some(word)
    }
}

/// Words before a duration that do not change it.
const HEDGES: &str = "~ ≈ about approximately around roughly another 大约 约 約";

const NUMBERS: &str = "one two three four five six seven eight nine ten eleven twelve";

const ONES: &str = "a an einer einem un una um uma";

/// Compared with their case: "1M" counts tokens.
const SYMBOLS: &str = "ns us ms s m h d";
const SYMBOL_UNITS: &[Unit] =
    &[Unit::Nanoseconds, Unit::Microseconds, Unit::Milliseconds, Unit::Seconds, Unit::Minutes, Unit::Hours, Unit::Days];

/// Of two that begin alike the longer stands first.
const UNITS: &[(Unit, &str)] = &[
    (Unit::Seconds, "秒钟 秒鐘 秒 초"),
    (Unit::Minutes, "分钟 分鐘 分 분"),
    (Unit::Hours, "小时 小時 个小时 個小時 時間 시간"),
    (Unit::Days, "天 日 일"),
    (Unit::Milliseconds, "毫秒 ミリ秒"),
    (Unit::Weeks, "周"),
];

/// Words for units, without endings: English, German, Spanish, Portuguese and French.
const NAMES: &[(Unit, &str)] = &[
    (Unit::Seconds, "second sec segundo sekunde sek"),
    (Unit::Minutes, "minute min minuto"),
    (Unit::Hours, "hour hr hora stunde std heure"),
    (Unit::Days, "day tag día dia jour"),
    (Unit::Milliseconds, "millisecond milli msec millisekunde milisegundo milissegundo"),
    (Unit::Weeks, "week woche semana"),
    (Unit::Microseconds, "microsecond"),
    (Unit::Nanoseconds, "nanosecond"),
];

static STEMS: [(u32, Unit); 30] = stems();

#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)] // what is out of bounds here does not compile
const fn stems() -> [(u32, Unit); 30] {
    let mut stems = [(0, Unit::Seconds); 30];
    let (mut count, mut at) = (0, 0);
    while at < NAMES.len() {
        let mut rest = NAMES[at].1.as_bytes();
        while !rest.is_empty() {
            let (word, after) = first_word(rest);
            stems[count] = (hash(word), NAMES[at].0);
            count += 1;
            rest = after;
        }
        at += 1;
    }
    assert!(count == stems.len());
    stems
}

/// What a number before it counts instead of time.
const COUNTED: &str = "am pm attempt attempts retry retries try tries time times request requests token tokens call \
                       calls error errors failure failures more";

#[cfg(test)]
mod tests {
    #![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::unwrap_used)]

    use super::*;

    const SECOND: u64 = 1_000;
    const MINUTE: u64 = 60 * SECOND;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;

    /// Each text is read to its end.
    fn reads(cases: &[(&str, u64)]) {
        for &(text, ms) in cases {
            assert_eq!(leading(text, None), Some((ms, text.len())), "{text}");
            assert_eq!(whole(text, None), Some(ms), "{text}");
        }
    }

    #[test]
    fn go_durations_are_read() {
        reads(&[
            ("6m0s", 6 * MINUTE),
            ("1m26.4s", 86_400),
            ("2m59.56s", 179_560),
            ("646ms", 646),
            ("41ms", 41),
            ("8ms", 8),
            ("250µs", 1),
            ("250\u{3bc}s", 1),
            ("1500us", 2),
            ("1000000ns", 1),
            ("1ns", 1),
            ("1.984999999s", 1_985),
            ("11.344999999s", 11_345),
            ("3.035s", 3_035),
            ("7m12s", 432 * SECOND),
            ("7h14m52s", 7 * HOUR + 14 * MINUTE + 52 * SECOND),
            ("15h5m3.5s", 15 * HOUR + 5 * MINUTE + 3_500),
            ("10m16.032s", 616_032),
            ("24h0m0s", DAY),
            ("1h", HOUR),
            ("0s", 0),
            ("84152s", 84_152 * SECOND),
            ("~7s", 7 * SECOND),
        ]);
    }

    #[test]
    fn spelled_durations_are_read() {
        reads(&[
            ("3 days 4 hours 9 minutes", 3 * DAY + 4 * HOUR + 9 * MINUTE),
            ("4 days 20 hours 9 minutes", 418_140_000),
            ("46 hours", 165_600_000),
            ("19 hours 59 minutes", 19 * HOUR + 59 * MINUTE),
            ("1 day, 3 hours and 5 minutes", 27 * HOUR + 5 * MINUTE),
            ("1 day, 3 hours, and 5 minutes", 27 * HOUR + 5 * MINUTE),
            ("9 sec", 9 * SECOND),
            ("30 secs", 30 * SECOND),
            ("5 min. 30 sec", 330 * SECOND),
            ("5 minute(s) 3 second(s)", 303 * SECOND),
            ("1 Hour", HOUR),
            ("30 SECONDS", 30 * SECOND),
            ("48.37 seconds", 48_370),
            ("0.5 hours", 30 * MINUTE),
            ("2 weeks", 14 * DAY),
            ("250 milliseconds", 250),
            ("250 msec", 250),
            ("0 seconds", 0),
            ("5 s", 5 * SECOND),
            ("1h 30m", 90 * MINUTE),
            ("1d2h3m4s", DAY + 2 * HOUR + 3 * MINUTE + 4 * SECOND),
            ("41,532 seconds", 41_532 * SECOND),
            ("1,582,865 seconds", 1_582_865 * SECOND),
        ]);
    }

    #[test]
    fn numbers_in_words_are_read() {
        reads(&[
            ("one minute", MINUTE),
            ("a minute", MINUTE),
            ("an hour", HOUR),
            ("twelve hours", 12 * HOUR),
            ("two days and one hour", 49 * HOUR),
            ("about a minute", MINUTE),
            ("at least 5 seconds", 5 * SECOND),
            ("approximately two hours", 2 * HOUR),
        ]);
    }

    #[test]
    fn quoted_numbers_are_read() {
        reads(&[("'348' seconds", 348 * SECOND), ("\"9\" seconds", 9 * SECOND), ("‘9’ seconds", 9 * SECOND)]);
        assert_eq!(leading("'9 seconds", None), None);
        assert_eq!(leading("'30'", Some(Unit::Seconds)), Some((30 * SECOND, 4)));
    }

    #[test]
    fn other_languages_are_read() {
        reads(&[
            ("30秒", 30 * SECOND),
            ("30 秒钟", 30 * SECOND),
            ("500毫秒", 500),
            ("5分钟", 5 * MINUTE),
            ("3小时20分", 200 * MINUTE),
            ("2个小时", 2 * HOUR),
            ("1天", DAY),
            ("约 5 分钟", 5 * MINUTE),
            ("1時間30分", 90 * MINUTE),
            ("2日", 2 * DAY),
            ("30초", 30 * SECOND),
            ("30 Sekunden", 30 * SECOND),
            ("einer Minute", MINUTE),
            ("5 Minuten und 3 Sekunden", 303 * SECOND),
            ("2 Stunden", 2 * HOUR),
            ("3 Tagen", 3 * DAY),
            ("3 Tage", 3 * DAY),
            ("30 segundos", 30 * SECOND),
            ("1 hora y 5 minutos", 65 * MINUTE),
            ("2 horas e 5 minutos", 125 * MINUTE),
            ("3 días", 3 * DAY),
            ("3 dias", 3 * DAY),
            ("2 heures", 2 * HOUR),
        ]);
        assert_eq!(leading("30秒后重试", None), Some((30 * SECOND, 5)));
        assert_eq!(leading("30s后重试", None), Some((30 * SECOND, 3)));
    }

    #[test]
    fn time_spans_are_read() {
        reads(&[
            ("18.07:41:05", 18 * DAY + 7 * HOUR + 41 * MINUTE + 5 * SECOND),
            ("07:41:05", 7 * HOUR + 41 * MINUTE + 5 * SECOND),
            ("00:00:59.1234567", 59_124),
            ("1.00:00:00.0000001", DAY + 1),
            ("3:25:45", 3 * HOUR + 25 * MINUTE + 45 * SECOND),
            ("1 day, 3:25:45", 27 * HOUR + 25 * MINUTE + 45 * SECOND),
            ("2 days, 0:00:05.123", 2 * DAY + 5_123),
        ]);
    }

    #[test]
    fn iso_8601_durations_are_read() {
        reads(&[
            ("PT1M30S", 90 * SECOND),
            ("PT0.5S", 500),
            ("PT36H", 36 * HOUR),
            ("P1DT2H", 26 * HOUR),
            ("P1W", 7 * DAY),
            ("P2D", 2 * DAY),
            ("PT0S", 0),
        ]);
        for text in
            ["P", "PT", "P1DT", "P1M", "P1Y", "PT1S1M", "PT1S1S", "PT1", "PT1D", "P1H", "PT1Sx", "pt1s", "Please"]
        {
            assert_eq!(leading(text, Some(Unit::Seconds)), None, "{text}");
        }
    }

    #[test]
    fn a_duration_ends_where_the_sentence_goes_on() {
        for (text, ms, used) in [
            ("20s. Visit https://example.com", 20 * SECOND, 3),
            ("11.365s. Need more tokens?", 11_365, 7),
            ("6s.. Retrying after 6048ms...", 6 * SECOND, 2),
            ("4 days 20 hours 9 minutes.", 418_140_000, 25),
            ("17 hours 42 minutes, or upgrade", 63_720_000, 19),
            ("5 minutes, 3 hours", 5 * MINUTE, 9),
            ("30 seconds, 30 seconds", 30 * SECOND, 10),
            ("20 minutes, 5 requests", 20 * MINUTE, 10),
            ("3 seconds) before", 3 * SECOND, 9),
            ("46 hours\u{3002}", 46 * HOUR, 8),
            ("one minute.", MINUTE, 10),
        ] {
            assert_eq!(leading(text, None), Some((ms, used)), "{text}");
        }
    }

    #[test]
    fn what_is_no_duration_is_not_read() {
        for text in [
            "",
            " 5s",
            "-5s",
            "+5s",
            ".5s",
            "s",
            "soon",
            "nan",
            "inf",
            "Infinity",
            "a",
            "a while",
            "few seconds",
            "38",
            "5:30",
            "1mo",
            "1 month",
            "1 year",
            "1M",
            "5 S",
            "5 requests",
            "1e3s",
            "1.5.3s",
            "30-60 seconds",
            "30-second",
            "1h30",
            "12:30:00 UTC",
            "12:30:00 PM",
            "12:30:00Z",
            "12:30:00+02:00",
            "12:60:00",
            "12:00:60",
            "1.24:00:00",
            "10.0.0.1",
            "1:2:3",
            "01:02:03:04",
            "minute",
            "seconds 5",
            "five",
            "5 secondary",
            "０秒",
        ] {
            assert_eq!(leading(text, None), None, "{text}");
        }
    }

    #[test]
    fn a_bare_number_has_the_unit_that_is_said() {
        for (text, unit, ms, used) in [
            ("38", Unit::Seconds, 38_000, 2),
            ("0.529", Unit::Seconds, 529, 5),
            ("38\",\"parameters\"", Unit::Seconds, 38_000, 2),
            ("12 x-request-id", Unit::Seconds, 12_000, 2),
            ("12 marked", Unit::Seconds, 12_000, 2),
            ("12.", Unit::Seconds, 12_000, 2),
            ("12, please", Unit::Seconds, 12_000, 2),
            ("12)", Unit::Seconds, 12_000, 2),
            ("12\u{3002}", Unit::Seconds, 12_000, 2),
            ("47", Unit::Milliseconds, 47, 2),
            ("2", Unit::Minutes, 120_000, 1),
            ("2", Unit::Days, 2 * DAY, 1),
            ("646ms", Unit::Seconds, 646, 5),
        ] {
            assert_eq!(leading(text, Some(unit)), Some((ms, used)), "{text}");
        }
        for text in [
            "2026-09-01",
            "5:30",
            "30%",
            "5pm",
            "5 PM",
            "5 September 2026",
            "3 attempts",
            "3 more",
            "1/2",
            "12abc",
            "1_000",
            "30次",
            "1.2.3",
            "five",
            "one",
        ] {
            assert_eq!(leading(text, Some(Unit::Seconds)), None, "{text}");
        }
    }

    #[test]
    fn whole_takes_no_more_and_no_less() {
        assert_eq!(whole(" 6m0s\t", None), Some(360_000));
        assert_eq!(whole("6m0s.", None), None);
        assert_eq!(whole("30, 30", Some(Unit::Seconds)), None);
        assert_eq!(whole("30", None), None);
        assert_eq!(whole("", Some(Unit::Seconds)), None);
    }

    #[test]
    fn decimals_are_scaled_and_rounded_up() {
        for (text, scale, ms, used) in [
            ("0", 1_000, 0, 1),
            ("1.5", 1_000, 1_500, 3),
            ("2.0", 1_000, 2_000, 3),
            ("2.", 1_000, 2_000, 1),
            ("2.x", 1_000, 2_000, 1),
            ("007", 1, 7, 3),
            ("0.0001", 1_000, 1, 6),
            ("0.001", 1_000, 1, 5),
            ("0.0010000000000000000000000000001", 1_000, 2, 33),
            ("0.0010000000000000000000000000000", 1_000, 1, 33),
            ("0.99999999999999999999", 1_000, 1_000, 22),
            ("99999999999.5", 1, 100_000_000_000, 13),
            ("1.0000000001", 60_000, 60_001, 12),
            ("0.99999999999", 1_000_000_000, 1_000_000_000, 13),
            ("9007199254740991", 1, ENDLESS, 16),
            ("9007199254740992", 1, ENDLESS, 16),
            ("18446744073709551616", 1, ENDLESS, 20),
            ("1.5.3", 1_000, 1_500, 3),
            ("5é", 1_000, 5_000, 1),
        ] {
            assert_eq!(decimal(text, scale), Some((ms, used)), "{text}");
        }
        for text in ["", ".5", "-1", "+1", " 1", "x", "é", "٣"] {
            assert_eq!(decimal(text, 1_000), None, "{text}");
        }
    }

    #[test]
    fn a_sum_is_rounded_once() {
        assert_eq!(whole("0.5ms 500us", None), Some(1));
        assert_eq!(whole("1m0.0004s", None), Some(60_001));
        assert_eq!(whole("0.25us 750ns", None), Some(1));
        assert_eq!(whole("1.00000001 days", None), Some(DAY + 1));
    }

    #[test]
    fn durations_beyond_counting_are_endless() {
        let nines = "9".repeat(400);
        for text in
            [nines.clone() + "s", nines.clone() + "ns", nines.clone() + " days 5 hours", "PT".to_owned() + &nines + "H"]
        {
            assert_eq!(whole(&text, None), Some(ENDLESS));
        }
        assert_eq!(whole("99999999.23:59:59", None), Some(ENDLESS.min(99_999_999 * DAY + DAY - SECOND)));
    }

    #[test]
    fn a_megabyte_is_read_in_linear_time() {
        let digits = "1".repeat(1_000_000);
        assert_eq!(decimal(&digits, 1_000), Some((ENDLESS, digits.len())));
        assert_eq!(whole(&(digits.clone() + "s"), None), Some(ENDLESS));
        assert_eq!(whole(&("0.".to_owned() + &digits + "s"), None), Some(112));
        assert_eq!(leading(&("1".to_owned() + &",111".repeat(250_000)), None), None);
        assert_eq!(leading(&"a".repeat(1_000_000), None), None);
        assert_eq!(leading(&("5".to_owned() + &" ".repeat(1_000_000)), None), None);
    }

    #[test]
    fn no_cut_of_a_text_does_harm() {
        let text = "~‘348’ seconds, 1天 3小时 and 5µs días 18.07:41:05.5 PT1M30S 41,532 秒 ≈五é１２ 30\u{202f}PM";
        for start in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            for end in (start..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                let cut = &text[start..end];
                for bare in [None, Some(Unit::Seconds)] {
                    if let Some((_, used)) = leading(cut, bare) {
                        assert!(used > 0 && cut.is_char_boundary(used), "{cut}");
                    }
                }
            }
        }
    }
}
