//! Reading a wait, row by row (W1 to W7), and the inputs on which peers go wrong (D4 to D12, D23 to D27, D29, D32) as far
//! as they concern reading.

use retriage::delay::{Delay, Policy, Stop, next_delay};
use retriage::wait::{ENDLESS, parse_retry_after};
use retriage::{Class, Failure, Options, Reason, Verdict, WaitSource, classify};

/// 2026-03-04T10:00:00Z, a Wednesday.
const NOW: i64 = 1_772_618_400_000;

fn judged(failure: Failure<'_>) -> Verdict {
    classify(&failure.now(NOW), &Options::default())
}

fn limited(name: &str, value: &str) -> Verdict {
    judged(Failure::new().status(429).header(name, value))
}

#[test]
fn w1_retry_after_by_rfc_9110() {
    let day = |value: &str| parse_retry_after(value, NOW);
    assert_eq!(day("3"), Some(3_000));
    assert_eq!(day("Wed, 04 Mar 2026 10:00:30 GMT"), Some(30_000));
    assert_eq!(day("Wednesday, 04-Mar-26 10:00:30 GMT"), Some(30_000));
    assert_eq!(day("Wed Mar  4 10:00:30 2026"), Some(30_000));
    assert_eq!(day(&"9".repeat(400)), Some(ENDLESS));
    for malformed in ["nan", "inf", "-1", "1.5", "+5", "1e3", "", "30, 30", "soon"] {
        assert_eq!(day(malformed), None, "{malformed:?}");
    }
}

#[test]
fn w1_a_huge_integer_is_endless_and_not_shorter() {
    let verdict = limited("retry-after", &"9".repeat(400));
    assert_eq!((verdict.class, verdict.wait_ms, verdict.retry_at), (Class::Exhausted, Some(ENDLESS), None));
}

