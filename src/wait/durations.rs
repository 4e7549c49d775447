//! Lengths of time as servers write them: `1m26.4s`, `3 days 4 hours`, `18.07:41:05`, `PT1M30S`, `30 秒`.

use super::ENDLESS;

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
    if HEDGES.iter().any(|hedge| cursor.eat(hedge)) {
        cursor.spaces();
    }
    let sum = iso(&mut cursor).or_else(|| spelled(&mut cursor, bare))?;
    Some((sum.rounded_up(), cursor.used(text)))
}

/// The whole of `text`, but for space around it, as one duration in milliseconds.
pub(crate) fn whole(text: &str, bare: Option<Unit>) -> Option<u64> {
    let text = text.trim_ascii();
    leading(text, bare).filter(|&(_, used)| used == text.len()).map(|(ms, _)| ms)
}

/// The unsigned decimal at the very start of `text` times `scale`, rounded up, and the bytes it takes.
pub(crate) fn decimal(text: &str, scale: u64) -> Option<(u64, usize)> {
    let mut cursor = Cursor::new(text);
    let number = Number::read(&mut cursor)?;
    let part = number.part.saturating_mul(scale).div_ceil(ONE);
    Some((number.whole.saturating_mul(scale).saturating_add(part).min(ENDLESS), cursor.used(text)))
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
        if last.is_none_or(|unit| unit == Unit::Days) && time_span(&mut ahead, &mut sum, last.is_none()).is_some() {
            *cursor = ahead;
            return Some(sum);
        }
        let Some(amount) = amount(&mut ahead) else { break };
        let Some(unit) = unit(&mut ahead) else {
            if last.is_some() {
                break;
            }
            sum.add(&amount, bare.filter(|_| stands_alone(ahead))?);
            *cursor = ahead;
            return Some(sum);
        };
        // "5 minutes, 3 hours" are two durations
        if last.is_some_and(|last| unit >= last) {
            break;
        }
        sum.add(&amount, unit);
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
    if matches!(ahead.word(), "and" | "und" | "y" | "e") || ahead.eat("&") {
        ahead.spaces();
        *cursor = ahead;
    }
}

/// A number in digits, perhaps quoted, or in words.
fn amount(cursor: &mut Cursor) -> Option<Number> {
    let mut ahead = *cursor;
    let word = ahead.word();
    if !word.is_empty() {
        let &(_, whole) = NUMBERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word))?;
        // "a" is a number only before a unit
        unit(&mut { ahead })?;
        *cursor = ahead;
        return Some(Number { whole, part: 0 });
    }
    let quoted = QUOTES.iter().any(|quote| ahead.eat(quote));
    let mut number = Number::read(&mut ahead)?;
    if quoted {
        QUOTES.iter().any(|quote| ahead.eat(quote)).then_some(())?;
    } else {
        thousands(&mut ahead, &mut number);
    }
    *cursor = ahead;
    Some(number)
}

/// Reads on in "41,532 seconds". A unit must follow: "120,120" is a list.
fn thousands(cursor: &mut Cursor, number: &mut Number) {
    let (mut ahead, mut whole) = (*cursor, number.whole);
    // no more than five groups: the reader of a long list comes by for each of its members
    for _ in 0..5 {
        if number.part > 0 || whole == 0 || !ahead.eat(",") {
            return;
        }
        let Some((group, 3)) = ahead.digits(3) else { return };
        whole = whole.saturating_mul(1_000).saturating_add(u64::from(group));
        if unit(&mut { ahead }).is_some() {
            *cursor = ahead;
            number.whole = whole;
            return;
        }
    }
}

