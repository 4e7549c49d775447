//! Reads JSON text (RFC 8259) as `JSON.stringify` writes it, whole numbers only.

use crate::cut;
use crate::gate::Value;

/// How deep lists and objects nest.
const MAX_DEPTH: u8 = 32;

/// The value of a text; `None` for what is not JSON, holds a fraction, or nests too deep.
pub(super) fn from_json(text: &str) -> Option<Value> {
    let mut reader = Reader { rest: text };
    let value = reader.value(0)?;
    reader.space();
    reader.rest.is_empty().then_some(value)
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn value(&mut self, depth: u8) -> Option<Value> {
        self.space();
        if depth > MAX_DEPTH {
            return None;
        }
        match self.rest.bytes().next()? {
            b'{' => {
                let mut members = Vec::new();
                self.each(b'}', |reader| {
                    let name = reader.text()?;
                    reader.space();
                    reader.take(":")?;
                    members.push((name, reader.value(depth + 1)?));
                    Some(())
                })?;
                Some(Value::Object(members))
            }
            b'[' => {
                let mut items = Vec::new();
                self.each(b']', |reader| {
                    items.push(reader.value(depth + 1)?);
                    Some(())
                })?;
                Some(Value::List(items))
            }
            b'"' => self.text().map(Value::Text),
            b'n' => self.take("null").map(|()| Value::Null),
            b't' => self.take("true").map(|()| Value::Flag(true)),
            b'f' => self.take("false").map(|()| Value::Flag(false)),
            _ => {
                let end = self.rest.bytes().position(|byte| byte != b'-' && !byte.is_ascii_digit());
                let (number, rest) = self.rest.split_at_checked(end.unwrap_or(self.rest.len()))?;
                self.rest = rest;
                number.parse().ok().map(Value::Number)
            }
        }
    }

    /// Items between an opening mark and its closing one.
    fn each(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        let closed = |reader: &mut Self| {
            reader.space();
            let closed = reader.rest.as_bytes().first() == Some(&close);
            reader.rest = reader.rest.get(usize::from(closed)..).unwrap_or("");
            closed
        };
        self.rest = self.rest.get(1..)?;
        if closed(self) {
            return Some(());
        }
        loop {
            self.space();
            item(self)?;
            if closed(self) {
                return Some(());
            }
            self.take(",")?;
        }
    }

    fn text(&mut self) -> Option<String> {
        self.take("\"")?;
        let mut text = String::new();
        loop {
            let (plain, rest) = cut::until(self.rest, b"\"\\");
            text.push_str(plain);
            self.rest = rest;
            if self.take("\"").is_some() {
                return Some(text);
            }
            text.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Option<char> {
        let mark = *self.rest.as_bytes().get(1)?;
        let rest = self.rest.get(2..)?;
        let (escaped, length) = match mark {
            b'"' | b'\\' | b'/' => (char::from(mark), 0),
            b'b' => ('\u{8}', 0),
            b'f' => ('\u{c}', 0),
            b'n' => ('\n', 0),
            b'r' => ('\r', 0),
            b't' => ('\t', 0),
            // Half of a pair is no character, and JSON.stringify escapes no whole one beyond the control characters.
            b'u' => (char::from_u32(u32::from_str_radix(rest.get(..4)?, 16).ok()?).unwrap_or('\u{fffd}'), 4),
            _ => return None,
        };
        self.rest = rest.get(length..)?;
        Some(escaped)
    }

    fn space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn take(&mut self, word: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(word)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_what_serde_json_reads() {
        for text in [
            "null",
            "true",
            " false ",
            "0",
            "-12",
            "9007199254740991",
            "\"\"",
            "\"a\\n\\\"\\\\\\/\\u0001\\b\\f\\r\\tü😀\"",
            "[]",
            "[ ]",
            "[1,[2,{}],\"3\"]",
            "{}",
            "{ }",
            "{\"a\":{\"b\":[null]},\"c\" : 1}",
            "\r\n\t[1 , 2]",
        ] {
            let expected: Value = serde_json::from_str(text).unwrap();
            assert_eq!(from_json(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_json_or_holds_a_fraction_is_refused() {
        for text in [
            "",
            " ",
            "nul",
            "truee",
            "1.5",
            "1e3",
            "-",
            "--1",
            "1-",
            "\"",
            "\"\\",
            "\"\\x\"",
            "\"\\u12\"",
            "[1,]",
            "[,]",
            "[1",
            "[1 2]",
            "{",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{a:1}",
            "[}",
            "1 2",
            "99999999999999999999",
            "\u{a0}1",
        ] {
            assert_eq!(from_json(text), None, "{text}");
        }
    }

    #[test]
    fn half_a_pair_is_no_character_and_depth_is_bounded() {
        assert_eq!(from_json("\"\\ud83d\""), Some(Value::Text("\u{fffd}".to_owned())));
        let nested = |depth: usize| ["[".repeat(depth), "]".repeat(depth)].concat();
        assert!(from_json(&nested(33)).is_some());
        assert_eq!(from_json(&nested(34)), None);
        assert_eq!(from_json(&"[".repeat(1_000_000)), None);
    }
}
