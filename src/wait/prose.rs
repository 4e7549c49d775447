//! The wait that a sentence states: "Please try again in 7m12.5s", "resets 8pm (America/New_York)", "请在 20 秒后重试".
//!
//! One pass over the text, a word at a time, remembers of the sentence so far only what decides whose words they are.
//! A phrase of the [`lexicon`](super::lexicon) followed by a length of time or a point in time states a wait, unless it
//! is a client's own ("we will retry in 5 s") or tied to a condition ("if you just created it, try again in 5 minutes").

use super::durations::{self, Cursor, Unit};
use super::lexicon::*;
use super::{ENDLESS, east_asian, instants};
use crate::cut;
use crate::hash::hash;

/// A wait and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub ms: u64,
    /// Read from a point in time.
    pub absolute: bool,
    /// Half-open range in bytes, from the lead-in to the end of the time.
    pub start: usize,
    pub end: usize,
}

/// The longest wait that `text` states.
///
/// A point in time is measured from `now_ms` (milliseconds since the Unix epoch), is not read without it, and is 0 when
/// it has passed. One without a zone is read only as `assumed_zone_minutes` east of UTC. Addresses of pages, windows
/// ("per 60 s"), a client's own plans, conditional sentences and vague times ("a few minutes") state nothing.
pub(crate) fn find(text: &str, now_ms: Option<i64>, assumed_zone_minutes: Option<i32>) -> Option<Found> {
    let sentence = Sentence::default();
    let mut scan = Scan {
        text,
        foreign: !text.is_ascii(),
        now_ms,
        zone: assumed_zone_minutes,
        at: 0,
        no_host_before: 0,
        digits_before: 0,
        sentence,
        best: None,
    };
    while let Some(&byte) = text.as_bytes().get(scan.at) {
        if byte == b' ' {
            scan.at = scan.at.wrapping_add(1);
        } else if is_word_byte(byte) {
            scan.word(byte);
        } else {
            scan.mark(byte);
        }
    }
    scan.best
}

struct Scan<'a> {
    text: &'a str,
    /// Whether it may be Chinese, Japanese or Korean.
    foreign: bool,
    now_ms: Option<i64>,
    zone: Option<i32>,
    at: usize,
    /// Up to here no host name begins, as was seen before.
    no_host_before: usize,
    /// Up to here there are digits and their marks only, as was seen before: a list may be all numbers.
    digits_before: usize,
    sentence: Sentence,
    best: Option<Found>,
}

/// What is known of the sentence up to here.
#[derive(Clone, Copy, Default)]
struct Sentence {
    /// What each of the last words says, the nearest first; nothing across punctuation.
    last: [u32; 3],
    /// What any word has said.
    said: u32,
    /// The conditions before the last parenthesis opened.
    outside: u32,
    /// Words since a negation.
    negated: Option<u8>,
    /// The last thing was the address of a page.
    address: bool,
}

/// A wait without its lead-in.
#[derive(Clone, Copy)]
struct Value {
    ms: u64,
    absolute: bool,
    end: usize,
}

