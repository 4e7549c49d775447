//! Many items: when to begin the next, where each one belongs that has ended, and when to stop.
//!
//! A driver tells [`Batch::step`] what happened and does what the [`Step`] says. What the items are, and how each is
//! worked on, is the driver's; this holds counts, so it is as small for a million items as for one.
//!
//! ```
//! use retriage::batch::{Batch, Event, Failed, Place, Policy, Step, Stop};
//! use retriage::{Failure, Options, classify};
//!
//! let mut batch = Batch::new(Policy { concurrency: 1, ..Policy::default() });
//! let answers = [None, Some("400 Bad Request"), Some("Rate limit reached on tokens per day (TPD)."), None];
//! let mut items = ["a", "b", "c", "d"].into_iter().zip(answers);
//! let (mut done, mut failed, mut kept) = (vec![], vec![], vec![]);
//! while batch.step(Event::Free, 0) == Step::Take {
//!     let Some((item, answer)) = items.next() else {
//!         batch.step(Event::Empty, 0);
//!         break;
//!     };
//!     let verdict = answer.map(|text| classify(&Failure::text(text), &Options::default()));
//!     match batch.step(verdict.as_ref().map_or(Event::Done, |verdict| Event::Failed(Failed::new(verdict))), 0) {
//!         Step::Put(Place::Done) => done.push(item),
//!         Step::Put(Place::Failed) => failed.push(item),
//!         _ => kept.push(item),
//!     }
//! }
//! kept.extend(items.map(|(item, _)| item));
//!
//! // One bad request is its item's own affair. A cap on the day is not: the rest is kept for the next run.
//! assert_eq!((done, failed, kept), (vec!["a"], vec!["b"], vec!["c", "d"]));
//! assert_eq!(batch.stop(), Some(Stop::Persists));
//! ```

#![deny(clippy::arithmetic_side_effects)]

use crate::hash::hash;
use crate::verdict::Verdict;

/// How a batch is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// How many items may be under way at one time. Default 4.
    pub concurrency: u32,
    /// After how many items in a row that failed by the same rule the batch stops, without a success between them.
    /// Default 5.
    pub stop_after_same: u32,
}

impl Default for Policy {
    fn default() -> Self {
        Self { concurrency: 4, stop_after_same: 5 }
    }
}

/// What an item failed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed<'a> {
    /// Whether the next item fails as well, at every provider that there is: [`Verdict::stops_batch`], or
    /// [`crate::fallback::Fallback::stops_batch`].
    pub stops_batch: bool,
    /// The rule that decided; `None` counts as one more.
    pub rule: Option<&'a str>,
    /// When to try again, in milliseconds since the Unix epoch.
    pub retry_at: Option<i64>,
}

impl<'a> Failed<'a> {
    /// By the verdict on the only provider.
    #[must_use]
    pub fn new(verdict: &'a Verdict) -> Self {
        Self { stops_batch: verdict.stops_batch, rule: verdict.rule.as_deref(), retry_at: verdict.retry_at }
    }
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// The driver could take an item.
    Free,
    /// It was to take one, and there is none left.
    Empty,
    /// An item ended with success.
    Done,
    /// An item ended without.
    Failed(Failed<'a>),
    /// The caller aborted.
    Aborted,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Take the next item and begin it.
    Take,
    /// Take none until one that is under way has ended.
    Hold,
    /// The item that ended belongs there.
    Put(Place),
    /// The batch is over: nothing is under way, and nothing will be begun.
    Finish,
}

/// Where an item belongs that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is done, and is never done again.
    Done,
    /// It failed by itself.
    Failed,
    /// It is as if it had not been begun, and is for the next run: its failure stopped the batch, or came after that.
    NotStarted,
}

/// Why a batch stopped before its items ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Every provider failed for a reason that persists.
    Persists,
    /// Too many items in a row failed by the same rule.
    Same,
    /// The caller aborted.
    Aborted,
}

impl Stop {
    /// The stable word for this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Persists => "persists",
            Self::Same => "same",
            Self::Aborted => "aborted",
        }
    }
}

/// How far a batch has come. Of all items some are done, some failed, and the rest is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Items done, those of earlier runs included.
    pub done: u64,
    /// Items failed, those of earlier runs included.
    pub failed: u64,
    /// Items under way, which are among those left.
    pub running: u32,
    /// Items that end in a second: of late, or over the whole run where few have ended of late.
    pub per_second: f64,
}

/// The state of a batch.
#[derive(Clone, Debug)]
pub struct Batch {
    policy: Policy,
    done: u64,
    failed: u64,
    running: u32,
    empty: bool,
    stop: Option<Stop>,
    retry_at: Option<i64>,
    /// The rule by which the last items failed, and how many.
    same: (u32, u32),
    rate: Rate,
}

impl Batch {
    /// A batch of which nothing is done.
    #[must_use]
    pub const fn new(policy: Policy) -> Self {
        Self::resumed(policy, 0, 0)
    }

    /// A batch of which so many items are done, and so many failed and are not tried again.
    #[must_use]
    pub const fn resumed(policy: Policy, done: u64, failed: u64) -> Self {
        let rate = Rate { began_ms: None, since_ms: 0, ended: 0, before: 0, whole: 0 };
        Self { policy, done, failed, running: 0, empty: false, stop: None, retry_at: None, same: (0, 0), rate }
    }

