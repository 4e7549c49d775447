//! The HTTP status: the one given, and those that texts and fields mention.

use crate::classify::reading::{Kind, Reading};
use crate::classify::words::Words;
use crate::failure::Failure;
use crate::rules::lexicon;

/// The statuses of a failure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statuses {
    pub(crate) given: Option<u16>,
    /// The outermost one in a field, with the field.
    pub(crate) in_field: Option<(u16, usize)>,
    /// The first one in a text, with the word.
    pub(crate) in_text: Option<(u16, usize)>,
}

impl Statuses {
    pub(crate) fn of(failure: &Failure<'_>, reading: &Reading<'_>, words: &Words<'_>) -> Self {
        Self { given: failure.status, in_field: in_field(reading), in_text: in_text(reading, words) }
    }

    /// The status that counts: the one given if it is a failure's, else one that the failure mentions.
    pub(crate) fn effective(&self) -> Option<u16> {
        let given = self.given.filter(|status| *status >= 400);
        given.or(self.mentioned()).or(self.given)
    }

    /// Whether the given status, or where none is given the mentioned one, is in a list.
    pub(crate) fn any(&self, list: &[u16]) -> bool {
        self.effective().is_some_and(|status| list.contains(&status))
    }

    /// The status that the failure's own texts mention.
    pub(crate) fn mentioned(&self) -> Option<u16> {
        // Outside the structure first: that is what the wrapper says it received.
        self.in_text.map(|(status, _)| status).or(self.in_field.map(|(status, _)| status))
    }
}

fn in_field(reading: &Reading<'_>) -> Option<(u16, usize)> {
    reading.fields.iter().enumerate().find_map(|(at, field)| {
        if field.kind == Kind::Container || !lexicon::STATUS_FIELDS.contains(&field.hash) {
            return None;
        }
        let status = three_digits(&field.value).filter(|status| *status >= 400)?;
        Some((status, at))
    })
}

/// A number from 400 to 599 that a text calls a status: `status code 429`, `HTTP/2 429`, `Error code: 429`, `[429]`,
/// `(429)`, `429 Too Many Requests`, or first in the text.
fn in_text(reading: &Reading<'_>, words: &Words<'_>) -> Option<(u16, usize)> {
    let mut logged = None;
    for (at, _) in words.list.iter().enumerate().filter(|(_, word)| word.number && word.end - word.start == 3) {
        match mentioned(reading, words, at) {
            Some((status, Mention::Said)) => return Some((status, at)),
            Some((status, Mention::Logged)) => logged = logged.or(Some((status, at))),
            None => {}
        }
    }
    logged
}

/// How a text mentions a status.
enum Mention {
    Said,
    /// In an access log, which knows least.
    Logged,
}

/// The status that the number at `at` is.
#[inline(never)]
fn mentioned(reading: &Reading<'_>, words: &Words<'_>, at: usize) -> Option<(u16, Mention)> {
    let word = words.list.get(at)?;
    let content = &*reading.texts.get(word.text as usize)?.content;
    let (head, number) = content.get(..word.end as usize)?.split_at_checked(word.start as usize)?;
    let tail = content.get(word.end as usize..)?;
    // 443 is the port of HTTPS, and nobody's status.
    let status = three_digits(number).filter(|status| *status >= 400 && *status != 443)?;
    let mut leads = words.list.get(at.saturating_sub(2)..at).unwrap_or(&[]).iter();
    let lead = leads.rfind(|lead| lexicon::STATUS_LEADS.contains(&lead.hash));
    let led = lead.is_some_and(|lead| lead.text == word.text && word.start - lead.end <= 12);
    let before = head.trim_end().chars().next_back();
    let after = tail.chars().next();
    let bracketed =
        matches!((before, after), (Some('('), Some(')')) | (Some('['), Some(']')) | (Some('（'), Some('）')));
    let opens = before.is_none() && matches!(after, None | Some(' ' | ':' | '\n'));
    let phrased = matches!(after, Some(' '))
        && matches!(before, None | Some(':' | '[' | '(' | '"' | '\'' | '`' | '-' | '>'))
        && words
            .list
            .get(at + 1)
            .is_some_and(|next| next.text == word.text && lexicon::STATUS_PHRASES.contains(&next.hash));
    // `HTTPException: 404: no such item`
    let spaced = head.ends_with(' ');
    let between = before == Some(':') && after == Some(':') && spaced;
    let next = tail.trim_start().bytes().next();
    let before_body = before == Some(':') && matches!(next, Some(b'{' | b'[' | b'<' | b'-'));
    if led || bracketed || opens || phrased || between || before_body {
        return Some((status, Mention::Said));
    }
    // `"POST /v1 HTTP/1.1" 503 97` and `] 503 | 12ms |`
    let cell = spaced && after == Some(' ') && matches!(before, Some('"' | '|' | ']'));
    (cell && matches!(next, Some(b'|' | b'0'..=b'9'))).then_some((status, Mention::Logged))
}

fn three_digits(text: &str) -> Option<u16> {
    let text = text.trim_ascii();
    if text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
