//! Reading: what fields and texts a failure holds, whatever they are wrapped in.
//!
//! One tolerant scanner reads JSON, Python reprs, JavaScript inspections, protobuf text, `key=value` pairs and XML
//! elements anywhere in a text, cut off or not, and strings inside strings to a bounded depth. It never fails: what
//! has no structure is prose. Work is linear in the input times the depth of escaping.

use std::borrow::Cow;

use crate::failure::Failure;
use crate::hash::key_hash;
use crate::rules::lexicon;
use crate::verdict::Place;

/// How much of one text is read, in bytes.
pub(crate) const MAX_TEXT: usize = 256 * 1024;
/// How many fields are kept.
const MAX_FIELDS: usize = 4096;
/// How deep strings inside strings are unescaped.
const MAX_ESCAPES: u8 = 7;
/// How deep objects nest.
const MAX_NESTING: u8 = 48;
/// How long a key or an identifier can be.
const MAX_KEY: usize = 96;

/// Everything that was read from one failure.
#[derive(Debug, Default)]
pub(crate) struct Reading<'a> {
    pub(crate) sources: Vec<Source>,
    pub(crate) fields: Vec<Field<'a>>,
    pub(crate) texts: Vec<Text<'a>>,
}

/// One text that the caller gave.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) place: Place,
    /// For a thrown error its place in the chain, from 0.
    pub(crate) link: usize,
    /// For a thrown error which of its fields this is.
    pub(crate) part: &'static str,
}

/// A key and its value.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    /// Empty for a member of a list.
    pub(crate) key: Cow<'a, str>,
    /// The key's hash, see [`key_hash`].
    pub(crate) hash: u32,
    pub(crate) parent: Option<usize>,
    /// Empty for an object or a list.
    pub(crate) value: Cow<'a, str>,
    pub(crate) kind: Kind,
    pub(crate) source: usize,
    /// Where the value starts in its source; none where it was unescaped.
    pub(crate) offset: Option<usize>,
}

/// What a field's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Container,
    Quoted,
    Bare,
}

/// A run of prose.
#[derive(Debug)]
pub(crate) struct Text<'a> {
    pub(crate) content: Cow<'a, str>,
    pub(crate) source: usize,
    /// Where it starts in its source; none where it was unescaped.
    pub(crate) offset: Option<usize>,
    /// The field whose value it is.
    pub(crate) field: Option<usize>,
}

impl<'a> Reading<'a> {
    /// Reads every text of a failure.
    pub(crate) fn of(failure: &Failure<'a>) -> Self {
        let mut reading = Self::default();
        if let Some(body) = failure.body {
            reading.add(Place::Body, 0, "", body);
        }
        if let Some(message) = failure.message {
            reading.add(Place::Message, 0, "", message);
        }
        for (link, thrown) in failure.errors.iter().enumerate().take(32) {
            // The code of an error is a field of its own; its message is often the message given already.
            if !thrown.code.is_empty() {
                reading.add_field(link, "code", thrown.code);
            }
            if !thrown.name.is_empty() {
                reading.add_field(link, "name", thrown.name);
            }
            let said = failure.message.is_some_and(|message| message.contains(thrown.message));
            if !thrown.message.is_empty() && !said {
                reading.add(Place::Error, link, "message", thrown.message);
            }
        }
        reading
    }

    /// The path of a field, such as `error.details[].reason`.
    pub(crate) fn path(&self, field: usize) -> String {
        let mut keys: Vec<&str> = Vec::new();
        let mut at = self.fields.get(field);
        while let Some(field) = at {
            match &*field.key {
                // An object that is a whole text has no name of its own.
                "" if !self.is_member(field) => {}
                "" => keys.push("[]"),
                key => keys.push(key),
            }
            at = field.parent.and_then(|parent| self.fields.get(parent));
        }
        let mut path = String::new();
        for key in keys.iter().rev() {
            if !path.is_empty() && *key != "[]" {
                path.push('.');
            }
            path.push_str(key);
        }
        path
    }

    fn is_member(&self, field: &Field<'_>) -> bool {
        let parent = field.parent.and_then(|parent| self.fields.get(parent));
        parent.is_some_and(|parent| parent.kind == Kind::Container)
    }

    /// Whether a field's path ends in these keys, compared as [`key_hash`] compares; members of lists do not count.
    pub(crate) fn path_ends(&self, field: usize, suffix: &str) -> bool {
        let mut at = self.fields.get(field);
        for key in suffix.rsplit('.') {
            while at.is_some_and(|field| field.key.is_empty()) {
                at = at.and_then(|field| field.parent).and_then(|parent| self.fields.get(parent));
            }
            match at {
                Some(field) if field.hash == key_hash(key) => {
                    at = field.parent.and_then(|parent| self.fields.get(parent));
                }
                _ => return false,
            }
        }
        true
    }

    fn add(&mut self, place: Place, link: usize, part: &'static str, text: &'a str) {
        let text = head(text, MAX_TEXT);
        let source = self.sources.len();
        self.sources.push(Source { place, link, part });
        Scanner { reading: self, source }.raw(&Piece { content: Cow::Borrowed(text), offset: Some(0) }, None, 0);
    }

