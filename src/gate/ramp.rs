//! The ramp: after a server has said that traffic grew too quickly, so many sends a minute and no more, and then slowly
//! more again.

use super::archive::Archive;
use super::minute::Minute;
use super::queue::{Priority, Queue};

/// The least that is left of a rate, in sends a minute.
const LEAST: u32 = 6;

/// How often the rate is halved at most, in milliseconds.
const HALVE_MS: u64 = 60_000;

/// How often it grows by a half, in milliseconds.
const GROW_MS: u64 = 15 * 60_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ramp {
    sends: Minute,
    limit: Option<Limit>,
    queue: Queue,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Limit {
    /// Sends in any minute.
    rate: u32,
    /// The rate at which the ramp began.
    began: u32,
    halved_ms: u64,
    grown_ms: u64,
}

impl Ramp {
    /// How long a call must wait for its turn; `None` where it may go.
    pub(crate) fn ask(&mut self, call: u64, priority: Priority, now_ms: u64) -> Option<u64> {
        self.grow(now_ms);
        let Limit { rate, .. } = self.limit?;
        let sent = self.sends.sum(now_ms);
        let ahead = self.queue.ahead(call, priority, now_ms);
        // As many must leave the minute as there are before this call, beyond what is free.
        let wanted = u64::from(sent).saturating_add(ahead);
        if wanted < u64::from(rate) {
            return None;
        }
        let ms = self.sends.frees(wanted.saturating_sub(u64::from(rate)), now_ms);
        self.queue.hold(call, priority, ms, now_ms);
        Some(ms)
    }

    pub(crate) fn sent(&mut self, call: u64, now_ms: u64) {
        self.queue.leave(call);
        self.sends.add(now_ms);
    }

    pub(crate) fn leave(&mut self, call: u64) {
        self.queue.leave(call);
    }

    /// The server has said that the traffic grew too quickly.
    pub(crate) fn slow_down(&mut self, now_ms: u64) {
        let sent = self.sends.sum(now_ms);
        let limit = match self.limit {
            Some(limit) if now_ms < limit.halved_ms.saturating_add(HALVE_MS) => limit,
            Some(limit) => Limit { rate: (limit.rate / 2).max(LEAST), halved_ms: now_ms, grown_ms: now_ms, ..limit },
            None => {
                let rate = (sent / 2).max(LEAST);
                Limit { rate, began: rate, halved_ms: now_ms, grown_ms: now_ms }
            }
        };
        self.limit = Some(limit);
    }

    /// How many sends there were in the last minute.
    pub(crate) fn sends(&mut self, now_ms: u64) -> u32 {
        self.sends.sum(now_ms)
    }

    /// Whether nothing is held back.
    pub(crate) const fn is_off(&self) -> bool {
        self.limit.is_none()
    }

    /// Grows by a half each quarter of an hour, and ends at over twice the rate at which it began, once nobody waits:
    /// what had to wait would come all at once.
    fn grow(&mut self, now_ms: u64) {
        while let Some(limit) = &mut self.limit {
            let due = limit.grown_ms.saturating_add(GROW_MS);
            if now_ms < due {
                break;
            }
            limit.grown_ms = due;
            limit.rate = limit.rate.saturating_add(limit.rate / 2);
            if limit.rate > limit.began.saturating_mul(2) && self.queue.is_empty(now_ms) {
                self.limit = None;
            }
        }
    }

    pub(crate) fn archive(&mut self, now_ms: u64, archive: &mut Archive<'_>) {
        self.sends.archive("sends", now_ms, archive);
        archive.part("limit", &mut self.limit, |limit, archive| {
            archive.small("rate", &mut limit.rate);
            archive.small("began", &mut limit.began);
            archive.time("halvedAt", &mut limit.halved_ms);
            archive.time("grownAt", &mut limit.grown_ms);
        });
        if archive.loads() {
            self.queue = Queue::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Priority::Interactive;
    use super::*;

    fn send(ramp: &mut Ramp, times: u64, now_ms: u64) {
        (0..times).for_each(|call| ramp.sent(call, now_ms));
    }

    /// How many of a hundred calls may go now.
    fn go(ramp: &mut Ramp, now_ms: u64) -> usize {
        (1_000..1_100)
            .filter(|call| {
                let free = ramp.ask(*call, Interactive, now_ms).is_none();
                if free {
                    ramp.sent(*call, now_ms);
                }
                free
            })
            .count()
    }

    #[test]
    fn nothing_is_held_before_the_server_says_so() {
        let mut ramp = Ramp::default();
        send(&mut ramp, 5_000, 0);
        assert_eq!(ramp.ask(1, Interactive, 0), None);
    }

    #[test]
    fn the_rate_is_half_of_the_last_minute_s() {
        let mut ramp = Ramp::default();
        send(&mut ramp, 100, 0);
        ramp.slow_down(30_000);
        assert_eq!(go(&mut ramp, 30_000), 0);
        // When the hundred have left the minute, fifty may go.
        assert_eq!(ramp.ask(1_000, Interactive, 30_000), Some(31_000));
        assert_eq!(go(&mut ramp, 61_000), 50);
    }

    #[test]
    fn at_least_six_a_minute_are_left() {
        let mut ramp = Ramp::default();
        send(&mut ramp, 2, 0);
        ramp.slow_down(0);
        assert_eq!(go(&mut ramp, 100_000), 6);
    }

    #[test]
    fn it_is_halved_at_most_once_a_minute() {
        let mut ramp = Ramp::default();
        send(&mut ramp, 80, 0);
        ramp.slow_down(0);
        ramp.slow_down(10_000);
        ramp.slow_down(59_999);
        assert_eq!(go(&mut ramp, 100_000), 40);
        ramp.slow_down(100_000);
        assert_eq!(go(&mut ramp, 200_000), 20);
    }

    #[test]
    fn it_grows_by_a_half_each_quarter_of_an_hour_and_ends_above_twice_its_beginning() {
        let mut ramp = Ramp::default();
        send(&mut ramp, 80, 0);
        ramp.slow_down(0);
        assert_eq!(go(&mut ramp, GROW_MS - 1), 40);
        assert_eq!(go(&mut ramp, GROW_MS + 100_000), 60);
        assert_eq!(ramp.ask(1, Interactive, 2 * GROW_MS), None);
        assert!(ramp.is_off());
    }

    #[test]
    fn a_call_that_is_held_is_told_when_its_own_turn_comes() {
        let mut ramp = Ramp::default();
        for second in 0..20 {
            send(&mut ramp, 1, second * 1_000);
        }
        ramp.slow_down(20_000);
        // Ten may be in any minute and twenty are, so the first goes when the eleventh has left.
        let waits = [100, 101, 102].map(|call| ramp.ask(call, Interactive, 20_000).unwrap());
        assert_eq!(waits, [51_000, 52_000, 53_000]);
    }

    /// Every sequence of four moments at which as many as may go do, with an objection at any of them.
    #[test]
    fn never_more_go_in_any_minute_than_the_rate() {
        fn round(ramp: &Ramp, sends: &[u64], now_ms: u64, depth: u32) {
            if depth == 0 {
                return;
            }
            for passed in [500, 20_000, 60_000] {
                let now_ms = now_ms + passed;
                for objects in [false, true] {
                    let (mut ramp, mut sends) = (ramp.clone(), sends.to_vec());
                    if objects {
                        ramp.slow_down(now_ms);
                    }
                    let went = go(&mut ramp, now_ms);
                    sends.extend(std::iter::repeat_n(now_ms, went));
                    let rate = ramp.limit.map_or(usize::MAX, |limit| limit.rate as usize);
                    let in_minute = sends.iter().filter(|at| **at + 60_000 > now_ms).count();
                    assert!(went == 0 || in_minute <= rate, "{in_minute} of {rate} at {now_ms}");
                    round(&ramp, &sends, now_ms, depth - 1);
                }
            }
        }
        let mut ramp = Ramp::default();
        send(&mut ramp, 40, 0);
        ramp.slow_down(0);
        round(&ramp, &[0; 40], 0, 4);
    }
}
