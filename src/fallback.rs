//! Many providers that can do the same: whom to ask next, how long, and when to ask again.
//!
//! A driver tells [`Fallback::step`] what came of each turn and does what the [`Step`] says. It gives every provider a
//! call of its own ([`crate::operation`]), within the bounds of [`Step::Ask`]; here is decided only what follows when
//! that call has failed.
//!
//! ```
//! use retriage::fallback::{Event, Failed, Fallback, Finish, Policy, Step};
//! use retriage::operation::{Now, Repeat};
//! use retriage::{Failure, Options, classify};
//!
//! let mut chain = Fallback::new(2, Policy::default());
//! let now = |ms: u64| Now { monotonic_ms: ms, wall_ms: ms as i64 };
//! let failed = |status, header: (&'static str, &'static str), ms| {
//!     let failure = Failure::new().status(status).header(header.0, header.1);
//!     let verdict = classify(&Failure { now_ms: Some(ms), ..failure }, &Options::default());
//!     Event::Failed(Failed::new(&verdict, 1, Repeat::IfUnsent))
//! };
//!
//! // The first provider asks for nine seconds, which is longer than a turn may wait; so the second is asked at once.
//! let Some(Step::Ask { provider: 0, .. }) = chain.step(Event::Start, now(0), 0.0) else { unreachable!() };
//! let step = chain.step(failed(429, ("retry-after", "9"), 10), now(10), 0.0);
//! assert!(matches!(step, Some(Step::Ask { provider: 1, .. })));
//! // That one is out of money. The first will be open again before the window is over, so it is asked once more.
//! assert_eq!(chain.step(failed(402, ("", ""), 20), now(20), 0.0), Some(Step::Wait { ms: 9_490 }));
//! let step = chain.step(Event::Woke, now(9_510), 0.0);
//! assert!(matches!(step, Some(Step::Ask { provider: 0, longest_wait_ms: None, .. })));
//! assert_eq!(chain.step(Event::Succeeded, now(9_600), 0.0), Some(Step::Finish(Finish::Return)));
//! ```

#![deny(clippy::arithmetic_side_effects)]

use crate::classify::provider_at;
use crate::delay;
use crate::operation::{Now, Repeat};
use crate::verdict::{Sent, Verdict};

/// What bounds one run through a chain of providers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// How many attempts one provider may have in all, its later turns included. Default 5.
    pub attempts: u32,
    /// How long after its start the run may still begin an attempt that is not a provider's first, in milliseconds.
    /// Default 120 000.
    pub retry_for_ms: u64,
    /// The hard end of the run, in milliseconds from its start. Default 600 000.
    pub deadline_ms: u64,
    /// The longest that a turn may wait while another provider is left, in milliseconds. Default 5 000.
    pub switch_after_ms: u64,
}

impl Default for Policy {
    fn default() -> Self {
        Self { attempts: 5, retry_for_ms: 120_000, deadline_ms: 600_000, switch_after_ms: 5_000 }
    }
}

/// How many attempts a provider has while another is left.
const ATTEMPTS_OF_TURN: u32 = 2;

/// What a provider's turn failed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed {
    /// How many attempts it took; 0 where nothing was sent.
    pub attempts: u32,
    /// Whether the same call may succeed there after a wait: [`Verdict::retryable`].
    pub retryable: bool,
    /// Whether a repeat there cannot count twice.
    pub repeatable: bool,
    /// Whether the next call fails there too: [`Verdict::persists`].
    pub persists: bool,
    /// When to try there again, in milliseconds since the Unix epoch.
    pub retry_at: Option<i64>,
    /// Whether a part of the output had been handed out.
    pub delivered: bool,
}