/// The unit that follows a number, with the space before it.
fn unit(cursor: &mut Cursor) -> Option<Unit> {
    let mut start = *cursor;
    start.spaces();
    for &(symbol, unit) in SYMBOLS {
        let Some(rest) = start.rest.strip_prefix(symbol) else { continue };
        let ahead = Cursor { rest };
        // no space ends a word of Chinese, Japanese or Korean
        if ahead.at_word_end() || !symbol.ends_with(|c: char| c.is_ascii()) {
            *cursor = ahead;
            return Some(unit);
        }
    }
    for &(stem, unit) in STEMS {
        let mut stemmed = start;
        if !stemmed.eat(stem) {
            continue;
        }
        for ending in ENDINGS {
            let mut ahead = stemmed;
            if ahead.eat(ending) && ahead.at_word_end() {
                *cursor = ahead;
                return Some(unit);
            }
        }
    }
    None
}

/// Is the number before `cursor` a value of its own, not a part of a date, a share, a count or a name?
fn stands_alone(mut cursor: Cursor) -> bool {
    let alone = match cursor.rest.chars().next() {
        None => true,
        Some('.') => !cursor.rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit),
        Some(c) if c.is_ascii() => !(c.is_ascii_alphanumeric() || "_-:/%".contains(c)),
        // punctuation: general, CJK, full width
        Some(c) => matches!(c, '\u{a0}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff0f}'),
    };
    cursor.spaces();
    let word = cursor.word();
    let month = word.get(..3).is_some_and(|start| MONTHS.iter().any(|month| month.eq_ignore_ascii_case(start)));
    alone && !month && !COUNTED.iter().any(|noun| noun.eq_ignore_ascii_case(word))
}

/// `hh:mm:ss`, with a fraction and, where `days` may lead, `d.` before it: .NET's `TimeSpan`, Python's `timedelta`.
fn time_span(cursor: &mut Cursor, sum: &mut Sum, days: bool) -> Option<()> {
    let mut ahead = *cursor;
    let (mut hours, _) = ahead.digits(8)?;
    let mut day = 0;
    if days && ahead.eat(".") {
        day = hours;
        (hours, _) = ahead.digits(2).filter(|&(hours, digits)| digits == 2 && hours < 24)?;
    }
    ahead.eat(":").then_some(())?;
    let (minutes, _) = ahead.digits(2).filter(|&(minutes, digits)| digits == 2 && minutes < 60)?;
    ahead.eat(":").then_some(())?;
    { ahead }.digits(2).filter(|&(seconds, digits)| digits == 2 && seconds < 60)?;
    let seconds = Number::read(&mut ahead)?;

    // a clock time
    let mut after = ahead;
    after.spaces();
    let clock = matches!(after.word(), "AM" | "PM" | "am" | "pm" | "UTC" | "GMT" | "Z");
    if clock || ahead.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || b":+-".contains(&byte)) {
        return None;
    }
    for (whole, unit) in [(day, Unit::Days), (hours, Unit::Hours), (minutes, Unit::Minutes)] {
        sum.add(&Number { whole: u64::from(whole), part: 0 }, unit);
    }
    sum.add(&seconds, Unit::Seconds);
    *cursor = ahead;
    Some(())
}

