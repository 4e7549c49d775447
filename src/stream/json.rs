//! The members of a JSON text as they are written: enough to look two or three levels into an event, and no parser.

/// The members of an object, or the items of a list with an empty key. Ends where the text is cut or is no JSON.
pub(super) struct Members<'a> {
    rest: &'a [u8],
}

/// What an object or a list holds; nothing for any other value.
pub(super) fn members(value: &[u8]) -> Members<'_> {
    let value = value.trim_ascii_start();
    Members { rest: value.strip_prefix(b"{").or_else(|| value.strip_prefix(b"[")).unwrap_or_default() }
}

impl<'a> Iterator for Members<'a> {
    /// The key without its quotes, and the value.
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.rest.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != b',');
        let (token, rest) = token(self.rest.get(start?..)?);
        let (key, value, rest) = match rest.strip_prefix(b":") {
            None => (&[][..], token, rest),
            Some(rest) => {
                let (value, rest) = self::token(rest);
                (text(token), value, rest)
            }
        };
        self.rest = rest;
        (!value.is_empty()).then_some((key, value))
    }
}

/// A key or a value, and what stands behind it.
fn token(text: &[u8]) -> (&[u8], &[u8]) {
    let mut depth = 0_usize;
    let (mut quoted, mut escaped) = (false, false);
    let end = text.iter().position(|&byte| {
        if quoted {
            quoted = byte != b'"' || escaped;
            escaped = byte == b'\\' && !escaped;
            return false;
        }
        match byte {
            b'"' => quoted = true,
            b'{' | b'[' => depth = depth.saturating_add(1),
            b'}' | b']' | b',' | b':' if depth == 0 => return true,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        false
    });
    let (token, rest) = end.and_then(|end| text.split_at_checked(end)).unwrap_or((text, &[]));
    (token.trim_ascii(), rest)
}

/// What stands in a string, escapes as they are; nothing for any other value.
pub(super) fn text(value: &[u8]) -> &[u8] {
    value.strip_prefix(b"\"").and_then(|value| value.strip_suffix(b"\"")).unwrap_or_default()
}

/// The value of a member; nothing where there is none.
pub(super) fn member<'a>(value: &'a [u8], key: &str) -> &'a [u8] {
    members(value).find(|(name, _)| *name == key.as_bytes()).map(|(_, value)| value).unwrap_or_default()
}

/// Whether a value says nothing.
pub(super) fn is_empty(value: &[u8]) -> bool {
    match value {
        b"" | b"null" | b"false" | b"\"\"" => true,
        [b'{' | b'[', ..] => members(value).next().is_none(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(value: &str) -> Vec<(&str, &str)> {
        let text = |bytes| std::str::from_utf8(bytes).unwrap_or("");
        members(value.as_bytes()).map(|(key, value)| (text(key), text(value))).collect()
    }

    #[test]
    fn members_are_told_as_they_are_written() {
        let json = r#" { "a" : 1 , "b":{"c":[1,{"d":"}"}]},"e" : "x\",\"\\" , "f":null}"#;
        let expected = [("a", "1"), ("b", r#"{"c":[1,{"d":"}"}]}"#), ("e", r#""x\",\"\\""#), ("f", "null")];
        assert_eq!(all(json), expected);
        assert_eq!(all(r#"[1, "a:b", {"c": 2}]"#), [("", "1"), ("", r#""a:b""#), ("", r#"{"c": 2}"#)]);
    }

    #[test]
    fn a_cut_text_has_the_members_before_the_cut() {
        assert_eq!(all(r#"{"a":1,"b":{"c":"#), [("a", "1"), ("b", r#"{"c":"#)]);
        assert_eq!(all(r#"{"a":1,"b"#), [("a", "1"), ("", r#""b"#)]);
        for no_json in ["", "{", "[", "{}", "[]", "{,}", "text", "\"text\"", "12", "{:", "}", "{]"] {
            assert_eq!(all(no_json), [], "{no_json}");
        }
    }

    #[test]
    fn a_member_is_found_on_its_own_level_only() {
        let json = br#"{"a":{"error":1},"text":"\"error\":2","error":{"x":3}}"#;
        assert_eq!(member(json, "error"), br#"{"x":3}"#);
        assert_eq!(member(json, "x"), b"");
    }

    #[test]
    fn what_says_nothing_is_empty() {
        for value in ["", "null", "false", "\"\"", "{}", "[ ]", "{ }"] {
            assert!(is_empty(value.as_bytes()), "{value}");
        }
        for value in ["0", "true", "\" \"", "[0]", "{\"a\":null}"] {
            assert!(!is_empty(value.as_bytes()), "{value}");
        }
    }
}