impl<'a> Scan<'a> {
    fn from(&self, at: usize) -> &'a str {
        self.text.get(at..).unwrap_or_default()
    }

    fn before(&self, at: usize) -> &'a str {
        self.text.get(..at).unwrap_or_default()
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(b' ')
    }

    /// As much of the text as a time may take.
    fn window(&self, at: usize) -> &'a str {
        let mut end = at.saturating_add(LONGEST_TIME).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end = end.saturating_sub(1);
        }
        self.text.get(at..end).unwrap_or_default()
    }

    /// Reads one word, or the address or the wait that begins with it.
    fn word(&mut self, first: u8) {
        let start = self.at;
        let word = Word::at(self.text, start);
        if matches!(self.byte(word.end), b'.' | b':') {
            if let Some(end) = self.address(start, &word) {
                // an address ends at its first letter beyond ASCII
                self.at = end.max(word.end);
                self.sentence.last = [0; 3];
                self.sentence.address = true;
                return;
            }
        }
        let before = self.byte(start.wrapping_sub(1));
        if first.is_ascii_uppercase() {
            let after_address = self.sentence.address && before.is_ascii_whitespace();
            if after_address || word.hash == const { hash(b"please") } {
                self.sentence = Sentence::default();
            }
        }
        self.sentence.address = false;

        self.at = word.end;
        // a part of a path, a name or an option is no word of the sentence
        if !matches!(before, b'/' | b'-' | b'_' | b'?' | b'&' | b'#' | b'%' | b'@') {
            let found = if first.is_ascii_digit() {
                if self.foreign { self.east_asian(start) } else { None }
            } else if word.leads() != 0 {
                self.lead(&word)
            } else {
                self.flood(start, first, word.end)
            };
            if let Some(Value { ms, absolute, end }) = found {
                self.at = end.max(word.end);
                if self.best.is_none_or(|best| ms > best.ms) {
                    self.best = Some(Found { ms, absolute, start, end });
                }
            }
        }
        self.note(&word);
    }

    /// Reads one character that is no part of a word.
    fn mark(&mut self, first: u8) {
        let mut length = 1;
        let mut mark = char::from(first);
        if !first.is_ascii() {
            mark = self.foreign_mark();
            length = mark.len_utf8();
        } else if first == b'\\' {
            // a line break that was escaped once more than the reader of the body could tell
            mark = match self.byte(self.at.wrapping_add(1)) {
                b't' => '\t',
                b'n' | b'r' => '\n',
                _ => mark,
            };
            length = if mark == '\\' { 1 } else { 2 };
        }
        let next = self.at.wrapping_add(length);
        let after = self.byte(next);
        let ends = match mark {
            '.' | '!' | '?' => !after.is_ascii_alphanumeric() && after != b'/',
            '"' => matches!(after, b',' | b':' | b'}'),
            '\n' => new_line_ends(self.from(next)),
            _ => east_asian::ends_sentence(mark),
        };
        match mark {
            _ if ends => self.sentence = Sentence::default(),
            ' ' | '\t' | '\n' | '\r' | '\'' | '’' | '\u{a0}' => {}
            _ => {
                self.sentence.last = [0; 3];
                self.sentence.negated = None;
            }
        }
        match mark {
            '(' => self.sentence.outside = self.sentence.said & (CONDITIONAL | ONCE),
            ')' => self.sentence.said = self.sentence.said & !(CONDITIONAL | ONCE) | self.sentence.outside,
            _ => {}
        }
        self.at = next;
    }

    /// The character beyond ASCII that stands here; what it says of the sentence is noted.
    #[inline(never)]
    fn foreign_mark(&mut self) -> char {
        let rest = self.from(self.at);
        self.sentence.said |= east_asian::says(self.before(self.at), rest);
        rest.chars().next().unwrap_or(' ')
    }

    /// The end of the address of a page that begins with `word`.
    fn address(&mut self, start: usize, word: &Word) -> Option<usize> {
        let page = |at: usize| Some(at.saturating_add(address_length(self.from(at))));
        if self.byte(word.end) == b':' {
            return if self.from(word.end).starts_with("://") { page(word.end) } else { None };
        }
        if start < self.no_host_before {
            return None;
        }
        let (mut end, mut top, mut port) = (word.end, 0_usize, false);
        loop {
            match self.byte(end) {
                b'.' if !port => top = 0,
                b':' => port = true,
                byte if byte.is_ascii_alphabetic() && !port => top = top.wrapping_add(1),
                byte if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_') => {
                    top = if port { top } else { NO_TOP };
                }
                _ => break,
            }
            end = end.wrapping_add(1);
        }
        let named = (2..NO_TOP).contains(&top) && self.byte(end) == b'/';
        if named || word.hash == const { hash(b"www") } {
            return page(start);
        }
        self.no_host_before = end;
        None
    }

    /// The time that follows a phrase which `word` begins.
    fn lead(&self, word: &Word) -> Option<Value> {
        let mut leads = word.leads();
        while leads != 0 {
            let lead = LEADS.get(leads.trailing_zeros() as usize)?;
            leads &= leads.wrapping_sub(1);
            if let Some(value) = self.after_lead(lead, word.end) {
                return Some(value);
            }
        }
        None
    }

    fn after_lead(&self, lead: &Lead, end: usize) -> Option<Value> {
        if lead.takes & (PIPED | BRACED) != 0 {
            return self.machine_form(lead.takes, end);
        }
        if !self.allows(lead.guard) {
            return None;
        }
        let (at, takes) = self.phrase(lead, end)?;
        let value = self.value(at, takes)?;
        (self.tail_allows(lead, value.end) && !self.is_of_log(end, value.end)).then_some(value)
    }

    /// The next word of a phrase, if only blanks and line breaks (also escaped ones) stand before it.
    fn next_word(&self, at: usize) -> Option<Word> {
        let mut start = at;
        loop {
            start = match (self.byte(start), self.byte(start.wrapping_add(1))) {
                _ if start >= self.text.len() => return None,
                (b' ' | b'\t' | b'\n' | b'\r', _) => start.wrapping_add(1),
                (b'\\', b'n' | b'r') | (0xc2, 0xa0) => start.wrapping_add(2),
                _ => break,
            };
        }
        let word = Word::at(self.text, start);
        (start > at && word.end > start).then_some(word)
    }

    /// Where the phrase ends, and what may follow it.
    fn phrase(&self, lead: &Lead, end: usize) -> Option<(usize, u8)> {
        let (mut at, mut takes) = (end, lead.takes);
        for &token in &lead.rest {
            if token == NONE {
                break;
            }
            let mut word = self.next_word(at);
            if token == FILLERS {
                for _ in 0..MOST_FILLERS {
                    let Some(filler) = word.filter(|word| word.is(FILLER)) else { break };
                    at = filler.end;
                    word = self.next_word(at);
                }
                continue;
            }
            let word = word?;
            let fits = match token {
                PREPOSITION => word.is(IN | AFTER | AT),
                ABROAD_PREPOSITION => word.is(ABROAD),
                _ => word.hash == token,
            };
            fits.then_some(())?;
            if token == PREPOSITION {
                takes &= if word.is(IN) {
                    DURATION | PLAIN
                } else if word.is(AFTER) {
                    TOLD
                } else {
                    INSTANT
                };
            }
            at = word.end;
        }
        Some((at, takes))
    }

    /// The time at `at`, after what may stand between a phrase and its time.
    fn value(&self, at: usize, takes: u8) -> Option<Value> {
        let window = self.window(at);
        let mut cursor = Cursor::new(window);
        for _ in 0..MOST_HEDGES {
            cursor.spaces();
            while cursor.eat(":") || cursor.eat("=") || cursor.eat("：") {
                cursor.spaces();
            }
            let word = Word::at(cursor.rest, 0);
            let hedges = word.is(HEDGE) && !word.is(NUMBER);
            if let Some(value) = if hedges { None } else { self.time_or_range(&mut cursor, &word, takes) } {
                let end = at.saturating_add(cursor.used(window)).saturating_add(value.end);
                let number = cursor.rest.get(..value.end).unwrap_or_default();
                return self.is_no_code(number, end, takes).then_some(Value { end, ..value });
            }
            if word.is(HEDGE) {
                cursor.advance(word.end);
                let _ = cursor.eat(".");
            } else if !cursor.eat_one_of("\"'`*“‘(") {
                return None;
            }
        }
        None
    }

    /// The time at `cursor`, where `word` begins; of a range the upper end.
    fn time_or_range(&self, cursor: &mut Cursor, word: &Word, takes: u8) -> Option<Value> {
        // few words begin a length of time
        let first = cursor.peek()?;
        let takes =
            if first.is_ascii_alphabetic() && first != b'P' && !word.is(NUMBER) { takes & INSTANT } else { takes };
        let value = self.time(cursor.rest, takes & !BARE);
        if value.is_some() {
            return value;
        }
        match range(*cursor) {
            Some(upper) => {
                *cursor = upper;
                self.time(cursor.rest, takes & DURATION)
            }
            None => self.time(cursor.rest, takes & BARE),
        }
    }

    /// In a sentence a number without a unit ends its clause, and is no status: "retry after 429 Too Many Requests".
    fn is_no_code(&self, number: &str, end: usize, takes: u8) -> bool {
        if takes & PLAIN == 0 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return true;
        }
        let mut after = Cursor::new(self.window(end));
        while after.eat_one_of(" \t") {}
        let next = after.rest.chars().next().unwrap_or('.');
        let letter = next.is_ascii_alphabetic() || matches!(next, '\u{c0}'..='\u{1fff}' | '\u{3040}'..='\u{feff}');
        !letter && !matches!(number, "429" | "500" | "502" | "503" | "504" | "529")
    }

    /// The time at the very start of `text`; its `end` counts from there.
    fn time(&self, text: &str, takes: u8) -> Option<Value> {
        if takes & INSTANT != 0 && text.bytes().take(LONGEST_DAY).any(|byte| byte.is_ascii_digit()) {
            if let Some((instant, end)) = instants::leading(text, self.now_ms.unwrap_or(0), self.zone) {
                let ms = u64::try_from(instant.saturating_sub(self.now_ms?)).unwrap_or(0).min(ENDLESS);
                return Some(Value { ms, absolute: true, end });
            }
        }
        let bare = match takes & BARE {
            0 if takes & DURATION == 0 => return None,
            0 => None,
            MILLISECONDS => Some(Unit::Milliseconds),
            _ => Some(Unit::Seconds),
        };
        let (ms, end) = durations::leading(text, bare)?;
        // a Unix time is no number of seconds, even where it cannot be measured
        let unix = bare == Some(Unit::Seconds) && (FIRST_UNIX_MS..ENDLESS).contains(&ms);
        (!unix).then_some(Value { ms, absolute: false, end })
    }

    /// Do the words after the time leave it the server's?
    fn tail_allows(&self, lead: &Lead, end: usize) -> bool {
        let next = self.word_after(end);
        if next.is(NO_WAIT) || matches!(lead.guard, Guard::Tail(words) if !next.is(words)) {
            return false;
        }
        if next.hash == const { hash(b"for") } {
            let mut word = next;
            for _ in 0..MOST_BEFORE_ANSWER {
                word = self.word_after(word.end);
                if word.is(ANSWER) {
                    return false;
                }
            }
        }
        let mut after = Cursor::new(self.window(end));
        after.spaces();
        let _ = after.eat("...") || after.eat("…");
        while after.eat_one_of(" \t\n\r([·,") {}
        lead.takes & (SECONDS | MILLISECONDS) != 0 || !Word::at(after.rest, 0).is(ATTEMPT)
    }

    /// "Retry in 2 sec...": a client says so of itself, where nobody is asked and nothing else is said.
    fn is_of_log(&self, lead_end: usize, end: usize) -> bool {
        let Sentence { last, said, .. } = self.sentence;
        let lead = self.text.get(lead_end.saturating_sub(5)..lead_end);
        let goes_on = || ["...", "…"].iter().any(|dots| self.from(end).starts_with(dots));
        last == [0; 3] && said == 0 && lead.is_some_and(|lead| lead.eq_ignore_ascii_case("retry")) && goes_on()
    }

    /// The next word of the same sentence, if only blanks and line breaks stand before it; else an empty one.
    fn word_after(&self, end: usize) -> Word {
        let mut at = end;
        while self.byte(at).is_ascii_whitespace() && at < self.text.len() {
            let ends = self.byte(at) == b'\n' && new_line_ends(self.from(at.wrapping_add(1)));
            at = if ends { self.text.len() } else { at.wrapping_add(1) };
        }
        Word::at(self.text, at)
    }

    /// `reached|1755772800`, `retry_delay {\n  seconds: 7\n}`.
    #[inline(never)]
    fn machine_form(&self, takes: u8, end: usize) -> Option<Value> {
        let window = self.window(end);
        if takes & BRACED != 0 {
            return protobuf_duration(window, end);
        }
        let value = self.time(window.strip_prefix('|')?, INSTANT)?;
        Some(Value { end: end.saturating_add(1).saturating_add(value.end), ..value })
    }

    /// `FLOOD_WAIT_73915`: Telegram's MTProto errors, in seconds.
    fn flood(&self, start: usize, first: u8, end: usize) -> Option<Value> {
        if !first.is_ascii_uppercase() || !self.byte(end.wrapping_sub(1)).is_ascii_digit() {
            return None;
        }
        let word = self.text.get(start..end)?;
        let digits = word.bytes().rev().take_while(u8::is_ascii_digit).count();
        let (name, digits) = word.split_at_checked(word.len().wrapping_sub(digits))?;
        let ms = durations::whole(digits, Some(Unit::Seconds)).filter(|_| name.ends_with("_WAIT_"))?;
        Some(Value { ms, absolute: false, end })
    }

    /// A time in digits with its words around it, as Chinese, Japanese and Korean have them.
    #[inline(never)]
    fn east_asian(&mut self, start: usize) -> Option<Value> {
        if start >= self.digits_before {
            let parts = self.from(start).bytes().take_while(|&byte| east_asian::is_part(byte)).count();
            self.digits_before = start.saturating_add(parts);
        }
        let (before, window) = (self.before(start), self.window(start));
        let rest = window.get(self.digits_before.saturating_sub(start)..).unwrap_or_default();
        if !east_asian::surround(before, rest.chars().next().unwrap_or(' ')) {
            return None;
        }
        // the clock time in a date that cannot be read is no length of time
        let date = before.bytes().rev().take(12).take_while(|byte| byte.is_ascii_digit() || b"-/ ".contains(byte));
        if date.filter(|byte| b"-/".contains(byte)).count() == 2 {
            return None;
        }
        let digits = window.bytes().take_while(u8::is_ascii_digit).count();
        let instant = digits >= UNIX_DIGITS || matches!(window.as_bytes().get(digits), Some(b'-' | b'/' | b':'));
        let value = self.time(window, if instant { DURATION | INSTANT } else { DURATION })?;
        let after = window.get(value.end..)?;
        let said = self.sentence.said;
        let stated = east_asian::state_a_wait(before, after, value.absolute, said & POLITE != 0);
        (stated && said & CONDITIONAL == 0).then(|| Value { end: start.saturating_add(value.end), ..value })
    }

    /// Adds what a word says.
    fn note(&mut self, word: &Word) {
        let says = word.says();
        let [first, second, _] = self.sentence.last;
        self.sentence.last = [says, first, second];
        self.sentence.negated = self.sentence.negated.map(|words| words.saturating_add(1));

        let mut said = says & (BARRED | PENALTY | METERED);
        if says & CONDITIONAL != 0 && first & ASKING == 0 || word.hash == const { hash(b"case") } && first & IN != 0 {
            said |= CONDITIONAL;
        }
        // "all at once", "once per minute"
        let clause = || self.word_after(self.at).is(DETERMINER);
        if says & YOU != 0 && first & (WHEN | AFTER) != 0 || says & ONCE != 0 && clause() {
            said |= ONCE;
        }
        if says & LIMITED != 0 && first & BARRING != 0 {
            said |= BARRED;
        }
        self.sentence.said |= said;
        if says & NEGATION != 0 {
            self.sentence.negated = Some(0);
        } else if says & NO_NEGATION != 0 {
            self.sentence.negated = None;
        }
    }

    /// May a phrase with that guard stand here?
    fn allows(&self, guard: Guard) -> bool {
        let Sentence { last: [first, second, third], said, negated, .. } = self.sentence;
        let intends = |to: u32, word: u32| to & TO != 0 && word & INTENDING != 0;
        let acts = first & VERB != 0 && (second & CLIENT != 0 || intends(second, third));
        let client = first & CLIENT != 0 || acts || intends(first, second);
        let denied = negated.is_some_and(|words| words <= FAR);
        let own = match guard {
            Guard::Free | Guard::Tail(_) => true,
            Guard::Reset => first & PAST == 0,
            Guard::Request => !client,
            Guard::Wait => !client && !denied,
            Guard::After(words) => first & words != 0,
            Guard::Metered => said & METERED != 0 && !denied,
            Guard::Said(flags) => said & flags != 0,
        };
        // "once your limit resets in 5 minutes" states when that is
        let conditions = if matches!(guard, Guard::Reset) { CONDITIONAL } else { CONDITIONAL | ONCE };
        own && said & conditions == 0
    }
}

