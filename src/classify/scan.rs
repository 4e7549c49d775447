//! Reading: what fields and texts a failure holds, whatever they are wrapped in.
//!
//! One tolerant scanner reads JSON, Python reprs, JavaScript inspections, protobuf text, `key=value` pairs and XML
//! elements anywhere in a text, cut off or not, and strings inside strings to a bounded depth. It never fails: what
//! has no structure is prose. Work is linear in the input times the depth of escaping.

use std::borrow::Cow;

use crate::classify::piece::{MAX_KEY, Piece, string, unescape};
use crate::classify::reading::{Field, Kind, MAX_TEXT, Reading, Source, Text, head};
use crate::cut;
use crate::failure::Failure;
use crate::hash::key_hash;
use crate::rules::lexicon;
use crate::verdict::Place;

/// How many links of a chain of errors are read.
const MAX_CAUSES: usize = 32;
/// How many fields are kept.
const MAX_FIELDS: usize = 4096;
/// How deep strings inside strings are unescaped.
const MAX_ESCAPES: u8 = 7;
/// How deep objects nest.
const MAX_NESTING: u8 = 48;
const KEY: u32 = key_hash("key");
const VALUE: u32 = key_hash("value");

/// Reads every text of a failure.
pub(crate) fn read<'a>(failure: &Failure<'a>) -> Reading<'a> {
    let mut reading = Reading::default();
    if let Some(body) = failure.body {
        add(&mut reading, Place::Body, 0, "", body);
    }
    if let Some(message) = failure.message {
        add(&mut reading, Place::Message, 0, "", message);
    }
    for (link, thrown) in failure.errors.iter().enumerate().take(MAX_CAUSES) {
        // The code of an error is a field of its own; its message is often the message given already.
        for (part, value) in [("code", thrown.code), ("name", thrown.name)] {
            if !value.is_empty() {
                add_field(&mut reading, link, part, value);
            }
        }
        let said = failure.message.is_some_and(|message| cut::contains(message, thrown.message));
        if !thrown.message.is_empty() && !said {
            add(&mut reading, Place::Error, link, "message", thrown.message);
        }
    }
    reading
}

fn add<'a>(reading: &mut Reading<'a>, place: Place, link: usize, part: &'static str, text: &'a str) {
    let source = reading.sources.len();
    reading.sources.push(Source { place, link, part });
    let whole = Piece { content: Cow::Borrowed(head(text, MAX_TEXT)), offset: Some(0) };
    Scanner { reading, source }.raw(&whole, None, 0);
}

#[inline(never)]
fn add_field<'a>(reading: &mut Reading<'a>, link: usize, part: &'static str, value: &'a str) {
    let source = reading.sources.len();
    reading.sources.push(Source { place: Place::Error, link, part });
    reading.fields.push(Field {
        key: Cow::Borrowed(part),
        hash: key_hash(part),
        parent: None,
        value: Cow::Borrowed(value),
        kind: Kind::Quoted,
        source,
        offset: Some(0),
    });
}

struct Scanner<'r, 'a> {
    reading: &'r mut Reading<'a>,
    source: usize,
}

/// Whether a sentence blames a part of the request, and echoes nothing of it: "Invalid 'input': maximum context length".
fn blames(piece: &Piece<'_>, start: usize, end: usize, value: usize) -> bool {
    let words = piece.byte(value).is_ascii_alphabetic() && !matches!(piece.byte(value + 1), b'"' | b'\'');
    words && piece.content.get(start..end).is_some_and(|key| lexicon::ECHOES.contains(&key_hash(key)))
}

