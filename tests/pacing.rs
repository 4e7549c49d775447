//! Many calls that keep to what a server allows, in virtual time: meters, herds, the ramp.

#![expect(clippy::indexing_slicing, reason = "a test world")]

#[path = "support/world.rs"]
mod world;

use std::cell::Cell;

use retriage::operation::Finish;
use world::{Answer, World, figure, get, limited, ok, policy};

/// Sixty requests a minute, told as meters: by windows, or as a bucket that fills steadily. It counts its refusals.
fn metered(bucket: bool, refusals: &Cell<u32>) -> impl FnMut(u64, usize) -> Answer {
    let (mut left, mut since) = (60.0_f64, 0_u64);
    move |at, _| {
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

const fn form(bucket: bool) -> &'static str {
    if bucket { "a bucket" } else { "by windows" }
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
        let refusals = Cell::new(0);
        let mut world = World::new(metered(bucket, &refusals));
        world.latency = |chance| 200 + (chance * 2_800.0) as u64;
        let policy = policy(|policy| policy.delay.retry_for_ms = 600_000);
        let took = world.work(8, vec![get(); 300], &policy);
        assert_eq!(world.ended(Finish::Return), 300);
        assert!(refusals.get() <= 3, "bucket {bucket}: {} refusals", refusals.get());
        assert!(took <= 264_000, "bucket {bucket}: took {took} ms, the optimum is 240 000");
        figure(&format!(
            "| 300 calls by 8 workers, 60 requests a minute, {} | {:.0} s of 240 s | {} |",
            form(bucket),
            took as f64 / 1_000.0,
            refusals.get()
        ));
    }
}

#[test]
fn three_hundred_calls_at_once_are_all_served() {
    for bucket in [false, true] {
        let refusals = Cell::new(0);
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
        let took = world.ends.iter().flatten().map(|end| end.at_ms).max().unwrap();
        figure(&format!(
            "| 300 calls at once, 60 requests a minute, {} | {:.0} s of 240 s | {} |",
            form(bucket),
            took as f64 / 1_000.0,
            refusals.get()
        ));
        assert_eq!(world.ended(Finish::Return), 300);
    }
}

