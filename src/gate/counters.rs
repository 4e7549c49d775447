//! What has happened at one gate, counted.

use super::archive::Archive;
use super::minute::Minute;
use crate::verdict::{Class, Reason, Verdict};

/// Counts since the gate was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counters {
    /// Calls that asked to be sent.
    calls: u64,
    /// Requests that were sent, retries included.
    attempts: u64,
    /// Calls that were never sent, because something is exhausted or a circuit open.
    refused: u64,
    failures: Vec<Failures>,
    retries: Minute,
}

/// How many attempts have failed in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Failures {
    class: Class,
    reason: Reason,
    count: u64,
}

impl Default for Failures {
    fn default() -> Self {
        Self { class: Class::Unknown, reason: Reason::Unknown, count: 0 }
    }
}

impl Counters {
    pub(super) const fn called(&mut self) {
        self.calls = self.calls.saturating_add(1);
    }

    pub(super) const fn refused(&mut self) {
        self.refused = self.refused.saturating_add(1);
    }

    pub(super) fn sent(&mut self, first: bool, now_ms: u64) {
        self.attempts = self.attempts.saturating_add(1);
        if !first {
            self.retries.add(now_ms);
        }
    }

    pub(super) fn failed(&mut self, verdict: &Verdict) {
        let &Verdict { class, reason, .. } = verdict;
        match self.failures.iter_mut().find(|known| (known.class, known.reason) == (class, reason)) {
            Some(known) => known.count = known.count.saturating_add(1),
            None => self.failures.push(Failures { class, reason, count: 1 }),
        }
    }

    /// `sends` is how many there were in the last minute.
    pub(super) fn archive(&mut self, sends: u32, now_ms: u64, archive: &mut Archive<'_>) {
        archive.count("calls", &mut self.calls);
        archive.count("attempts", &mut self.attempts);
        archive.count("refused", &mut self.refused);
        archive.list("failures", &mut self.failures, |failures, archive| {
            let word = failures.class.as_str();
            archive.word("class", &mut failures.class, word, Class::from_word);
            let word = failures.reason.as_str();
            archive.word("reason", &mut failures.reason, word, Reason::from_word);
            archive.count("count", &mut failures.count);
        });
        archive.object("lastMinute", &mut |archive| {
            archive.small("attempts", &mut { sends });
            archive.small("retries", &mut self.retries.sum(now_ms));
            self.retries.archive("retriesAt", now_ms, archive);
        });
    }
}
