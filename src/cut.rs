//! Cutting texts at an ASCII character: one small search, where the standard library brings one for each kind of pattern.

/// What stands before and behind the first `mark`.
pub(crate) fn at_first(text: &str, mark: u8) -> Option<(&str, &str)> {
    at(text, text.bytes().position(|byte| byte == mark)?)
}

/// What stands before and behind the last `mark`.
pub(crate) fn at_last(text: &str, mark: u8) -> Option<(&str, &str)> {
    at(text, text.bytes().rposition(|byte| byte == mark)?)
}

/// What stands before the first of several marks, and the rest, which begins with it.
pub(crate) fn until<'t>(text: &'t str, marks: &[u8]) -> (&'t str, &'t str) {
    let end = text.bytes().position(|byte| marks.contains(&byte));
    end.and_then(|end| text.split_at_checked(end)).unwrap_or((text, ""))
}

/// The scheme of an address, and what follows its `://`.
pub(crate) fn scheme(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = at_first(url, b':')?;
    Some((scheme, rest.strip_prefix("//")?))
}

/// Texts as one.
pub(crate) fn joined(parts: &[&str]) -> String {
    let mut text = String::new();
    for part in parts {
        text.push_str(part);
    }
    text
}

fn at(text: &str, at: usize) -> Option<(&str, &str)> {
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// What stands behind the last `mark`, or all where there is none.
pub(crate) fn last(text: &str, mark: u8) -> &str {
    at_last(text, mark).map_or(text, |(_, tail)| tail)
}

/// What stands before, between and behind the marks, as [`str::split`] has it.
pub(crate) fn each(text: &str, mark: u8) -> Each<'_> {
    Each { rest: Some(text), mark }
}

pub(crate) struct Each<'t> {
    rest: Option<&'t str>,
    mark: u8,
}

impl<'t> Each<'t> {
    /// All that is left, marks included.
    #[cfg(feature = "binding")]
    pub(crate) fn rest(&self) -> &'t str {
        self.rest.unwrap_or("")
    }
}

impl<'t> Iterator for Each<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let rest = self.rest?;
        let (part, rest) = at_first(rest, self.mark).map_or((rest, None), |(part, rest)| (part, Some(rest)));
        self.rest = rest;
        Some(part)
    }
}

/// A text without what it begins with of `marks`.
pub(crate) fn trim_start<'t>(text: &'t str, marks: &[u8]) -> &'t str {
    let first = text.bytes().position(|byte| !marks.contains(&byte));
    first.and_then(|first| text.get(first..)).unwrap_or("")
}

/// A text without what it ends with of `marks`.
pub(crate) fn trim_end<'t>(text: &'t str, marks: &[u8]) -> &'t str {
    let last = text.bytes().rposition(|byte| !marks.contains(&byte));
    last.and_then(|last| text.get(..=last)).unwrap_or("")
}

/// A text without what it begins and ends with of `marks`.
pub(crate) fn trim<'t>(text: &'t str, marks: &[u8]) -> &'t str {
    trim_end(trim_start(text, marks), marks)
}

/// Whether `part` stands in a text. Compares sums of the bytes before it compares the bytes, so work is linear.
pub(crate) fn contains(text: &str, part: &str) -> bool {
    const BASE: u32 = 0x0100_0193;
    let (text, part) = (text.as_bytes(), part.as_bytes());
    let sum = |bytes: &[u8]| bytes.iter().fold(0_u32, |sum, &byte| sum.wrapping_mul(BASE).wrapping_add(byte.into()));
    let Some(head) = text.get(..part.len()) else { return false };
    let (wanted, mut found) = (sum(part), sum(head));
    let leaving = part.iter().fold(1_u32, |power, _| power.wrapping_mul(BASE));
    let mut start = 0;
    loop {
        let end = start + part.len();
        if found == wanted && text.get(start..end) == Some(part) {
            return true;
        }
        let (Some(&first), Some(&next)) = (text.get(start), text.get(end)) else { return false };
        found = found.wrapping_mul(BASE).wrapping_add(next.into());
        found = found.wrapping_sub(leaving.wrapping_mul(first.into()));
        start += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_as_the_standard_library_cuts_it() {
        for text in ["", "a", ".", "a.b", ".a", "a.", "a..b", "é.ü.", "no mark"] {
            assert_eq!(at_first(text, b'.'), text.split_once('.'), "{text}");
            assert_eq!(at_last(text, b'.'), text.rsplit_once('.'), "{text}");
            assert_eq!(Some(last(text, b'.')), text.rsplit('.').next(), "{text}");
            assert!(each(text, b'.').eq(text.split('.')), "{text}");
            assert_eq!(until(text, b".n"), text.split_at(text.find(['.', 'n']).unwrap_or(text.len())), "{text}");
            assert_eq!(trim_start(text, b".a"), text.trim_start_matches(['.', 'a']), "{text}");
            assert_eq!(trim_end(text, b".a"), text.trim_end_matches(['.', 'a']), "{text}");
            assert_eq!(trim(text, b".a"), text.trim_matches(['.', 'a']), "{text}");
        }
    }

    #[test]
    fn a_part_is_found_wherever_it_stands() {
        let text = "aab abab, äöü and the end";
        for start in 0..=text.len() {
            for end in start..=text.len() {
                if let Some(part) = text.get(start..end) {
                    assert!(contains(text, part), "{part}");
                }
            }
        }
        for part in ["aac", "bb", "the end.", "ö ü", "aab abab, äöü and the end."] {
            assert!(!contains(text, part), "{part}");
        }
    }
}
