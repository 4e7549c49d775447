//! A batch of items: what it begins, where it puts each one, when it stops.

#![expect(clippy::panic, reason = "a batch that goes otherwise fails its test")]
#![cfg(not(target_arch = "wasm32"))]

use std::collections::HashSet;

use retriage::batch::{Batch, Event, Failed, Place, Policy, Step, Stop};

const DONE: Step = Step::Put(Place::Done);
const FAILED: Step = Step::Put(Place::Failed);
const KEPT: Step = Step::Put(Place::NotStarted);

const fn own(rule: &str) -> Event<'_> {
    Event::Failed(Failed { stops_batch: false, rule: Some(rule), retry_at: None })
}

const CAPPED: Event<'_> = Event::Failed(Failed { stops_batch: true, rule: Some("cap"), retry_at: Some(77) });

fn batch(concurrency: u32) -> Batch {
    Batch::new(Policy { concurrency, ..Policy::default() })
}

/// Begins an item and ends it so.
fn item(batch: &mut Batch, event: Event<'_>) -> Step {
    assert_eq!(batch.step(Event::Free, 0), Step::Take);
    batch.step(event, 0)
}

#[test]
fn at_most_so_many_are_under_way() {
    let mut batch = batch(2);
    let taken: Vec<_> = (0..3).map(|_| batch.step(Event::Free, 0)).collect();
    assert_eq!(taken, [Step::Take, Step::Take, Step::Hold]);
    assert_eq!(batch.step(Event::Done, 0), DONE);
    assert_eq!(batch.step(Event::Free, 0), Step::Take);
    assert_eq!(batch.progress(0).running, 2);
}

#[test]
fn it_is_over_when_nothing_is_left_and_nothing_under_way() {
    let mut batch = batch(2);
    assert_eq!(batch.step(Event::Free, 0), Step::Take);
    assert_eq!(batch.step(Event::Free, 0), Step::Take);
    assert_eq!(batch.step(Event::Empty, 0), Step::Hold);
    assert_eq!(batch.step(Event::Done, 0), DONE);
    assert_eq!(batch.step(Event::Free, 0), Step::Finish);
    assert_eq!(batch.stop(), None);
}

#[test]
fn a_failure_that_persists_stops_it_and_belongs_to_the_next_run() {
    let mut batch = batch(3);
    for _ in 0..3 {
        assert_eq!(batch.step(Event::Free, 0), Step::Take);
    }
    assert_eq!(batch.step(CAPPED, 0), KEPT);
    assert_eq!((batch.stop(), batch.resume_at()), (Some(Stop::Persists), Some(77)));
    assert_eq!(batch.step(Event::Free, 0), Step::Hold);
    // What was under way may still succeed; what does not is for the next run too.
    assert_eq!(batch.step(Event::Done, 0), DONE);
    assert_eq!(batch.step(own("bad"), 0), KEPT);
    assert_eq!(batch.step(Event::Free, 0), Step::Finish);
    let progress = batch.progress(0);
    assert_eq!((progress.done, progress.failed, progress.running), (1, 0, 0));
}

#[test]
fn five_in_a_row_by_the_same_rule_stop_it_and_a_success_or_another_rule_begins_anew() {
    let mut alternating = batch(1);
    for i in 0..100 {
        assert_eq!(item(&mut alternating, own(if i % 5 == 4 { "other" } else { "bad" })), FAILED);
    }
    let mut between = batch(1);
    for _ in 0..20 {
        (0..4).for_each(|_| assert_eq!(item(&mut between, own("bad")), FAILED));
        assert_eq!(item(&mut between, Event::Done), DONE);
    }
    (0..4).for_each(|_| assert_eq!(item(&mut between, own("bad")), FAILED));
    assert_eq!(item(&mut between, own("bad")), KEPT);
    assert_eq!(between.stop(), Some(Stop::Same));
    assert_eq!(between.progress(0).failed, 84);
}

#[test]
fn failures_that_no_rule_knows_are_the_same_too() {
    let mut batch = batch(1);
    let unknown = Event::Failed(Failed { stops_batch: false, rule: None, retry_at: None });
    (0..4).for_each(|_| assert_eq!(item(&mut batch, unknown), FAILED));
    assert_eq!(item(&mut batch, unknown), KEPT);
}