/// `seconds: 7` and `nanos: 360000000` in braces.
#[inline(never)]
fn protobuf_duration(text: &str, at: usize) -> Option<Value> {
    let mut cursor = Cursor::new(text);
    let skip = |cursor: &mut Cursor| {
        cursor.spaces();
        while cursor.eat("\\n") {
            cursor.spaces();
        }
    };
    skip(&mut cursor);
    if cursor.eat(":") {
        skip(&mut cursor);
    }
    cursor.eat("{").then_some(())?;
    let (mut nanos, mut end) = (None, cursor);
    for _ in 0..2 {
        skip(&mut cursor);
        let scale = if cursor.eat("seconds:") {
            1_000_000_000
        } else if cursor.eat("nanos:") {
            1
        } else {
            break;
        };
        skip(&mut cursor);
        let (value, used) = durations::decimal(cursor.rest, scale)?;
        cursor.advance(used);
        nanos = Some(value.saturating_add(nanos.unwrap_or(0)));
        end = cursor;
    }
    let ms = nanos?.div_ceil(1_000_000).min(ENDLESS);
    Some(Value { ms, absolute: false, end: at.saturating_add(end.used(text)) })
}

/// `2-3 minutes`, `30 to 60 seconds` from the second number on.
fn range(mut cursor: Cursor) -> Option<Cursor> {
    let (_, used) = durations::decimal(cursor.rest, 1)?;
    cursor.advance(used);
    cursor.spaces();
    let to = cursor.eat("-") || cursor.eat("–") || cursor.eat("to") || cursor.eat("or");
    cursor.spaces();
    (to && cursor.peek().is_some_and(|byte| byte.is_ascii_digit())).then_some(cursor)
}