#[test]
fn w2_the_wait_in_prose_and_bodies() {
    for (text, ms) in [
        ("Please try again in 11.344999999s.", 11_345),
        ("Please try again in 6m0s.", 360_000),
        ("Please try again in 6 hours.", 21_600_000),
        ("Rate limit reached. Please try again in 646ms.", 646),
        ("try again in 4 days 20 hours 9 minutes", 418_140_000),
        ("Please try again after '348' seconds.", 348_000),
        ("Too Many Requests: retry after 38", 38_000),
        ("Your rate limit resets in ~7s.", 7_000),
        ("Out of call volume quota. Quota will be replenished in 18.07:41:05.", 1_582_865_000),
        ("retry_delay {\n  seconds: 9\n}", 9_000),
        ("Rate limited. Limit resets at: 2026-03-04 10:00:46 UTC", 46_000),
        ("User-rate limit exceeded.  Retry after 2026-03-04T10:00:35.742Z", 35_742),
    ] {
        assert_eq!(judged(Failure::text(text)).wait_ms, Some(ms), "{text}");
    }
    for (body, ms) in [
        (r#"{"retry_after":0.529}"#, 529),
        (
            r#"{"error":{"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"36.4s"}]}}"#,
            36_400,
        ),
        (r#"{"error":{"type":"usage_limit_reached","resets_in_seconds":120}}"#, 120_000),
        (r#"{"error":"loading","estimated_time":20.0}"#, 20_000),
    ] {
        let verdict = judged(Failure::new().status(429).body(body));
        assert_eq!((verdict.wait_ms, verdict.wait_source), (Some(ms), Some(WaitSource::Body)), "{body}");
    }
}

#[test]
fn w2_numbers_of_a_client_a_window_or_a_condition_are_no_wait() {
    for text in [
        "Rate limited. Retrying in 32 seconds (attempt 7/10)",
        "Retrying chat in 2.0 seconds as it raised RateLimitError",
        "rate limit exceeded; sleeping for 2917s",
        "More than 1200 requests per 300 seconds reached",
        "Rate limit of 150 per 86400s exceeded",
        "timeout of 10000ms exceeded",
        "If you recently fixed this issue, try again after 2 minutes.",
        "Once you purchase credit, please wait a few minutes before trying again.",
        "You've hit your usage limit. Try again at 7:58 PM.",
    ] {
        assert_eq!(judged(Failure::text(text)).wait_ms, None, "{text}");
    }
}

#[test]
fn w3_margin_and_jitter_stand_above_the_servers_wait() {
    let verdict = limited("retry-after", "10");
    for chance in [0.0, 0.25, 0.5, 0.999] {
        match next_delay(&(&verdict).into(), &Policy::default(), 1, 0, chance) {
            Delay::Sleep { ms, floor_ms, stated: true } => {
                assert!(ms >= floor_ms + 500 && ms <= floor_ms + 2_500, "{ms}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn w4_the_bottleneck_is_the_meter_that_is_used_up() {
    let verdict = judged(
        Failure::new()
            .status(429)
            .header("x-ratelimit-remaining-requests", "0")
            .header("x-ratelimit-reset-requests", "20s")
            .header("x-ratelimit-remaining-tokens", "17")
            .header("x-ratelimit-reset-tokens", "1h"),
    );
    assert_eq!((verdict.wait_ms, verdict.wait_source), (Some(20_000), Some(WaitSource::RateLimitReset)));
    assert_eq!(verdict.reason, Reason::RequestsPerMinute);
    assert_eq!(verdict.meters.len(), 2);
}

#[test]
fn w4_project_tokens_and_rfc_3339_resets() {
    let project = judged(
        Failure::new()
            .status(429)
            .header("x-ratelimit-remaining-project-tokens", "0")
            .header("x-ratelimit-reset-project-tokens", "1.5s"),
    );
    assert_eq!((project.wait_ms, project.reason), (Some(1_500), Reason::TokensPerMinute));
    let anthropic = judged(
        Failure::new()
            .status(429)
            .header("anthropic-ratelimit-input-tokens-remaining", "0")
            .header("anthropic-ratelimit-input-tokens-reset", "2026-03-04T10:00:20Z")
            .header("anthropic-ratelimit-requests-remaining", "40")
            .header("anthropic-ratelimit-requests-reset", "2026-03-04T10:01:00Z"),
    );
    assert_eq!((anthropic.wait_ms, anthropic.reason), (Some(20_000), Reason::TokensPerMinute));
}

#[test]
fn w4_a_reset_whose_name_says_milliseconds_is_in_milliseconds() {
    let used_up = Failure::new().status(429).header("x-ratelimit-remaining", "0");
    assert_eq!(judged(used_up.clone().header("x-ratelimit-reset-ms", "1500")).wait_ms, Some(1_500));
    assert_eq!(judged(used_up.header("x-ratelimit-reset-after-ms", "250")).wait_ms, Some(250));
}

#[test]
fn w5_an_overloaded_service_gets_more_time_than_a_limit_without_a_hint() {
    let ceiling = |failure| match next_delay(&(&judged(failure)).into(), &Policy::default(), 1, 0, 1.0) {
        Delay::Sleep { ms, .. } => ms,
        Delay::Stop { why, .. } => panic!("{}", why.as_str()),
    };
    assert_eq!(ceiling(Failure::new().status(429)), 1_000);
    assert_eq!(ceiling(Failure::new().status(503)), 2_000);
    assert_eq!(ceiling(Failure::new().status(529)), 2_000);
    assert_eq!(ceiling(Failure::new().status(408)), 250);
}

#[test]
fn w6_a_wait_past_the_time_for_retries_is_never_shortened() {
    let verdict = limited("retry-after", "50");
    let policy = Policy { retry_for_ms: 30_000, ..Policy::default() };
    let delay = next_delay(&(&verdict).into(), &policy, 1, 0, 0.0);
    assert_eq!(delay, Delay::Stop { why: Stop::RetryFor, retry_at: Some(NOW + 50_000) });
}

#[test]
fn w7_no_cap_cuts_a_servers_wait() {
    let verdict = limited("retry-after", "50");
    let policy = Policy { max_delay_ms: 1_000, ..Policy::default() };
    let delay = next_delay(&(&verdict).into(), &policy, 1, 0, 0.0);
    assert_eq!(delay, Delay::Sleep { ms: 50_500, floor_ms: 50_000, stated: true });
}

#[test]
fn d4_compound_durations() {
    for (text, ms) in
        [("try again in 6m0s", 360_000), ("try again in 1m26.4s", 86_400), ("try again in 2m59.56s", 179_560)]
    {
        assert_eq!(judged(Failure::text(text)).wait_ms, Some(ms));
    }
    let verdict = judged(Failure::text("Please retry in 15h5m3.5s."));
    assert_eq!((verdict.class, verdict.wait_ms), (Class::Exhausted, Some(54_303_500)));
}

#[test]
fn d5_d6_d7_a_long_wait_is_exhausted_and_overflows_nothing() {
    for seconds in ["120", "86400", "4000000"] {
        let verdict = limited("retry-after", seconds);
        assert_eq!((verdict.class, verdict.reason), (Class::Exhausted, Reason::LongWait));
        let ms = seconds.parse::<i64>().expect("a number") * 1_000;
        assert_eq!(verdict.retry_at, Some(NOW + ms));
    }
}

#[test]
fn d8_asctime_is_in_gmt() {
    assert_eq!(limited("retry-after", "Wed Mar  4 10:00:30 2026").wait_ms, Some(30_000));
}

#[test]
fn d9_a_date_is_measured_against_the_servers_own_clock() {
    for skew in [-300_000, 300_000] {
        let failure = Failure::new()
            .status(429)
            .header("date", "Wed, 04 Mar 2026 10:00:00 GMT")
            .header("retry-after", "Wed, 04 Mar 2026 10:00:30 GMT")
            .now(NOW + skew);
        let verdict = classify(&failure, &Options::default());
        assert_eq!(verdict.wait_ms, Some(30_000));
        // The caller comes back by its own clock.
        assert_eq!(verdict.retry_at, Some(NOW + skew + 30_000));
    }
    // A cached answer: the server's clock has moved on by its age.
    let failure = Failure::new()
        .status(429)
        .header("date", "Wed, 04 Mar 2026 09:59:50 GMT")
        .header("age", "10")
        .header("retry-after", "Wed, 04 Mar 2026 10:00:30 GMT");
    assert_eq!(judged(failure).wait_ms, Some(30_000));
    // More than a day off is no clock.
    let failure = Failure::new()
        .status(429)
        .header("date", "Wed, 04 Mar 2020 10:00:00 GMT")
        .header("retry-after", "Wed, 04 Mar 2026 10:00:30 GMT");
    assert_eq!(judged(failure).wait_ms, Some(30_000));
}

#[test]
fn d10_epoch_milliseconds_are_told_from_seconds() {
    for reset in ["1772618430000", "1772618430", "30"] {
        let verdict =
            judged(Failure::new().status(429).header("x-ratelimit-remaining", "0").header("x-ratelimit-reset", reset));
        assert_eq!(verdict.wait_ms, Some(30_000), "{reset}");
    }
}

#[test]
fn d11_a_reset_that_tells_nothing_of_what_is_left_is_a_wait_on_a_429_alone() {
    let at = |status| judged(Failure::new().status(status).header("x-ratelimit-reset", "30")).wait_ms;
    assert_eq!([at(429), at(503)], [Some(30_000), None]);
}

#[test]
fn d11_a_reset_of_a_meter_with_room_is_no_wait() {
    let verdict = judged(
        Failure::new().status(503).header("x-ratelimit-remaining", "57").header("x-ratelimit-reset", "1772622000"),
    );
    assert_eq!((verdict.class, verdict.wait_ms), (Class::Transient, None));
    let limited = Failure::new().status(429).header("x-ratelimit-remaining", "57").header("x-ratelimit-reset", "30");
    assert_eq!(judged(limited).wait_ms, None);
}

#[test]
fn d12_a_reset_beyond_32_bits_is_exhausted() {
    let verdict = judged(
        Failure::new().status(429).header("x-ratelimit-remaining", "0").header("x-ratelimit-reset", "2200000000"),
    );
    assert_eq!((verdict.class, verdict.retry_at), (Class::Exhausted, Some(2_200_000_000_000)));
}

#[test]
fn d23_a_retry_after_of_zero_gets_backoff() {
    let verdict = limited("retry-after", "0");
    assert_eq!(verdict.wait_ms, Some(0));
    let delay = next_delay(&(&verdict).into(), &Policy::default(), 1, 0, 1.0);
    assert_eq!(delay, Delay::Sleep { ms: 1_000, floor_ms: 0, stated: false });
}

#[test]
fn d24_what_states_no_wait_gets_backoff() {
    for value in ["soon", "-5", "Infinity", "1e400", "nan"] {
        assert_eq!(limited("retry-after", value).wait_ms, None, "{value}");
    }
    let past = limited("retry-after", "Wed, 04 Mar 2026 09:00:00 GMT");
    assert_eq!(past.wait_ms, Some(0));
    let delay = next_delay(&(&past).into(), &Policy::default(), 1, 0, 1.0);
    assert_eq!(delay, Delay::Sleep { ms: 1_000, floor_ms: 0, stated: false });
}

#[test]
fn d25_two_proxies_two_values_the_larger_counts() {
    for value in ["30, 30", "30, 5", "5, 30"] {
        let verdict = limited("retry-after", value);
        assert_eq!((verdict.wait_ms, verdict.malformed), (Some(30_000), true), "{value}");
    }
    let twice = judged(Failure::new().status(429).header("retry-after", "5").header("retry-after", "30"));
    assert_eq!(twice.wait_ms, Some(30_000));
}

#[test]
fn d26_an_iso_date_is_not_a_year_of_seconds() {
    let verdict = limited("retry-after", "2026-03-04T10:00:30Z");
    assert_eq!((verdict.wait_ms, verdict.malformed), (Some(30_000), true));
}

#[test]
fn d27_the_exact_header_beats_the_one_that_rounds_it_up() {
    let both = |ms, seconds| {
        let verdict = judged(Failure::new().status(429).header("retry-after-ms", ms).header("retry-after", seconds));
        (verdict.wait_ms, verdict.wait_source)
    };
    assert_eq!(both("1372", "2"), (Some(1_372), Some(WaitSource::RetryAfterMs)));
    assert_eq!(both("100", "30"), (Some(30_000), Some(WaitSource::RetryAfter)));
    assert_eq!(both("30000", "1"), (Some(30_000), Some(WaitSource::RetryAfterMs)));
}

#[test]
fn of_two_sources_the_earlier_counts_unless_the_later_is_longer_by_a_second_at_most() {
    let wait = |seconds, body| {
        let verdict = judged(Failure::new().status(429).header("retry-after", seconds).body(body));
        (verdict.wait_ms, verdict.wait_source)
    };
    assert_eq!(wait("3", "Please try again in 3.035s."), (Some(3_035), Some(WaitSource::Message)));
    assert_eq!(wait("3", r#"{"retry_after":4.0}"#), (Some(4_000), Some(WaitSource::Body)));
    assert_eq!(wait("3", "Please try again in 4.001s."), (Some(3_000), Some(WaitSource::RetryAfter)));
    assert_eq!(wait("3", "Please try again in 2.9s."), (Some(3_000), Some(WaitSource::RetryAfter)));
}

#[test]
fn a_header_comes_before_a_field_that_before_a_sentence_and_this_before_an_empty_meter() {
    let both = r#"{"message":"Please try again in 9s.","retry_after":5}"#;
    let sentence = r#"{"message":"Please try again in 9s."}"#;
    let empty = Failure::new().status(429).header("x-ratelimit-remaining", "0").header("x-ratelimit-reset", "30");
    let source = |failure: &Failure<'static>, body| {
        let verdict = judged(Failure { body: Some(body), ..failure.clone() });
        (verdict.wait_ms, verdict.wait_source)
    };
    assert_eq!(source(&empty, "{}"), (Some(30_000), Some(WaitSource::RateLimitReset)));
    assert_eq!(source(&empty, sentence), (Some(9_000), Some(WaitSource::Message)));
    assert_eq!(source(&empty, both), (Some(5_000), Some(WaitSource::Body)));
    assert_eq!(source(&empty.clone().header("retry-after", "3"), both), (Some(3_000), Some(WaitSource::RetryAfter)));
}

#[test]
fn d29_structured_fields_go_durations_and_rfc_3339() {
    assert_eq!(limited("ratelimit", r#""default";r=0;t=30"#).wait_ms, Some(30_000));
    let go = judged(
        Failure::new()
            .status(429)
            .header("x-ratelimit-remaining-requests", "0")
            .header("x-ratelimit-reset-requests", "6m0s"),
    );
    assert_eq!((go.class, go.wait_ms), (Class::Exhausted, Some(360_000)));
    assert_eq!(limited("anthropic-ratelimit-tokens-reset", "2026-03-04T10:00:30Z").wait_ms, Some(30_000));
}

#[test]
fn d32_a_wrong_weekday_still_states_a_wait() {
    let value = "Mon, 04 Mar 2026 10:00:30 GMT";
    assert_eq!(parse_retry_after(value, NOW), None);
    let verdict = limited("retry-after", value);
    assert_eq!((verdict.wait_ms, verdict.malformed), (Some(30_000), true));
}

#[test]
fn a_malformed_wait_never_promotes_to_exhausted_and_over_the_cap_ends_the_call() {
    let verdict = limited("retry-after", "3600.5");
    assert_eq!((verdict.class, verdict.malformed), (Class::Transient, true));
    let delay = next_delay(&(&verdict).into(), &Policy::default(), 1, 0, 0.0);
    assert_eq!(delay, Delay::Stop { why: Stop::MalformedWait, retry_at: Some(NOW + 3_600_500) });
}

#[test]
fn a_wait_taken_from_an_instant_is_over_the_cap_only_beyond_two_seconds_more() {
    let at = |date| limited("retry-after", date).class;
    assert_eq!(at("Wed, 04 Mar 2026 10:01:02 GMT"), Class::Transient);
    assert_eq!(at("Wed, 04 Mar 2026 10:01:03 GMT"), Class::Exhausted);
}
