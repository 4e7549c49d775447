//! Pacing: what the meters of the last answers leave for the next sends, so that a refusal need not teach it.

use super::archive::Archive;
use super::metered::{Metered, Send, Tell};
use super::queue::{Priority, Queue};
use crate::wait::{MeterKind, MeterReading};

/// How long a send that was never answered counts as under way, in milliseconds.
const LEASE_MS: u64 = 600_000;

/// For how long sends are spaced after a refusal in spite of room, in milliseconds.
const SPACED_MS: u64 = 60_000;

/// The number of the last send for whoever takes over from another.
const RESTORED: u64 = 1 << 32;

/// The most meters of one gate.
const MOST: usize = 16;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Pace {
    meters: Vec<Metered>,
    sends: Vec<Send>,
    /// How many sends there were.
    count: u64,
    queue: Queue,
    spacing: Option<Spacing>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Spacing {
    every_ms: u64,
    next_ms: u64,
    until_ms: u64,
}

impl Pace {
    /// How long a call must wait for its turn; `None` where it may go. `tokens` is what it will cost, if that is known.
    pub(crate) fn ask(&mut self, call: u64, tokens: Option<u64>, priority: Priority, now_ms: u64) -> Option<u64> {
        if self.meters.is_empty() && self.spacing.is_none() {
            return None;
        }
        self.forget(now_ms);
        let ahead = self.queue.ahead(call, priority, now_ms);
        let metered = self.meters.iter().filter_map(|meter| meter.wait(&self.sends, tokens, ahead, now_ms)).max();
        let spaced = self.spacing.filter(|spacing| now_ms < spacing.until_ms).and_then(|spacing| {
            let turn = spacing.next_ms.saturating_add(spacing.every_ms.saturating_mul(ahead));
            turn.checked_sub(now_ms).filter(|ms| *ms > 0)
        });
        let ms = metered.max(spaced)?;
        self.queue.hold(call, priority, ms, now_ms);
        Some(ms)
    }

    pub(crate) fn sent(&mut self, call: u64, tokens: Option<u64>, now_ms: u64) {
        self.queue.leave(call);
        self.count = self.count.saturating_add(1);
        self.forget(now_ms);
        self.sends.push(Send { call, order: self.count, tokens, sent_ms: now_ms });
        if let Some(spacing) = &mut self.spacing {
            spacing.next_ms = spacing.next_ms.max(now_ms).saturating_add(spacing.every_ms);
        }
    }

    /// An answer came, with these meters. `bucket` where its provider fills them steadily.
    pub(crate) fn answered(&mut self, call: u64, readings: &[MeterReading], bucket: bool, refused: bool, now_ms: u64) {
        let sent = self.take(call);
        let (order, sent_ms) = sent.map_or((self.count, now_ms), |send| (send.order, send.sent_ms));
        let mut told = Vec::new();
        for reading in readings {
            let MeterReading { meter, kind, .. } = reading;
            // One that the server has named otherwise is of one resource, and says nothing of calls to another.
            let counts = match kind {
                MeterKind::Requests | MeterKind::Tokens => true,
                MeterKind::Other => meter.name == "default" || meter.name.starts_with("default-"),
                _ => false,
            };
            let (Some(left), true) = (meter.remaining, counts) else { continue };
            let tokens = *kind == MeterKind::Tokens;
            let fresh = Metered::told(meter, left, tokens, bucket, Tell { order, left, sent_ms }, now_ms);
            told.push(meter.name.as_str());
            let room = self.meters.len() < MOST;
            match self.meters.iter_mut().find(|known| known.name == fresh.name) {
                Some(known) => known.update(fresh, sent_ms, now_ms),
                None if room => self.meters.push(fresh),
                None => {}
            }
        }
        // What is sent and not metered was counted all the same.
        for meter in self.meters.iter_mut().filter(|meter| !told.contains(&meter.name.as_str())) {
            sent.iter().for_each(|send| meter.charge(send));
        }
        if refused {
            self.space(now_ms);
        }
    }

    /// A call has ended without an answer, or while it was held.
    pub(crate) fn leave(&mut self, call: u64) {
        self.queue.leave(call);
        if let Some(send) = self.take(call) {
            self.meters.iter_mut().for_each(|meter| meter.charge(&send));
        }
    }

    /// Whether the meters tell how many requests may come.
    pub(crate) fn is_metered(&self) -> bool {
        self.meters.iter().any(|meter| !meter.tokens && meter.limit.is_some())
    }

    /// Whether nothing is held back.
    pub(crate) fn is_idle(&self, now_ms: u64) -> bool {
        self.sends.is_empty() && self.meters.iter().all(|meter| meter.reset_ms.is_none_or(|at| at <= now_ms))
    }

    /// Sends that are under way count as answered without a meter: their answers come to somebody else.
    pub(crate) fn archive(&mut self, archive: &mut Archive<'_>) {
        let (mut meters, sends) = (self.meters.clone(), self.sends.clone());
        let count = if archive.loads() { RESTORED } else { self.count };
        if !archive.loads() {
            meters.iter_mut().for_each(|meter| sends.iter().for_each(|send| meter.charge(send)));
        }
        archive.list("meters", &mut meters, |meter, archive| meter.archive(count, archive));
        archive.part("spacing", &mut self.spacing, |spacing, archive| {
            archive.count("everyMs", &mut spacing.every_ms);
            archive.time("next", &mut spacing.next_ms);
            archive.time("until", &mut spacing.until_ms);
        });
        if archive.loads() {
            meters.truncate(MOST);
            *self = Self { meters, count, spacing: self.spacing, ..Self::default() };
        }
    }

    /// Drops what was sent so long ago that no answer is to come.
    fn forget(&mut self, now_ms: u64) {
        self.sends.retain(|send| send.sent_ms.saturating_add(LEASE_MS) > now_ms);
    }

    fn take(&mut self, call: u64) -> Option<Send> {
        let at = self.sends.iter().position(|send| send.call == call)?;
        Some(self.sends.swap_remove(at))
    }

    /// Spaces sends after a refusal that the meters do not explain: the limit holds within a shorter time than theirs.
    fn space(&mut self, now_ms: u64) {
        let room = self.meters.iter().all(|meter| meter.left > meter.charged());
        let every = self.meters.iter().filter(|meter| !meter.tokens).filter_map(Metered::spacing_ms).max();
        if let (true, Some(every_ms)) = (room, every) {
            let next_ms = now_ms.saturating_add(every_ms);
            self.spacing = Some(Spacing { every_ms, next_ms, until_ms: now_ms.saturating_add(SPACED_MS) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Priority::Interactive;
    use super::*;
    use crate::wait::read_meter_headers;

    fn told(limit: u64, left: u64, resets: &str) -> Vec<MeterReading> {
        let (limit, left) = (limit.to_string(), left.to_string());
        let headers = [
            ("x-ratelimit-limit-requests", limit.as_str()),
            ("x-ratelimit-remaining-requests", left.as_str()),
            ("x-ratelimit-reset-requests", resets),
        ];
        read_meter_headers(&headers, None)
    }

    /// A thousand tokens, of which so many are left for half a minute.
    fn tokens_told(left: &str) -> Vec<MeterReading> {
        let headers = [
            ("x-ratelimit-limit-tokens", "1000"),
            ("x-ratelimit-remaining-tokens", left),
            ("x-ratelimit-reset-tokens", "30s"),
        ];
        read_meter_headers(&headers, None)
    }

    fn pace(limit: u64, left: u64, resets: &str) -> Pace {
        let mut pace = Pace::default();
        pace.sent(0, None, 0);
        pace.answered(0, &told(limit, left, resets), false, false, 0);
        pace
    }

    /// How many of a hundred calls may go now.
    fn go(pace: &mut Pace, from: u64, now_ms: u64) -> usize {
        (from..from + 100)
            .filter(|call| {
                let free = pace.ask(*call, None, Interactive, now_ms).is_none();
                if free {
                    pace.sent(*call, None, now_ms);
                }
                free
            })
            .count()
    }

    #[test]
    fn nothing_is_held_before_a_meter_was_told() {
        assert_eq!(go(&mut Pace::default(), 1, 0), 100);
    }

    #[test]
    fn as_many_go_as_the_meter_leaves_and_what_is_under_way_counts() {
        let mut pace = pace(60, 5, "30s");
        assert_eq!(go(&mut pace, 1, 0), 5);
        assert_eq!(pace.ask(900, None, Interactive, 0).map(|ms| ms > 30_000), Some(true));
    }

    #[test]
    fn after_the_reset_the_meter_counts_as_full_until_an_answer_tells() {
        let mut pace = pace(60, 0, "30s");
        assert_eq!(go(&mut pace, 1, 30_999), 0);
        assert_eq!(go(&mut pace, 1, 31_000), 60);
    }

    #[test]
    fn an_answer_without_a_meter_was_counted_all_the_same() {
        let mut pace = pace(60, 2, "30s");
        pace.sent(1, None, 1);
        pace.answered(1, &[], false, false, 2);
        assert_eq!(go(&mut pace, 10, 3), 1);
    }

    #[test]
    fn an_earlier_send_that_tells_late_forgets_no_later_one_that_told_nothing() {
        let mut pace = pace(60, 9, "30s");
        pace.sent(1, None, 1);
        pace.sent(2, None, 2);
        pace.answered(2, &[], false, false, 3);
        pace.answered(1, &told(60, 8, "30s"), false, false, 4);
        assert_eq!(go(&mut pace, 10, 5), 7);
    }

    #[test]
    fn within_a_window_the_lowest_that_was_told_counts() {
        let mut pace = pace(60, 3, "30s");
        pace.answered(1, &told(60, 9, "30s"), false, false, 10);
        assert_eq!(go(&mut pace, 10, 11), 3);
        // More left and a later reset is a new window, in which what was sent before is counted.
        pace.answered(2, &told(60, 50, "55s"), false, false, 20);
        assert_eq!(go(&mut pace, 13, 21), 50);
    }

    #[test]
    fn a_call_far_behind_waits_for_a_window_further_on() {
        let mut pace = Pace::default();
        pace.answered(
            0,
            &read_meter_headers(
                &[("ratelimit-policy", "10;w=60"), ("ratelimit", "limit=10, remaining=0, reset=60")],
                None,
            ),
            false,
            false,
            0,
        );
        let waits: Vec<u64> = (1..=25).map(|call| pace.ask(call, None, Interactive, 0).unwrap()).collect();
        assert_eq!(waits.iter().filter(|ms| **ms == 61_000).count(), 10);
        assert_eq!(waits.iter().filter(|ms| **ms == 121_000).count(), 10);
        assert_eq!(waits.iter().filter(|ms| **ms == 181_000).count(), 5);
    }

    #[test]
    fn a_bucket_is_waited_for_as_long_as_it_takes_to_fill() {
        let mut pace = Pace::default();
        pace.answered(0, &told(60, 0, "60s"), true, false, 0);
        let waits = [1, 2, 3].map(|call| pace.ask(call, None, Interactive, 0).unwrap());
        assert_eq!(waits, [1_001, 2_001, 3_001]);
        assert_eq!(pace.ask(1, None, Interactive, 1_001), None);
    }

    #[test]
    fn the_tokens_of_a_call_are_predicted_from_the_last_answers() {
        let answered =
            |pace: &mut Pace, call: u64, left: &str| pace.answered(call, &tokens_told(left), false, false, 5);
        let mut pace = Pace::default();
        (1..=4).for_each(|call| pace.sent(call, None, 0));
        answered(&mut pace, 1, "900");
        assert_eq!(go(&mut pace, 100, 1), 100, "unknown: only an empty meter holds");
        (100..200).for_each(|call| pace.leave(call));
        // Two that came between are told apart once the second of them is answered too.
        answered(&mut pace, 3, "600");
        assert_eq!(pace.meters[0].drops, [(3, 150)]);
        answered(&mut pace, 2, "800");
        assert_eq!(pace.meters[0].drops, [(2, 100), (3, 200)]);
        pace.leave(4);
        assert_eq!(go(&mut pace, 200, 6), 3);
        (203..300).for_each(|call| pace.leave(call));
        assert!(pace.ask(900, Some(50), Interactive, 6).is_some());
        (200..203).for_each(|call| pace.leave(call));
        assert_eq!(pace.ask(901, Some(50), Interactive, 6), None);
    }

    #[test]
    fn while_what_is_under_way_may_cost_less_than_was_thought_a_call_asks_again_soon() {
        let mut pace = Pace::default();
        let answered =
            |pace: &mut Pace, call: u64, left: &str| pace.answered(call, &tokens_told(left), false, false, 10);
        (1..=3).for_each(|call| pace.sent(call, None, 0));
        answered(&mut pace, 1, "900");
        answered(&mut pace, 2, "600");
        assert_eq!(pace.ask(4, None, Interactive, 10), None);
        pace.sent(4, None, 10);
        assert_eq!(pace.ask(5, None, Interactive, 10), Some(250));
        answered(&mut pace, 3, "550");
        answered(&mut pace, 4, "100");
        // Of what is left nobody can make use before the reset.
        assert_eq!(pace.ask(5, None, Interactive, 10), Some(31_000));
    }

    #[test]
    fn an_answer_that_was_long_under_way_is_no_new_window() {
        let mut pace = Pace::default();
        (1..=3).for_each(|call| pace.sent(call, None, 0));
        pace.answered(2, &told(60, 3, "30s"), false, false, 0);
        // Sent earlier, it tells more left, and a later end because it comes later.
        pace.answered(1, &told(60, 4, "30s"), false, false, 5_000);
        assert_eq!(pace.meters[0].left, 3);
        // Sent later, it tells a nearer end, and the window can end no later.
        pace.answered(3, &told(60, 2, "24s"), false, false, 5_000);
        assert_eq!(pace.meters[0].reset_ms, Some(30_000));
    }

    #[test]
    fn an_answer_of_the_window_before_says_nothing_of_this_one() {
        let mut pace = pace(60, 1, "30s");
        pace.sent(1, None, 29_000);
        pace.answered(1, &told(60, 0, "1s"), false, false, 32_000);
        assert_eq!(go(&mut pace, 10, 32_001), 60);
    }

    #[test]
    fn a_call_that_costs_more_than_a_window_allows_goes_when_all_of_one_is_left() {
        for (bucket, wait) in [(false, 31_000), (true, 36_001)] {
            let mut pace = Pace::default();
            pace.answered(0, &tokens_told("400"), bucket, false, 0);
            assert_eq!(pace.ask(1, Some(5_000), Interactive, 0), Some(wait));
            assert_eq!(pace.ask(1, Some(5_000), Interactive, wait), None);
        }
    }

    #[test]
    fn a_limit_of_nothing_holds_nobody_once_its_window_is_over() {
        let mut pace = pace(0, 0, "30s");
        assert_eq!(pace.ask(1, None, Interactive, 0), Some(31_000));
        assert_eq!(pace.ask(1, None, Interactive, 31_000), None);
    }

    #[test]
    fn a_meter_of_one_resource_holds_no_call_to_another() {
        let mut pace = Pace::default();
        let mut headers =
            vec![("x-ratelimit-limit", "30"), ("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "50")];
        pace.answered(0, &read_meter_headers(&headers, None), false, false, 0);
        assert!(pace.ask(1, None, Interactive, 0).is_some());
        let mut pace = Pace::default();
        headers.push(("x-ratelimit-resource", "search"));
        pace.answered(0, &read_meter_headers(&headers, None), false, false, 0);
        assert_eq!(pace.ask(1, None, Interactive, 0), None);
    }

    #[test]
    fn a_refusal_in_spite_of_room_spaces_the_sends() {
        let mut pace = pace(60, 40, "60s");
        pace.answered(1, &[], false, true, 0);
        let every = 61_000 / 60;
        assert_eq!(pace.ask(1, None, Interactive, 0), Some(every));
        assert_eq!(pace.ask(2, None, Interactive, 0), Some(2 * every));
        assert_eq!(pace.ask(1, None, Interactive, every), None);
        assert_eq!(pace.ask(2, None, Interactive, 60_001), None);
    }

    /// Every sequence of seven events in one window: a call goes if it may; the oldest that is under way is answered with
    /// or without a meter, or leaves.
    #[test]
    fn never_more_go_in_a_window_than_its_meter_left() {
        fn next(pace: &Pace, flying: &[u64], sent: u64, depth: u32) {
            assert!(sent <= 3, "{sent} went where 3 were left");
            if depth == 0 {
                return;
            }
            let mut asked = pace.clone();
            if asked.ask(100 + sent, None, Interactive, 1).is_none() {
                asked.sent(100 + sent, None, 1);
                next(&asked, &[flying, &[100 + sent]].concat(), sent + 1, depth - 1);
            } else {
                next(&asked, flying, sent, depth - 1);
            }
            if let Some((call, others)) = flying.split_first() {
                // A service counts in the order of arrival.
                for readings in [told(60, 3 - (call - 99), "30s"), Vec::new()] {
                    let mut answered = pace.clone();
                    answered.answered(*call, &readings, false, false, 1);
                    next(&answered, others, sent, depth - 1);
                }
                let mut left = pace.clone();
                left.leave(*call);
                next(&left, others, sent, depth - 1);
            }
        }
        next(&pace(60, 3, "30s"), &[], 0, 7);
    }
}