/// An ISO 8601 duration. Years and months have no fixed length and are not read.
fn iso(cursor: &mut Cursor) -> Option<Sum> {
    let mut ahead = Cursor { rest: cursor.rest.strip_prefix('P')? };
    let mut sum = Sum::default();
    let mut parts = iso_parts(&mut ahead, &mut sum, &[('W', Unit::Weeks), ('D', Unit::Days)]);
    if let Some(rest) = ahead.rest.strip_prefix('T') {
        ahead.rest = rest;
        parts = iso_parts(&mut ahead, &mut sum, &[('H', Unit::Hours), ('M', Unit::Minutes), ('S', Unit::Seconds)]);
    }
    if parts == 0 || ahead.peek().is_some_and(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    *cursor = ahead;
    Some(sum)
}

/// Adds up the parts whose units stand in `units`, in that order, and counts them.
fn iso_parts(cursor: &mut Cursor, sum: &mut Sum, units: &[(char, Unit)]) -> usize {
    let mut parts = 0_usize;
    for &(letter, unit) in units {
        let mut ahead = *cursor;
        let Some(number) = Number::read(&mut ahead) else { break };
        if let Some(rest) = ahead.rest.strip_prefix(letter) {
            sum.add(&number, unit);
            cursor.rest = rest;
            parts = parts.saturating_add(1);
        }
    }
    parts
}

impl Unit {
    /// Milliseconds in it, as a fraction.
    fn ratio(self) -> (u64, u64) {
        match self {
            Unit::Nanoseconds => (1, 1_000_000),
            Unit::Microseconds => (1, 1_000),
            Unit::Milliseconds => (1, 1),
            Unit::Seconds => (1_000, 1),
            Unit::Minutes => (60_000, 1),
            Unit::Hours => (3_600_000, 1),
            Unit::Days => (86_400_000, 1),
            Unit::Weeks => (604_800_000, 1),
        }
    }
}

/// One, in the parts of [`Number`] and [`Sum`]: small enough that a part times a week fits in 64 bits.
const ONE: u64 = 10_000_000_000;

/// An unsigned decimal: its whole and its fractional part, rounded up to ten digits.
#[derive(Clone, Copy)]
struct Number {
    whole: u64,
    part: u64,
}

impl Number {
    fn read(cursor: &mut Cursor) -> Option<Self> {
        let digits = cursor.rest.bytes().take_while(u8::is_ascii_digit);
        let (whole, used) = digits.fold((0_u64, 0_usize), |(value, used), digit| {
            let digit = u64::from(digit.saturating_sub(b'0'));
            (value.saturating_mul(10).saturating_add(digit), used.saturating_add(1))
        });
        (used > 0).then(|| cursor.advance(used))?;

        let (mut part, mut unit, mut used, mut more) = (0_u64, ONE, 1_usize, false);
        let fraction = cursor.rest.strip_prefix('.').unwrap_or_default();
        for digit in fraction.bytes().take_while(u8::is_ascii_digit).map(|byte| u64::from(byte.saturating_sub(b'0'))) {
            unit /= 10;
            part = part.saturating_add(unit.saturating_mul(digit));
            more |= unit == 0 && digit > 0;
            used = used.saturating_add(1);
        }
        if used > 1 {
            cursor.advance(used);
        }
        part = part.saturating_add(u64::from(more));
        Some(Self { whole, part })
    }
}

/// Milliseconds and a part of one.
#[derive(Clone, Copy, Default)]
struct Sum {
    ms: u64,
    part: u64,
}

impl Sum {
    fn add(&mut self, number: &Number, unit: Unit) {
        let (times, over) = unit.ratio();
        let whole = number.whole.saturating_mul(times);
        let left = whole.checked_rem(over).unwrap_or(0).saturating_mul(ONE);
        let part = number.part.saturating_mul(times).saturating_add(left).div_ceil(over).saturating_add(self.part);
        let ms = whole.checked_div(over).unwrap_or(0);
        self.ms = self.ms.saturating_add(ms).saturating_add(part / ONE);
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
    pub fn eat(&mut self, token: &str) -> bool {
        match self.rest.split_at_checked(token.len()) {
            Some((head, tail)) if head.eq_ignore_ascii_case(token) => {
                self.rest = tail;
                true
            }
            _ => false,
        }
    }

    /// Skips blanks, the no-break ones of localised clock times included.
    pub fn spaces(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\u{a0}', '\u{202f}']);
    }

    /// Skips ASCII letters; empty where there are none or more than any name has.
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

    /// Skips a run of digits no longer than `most` (up to nine), for their value and number.
    pub fn digits(&mut self, most: usize) -> Option<(u32, usize)> {
        let digits = self.rest.bytes().take(most.saturating_add(1)).take_while(u8::is_ascii_digit).count();
        let value = self.rest.get(..digits).filter(|_| digits <= most)?.parse().ok()?;
        self.advance(digits);
        Some((value, digits))
    }

    /// Is there no Latin letter next?
    pub fn at_word_end(self) -> bool {
        !self.rest.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '\u{c0}'..='\u{24f}'))
    }
}

