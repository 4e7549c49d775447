//! Many calls through one set of gates, in virtual time: outages, bursts, latches, slots.

#[path = "support/world.rs"]
mod world;

use retriage::delay::Stop;
use retriage::gate::{Heed, Lane};
use retriage::operation::{Finish, Request};
use world::{Answer, World, down, figure, get, limited, ok, policy};

#[test]
fn an_outage_costs_little_more_than_a_send_a_call() {
    for breaker in [true, false] {
        let mut world = World::new(|at, _| if at < 60_000 { down() } else { ok() });
        let policy = policy(|policy| policy.heed = Heed { breaker, ..Heed::default() });
        for call in 0..300 {
            world.call(call * 200, get(), &policy);
        }
        world.run();
        let sends = world.sends.len();
        assert!(sends <= 360, "breaker {breaker}: {sends} sends for 300 calls");
        let how = if breaker { "with the breaker" } else { "with `breaker: false`" };
        figure(&format!("| 300 calls in a minute of 503, {how} | {sends} sends |"));
    }
}

#[test]
fn after_an_outage_calls_flow_again_by_themselves_within_thirty_one_seconds() {
    let mut world = World::new(|at, _| if at < 60_000 { down() } else { ok() });
    let policy = policy(|_| {});
    for call in 0..600 {
        world.call(call * 200, get(), &policy);
    }
    world.run();
    let first = world.ends.iter().flatten().filter(|end| end.finish == Finish::Return).map(|end| end.at_ms).min();
    assert!(first.unwrap() <= 91_000, "the first success came at {first:?}");
    let after = (first.unwrap() - 60_000) as f64 / 1_000.0;
    figure(&format!("| calls flow again after the outage | {after:.1} s after its end |"));
    // From then on every call is served.
    let late = world.ends[460..].iter().flatten();
    assert!(late.clone().all(|end| end.finish == Finish::Return && end.attempts == 1));
    assert_eq!(late.count(), 140);
}

#[test]
fn an_open_circuit_fails_new_calls_fast_and_lets_one_probe_through() {
    let mut world = World::new(|at, _| if at < 60_000 { down() } else { ok() });
    let policy = policy(|policy| policy.delay.attempts = 1);
    for call in 0..5 {
        world.call(call, get(), &policy);
    }
    for call in 0..20 {
        world.call(1_000 + call, get(), &policy);
        world.call(31_000 + call, get(), &policy);
    }
    world.run();
    assert_eq!(world.sends.len(), 6, "five that opened it and one probe");
    let fast = world.ends.iter().flatten().filter(|end| end.finish == Finish::FailFast);
    assert!(fast.clone().all(|end| end.stop == Some(Stop::CircuitOpen) && end.attempts == 0));
    assert_eq!(fast.count(), 39);
}

#[test]
fn client_errors_never_open_a_circuit() {
    let mut world = World::new(|_, _| (400, Vec::new(), "{\"error\":{\"type\":\"invalid_request_error\"}}"));
    let policy = policy(|_| {});
    (0..50).for_each(|call| {
        world.call(call * 10, get(), &policy);
    });
    world.run();
    assert_eq!((world.sends.len(), world.ended(Finish::ReturnFailed)), (50, 50));
}

#[test]
fn one_refusal_holds_the_calls_that_come_after_it() {
    let mut world = World::new(|at, _| if at < 3_000 { limited(3) } else { ok() });
    let policy = policy(|_| {});
    for call in 0..100 {
        world.call(call * 20, get(), &policy);
    }
    world.run();
    assert_eq!(world.ended(Finish::Return), 100);
    // Three were sent before the first refusal was known.
    let early = world.sends.iter().filter(|at| **at < 3_500).count();
    assert!(early <= 4, "{early} were sent into the limit");
    assert!(!world.sends.iter().any(|at| (100..3_050).contains(at)), "none is sent while the pause lasts");
    // And afterwards they do not come at once.
    let most =
        (0..).map(|i| world.sends.iter().filter(|at| (i * 100..i * 100 + 100).contains(*at)).count()).take(200).max();
    assert!(most.unwrap() <= 64, "{most:?} in one tenth of a second");
}

/// Sixty requests a minute: a bucket of 60 that gains one a second, and tells no meter.
fn unmetered_bucket() -> impl FnMut(u64, usize) -> Answer {
    let (mut level, mut since) = (60.0_f64, 0_u64);
    move |at, _| {
        level = (level + (at - since) as f64 / 1_000.0).min(60.0);
        since = at;
        if level >= 1.0 {
            level -= 1.0;
            ok()
        } else {
            limited(3)
        }
    }
}

#[test]
fn a_burst_against_a_bucket_is_served_whole_when_it_may_wait() {
    let mut world = World::new(unmetered_bucket());
    let policy = policy(|policy| {
        policy.delay.retry_for_ms = 300_000;
        policy.delay.attempts = 10;
    });
    (0..200).for_each(|_| {
        world.call(0, get(), &policy);
    });
    world.run();
    let failed = world.ends.iter().flatten().find(|end| end.finish != Finish::Return);
    assert_eq!(world.ended(Finish::Return), 200, "{failed:?}");
    let sends = world.sends.len();
    figure(&format!("| 200 calls at once, 60 a minute and no meters, up to five minutes | all done, {sends} sends |"));
}

