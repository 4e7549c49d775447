//! Texts as words: what phrases and codes are compared with.
//!
//! Words are runs of letters and digits; identifiers fall apart at `_`, `-`, `.` and humps, so that
//! `GenerateRequestsPerDay` says "per day"; every Chinese or Japanese character is a word of its own; `/` before a
//! unit of time is the word "per". Addresses say nothing, but their hosts are kept.

use crate::classify::reading::Reading;
use crate::cut;
use crate::hash::{START, hash, is_ideograph, step, step_folded};

/// How many words are kept of one failure.
const MAX_WORDS: usize = 60_000;
/// How far the end of a tag is looked for.
const LONGEST_TAG: usize = 4096;
/// How much of what follows a host is read to tell a metric's name from an address, in characters.
const LONGEST_METRIC: usize = 256;

/// One word of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) hash: u32,
    /// Which of the reading's texts.
    pub(crate) text: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Words of one sentence share it; phrases do not cross sentences.
    pub(crate) sentence: u32,
    pub(crate) number: bool,
}

/// A run of characters that may be a machine code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Identifier {
    pub(crate) text: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The words of all texts of a failure.
#[derive(Debug, Default)]
pub(crate) struct Words<'a> {
    pub(crate) list: Vec<Word>,
    pub(crate) identifiers: Vec<Identifier>,
    pub(crate) hosts: Vec<&'a str>,
}

impl<'a> Words<'a> {
    pub(crate) fn of(reading: &'a Reading<'_>) -> Self {
        let length: usize = reading.texts.iter().map(|text| text.content.len()).sum();
        let mut words = Self::default();
        words.list.reserve((length / 4).min(MAX_WORDS));
        let mut sentence = 0;
        for (index, text) in reading.texts.iter().enumerate() {
            let mut splitter = Splitter {
                text: &text.content,
                index: u32_of(index),
                at: 0,
                no_tag_end_before: 0,
                sentence,
                clause: words.list.len(),
                words: &mut words,
            };
            splitter.run();
            sentence = splitter.sentence + 1;
        }
        words
    }
}

/// The hashes of the words of a text.
#[cfg(test)]
pub(crate) fn hashes_of(text: &str) -> Vec<u32> {
    let mut words = Words::default();
    Splitter { text, index: 0, at: 0, no_tag_end_before: 0, sentence: 0, clause: 0, words: &mut words }.run();
    words.list.iter().map(|word| word.hash).collect()
}

fn u32_of(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

struct Splitter<'t, 'w, 'a> {
    text: &'a str,
    index: u32,
    at: usize,
    /// Up to here no tag ends, as was seen before.
    no_tag_end_before: usize,
    sentence: u32,
    /// The first word of the clause.
    clause: usize,
    words: &'w mut Words<'t>,
}

