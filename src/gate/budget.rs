//! The retry budget of one service: what successes earn, retries spend, so that an outage is not multiplied.

use super::archive::Archive;

/// Thousandths of a retry.
const ONE: u32 = 1_000;

/// What a budget begins with, and up to which time alone refills it.
const START: u32 = 10 * ONE;

/// The most that it holds.
const FULL: u32 = 20 * ONE;

/// What a success earns: a tenth of a retry.
const EARNED: u32 = ONE / 10;

/// Below the start, a thousandth of a retry comes back in this many milliseconds: a whole one in ten seconds.
const REFILL_MS: u64 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    balance: u32,
    refilled_ms: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Budget {
    pub(crate) const fn new(now_ms: u64) -> Self {
        Self { balance: START, refilled_ms: now_ms }
    }

    /// A call succeeded.
    pub(crate) const fn earn(&mut self) {
        let sum = self.balance.saturating_add(EARNED);
        self.balance = if sum < FULL { sum } else { FULL };
    }

    /// Pays for one retry, if there is enough.
    pub(crate) fn spend(&mut self, now_ms: u64) -> bool {
        self.refill(now_ms);
        match self.balance.checked_sub(ONE) {
            Some(rest) => {
                self.balance = rest;
                true
            }
            None => false,
        }
    }

    pub(crate) fn archive(&mut self, archive: &mut Archive<'_>) {
        archive.small("balance", &mut self.balance);
        archive.time("refilledAt", &mut self.refilled_ms);
        self.balance = self.balance.min(FULL);
    }

    fn refill(&mut self, now_ms: u64) {
        let elapsed = now_ms.saturating_sub(self.refilled_ms);
        self.refilled_ms = self.refilled_ms.max(now_ms);
        if self.balance < START {
            // What is left of a step counts towards the next.
            let earned = u32::try_from(elapsed.div_euclid(REFILL_MS)).unwrap_or(u32::MAX);
            self.refilled_ms = self.refilled_ms.saturating_sub(elapsed.rem_euclid(REFILL_MS));
            self.balance = self.balance.saturating_add(earned).min(START);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::archive::{Clock, load, save};
    use super::*;

    #[test]
    fn it_begins_with_ten_retries() {
        let mut budget = Budget::new(0);
        for _ in 0..10 {
            assert!(budget.spend(0));
        }
        assert!(!budget.spend(0));
    }

    #[test]
    fn ten_successes_earn_one_retry_and_it_never_holds_more_than_twenty() {
        let mut budget = Budget::new(0);
        (0..1_000).for_each(|_| budget.earn());
        let spent = (0..100).filter(|_| budget.spend(0)).count();
        assert_eq!(spent, 20);
        (0..10).for_each(|_| budget.earn());
        assert!(budget.spend(0));
        assert!(!budget.spend(0));
    }

    #[test]
    fn time_brings_one_back_in_ten_seconds_up_to_ten() {
        let mut budget = Budget::new(0);
        (0..10).for_each(|_| assert!(budget.spend(0)));
        assert!(!budget.spend(9_999));
        assert!(budget.spend(10_000));
        let spent = (0..100).filter(|_| budget.spend(3_600_000)).count();
        assert_eq!(spent, 10);
    }

    #[test]
    fn asking_often_does_not_lose_time() {
        let mut budget = Budget::new(0);
        (0..10).for_each(|_| assert!(budget.spend(0)));
        let spent = (1..=20_003).filter(|ms| budget.spend(*ms)).count();
        assert_eq!(spent, 2);
    }

    #[test]
    fn a_clock_that_goes_back_gives_nothing_away() {
        let mut budget = Budget::new(50_000);
        (0..10).for_each(|_| assert!(budget.spend(50_000)));
        assert!(!budget.spend(0));
        assert!(!budget.spend(50_000));
    }

    #[test]
    fn time_goes_on_for_one_that_was_written_down() {
        let mut budget = Budget::new(0);
        (0..10).for_each(|_| assert!(budget.spend(0)));
        let wall_ms = 1_700_000_000_000;
        let kept = save(Clock { gate_ms: 4_000, wall_ms }, |archive| budget.archive(archive));
        let mut later = Budget::default();
        let clock = Clock { gate_ms: 90_000, wall_ms: wall_ms + 5_000 };
        load(&kept, clock, |archive| later.archive(archive)).unwrap();
        assert!(!later.spend(90_999));
        assert!(later.spend(91_000));
    }

    /// Every sequence of seven successes, retries and times, from empty, from the start and from full.
    #[test]
    fn the_balance_stays_between_nothing_and_twenty_and_time_alone_never_passes_ten() {
        fn go(budget: Budget, now_ms: u64, depth: u32) {
            assert!(budget.balance <= FULL);
            if depth == 0 {
                return;
            }
            let mut earned = budget;
            earned.earn();
            assert_eq!(earned.balance, (budget.balance + EARNED).min(FULL));
            go(earned, now_ms, depth - 1);
            for passed in [0, 9, 9_999, 10_000, 3_600_000] {
                let mut spent = budget;
                let paid = spent.spend(now_ms + passed);
                let before = spent.balance + if paid { ONE } else { 0 };
                assert!(before >= budget.balance && before <= budget.balance.max(START));
                assert!(paid || before < ONE);
                go(spent, now_ms + passed, depth - 1);
            }
        }
        for balance in [0, ONE - 1, START, FULL] {
            go(Budget { balance, refilled_ms: 0 }, 0, 7);
        }
    }
}
