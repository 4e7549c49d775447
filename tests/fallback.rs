//! A chain of providers: whom it asks, for how long, when it comes back, and what its failures mean for a batch.

#![expect(clippy::indexing_slicing, clippy::panic, reason = "a run that goes otherwise fails its test")]
#![cfg(not(target_arch = "wasm32"))]

use std::collections::HashSet;

use retriage::fallback::{Event, Failed, Fallback, Finish, Policy, Step, is_one_provider, stops_batch};
use retriage::operation::{Now, Repeat};
use retriage::{Class, Failure, Options, Scope, Verdict, classify};

const WALL_MS: i64 = 1_700_000_000_000;

fn at(ms: u64) -> Now {
    Now { monotonic_ms: ms, wall_ms: WALL_MS.saturating_add_unsigned(ms) }
}

/// What a provider answers, judged at this moment.
fn judged(status: u16, header: (&'static str, &'static str), body: &'static str, ms: u64) -> Verdict {
    let failure = Failure { now_ms: Some(at(ms).wall_ms), ..Failure::new().status(status).header(header.0, header.1) };
    classify(&failure.body(body), &Options::default())
}

fn limited(seconds: &'static str, ms: u64) -> Event {
    Event::Failed(Failed::new(&judged(429, ("retry-after", seconds), "", ms), 1, Repeat::IfUnsent))
}

fn capped() -> Event {
    Event::Failed(Failed::new(&judged(402, ("", ""), "", 0), 1, Repeat::IfUnsent))
}

fn chain(providers: usize) -> Fallback {
    let mut chain = Fallback::new(providers, Policy::default());
    assert_eq!(asked(chain.step(Event::Start, at(0), 0.0)).0, 0);
    chain
}

/// Whom a step asks, how many attempts it gives, and the bounds in ms: window, end, longest wait.
fn asked(step: Option<Step>) -> (usize, u32, u64, u64, Option<u64>) {
    let Some(Step::Ask { provider, attempts, retry_for_ms, deadline_ms, longest_wait_ms }) = step else {
        panic!("nobody is asked: {step:?}")
    };
    (provider, attempts, retry_for_ms, deadline_ms, longest_wait_ms)
}

fn all_failed(provider: usize) -> Option<Step> {
    Some(Step::Finish(Finish::AllFailed { provider }))
}

