//! The latch of one account or model: after an exhausted verdict nobody asks again, but for a probe now and then where a
//! person can have repaired it.

use super::archive::{Archive, archive_verdict};
use super::now::Now;
use crate::verdict::{Reason, Verdict};

/// The longest that a latch holds without being told so again, in milliseconds.
const LONGEST_MS: u64 = 24 * 60 * 60 * 1_000;

/// A stated time shorter than this is no reason to leave a used-up day alone, in milliseconds.
const SHORTEST_MS: u64 = 60_000;

/// How long a probe may take before another call may be one, in milliseconds.
const PROBE_LEASE_MS: u64 = 60_000;

/// What the latch says to a call that wants to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Latched {
    No,
    /// This call would be the probe.
    Probe,
    Yes,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Latch {
    held: Option<Held>,
}

#[derive(Clone, Debug, Default)]
struct Held {
    verdict: Box<Verdict>,
    /// When it opens by itself.
    until_ms: u64,
    /// When the next probe may go; never where the time is known.
    probe_at_ms: Option<u64>,
    /// Until when a probe is under way.
    probing_until_ms: u64,
}

impl Latch {
    pub(crate) fn ask(&self, now_ms: u64) -> Latched {
        match &self.held {
            Some(held) if now_ms < held.until_ms => {
                if held.probe_at_ms.is_some_and(|at| at <= now_ms && held.probing_until_ms <= now_ms) {
                    Latched::Probe
                } else {
                    Latched::Yes
                }
            }
            _ => Latched::No,
        }
    }

    /// The verdict that closed it.
    pub(crate) fn verdict(&self) -> Option<&Verdict> {
        self.held.as_ref().map(|held| &*held.verdict)
    }

    /// The call that asked is the probe.
    pub(crate) fn probe(&mut self, now_ms: u64) {
        if let Some(held) = &mut self.held {
            held.probing_until_ms = now_ms.saturating_add(PROBE_LEASE_MS);
        }
    }

    /// Closes after an exhausted verdict. True where it was not closed before: once a latch, somebody is to be told.
    pub(crate) fn close(&mut self, verdict: &Verdict, probe_every_ms: u64, now: Now) -> bool {
        let first = self.ask(now.monotonic_ms) == Latched::No;
        let left = verdict.retry_at.and_then(|at| u64::try_from(at.saturating_sub(now.wall_ms)).ok());
        let known = left.filter(|left| *left >= SHORTEST_MS);
        let endless = matches!(verdict.reason, Reason::LongWait);
        let (lasts, probes) = match known {
            Some(left) if !repairable(verdict.reason) => (left.min(LONGEST_MS), None),
            _ if endless => (LONGEST_MS, None),
            _ => (LONGEST_MS, Some(now.monotonic_ms.saturating_add(probe_every_ms))),
        };
        self.held = Some(Held {
            verdict: Box::new(verdict.clone()),
            until_ms: now.monotonic_ms.saturating_add(lasts),
            probe_at_ms: probes,
            probing_until_ms: 0,
        });
        first
    }

    /// The probe ended without an answer.
    pub(crate) fn abandoned(&mut self) {
        if let Some(held) = &mut self.held {
            held.probing_until_ms = 0;
        }
    }

    /// Opens: a call got through, or somebody says so.
    pub(crate) fn open(&mut self) {
        self.held = None;
    }

    pub(crate) fn archive(&mut self, archive: &mut Archive<'_>) {
        archive.part("latch", &mut self.held, |held, archive| {
            archive.time("until", &mut held.until_ms);
            archive.moment("probeAt", &mut held.probe_at_ms);
            archive.object("verdict", &mut |archive| archive_verdict(&mut held.verdict, archive));
            if archive.loads() {
                held.probing_until_ms = 0;
            }
        });
    }
}