#[test]
fn a_burst_against_a_bucket_ends_in_time_where_it_may_not() {
    let mut world = World::new(unmetered_bucket());
    (0..200).for_each(|_| {
        world.call(0, get(), &policy(|_| {}));
    });
    world.run();
    assert_eq!(world.ends.iter().flatten().count(), 200);
    let last = world.sends.iter().max().unwrap();
    assert!(*last <= 120_000, "one was sent after {last} ms");
    let served = world.ended(Finish::Return);
    assert!(served >= 120, "{served} of 200 were served");
    let sends = world.sends.len();
    figure(&format!("| the same with the defaults (two minutes) | {served} of 200 done, {sends} sends |"));
}

#[test]
fn a_spend_cap_costs_one_request_then_one_probe_each_five_minutes() {
    let cap = || (429, Vec::new(), "Your project has exceeded its monthly spending cap.");
    let mut world = World::new(move |_, _| cap());
    let policy = policy(|_| {});
    for call in 0..10_000 {
        world.call(call * 100, get(), &policy);
    }
    world.run();
    // 1 000 seconds: the first, and probes after 300, 600 and 900.
    assert_eq!(world.sends.len(), 4, "{:?}", world.sends);
    assert_eq!(world.ended(Finish::FailFast), 9_996);
    figure("| 10 000 calls in 1 000 s after a spend cap | 4 sends: the first and three probes |");
}

#[test]
fn a_repaired_account_serves_again_at_the_next_probe_and_at_once_after_a_reset() {
    let mut world = World::new(|at, _| {
        if at < 10_000 { (429, Vec::new(), "Your project has exceeded its monthly spending cap.") } else { ok() }
    });
    let policy = policy(|_| {});
    for call in 0..400 {
        world.call(call * 1_000, get(), &policy);
    }
    world.run();
    let served = world.ends.iter().flatten().filter(|end| end.finish == Finish::Return).map(|end| end.at_ms).min();
    assert_eq!(served, Some(301_050));
    assert!(world.ends[302..].iter().flatten().all(|end| end.finish == Finish::Return));

    let mut world = World::new(|at, _| {
        if at < 10_000 { (429, Vec::new(), "Your project has exceeded its monthly spending cap.") } else { ok() }
    });
    world.call(0, get(), &policy);
    world.run();
    world.gates.reset(Some("https://api.example.com"));
    world.call(11_000, get(), &policy);
    world.run();
    assert_eq!(world.ended(Finish::Return), 1);
}

#[test]
fn another_model_or_account_is_not_held_back_by_ones_cap() {
    let lane = |account: &str, model: &str| Request {
        lane: Lane::new("https://api.example.com", account, Some(model)),
        ..get()
    };
    let capped = |_: u64, _: usize| (429, Vec::new(), "Your project has exceeded its monthly spending cap.");
    let mut world = World::new(capped);
    let policy = policy(|_| {});
    world.call(0, lane("a", "small"), &policy);
    world.call(1_000, lane("b", "small"), &policy);
    world.call(2_000, lane("a", "large"), &policy);
    world.run();
    assert_eq!(
        world.sends.len(),
        2,
        "the cap is the account's: its other model is held back, the other account is not"
    );
}

#[test]
fn a_lone_401_never_latches() {
    let mut world = World::new(|_, _| (401, Vec::new(), "{\"error\":{\"code\":\"invalid_api_key\"}}"));
    let policy = policy(|_| {});
    (0..10).for_each(|call| {
        world.call(call * 100, get(), &policy);
    });
    world.run();
    assert_eq!(world.sends.len(), 10);
}

#[test]
fn the_retry_budget_is_refilled_by_time() {
    let mut world = World::new(|_, _| down());
    let policy = policy(|policy| policy.heed = Heed { breaker: false, ..Heed::default() });
    for call in 0..100 {
        world.call(call * 10, get(), &policy);
    }
    world.run();
    let sends = world.sends.len();
    assert!((110..=111).contains(&sends), "{sends}");
    let began = world.sends.len();
    for call in 0..100 {
        world.call(600_000 + call * 10, get(), &policy);
    }
    world.run();
    assert!(world.sends.len() - began >= 110, "ten minutes bring ten retries back");
}

#[test]
fn no_more_calls_are_under_way_than_may_be() {
    let mut world = World::new(|_, _| ok());
    world.latency = |chance| 20 + (chance * 200.0) as u64;
    let policy = policy(|policy| policy.heed = Heed { concurrency: Some(3), ..Heed::default() });
    (0..60).for_each(|call| {
        world.call(call * 5, get(), &policy);
    });
    world.run();
    assert_eq!(world.ended(Finish::Return), 60);
    let mut edges: Vec<(u64, i32)> = world.flights.iter().flat_map(|(from, to)| [(*from, 1), (*to, -1)]).collect();
    edges.sort_unstable();
    let most = edges
        .iter()
        .scan(0, |sum, (_, edge)| {
            *sum += edge;
            Some(*sum)
        })
        .max();
    assert_eq!(most, Some(3));
}