impl Failed {
    /// By the verdict on a call of so many attempts, of which nothing was handed out. A body that can be sent only once
    /// is made anew for each turn, so it counts here as any other.
    #[must_use]
    pub const fn new(verdict: &Verdict, attempts: u32, repeat: Repeat) -> Self {
        Self {
            attempts,
            retryable: verdict.retryable,
            repeatable: matches!(repeat, Repeat::Always) || matches!(verdict.sent, Sent::No),
            persists: verdict.persists,
            retry_at: verdict.retry_at,
            delivered: false,
        }
    }
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The run began.
    Start,
    /// The provider that was asked has answered.
    Succeeded,
    /// The provider that was asked has failed, in all attempts that it had.
    Failed(Failed),
    /// A wait is over.
    Woke,
    /// The caller aborted.
    Aborted,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Give this provider a turn: one call, with these bounds or its own where they are narrower.
    Ask {
        /// Its place in the chain.
        provider: usize,
        /// How many attempts the call has.
        attempts: u32,
        /// How long the call may go on beginning attempts, in milliseconds.
        retry_for_ms: u64,
        /// The call's hard end, in milliseconds from its start.
        deadline_ms: u64,
        /// The longest that the call may wait at one time, in milliseconds; `None` where no other provider is left.
        longest_wait_ms: Option<u64>,
    },
    /// Sleep, then say [`Event::Woke`].
    Wait {
        /// How long, in milliseconds.
        ms: u64,
    },
    /// The run is over.
    Finish(Finish),
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// With what the provider answered that was asked last.
    Return,
    /// Every provider has failed; or one has after a part of its output was handed out, or the time is over.
    AllFailed {
        /// The provider whose failure speaks for the run: the first that can be asked again soonest, else the first whose
        /// failure does not persist, else the first.
        provider: usize,
    },
    /// By the caller.
    Abort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    New,
    Asking { provider: usize },
    Waiting { provider: usize, until_ms: u64 },
    Ended,
}

/// What is known of one provider in this run.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    failed: Option<Failed>,
    /// Attempts that it has used, at least one a turn.
    used: u32,
    /// When it may be asked again, where it may.
    ready_ms: Option<u64>,
}

/// One run through a chain of providers.
///
/// - The providers are asked in their order; one that has recovered is asked first again in the next run.
/// - A failure moves on at once. What is worth waiting for is waited for in the provider's own call: two attempts, no
///   wait over `switch_after_ms` and half of the time that is left, while another provider is; all there is for the last.
/// - When all have failed, the one that said when it is open again, the soonest, is asked again then, if that lies inside
///   the window, its failure was transient, a repeat cannot count twice and it has attempts left.
/// - What an event does not fit changes nothing: the answer is the wait that is left, or `None`.
#[derive(Clone, Debug)]
pub struct Fallback {
    policy: Policy,
    phase: Phase,
    started_ms: u64,
    tried: Vec<Tried>,
}

impl Fallback {
    /// A run that has not begun, through so many providers.
    #[must_use]
    pub fn new(providers: usize, policy: Policy) -> Self {
        Self { policy, phase: Phase::New, started_ms: 0, tried: vec![Tried::default(); providers] }
    }

    /// Takes what happened and says what to do next. `chance` is a random number from 0 up to 1, used where a wait is drawn.
    pub fn step(&mut self, event: Event, now: Now, chance: f64) -> Option<Step> {
        match (self.phase, event) {
            (Phase::Ended, _) => None,
            (_, Event::Aborted) => Some(self.finish(Finish::Abort)),
            (Phase::New, Event::Start) => {
                self.started_ms = now.monotonic_ms;
                Some(self.next(now))
            }
            (Phase::Asking { .. }, Event::Succeeded) => Some(self.finish(Finish::Return)),
            (Phase::Asking { provider }, Event::Failed(failed)) => {
                self.note(provider, failed, now, chance);
                Some(if failed.delivered { self.all_failed() } else { self.next(now) })
            }
            (Phase::Waiting { provider, until_ms }, Event::Woke) => {
                Some(match until_ms.saturating_sub(now.monotonic_ms) {
                    0 => self.ask(provider, now),
                    ms => Step::Wait { ms },
                })
            }
            _ => None,
        }
    }

    /// Whether a batch that this chain serves is to stop: [`stops_batch`] over the providers tried.
    #[must_use]
    pub fn stops_batch(&self) -> bool {
        stops_batch(self.tried.iter().filter_map(|one| Some(one.failed?.persists)))
    }

    /// The soonest that a provider which was tried says it can be tried again, in milliseconds since the Unix epoch.
    #[must_use]
    pub fn retry_at(&self) -> Option<i64> {
        self.tried.iter().filter_map(|one| one.failed?.retry_at).min()
    }

    fn note(&mut self, provider: usize, failed: Failed, now: Now, chance: f64) {
        let Some(one) = self.tried.get_mut(provider) else { return };
        one.failed = Some(failed);
        one.used = one.used.saturating_add(failed.attempts.max(1));
        let again = failed.retryable && failed.repeatable && one.used < self.policy.attempts;
        one.ready_ms = failed.retry_at.filter(|_| again).map(|at| {
            let wait_ms = u64::try_from(at.saturating_sub(now.wall_ms)).unwrap_or(0);
            now.monotonic_ms.saturating_add(delay::after(wait_ms, chance))
        });
    }

