//! Many calls through one set of gates, in virtual time: herds, outages, bursts, latches.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test world")]

use std::collections::BTreeMap;
use std::sync::Arc;

use retriage::delay::Stop;
use retriage::gate::{Gates, Heed, Lane};
use retriage::operation::{Event, Finish, Now, Operation, Policy, Request, Step};

/// What a server answers: status, headers, body.
type Answer = (u16, Vec<(&'static str, String)>, &'static str);

/// How long an answer takes, by chance.
type Latency = fn(f64) -> u64;

/// How one call ended.
#[derive(Clone, Debug)]
struct End {
    at_ms: u64,
    finish: Finish,
    stop: Option<Stop>,
    attempts: u32,
}

/// Calls that share gates, and the server that they call.
struct World<S> {
    gates: Gates,
    server: S,
    latency: Latency,
    /// Calls that a worker begins when one of its own has ended.
    backlog: Vec<(Request, Arc<Policy>)>,
    chance: u64,
    due: BTreeMap<(u64, u64), (usize, Due)>,
    count: u64,
    calls: Vec<Operation>,
    answers: Vec<Option<Answer>>,
    sends: Vec<u64>,
    /// When each attempt began and ended.
    flights: Vec<(u64, u64)>,
    ends: Vec<Option<End>>,
}

#[derive(Clone, Copy, Debug)]
enum Due {
    Start,
    Answer,
    Woke,
}

impl<S: FnMut(u64) -> Answer> World<S> {
    fn new(server: S) -> Self {
        Self {
            gates: Gates::default(),
            server,
            latency: |_| 50,
            backlog: Vec::new(),
            chance: 0x2545_F491_4F6C_DD1D,
            due: BTreeMap::new(),
            count: 0,
            calls: Vec::new(),
            answers: Vec::new(),
            sends: Vec::new(),
            flights: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn call(&mut self, at_ms: u64, request: Request, policy: &Arc<Policy>) -> usize {
        let call = self.calls.len();
        self.calls.push(Operation::new(request, Arc::clone(policy)));
        self.answers.push(None);
        self.ends.push(None);
        self.schedule(at_ms, call, Due::Start);
        call
    }

    fn schedule(&mut self, at_ms: u64, call: usize, due: Due) {
        self.count += 1;
        self.due.insert((at_ms, self.count), (call, due));
    }

    /// A xorshift generator, so that every run is the same.
    fn chance(&mut self) -> f64 {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn run(&mut self) {
        let mut steps = 0_u32;
        while let Some(((at_ms, _), (call, due))) = self.due.pop_first() {
            steps += 1;
            assert!(steps < 5_000_000, "the calls never end");
            self.step(at_ms, call, due);
        }
        assert!(self.ends.iter().all(Option::is_some), "a call was left hanging");
    }

    fn step(&mut self, at_ms: u64, call: usize, due: Due) {
        let now = Now { monotonic_ms: at_ms, wall_ms: 1_700_000_000_000 + at_ms as i64 };
        let chance = self.chance();
        let operation = &mut self.calls[call];
        let step = match due {
            Due::Start => operation.step(&mut self.gates, Event::Start, now, chance),
            Due::Woke => operation.step(&mut self.gates, Event::Woke, now, chance),
            Due::Answer => {
                let (status, headers, text) = self.answers[call].take().unwrap();
                let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
                let read = operation.step(&mut self.gates, Event::Headers { status, headers: &headers }, now, chance);
                if matches!(read, Some(Step::ReadBody { .. })) {
                    operation.step(&mut self.gates, Event::Body { text, cut: false }, now, chance)
                } else {
                    read
                }
            }
        };
        match step.expect("every event here is expected") {
            Step::Wait { ms, .. } => self.schedule(at_ms + ms, call, Due::Woke),
            Step::Send { .. } => {
                self.sends.push(at_ms);
                self.answers[call] = Some((self.server)(at_ms));
                let latency = (self.latency)(self.chance());
                self.flights.push((at_ms, at_ms + latency));
                self.schedule(at_ms + latency, call, Due::Answer);
            }
            Step::ReadBody { .. } => panic!("a body was read twice"),
            Step::Finish(finish) => {
                let operation = &self.calls[call];
                self.ends[call] = Some(End { at_ms, finish, stop: operation.stop(), attempts: operation.attempts() });
                if let Some((request, policy)) = self.backlog.pop() {
                    self.call(at_ms, request, &policy);
                }
            }
        }
    }

    /// Runs calls by so many workers, and answers when the last has ended.
    fn work(&mut self, workers: usize, calls: Vec<Request>, policy: &Arc<Policy>) -> u64 {
        self.backlog = calls.into_iter().rev().map(|request| (request, Arc::clone(policy))).collect();
        for _ in 0..workers {
            if let Some((request, policy)) = self.backlog.pop() {
                self.call(0, request, &policy);
            }
        }
        self.run();
        self.ends.iter().flatten().map(|end| end.at_ms).max().unwrap_or(0)
    }

    fn ended(&self, finish: Finish) -> usize {
        self.ends.iter().flatten().filter(|end| end.finish == finish).count()
    }
}

fn get() -> Request {
    Request::new("GET", "https://api.example.com/v1/things")
}

fn policy(edit: impl FnOnce(&mut Policy)) -> Arc<Policy> {
    let mut policy = Policy::default();
    edit(&mut policy);
    Arc::new(policy)
}

fn ok() -> Answer {
    (200, Vec::new(), "")
}

fn down() -> Answer {
    (503, Vec::new(), "")
}

fn limited(seconds: u64) -> Answer {
    (429, vec![("retry-after", seconds.to_string())], "{\"error\":{\"code\":\"rate_limit_exceeded\"}}")
}

#[test]
fn an_outage_costs_little_more_than_a_send_a_call() {
    for breaker in [true, false] {
        let mut world = World::new(|at| if at < 60_000 { down() } else { ok() });
        let policy = policy(|policy| policy.heed = Heed { breaker, ..Heed::default() });
        for call in 0..300 {
            world.call(call * 200, get(), &policy);
        }
        world.run();
        let sends = world.sends.len();
        assert!(sends <= 360, "breaker {breaker}: {sends} sends for 300 calls");
    }
}

#[test]
fn after_an_outage_calls_flow_again_by_themselves_within_thirty_one_seconds() {
    let mut world = World::new(|at| if at < 60_000 { down() } else { ok() });
    let policy = policy(|_| {});
    for call in 0..600 {
        world.call(call * 200, get(), &policy);
    }
    world.run();
    let first = world.ends.iter().flatten().filter(|end| end.finish == Finish::Return).map(|end| end.at_ms).min();
    assert!(first.unwrap() <= 91_000, "the first success came at {first:?}");
    // From then on every call is served.
    let late = world.ends[460..].iter().flatten();
    assert!(late.clone().all(|end| end.finish == Finish::Return && end.attempts == 1));
    assert_eq!(late.count(), 140);
}

#[test]
fn an_open_circuit_fails_new_calls_fast_and_lets_one_probe_through() {
    let mut world = World::new(|at| if at < 60_000 { down() } else { ok() });
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
    let mut world = World::new(|_| (400, Vec::new(), "{\"error\":{\"type\":\"invalid_request_error\"}}"));
    let policy = policy(|_| {});
    (0..50).for_each(|call| {
        world.call(call * 10, get(), &policy);
    });
    world.run();
    assert_eq!((world.sends.len(), world.ended(Finish::ReturnFailed)), (50, 50));
}

#[test]
fn one_refusal_holds_the_calls_that_come_after_it() {
    let mut world = World::new(|at| if at < 3_000 { limited(3) } else { ok() });
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

#[test]
fn a_burst_against_a_bucket_is_served_whole_when_it_may_wait() {
    // 60 a minute: a bucket of 60 that gains one a second.
    let (mut level, mut since) = (60.0_f64, 0_u64);
    let mut world = World::new(move |at| {
        level = (level + (at - since) as f64 / 1_000.0).min(60.0);
        since = at;
        if level >= 1.0 {
            level -= 1.0;
            ok()
        } else {
            limited(3)
        }
    });
    let policy = policy(|policy| {
        policy.delay.retry_for_ms = 300_000;
        policy.delay.attempts = 10;
    });
    for _ in 0..200 {
        world.call(0, get(), &policy);
    }
    world.run();
    assert_eq!(
        world.ended(Finish::Return),
        200,
        "{:?}",
        world.ends.iter().flatten().find(|end| end.finish != Finish::Return)
    );
}

#[test]
fn a_spend_cap_costs_one_request_then_one_probe_each_five_minutes() {
    let cap = || (429, Vec::new(), "Your project has exceeded its monthly spending cap.");
    let mut world = World::new(move |_| cap());
    let policy = policy(|_| {});
    for call in 0..10_000 {
        world.call(call * 100, get(), &policy);
    }
    world.run();
    // 1 000 seconds: the first, and probes after 300, 600 and 900.
    assert_eq!(world.sends.len(), 4, "{:?}", world.sends);
    assert_eq!(world.ended(Finish::FailFast), 9_996);
}

#[test]
fn a_repaired_account_serves_again_at_the_next_probe_and_at_once_after_a_reset() {
    let mut world = World::new(|at| {
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

    let mut world = World::new(|at| {
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
    let capped = |_: u64| (429, Vec::new(), "Your project has exceeded its monthly spending cap.");
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
    let mut world = World::new(|_| (401, Vec::new(), "{\"error\":{\"code\":\"invalid_api_key\"}}"));
    let policy = policy(|_| {});
    (0..10).for_each(|call| {
        world.call(call * 100, get(), &policy);
    });
    world.run();
    assert_eq!(world.sends.len(), 10);
}

#[test]
fn the_retry_budget_is_refilled_by_time() {
    let mut world = World::new(|_| down());
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

/// Sixty requests a minute, told as meters: by windows, or as a bucket that fills steadily. It counts its refusals.
fn metered(bucket: bool, refusals: &std::cell::Cell<u32>) -> impl FnMut(u64) -> Answer {
    let (mut left, mut since) = (60.0_f64, 0_u64);
    move |at| {
        if bucket {
            left = (left + (at - since) as f64 / 1_000.0).min(60.0);
            since = at;
        } else if at - since >= 60_000 {
            left = 60.0;
            since = at - at % 60_000;
        }
        let refused = left < 1.0;
        left = if refused { left } else { left - 1.0 };
        let resets = if bucket { ((60.0 - left) * 1_000.0) as u64 } else { 60_000 - (at - since) };
        let name = |role: &str| match (bucket, role) {
            (true, "limit") => "anthropic-ratelimit-requests-limit",
            (true, "remaining") => "anthropic-ratelimit-requests-remaining",
            (true, _) => "anthropic-ratelimit-requests-reset",
            (false, "limit") => "x-ratelimit-limit-requests",
            (false, "remaining") => "x-ratelimit-remaining-requests",
            (false, _) => "x-ratelimit-reset-requests",
        };
        let reset = if bucket { rfc3339(1_700_000_000_000 + at + resets) } else { format!("{}ms", resets) };
        let headers = vec![
            (name("limit"), "60".to_owned()),
            (name("remaining"), (left.floor() as u64).to_string()),
            (name("reset"), reset),
        ];
        if refused {
            refusals.set(refusals.get() + 1);
            (429, headers, "{\"error\":{\"code\":\"rate_limit_exceeded\"}}")
        } else {
            (200, headers, "")
        }
    }
}

/// A time of the day on which the tests' clock begins, 2023-11-14.
fn rfc3339(ms: u64) -> String {
    let of_day = ms - 1_699_920_000_000;
    let (seconds, day) = (of_day / 1_000 % 86_400, 14 + of_day / 86_400_000);
    format!(
        "2023-11-{day:02}T{:02}:{:02}:{:02}.{:03}Z",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60,
        of_day % 1_000
    )
}

#[test]
fn three_hundred_calls_by_eight_workers_keep_to_sixty_a_minute() {
    for bucket in [false, true] {
        let refusals = std::cell::Cell::new(0);
        let mut world = World::new(metered(bucket, &refusals));
        world.latency = |chance| 200 + (chance * 2_800.0) as u64;
        let policy = policy(|policy| policy.delay.retry_for_ms = 600_000);
        let took = world.work(8, vec![get(); 300], &policy);
        assert_eq!(world.ended(Finish::Return), 300);
        assert!(refusals.get() <= 3, "bucket {bucket}: {} refusals", refusals.get());
        assert!(took <= 264_000, "bucket {bucket}: took {took} ms, the optimum is 240 000");
    }
}

#[test]
fn three_hundred_calls_at_once_are_all_served() {
    for bucket in [false, true] {
        let refusals = std::cell::Cell::new(0);
        let mut world = World::new(metered(bucket, &refusals));
        world.latency = |chance| 200 + (chance * 2_800.0) as u64;
        let policy = policy(|policy| {
            policy.delay.retry_for_ms = 600_000;
            policy.delay.attempts = 10;
        });
        (0..300).for_each(|_| {
            world.call(0, get(), &policy);
        });
        world.run();
        println!(
            "bucket {bucket}: {} refusals, {} sends, ended at {:?}",
            refusals.get(),
            world.sends.len(),
            world.ends.iter().flatten().map(|end| end.at_ms).max()
        );
        assert_eq!(world.ended(Finish::Return), 300);
    }
}

#[test]
fn no_more_calls_are_under_way_than_may_be() {
    let mut world = World::new(|_| ok());
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

#[test]
fn slow_down_halves_the_rate_and_lets_it_recover() {
    // Ten sends a second until the server objects, once.
    let mut objected = false;
    let mut world = World::new(move |at| {
        if at >= 60_000 && !objected {
            objected = true;
            return (429, Vec::new(), "{\"error\":{\"code\":\"slow_down\"}}");
        }
        ok()
    });
    let policy = policy(|policy| {
        policy.delay.retry_for_ms = 10_000_000;
        policy.deadline_ms = 10_000_000;
    });
    (0..18_000).for_each(|call| {
        world.call(call * 200, get(), &policy);
    });
    world.run();
    let in_minute =
        |minute: u64| world.sends.iter().filter(|at| (minute * 60_000..(minute + 1) * 60_000).contains(*at)).count();
    assert_eq!(in_minute(0), 300);
    assert!((2..15).all(|minute| in_minute(minute) <= 152), "{:?}", (0..40).map(in_minute).collect::<Vec<_>>());
    assert!(
        (17..30).all(|minute| (200..=228).contains(&in_minute(minute))),
        "{:?}",
        (0..40).map(in_minute).collect::<Vec<_>>()
    );
    assert_eq!(world.ended(Finish::Return), 18_000);
}