/// How far an address of a page reaches; the punctuation after it is the sentence's.
fn address_length(text: &str) -> usize {
    let (mut open, mut length, mut end) = (0_u32, 0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' => open = open.saturating_add(1),
            b')' if open == 0 => break,
            b')' => open = open.saturating_sub(1),
            b'"' | b'\'' | b'<' | b'>' | b'`' | b'|' | b'\\' | b'{' | b'}' | b'[' | b']' => break,
            _ if !byte.is_ascii_graphic() => break,
            _ => {}
        }
        length = length.wrapping_add(1);
        if !matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?') {
            end = length;
        }
    }
    end
}

/// Does a line break end a sentence? Terminals break lines too, but never before a capital of the same sentence.
fn new_line_ends(after: &str) -> bool {
    let next = cut::trim_start(after, b" \t\r");
    let first = next.bytes().next().unwrap_or(b'\n');
    first.is_ascii_uppercase() || b"\n*-[({\"".contains(&first) || next.starts_with('•')
}

/// No time is longer, with the words before it.
const LONGEST_TIME: usize = 160;
/// "Wednesday, September " comes before the first digit.
const LONGEST_DAY: usize = 24;
/// Seconds since 1970 have so many digits, from 2001 on.
const UNIX_DIGITS: usize = 10;
const FIRST_UNIX_MS: u64 = 1_000_000_000_000;
/// Words between a phrase and its time.
const MOST_HEDGES: usize = 6;
/// Words between a verb and its preposition.
const MOST_FILLERS: usize = 4;
/// Words between "for" and who answers.
const MOST_BEFORE_ANSWER: usize = 4;
/// Words after which a negation is about something else.
const FAR: u8 = 4;
/// More letters than a top-level domain has: something else than letters is in it.
const NO_TOP: usize = 1 << 24;

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-03-04T10:00:00Z.
    const NOW: i64 = 1_772_618_400_000;
    const BEIJING: i32 = 480;

    fn ms(text: &str) -> Option<u64> {
        find(text, Some(NOW), None).map(|found| found.ms)
    }

    #[track_caller]
    fn assert_all(cases: &[(&str, Option<u64>)]) {
        let wrong: Vec<_> =
            cases.iter().map(|&(text, want)| (text, want, ms(text))).filter(|(_, want, got)| want != got).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// Sentences of servers with lengths of time in them, each with its wait.
    const STATED: &[(&str, u64)] = &[
        (
            "Rate limit reached for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Used 29412, Requested 911. Please try again in 644ms.",
            644,
        ),
        ("on requests per day (RPD): Limit 200, Used 200, Requested 1. Please try again in 7m12s.", 432_000),
        ("Please try again in 7m12.5s", 432_500),
        ("Please try again in 1.984999999s.", 1_985),
        ("Please try again in 1h4m48s.", 3_888_000),
        ("Please retry in 36.429760048s.", 36_430),
        ("Please retry in 15h5m3.5s.", 54_303_500),
        ("Please retry in 58s or upgrade your tier", 58_000),
        ("Rate limited (if you need more, upgrade), try again in 20s", 20_000),
        ("A rate-limit has been reached, you may retry this request in 12 seconds", 12_000),
        ("A rate limit was exceeded (url: conversations.list, retry-after: 12)", 12_000),
        ("Your limit will be fully restored in 2 hours", 7_200_000),
        ("Too Many Requests: retry after 38", 38_000),
        ("Error at sendmessage: Too Many Requests: retry after 271\n\tat org.telegram.Bot.run(Bot.java:12)", 271_000),
        ("Retry after 9 sec", 9_000),
        ("Retry after 142 seconds. You have exceeded the rate limit for repository commits (128 per hour).", 142_000),
        (
            "have exceeded token rate limit of your current AIServices S0 pricing tier. Please retry after 86400 seconds.",
            86_400_000,
        ),
        ("please slow down and try again after 51.84 seconds.", 51_840),
        ("please try again after 1 seconds", 1_000),
        ("exceeded the limit of '60' for time interval '00:05:00'. Please try again after '348' seconds.", 348_000),
        (
            "Rate limit of 150 per 86400s exceeded for UserByModelByDay. Please wait 41532 seconds before retrying.",
            41_532_000,
        ),
        ("All accounts are currently limited. Please wait 84152s.", 84_152_000),
        ("Rate limit of 1 per 0s exceeded. Please wait 0 seconds before retrying.", 0),
        ("Looks like you've been doing that a lot. Take a break for 11 minutes before trying again.", 660_000),
        ("Take a break for 500 milliseconds before trying again.", 500),
        ("Your quota will reset after 5s.", 5_000),
        ("Your quota will reset after 12h34m16s.", 45_256_000),
        ("while you have less than $5.0 in credit. Your rate limit resets in ~7s.", 7_000),
        ("Complexity budget exhausted, query cost 30001, reset in 19 seconds", 19_000),
        ("Too many requests. Retry in 38214 seconds.", 38_214_000),
        ("For security purposes, you can only request this after 43 seconds.", 43_000),
        ("Quota has been exhausted. You can submit the request after 49 seconds", 49_000),
        ("Please resend your message in 2 minutes.", 120_000),
        ("The limit is reached, retry in 2 s...", 2_000),
        ("Please retry in 2 s...", 2_000),
        ("Telegram says: [420 FLOOD_WAIT_73915]", 73_915_000),
        ("A wait of 73915 seconds is required (caused by messages.SendMessage)", 73_915_000),
        ("Quota will be replenished in 22.14:18:12.", 1_952_292_000),
        ("violations { quota_value: 2 }, retry_delay {\n  seconds: 7\n}\n]", 7_000),
        ("retry_delay {\n  seconds: 7\n  nanos: 360000000\n}", 7_360),
        ("retry_delay {\n  nanos: 360000001\n}", 361),
        ("[WARN] web-api rate limited, retry-after: 12", 12_000),
        ("headers={'Retry-After': '120', 'Content-Type': 'text/plain'}", 120_000),
        ("retry_after=30 status=429", 30_000),
        ("retry-after-ms: 1372 x-request-id: 5", 1_372),
        ("Minutely API request limit exceeded. Please try again in one minute.", 60_000),
        ("try again in 4 days 20 hours 9 minutes.", 418_140_000),
        ("or try again in 17 hours 42 minutes.", 63_720_000),
        ("or try again in 17\nhours 42\nminutes.", 63_720_000),
        ("or try\nagain in\n  3 days 4 hours", 273_600_000),
        ("Please try again in 46 hours. Please review our Terms of Service", 165_600_000),
        ("Request was throttled. Expected available in 53 seconds.", 53_000),
        ("too many requests from this IP, more requests available in 85123 seconds", 85_123_000),
        ("Please try your request again in 20 seconds", 20_000),
        ("Please retry your requests after 60 seconds.", 60_000),
        ("You have been temporarily rate limited for 90 seconds", 90_000),
        ("Your IP has been blocked for 15 minutes", 900_000),
        ("You must wait at least another 30 seconds", 30_000),
        ("Please wait for about 2 minutes", 120_000),
        ("Please wait approx. 2 minutes", 120_000),
        ("Please wait 2-3 minutes before you try again", 180_000),
        ("try again in 30 to 60 seconds", 60_000),
        ("Please try again in **20s**", 20_000),
        ("Rate limit exceeded, retry in 1 minute", 60_000),
        ("Please try again in 20 秒", 20_000),
        ("Too many requests at once, try again in 5 seconds", 5_000),
        ("You can do this only once per minute; please wait 20 seconds", 20_000),
        ("请求过于频繁，请在 20 秒后重试", 20_000),
        ("请 20 秒后再试", 20_000),
        ("请在 3600 秒后重试", 3_600_000),
        ("请求过于频繁，20秒后再试。", 20_000),
        ("已达到 5 小时的使用上限，将在 3 小时后重置。", 10_800_000),
        ("操作太频繁，请等待 30 秒", 30_000),
        ("リクエストが多すぎます。20秒後に再試行してください。", 20_000),
        ("あと20秒お待ちください", 20_000),
        ("요청이 너무 많습니다. 20초 후에 다시 시도해 주세요.", 20_000),
        ("Zu viele Anfragen. Bitte versuchen Sie es in 20 Sekunden erneut.", 20_000),
        ("Bitte warten Sie 5 Minuten.", 300_000),
        ("Demasiadas solicitudes. Inténtalo de nuevo en 20 segundos.", 20_000),
        ("Vuelve a intentarlo dentro de 2 minutos.", 120_000),
        ("Muitas solicitações. Tente novamente em 20 segundos.", 20_000),
        ("Veuillez réessayer dans 20 secondes.", 20_000),
    ];

    /// Sentences that state nothing, and their like stood beside a failure.
    const NOTHING: &[&str] = &[
        "Retrying in 32 seconds… (attempt 7/10)",
        "Rate limit reached for req... [retrying in 1s attempt #1]",
        "Retrying after 6048ms...",
        "sleeping for 2917s...",
        "Backing off: 8 seconds, Retry: 3/10",
        "Retrying langchain_google_genai.chat_models._achat_with_retry.<locals>._achat_with_retry in 2.0 seconds as it raised ResourceExhausted: 429",
        "We will retry in 30 seconds",
        "The client will automatically retry in 5s",
        "Rate limited, we'll retry after 10 seconds",
        "The SDK is going to retry in 5 seconds",
        "It will be retried in 5 seconds",
        "Will try again in 5 seconds",
        "Trying again in 5 seconds",
        "Retry in 30 seconds (attempt 3/10)",
        "Retry in 30 seconds... attempt 3",
        "Timeout was reached\n  URL: https://api.example.com/v1\n  Retry in 2 sec...",
        "failed to send the request after 3 seconds",
        "Next retry in 30 seconds",
        "timeout of 10000ms exceeded",
        "Connect Timeout Error (attempted address: api.example.com:443, timeout: 10000ms)",
        "Timeout awaiting 'request' for 30000ms",
        "Request timed out after 30000ms. Please try again.",
        "Failed after 3 attempts. Last error: Too Many Requests",
        "please retry after 3 attempts",
        "Giving up: retry after 429 Too Many Requests",
        "Do not retry after 429",
        "limit 'Read requests per user per 100 seconds' of service",
        "Rate limit of 8 per 86400s exceeded",
        "Sorry, you've exceeded your 5 hour session limits.",
        "More than 1200 requests per 300 seconds reached. Please wait and consider throttling your request speed",
        "You are limited to 10 calls within the last 5 minutes",
        "the maximum number of declines on this card in the last 24 hour period",
        "usage in current 300s window is over",
        "Your limit resets in 5 hour windows",
        "If you recently fixed this issue, try again after 2 minutes.",
        "If you recently fixed this issue,\ntry again after 2 minutes.",
        "Try again after 2 minutes if you recently fixed this issue.",
        "If you created the deployment within the last 5 minutes, please wait a moment and try again.",
        "If you created it recently, please wait 5 minutes and try again.",
        "Once you purchase credit, please wait a few minutes before trying again.",
        "Once you purchase credit, please wait 5 minutes before trying again.",
        "When you have changed it, wait 5 minutes.",
        "In case you just paid, wait 10 minutes.",
        "If you just verified, it can take up to 15 minutes for access to propagate.",
        "Please wait up to 15 minutes.",
        "reduce your request rate and keep it stable for at least 15 minutes",
        "will increase to 51,500 at the next minute boundary",
        "Please wait a few minutes before you try again.",
        "Please try again later.",
        "Please retry shortly, or add your own key",
        "The AWS SDK will automatically retry the operation up to 5 times.",
        "Try again with a maximum tokens value lower than 4096.",
        "attempting to reset custom login page: status=429",
        "Don't want to wait 5 hours? Upgrade to Pro.",
        "Never wait 30 seconds again: go Pro.",
        "Please wait 24 hours for a reply from our support team.",
        "Requests to this model are no longer available after 2026-09-30 00:00 UTC",
        "The limit was last reset at 2026-03-04T09:00:00Z, token refreshed at 2026-03-04T09:00:00Z",
        "rate limit hit; wait 5.0s (attempt 1)",
        "Please try again in a few minutes.",
        "You waited 30 seconds; the limit was reset 5 minutes ago",
        "(2056)",
        "try again at 7:58 PM.",
        "try again at Aug 8th, 2026 12:42 AM.",
        "Your limit will reset at 2026-09-06 17:22:41",
        "Offer valid until 2026-10-01 00:00 UTC",
        "Limited offer until 2026-10-01 00:00 UTC: 50 % off",
        "Retry-After",
        "max_retry_after: 60",
        "x-ratelimit-reset: 1772618442",
        "see /docs/retry-after:30 or ?retry_after=30&x=1#retry-after-5",
        "已达到 5 小时的使用上限",
        "每 60 秒最多 10 次请求",
        "请求超时，5秒后自动重试",
        "如果刚刚创建，请在 5 分钟后重试",
        "5秒後に自動的に再試行します",
        "wait",
        "retry in",
        "again in ",
        "reset at",
        "retry_delay {",
        "retry_delay { seconds: }",
        "FLOOD_WAIT_X",
        "limit reached|",
        "",
    ];

    const ADVERTS: &[&str] = &[
        "Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing.",
        "Visit https://platform.openai.com/account/rate-limits to learn more.",
        "You can increase your rate limit by adding a payment method to your account at https://platform.openai.com/account/billing.",
        "If you continue to have issues after 24 hours, contact us through our help center at help.openai.com.",
        "Contact support@example.com; our team answers within 48 hours.",
        "See https://docs.example.com/errors/retry-after-3600?wait=7200&retry_after=99999#resets-in-5h for details.",
        "See docs.example.com/retry-after/3600 (retry after reading).",
        "Upgrade to Pro and get 5x higher limits for 30 days.",
        "更多信息请见 https://docs.example.com/5小时后重置。",
        "To raise this limit, purchase credits to advance to the next usage tier at https://console.anthropic.com/settings/billing.",
    ];

    #[test]
    fn what_servers_say_is_read() {
        let cases: Vec<_> = STATED.iter().map(|&(text, ms)| (text, Some(ms))).collect();
        assert_all(&cases);
    }

    #[test]
    fn windows_clients_conditions_and_vague_words_state_nothing() {
        let cases: Vec<_> = NOTHING.iter().map(|&text| (text, None)).collect();
        assert_all(&cases);
    }

    #[test]
    fn adverts_addresses_and_support_sentences_change_nothing() {
        let texts = STATED.iter().map(|&(text, ms)| (text, Some(ms))).chain(NOTHING.iter().map(|&text| (text, None)));
        for (text, want) in texts {
            for advert in ADVERTS {
                for joint in [" ", "\n", ". "] {
                    let before = [advert, joint, text].concat();
                    assert_eq!(ms(&before), want, "{before}");
                    let after = [text, if joint == " " { ". " } else { joint }, advert].concat();
                    assert_eq!(ms(&after), want, "{after}");
                }
            }
        }
    }

    #[test]
    fn neither_case_nor_wrapping_nor_escapes_matter() {
        for &(text, want) in STATED {
            if text.is_ascii() && !text.contains(['h', '|', '_']) {
                assert_eq!(ms(&text.to_ascii_lowercase()), Some(want), "{text}");
            }
            let wrapped = text.replace(' ', "\n");
            if !wrapped.contains(['"', '{']) {
                assert_eq!(ms(&wrapped), Some(want), "{wrapped}");
            }
            let escaped = ["limit: 125000\\n", text].concat();
            assert_eq!(ms(&escaped), Some(want), "{escaped}");
        }
    }

    #[test]
    fn a_point_in_time_is_measured_from_now() {
        let day = 86_400_000;
        for (text, want) in [
            ("Current limit: 100000, Remaining: 0. Limit resets at: 2026-03-04 10:00:46 UTC", 46_000),
            (
                "User-rate limit exceeded.  Retry after 2026-03-04T10:00:35.742Z, Backing off: 8 seconds, Retry: 3/10",
                35_742,
            ),
            ("recipient limit exceeded, try again after Wed, 04 Mar 2026 10:00:29 UTC", 29_000),
            ("Please try again after Wed, 04 Mar 2026 10:01:18 GMT and see https://crates.io/docs/rate-limits", 78_000),
            ("You will regain access on 2026-03-05 at 00:00 UTC.", day - 36_000_000),
            ("It will be available again at 2026-03-04T10:05:00+00:00", 300_000),
            ("It will reset at 2026-03-04 18:30:00 +0800 CST", 1_800_000),
            ("Way too much request weight used; IP banned until 1772618700000. Please use WebSocket Streams", 300_000),
            ("Claude AI usage limit reached|1772620200", 1_800_000),
            ("You've hit your limit · resets 8pm (America/New_York)", 54_000_000),
            ("You've hit your limit · resets 2:30pm (Asia/Calcutta)", 82_800_000),
            ("Please wait until 2026-03-04T10:00:10Z", 10_000),
            ("try again in 5 seconds or after the reset at 2026-03-04T10:00:10Z", 10_000),
            ("This is unrelated to your limit. Please try after 2026-03-04T10:00:18.255Z.", 18_255),
            ("The free quota resets daily at 00:00 UTC.", day - 36_000_000),
            ("We are down for maintenance until 2026-03-04T10:30Z", 1_800_000),
            (
                "usage limit exceeded, 5-hour usage limit reached (1500/1500 used), resets at 2026-03-04T18:30:00+08:00 (2056)",
                1_800_000,
            ),
            // the past
            ("try again after Tue, 16 Sep 2025 06:30:31 UTC", 0),
        ] {
            let found = find(text, Some(NOW), None);
            assert_eq!(found.map(|found| (found.ms, found.absolute)), Some((want, true)), "{text}");
            let unmeasured = find(text, None, None);
            assert_eq!(unmeasured.map(|found| found.ms), text.contains("5 seconds or").then_some(5_000), "{text}");
        }
    }

    #[test]
    fn a_time_without_a_zone_needs_one_assumed() {
        for text in [
            "已达到 5 小时的使用上限。您的限额将在 2026-03-04 18:30:29 重置。",
            "[1310][Weekly/Monthly Limit Exhausted. Your limit will reset at 2026-03-04 18:30:29]",
            "请在 2026-03-04 18:30:29 后重试",
            "限额重置时间：2026-03-04 18:30:29",
        ] {
            let found = find(text, Some(NOW), Some(BEIJING));
            assert_eq!(found.map(|found| (found.ms, found.absolute)), Some((1_829_000, true)), "{text}");
            assert_eq!(find(text, Some(NOW), None), None, "{text}");
            assert_eq!(find(text, None, Some(BEIJING)), None, "{text}");
        }
    }

    #[test]
    fn of_several_waits_the_longest_counts() {
        assert_all(&[
            ("Limit resets in 5s. Upgrade or try again in 3 minutes.", Some(180_000)),
            ("Try again in 3 minutes. Limit resets in 5s.", Some(180_000)),
            ("If you just paid, wait 10 minutes. Try again in 5s. Retrying in 60 s.", Some(5_000)),
            ("Attempt 1 failed: Your quota will reset after 6s.. Retrying after 6048ms...", Some(6_000)),
            ("Retrying f in 4.0 seconds as it raised RateLimitError: Please try again in 20s.", Some(20_000)),
            ("Please try again in 20s. Attempt #3 | You can customize retry values", Some(20_000)),
        ]);
    }

    #[test]
    fn the_place_spans_the_phrase_and_the_time() {
        let span = |text: &'static str| {
            let found = find(text, Some(NOW), Some(BEIJING));
            found.and_then(|found| text.get(found.start..found.end))
        };
        assert_eq!(span("limit. Please try again in 11.365s. Need more?"), Some("try again in 11.365s"));
        assert_eq!(span("· resets 8pm (America/New_York) ·"), Some("resets 8pm (America/New_York)"));
        assert_eq!(span("try again after '348' seconds."), Some("try again after '348' seconds"));
        assert_eq!(span("It is available again in 5s."), Some("again in 5s"));
        assert_eq!(span("limit reached|1772620200 x"), Some("reached|1772620200"));
        assert_eq!(span("a retry_delay {\n  seconds: 7\n}"), Some("retry_delay {\n  seconds: 7"));
        assert_eq!(span("将在 2026-03-04 18:30:29 重置"), Some("2026-03-04 18:30:29"));
        assert_eq!(span("[420 FLOOD_WAIT_73915]"), Some("FLOOD_WAIT_73915"));
        assert_eq!(span("Retry-After: \"12\"."), Some("Retry-After: \"12\""));
    }

    #[test]
    fn no_text_panics_and_no_text_takes_more_than_its_length() {
        let parts = [
            "try again in ",
            "retry ",
            "again ",
            "wait ",
            "until ",
            "5",
            "20 秒",
            "后",
            "请",
            "\\",
            "\\n",
            "\n",
            "://",
            "a.b/",
            "(",
            ")",
            "\"",
            "'",
            "{",
            "retry_delay {",
            "seconds: ",
            "|",
            "reached|",
            "FLOOD_WAIT_",
            "é",
            "·",
            "2026-",
            "99999999999999999999",
            "if ",
            ".",
            " ",
            "-",
            "ß",
            "\u{a0}",
            "www.",
        ];
        // a small generator of our own: the same texts every time
        let mut state = 1_u64;
        for _ in 0..5_000 {
            let mut text = String::new();
            for _ in 0..12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let part = usize::try_from(state >> 33).unwrap_or(0) % parts.len();
                text.push_str(parts.get(part).unwrap_or(&""));
            }
            if let Some(found) = find(&text, Some(NOW), None) {
                assert!(text.get(found.start..found.end).is_some_and(|words| !words.is_empty()), "{text}");
                assert!(found.ms <= ENDLESS);
            }
        }
        for part in parts.iter().chain(&["again again in ", "retry the ", "a.", "x:", "  ", "in 5 "]) {
            let text = part.repeat(20_000 / part.len());
            let began = std::time::Instant::now();
            let _ = find(&text, Some(NOW), None);
            assert!(began.elapsed().as_secs() < 5, "{part} repeated took {:?}", began.elapsed());
        }
    }
}
