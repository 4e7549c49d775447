//! The circuit breaker of one service: after five calls in a row that met its failure, nobody sends for a while, and then
//! one call tries.

use super::archive::Archive;

/// How many calls in a row open the circuit.
const FAILURES: u32 = 5;

/// How long an open circuit stays open, in milliseconds.
const OPEN_MS: u64 = 30_000;

/// How long the probe may take before another call may be one, in milliseconds.
const PROBE_LEASE_MS: u64 = 60_000;

/// How often a call asks again while a probe is under way, in milliseconds.
const PROBE_POLL_MS: u64 = 1_000;

/// What the breaker says to a call that wants to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Circuit {
    Closed,
    /// This call would be the probe.
    Probe,
    /// Not before this many milliseconds.
    Open {
        ms: u64,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Breaker {
    /// Calls in a row that met a failure of the service, each counted once.
    failures: u32,
    /// When the circuit may be tried, once it is open.
    open_until_ms: Option<u64>,
    /// Until when a probe is under way.
    probing_until_ms: u64,
}

impl Breaker {
    pub(crate) const fn ask(&self, now_ms: u64) -> Circuit {
        let Some(until) = self.open_until_ms else { return Circuit::Closed };
        if now_ms < until {
            return Circuit::Open { ms: until.saturating_sub(now_ms) };
        }
        if now_ms < self.probing_until_ms {
            return Circuit::Open { ms: PROBE_POLL_MS };
        }
        Circuit::Probe
    }

    /// The call that asked is the probe.
    pub(crate) const fn probe(&mut self, now_ms: u64) {
        self.probing_until_ms = now_ms.saturating_add(PROBE_LEASE_MS);
    }

    /// A call met the service's failure; `first` where it is the call's first.
    pub(crate) const fn failed(&mut self, probe: bool, first: bool, now_ms: u64) {
        if first {
            self.failures = self.failures.saturating_add(1);
        }
        // A call that was sent before the circuit opened does not keep it open for longer.
        if probe || (self.open_until_ms.is_none() && self.failures >= FAILURES) {
            self.open_until_ms = Some(now_ms.saturating_add(OPEN_MS));
            self.probing_until_ms = 0;
        }
    }

    /// A call got any other answer. Only the probe's closes an open circuit.
    pub(crate) const fn answered(&mut self, probe: bool) {
        if probe || self.open_until_ms.is_none() {
            *self = Self { failures: 0, open_until_ms: None, probing_until_ms: 0 };
        }
    }

    /// The probe ended without an answer.
    pub(crate) const fn abandoned(&mut self) {
        self.probing_until_ms = 0;
    }

    pub(crate) fn archive(&mut self, archive: &mut Archive<'_>) {
        archive.small("failures", &mut self.failures);
        archive.moment("openUntil", &mut self.open_until_ms);
        if archive.loads() {
            self.abandoned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open() -> Breaker {
        let mut breaker = Breaker::default();
        (0..5).for_each(|_| breaker.failed(false, true, 0));
        breaker
    }

    #[test]
    fn five_calls_in_a_row_open_it_for_thirty_seconds() {
        let mut breaker = Breaker::default();
        for _ in 0..4 {
            breaker.failed(false, true, 0);
        }
        assert_eq!(breaker.ask(0), Circuit::Closed);
        breaker.failed(false, true, 0);
        assert_eq!(breaker.ask(0), Circuit::Open { ms: 30_000 });
        assert_eq!(breaker.ask(29_999), Circuit::Open { ms: 1 });
        assert_eq!(breaker.ask(30_000), Circuit::Probe);
    }

    #[test]
    fn a_call_counts_once_however_often_it_fails() {
        let mut breaker = Breaker::default();
        breaker.failed(false, true, 0);
        (0..20).for_each(|_| breaker.failed(false, false, 0));
        assert_eq!(breaker.ask(0), Circuit::Closed);
    }

    #[test]
    fn any_other_answer_begins_the_count_anew() {
        let mut breaker = Breaker::default();
        (0..4).for_each(|_| breaker.failed(false, true, 0));
        breaker.answered(false);
        (0..4).for_each(|_| breaker.failed(false, true, 0));
        assert_eq!(breaker.ask(0), Circuit::Closed);
    }

    #[test]
    fn there_is_one_probe_at_a_time_and_its_answer_closes_the_circuit() {
        let mut breaker = open();
        breaker.probe(30_000);
        assert_eq!(breaker.ask(30_000), Circuit::Open { ms: 1_000 });
        breaker.answered(true);
        assert_eq!(breaker.ask(30_001), Circuit::Closed);
    }

    #[test]
    fn a_probe_that_fails_opens_it_for_as_long_again() {
        let mut breaker = open();
        breaker.probe(30_000);
        breaker.failed(true, true, 31_000);
        assert_eq!(breaker.ask(31_000), Circuit::Open { ms: 30_000 });
    }

    #[test]
    fn a_probe_that_never_ends_or_is_abandoned_leaves_its_place() {
        let mut breaker = open();
        breaker.probe(30_000);
        assert_eq!(breaker.ask(89_999), Circuit::Open { ms: 1_000 });
        assert_eq!(breaker.ask(90_000), Circuit::Probe);
        breaker.probe(90_000);
        breaker.abandoned();
        assert_eq!(breaker.ask(90_001), Circuit::Probe);
    }

    #[test]
    fn late_answers_of_calls_sent_before_neither_close_nor_prolong_it() {
        let mut breaker = open();
        breaker.answered(false);
        breaker.failed(false, true, 20_000);
        assert_eq!(breaker.ask(20_000), Circuit::Open { ms: 10_000 });
    }

    /// Every sequence of eight events of three calls: one asks and goes, fails, is answered, vanishes; time passes.
    #[test]
    fn there_is_never_more_than_one_probe_whatever_happens() {
        fn go(breaker: Breaker, probe: Option<u64>, now_ms: u64, depth: u32) {
            if depth == 0 {
                return;
            }
            // The probe's call is over; of others only late answers come.
            for others in [false, true] {
                if others || probe.is_some() {
                    let over = if others { probe } else { None };
                    let (mut failed, mut answered) = (breaker, breaker);
                    failed.failed(!others, true, now_ms);
                    answered.answered(!others);
                    go(failed, over, now_ms, depth - 1);
                    go(answered, over, now_ms, depth - 1);
                }
            }
            if probe.is_some() {
                let mut left = breaker;
                left.abandoned();
                go(left, None, now_ms, depth - 1);
            }
            if breaker.ask(now_ms) == Circuit::Probe {
                assert!(probe.is_none_or(|until| until <= now_ms), "two probes at {now_ms}");
                let mut next = breaker;
                next.probe(now_ms);
                assert!(matches!(next.ask(now_ms), Circuit::Open { .. }));
                go(next, Some(now_ms + PROBE_LEASE_MS), now_ms, depth - 1);
            }
            for passed in [1, OPEN_MS, PROBE_LEASE_MS] {
                go(breaker, probe, now_ms + passed, depth - 1);
            }
        }
        go(open(), None, OPEN_MS - 1, 8);
    }
}
