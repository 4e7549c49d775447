//! The delay: what to sleep before the next attempt.
//!
//! A wait that the server stated is a floor: nothing cuts it. Where nothing is stated the delay is exponential backoff
//! with full jitter, and only then does the exponent grow.

#![deny(clippy::arithmetic_side_effects)]

use crate::verdict::{Class, Reason, Sent, Verdict};

/// How much may be slept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// How many attempts there may be, the first included. Default 5.
    pub attempts: u32,
    /// How long after its start a call may still begin an attempt, in milliseconds. Default 120 000.
    pub retry_for_ms: u64,
    /// The first ceiling of the backoff, in milliseconds; twice this for overload and timeouts. Default 1 000.
    pub base_delay_ms: u64,
    /// The last ceiling of the backoff, in milliseconds. It never cuts a stated wait. Default 60 000.
    pub max_delay_ms: u64,
    /// The longest wait that is slept, in milliseconds. Default 60 000.
    pub max_server_wait_ms: u64,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            attempts: 5,
            retry_for_ms: 120_000,
            base_delay_ms: 1_000,
            max_delay_ms: 60_000,
            max_server_wait_ms: 60_000,
        }
    }
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delay {
    /// Sleep, then try again.
    Sleep {
        /// How long, in milliseconds.
        ms: u64,
        /// The wait that the server stated, in milliseconds: `ms` is never below it. 0 for backoff.
        floor_ms: u64,
        /// Whether the server named the time.
        stated: bool,
    },
    /// The call ends here.
    Stop {
        /// Why.
        why: Stop,
        /// When to try again, in milliseconds since the Unix epoch, where the server said.
        retry_at: Option<i64>,
    },
}

/// Why a call ends without another attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The call as sent never will succeed.
    Permanent,
    /// The account is finished for this run.
    Exhausted,
    /// Nothing decides, and what nothing decides is not retried.
    Unknown,
    /// Transient, but the server or `strict` forbids a repetition.
    NotRetryable,
    /// Every attempt is used up.
    Attempts,
    /// The delay would end after the time for retries.
    RetryFor,
    /// A malformed wait is longer than the cap.
    MalformedWait,
    /// The call's hard end is reached, or the delay would pass it.
    Deadline,
    /// The request may have been acted on, and a repeat might count twice.
    Unsafe,
    /// The caller's `shouldRetry` said no.
    ShouldRetry,
    /// Another Retriage inside this call has already ended it.
    Nested,
    /// The service has failed so often that retries are used up.
    RetryBudget,
    /// The service has failed five calls in a row, and is left alone for a while.
    CircuitOpen,
    /// What holds the call back lasts longer than it may wait.
    QueueTimeout,
    /// The response had been handed out already, and nothing that it has delivered is delivered twice.
    HandedOut,
}

impl Stop {
    /// The stable word for this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Permanent => "permanent",
            Self::Exhausted => "exhausted",
            Self::Unknown => "unknown",
            Self::NotRetryable => "not_retryable",
            Self::Attempts => "attempts",
            Self::RetryFor => "retry_for",
            Self::MalformedWait => "malformed_wait",
            Self::Deadline => "deadline",
            Self::Unsafe => "unsafe",
            Self::ShouldRetry => "should_retry",
            Self::Nested => "nested",
            Self::RetryBudget => "retry_budget",
            Self::CircuitOpen => "circuit_open",
            Self::QueueTimeout => "queue_timeout",
            Self::HandedOut => "handed_out",
        }
    }
}

/// What the delay depends on, of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grounds {
    /// The verdict's class.
    pub class: Class,
    /// The verdict's reason.
    pub reason: Reason,
    /// Whether the verdict allows a repetition.
    pub retryable: bool,
    /// Whether the server may have acted on the request.
    pub sent: Sent,
    /// The stated wait in milliseconds.
    pub wait_ms: Option<u64>,
    /// Whether the wait was read from a malformed `Retry-After`.
    pub malformed: bool,
    /// When to try again, in milliseconds since the Unix epoch.
    pub retry_at: Option<i64>,
}

impl From<&Verdict> for Grounds {
    fn from(verdict: &Verdict) -> Self {
        Self {
            class: verdict.class,
            reason: verdict.reason,
            retryable: verdict.retryable,
            sent: verdict.sent,
            wait_ms: verdict.wait_ms,
            malformed: verdict.malformed,
            retry_at: verdict.retry_at,
        }
    }
}

