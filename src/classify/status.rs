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
    let mut lead_at = None;
    let mut logged = None;
    for (at, word) in words.list.iter().enumerate() {
        if lexicon::STATUS_LEADS.contains(&word.hash) {
            lead_at = Some((at, word.text, word.end));
            continue;
        }
        if !word.number || word.end - word.start != 3 {
            continue;
        }
        let Some(content) = reading.texts.get(word.text as usize).map(|text| &*text.content) else { continue };
        let status = content.get(word.start as usize..word.end as usize).and_then(three_digits);
        // 443 is the port of HTTPS, and nobody's status.
        let Some(status) = status.filter(|status| *status >= 400 && *status != 443) else { continue };
        let led =
            lead_at.is_some_and(|(lead, text, end)| text == word.text && at - lead <= 2 && word.start - end <= 12);
        let before = content.get(..word.start as usize).and_then(|head| head.trim_end().chars().next_back());
        let after = content.get(word.end as usize..).and_then(|tail| tail.chars().next());
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
        let spaced = content.get(..word.start as usize).is_some_and(|head| head.ends_with(' '));
        let between = before == Some(':') && after == Some(':') && spaced;
        let body = content.get(word.end as usize..).map_or("", str::trim_start);
        let before_body = before == Some(':') && matches!(body.as_bytes().first(), Some(b'{' | b'[' | b'<' | b'-'));
        if led || bracketed || opens || phrased || between || before_body {
            return Some((status, at));
        }
        // `"POST /v1 HTTP/1.1" 503 97` and `] 503 | 12ms |`: an access log, which knows least.
        let cell = spaced && after == Some(' ') && matches!(before, Some('"' | '|' | ']'));
        if cell && matches!(body.as_bytes().first(), Some(b'|' | b'0'..=b'9')) {
            logged.get_or_insert((status, at));
        }
    }
    logged
}

fn three_digits(text: &str) -> Option<u16> {
    let text = text.trim_ascii();
    if text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