#[test]
fn slow_down_halves_the_rate_and_lets_it_recover() {
    // Five sends a second until the server objects, once.
    let mut objected = false;
    let mut world = World::new(move |at, _| {
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
    let curve: String = (0..48)
        .step_by(3)
        .map(|minute| format!("{minute:>2} min {:>3} {}\n", in_minute(minute), "#".repeat(in_minute(minute) / 5)))
        .collect();
    figure(&curve);
}

/// 100 000 tokens a minute, told as a meter, by windows or as a bucket. It counts its refusals.
fn token_metered(bucket: bool, costs: &[u64], refusals: &Cell<u32>) -> impl FnMut(u64, usize) -> Answer {
    const LIMIT: f64 = 100_000.0;
    let (mut left, mut since) = (LIMIT, 0_u64);
    move |at, call| {
        if bucket {
            left = (left + (at - since) as f64 * LIMIT / 60_000.0).min(LIMIT);
            since = at;
        } else if at - since >= 60_000 {
            left = LIMIT;
            since = at - at % 60_000;
        }
        let cost = costs[call] as f64;
        let refused = left < cost;
        left = if refused { left } else { left - cost };
        let full_ms = if bucket { ((LIMIT - left) * 60_000.0 / LIMIT) as u64 } else { 60_000 - (at - since) };
        let enough_ms = if bucket { ((cost - left) * 60_000.0 / LIMIT).max(0.0) as u64 } else { full_ms };
        let meter = |role: &str, value: String| {
            let name = match (bucket, role) {
                (true, "limit") => "anthropic-ratelimit-tokens-limit",
                (true, "remaining") => "anthropic-ratelimit-tokens-remaining",
                (true, _) => "anthropic-ratelimit-tokens-reset",
                (false, "limit") => "x-ratelimit-limit-tokens",
                (false, "remaining") => "x-ratelimit-remaining-tokens",
                (false, _) => "x-ratelimit-reset-tokens",
            };
            (name, value)
        };
        let reset = if bucket { rfc3339(1_700_000_000_000 + at + full_ms) } else { format!("{full_ms}ms") };
        let mut headers = vec![
            meter("limit", "100000".to_owned()),
            meter("remaining", (left as u64).to_string()),
            meter("reset", reset),
        ];
        if !refused {
            return (200, headers, "");
        }
        refusals.set(refusals.get() + 1);
        headers.push(("retry-after", enough_ms.div_ceil(1_000).to_string()));
        (429, headers, "{\"error\":{\"code\":\"rate_limit_exceeded\"}}")
    }
}

#[test]
fn tokens_are_used_up_and_hardly_a_call_is_refused() {
    for (bucket, most) in [(false, 1.15), (true, 1.05)] {
        let (mut ratios, mut refused) = (0.0, 0.0);
        for seed in 1..=20 {
            let refusals = Cell::new(0);
            let mut chance = seed * 0x9E37_79B9;
            let costs: Vec<u64> = (0..200)
                .map(|_| {
                    chance = chance * 48_271 % 2_147_483_647;
                    500 + chance % 19_501
                })
                .collect();
            let total: u64 = costs.iter().sum();
            let mut world = World::new(token_metered(bucket, &costs, &refusals));
            world.seed(seed);
            world.latency = |chance| 200 + (chance * 2_800.0) as u64;
            let policy = policy(|policy| policy.delay.retry_for_ms = 600_000);
            let took = world.work(8, vec![get(); 200], &policy);
            assert_eq!(world.ended(Finish::Return), 200);
            // What nobody can beat: the last tokens are there when all before them were.
            let optimum = if bucket { (total - 100_000) * 60_000 / 100_000 } else { (total - 1) / 100_000 * 60_000 };
            ratios += took as f64 / optimum as f64 / 20.0;
            refused += f64::from(refusals.get()) / 200.0 / 20.0;
        }
        assert!(ratios <= most, "bucket {bucket}: {ratios} x the optimum");
        assert!(refused <= 0.03, "bucket {bucket}: {refused} of the calls were refused");
        figure(&format!(
            "| 200 calls of 500 to 20 000 tokens by 8 workers, 100 000 tokens a minute, {} (mean of 20) | {ratios:.3} of the optimum | {:.1} % |",
            form(bucket),
            refused * 100.0
        ));
    }
}

/// How many of the times fall together in any tenth of a second.
fn most_at_once(times: &[u64]) -> usize {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.iter().map(|from| times.iter().filter(|at| (*from..from + 100).contains(*at)).count()).max().unwrap_or(0)
}

#[test]
fn of_two_hundred_clients_that_are_told_the_same_none_comes_early_and_few_at_once() {
    for seconds in [10, 60] {
        for calls in [1, 200] {
            let mut sends = Vec::new();
            for seed in 0..200 / calls {
                let mut world = World::new(|at, _| if at < 1_000 { limited(seconds) } else { ok() });
                world.seed(seed + 1);
                world.latency = |_| 50;
                (0..calls).for_each(|_| {
                    world.call(0, get(), &policy(|_| {}));
                });
                world.run();
                assert_eq!(world.ended(Finish::Return), calls as usize);
                sends.extend(world.sends.iter().filter(|at| **at >= 1_000));
            }
            assert_eq!(sends.len(), 200);
            assert!(sends.iter().all(|at| *at >= seconds * 1_000 + 50), "one came early");
            let most = most_at_once(&sends);
            assert!(most <= 30, "{most} of 200 came in one tenth of a second");
            let who = if calls == 1 { "200 clients" } else { "200 calls of one client" };
            figure(&format!("| {who}, told `Retry-After: {seconds}` | {most} of 200 |"));
        }
    }
}
