//! The pause of one gate: one refusal holds every call, and when it is over they follow one another instead of all at
//! once.

use super::archive::Archive;
use super::queue::{Priority, Queue, poll_ms};

/// How long the others wait for a scout that is due, in milliseconds.
const GRACE_MS: u64 = 100;

/// How long the scout, or a batch, may take before others go on without its answer, in milliseconds.
const LEASE_MS: u64 = 30_000;

/// With as many at a time nothing is held any more.
const WIDE: u32 = 1_024;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pause {
    stage: Stage,
    queue: Queue,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Open,
    /// Nobody is let through before this time; then one is, the scout.
    Closed { until_ms: u64 },
    /// The scout is under way.
    Scouting { scout: u64, until_ms: u64 },
    /// The rest follow, so many at a time.
    Following { at_a_time: u32, sent: u32, answered: u32, until_ms: u64 },
}

impl Pause {
    /// How long this call must wait; `None` where it may pass.
    pub(crate) fn ask(&mut self, call: u64, refusals: u32, priority: Priority, now_ms: u64) -> Option<u64> {
        if self.stage == Stage::Open {
            return None;
        }
        let ahead = self.queue.ahead(call, priority, now_ms);
        let ms = match self.stage {
            Stage::Open => None,
            Stage::Closed { until_ms } if now_ms < until_ms => Some(until_ms.saturating_sub(now_ms)),
            Stage::Closed { until_ms } => {
                let better = self.queue.has_better(call, refusals, priority);
                (better && now_ms < until_ms.saturating_add(GRACE_MS)).then_some(GRACE_MS)
            }
            Stage::Scouting { until_ms, .. } => (now_ms < until_ms).then(|| poll_ms(ahead)),
            Stage::Following { at_a_time, sent, until_ms, .. } => {
                let room = u64::from(if now_ms < until_ms { at_a_time.saturating_sub(sent) } else { at_a_time });
                (ahead >= room).then(|| poll_ms(ahead.saturating_sub(room)))
            }
        };
        if let Some(ms) = ms {
            self.queue.hold_refused(call, refusals, priority, ms, now_ms);
        }
        ms
    }

    /// The call that may pass does so.
    pub(crate) fn pass(&mut self, call: u64, now_ms: u64) {
        self.queue.leave(call);
        let until_ms = now_ms.saturating_add(LEASE_MS);
        self.stage = match self.stage {
            Stage::Open => Stage::Open,
            Stage::Closed { .. } | Stage::Scouting { .. } => Stage::Scouting { scout: call, until_ms },
            Stage::Following { .. } if self.queue.is_empty(now_ms) => Stage::Open,
            Stage::Following { at_a_time, sent, answered, until_ms: due } if now_ms < due => {
                Stage::Following { at_a_time, sent: sent.saturating_add(1), answered, until_ms: due }
            }
            // A batch whose answers did not come is followed by the next.
            Stage::Following { at_a_time, .. } => Stage::Following { at_a_time, sent: 1, answered: 0, until_ms },
        };
    }

    /// A refusal: nobody passes for this long. `floor_ms` is the part of it that the server named; a pause that lasts
    /// as long is not drawn anew.
    pub(crate) fn close(&mut self, ms: u64, floor_ms: u64, now_ms: u64) {
        let lasts = match self.stage {
            Stage::Closed { until_ms } => until_ms.saturating_sub(now_ms),
            _ => 0,
        };
        if lasts == 0 || lasts < floor_ms {
            self.stage = Stage::Closed { until_ms: now_ms.saturating_add(ms.max(lasts)) };
        }
    }

    /// A call that had passed was answered, and not refused. Where calls are `spaced` by something else the first such
    /// answer opens it.
    pub(crate) fn answered(&mut self, call: u64, spaced: bool, now_ms: u64) {
        let until_ms = now_ms.saturating_add(LEASE_MS);
        self.stage = match self.stage {
            Stage::Scouting { scout, .. } if scout == call && spaced => Stage::Open,
            Stage::Scouting { scout, .. } if scout == call => {
                Stage::Following { at_a_time: 1, sent: 0, answered: 0, until_ms }
            }
            Stage::Following { at_a_time, answered, .. } if answered.saturating_add(1) >= at_a_time => {
                if at_a_time >= WIDE {
                    Stage::Open
                } else {
                    Stage::Following { at_a_time: at_a_time.saturating_mul(2), sent: 0, answered: 0, until_ms }
                }
            }
            Stage::Following { at_a_time, sent, answered, until_ms } => {
                Stage::Following { at_a_time, sent, answered: answered.saturating_add(1), until_ms }
            }
            stage => stage,
        };
    }

    /// A call ended without an answer, or while it was held.
    pub(crate) fn left(&mut self, call: u64, now_ms: u64) {
        self.queue.leave(call);
        if matches!(self.stage, Stage::Scouting { scout, .. } if scout == call) {
            self.stage = Stage::Closed { until_ms: now_ms };
        }
    }