const LONGEST_WORD: usize = 32;

/// Words before a duration that do not change it.
const HEDGES: &[&str] =
    &["~", "≈", "about", "approximately", "around", "roughly", "another", "at least", "大约", "约", "約"];

const QUOTES: &[&str] = &["'", "\"", "`", "‘", "’", "“", "”"];

const NUMBERS: &[(&str, u64)] = &[
    ("a", 1),
    ("an", 1),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("fifteen", 15),
    ("twenty", 20),
    ("thirty", 30),
    ("sixty", 60),
    ("einer", 1),
    ("einem", 1),
    ("un", 1),
    ("una", 1),
    ("um", 1),
    ("uma", 1),
];

/// Units that are compared exactly; of two that begin alike the longer stands first. "1M" counts tokens.
const SYMBOLS: &[(&str, Unit)] = &[
    ("s", Unit::Seconds),
    ("m", Unit::Minutes),
    ("h", Unit::Hours),
    ("d", Unit::Days),
    ("ms", Unit::Milliseconds),
    ("\u{b5}s", Unit::Microseconds),
    ("\u{3bc}s", Unit::Microseconds),
    ("us", Unit::Microseconds),
    ("ns", Unit::Nanoseconds),
    ("毫秒", Unit::Milliseconds),
    ("ミリ秒", Unit::Milliseconds),
    ("秒钟", Unit::Seconds),
    ("秒鐘", Unit::Seconds),
    ("秒", Unit::Seconds),
    ("초", Unit::Seconds),
    ("分钟", Unit::Minutes),
    ("分鐘", Unit::Minutes),
    ("分", Unit::Minutes),
    ("분", Unit::Minutes),
    ("小时", Unit::Hours),
    ("小時", Unit::Hours),
    ("个小时", Unit::Hours),
    ("個小時", Unit::Hours),
    ("時間", Unit::Hours),
    ("시간", Unit::Hours),
    ("天", Unit::Days),
    ("日", Unit::Days),
    ("일", Unit::Days),
    ("周", Unit::Weeks),
];

/// Units that are words (English, German, Spanish, Portuguese, French): compared without regard to case, with one of
/// [`ENDINGS`].
const STEMS: &[(&str, Unit)] = &[
    ("second", Unit::Seconds),
    ("sec", Unit::Seconds),
    ("minute", Unit::Minutes),
    ("min", Unit::Minutes),
    ("hour", Unit::Hours),
    ("hr", Unit::Hours),
    ("day", Unit::Days),
    ("week", Unit::Weeks),
    ("millisecond", Unit::Milliseconds),
    ("milli", Unit::Milliseconds),
    ("msec", Unit::Milliseconds),
    ("microsecond", Unit::Microseconds),
    ("nanosecond", Unit::Nanoseconds),
    ("millisekunde", Unit::Milliseconds),
    ("sekunde", Unit::Seconds),
    ("sek", Unit::Seconds),
    ("stunde", Unit::Hours),
    ("std", Unit::Hours),
    ("tag", Unit::Days),
    ("woche", Unit::Weeks),
    ("milisegundo", Unit::Milliseconds),
    ("milissegundo", Unit::Milliseconds),
    ("segundo", Unit::Seconds),
    ("minuto", Unit::Minutes),
    ("hora", Unit::Hours),
    ("día", Unit::Days),
    ("dia", Unit::Days),
    ("semana", Unit::Weeks),
    ("heure", Unit::Hours),
    ("jour", Unit::Days),
];

const ENDINGS: &[&str] = &["", "s", "(s)", "n", "e", "en", "es"];

/// Three letters of each month.
const MONTHS: &[&str] = &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// What a number before it counts instead of seconds.
const COUNTED: &[&str] = &[
    "am", "pm", "attempt", "attempts", "retry", "retries", "try", "tries", "time", "times", "request", "requests",
    "token", "tokens", "call", "calls", "error", "errors", "failure", "failures", "more",
];
