//! Parts of a text, and the strings that stand in it.

use std::borrow::Cow;

/// How long a key or an identifier can be.
pub(crate) const MAX_KEY: usize = 96;

/// A text, or a part of one, and where it stands in its source.
pub(crate) struct Piece<'a> {
    pub(crate) content: Cow<'a, str>,
    pub(crate) offset: Option<usize>,
}

impl<'a> Piece<'a> {
    pub(crate) fn part(&self, start: usize, end: usize) -> Piece<'a> {
        let content = match &self.content {
            Cow::Borrowed(text) => Cow::Borrowed(text.get(start..end).unwrap_or("")),
            Cow::Owned(text) => Cow::Owned(text.get(start..end).unwrap_or("").to_owned()),
        };
        Piece { content, offset: self.offset.map(|offset| offset + start) }
    }

    pub(crate) fn byte(&self, at: usize) -> u8 {
        self.content.as_bytes().get(at).copied().unwrap_or(0)
    }

    pub(crate) fn len(&self) -> usize {
        self.content.len()
    }

    pub(crate) fn skip_space(&self, mut at: usize) -> usize {
        while matches!(self.byte(at), b' ' | b'\n' | b'\r' | b'\t') {
            at += 1;
        }
        at
    }

    /// The end of the identifier that starts here, or `at` itself.
    pub(crate) fn identifier(&self, at: usize) -> usize {
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

/// A string in a text.
pub(crate) struct Quote {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether anything in it is escaped.
    pub(crate) escaped: bool,
    /// Whether it may hold structure of its own.
    pub(crate) structured: bool,
}

/// The string whose quote stands at `at`. An unclosed one ends with the text.
pub(crate) fn string(piece: &Piece<'_>, at: usize) -> Quote {
    let bytes = piece.content.as_bytes();
    let quote = piece.byte(at);
    let mut string = Quote { start: at + 1, end: at + 1, escaped: false, structured: false };
    while let Some(&byte) = bytes.get(string.end) {
        match byte {
            b'\\' => {
                string.escaped = true;
                string.end += 1;
            }
            // An apostrophe inside a single-quoted text that nobody escaped does not end it.
            b'"' | b'\'' if byte == quote => {
                if quote == b'"' || !piece.byte(string.end + 1).is_ascii_alphanumeric() {
                    return string;
                }
                string.structured = true;
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
pub(crate) fn unescape(text: &str) -> String {
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