    fn next(&mut self, now: Now) -> Step {
        if now.monotonic_ms >= self.end_ms(self.policy.deadline_ms) {
            return self.all_failed();
        }
        if let Some(provider) = self.tried.iter().position(|one| one.failed.is_none()) {
            return self.ask(provider, now);
        }
        let (last_ms, providers) = (self.last_ms(), 0..self.tried.len());
        let ready = providers.filter_map(|at| Some((self.ready_ms(at, last_ms)?, at))).min();
        let Some((until_ms, provider)) = ready else { return self.all_failed() };
        match until_ms.saturating_sub(now.monotonic_ms) {
            0 => self.ask(provider, now),
            ms => {
                self.phase = Phase::Waiting { provider, until_ms };
                Step::Wait { ms }
            }
        }
    }

    fn ask(&mut self, provider: usize, now: Now) -> Step {
        self.phase = Phase::Asking { provider };
        let last_ms = self.last_ms();
        let others = (0..self.tried.len()).filter(|at| *at != provider);
        let left = others.into_iter().any(|at| {
            self.tried.get(at).is_some_and(|one| one.failed.is_none()) || self.ready_ms(at, last_ms).is_some()
        });
        let used = self.tried.get(provider).map_or(0, |one| one.used);
        let attempts = self.policy.attempts.saturating_sub(used).max(1);
        let share = |bound_ms| {
            let ms = self.end_ms(bound_ms).saturating_sub(now.monotonic_ms);
            if left { ms / 2 } else { ms }
        };
        Step::Ask {
            provider,
            attempts: if left { attempts.min(ATTEMPTS_OF_TURN) } else { attempts },
            retry_for_ms: share(self.policy.retry_for_ms),
            deadline_ms: share(self.policy.deadline_ms),
            longest_wait_ms: left.then_some(self.policy.switch_after_ms),
        }
    }

    /// When a provider may be asked again, if that is inside the window.
    fn ready_ms(&self, provider: usize, last_ms: u64) -> Option<u64> {
        self.tried.get(provider)?.ready_ms.filter(|ready| *ready <= last_ms)
    }

    /// The last moment at which an attempt may begin that is not a provider's first.
    fn last_ms(&self) -> u64 {
        let deadline_ms = self.end_ms(self.policy.deadline_ms).saturating_sub(1);
        self.end_ms(self.policy.retry_for_ms).min(deadline_ms)
    }

    const fn end_ms(&self, bound_ms: u64) -> u64 {
        self.started_ms.saturating_add(bound_ms)
    }

    fn all_failed(&mut self) -> Step {
        let failed = |of: &dyn Fn(Failed) -> bool| self.tried.iter().position(|one| one.failed.is_some_and(of));
        let soonest = self.tried.iter().filter_map(|one| one.failed.filter(|failed| !failed.persists)?.retry_at).min();
        let provider = soonest
            .and_then(|at| failed(&|failed| !failed.persists && failed.retry_at == Some(at)))
            .or_else(|| failed(&|failed| !failed.persists))
            .unwrap_or(0);
        self.finish(Finish::AllFailed { provider })
    }

    fn finish(&mut self, how: Finish) -> Step {
        self.phase = Phase::Ended;
        Step::Finish(how)
    }
}

/// Whether a batch is to stop, by whether the failure of each provider tried persists: only where there is one and all do.
/// One that only refused this item, or may recover, can serve the next.
pub fn stops_batch(persists: impl IntoIterator<Item = bool>) -> bool {
    let mut persists = persists.into_iter().peekable();
    persists.peek().is_some() && persists.all(|one| one)
}

/// Whether two addresses are the same provider's: by their origin, or by the hosts that are known to be one provider's.
///
/// Falling back from one key or account to another of the same provider is a way round its limits, and is refused.
#[must_use]
pub fn is_one_provider(url: &str, other: &str) -> bool {
    let origin = crate::gate::Lane::of_url;
    let known = |url| provider_at(url);
    known(url).is_some_and(|provider| known(other) == Some(provider))
        || origin(url).service().is_some_and(|service| origin(other).service() == Some(service))
}