/// Computes the delay before the next attempt.
///
/// `attempt` is how many attempts were made so far, 1 or more; `elapsed_ms` how long ago the first one began; `chance`
/// a random number from 0 up to 1 (anything else counts as 0).
///
/// - Stated wait: the wait, plus 500 ms, plus up to 20 % of the wait (at least 500 ms, at most 5 000 ms) by chance.
/// - Nothing stated, or a wait of 0: chance times `base · 2^(attempt − 1)`, at most `max_delay_ms`, with the base twice
///   as large for overload and timeouts. A connection that was never made, or a 408, waits at most 250 ms the first
///   time.
/// - A delay that would end after `retry_for_ms` is not slept.
///
/// ```
/// use retriage::delay::{Delay, Policy, next_delay};
/// use retriage::{Failure, Options, classify};
///
/// let verdict = classify(&Failure::new().status(429).header("retry-after", "3"), &Options::default());
/// let delay = next_delay(&(&verdict).into(), &Policy::default(), 1, 0, 0.5);
/// assert_eq!(delay, Delay::Sleep { ms: 3_800, floor_ms: 3_000, stated: true });
/// ```
#[must_use]
pub fn next_delay(grounds: &Grounds, policy: &Policy, attempt: u32, elapsed_ms: u64, chance: f64) -> Delay {
    delay_after(grounds, policy, attempt, drawn(grounds, policy, attempt, chance), elapsed_ms)
}

/// As [`next_delay`], for a caller that has [`drawn`] the delay and its floor.
pub(crate) fn delay_after(
    grounds: &Grounds,
    policy: &Policy,
    attempt: u32,
    (ms, floor_ms): (u64, u64),
    elapsed_ms: u64,
) -> Delay {
    let stop = |why| Delay::Stop { why, retry_at: grounds.retry_at };
    if !grounds.retryable {
        return stop(match grounds.class {
            Class::Permanent => Stop::Permanent,
            Class::Exhausted => Stop::Exhausted,
            Class::Unknown => Stop::Unknown,
            Class::Transient => Stop::NotRetryable,
        });
    }
    if attempt >= policy.attempts {
        return stop(Stop::Attempts);
    }
    if grounds.malformed && floor_ms > policy.max_server_wait_ms {
        return stop(Stop::MalformedWait);
    }
    if elapsed_ms.saturating_add(ms) > policy.retry_for_ms {
        return stop(Stop::RetryFor);
    }
    Delay::Sleep { ms, floor_ms, stated: floor_ms > 0 }
}

/// The delay and its floor, whether or not there is an attempt left for it. `guess` is how many waits were guessed, the
/// coming one included: stated waits do not make the exponent grow.
pub(crate) fn drawn(grounds: &Grounds, policy: &Policy, guess: u32, chance: f64) -> (u64, u64) {
    match grounds.wait_ms.filter(|wait| *wait > 0) {
        Some(wait) => (after(wait, chance), wait),
        None => (backoff(grounds, policy, guess, chance), 0),
    }
}

/// A stated wait with its margin and jitter.
pub(crate) fn after(wait_ms: u64, chance: f64) -> u64 {
    let spread = (wait_ms / 5).clamp(500, 5_000);
    wait_ms.saturating_add(500).saturating_add(part(spread, chance))
}

fn backoff(grounds: &Grounds, policy: &Policy, guess: u32, chance: f64) -> u64 {
    let never_made = grounds.sent == Sent::No && matches!(grounds.reason, Reason::Network | Reason::Timeout);
    if never_made && guess <= 1 {
        return part(250.min(policy.max_delay_ms), chance);
    }
    let slow = matches!(grounds.reason, Reason::Overloaded | Reason::Timeout);
    let base = if slow { policy.base_delay_ms.saturating_mul(2) } else { policy.base_delay_ms };
    let doubled = base.saturating_mul(1_u64.checked_shl(guess.saturating_sub(1)).unwrap_or(u64::MAX));
    part(doubled.min(policy.max_delay_ms), chance)
}