    /// Takes what happened and says what to do next. `now_ms` is of a clock that never goes back.
    pub fn step(&mut self, event: Event<'_>, now_ms: u64) -> Step {
        self.rate.roll(now_ms);
        match event {
            Event::Free if self.stop.is_none() && !self.empty => {
                if self.running >= self.policy.concurrency.max(1) {
                    return Step::Hold;
                }
                self.running = self.running.saturating_add(1);
                Step::Take
            }
            Event::Free => self.rest(),
            Event::Empty => {
                self.empty = true;
                self.running = self.running.saturating_sub(1);
                self.rest()
            }
            Event::Done => {
                self.end();
                self.done = self.done.saturating_add(1);
                self.same = (0, 0);
                Step::Put(Place::Done)
            }
            Event::Failed(failed) => {
                self.end();
                Step::Put(self.place(failed))
            }
            Event::Aborted => {
                self.stop = self.stop.or(Some(Stop::Aborted));
                self.rest()
            }
        }
    }

    /// Why the batch has stopped, if it has.
    #[must_use]
    pub const fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// When to go on, in milliseconds since the Unix epoch, where the failure that stopped the batch says so.
    #[must_use]
    pub const fn resume_at(&self) -> Option<i64> {
        self.retry_at
    }

    /// How far it has come.
    #[must_use]
    pub fn progress(&self, now_ms: u64) -> Progress {
        let mut rate = self.rate;
        rate.roll(now_ms);
        let Self { done, failed, running, .. } = *self;
        Progress { done, failed, running, per_second: rate.per_second(now_ms) }
    }

    fn rest(&self) -> Step {
        if self.running == 0 { Step::Finish } else { Step::Hold }
    }

    fn end(&mut self) {
        self.running = self.running.saturating_sub(1);
        self.rate.ended = self.rate.ended.saturating_add(1);
        self.rate.whole = self.rate.whole.saturating_add(1);
    }

    fn place(&mut self, failed: Failed<'_>) -> Place {
        if self.stop.is_some() {
            return Place::NotStarted;
        }
        let rule = hash(failed.rule.unwrap_or("").as_bytes());
        let (last, count) = self.same;
        self.same = (rule, if rule == last { count.saturating_add(1) } else { 1 });
        let why = if failed.stops_batch { Some(Stop::Persists) } else { Some(Stop::Same).filter(|_| self.is_same()) };
        if why.is_none() {
            self.failed = self.failed.saturating_add(1);
            return Place::Failed;
        }
        (self.stop, self.retry_at) = (why, failed.retry_at);
        Place::NotStarted
    }

    const fn is_same(&self) -> bool {
        self.same.1 >= self.policy.stop_after_same
    }
}

/// How many items end in a time: counted in windows, of which the last whole one weighs as much of it as is not yet over.
#[derive(Clone, Copy, Debug)]
struct Rate {
    began_ms: Option<u64>,
    since_ms: u64,
    ended: u64,
    before: u64,
    whole: u64,
}

const WINDOW_MS: u64 = 30_000;

/// So few say nothing, and the whole run is asked.
const FEW: f64 = 10.0;

impl Rate {
    fn roll(&mut self, now_ms: u64) {
        if self.began_ms.is_none() {
            (self.began_ms, self.since_ms) = (Some(now_ms), now_ms);
        }
        let windows = now_ms.saturating_sub(self.since_ms).checked_div(WINDOW_MS).unwrap_or(0);
        if windows > 0 {
            self.before = if windows == 1 { self.ended } else { 0 };
            self.ended = 0;
            self.since_ms = self.since_ms.saturating_add(windows.saturating_mul(WINDOW_MS));
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a rate need not be exact")]
    fn per_second(&self, now_ms: u64) -> f64 {
        let began_ms = self.began_ms.unwrap_or(now_ms);
        let window = WINDOW_MS as f64;
        let share = 1.0 - now_ms.saturating_sub(self.since_ms) as f64 / window;
        let late = self.ended as f64 + self.before as f64 * share;
        let (count, ms) = if late < FEW || self.since_ms == began_ms {
            (self.whole as f64, now_ms.saturating_sub(began_ms) as f64)
        } else {
            (late, window)
        };
        if ms > 0.0 { count * 1_000.0 / ms } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate_after(ends: impl Iterator<Item = u64>, now_ms: u64) -> f64 {
        let mut batch = Batch::new(Policy::default());
        batch.step(Event::Free, 0);
        ends.for_each(|at| {
            batch.step(Event::Done, at);
        });
        batch.progress(now_ms).per_second
    }

    #[test]
    fn the_rate_is_that_of_late() {
        let steady = |from: u64, to: u64, every: usize| (from..to).step_by(every);
        assert_eq!(rate_after([].into_iter(), 0), 0.0);
        assert_eq!(rate_after(steady(0, 10_000, 100), 10_000), 10.0);
        assert_eq!(rate_after(steady(0, 600_000, 100), 600_000), 10.0);
        let slower = rate_after(steady(0, 300_000, 10).chain(steady(300_000, 600_000, 1_000)), 600_000);
        assert!((0.9..1.1).contains(&slower), "{slower}");
    }

    #[test]
    fn where_few_have_ended_of_late_the_rate_is_that_of_the_whole_run() {
        assert_eq!(rate_after((0..10).map(|i| i * 60_000), 600_000), 10.0 / 600.0);
    }
}
