//! The engine on an invented provider.

use crate::{Class, Confidence, Failure, Options, Place, Reason, Scope, Thrown, Verdict, classify};

fn judged(failure: Failure<'_>) -> Verdict {
    classify(&failure, &Options::default())
}

#[track_caller]
fn decides(failure: Failure<'_>, rule: &str) {
    let verdict = judged(failure);
    assert_eq!(verdict.rule.as_deref(), Some(rule), "{verdict:?}");
}

#[track_caller]
fn does_not_decide(failure: Failure<'_>, rule: &str) {
    let verdict = judged(failure);
    assert_ne!(verdict.rule.as_deref(), Some(rule), "{verdict:?}");
}

#[test]
fn a_code_is_the_whole_value_of_a_code_field_or_a_whole_identifier() {
    for text in [
        r#"{"error":{"type":"ZORB_CAP"}}"#,
        r#"{"error":{"code":"zorbcap"}}"#,
        "it said (code: zorb_cap) and stopped",
        "com.zorblat.ZorbCap: no",
        "<Error><Code>ZorbCap</Code></Error>",
        "error_code=zorb_cap",
        r#"{"__type":"zorbcap:http://internal.example/"}"#,
    ] {
        decides(Failure::text(text), "invented/code");
    }
    for text in [r#"{"error":{"code":"zorb_cap_soon"}}"#, "zorb cap", "zorbcapped", r#"{"input":{"code":"zorb_cap"}}"#]
    {
        does_not_decide(Failure::text(text), "invented/code");
    }
}

#[test]
fn what_a_model_said_does_not_count_and_an_error_beside_it_does() {
    let said = r#"{"choices":[{"delta":{"content":"zorb_cap"}}],"output_text":"zorb_cap","tool_calls":[{"arguments":"zorb_cap"}]}"#;
    does_not_decide(Failure::new().status(200).body(said), "invented/code");
    decides(Failure::new().status(200).body(r#"{"choices":[{"error":{"code":"zorb_cap"}}]}"#), "invented/code");
}

#[test]
fn a_field_is_found_by_the_end_of_its_path_and_its_value() {
    decides(Failure::new().body(r#"{"a":[{"zorb":{"kind":7}}]}"#), "invented/field");
    decides(Failure::new().body(r#"{"zorb":[{"sort":"8"}]}"#), "invented/field");
    decides(Failure::text("{'x': {'Zorb': {'Kind': 7}}}"), "invented/field");
    does_not_decide(Failure::new().body(r#"{"zorb":{"kind":9}}"#), "invented/field");
    does_not_decide(Failure::new().body(r#"{"kind":7}"#), "invented/field");
    decides(Failure::new().body(r#"{"zorb_present":false}"#), "invented/present");
}

#[test]
fn a_phrase_is_said_within_one_sentence_with_wildcards_for_numbers_and_words() {
    for text in [
        "ZORB 30 per fortnight",
        "zorb 1,000 / day",
        "zorb_7_per_moon",
        "the Zorb 5 per-line",
        "<b>zorb</b> 5 per x",
        "zorb\n5 per x",
    ] {
        decides(Failure::text(text), "invented/phrase");
    }
    for text in [
        "zorb many per day",
        "zorb. 30 per day",
        "zorb 30",
        "see https://a.example/zorb-5-per-day",
        "upgrade to get zorb 5 per day",
        "if you zorb 5 per day",
    ] {
        does_not_decide(Failure::text(text), "invented/phrase");
    }
}

#[test]
fn lists_are_asked_for_anywhere_in_the_same_sentence_or_nowhere() {
    decides(Failure::text("zorb also. blat two"), "invented/also");
    does_not_decide(Failure::text("zorb also. blat three"), "invented/also");
    decides(Failure::text("blat near the zorb near"), "invented/near");
    does_not_decide(Failure::text("zorb near. blat near"), "invented/near");
    decides(Failure::text("zorb not"), "invented/not");
    does_not_decide(Failure::text("zorb not. blat not"), "invented/not");
}

#[test]
fn statuses_headers_hosts_and_names_are_conditions_too() {
    decides(Failure::text("zorb range").status(475), "invented/range");
    decides(Failure::text("zorb range").status(480), "invented/out-of-range");
    decides(Failure::text("zorb range"), "invented/no-status");
    decides(Failure::new().header("X-Zorblat-State", " Full "), "invented/header");
    does_not_decide(Failure::new().header("x-zorblat-state", "fullish"), "invented/header");
    decides(Failure::text("zorb host, see https://docs.blat.example/x"), "invented/host");
    does_not_decide(Failure::text("zorb host, see https://notblat.example/x"), "invented/host");
    decides(Failure::new().thrown(Thrown { name: "ZorbError", code: "", message: "" }), "invented/thrown");
}

#[test]
fn a_providers_own_lore_counts_only_where_the_failure_is_its_own() {
    let failure = || Failure::new().status(477);
    decides(failure().url("https://api.zorblat.example/v1"), "invented/lore");
    decides(failure().url("https://user@zone-9.zorblat.test:8443/v1?x=1"), "invented/lore");
    decides(failure().header("x-zorblat-id", "1"), "invented/lore");
    decides(failure().message("ZorblatException: 477"), "invented/lore");
    decides(failure().message("see https://zorblat.example/docs"), "invented/lore");
    decides(failure(), "http/4xx");
    decides(failure().url("https://zorblat.example.evil.test/"), "http/4xx");
    assert_eq!(judged(failure().url("https://api.zorblat.example/v1")).provider, Some("invented"));
}

#[test]
fn the_narrowest_rank_decides_wherever_its_words_stand() {
    let all = [
        ("zorb_cap", "invented/code"),
        ("zorb 5 per line", "invented/phrase"),
        ("zorb host https://blat.example/", "invented/host"),
        ("zorb broad", "invented/broad"),
    ];
    for (at, (_, rule)) in all.iter().enumerate() {
        let words: Vec<&str> = all[at..].iter().rev().map(|(words, _)| *words).collect();
        decides(Failure::text(&words.join(". ")).status(500), rule);
    }
    // A meter stands between phrases and per-minute words.
    let failure = Failure::text("zorb host https://blat.example/").header("x-zorblat-state", "full");
    decides(failure, "invented/header");
}

#[test]
fn evidence_and_confidence_say_what_decided() {
    let code = judged(Failure::new().body(r#"{"error":{"code":"zorb_cap"}}"#));
    assert_eq!((code.confidence, code.evidence[0].place), (Confidence::Code, Place::Body));
    assert_eq!((code.evidence[0].path.as_deref(), code.evidence[0].span), (Some("error.code"), Some((18, 26))));
    let header = judged(Failure::new().header("X-Zorblat-State", "full"));
    assert_eq!((header.confidence, header.evidence[0].place), (Confidence::Header, Place::Header));
    let phrase = judged(Failure::text("oh: zorb 5 per line"));
    assert_eq!((phrase.confidence, phrase.evidence[0].span), (Confidence::Phrase, Some((4, 19))));
    let status = judged(Failure::new().status(477).url("https://zorblat.example"));
    assert_eq!((status.confidence, &*status.evidence[0].text), (Confidence::Status, "477"));
}

#[test]
fn a_rule_can_say_whom_it_speaks_for_and_a_time_without_zone_is_the_providers_own() {
    assert_eq!(judged(Failure::text("zorb broad")).scope, Scope::Call);
    // 2026-03-04T10:00:00Z; the provider's zone is UTC+1.
    let now = 1_772_618_400_000;
    let text = "ZorblatException: zorb broad, try again at 2026-03-04 11:00:30";
    assert_eq!(judged(Failure::text(text).now(now)).wait_ms, Some(30_000));
    assert_eq!(judged(Failure::text("zorb broad, try again at 2026-03-04 11:00:30").now(now)).wait_ms, None);
}

#[test]
fn a_stated_wait_over_the_cap_exhausts_whatever_is_transient() {
    let verdict = judged(Failure::text("zorb broad, try again in 61s"));
    assert_eq!((verdict.class, verdict.reason, verdict.scope), (Class::Exhausted, Reason::LongWait, Scope::Call));
    assert_eq!(verdict.rule.as_deref(), Some("invented/broad"));
}

#[test]
fn deep_broken_and_endless_input_is_read_as_far_as_it_goes() {
    let deep = "[".repeat(100_000) + "{\"code\":\"zorb_cap\"}";
    judged(Failure::text(&deep));
    let wide = "{\"a\":".repeat(50_000);
    judged(Failure::text(&wide));
    let quotes = "\\\"".repeat(100_000);
    judged(Failure::text(&quotes));
    let mut nested = String::from(r#"{"code":"zorb_cap"}"#);
    for _ in 0..4 {
        nested = format!(r#"{{"error":"{}"}}"#, nested.replace('\\', r"\\").replace('"', r#"\""#));
    }
    decides(Failure::text(&nested), "invented/code");
    for cut in 0..nested.len() {
        judged(Failure::text(&nested[..cut]));
        judged(Failure::text(&nested[cut..]));
    }
}

#[test]
fn a_frame_of_a_stack_trace_names_no_failure_and_a_time_on_a_line_of_its_own_is_no_frame() {
    for frame in [
        "at run (zorb_cap:internal/loop:9:5)",
        "at async zorb_cap (file:///srv/app.js:10:7) {",
        "at /srv/zorb_cap.js:1:2",
    ] {
        does_not_decide(Failure::text(&["Error: no", frame, "  status: 400"].join("\n    ")), "invented/code");
    }
    for line in
        ["at zorb_cap", "at 10:30:00 zorb_cap", "at 2026/09/01 10:30:00, code zorb_cap", "zorb_cap (app.js:1:2)"]
    {
        decides(Failure::text(&["Error: no", line].join("\n    ")), "invented/code");
    }
}

#[test]
fn the_name_of_a_header_says_nothing_and_a_limit_before_a_colon_does() {
    for line in ["x-ratelimit-reset-requests: REDACTED", "x-rate-limit-remaining: 4"] {
        assert_eq!(judged(Failure::text(&["HTTP 500", line].join("\n"))).reason, Reason::ServerError, "{line}");
    }
    assert_eq!(judged(Failure::text("Hit the rate-limit: no more of these")).reason, Reason::RateLimit);
}

#[test]
fn words_without_quotes_are_read_as_those_in_quotes_are() {
    for value in ["RequestsPerDayQuota", "\"RequestsPerDayQuota\""] {
        let text = ["\"@type\": type.example/QuotaFailure\nquotaId: ", value].concat();
        assert_eq!(judged(Failure::text(&text)).reason, Reason::DailyQuota, "{text}");
    }
}

#[test]
fn an_access_log_tells_the_status_where_nothing_else_does() {
    for line in ["[gateway.go:9] 503 | 12ms | 192.0.2.1", "GET /v1 \"HTTP\" 503 97"] {
        assert_eq!(judged(Failure::text(line)).reason, Reason::Overloaded, "{line}");
    }
    let both = "/v1/messages | 500 | 7ms: status 400";
    assert_eq!(judged(Failure::text(both)).reason, Reason::BadRequest);
    assert_eq!(judged(Failure::text("took | 503ms | 12")).reason, Reason::Unknown);
}

#[test]
fn a_question_says_nothing_and_what_stands_beside_it_does() {
    for text in
        ["No results. Did the rate limit exceed?", "Empty answer, out of credits?", "Maybe the quota is exceeded"]
    {
        assert_eq!(judged(Failure::text(text)).class, Class::Unknown, "{text}");
    }
    for text in ["Rate limit exceeded. Need more?", "Rate limit exceeded ? see the docs", "Rate limit exceeded??"] {
        assert_eq!(judged(Failure::text(text)).reason, Reason::RateLimit, "{text}");
    }
}

#[test]
fn a_phrase_does_not_reach_from_a_clients_label_into_the_error_after_it() {
    assert_eq!(judged(Failure::text("Error during validation: Error code: 500")).reason, Reason::ServerError);
    assert_eq!(judged(Failure::text("validation error: no name")).reason, Reason::BadRequest);
}

#[test]
fn a_ruby_object_is_no_markup() {
    let text = "failed: #<Faraday::ConnectionFailed wrapped=#<Net::OpenTimeout: execution expired>>";
    assert_eq!(judged(Failure::text(text)).reason, Reason::Timeout);
    assert_eq!(judged(Failure::text("a <timed out> b")).reason, Reason::Unknown);
}

#[test]
fn what_a_limit_is_exceeded_for_is_a_model_unless_it_is_a_caller() {
    for (whom, scope) in [("lumen-2-pro", Scope::Model), ("org-4f", Scope::Account), ("us-east1", Scope::Account)] {
        let text = ["Rate limit exceeded for ", whom].concat();
        assert_eq!(judged(Failure::text(&text)).scope, scope, "{text}");
    }
}

#[test]
fn words_behind_a_quoted_name_are_no_echo_and_a_quoted_text_is() {
    assert_eq!(
        judged(Failure::text("Invalid 'input': maximum context length is 8192 tokens.")).reason,
        Reason::TooLarge
    );
    assert_eq!(judged(Failure::text("failed with 'input': \"rate limit exceeded\"")).reason, Reason::Unknown);
}