/// A share of a span, rounded down; waits are rounded up elsewhere, so no floor is undercut.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "clamped")]
fn part(span_ms: u64, chance: f64) -> u64 {
    let chance = if (0.0..=1.0).contains(&chance) { chance } else { 0.0 };
    ((span_ms as f64 * chance) as u64).min(span_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transient(reason: Reason, wait_ms: Option<u64>) -> Grounds {
        let class = Class::Transient;
        Grounds { class, reason, retryable: true, sent: Sent::Maybe, wait_ms, malformed: false, retry_at: None }
    }

    fn slept(grounds: &Grounds, attempt: u32, chance: f64) -> u64 {
        match next_delay(grounds, &Policy { attempts: 1_000, ..Policy::default() }, attempt, 0, chance) {
            Delay::Sleep { ms, .. } => ms,
            Delay::Stop { why, .. } => panic!("stopped: {}", why.as_str()),
        }
    }

    #[test]
    fn a_stated_wait_is_a_floor_with_margin_and_jitter_above() {
        let grounds = transient(Reason::RateLimit, Some(3_000));
        assert_eq!(slept(&grounds, 1, 0.0), 3_500);
        assert_eq!(slept(&grounds, 1, 1.0), 4_100);
        // The attempt does not matter: the exponent grows only when guessing.
        assert_eq!(slept(&grounds, 9, 0.0), 3_500);
    }

    #[test]
    fn the_jitter_above_a_stated_wait_is_clamped_at_both_ends() {
        assert_eq!(slept(&transient(Reason::RateLimit, Some(10)), 1, 1.0), 1_010);
        assert_eq!(slept(&transient(Reason::RateLimit, Some(60_000)), 1, 1.0), 65_500);
    }

    #[test]
    fn backoff_has_full_jitter_and_doubles_up_to_its_ceiling() {
        let grounds = transient(Reason::RateLimit, None);
        let ceilings = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
        for (attempt, ceiling) in (1..).zip(ceilings) {
            assert_eq!(slept(&grounds, attempt, 0.0), 0);
            assert_eq!(slept(&grounds, attempt, 0.5), ceiling / 2);
            assert_eq!(slept(&grounds, attempt, 1.0), ceiling);
        }
    }

    #[test]
    fn overload_and_timeouts_back_off_twice_as_far() {
        for reason in [Reason::Overloaded, Reason::Timeout] {
            assert_eq!(slept(&transient(reason, None), 1, 1.0), 2_000);
            assert_eq!(slept(&transient(reason, None), 2, 1.0), 4_000);
        }
    }

    #[test]
    fn a_connection_never_made_is_tried_again_quickly_once() {
        for reason in [Reason::Network, Reason::Timeout] {
            let grounds = Grounds { sent: Sent::No, ..transient(reason, None) };
            assert_eq!(slept(&grounds, 1, 1.0), 250);
            assert!(slept(&grounds, 2, 1.0) >= 2_000);
        }
    }

    #[test]
    fn a_wait_of_zero_gets_the_backoffs_delay() {
        let grounds = transient(Reason::RateLimit, Some(0));
        let delay = next_delay(&grounds, &Policy::default(), 1, 0, 1.0);
        assert_eq!(delay, Delay::Sleep { ms: 1_000, floor_ms: 0, stated: false });
    }

    #[test]
    fn a_delay_past_the_time_for_retries_ends_the_call_now() {
        let grounds = Grounds { retry_at: Some(5), ..transient(Reason::RateLimit, Some(30_000)) };
        let stop = |elapsed| next_delay(&grounds, &Policy::default(), 1, elapsed, 0.0);
        assert_eq!(stop(89_500), Delay::Sleep { ms: 30_500, floor_ms: 30_000, stated: true });
        assert_eq!(stop(89_501), Delay::Stop { why: Stop::RetryFor, retry_at: Some(5) });
    }

    #[test]
    fn attempts_count_the_first_one() {
        let grounds = transient(Reason::ServerError, None);
        let policy = Policy { attempts: 2, ..Policy::default() };
        assert_eq!(next_delay(&grounds, &policy, 2, 0, 0.0), Delay::Stop { why: Stop::Attempts, retry_at: None });
        assert!(matches!(next_delay(&grounds, &policy, 1, 0, 0.0), Delay::Sleep { .. }));
    }

    #[test]
    fn a_malformed_wait_is_slept_and_over_the_cap_it_ends_the_call() {
        let malformed = |wait| Grounds { malformed: true, ..transient(Reason::RateLimit, Some(wait)) };
        assert_eq!(slept(&malformed(2_374), 1, 0.0), 2_874);
        let delay = next_delay(&malformed(60_001), &Policy::default(), 1, 0, 0.0);
        assert_eq!(delay, Delay::Stop { why: Stop::MalformedWait, retry_at: None });
    }

    #[test]
    fn what_may_not_be_retried_says_why() {
        let of = |class| Grounds { class, retryable: false, ..transient(Reason::RateLimit, None) };
        let why = |class| match next_delay(&of(class), &Policy::default(), 1, 0, 0.0) {
            Delay::Stop { why, .. } => why,
            Delay::Sleep { .. } => panic!("slept"),
        };
        assert_eq!(why(Class::Permanent), Stop::Permanent);
        assert_eq!(why(Class::Exhausted), Stop::Exhausted);
        assert_eq!(why(Class::Unknown), Stop::Unknown);
        assert_eq!(why(Class::Transient), Stop::NotRetryable);
    }

    #[test]
    fn no_input_makes_a_delay_overflow() {
        let policy = Policy {
            attempts: u32::MAX,
            retry_for_ms: u64::MAX,
            base_delay_ms: u64::MAX,
            max_delay_ms: u64::MAX,
            max_server_wait_ms: u64::MAX,
        };
        for wait in [None, Some(0), Some(1), Some(u64::MAX)] {
            for chance in [f64::NAN, f64::INFINITY, -1.0, 0.0, 0.999, 1.0, 2.0] {
                for attempt in [0, 1, 63, 64, 65, u32::MAX - 1] {
                    let delay = next_delay(&transient(Reason::Overloaded, wait), &policy, attempt, u64::MAX, chance);
                    if let (Delay::Sleep { ms, .. }, Some(wait)) = (delay, wait) {
                        assert!(ms >= wait);
                    }
                }
            }
        }
    }
}
