//! Whose failure this is: the providers whose tables are tried first.

use crate::classify::phrases::{Hits, Index};
use crate::classify::words::Words;
use crate::failure::Failure;
use crate::rules::{GENERIC, PROVIDERS};

/// A provider that the failure points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    /// Its index among the tables.
    pub(crate) provider: usize,
    weight: u8,
}

/// The providers that the failure points to, the surest first: by the address called, by headers that only they
/// send, by words that only they say, by links to their pages.
pub(crate) fn owners(failure: &Failure<'_>, words: &Words<'_>, hits: &Hits) -> Vec<Owner> {
    let marks = &Index::get().marks;
    let host = failure.url.map(host_of);
    let mut owners = Vec::new();
    for (at, provider) in PROVIDERS.iter().enumerate().take(PROVIDERS.len() - GENERIC) {
        let called = host.is_some_and(|host| ends_in(host, provider.hosts));
        let sends = failure.headers.iter().any(|(name, _)| {
            provider.headers.iter().any(|prefix| {
                name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
            })
        });
        let first = marks.get(at).copied().unwrap_or(usize::MAX);
        let says = (first..first.saturating_add(provider.marks.len()))
            .any(|slot| hits.said.get(slot).is_some_and(Option::is_some));
        let links = words.hosts.iter().any(|host| ends_in(host, provider.hosts));
        let weight = u8::from(called) * 8 + u8::from(sends) * 4 + u8::from(says) * 2 + u8::from(links);
        if weight > 0 {
            owners.push(Owner { provider: at, weight });
        }
    }
    owners.sort_by_key(|owner| std::cmp::Reverse(owner.weight));
    owners
}

/// The host of an address, without user, port and path.
pub(crate) fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or("");
    let host = authority.rsplit('@').next().unwrap_or("");
    host.split(':').next().unwrap_or("")
}

/// Whether a host is one of these or below one of them, without regard to case.
pub(crate) fn ends_in(host: &str, suffixes: &[&str]) -> bool {
    let host = host.as_bytes();
    suffixes.iter().any(|suffix| {
        let Some(start) = host.len().checked_sub(suffix.len()) else { return false };
        let tail = host.get(start..).is_some_and(|tail| tail.eq_ignore_ascii_case(suffix.as_bytes()));
        tail && (start == 0 || host.get(start - 1) == Some(&b'.'))
    })
}
