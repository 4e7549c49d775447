//! How often something happened in the last minute.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::archive::Archive;

/// A minute in whole seconds, and one for the second that is under way.
const SECONDS: usize = 61;

/// How long a count stays, in milliseconds.
pub(super) const MINUTE_MS: u64 = 61_000;

/// Counts by second, as a ring; `second` is the newest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Minute {
    counts: Vec<u32>,
    second: u64,
}

impl Minute {
    pub(super) fn add(&mut self, now_ms: u64) {
        self.turn(now_ms);
        if let Some(count) = self.counts.get_mut(slot(self.second)) {
            *count = count.saturating_add(1);
        }
    }

    pub(super) fn sum(&mut self, now_ms: u64) -> u32 {
        self.turn(now_ms);
        self.counts.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// In how many milliseconds more than `wanted` of them have left it.
    pub(super) fn frees(&self, wanted: u64, now_ms: u64) -> u64 {
        let mut left = wanted;
        for (second, count) in self.seconds() {
            let count = u64::from(count);
            if left < count {
                let leaves = second.saturating_mul(1_000).saturating_add(MINUTE_MS);
                return leaves.saturating_sub(now_ms).max(1);
            }
            left = left.saturating_sub(count);
        }
        // More than a minute's worth stands before it: it asks again when the window has turned.
        MINUTE_MS
    }

    /// The counts, the oldest second first.
    fn seconds(&self) -> impl Iterator<Item = (u64, u32)> {
        let seconds = (0..SECONDS as u64).rev().filter_map(|age| self.second.checked_sub(age));
        seconds.map(|second| (second, self.counts.get(slot(second)).copied().unwrap_or(0)))
    }

    pub(super) fn archive(&mut self, name: &'static str, now_ms: u64, archive: &mut Archive<'_>) {
        self.turn(now_ms);
        let mut counted: Vec<(u64, u64)> = self.seconds().map(|(second, count)| (second, count.into())).collect();
        counted.retain(|(_, count)| *count > 0);
        archive.list(name, &mut counted, |(second, count), archive| {
            let mut at = Some(second.saturating_mul(1_000));
            archive.moment("at", &mut at);
            archive.count("count", count);
            *second = at.unwrap_or(0) / 1_000;
        });
        if archive.loads() {
            let mut in_order: BinaryHeap<_> = counted.into_iter().map(Reverse).collect();
            *self = Self::default();
            while let Some(Reverse((second, count))) = in_order.pop() {
                self.turn(second.saturating_mul(1_000));
                if let Some(kept) = self.counts.get_mut(slot(second)) {
                    *kept = u32::try_from(count).unwrap_or(u32::MAX);
                }
            }
        }
    }

    /// Brings the ring up to this second.
    fn turn(&mut self, now_ms: u64) {
        self.counts.resize(SECONDS, 0);
        let second = now_ms / 1_000;
        let passed = second.saturating_sub(self.second).min(SECONDS as u64);
        for step in 0..passed {
            if let Some(count) = self.counts.get_mut(slot(second.saturating_sub(step))) {
                *count = 0;
            }
        }
        self.second = self.second.max(second);
    }
}

fn slot(second: u64) -> usize {
    usize::try_from(second.rem_euclid(SECONDS as u64)).unwrap_or(0)
}