#[test]
fn an_abort_stops_it_and_what_was_under_way_belongs_to_the_next_run() {
    let mut batch = batch(2);
    batch.step(Event::Free, 0);
    assert_eq!(batch.step(Event::Aborted, 0), Step::Hold);
    assert_eq!(batch.step(Event::Free, 0), Step::Hold);
    assert_eq!(batch.step(own("aborted"), 0), KEPT);
    assert_eq!(batch.step(Event::Free, 0), Step::Finish);
    assert_eq!(batch.stop(), Some(Stop::Aborted));
}

#[test]
fn a_resumed_batch_counts_on() {
    let mut batch = Batch::resumed(Policy::default(), 40, 2);
    item(&mut batch, Event::Done);
    let progress = batch.progress(0);
    assert_eq!((progress.done, progress.failed), (41, 2));
}

/// Every sequence of up to eleven events, told to a batch of five items. What led to the same state is gone on from once.
#[test]
fn no_sequence_of_events_loses_an_item_or_begins_one_too_many() {
    for concurrency in [1, 2, 3] {
        let policy = Policy { concurrency, stop_after_same: 2 };
        let mut search = (HashSet::new(), 0, concurrency);
        explore(&Batch::new(policy), Account::default(), &mut Vec::new(), &mut search);
        assert!(search.1 > 2_000, "{} steps", search.1);
    }
}

const ITEMS: u32 = 5;

/// What the test itself knows of the items.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    running: u32,
    done: u32,
    failed: u32,
    kept: u32,
    stopped: bool,
    /// The last to fail, how many in a row, and by which event.
    row: (u32, &'static str),
}

fn explore(batch: &Batch, account: Account, path: &mut Vec<&'static str>, search: &mut (HashSet<String>, u64, u32)) {
    if path.len() == 11 {
        return;
    }
    for told in ["free", "done", "bad", "worse", "cap", "abort"] {
        let ends = ["done", "bad", "worse", "cap"].contains(&told);
        if ends && account.running == 0 {
            continue;
        }
        path.push(told);
        let (mut batch, mut account) = (batch.clone(), account);
        let event = match told {
            "free" => Event::Free,
            "done" => Event::Done,
            "cap" => CAPPED,
            "abort" => Event::Aborted,
            rule => own(rule),
        };
        let mut step = batch.step(event, 0);
        if step == Step::Take {
            assert!(!account.stopped && account.running < search.2, "one too many: {path:?}");
            account.running += 1;
            if account.running + account.done + account.failed + account.kept > ITEMS {
                account.running -= 1;
                step = batch.step(Event::Empty, 0);
                account.stopped = true;
            }
        }
        if ends {
            account.running -= 1;
            let row = if account.row.1 == told { account.row.0 + 1 } else { 1 };
            account.row = if told == "done" { (0, "") } else { (row, told) };
            match step {
                Step::Put(Place::Done) => account.done += 1,
                Step::Put(Place::Failed) => account.failed += 1,
                Step::Put(Place::NotStarted) => account.kept += 1,
                _ => panic!("an item is lost: {path:?}"),
            }
            let wanted = match told {
                "done" => DONE,
                "cap" => KEPT,
                _ if batch.stop().is_some() => KEPT,
                _ => FAILED,
            };
            assert_eq!(step, wanted, "{path:?}");
            assert_eq!(
                batch.stop().is_some() && !account.stopped,
                !account.stopped && (told == "cap" || account.row.0 == 2)
            );
        }
        account.stopped |= batch.stop().is_some();
        assert_eq!(
            step == Step::Finish,
            told != "done" && !ends && account.stopped && account.running == 0,
            "{path:?}"
        );
        let progress = batch.progress(0);
        let counted = (progress.done, progress.failed, progress.running);
        assert_eq!(counted, (u64::from(account.done), u64::from(account.failed), account.running), "{path:?}");
        search.1 += 1;
        if search.0.insert(format!("{} {account:?} {batch:?}", path.len())) {
            explore(&batch, account, path, search);
        }
        path.pop();
    }
}