impl<'a> Splitter<'a, '_, 'a> {
    fn run(&mut self) {
        while self.at < self.text.len() && self.words.list.len() < MAX_WORDS {
            let byte = self.byte(self.at);
            if byte.is_ascii_alphanumeric() {
                if !self.plain_word() && !self.address() {
                    self.identifier();
                }
            } else if byte < 0x80 {
                self.separator(byte);
            } else {
                self.beyond_ascii();
            }
        }
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// Takes a word in one pass where it is no part of an identifier, a number or an address, as most are.
    fn plain_word(&mut self) -> bool {
        let start = self.at;
        let rest = self.text.as_bytes().get(start..).unwrap_or(&[]);
        let mut word = START;
        for (length, &byte) in rest.iter().enumerate() {
            if byte.is_ascii_lowercase() {
                word = step_folded(word, byte);
                continue;
            }
            match byte {
                b'A'..=b'Z' if length == 0 => word = step(word, byte),
                b' ' | b',' | b')' | b'"' | b'\'' if length > 0 => {
                    self.at += length;
                    self.push_hashed(word, start, self.at, false);
                    return true;
                }
                _ => break,
            }
        }
        false
    }

    fn push(&mut self, start: usize, end: usize, number: bool) {
        let hash = hash(self.text.as_bytes().get(start..end).unwrap_or(&[]));
        self.push_hashed(hash, start, end, number);
    }

    fn push_hashed(&mut self, hash: u32, start: usize, end: usize, number: bool) {
        self.words.list.push(Word {
            hash,
            text: self.index,
            start: u32_of(start),
            end: u32_of(end),
            sentence: self.sentence,
            number,
        });
    }

    fn separator(&mut self, byte: u8) {
        let next = self.byte(self.at + 1);
        match byte {
            // "e.g." ends nothing.
            b'.' if self.at >= 2 && self.byte(self.at - 2) == b'.' => {}
            b'?' if !next.is_ascii_alphanumeric() => {
                // Whoever asks supposes. A mark that stands alone may be a letter that an encoding lost.
                let asks = self.at > 0 && self.byte(self.at - 1).is_ascii_alphanumeric() && next != b'?';
                if asks {
                    self.words.list.truncate(self.clause);
                }
                self.end_sentence();
            }
            b'.' | b'!' if !next.is_ascii_alphanumeric() => self.end_sentence(),
            b';' | b'|' => self.end_sentence(),
            b':' if self.names_another() => self.end_sentence(),
            b',' | b':' | b'(' => self.clause = self.words.list.len(),
            b'\n' => {
                // A terminal wraps a sentence before a number or a word in lower case; anything else starts a new one.
                let mut at = self.at + 1;
                while matches!(self.byte(at), b' ' | b'\r' | b'\t') {
                    at += 1;
                }
                if let Some(end) = self.frame_end(at) {
                    self.at = end;
                    return;
                }
                if !self.byte(at).is_ascii_lowercase() && !self.byte(at).is_ascii_digit() {
                    self.end_sentence();
                }
            }
            // Ruby shows an object as `#<Net::ReadTimeout: …>`.
            b'<' if self.at > 0 && self.byte(self.at - 1) == b'#' => {}
            b'<' if next.is_ascii_alphabetic() || matches!(next, b'/' | b'!') => return self.tag(),
            b'/' => {
                let mut at = self.at + 1;
                while self.byte(at) == b' ' {
                    at += 1;
                }
                let mut end = at;
                while self.byte(end).is_ascii_alphabetic() {
                    end += 1;
                }
                if self.text.get(at..end).is_some_and(|word| UNITS.iter().any(|unit| word.eq_ignore_ascii_case(unit))) {
                    let sentence = self.sentence;
                    let (start, end) = (u32_of(self.at), u32_of(self.at + 1));
                    let text = self.index;
                    self.words.list.push(Word { hash: hash(b"per"), text, start, end, sentence, number: false });
                } else if self.path() {
                    return;
                }
            }
            _ => {}
        }
        self.at += 1;
    }

    fn end_sentence(&mut self) {
        self.sentence += 1;
        self.clause = self.words.list.len();
    }

    /// Whether an error follows this colon: what stands before it is the label that a client gave it, as in "Error
    /// during validation: Error code: 500".
    fn names_another(&self) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
        rest.starts_with(b": Error") && !rest.get(7).is_some_and(u8::is_ascii_alphabetic)
    }

    /// Where the frame of a stack trace that begins here ends: `at run (node:internal/main:10:7)`. It names the
    /// runtime's files, not what failed.
    fn frame_end(&self, at: usize) -> Option<usize> {
        let line = cut::each(self.text.get(at..)?.strip_prefix("at ")?, b'\n').next()?;
        let place = cut::last(cut::last(cut::trim_end(line, b" ,{)\r"), b'('), b' ');
        let (place, column) = cut::at_last(place, b':')?;
        let (file, row) = cut::at_last(place, b':')?;
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let named = file.bytes().any(|byte| matches!(byte, b':' | b'/' | b'.'));
        (named && digits(column) && digits(row)).then_some(at + 3 + line.len())
    }

