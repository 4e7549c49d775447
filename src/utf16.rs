//! Spans as JavaScript counts them.

use crate::cut;
use crate::failure::Failure;
use crate::verdict::{Place, Verdict};

/// Turns byte spans into spans of UTF-16 units. They differ where a text is not all ASCII, which is seldom.
pub(crate) fn count_in_utf16(verdict: &mut Verdict, failure: &Failure<'_>) {
    let plain = failure.body.iter().chain(&failure.message).all(|text| text.is_ascii())
        && failure.headers.iter().all(|(_, value)| value.is_ascii())
        && failure
            .errors
            .iter()
            .all(|error| [error.name, error.code, error.message].iter().all(|text| text.is_ascii()));
    if !plain {
        recount(verdict, failure);
    }
}

#[inline(never)]
fn recount(verdict: &mut Verdict, failure: &Failure<'_>) {
    for evidence in &mut verdict.evidence {
        let text = match evidence.place {
            Place::Body => failure.body,
            Place::Message => failure.message,
            Place::Header => {
                let name = evidence.path.as_deref().unwrap_or("");
                let values = failure.headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name));
                let quoted = |value: &&str| {
                    evidence.span.is_some_and(|(_, end)| value.len() == end) && value.starts_with(&evidence.text)
                };
                values.map(|&(_, value)| value).find(quoted)
            }
            Place::Error => {
                let path = evidence.path.as_deref().unwrap_or("");
                let error = failure.errors.get(path.bytes().filter(|&byte| byte == b'.').count());
                error.map(|error| match cut::last(path, b'.') {
                    "name" => error.name,
                    "code" => error.code,
                    _ => error.message,
                })
            }
            Place::Status | Place::Url => None,
        };
        evidence.span = evidence.span.zip(text).map(|((start, end), text)| {
            let units = |at: usize| text.get(..at).map_or(at, |head| head.encode_utf16().count());
            (units(start), units(end))
        });
    }
}