impl<'a> Scanner<'_, 'a> {
    /// Reads a text of any kind: prose, with structure here and there.
    fn raw(&mut self, piece: &Piece<'a>, field: Option<usize>, escapes: u8) {
        let mut run = 0;
        let mut at = 0;
        while at < piece.len() {
            match piece.byte(at) {
                b'{' | b'[' if self.starts_structure(piece, at) => {
                    let (key, key_start) = self.key_before(piece, run, at);
                    self.prose(piece, run, key_start, field);
                    at = self.value(piece, at, key, field, escapes, 0);
                    run = at;
                }
                b'"' | b'\'' if self.starts_member(piece, at) => {
                    // An object that lost its beginning to a cut.
                    self.prose(piece, run, at, field);
                    at = self.members(piece, at, Cow::Borrowed(""), field, false, escapes, 0);
                    run = at;
                }
                b'\\' if matches!(piece.byte(at + 1), b'"' | b'\'') && escapes < MAX_ESCAPES => {
                    // Escaped JSON without its outer quote: a log cut it out of the middle of a string.
                    let mut start = at;
                    while start > run && matches!(piece.byte(start - 1), b'{' | b'[' | b' ') {
                        start -= 1;
                    }
                    self.prose(piece, run, start, field);
                    let rest = unescape(piece.content.get(start..).unwrap_or(""));
                    self.raw(&Piece { content: Cow::Owned(rest), offset: None }, field, escapes + 1);
                    return;
                }
                b'<' => {
                    self.element(piece, at, field);
                    at += 1;
                }
                b'=' => match self.pair(piece, run, at, field, escapes) {
                    Some((key_start, end)) if end > at => {
                        if key_start < at {
                            self.prose(piece, run, key_start, field);
                            run = end;
                        }
                        at = end;
                    }
                    _ => at += 1,
                },
                _ => at += 1,
            }
        }
        self.prose(piece, run, piece.len(), field);
    }

    fn prose(&mut self, piece: &Piece<'a>, start: usize, end: usize, field: Option<usize>) {
        let run = piece.part(start, end);
        if run.content.bytes().any(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80) {
            let Piece { content, offset } = run;
            self.reading.texts.push(Text { content, source: self.source, offset, field });
        }
    }

    fn starts_structure(&self, piece: &Piece<'a>, at: usize) -> bool {
        if self.reading.fields.len() >= MAX_FIELDS {
            return false;
        }
        let next = piece.skip_space(at + 1);
        if piece.byte(at) == b'[' {
            return match piece.byte(next) {
                b'{' => self.starts_structure(piece, next),
                b'"' => true,
                _ => false,
            };
        }
        match piece.byte(next) {
            b'"' | b'\'' | b'}' => true,
            _ => {
                let end = piece.identifier(next);
                let after = piece.skip_space(end);
                end > next
                    && match piece.byte(after) {
                        b':' => piece.byte(after + 1) != b'/',
                        b'=' => true,
                        b'{' => after > end,
                        _ => false,
                    }
            }
        }
    }

    /// Whether `"key":` stands here.
    fn starts_member(&self, piece: &Piece<'a>, at: usize) -> bool {
        let end = piece.identifier(at + 1);
        let colon = piece.skip_space(end + 1);
        end > at + 1
            && piece.byte(end) == piece.byte(at)
            && piece.byte(colon) == b':'
            && self.reading.fields.len() < MAX_FIELDS
            && !blames(piece, at + 1, end, piece.skip_space(colon + 1))
    }

    /// The identifier directly before a brace, as protobuf text has it: `retry_delay {`.
    fn key_before(&self, piece: &Piece<'a>, run: usize, at: usize) -> (Cow<'a, str>, usize) {
        let mut end = at;
        if piece.byte(at) == b'{' {
            while end > run && piece.byte(end - 1) == b' ' {
                end -= 1;
            }
            let mut start = end;
            while start > run
                && end - start < MAX_KEY
                && (piece.byte(start - 1).is_ascii_alphanumeric() || piece.byte(start - 1) == b'_')
            {
                start -= 1;
            }
            // Only protobuf names, so that prose before JSON keeps its last word.
            let key = piece.content.get(start..end).unwrap_or("");
            let after = piece.skip_space(at + 1);
            if end > start
                && end < at
                && piece.byte(start).is_ascii_lowercase()
                && piece.byte(after) != b'"'
                && piece.byte(after) != b'\''
                && (key.bytes().any(|byte| byte == b'_') || piece.byte(at + 1) == b'\n')
            {
                return (piece.part(start, end).content, start);
            }
        }
        (Cow::Borrowed(""), at)
    }

    /// `key=value` in a text: the field is kept, and where the value is quoted the pair leaves the prose.
    #[inline(never)]
    fn pair(
        &mut self,
        piece: &Piece<'a>,
        run: usize,
        at: usize,
        parent: Option<usize>,
        escapes: u8,
    ) -> Option<(usize, usize)> {
        let mut start = at;
        while start > run
            && at - start < MAX_KEY
            && (piece.byte(start - 1).is_ascii_alphanumeric() || matches!(piece.byte(start - 1), b'_'))
        {
            start -= 1;
        }
        if start == at || self.reading.fields.len() >= MAX_FIELDS {
            return None;
        }
        let key = piece.part(start, at).content;
        if matches!(piece.byte(at + 1), b'"' | b'\'') {
            let end = self.value(piece, at + 1, key, parent, escapes, 0);
            return Some((start, end));
        }
        let mut end = at + 1;
        while piece.byte(end).is_ascii_alphanumeric() || matches!(piece.byte(end), b'_' | b'-' | b'.') {
            end += 1;
        }
        if end == at + 1 {
            return None;
        }
        let value = piece.part(at + 1, end);
        self.field(key, parent, value, Kind::Bare);
        Some((at, end))
    }

    /// `<Code>SlowDown</Code>`: the field is kept; the words stay in the prose.
    #[inline(never)]
    fn element(&mut self, piece: &Piece<'a>, at: usize, parent: Option<usize>) {
        let end = piece.identifier(at + 1);
        if end == at + 1 || piece.byte(end) != b'>' || self.reading.fields.len() >= MAX_FIELDS {
            return;
        }
        let mut close = end + 1;
        while close < piece.len() && piece.byte(close) != b'<' && close - end < 2048 {
            close += 1;
        }
        let name = piece.content.get(at + 1..end).unwrap_or("");
        let closes = piece.byte(close) == b'<'
            && piece.byte(close + 1) == b'/'
            && piece.content.get(close + 2..close + 2 + name.len()) == Some(name);
        if closes && close > end + 1 {
            let key = piece.part(at + 1, end).content;
            let value = piece.part(end + 1, close);
            self.field(key, parent, value, Kind::Bare);
        }
    }

    fn field(&mut self, key: Cow<'a, str>, parent: Option<usize>, value: Piece<'a>, kind: Kind) -> usize {
        let index = self.reading.fields.len();
        let Piece { content, offset } = value;
        let mut hash = key_hash(&key);
        // Protocol buffers as text: `metadata { key: "quota_limit_value" value: "0" }`
        let named = self.reading.fields.last().filter(|last| last.hash == KEY && last.parent == parent);
        if let Some(named) = named.filter(|_| hash == VALUE) {
            hash = key_hash(&named.value);
        }
        self.reading.fields.push(Field { key, hash, parent, value: content, kind, source: self.source, offset });
        index
    }

    /// Reads one value and says where it ends.
    fn value(
        &mut self,
        piece: &Piece<'a>,
        at: usize,
        key: Cow<'a, str>,
        parent: Option<usize>,
        escapes: u8,
        nesting: u8,
    ) -> usize {
        let echo = !key.is_empty() && lexicon::ECHOES.contains(&key_hash(&key));
        let (fields, texts) = (self.reading.fields.len(), self.reading.texts.len());
        let end = match piece.byte(at) {
            b'{' | b'[' => self.container(piece, at, key, parent, escapes, nesting),
            b'"' | b'\'' => self.quoted(piece, at, key, parent, escapes),
            b'b' | b'u' if matches!(piece.byte(at + 1), b'"' | b'\'') => {
                self.quoted(piece, at + 1, key, parent, escapes)
            }
            b'\\' if matches!(piece.byte(at + 1), b'"' | b'\'') && escapes < MAX_ESCAPES => {
                // A quote one level down: let the text reader unescape from here.
                let rest = piece.part(at, piece.len());
                self.raw(&rest, parent, escapes);
                piece.len()
            }
            _ => {
                let mut end = at;
                while end < piece.len() && !matches!(piece.byte(end), b',' | b'}' | b']' | b'\n' | b'\r' | b'{' | b'"')
                {
                    end += 1;
                }
                let trimmed = piece.content.get(at..end).unwrap_or("").trim_ascii_end().len();
                if trimmed > 0 {
                    let value = piece.part(at, at + trimmed);
                    let index = self.field(key, parent, value, Kind::Bare);
                    // YAML and protobuf leave words without quotes, too.
                    if piece
                        .content
                        .get(at..at + trimmed)
                        .is_some_and(|value| value.bytes().any(|byte| byte.is_ascii_alphabetic()))
                    {
                        self.prose(piece, at, at + trimmed, Some(index));
                    }
                }
                end.max(at + usize::from(end == at))
            }
        };
        if echo {
            self.reading.fields.truncate(fields);
            self.reading.texts.truncate(texts);
        }
        end
    }

    fn container(
        &mut self,
        piece: &Piece<'a>,
        at: usize,
        key: Cow<'a, str>,
        parent: Option<usize>,
        escapes: u8,
        nesting: u8,
    ) -> usize {
        if nesting >= MAX_NESTING || self.reading.fields.len() >= MAX_FIELDS {
            return at + 1;
        }
        self.members(piece, at + 1, key, parent, piece.byte(at) == b'[', escapes, nesting)
    }

    /// What an object or a list holds, from behind its opening on.
    #[expect(clippy::too_many_arguments, reason = "the state of a recursion")]
    fn members(
        &mut self,
        piece: &Piece<'a>,
        mut at: usize,
        key: Cow<'a, str>,
        parent: Option<usize>,
        list: bool,
        escapes: u8,
        nesting: u8,
    ) -> usize {
        let here = self.field(key, parent, Piece { content: Cow::Borrowed(""), offset: None }, Kind::Container);
        loop {
            at = piece.skip_space(at);
            if at >= piece.len() {
                return at;
            }
            match piece.byte(at) {
                b',' => at += 1,
                b'}' | b']' => return at + 1,
                _ if self.reading.fields.len() >= MAX_FIELDS => return at,
                _ if list => {
                    at = self.value(piece, at, Cow::Borrowed(""), Some(here), escapes, nesting + 1);
                }
                _ => at = self.member(piece, at, here, escapes, nesting),
            }
        }
    }

    /// One `key: value` of an object.
    fn member(&mut self, piece: &Piece<'a>, at: usize, here: usize, escapes: u8, nesting: u8) -> usize {
        let (key, end) = match piece.byte(at) {
            b'"' | b'\'' => {
                let string = string(piece, at);
                let key = piece.part(string.start, string.end);
                let key = if string.escaped { Cow::Owned(unescape(&key.content)) } else { key.content };
                (key, string.end + 1)
            }
            b'\\' if matches!(piece.byte(at + 1), b'"' | b'\'') && escapes < MAX_ESCAPES => {
                let rest = unescape(piece.content.get(at..).unwrap_or(""));
                self.raw(&Piece { content: Cow::Owned(format_object(&rest)), offset: None }, Some(here), escapes + 1);
                return piece.len();
            }
            _ => {
                let end = piece.identifier(at);
                (piece.part(at, end).content, end)
            }
        };
        let after = piece.skip_space(end);
        if end > at {
            match piece.byte(after) {
                b':' | b'=' => {
                    let start = piece.skip_space(after + 1);
                    if start >= piece.len() {
                        return start;
                    }
                    return self.value(piece, start, key, Some(here), escapes, nesting + 1);
                }
                b'{' => return self.value(piece, after, key, Some(here), escapes, nesting + 1),
                _ => {}
            }
        }
        // Not a member: keep the words, go on at the next one.
        let mut next = end.max(at + 1);
        while next < piece.len() && !matches!(piece.byte(next), b',' | b'}' | b']' | b'\n') {
            next += 1;
        }
        self.prose(piece, at, next, Some(here));
        next
    }

    fn quoted(&mut self, piece: &Piece<'a>, at: usize, key: Cow<'a, str>, parent: Option<usize>, escapes: u8) -> usize {
        let string = string(piece, at);
        let mut value = piece.part(string.start, string.end);
        if string.escaped {
            value = Piece { content: Cow::Owned(unescape(&value.content)), offset: None };
        }
        let copy = Piece { content: value.content.clone(), offset: value.offset };
        let index = self.field(key, parent, copy, Kind::Quoted);
        if !string.escaped && !string.structured {
            self.prose(&value, 0, value.len(), Some(index));
        } else if escapes < MAX_ESCAPES {
            self.raw(&value, Some(index), escapes + 1);
        }
        (string.end + 1).min(piece.len())
    }
}

/// An object that lost its opening brace to a cut.
fn format_object(rest: &str) -> String {
    let mut text = String::with_capacity(rest.len() + 1);
    text.push('{');
    text.push_str(rest);
    text
}