    fn add_field(&mut self, link: usize, part: &'static str, value: &'a str) {
        let source = self.sources.len();
        self.sources.push(Source { place: Place::Error, link, part });
        self.fields.push(Field {
            key: Cow::Borrowed(part),
            hash: key_hash(part),
            parent: None,
            value: Cow::Borrowed(value),
            kind: Kind::Quoted,
            source,
            offset: Some(0),
        });
    }
}

/// The first bytes of a text, cut between characters.
pub(crate) fn head(text: &str, max: usize) -> &str {
    if text.len() <= max {
        return text;
    }
    let mut end = max;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or("")
}

/// A text, or a part of one, and where it stands in its source.
struct Piece<'a> {
    content: Cow<'a, str>,
    offset: Option<usize>,
}

impl<'a> Piece<'a> {
    fn part(&self, start: usize, end: usize) -> Piece<'a> {
        let content = match &self.content {
            Cow::Borrowed(text) => Cow::Borrowed(text.get(start..end).unwrap_or("")),
            Cow::Owned(text) => Cow::Owned(text.get(start..end).unwrap_or("").to_owned()),
        };
        Piece { content, offset: self.offset.map(|offset| offset + start) }
    }

    fn byte(&self, at: usize) -> u8 {
        self.content.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn len(&self) -> usize {
        self.content.len()
    }

    fn skip_space(&self, mut at: usize) -> usize {
        while matches!(self.byte(at), b' ' | b'\n' | b'\r' | b'\t') {
            at += 1;
        }
        at
    }

    /// The end of the identifier that starts here, or `at` itself.
    fn identifier(&self, at: usize) -> usize {
        let first = self.byte(at);
        if !(first.is_ascii_alphabetic() || matches!(first, b'_' | b'$' | b'@')) {
            return at;
        }
        let mut end = at + 1;
        while end - at < MAX_KEY
            && (self.byte(end).is_ascii_alphanumeric() || matches!(self.byte(end), b'_' | b'$' | b'-' | b'.'))
        {
            end += 1;
        }
        end
    }
}

struct Scanner<'r, 'a> {
    reading: &'r mut Reading<'a>,
    source: usize,
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
        end > at + 1
            && piece.byte(end) == piece.byte(at)
            && piece.byte(piece.skip_space(end + 1)) == b':'
            && self.reading.fields.len() < MAX_FIELDS
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
                && (key.contains('_') || piece.byte(at + 1) == b'\n')
            {
                return (piece.part(start, end).content, start);
            }
        }
        (Cow::Borrowed(""), at)
    }

    /// `key=value` in a text: the field is kept, and where the value is quoted the pair leaves the prose.
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
        let hash = key_hash(&key);
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
            b'\\' if matches!(piece.byte(at + 1), b'"' | b'\'') => {
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
                let trimmed = piece.content.get(at..end).unwrap_or("").trim_end().len();
                if trimmed > 0 {
                    let value = piece.part(at, at + trimmed);
                    let index = self.field(key, parent, value, Kind::Bare);
                    if piece.content.get(at..at + trimmed).is_some_and(|value| value.contains([' ', '('])) {
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

/// A string in a text.
struct Quote {
    start: usize,
    end: usize,
    /// Whether anything in it is escaped.
    escaped: bool,
    /// Whether it may hold structure of its own.
    structured: bool,
}

/// The string whose quote stands at `at`. An unclosed one ends with the text.
fn string(piece: &Piece<'_>, at: usize) -> Quote {
    let quote = piece.byte(at);
    let mut string = Quote { start: at + 1, end: at + 1, escaped: false, structured: false };
    while string.end < piece.len() {
        match piece.byte(string.end) {
            b'\\' => {
                string.escaped = true;
                string.end += 1;
            }
            // An apostrophe inside a single-quoted text that nobody escaped does not end it.
            byte if byte == quote && (quote != b'\'' || !piece.byte(string.end + 1).is_ascii_alphanumeric()) => {
                return string;
            }
            b'{' | b'[' | b'<' | b'=' | b'"' | b'\'' => string.structured = true,
            _ => {}
        }
        string.end += 1;
    }
    string.end = piece.len();
    string
}

/// Undoes one level of backslash escapes, as JSON and Python write them.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut high: Option<u32> = None;
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(rest.get(..at).unwrap_or(""));
        if at > 0 {
            high = None;
        }
        let after = rest.get(at + 1..).unwrap_or("");
        let Some(escape) = after.chars().next() else { return out };
        let mut taken = escape.len_utf8();
        match escape {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' | 'f' => out.push(' '),
            'u' | 'x' => {
                let digits = if escape == 'u' { 4 } else { 2 };
                let code = after.get(1..=digits).and_then(|hex| u32::from_str_radix(hex, 16).ok());
                if let Some(code) = code {
                    taken = digits + 1;
                    match (high.take(), code) {
                        (_, 0xD800..=0xDBFF) => high = Some(code),
                        (Some(lead), 0xDC00..=0xDFFF) => {
                            let joined = 0x10000 + ((lead - 0xD800) << 10) + (code - 0xDC00);
                            out.push(char::from_u32(joined).unwrap_or('\u{FFFD}'));
                        }
                        _ => out.push(char::from_u32(code).unwrap_or('\u{FFFD}')),
                    }
                }
            }
            other => out.push(other),
        }
        if !matches!(escape, 'u') {
            high = None;
        }
        rest = after.get(taken..).unwrap_or("");
    }
    out.push_str(rest);
    out
}