/// Whether a person can end it at any time.
const fn repairable(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::SpendCap
            | Reason::CreditBalance
            | Reason::PaymentRequired
            | Reason::UsageLimit
            | Reason::PlanLimit
            | Reason::MonthlyQuota
            | Reason::AccountSuspended
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Failure, Options, classify};

    const fn at(ms: u64) -> Now {
        Now { monotonic_ms: ms, wall_ms: 1_700_000_000_000 + ms as i64 }
    }

    fn verdict(body: &str) -> Verdict {
        let verdict = classify(&Failure::new().status(429).body(body).now(at(0).wall_ms), &Options::default());
        assert_eq!(verdict.class, crate::Class::Exhausted, "{body}");
        verdict
    }

    #[test]
    fn what_a_person_can_repair_is_probed_every_five_minutes() {
        let mut latch = Latch::default();
        assert!(latch.close(&verdict("Your project has exceeded its monthly spending cap."), 300_000, at(0)));
        assert_eq!(latch.ask(299_999), Latched::Yes);
        assert_eq!(latch.ask(300_000), Latched::Probe);
        latch.probe(300_000);
        assert_eq!(latch.ask(300_001), Latched::Yes);
        // It failed again: nobody is told twice, and the next probe is five minutes on.
        assert!(!latch.close(&verdict("Your project has exceeded its monthly spending cap."), 300_000, at(301_000)));
        assert_eq!(latch.ask(600_999), Latched::Yes);
        assert_eq!(latch.ask(601_000), Latched::Probe);
    }

    #[test]
    fn a_day_with_a_stated_end_is_left_alone_until_then() {
        let mut latch = Latch::default();
        latch.close(&verdict("Rate limit reached on tokens per day (TPD). Try again in 7h."), 300_000, at(0));
        assert_eq!(latch.ask(7 * 3_600_000 - 1), Latched::Yes);
        assert_eq!(latch.ask(7 * 3_600_000), Latched::No);
    }

    #[test]
    fn a_day_without_a_time_or_with_a_short_one_is_probed() {
        for body in [
            "Rate limit reached on tokens per day (TPD).",
            "Rate limit reached on tokens per day (TPD). Try again in 20s.",
        ] {
            let mut latch = Latch::default();
            latch.close(&verdict(body), 300_000, at(0));
            assert_eq!(latch.ask(300_000), Latched::Probe, "{body}");
        }
    }

    #[test]
    fn nothing_is_left_alone_for_more_than_a_day() {
        let mut latch = Latch::default();
        latch.close(&verdict("Rate limit reached. Try again in 90 days."), 300_000, at(0));
        assert_eq!(latch.ask(LONGEST_MS - 1), Latched::Yes);
        assert_eq!(latch.ask(LONGEST_MS), Latched::No);
    }

    #[test]
    fn it_opens_at_once_when_somebody_says_so() {
        let mut latch = Latch::default();
        latch.close(&verdict("Your project has exceeded its monthly spending cap."), 300_000, at(0));
        latch.open();
        assert_eq!(latch.ask(1), Latched::No);
    }

    #[test]
    fn a_probe_that_was_abandoned_leaves_its_place() {
        let mut latch = Latch::default();
        latch.close(&verdict("Your project has exceeded its monthly spending cap."), 300_000, at(0));
        latch.probe(300_000);
        latch.abandoned();
        assert_eq!(latch.ask(300_500), Latched::Probe);
    }

    /// Every sequence of seven events: a call asks and goes if it may; the probe fails again, vanishes or is late; time
    /// passes.
    #[test]
    fn there_is_one_probe_an_interval_whatever_happens() {
        fn go(latch: &Latch, cap: &Verdict, probe: Option<u64>, next_ms: u64, now_ms: u64, depth: u32) {
            if depth == 0 {
                return;
            }
            if latch.ask(now_ms) == Latched::Probe {
                assert!(now_ms >= next_ms, "a probe at {now_ms}, before {next_ms}");
                assert!(probe.is_none_or(|until| until <= now_ms), "two probes at {now_ms}");
                let mut probed = latch.clone();
                probed.probe(now_ms);
                assert_eq!(probed.ask(now_ms), Latched::Yes);
                go(&probed, cap, Some(now_ms + PROBE_LEASE_MS), now_ms, now_ms, depth - 1);
            }
            if probe.is_some() {
                let mut failed = latch.clone();
                assert!(!failed.close(cap, 300_000, at(now_ms)), "nobody is told twice");
                go(&failed, cap, None, now_ms + 300_000, now_ms, depth - 1);
                let mut left = latch.clone();
                left.abandoned();
                go(&left, cap, None, now_ms, now_ms, depth - 1);
            }
            for passed in [1, PROBE_LEASE_MS, 300_000] {
                go(latch, cap, probe, next_ms, now_ms + passed, depth - 1);
            }
        }
        let (mut latch, cap) = (Latch::default(), verdict("Your project has exceeded its monthly spending cap."));
        latch.close(&cap, 300_000, at(0));
        go(&latch, &cap, None, 300_000, 0, 7);
    }
}
