//! How many calls may be under way at one time.

use super::queue::{Priority, Queue};

/// How long a slot is lent, in milliseconds. A call that is alive asks for more in time, so one that vanished gives its
/// slot back.
pub const SLOT_LEASE_MS: u64 = 10_000;

/// How soon a call that found no slot asks again, in milliseconds: at first, and at most.
const FIRST_MS: u64 = 20;
const MOST_MS: u64 = 500;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slots {
    lent: Vec<(u64, u64)>,
    queue: Queue,
}

impl Slots {
    /// How long a call must wait that has asked so many times in vain; `None` where there is a slot for it.
    pub(crate) fn ask(
        &mut self,
        call: u64,
        priority: Priority,
        most: u32,
        asked: u32,
        chance: f64,
        now_ms: u64,
    ) -> Option<u64> {
        self.lent.retain(|(_, until_ms)| *until_ms > now_ms);
        let free = u64::from(most).saturating_sub(self.lent.len() as u64);
        if self.queue.ahead(call, priority, now_ms) < free {
            return None;
        }
        let doubled = FIRST_MS.saturating_mul(1_u64.checked_shl(asked).unwrap_or(u64::MAX)).min(MOST_MS);
        let ms = half_to_whole(doubled, chance);
        self.queue.hold(call, priority, ms, now_ms);
        Some(ms)
    }

    pub(crate) fn take(&mut self, call: u64, now_ms: u64) {
        self.queue.leave(call);
        self.lent.push((call, now_ms.saturating_add(SLOT_LEASE_MS)));
    }

    /// The call is still under way.
    pub(crate) fn renew(&mut self, call: u64, now_ms: u64) {
        if let Some((_, until_ms)) = self.lent.iter_mut().find(|(holder, _)| *holder == call) {
            *until_ms = now_ms.saturating_add(SLOT_LEASE_MS);
        }
    }

    pub(crate) fn give_back(&mut self, call: u64) {
        self.lent.retain(|(holder, _)| *holder != call);
        self.queue.leave(call);
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "at most 500")]
fn half_to_whole(ms: u64, chance: f64) -> u64 {
    let chance = if (0.0..=1.0).contains(&chance) { chance } else { 0.0 };
    (ms as f64 * (0.5 + chance / 2.0)) as u64
}

#[cfg(test)]
mod tests {
    use super::Priority::{Bulk, Interactive};
    use super::*;

    fn ask(slots: &mut Slots, call: u64, now_ms: u64) -> Option<u64> {
        slots.ask(call, Interactive, 2, 0, 1.0, now_ms)
    }

    #[test]
    fn there_are_as_many_as_are_asked_for() {
        let mut slots = Slots::default();
        for call in 0..2 {
            assert_eq!(ask(&mut slots, call, 0), None);
            slots.take(call, 0);
        }
        assert_eq!(ask(&mut slots, 2, 0), Some(20));
        slots.give_back(0);
        assert_eq!(ask(&mut slots, 2, 20), None);
    }

    #[test]
    fn a_free_slot_is_the_one_who_waits_longest() {
        let mut slots = Slots::default();
        (0..2).for_each(|call| slots.take(call, 0));
        ask(&mut slots, 2, 0);
        slots.give_back(0);
        assert_eq!(ask(&mut slots, 3, 1), Some(20));
        assert_eq!(ask(&mut slots, 2, 2), None);
    }

    #[test]
    fn an_interactive_call_goes_before_bulk_ones() {
        let mut slots = Slots::default();
        (0..2).for_each(|call| slots.take(call, 0));
        slots.ask(2, Bulk, 2, 0, 1.0, 0);
        slots.give_back(0);
        assert_eq!(slots.ask(3, Interactive, 2, 0, 1.0, 1), None);
    }

    #[test]
    fn the_waits_double_up_to_half_a_second_and_are_jittered() {
        let mut slots = Slots::default();
        (0..2).for_each(|call| slots.take(call, 0));
        let waits = [0, 1, 2, 3, 4, 5, 6, 99].map(|asked| slots.ask(9, Interactive, 2, asked, 1.0, 0).unwrap());
        assert_eq!(waits, [20, 40, 80, 160, 320, 500, 500, 500]);
        assert_eq!(slots.ask(9, Interactive, 2, 0, 0.0, 0), Some(10));
    }

    #[test]
    fn a_slot_whose_call_vanished_comes_back() {
        let mut slots = Slots::default();
        (0..2).for_each(|call| slots.take(call, 0));
        slots.renew(0, 9_000);
        assert!(ask(&mut slots, 2, 9_999).is_some());
        assert_eq!(ask(&mut slots, 2, 10_000), None);
        slots.take(2, 10_000);
        assert!(ask(&mut slots, 3, 10_001).is_some());
    }

    /// Every sequence of six events of three calls for two slots: each asks, gives back or is renewed; time passes.
    #[test]
    fn never_more_are_lent_than_there_are() {
        fn go(slots: &Slots, now_ms: u64, depth: u32) {
            let lent = slots.lent.iter().filter(|(_, until_ms)| *until_ms > now_ms).count();
            assert!(lent <= 2, "{slots:?} at {now_ms}");
            if depth == 0 {
                return;
            }
            for call in 0..3 {
                let mut next = slots.clone();
                let holds = next.lent.iter().any(|(holder, until_ms)| *holder == call && *until_ms > now_ms);
                if holds {
                    next.renew(call, now_ms);
                } else if ask(&mut next, call, now_ms).is_none() {
                    next.take(call, now_ms);
                }
                go(&next, now_ms, depth - 1);
                let mut next = slots.clone();
                next.give_back(call);
                go(&next, now_ms, depth - 1);
            }
            for passed in [20, SLOT_LEASE_MS] {
                go(slots, now_ms + passed, depth - 1);
            }
        }
        go(&Slots::default(), 0, 6);
    }
}