    /// How long nobody passes from now on, in milliseconds.
    pub(crate) const fn left_ms(&self, now_ms: u64) -> u64 {
        match self.stage {
            Stage::Closed { until_ms } => until_ms.saturating_sub(now_ms),
            _ => 0,
        }
    }

    /// Whether nothing is held back.
    pub(crate) fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    /// Of a scout and of held calls nothing is kept: they are somebody else's.
    pub(crate) fn archive(&mut self, now_ms: u64, archive: &mut Archive<'_>) {
        let (mut until, mut at_a_time, mut sent, mut answered) = match self.stage {
            Stage::Open => (None, 0, 0, 0),
            Stage::Closed { until_ms } => (Some(until_ms), 0, 0, 0),
            Stage::Scouting { .. } => (Some(now_ms), 0, 0, 0),
            Stage::Following { at_a_time, sent, answered, until_ms } => (Some(until_ms), at_a_time, sent, answered),
        };
        archive.moment("until", &mut until);
        archive.small("atATime", &mut at_a_time);
        archive.small("sent", &mut sent);
        archive.small("answered", &mut answered);
        if archive.loads() {
            self.queue = Queue::default();
            self.stage = match until {
                None => Stage::Open,
                Some(until_ms) if at_a_time == 0 => Stage::Closed { until_ms },
                Some(until_ms) => Stage::Following { at_a_time, sent, answered, until_ms },
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Priority::{Bulk, Interactive};
    use super::*;

    /// Calls 0 to n − 1, held by a pause that ends at 1 000.
    fn held(n: u64) -> Pause {
        let mut pause = Pause::default();
        pause.close(1_000, 0, 0);
        for call in 0..n {
            assert_eq!(pause.ask(call, 0, Interactive, 0), Some(1_000));
        }
        pause
    }

    #[test]
    fn an_open_gate_holds_nobody() {
        assert_eq!(Pause::default().ask(1, 0, Interactive, 0), None);
    }

    #[test]
    fn one_refusal_holds_every_call_until_its_delay_is_over() {
        let mut pause = held(3);
        assert_eq!(pause.ask(0, 0, Interactive, 999), Some(1));
        assert_eq!(pause.ask(7, 0, Interactive, 400), Some(600));
    }

    #[test]
    fn a_shorter_hint_never_shortens_a_longer_pause() {
        let mut pause = held(1);
        pause.close(200, 100, 100);
        assert_eq!(pause.ask(0, 0, Interactive, 100), Some(900));
        pause.close(3_000, 2_500, 100);
        assert_eq!(pause.ask(0, 0, Interactive, 100), Some(3_000));
    }

    #[test]
    fn a_second_refusal_with_the_same_wait_is_not_drawn_anew() {
        let mut pause = Pause::default();
        pause.close(4_000, 3_000, 0);
        pause.close(4_900, 3_000, 10);
        assert_eq!(pause.left_ms(10), 3_990);
    }

    #[test]
    fn it_ends_for_one_call_first() {
        let mut pause = held(3);
        assert_eq!(pause.ask(1, 0, Interactive, 1_000), None);
        pause.pass(1, 1_000);
        assert!(pause.ask(0, 0, Interactive, 1_001).is_some());
        assert!(pause.ask(2, 0, Interactive, 1_001).is_some());
    }

    #[test]
    fn the_scout_is_the_call_with_the_fewest_refusals() {
        let mut pause = Pause::default();
        pause.close(1_000, 0, 0);
        pause.ask(0, 2, Interactive, 0);
        pause.ask(1, 0, Interactive, 0);
        assert_eq!(pause.ask(0, 2, Interactive, 1_000), Some(GRACE_MS));
        assert_eq!(pause.ask(1, 0, Interactive, 1_001), None);
        // Unless it is late.
        assert_eq!(pause.ask(0, 2, Interactive, 1_100), None);
    }

    #[test]
    fn the_rest_follow_one_two_four_at_a_time() {
        let mut pause = held(20);
        pause.pass(0, 1_000);
        pause.answered(0, false, 1_000);
        let mut next = 1;
        for batch in [1, 2, 4, 8] {
            let mut passed = Vec::new();
            for call in next..20 {
                if pause.ask(call, 0, Interactive, 1_100).is_none() {
                    pause.pass(call, 1_100);
                    passed.push(call);
                }
            }
            assert_eq!(passed, (next..(next + batch).min(20)).collect::<Vec<_>>());
            passed.iter().for_each(|call| pause.answered(*call, false, 1_200));
            next += batch;
        }
    }

    #[test]
    fn where_something_else_spaces_the_calls_the_scout_s_answer_opens_it() {
        let mut pause = held(3);
        pause.pass(0, 1_000);
        pause.answered(0, true, 1_050);
        assert!(pause.is_open());
    }

    #[test]
    fn a_newcomer_does_not_overtake_those_that_are_held() {
        let mut pause = held(5);
        pause.pass(0, 1_000);
        pause.answered(0, false, 1_000);
        assert!(pause.ask(99, 0, Interactive, 1_001).is_some());
        assert_eq!(pause.ask(1, 0, Interactive, 1_001), None);
    }

    #[test]
    fn interactive_calls_go_before_bulk_ones() {
        let mut pause = Pause::default();
        pause.close(1_000, 0, 0);
        pause.ask(0, 0, Bulk, 0);
        pause.ask(1, 0, Bulk, 0);
        pause.ask(2, 0, Interactive, 0);
        // Of those that were refused as often, the scout is one for which somebody waits.
        assert_eq!(pause.ask(0, 0, Bulk, 1_000), Some(GRACE_MS));
        assert_eq!(pause.ask(2, 0, Interactive, 1_001), None);
        pause.pass(2, 1_001);
        pause.ask(3, 0, Interactive, 1_010);
        pause.answered(2, false, 1_050);
        assert!(pause.ask(0, 0, Bulk, 1_060).is_some());
        assert_eq!(pause.ask(3, 0, Interactive, 1_061), None);
    }

    #[test]
    fn when_nobody_is_left_it_is_open() {
        let mut pause = held(2);
        pause.pass(0, 1_000);
        pause.answered(0, false, 1_000);
        assert_eq!(pause.ask(1, 0, Interactive, 1_001), None);
        pause.pass(1, 1_001);
        assert!(pause.is_open());
    }

    #[test]
    fn a_refused_scout_closes_it_again() {
        let mut pause = held(2);
        pause.pass(0, 1_000);
        pause.close(500, 0, 1_050);
        assert_eq!(pause.ask(1, 0, Interactive, 1_050), Some(500));
    }

    #[test]
    fn a_scout_that_goes_away_or_never_answers_is_followed_by_another() {
        let mut pause = held(2);
        pause.pass(0, 1_000);
        pause.left(0, 1_100);
        assert_eq!(pause.ask(1, 0, Interactive, 1_100), None);

        let mut pause = held(2);
        pause.pass(0, 1_000);
        assert!(pause.ask(1, 0, Interactive, 30_999).is_some());
        assert_eq!(pause.ask(1, 0, Interactive, 31_000), None);
    }

    #[test]
    fn a_held_call_that_never_asks_again_loses_its_place() {
        let mut pause = held(3);
        // Call 2 is alone in coming back.
        assert_eq!(pause.ask(2, 0, Interactive, 7_000), None);
        pause.pass(2, 7_000);
        pause.answered(2, false, 7_100);
        assert_eq!(pause.ask(9, 0, Interactive, 7_101), None);
    }

    /// Every sequence of seven events of two calls: each asks and passes if it may, is answered, refused or leaves; time
    /// passes.
    #[test]
    fn nobody_passes_a_closed_gate_and_then_one_scout_does() {
        fn go(pause: &Pause, passed: [bool; 2], until_ms: u64, now_ms: u64, depth: u32) {
            if depth == 0 {
                return;
            }
            for call in 0..2_usize {
                let number = call as u64;
                let with = |gone: bool| {
                    let mut passed = passed;
                    passed[call] = gone;
                    passed
                };
                let mut next = pause.clone();
                if passed[call] {
                    next.answered(number, false, now_ms);
                    go(&next, with(false), until_ms, now_ms, depth - 1);
                    let mut next = pause.clone();
                    next.close(1_000, 0, now_ms);
                    let until_ms = until_ms.max(now_ms + next.left_ms(now_ms));
                    go(&next, with(false), until_ms, now_ms, depth - 1);
                } else if next.ask(number, 0, Interactive, now_ms).is_none() {
                    assert!(now_ms >= until_ms || pause.is_open(), "passed at {now_ms}, closed until {until_ms}");
                    let scouting = matches!(pause.stage, Stage::Scouting { until_ms, .. } if now_ms < until_ms);
                    assert!(!scouting, "passed beside the scout at {now_ms}");
                    next.pass(number, now_ms);
                    go(&next, with(true), until_ms, now_ms, depth - 1);
                } else {
                    go(&next, passed, until_ms, now_ms, depth - 1);
                }
                let mut next = pause.clone();
                next.left(number, now_ms);
                go(&next, with(false), until_ms, now_ms, depth - 1);
            }
            for ms in [999, LEASE_MS] {
                go(pause, passed, until_ms, now_ms + ms, depth - 1);
            }
        }
        let mut pause = Pause::default();
        pause.close(1_000, 0, 0);
        go(&pause, [false; 2], 1_000, 0, 7);
    }
}