    /// Passes over a path such as `/v1/rate-limits`, which says as little as the address that it is cut from. Answers
    /// whether one stood here.
    fn path(&mut self) -> bool {
        let before = self.at.checked_sub(1).map_or(b' ', |at| self.byte(at));
        if before.is_ascii_alphanumeric() || before >= 0x80 || matches!(before, b'/' | b'<' | b'.' | b'_' | b'-') {
            return false;
        }
        let mut end = self.at + 1;
        let mut slashes = 0_u8;
        while self.byte(end).is_ascii_alphanumeric()
            || matches!(self.byte(end), b'/' | b'_' | b'-' | b'.') && self.byte(end + 1).is_ascii_alphanumeric()
        {
            slashes = slashes.saturating_add(u8::from(self.byte(end) == b'/'));
            end += 1;
        }
        if slashes > 0 {
            self.at = end;
        }
        slashes > 0
    }

    /// Markup: nothing in a tag counts; all but inline tags end a sentence.
    #[inline(never)]
    fn tag(&mut self) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
        let seen = self.no_tag_end_before.saturating_sub(self.at);
        let Some(length) = rest.iter().take(LONGEST_TAG).skip(seen).position(|byte| *byte == b'>') else {
            self.no_tag_end_before = self.at + LONGEST_TAG;
            self.at += 1;
            return;
        };
        let length = length + seen;
        let name = self.text.get(self.at + 1..self.at + length).unwrap_or("");
        let name = cut::trim_start(name, b"/");
        let (name, _) = cut::until(name, b" />\n");
        // Python shows an error as `<HttpError 429 when requesting …>`
        if self.byte(self.at + name.len() + 2).is_ascii_digit() && rest.get(name.len() + 1) == Some(&b' ') {
            self.at += 1;
            return;
        }
        if !INLINE_TAGS.iter().any(|tag| name.eq_ignore_ascii_case(tag)) {
            self.end_sentence();
        }
        self.at += length + 1;
    }

    #[inline(never)]
    fn beyond_ascii(&mut self) {
        let Some(character) = self.text.get(self.at..).and_then(|rest| rest.chars().next()) else {
            self.at += 1;
            return;
        };
        let start = self.at;
        self.at += character.len_utf8();
        match character {
            '。' | '！' | '？' | '；' | '·' | '•' | '…' => self.end_sentence(),
            _ if is_ideograph(character.into()) => self.push(start, self.at, false),
            _ if character.is_alphabetic() => {
                self.at = start;
                self.identifier();
            }
            _ => {}
        }
    }

    /// Splits one identifier into words.
    fn identifier(&mut self) {
        let start = self.at;
        let before = self.words.list.len();
        let mut word = start;
        let mut humps = false;
        let mut previous = 0_u8;
        while self.at < self.text.len() {
            let byte = self.byte(self.at);
            let next = self.byte(self.at + 1);
            if byte >= 0x80 {
                match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
                    Some(letter) if letter.is_alphabetic() && !is_ideograph(letter.into()) => {
                        self.at += letter.len_utf8()
                    }
                    _ => break,
                }
            } else if byte.is_ascii_alphanumeric() {
                let hump = byte.is_ascii_uppercase()
                    && (previous.is_ascii_lowercase() || (previous.is_ascii_uppercase() && next.is_ascii_lowercase()));
                if hump && self.at > word {
                    self.push_word(word);
                    word = self.at;
                    humps = true;
                }
                self.at += 1;
            } else if matches!(byte, b'.' | b',') && previous.is_ascii_digit() && next.is_ascii_digit() {
                // 30,000 and 0.5 are one number.
                self.at += 1;
            } else if matches!(byte, b'_' | b'-' | b'.' | b':') && next.is_ascii_alphanumeric() && word < self.at {
                self.push_word(word);
                self.at += 1;
                word = self.at;
                humps = true;
            } else {
                break;
            }
            previous = byte;
        }
        if word < self.at {
            self.push_word(word);
        }
        let end = self.at;
        let bytes = self.text.as_bytes().get(start..end).unwrap_or(&[]);
        // `x-ratelimit-reset-requests: 2s` names a header, which says nothing of a limit being reached.
        if self.byte(end) == b':' && bytes.windows(10).any(|part| matches!(part, b"ratelimit-" | b"ate-limit-")) {
            self.words.list.truncate(before);
            return;
        }
        let capitals =
            || bytes.len() >= 5 && bytes.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        if (humps || capitals()) && end - start <= 96 {
            let (start, end) = (u32_of(start), u32_of(end));
            self.words.identifiers.push(Identifier { text: self.index, start, end });
        }
        if self.at == start {
            self.at += 1;
        }
    }

    fn push_word(&mut self, start: usize) {
        let number = self.byte(start).is_ascii_digit();
        self.push(start, self.at, number);
    }

    /// Passes over an address and keeps its host. Answers whether one stood here.
    fn address(&mut self) -> bool {
        // Most words are followed by neither of the two signs that an address has.
        let mut end = self.at;
        while self.byte(end).is_ascii_alphanumeric()
            || self.byte(end) == b'-' && self.byte(end + 1).is_ascii_alphanumeric()
        {
            end += 1;
        }
        let scheme = self.byte(end) == b':' && self.byte(end + 1) == b'/';
        let dot = self.byte(end) == b'.' && self.byte(end + 1).is_ascii_alphanumeric();
        (scheme || dot) && self.address_at_hand()
    }

    #[inline(never)]
    fn address_at_hand(&mut self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or("");
        let scheme = ["https://", "http://", "wss://", "www."]
            .iter()
            .find(|scheme| rest.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)));
        let (host_start, mut path) = match scheme {
            Some(&"www.") => (self.at, true),
            Some(scheme) => (self.at + scheme.len(), true),
            None => (self.at, false),
        };
        let mut end = host_start;
        let mut dots = 0_u8;
        while self.byte(end).is_ascii_alphanumeric()
            || matches!(self.byte(end), b'-' | b'.') && self.byte(end + 1).is_ascii_alphanumeric()
        {
            dots = dots.saturating_add(u8::from(self.byte(end) == b'.'));
            end += 1;
        }
        let host = self.text.get(host_start..end).unwrap_or("");
        if scheme.is_none() {
            let domain = cut::last(host, b'.');
            let known = DOMAINS.contains(&domain) && !host.bytes().any(|byte| byte.is_ascii_uppercase());
            if dots == 0 || !known {
                return false;
            }
            let rest = self.text.get(end..).unwrap_or("");
            let stops = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ')' | '`');
            // A metric's name ("aiplatform.googleapis.com/requests_per_minute") is not an address.
            path = rest.starts_with('/')
                && !rest.chars().take(LONGEST_METRIC).take_while(|&c| !stops(c)).any(|c| c == '_');
        }
        self.words.hosts.push(host);
        if path {
            let rest = self.text.get(end..).unwrap_or("");
            let stop = rest.find(|c: char| {
                c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | ')' | ']' | '`' | '\\' | '，' | '。' | '）')
            });
            let address = rest.get(..stop.unwrap_or(rest.len())).unwrap_or("");
            end += address.trim_end_matches(['.', ',', ';', ':', '!', '?']).len();
        }
        // An address that ends a sentence without a full stop.
        if self.byte(end) == b' ' && self.byte(end + 1).is_ascii_uppercase() {
            self.sentence += 1;
        }
        self.at = end.max(self.at + 1);
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        true
    }
}

/// Units before which `/` means "per".
const UNITS: &[&str] = &["s", "sec", "second", "min", "minute", "h", "hr", "hour", "d", "day", "week", "month"];

const INLINE_TAGS: &[&str] = &["a", "b", "i", "em", "strong", "code", "span", "tt", "u", "small"];

/// Ends of host names that stand in texts without `https://`.
const DOMAINS: &[&str] = &["com", "net", "org", "io", "ai", "dev", "cn", "co", "app", "cloud", "google", "studio"];
