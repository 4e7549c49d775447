//! Whose failure this is: the providers whose tables are tried first.

use crate::classify::hosts::host_of;
use crate::classify::phrases::{Hits, Index};
use crate::classify::words::Words;
use crate::failure::Failure;
use crate::rules::{GENERIC, TABLES};

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
    let mut weights = [0_u8; TABLES - GENERIC];
    let mut weigh = |provider: usize, weight: u8| {
        if let Some(sum) = weights.get_mut(provider) {
            *sum |= weight;
        }
    };
    let index = Index::get();
    let hosts = failure.url.map(|url| (host_of(url), CALLED)).into_iter();
    for (host, weight) in hosts.chain(words.hosts.iter().map(|host| (*host, LINKED))) {
        index.hosted(host, |provider| weigh(usize::from(provider), weight));
    }
    for (name, _) in &failure.headers {
        index.sent(name, |provider| weigh(usize::from(provider), SENT));
    }
    for provider in (0..TABLES - GENERIC).filter(|provider| hits.marked(*provider)) {
        weigh(provider, SAID);
    }
    let mut owners: Vec<Owner> = Vec::new();
    for (provider, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
        // The surest first, equal ones in the order of the tables.
        let place = owners.iter().position(|other| other.weight < weight).unwrap_or(owners.len());
        owners.insert(place, Owner { provider, weight });
    }
    owners
}

/// How sure a sign is: the address called, a header, a phrase, a link.
const CALLED: u8 = 8;
const SENT: u8 = 4;
const SAID: u8 = 2;
const LINKED: u8 = 1;
