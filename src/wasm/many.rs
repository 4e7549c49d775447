//! Chains of providers and batches of items, by handle. A handle that means nothing gives NaN, or no numbers.

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

use super::slab::Slab;
use super::{instant, number, whole};
use crate::batch::{self, Batch, Place, Stop};
use crate::fallback::{self, Fallback, Finish, Step};
use crate::gate::account::digest;
use crate::operation::Now;

thread_local! {
    static CHAINS: RefCell<Slab<Fallback>> = const { RefCell::new(Slab::new()) };
    static BATCHES: RefCell<Slab<Batch>> = const { RefCell::new(Slab::new()) };
}

/// Makes a run through so many providers.
#[wasm_bindgen]
pub fn fallback_new(providers: f64, attempts: f64, retry_for_ms: f64, deadline_ms: f64, switch_after_ms: f64) -> f64 {
    let policy = fallback::Policy {
        attempts: count(attempts),
        retry_for_ms: whole(retry_for_ms),
        deadline_ms: whole(deadline_ms),
        switch_after_ms: whole(switch_after_ms),
    };
    let providers = usize::try_from(whole(providers)).unwrap_or(0);
    CHAINS.with_borrow_mut(|chains| chains.insert(Fallback::new(providers, policy))).unwrap_or(f64::NAN)
}

/// Frees a run.
#[wasm_bindgen]
pub fn fallback_free(chain: f64) {
    CHAINS.with_borrow_mut(|chains| chains.remove(chain));
}

/// Tells a run what happened: 0 start, 1 success, 2 failure, 3 woke, 4 aborted. For a failure `flags` is the sum of 1
/// retryable, 2 repeatable, 4 persists and 8 delivered, and a `retry_at` of NaN is none.
///
/// The answer begins with what to do: 0 nothing; 1 ask, then provider, attempts, window, end and longest wait, NaN for
/// none; 2 wait, then for how long; 3 return; 4 all failed, then who speaks for them, whether a batch stops and when to
/// try again; 5 abort.
#[wasm_bindgen]
pub fn fallback_step(
    chain: f64,
    event: u8,
    flags: u8,
    attempts: f64,
    retry_at: f64,
    monotonic_ms: f64,
    wall_ms: f64,
    chance: f64,
) -> Box<[f64]> {
    let now = Now { monotonic_ms: whole(monotonic_ms), wall_ms: instant(wall_ms).unwrap_or(0) };
    let event = match event {
        0 => fallback::Event::Start,
        1 => fallback::Event::Succeeded,
        2 => fallback::Event::Failed(fallback::Failed {
            attempts: count(attempts),
            retryable: flags & 1 > 0,
            repeatable: flags & 2 > 0,
            persists: flags & 4 > 0,
            retry_at: instant(retry_at),
            delivered: flags & 8 > 0,
        }),
        3 => fallback::Event::Woke,
        _ => fallback::Event::Aborted,
    };
    CHAINS.with_borrow_mut(|chains| {
        let Some(chain) = chains.get_mut(chain) else { return Box::from([]) };
        match chain.step(event, now, chance) {
            None => Box::from([0.0]),
            Some(Step::Ask { provider, attempts, retry_for_ms, deadline_ms, longest_wait_ms }) => Box::from([
                1.0,
                number(provider as u64),
                f64::from(attempts),
                number(retry_for_ms),
                number(deadline_ms),
                longest_wait_ms.map_or(f64::NAN, number),
            ]),
            Some(Step::Wait { ms }) => Box::from([2.0, number(ms)]),
            Some(Step::Finish(Finish::Return)) => Box::from([3.0]),
            Some(Step::Finish(Finish::AllFailed { provider })) => {
                let stops = f64::from(u8::from(chain.stops_batch()));
                Box::from([4.0, number(provider as u64), stops, time(chain.retry_at())])
            }
            Some(Step::Finish(Finish::Abort)) => Box::from([5.0]),
        }
    })
}

/// Whether two addresses are the same provider's.
#[wasm_bindgen]
#[must_use]
pub fn is_one_provider(url: &str, other: &str) -> bool {
    fallback::is_one_provider(url, other)
}

/// Makes a batch of which so many items are done and so many have failed.
#[wasm_bindgen]
pub fn batch_new(concurrency: f64, stop_after_same: f64, done: f64, failed: f64) -> f64 {
    let policy = batch::Policy { concurrency: count(concurrency), stop_after_same: count(stop_after_same) };
    let batch = Batch::resumed(policy, whole(done), whole(failed));
    BATCHES.with_borrow_mut(|batches| batches.insert(batch)).unwrap_or(f64::NAN)
}

/// Frees a batch.
#[wasm_bindgen]
pub fn batch_free(batch: f64) {
    BATCHES.with_borrow_mut(|batches| batches.remove(batch));
}

/// Tells a batch what happened: 0 free, 1 empty, 2 done, 3 failed, 4 failed and the batch is to stop, 5 aborted. A
/// `retry_at` of NaN and an empty rule are none. The answer is 0 take, 1 hold, 2 finish, 3 put to done, 4 to failed, 5 to
/// those not started.
#[wasm_bindgen]
pub fn batch_step(batch: f64, event: u8, rule: &str, retry_at: f64, now_ms: f64) -> f64 {
    let event = match event {
        0 => batch::Event::Free,
        1 => batch::Event::Empty,
        2 => batch::Event::Done,
        3 | 4 => {
            let rule = Some(rule).filter(|rule| !rule.is_empty());
            batch::Event::Failed(batch::Failed { stops_batch: event == 4, rule, retry_at: instant(retry_at) })
        }
        _ => batch::Event::Aborted,
    };
    BATCHES.with_borrow_mut(|batches| {
        let Some(batch) = batches.get_mut(batch) else { return f64::NAN };
        match batch.step(event, whole(now_ms)) {
            batch::Step::Take => 0.0,
            batch::Step::Hold => 1.0,
            batch::Step::Finish => 2.0,
            batch::Step::Put(Place::Done) => 3.0,
            batch::Step::Put(Place::Failed) => 4.0,
            batch::Step::Put(Place::NotStarted) => 5.0,
        }
    })
}

/// How far a batch has come: done, failed, running, items a second; then why it has stopped (0 not, 1 a failure that
/// persists, 2 the same failure again and again, 3 by the caller) and when to go on, NaN for no time.
#[wasm_bindgen]
#[must_use]
pub fn batch_progress(batch: f64, now_ms: f64) -> Box<[f64]> {
    BATCHES.with_borrow_mut(|batches| {
        let Some(batch) = batches.get_mut(batch) else { return Box::from([]) };
        let progress = batch.progress(whole(now_ms));
        let stop = match batch.stop() {
            None => 0.0,
            Some(Stop::Persists) => 1.0,
            Some(Stop::Same) => 2.0,
            Some(Stop::Aborted) => 3.0,
        };
        let (done, failed) = (number(progress.done), number(progress.failed));
        Box::from([done, failed, f64::from(progress.running), progress.per_second, stop, time(batch.resume_at())])
    })
}

/// The key of one call of an item, by the names of both and of the batch: the first 128 bits of their SHA-256, in
/// hexadecimal digits. A name may be a person's, and a key goes to the provider.
#[wasm_bindgen]
#[must_use]
pub fn item_key(names: &str) -> String {
    digest(names, 16)
}

fn count(value: f64) -> u32 {
    u32::try_from(whole(value)).unwrap_or(u32::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "a time that came as a number, or a bit later")]
fn time(at: Option<i64>) -> f64 {
    at.map_or(f64::NAN, |at| at as f64)
}
