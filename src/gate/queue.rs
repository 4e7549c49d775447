//! The places of calls that are held: who comes before whom.

/// How long after its time a call that was held keeps its place, in milliseconds.
const LATE_MS: u64 = 5_000;

/// How soon a call asks again that waits for what others come to, in milliseconds, and at most.
const POLL_MS: u64 = 250;
const MAX_POLL_MS: u64 = 2_000;

/// How soon such a call asks again with so many before it, in milliseconds.
pub(super) fn poll_ms(ahead: u64) -> u64 {
    POLL_MS.saturating_add(ahead.saturating_mul(10)).min(MAX_POLL_MS)
}

/// Which calls go first on one gate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Somebody waits for the answer.
    #[default]
    Interactive,
    /// Nobody does: batches.
    Bulk,
}

/// Held calls in the order in which they go. A place is kept for a time only, so a call that never asks again does not
/// stand in the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Queue {
    held: Vec<Held>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held {
    call: u64,
    refusals: u32,
    priority: Priority,
    until_ms: u64,
}

impl Queue {
    /// How many calls go before this one.
    pub(crate) fn ahead(&mut self, call: u64, priority: Priority, now_ms: u64) -> u64 {
        self.held.retain(|held| held.until_ms > now_ms || held.call == call);
        let place = self.held.iter().position(|held| held.call == call);
        place.unwrap_or_else(|| self.place(priority)) as u64
    }

    pub(crate) fn is_empty(&self, now_ms: u64) -> bool {
        !self.held.iter().any(|held| held.until_ms > now_ms)
    }

    /// Holds a call, which will ask again after `ms`.
    pub(crate) fn hold(&mut self, call: u64, priority: Priority, ms: u64, now_ms: u64) {
        self.hold_refused(call, 0, priority, ms, now_ms);
    }

    /// Holds a call that was refused so often.
    pub(crate) fn hold_refused(&mut self, call: u64, refusals: u32, priority: Priority, ms: u64, now_ms: u64) {
        let until_ms = now_ms.saturating_add(ms).saturating_add(LATE_MS);
        let asking = Held { call, refusals, priority, until_ms };
        match self.held.iter_mut().find(|held| held.call == call) {
            Some(held) => *held = asking,
            None => self.held.insert(self.place(priority), asking),
        }
    }

    /// Whether another call was refused less often, or as often and goes first.
    pub(crate) fn has_better(&self, call: u64, refusals: u32, priority: Priority) -> bool {
        self.held.iter().any(|held| held.call != call && (held.refusals, held.priority) < (refusals, priority))
    }

    /// A call is held no longer.
    pub(crate) fn leave(&mut self, call: u64) {
        self.held.retain(|held| held.call != call);
    }

    /// Where a call that comes now is put: behind its equals.
    fn place(&self, priority: Priority) -> usize {
        self.held.iter().position(|held| held.priority > priority).unwrap_or(self.held.len())
    }
}

#[cfg(test)]
mod tests {
    use super::Priority::{Bulk, Interactive};
    use super::*;

    #[test]
    fn calls_go_in_the_order_in_which_they_came() {
        let mut queue = Queue::default();
        (0..3).for_each(|call| queue.hold(call, Interactive, 100, 0));
        assert_eq!([0, 1, 2, 9].map(|call| queue.ahead(call, Interactive, 0)), [0, 1, 2, 3]);
        queue.leave(0);
        assert_eq!([1, 2].map(|call| queue.ahead(call, Interactive, 0)), [0, 1]);
    }

    #[test]
    fn interactive_calls_pass_bulk_ones() {
        let mut queue = Queue::default();
        (0..3).for_each(|call| queue.hold(call, Bulk, 100, 0));
        assert_eq!(queue.ahead(7, Interactive, 0), 0);
        queue.hold(7, Interactive, 100, 0);
        assert_eq!(queue.ahead(0, Bulk, 0), 1);
        assert_eq!(queue.ahead(8, Interactive, 0), 1);
    }

    #[test]
    fn asking_again_keeps_the_place_and_not_asking_loses_it() {
        let mut queue = Queue::default();
        queue.hold(0, Interactive, 100, 0);
        queue.hold(1, Interactive, 100, 0);
        queue.hold(0, Interactive, 100, 3_000);
        assert_eq!(queue.ahead(1, Interactive, 3_000), 1);
        assert_eq!(queue.ahead(1, Interactive, 9_000), 0);
    }
}