#[test]
fn a_batch_stops_only_where_every_provider_tried_failed_for_a_reason_that_persists() {
    type Row = (&'static str, u16, &'static str, Class, Option<Scope>, bool);
    let table: [Row; 6] = [
        ("transient", 429, "slow down", Class::Transient, None, false),
        (
            "permanent call",
            400,
            r#"{"error":{"code":"context_length_exceeded"}}"#,
            Class::Permanent,
            Some(Scope::Call),
            false,
        ),
        ("permanent model", 404, r#"{"error":{"code":"model_not_found"}}"#, Class::Permanent, Some(Scope::Model), true),
        (
            "permanent account",
            401,
            r#"{"error":{"code":"invalid_api_key"}}"#,
            Class::Permanent,
            Some(Scope::Account),
            true,
        ),
        ("exhausted", 429, "Your project has exceeded its monthly spending cap.", Class::Exhausted, None, true),
        ("unknown", 0, "something odd", Class::Unknown, None, false),
    ];
    let verdicts = table.map(|(name, status, body, class, scope, persists)| {
        let failure = if status == 0 { Failure::text(body) } else { Failure::new().status(status).body(body) };
        let verdict = classify(&failure, &Options::default());
        assert_eq!((verdict.class, verdict.persists), (class, persists), "{name}");
        assert!(scope.is_none_or(|scope| verdict.scope == scope), "{name}: {:?}", verdict.scope);
        (name, verdict)
    });
    let mut rows = Vec::new();
    for a in 0..6 {
        rows.extend((0..6).map(|b| vec![a, b]));
        rows.extend((0..36).map(|bc| vec![a, bc / 6, bc % 6]));
    }
    assert_eq!(rows.len(), 36 + 216);
    let mut stops = 0;
    for row in rows {
        let names: Vec<_> = row.iter().map(|one| verdicts[*one].0).collect();
        let wanted = row.iter().all(|one| table[*one].5);
        let mut chain = chain(row.len());
        let mut step = None;
        for one in &row {
            step = chain.step(Event::Failed(Failed::new(&verdicts[*one].1, 1, Repeat::Always)), at(1), 0.0);
        }
        assert!(matches!(step, Some(Step::Finish(Finish::AllFailed { .. }))), "{names:?}: {step:?}");
        assert_eq!(chain.stops_batch(), wanted, "{names:?}");
        assert_eq!(stops_batch(row.iter().map(|one| verdicts[*one].1.stops_batch)), wanted, "{names:?}");
        stops += u32::from(wanted);
    }
    assert_eq!(stops, 9 + 27);
    assert!(!stops_batch([]), "nothing was tried");
}

#[test]
fn while_another_is_left_a_provider_has_two_attempts_and_half_of_the_time() {
    let mut chain = Fallback::new(3, Policy::default());
    assert_eq!(asked(chain.step(Event::Start, at(0), 0.0)), (0, 2, 60_000, 300_000, Some(5_000)));
    assert_eq!(asked(chain.step(capped(), at(20_000), 0.0)), (1, 2, 50_000, 290_000, Some(5_000)));
    assert_eq!(asked(chain.step(capped(), at(40_000), 0.0)), (2, 5, 80_000, 560_000, None));
    assert_eq!(chain.step(Event::Succeeded, at(41_000), 0.0), Some(Step::Finish(Finish::Return)));
}

#[test]
fn a_provider_that_hangs_leaves_time_for_the_first_attempt_of_the_next() {
    let mut chain = chain(2);
    let timed_out = Failed::new(&judged(504, ("", ""), "", 0), 1, Repeat::IfUnsent);
    assert_eq!(asked(chain.step(Event::Failed(timed_out), at(300_000), 0.0)), (1, 5, 0, 300_000, None));
    assert_eq!(chain.step(Event::Failed(timed_out), at(600_000), 0.0), all_failed(0));
}

#[test]
fn the_soonest_of_those_that_will_be_open_again_is_asked_again() {
    let mut chain = chain(3);
    chain.step(limited("30", 0), at(0), 0.0);
    chain.step(limited("9", 0), at(0), 0.0);
    assert_eq!(chain.step(capped(), at(0), 0.0), Some(Step::Wait { ms: 9_500 }));
    assert_eq!(chain.step(Event::Woke, at(9_000), 0.0), Some(Step::Wait { ms: 500 }), "woken too early");
    // The first of the three may still come back, so this turn is short.
    assert_eq!(asked(chain.step(Event::Woke, at(9_500), 0.0)), (1, 2, 55_250, 295_250, Some(5_000)));
    assert_eq!(chain.step(limited("60", 9_500), at(9_500), 0.0), Some(Step::Wait { ms: 21_000 }));
    assert_eq!(asked(chain.step(Event::Woke, at(30_500), 0.0)).0, 0);
    assert_eq!(chain.step(Event::Succeeded, at(30_600), 0.0), Some(Step::Finish(Finish::Return)));
}

#[test]
fn nobody_is_asked_again_past_the_window_or_with_no_attempt_left() {
    let mut late = chain(2);
    late.step(limited("60", 70_000), at(70_000), 0.0);
    assert_eq!(late.step(capped(), at(70_000), 0.0), all_failed(0), "60 s after 70 s is past 120 s");
    assert_eq!(late.retry_at(), Some(at(130_000).wall_ms));
    let mut worn = Fallback::new(1, Policy { attempts: 2, ..Policy::default() });
    assert_eq!(asked(worn.step(Event::Start, at(0), 0.0)).1, 2);
    worn.step(limited("1", 0), at(0), 0.0);
    assert_eq!(asked(worn.step(Event::Woke, at(1_500), 0.0)).1, 1);
    assert_eq!(worn.step(limited("1", 1_500), at(1_500), 0.0), all_failed(0));
}

#[test]
fn what_may_have_been_acted_on_is_not_asked_again_there_and_the_next_is_asked_all_the_same() {
    let wait = |repeat| {
        let mut chain = chain(2);
        let failed = Failed::new(&judged(502, ("retry-after", "3"), "", 0), 1, repeat);
        assert_eq!(asked(chain.step(Event::Failed(failed), at(0), 0.0)).0, 1);
        chain.step(capped(), at(0), 0.0)
    };
    assert_eq!(wait(Repeat::IfUnsent), all_failed(0));
    assert_eq!(wait(Repeat::Always), Some(Step::Wait { ms: 3_500 }));
}

#[test]
fn after_a_part_of_the_output_was_handed_out_nobody_else_is_asked() {
    let mut chain = chain(2);
    let failed = Failed::new(&judged(529, ("", ""), "", 0), 1, Repeat::Always);
    assert_eq!(chain.step(Event::Failed(Failed { delivered: true, ..failed }), at(5), 0.0), all_failed(0));
    assert!(!chain.stops_batch());
}

#[test]
fn the_failure_that_speaks_for_all_is_the_most_hopeful_one() {
    let failed = |persists, retry_at| {
        Event::Failed(Failed { attempts: 1, retryable: false, repeatable: false, persists, retry_at, delivered: false })
    };
    for (events, speaks) in [
        (vec![failed(true, None), failed(true, Some(5))], 0),
        (vec![failed(true, Some(5)), failed(false, None)], 1),
        (vec![failed(false, None), failed(false, Some(9)), failed(false, Some(7))], 2),
    ] {
        let mut chain = chain(events.len());
        let last = events.iter().fold(None, |_, event| chain.step(*event, at(0), 0.0));
        assert_eq!(last, all_failed(speaks), "{events:?}");
    }
}

#[test]
fn an_abort_ends_a_run_in_every_phase_and_nothing_follows_it() {
    let waiting = || {
        let mut chain = chain(1);
        chain.step(limited("3", 0), at(0), 0.0);
        chain
    };
    for mut chain in [Fallback::new(1, Policy::default()), chain(1), waiting()] {
        assert_eq!(chain.step(Event::Aborted, at(1), 0.0), Some(Step::Finish(Finish::Abort)));
        for event in [Event::Start, Event::Succeeded, capped(), Event::Woke, Event::Aborted] {
            assert_eq!(chain.step(event, at(9_000), 0.0), None);
        }
    }
}

#[test]
fn a_provider_is_known_by_its_origin_or_by_its_hosts() {
    let one = [
        ("https://api.openai.com/v1/responses", "https://api.openai.com/v1/chat/completions"),
        ("https://api.openai.com/v1", "https://eu.api.openai.com/v1"),
        ("http://127.0.0.1:8080/a", "http://127.0.0.1:8080/b"),
    ];
    let two = [
        ("https://api.openai.com/v1", "https://api.anthropic.com/v1"),
        ("https://generativelanguage.googleapis.com/v1", "https://aiplatform.googleapis.com/v1"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8081"),
        ("", ""),
    ];
    assert!(one.iter().all(|(a, b)| is_one_provider(a, b)));
    assert!(!two.iter().any(|(a, b)| is_one_provider(a, b)));
}

const DEPTH: usize = 7;
const POLICY: Policy = Policy { attempts: 3, retry_for_ms: 20_000, deadline_ms: 30_000, switch_after_ms: 5_000 };

/// What the test itself knows of the run.
#[derive(Clone, Debug, Default)]
struct Account {
    now_ms: u64,
    started_ms: Option<u64>,
    asking: Option<usize>,
    until_ms: Option<u64>,
    /// For each provider: attempts used, and whether its last failure allows another turn.
    used: Vec<u32>,
    again: Vec<bool>,
    ended: bool,
}

/// Every sequence of up to seven events, sensible or not, told to a run through two or three providers. What led to the
/// same state is gone on from once.
#[test]
fn no_sequence_of_events_makes_a_chain_do_what_it_must_not() {
    for providers in [1, 2, 3] {
        let account = Account { used: vec![0; providers], again: vec![true; providers], ..Account::default() };
        let mut search = (HashSet::new(), 0);
        explore(&Fallback::new(providers, POLICY), &account, &mut Vec::new(), &mut search);
        assert!(search.1 > 500, "{providers}: {} steps", search.1);
    }
}

fn explore(chain: &Fallback, account: &Account, path: &mut Vec<&'static str>, search: &mut (HashSet<String>, u64)) {
    if path.len() == DEPTH {
        return;
    }
    for told in ["start", "ok", "limited", "bad", "capped", "unsafe", "partial", "early", "woke", "late", "abort"] {
        path.push(told);
        let (mut chain, mut account) = (chain.clone(), account.clone());
        let due = account.until_ms.unwrap_or(account.now_ms);
        account.now_ms = match told {
            "early" => account.now_ms.max(due.saturating_sub(1)),
            "woke" => account.now_ms.max(due),
            "late" => account.now_ms.max(due) + 4_000,
            _ => account.now_ms + 100,
        };
        let wall_ms = at(account.now_ms).wall_ms;
        let failed = |retryable: bool, repeatable, persists, delivered| {
            let retry_at = retryable.then_some(wall_ms + 3_000);
            Event::Failed(Failed { attempts: 1, retryable, repeatable, persists, retry_at, delivered })
        };
        let event = match told {
            "start" => Event::Start,
            "ok" => Event::Succeeded,
            "limited" => failed(true, true, false, false),
            "bad" => failed(false, true, false, false),
            "capped" => failed(false, true, true, false),
            "unsafe" => failed(true, false, false, false),
            "partial" => failed(true, true, false, true),
            "abort" => Event::Aborted,
            _ => Event::Woke,
        };
        let step = chain.step(event, at(account.now_ms), 0.5);
        search.1 += 1;
        check(&mut account, told, step, path);
        if search.0.insert(format!("{} {account:?} {chain:?}", path.len())) {
            explore(&chain, &account, path, search);
        }
        path.pop();
    }
}

fn check(account: &mut Account, told: &str, step: Option<Step>, path: &[&str]) {
    if account.ended {
        assert_eq!(step, None, "after the end: {path:?}");
        return;
    }
    if let (Some(provider), "limited" | "bad" | "capped" | "unsafe" | "partial") = (account.asking, told) {
        account.asking = None;
        account.used[provider] += 1;
        account.again[provider] = told == "limited";
    }
    if told == "start" {
        account.started_ms.get_or_insert(account.now_ms);
    }
    let elapsed = account.now_ms - account.started_ms.unwrap_or(account.now_ms);
    match step {
        None => {}
        Some(Step::Ask { provider, attempts, retry_for_ms, deadline_ms, longest_wait_ms }) => {
            assert!(account.until_ms.take().is_none_or(|until| account.now_ms >= until), "asked too early: {path:?}");
            assert!(account.again[provider], "asked again in vain: {path:?}");
            assert!(account.used[..provider].iter().all(|used| *used > 0), "out of turn: {path:?}");
            assert!((1..=POLICY.attempts - account.used[provider]).contains(&attempts), "{attempts}: {path:?}");
            assert!(elapsed + deadline_ms <= POLICY.deadline_ms, "{path:?}");
            assert!(elapsed + retry_for_ms <= POLICY.retry_for_ms.max(elapsed), "{path:?}");
            if account.used[provider] > 0 {
                assert!(account.used.iter().all(|used| *used > 0), "again before all were tried: {path:?}");
            }
            let untried = account.used.iter().enumerate().any(|(at, used)| at != provider && *used == 0);
            assert!(!untried || longest_wait_ms == Some(5_000) && attempts <= 2, "{path:?}");
            account.asking = Some(provider);
        }
        Some(Step::Wait { ms }) => {
            let until = account.now_ms + ms;
            assert!(ms >= 1 && elapsed + ms <= POLICY.retry_for_ms, "{ms} ms: {path:?}");
            assert!(account.used.iter().all(|used| *used > 0), "waits while one is untried: {path:?}");
            if ["early", "woke", "late"].contains(&told) {
                assert_eq!(account.until_ms, Some(until), "a wait changed: {path:?}");
            }
            account.until_ms = Some(until);
        }
        Some(Step::Finish(finish)) => {
            account.ended = true;
            match finish {
                Finish::Return => assert_eq!(told, "ok", "{path:?}"),
                Finish::Abort => assert_eq!(told, "abort", "{path:?}"),
                Finish::AllFailed { provider } => assert!(account.used[provider] > 0, "{path:?}"),
            }
        }
    }
}
