//! A stream of events (server-sent events, as the WHATWG HTML standard has them), read beside whoever it is for: has it
//! begun to say something, has an error come in it, was its end announced.
//!
//! ```
//! use retriage::stream::{End, Reader};
//!
//! let mut reader = Reader::new("anthropic");
//! assert_eq!(reader.read(b"event: ping\ndata: {\"type\":\"ping\"}\n\n"), None);
//! assert!(!reader.has_content());
//! let chunk = b": two events\n\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n";
//! assert_eq!(reader.read(chunk), Some(14));
//! assert_eq!(reader.error(), Some(r#"{"type":"error","error":{"type":"overloaded_error"}}"#));
//! assert_eq!(reader.end(), End::Error);
//! ```

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod event;
mod json;

use event::{Form, Meaning};

/// How much of a stream may be kept back until it says something, in bytes. What is longer counts as content.
pub const MAX_OPENING: usize = 64 * 1024;

/// How much of one event is read, in bytes.
const MAX_EVENT: usize = 64 * 1024;

/// How a stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As it should, as far as can be told.
    Complete,
    /// Without the mark that its provider sets at the end.
    Truncated,
    /// With an error.
    Error,
}

/// Reads a stream chunk by chunk, wherever it is cut. Keeps one event, of which it reads 64 KiB; work is linear.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The provider says when a stream of it is complete.
    marks_end: bool,
    /// This stream will say when it is complete.
    marked: bool,
    read: usize,
    line: Vec<u8>,
    name: Vec<u8>,
    data: Vec<u8>,
    /// The event is JSON that no field holds.
    bare: bool,
    /// The last byte was a carriage return, so a line feed belongs to it.
    returned: bool,
    first_line: bool,
    /// An event has come that was no comment.
    any: bool,
    content: bool,
    closed: bool,
    error: Option<String>,
}

impl Reader {
    /// A reader of a stream that comes from this provider, by the name that verdicts have for it; empty if it is not known.
    #[must_use]
    pub fn new(provider: &str) -> Self {
        Self {
            marks_end: event::marks_ends(provider),
            marked: false,
            read: 0,
            line: Vec::new(),
            name: Vec::new(),
            data: Vec::new(),
            bare: false,
            returned: false,
            first_line: true,
            any: false,
            content: false,
            closed: false,
            error: None,
        }
    }

    /// Reads the next bytes up to the first event that is an error. `Some(at)` where there is one: it begins at `at` in
    /// these bytes, or before them (0).
    pub fn read(&mut self, bytes: &[u8]) -> Option<usize> {
        if self.error.is_some() {
            return Some(0);
        }
        self.read = self.read.saturating_add(bytes.len());
        let mut begin = 0;
        let mut rest = bytes;
        while !rest.is_empty() {
            let here = bytes.len().saturating_sub(rest.len());
            if std::mem::take(&mut self.returned) && rest.first() == Some(&b'\n') {
                rest = rest.get(1..).unwrap_or_default();
                if begin == here && self.is_between() {
                    begin = here.saturating_add(1);
                }
                continue;
            }
            let Some(at) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
                keep(&mut self.line, rest);
                break;
            };
            let Some((line, end)) = rest.split_at_checked(at) else { break };
            keep(&mut self.line, line);
            self.returned = end.first() == Some(&b'\r');
            rest = end.get(1..).unwrap_or_default();
            if !self.line.is_empty() {
                self.field();
            } else if self.dispatch() {
                return Some(begin);
            } else {
                begin = bytes.len().saturating_sub(rest.len());
            }
        }
        None
    }

    /// Whether the stream has said something: an event that neither opens a stream nor is an error, or so many bytes that
    /// they cannot be kept back.
    #[must_use]
    pub const fn has_content(&self) -> bool {
        self.content || self.read > MAX_OPENING
    }

    /// What the error says, as the body of a failure.
    #[must_use]
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// The stream is over; an event that nothing has ended counts, too.
    pub fn end(&mut self) -> End {
        if self.error.is_none() {
            self.field();
            self.dispatch();
        }
        if self.error.is_some() {
            End::Error
        } else if !self.closed && (self.marked || self.marks_end && !self.any) {
            End::Truncated
        } else {
            End::Complete
        }
    }

    /// Whether nothing of an event has come yet.
    fn is_between(&self) -> bool {
        self.line.is_empty() && self.name.is_empty() && self.data.is_empty()
    }

    /// Takes the line for what it is.
    fn field(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        let mut text = line.as_slice();
        if std::mem::take(&mut self.first_line) {
            text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        }
        // An error that a server writes without asking in which form its answer is.
        self.bare |= self.data.is_empty() && matches!(text.trim_ascii_start().first(), Some(b'{' | b'['));
        let colon = text.iter().position(|&byte| byte == b':');
        let (field, value) = colon.and_then(|colon| text.split_at_checked(colon)).unwrap_or((text, &[]));
        let value = value.strip_prefix(b":").unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        if self.bare {
            keep(&mut self.data, text);
        } else if field == b"event" {
            self.name.clear();
            keep(&mut self.name, value);
        } else if field == b"data" {
            if !self.data.is_empty() {
                keep(&mut self.data, b"\n");
            }
            keep(&mut self.data, value);
        }
        line.clear();
        self.line = line;
    }

    /// Ends the event; true if it is an error.
    fn dispatch(&mut self) -> bool {
        let (meaning, form) = event::read(&self.name, &self.data);
        self.any |= !self.is_between();
        self.marked |= form == Form::Marked || form == Form::Chat && self.marks_end;
        self.closed |= meaning == Meaning::Closing;
        self.content |= matches!(meaning, Meaning::Content | Meaning::Closing);
        if meaning == Meaning::Error {
            self.error = Some(event::judged(&self.data));
        }
        self.bare = false;
        self.name.clear();
        self.data.clear();
        meaning == Meaning::Error
    }
}

/// Adds to what is kept of an event, as far as there is room.
fn keep(kept: &mut Vec<u8>, bytes: &[u8]) {
    let room = MAX_EVENT.saturating_sub(kept.len());
    kept.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
}

#[cfg(test)]
mod tests;
