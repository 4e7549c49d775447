//! What was read of a failure: its fields and its texts, each with the place where it stands.

use std::borrow::Cow;

use crate::classify::piece::MAX_KEY;
use crate::cut;
use crate::hash::key_hash;
use crate::verdict::Place;

/// How much of one text is read, in bytes.
pub(crate) const MAX_TEXT: usize = 256 * 1024;

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
    /// The path of a field, such as `error.details[].reason`.
    pub(crate) fn path(&self, field: usize) -> String {
        let mut keys: Vec<&str> = Vec::new();
        let mut at = self.fields.get(field);
        while let Some(field) = at {
            match &*field.key {
                // An object that is a whole text has no name of its own.
                "" if !self.is_member(field) => {}
                "" => keys.push("[]"),
                key => keys.push(head(key, MAX_KEY)),
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
        let mut keys = Some(suffix);
        while let Some(path) = keys {
            let (rest, key) = cut::at_last(path, b'.').map_or((None, path), |(rest, key)| (Some(rest), key));
            keys = rest;
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
