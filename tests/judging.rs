//! What the judge must do, row by row (J1 to J13).

use retriage::{
    CallerRule, Case, Class, Confidence, Failure, Options, Place, Reason, Scope, Sent, Thrown, Verdict, WaitSource,
    classify,
};

#[track_caller]
fn judged(failure: &Failure<'_>) -> Verdict {
    classify(failure, &Options::default())
}

#[track_caller]
fn assert_verdict(verdict: &Verdict, class: Class, scope: Scope, reason: Reason, wait_ms: Option<u64>) {
    assert_eq!(
        (verdict.class, verdict.scope, verdict.reason, verdict.wait_ms),
        (class, scope, reason, wait_ms),
        "{verdict:?}"
    );
}

const TPM: &str = "Rate limit reached for model `llama-3.3-70b-versatile` in organization `org_01abc` service tier `on_demand` on \
    tokens per minute (TPM): Limit 12000, Used 4461, Requested 9812. Please try again in 3.035s. Need more tokens? \
    Upgrade to Dev Tier today at https://console.groq.com/settings/billing";

#[test]
fn j1_one_class_for_each_answer_to_whether_the_next_call_fails_too() {
    let transient = judged(&Failure::new().status(529));
    let permanent = judged(&Failure::new().status(404));
    let exhausted = judged(&Failure::new().status(402));
    let unknown = judged(&Failure::text("it did not work"));
    assert_eq!(
        [transient.class, permanent.class, exhausted.class, unknown.class],
        [Class::Transient, Class::Permanent, Class::Exhausted, Class::Unknown]
    );
    assert_eq!(
        [transient.persists, permanent.persists, exhausted.persists, unknown.persists],
        [false, false, true, false]
    );
    assert_eq!(
        [transient.retryable, permanent.retryable, exhausted.retryable, unknown.retryable],
        [true, false, false, false]
    );
}

#[test]
fn j1_a_permanent_failure_persists_if_it_speaks_for_the_account_or_the_model() {
    let key = judged(&Failure::new().status(401).body(r#"{"error":{"code":"invalid_api_key"}}"#));
    assert_verdict(&key, Class::Permanent, Scope::Account, Reason::Auth, None);
    assert!(key.persists && key.stops_batch);
    let retired = judged(&Failure::new().status(404).body("The model `gemini-1.0-pro` is no longer available."));
    assert_eq!((retired.class, retired.scope), (Class::Permanent, Scope::Model));
    assert!(retired.persists && retired.stops_batch);
    // A bare 401 may be about one object.
    assert!(!judged(&Failure::new().status(401)).persists);
    assert!(!judged(&Failure::new().status(400).body("prompt is too long: 9 tokens > 8 maximum")).persists);
}

#[test]
fn j2_per_day_beats_the_per_minute_words_of_the_same_opening() {
    let minute = judged(&Failure::new().status(429).body(TPM));
    let day = judged(&Failure::new().status(429).body(&TPM.replace("tokens per minute (TPM)", "tokens per day (TPD)")));
    assert_verdict(&minute, Class::Transient, Scope::Model, Reason::TokensPerMinute, Some(3_035));
    assert_verdict(&day, Class::Exhausted, Scope::Model, Reason::DailyQuota, Some(3_035));
}

#[test]
fn j2_words_of_an_advert_decide_nothing() {
    let plain = "Rate limit exceeded. Please try again in 2s.";
    for advert in [
        "Upgrade your plan to lift daily limits.",
        "Add 10 credits to unlock 1000 free model requests per day.",
        "You can increase your rate limit by adding a payment method at https://example.com/account/billing.",
        "To raise this limit, purchase credits to advance to the next usage tier.",
        "Need more? Visit https://example.com/billing/quota-exceeded-per-day",
    ] {
        let text = [plain, advert].join(" ");
        let verdict = judged(&Failure::new().status(429).message(&text));
        assert_verdict(&verdict, Class::Transient, Scope::Account, Reason::RateLimit, Some(2_000));
    }
}

#[test]
fn j2_payment_required_is_exhausted() {
    let verdict = judged(&Failure::new().status(402));
    assert_verdict(&verdict, Class::Exhausted, Scope::Account, Reason::PaymentRequired, None);
}

#[test]
fn j3_the_four_classic_strings() {
    let minute = judged(&Failure::text(TPM));
    assert_verdict(&minute, Class::Transient, Scope::Model, Reason::TokensPerMinute, Some(3_035));
    assert_eq!(minute.wait_source, Some(WaitSource::Message));

    let text = TPM.replace("tokens per minute (TPM)", "tokens per day (TPD)");
    let day = judged(&Failure::text(&text));
    assert_verdict(&day, Class::Exhausted, Scope::Model, Reason::DailyQuota, Some(3_035));

    let cap = judged(&Failure::text("Your project has exceeded its monthly spending cap."));
    assert_verdict(&cap, Class::Exhausted, Scope::Account, Reason::SpendCap, None);

    let retired = judged(&Failure::text("404 The model `gemini-1.0-pro` is no longer available."));
    assert_verdict(&retired, Class::Permanent, Scope::Model, Reason::ModelNotFound, None);
}

#[test]
fn j4_openai_tells_apart_by_code() {
    for (status, code, class, reason) in [
        (429, "slow_down", Class::Transient, Reason::Ramp),
        (503, "slow_down", Class::Transient, Reason::Ramp),
        (429, "credit_balance_exhausted", Class::Exhausted, Reason::CreditBalance),
        (429, "organization_spend_limit_exceeded", Class::Exhausted, Reason::SpendCap),
        (429, "project_spend_limit_exceeded", Class::Exhausted, Reason::SpendCap),
        (429, "organization_usage_limit_exceeded", Class::Exhausted, Reason::UsageLimit),
        (429, "insufficient_quota", Class::Exhausted, Reason::CreditBalance),
        (503, "server_is_overloaded", Class::Transient, Reason::Overloaded),
        (429, "rate_limit_exceeded", Class::Transient, Reason::RateLimit),
    ] {
        // The old umbrella sentence comes along with every code.
        let body = format!(
            r#"{{"error":{{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","code":"{code}"}}}}"#
        );
        let body =
            if class == Class::Transient { format!(r#"{{"error":{{"message":"","code":"{code}"}}}}"#) } else { body };
        let verdict = judged(&Failure::new().status(status).body(&body));
        assert_eq!((verdict.class, verdict.reason), (class, reason), "{code}: {verdict:?}");
    }
}

#[test]
fn j5_anthropic_tells_apart_by_words_and_details() {
    let per_minute =
        |what: &str| format!("This request would exceed your organization's rate limit of 50 {what} per minute.");
    for (status, text, class, reason) in [
        (429, per_minute("requests"), Class::Transient, Reason::RequestsPerMinute),
        (429, per_minute("input tokens"), Class::Transient, Reason::TokensPerMinute),
        (429, per_minute("output tokens"), Class::Transient, Reason::TokensPerMinute),
        (
            429,
            "This request would exceed your organization's maximum usage increase rate for input tokens per minute."
                .into(),
            Class::Transient,
            Reason::Ramp,
        ),
        (429, "You have hit the acceleration limits of the API.".into(), Class::Transient, Reason::Ramp),
        (529, "Overloaded".into(), Class::Transient, Reason::Overloaded),
        (
            400,
            "You have reached your specified API usage limits. You will regain access on 2026-09-01 at 00:00 UTC."
                .into(),
            Class::Exhausted,
            Reason::SpendCap,
        ),
    ] {
        let kind = match status {
            529 => "overloaded_error",
            400 => "invalid_request_error",
            _ => "rate_limit_error",
        };
        let body = format!(r#"{{"type":"error","error":{{"type":"{kind}","message":"{text}"}}}}"#);
        let verdict = judged(&Failure::new().status(status).body(&body));
        assert_eq!((verdict.class, verdict.reason), (class, reason), "{text}: {verdict:?}");
    }
    let body = r#"{"type":"error","error":{"type":"rate_limit_error","message":"You have reached your API usage limits: your organization has crossed its monthly API usage threshold. You will regain access on 2026-09-01 at 00:00 UTC.","details":{"error_code":"enforced_spend_limit_reached"}}}"#;
    let now = 1_787_961_600_000; // 2026-08-29T00:00:00Z
    let verdict = judged(&Failure::new().status(429).body(body).now(now));
    assert_verdict(&verdict, Class::Exhausted, Scope::Account, Reason::SpendCap, Some(3 * 86_400_000));
    assert_eq!(verdict.retry_at, Some(now + 3 * 86_400_000));
}

#[test]
fn j6_the_status_decides_when_nothing_narrower_speaks() {
    let of = |status| judged(&Failure::new().status(status)).class;
    for status in [408, 425, 429, 500, 502, 503, 504, 507, 520, 521, 522, 523, 524, 527, 529, 530, 599] {
        assert_eq!(of(status), Class::Transient, "{status}");
    }
    for status in [400, 401, 403, 404, 405, 409, 410, 413, 418, 422, 451, 499, 501, 505, 506, 508, 510, 511, 525, 526] {
        assert_eq!(of(status), Class::Permanent, "{status}");
    }
    assert_eq!(of(402), Class::Exhausted);
    for status in [0, 100, 200, 204, 301, 304, 399, 600, 999] {
        assert_eq!(of(status), Class::Unknown, "{status}");
    }
}

#[test]
fn j6_a_status_of_success_gives_way_to_the_one_that_the_body_tells() {
    let verdict = judged(&Failure::new().status(200).body(r#"{"status":503,"title":"x"}"#));
    assert_eq!((verdict.class, verdict.reason), (Class::Transient, Reason::Overloaded));
    let verdict = judged(&Failure::new().status(400).body(r#"{"status":503,"title":"x"}"#));
    assert_eq!(verdict.class, Class::Permanent);
}

#[test]
fn j6_a_status_is_read_from_the_text_that_names_it() {
    for text in [
        "It failed (503)",
        "It failed [503]: x",
        "503: it failed",
        "HTTP/2 503",
        "status code 503",
        "x: 503: y",
        "it said: 503 - x",
    ] {
        assert_eq!(judged(&Failure::text(text)).reason, Reason::Overloaded, "{text}");
    }
    for text in ["It read 503 rows", "It took 503 ms", "error 5033"] {
        assert_ne!(judged(&Failure::text(text)).reason, Reason::Overloaded, "{text}");
    }
    // The port of HTTPS.
    assert_eq!(judged(&Failure::text("It failed (443)")).class, Class::Unknown);
    assert_eq!(judged(&Failure::new().body("<e><StatusCode>503</StatusCode></e>")).reason, Reason::Overloaded);
}

#[test]
fn a_limit_whose_fields_name_a_model_speaks_for_that_model() {
    let scope = |dimensions: &str| {
        let body = format!(
            r#"{{"error":{{"code":429,"status":"RESOURCE_EXHAUSTED","message":"x","details":[{{"violations":[{{"quotaDimensions":{dimensions}}}]}}]}}}}"#
        );
        judged(&Failure::new().status(429).body(&body)).scope
    };
    assert_eq!(scope(r#"{"location":"global","model":"gemini-2.0-flash"}"#), Scope::Model);
    assert_eq!(scope(r#"{"location":"global"}"#), Scope::Account);
}

#[test]
fn j6_network_failures_are_transient() {
    for (name, code, message) in [
        ("Error", "ECONNRESET", "read ECONNRESET"),
        ("Error", "ENOTFOUND", "getaddrinfo ENOTFOUND api.example.com"),
        ("TypeError", "", "Failed to fetch"),
        ("TypeError", "", "NetworkError when attempting to fetch resource."),
        ("TypeError", "", "Load failed"),
        ("TypeError", "", "fetch failed"),
    ] {
        let verdict = judged(&Failure::new().thrown(Thrown { name, code, message }));
        assert_eq!((verdict.class, verdict.reason), (Class::Transient, Reason::Network), "{message}");
    }
}

#[test]
fn j7_the_text_survives_every_carrier() {
    let json = r#"{"error":{"message":"Rate limit reached on tokens per min (TPM): Limit 30000, Used 29412. Please try again in 646ms.","code":"rate_limit_exceeded"}}"#;
    let quoted = json.replace('\\', "\\\\").replace('"', "\\\"");
    let twice = format!(r#"{{"error":{{"message":"{quoted}"}}}}"#);
    let thrice = format!(r#"{{"error":"{}"}}"#, twice.replace('\\', "\\\\").replace('"', "\\\""));
    let repr = "Error code: 429 - {'error': {'message': 'Rate limit reached on tokens per min (TPM): Limit 30000, Used 29412. Please try again in 646ms.', 'code': 'rate_limit_exceeded', 'param': None}}";
    let log = format!("2026-11-30T01:00:00Z ERROR worker-7 call failed: {json} (attempt 3)");
    let html = "<html><head><title>429</title></head><body><p>Rate limit reached on tokens per min (TPM). Please try again in 646ms.</p></body></html>";
    let sse = format!("event: error\ndata: {json}\n\n");
    let cut = &json[..json.len() - 30];
    for text in [json, &twice, &thrice, repr, &log, html, &sse, cut] {
        for failure in [Failure::text(text), Failure::new().body(text)] {
            let verdict = judged(&failure);
            assert_eq!((verdict.reason, verdict.wait_ms), (Reason::TokensPerMinute, Some(646)), "{text}");
        }
        let outer = Thrown { name: "AI_RetryError", code: "", message: "Failed after 3 attempts." };
        let nested = Failure::new().thrown(outer).thrown(Thrown::default()).thrown(Thrown {
            name: "Error",
            code: "",
            message: text,
        });
        assert_eq!(judged(&nested).wait_ms, Some(646), "{text}");
    }
}

#[test]
fn j7_fields_are_read_however_deep_and_out_of_the_middle_of_a_string() {
    let deep = [r#"{"a":"#.repeat(40), r#"{"retry_after":7}"#.to_owned(), "}".repeat(40)].concat();
    let cut = r#"... ,{\"a\":1,\"retry_after\":7},{\"b\":"#;
    for body in [deep.as_str(), cut] {
        let verdict = judged(&Failure::new().status(429).body(body));
        assert_eq!((verdict.wait_ms, verdict.wait_source), (Some(7_000), Some(WaitSource::Body)), "{body}");
    }
}

#[test]
fn j7_what_the_caller_sent_does_not_count() {
    let body = r#"{"error":{"message":"Failed to call a function.","code":"tool_use_failed","failed_generation":"monthly spending cap exceeded, insufficient_quota"}}"#;
    let verdict = judged(&Failure::new().status(400).body(body));
    assert_eq!((verdict.class, verdict.reason), (Class::Permanent, Reason::BadRequest));
}

#[test]
fn j7_a_text_is_read_as_far_as_256_kib() {
    let behind = |length: usize| {
        let text = ["x ".repeat(length / 2), "monthly spending cap exceeded".to_owned()].concat();
        judged(&Failure::new().body(&text)).reason
    };
    assert_eq!(behind(64 * 1024), Reason::SpendCap);
    assert_eq!(behind(256 * 1024), Reason::Unknown);
}

#[test]
fn j8_a_retry_after_never_makes_a_quota_transient() {
    let body = r#"{"error":{"code":"insufficient_quota"}}"#;
    let verdict = judged(&Failure::new().status(429).header("retry-after", "2").body(body));
    assert_verdict(&verdict, Class::Exhausted, Scope::Account, Reason::CreditBalance, Some(2_000));
}

#[test]
fn j8_a_stated_wait_over_a_minute_is_an_answer() {
    let at = |seconds| judged(&Failure::new().status(429).header("retry-after", seconds));
    assert_verdict(&at("60"), Class::Transient, Scope::Account, Reason::RateLimit, Some(60_000));
    assert_verdict(&at("61"), Class::Exhausted, Scope::Account, Reason::LongWait, Some(61_000));
    let options = Options { max_server_wait_ms: 10_000, ..Options::default() };
    let verdict = classify(&Failure::new().status(503).header("retry-after", "11"), &options);
    assert_verdict(&verdict, Class::Exhausted, Scope::Service, Reason::LongWait, Some(11_000));
}

#[test]
fn j9_unknown_stops_and_strict_retries_only_what_is_said() {
    let unknown = judged(&Failure::text("An error occurred while generating an image"));
    assert!(!unknown.retryable);
    assert_eq!((unknown.confidence, unknown.rule), (Confidence::None, None));

    let strict = Options { strict: true, ..Options::default() };
    let bare = classify(&Failure::new().status(500), &strict);
    assert_eq!((bare.class, bare.retryable), (Class::Transient, false));
    let said = classify(&Failure::new().status(500).body("Overloaded"), &strict);
    assert_eq!((said.class, said.retryable), (Class::Transient, true));
}

#[test]
fn j9_of_what_is_unknown_all_else_is_told() {
    let failure = Failure::new()
        .status(200)
        .url("https://api.groq.com/openai/v1/models")
        .header("x-ratelimit-remaining-requests", "5")
        .header("retry-after", "7")
        .body("odd");
    let verdict = judged(&failure);
    assert_eq!((verdict.class, verdict.provider), (Class::Unknown, Some("groq")));
    assert_eq!((verdict.wait_ms, verdict.meters.len(), verdict.evidence.len()), (Some(7_000), 1, 1));
}

#[test]
fn j9_x_should_retry_forbids_and_proves_nothing() {
    let forbidden = judged(&Failure::new().status(429).header("x-should-retry", "false"));
    assert_eq!((forbidden.class, forbidden.retryable), (Class::Transient, false));
    let claimed = judged(&Failure::new().status(400).header("x-should-retry", "true"));
    assert_eq!((claimed.class, claimed.retryable), (Class::Permanent, false));
}

fn caller_rule(id: &str, class: Class, reason: Reason) -> CallerRule {
    CallerRule {
        id: id.to_owned(),
        status: Vec::new(),
        code: Vec::new(),
        contains: Vec::new(),
        header: None,
        class,
        reason,
        scope: None,
    }
}

#[test]
fn j10_the_callers_rules_come_first_and_every_condition_must_hold() {
    let rule = CallerRule {
        status: vec![429],
        contains: vec!["Tea Time".to_owned()],
        code: vec!["E17".to_owned()],
        scope: Some(Scope::Service),
        ..caller_rule("mine/tea", Class::Permanent, Reason::Conflict)
    };
    let options = Options { rules: vec![rule], ..Options::default() };
    let body = r#"{"code":"e17","message":"it is tea time, monthly spending cap exceeded"}"#;
    let verdict = classify(&Failure::new().status(429).body(body), &options);
    assert_verdict(&verdict, Class::Permanent, Scope::Service, Reason::Conflict, None);
    assert_eq!((verdict.rule.as_deref(), verdict.confidence), (Some("mine/tea"), Confidence::Code));
    let texts: Vec<&str> = verdict.evidence.iter().map(|evidence| &*evidence.text).collect();
    assert_eq!(texts, ["e17", "tea time", "429"]);

    for other in [
        Failure::new().status(400).body(body),
        Failure::new().status(429).body(r#"{"code":"e170","message":"tea time"}"#),
        Failure::new().status(429).body(r#"{"code":"e17","message":"tea"}"#),
    ] {
        assert_ne!(classify(&other, &options).rule.as_deref(), Some("mine/tea"));
    }
}

#[test]
fn j10_of_the_callers_rules_the_first_that_holds_decides() {
    let rule = |id, status| CallerRule { status, ..caller_rule(id, Class::Permanent, Reason::Conflict) };
    let rules = vec![rule("mine/other", vec![500]), rule("mine/first", vec![429]), rule("mine/second", vec![429])];
    let verdict = classify(&Failure::new().status(429), &Options { rules, ..Options::default() });
    assert_eq!(verdict.rule.as_deref(), Some("mine/first"));
}

#[test]
fn j10_a_rule_can_ask_for_a_header_and_a_rule_without_conditions_never_holds() {
    let header = CallerRule {
        header: Some(("X-Cell".to_owned(), "drain".to_owned())),
        ..caller_rule("mine/drain", Class::Transient, Reason::Overloaded)
    };
    let empty = caller_rule("mine/empty", Class::Permanent, Reason::Conflict);
    let options = Options { rules: vec![empty, header], ..Options::default() };
    let verdict = classify(&Failure::new().status(404).header("x-cell", "Draining"), &options);
    assert_eq!((verdict.rule.as_deref(), verdict.confidence), (Some("mine/drain"), Confidence::Header));
    assert_eq!(classify(&Failure::new().status(404), &options).rule.as_deref(), Some("http/404"));
}

#[test]
fn j10_every_verdict_names_its_rule_and_quotes_its_evidence_where_it_stands() {
    let verdict = judged(&Failure::new().status(429).body(TPM));
    let rule = verdict.rule.clone().expect("a rule decided");
    let deciding = &verdict.evidence[0];
    assert_eq!((deciding.place, &deciding.rule), (Place::Body, &rule));
    let (start, end) = deciding.span.expect("the text stands in the body");
    assert_eq!(&TPM[start..end], deciding.text);
    let wait = verdict.evidence.last().expect("the wait is quoted too");
    let (start, end) = wait.span.expect("the text stands in the body");
    assert!(TPM[start..end].contains("3.035s"), "{}", &TPM[start..end]);
}

#[test]
fn j10_text_unescaped_from_inside_another_string_has_a_path_and_no_span() {
    let body = r#"{"error":{"message":"{\"error\":{\"code\":\"overloaded_error\"}}"}}"#;
    let verdict = judged(&Failure::new().status(400).body(body));
    assert_eq!(verdict.reason, Reason::Overloaded);
    let evidence = &verdict.evidence[0];
    assert_eq!((evidence.path.as_deref(), evidence.span), (Some("error.message.error.code"), None));
}

#[test]
fn j11_the_sentence_fits_the_cause() {
    for (failure, words) in [
        (Failure::text("rate limit of 30,000 input tokens per minute"), "prompt caching"),
        (Failure::text("rate limit of 8,000 output tokens per minute"), "max_output_tokens"),
        (Failure::new().status(409), "Read the current state again"),
        (Failure::text("monthly spending cap exceeded"), "whoever owns the billing must raise the limit"),
        (Failure::text("monthly spending cap exceeded"), "1st of the month"),
        (
            Failure::new().status(429).header("retry-after", "130").body("monthly spending cap exceeded"),
            "the server names a time in 2 min 10 s. Stop: whoever owns the billing must raise the limit, or wait until it resets",
        ),
        (Failure::new().status(429).body(r#"{"error":{"code":"credit_balance_exhausted"}}"#), "adds credit"),
        (Failure::new().status(413), "Make the request smaller; waiting never helps"),
        (Failure::new().status(429).body(r#"{"error":{"code":"slow_down"}}"#), "50 % every 15 minutes"),
        (Failure::new().status(429).body("too many requests per minute"), "batch API"),
        (Failure::new().status(529), "fall back to another provider"),
    ] {
        let explain = judged(&failure).explain;
        assert!(explain.contains(words), "{explain}");
    }
}

#[test]
fn j11_the_sentence_says_until_when() {
    let at = |seconds| judged(&Failure::new().status(429).header("retry-after", seconds)).explain;
    assert_eq!(
        at("3"),
        "A short rate limit is reached; the server asks for a wait of 3.0 s. Retry then, and space the calls; bulk work fits a batch API."
    );
    assert!(!at("0").contains("asks for a wait"), "{}", at("0"));
    assert!(at("42360").contains("in 11 h 46 min"), "{}", at("42360"));
    assert!(at("417600").contains("in 4 d 20 h"), "{}", at("417600"));
    assert!(at(&"9".repeat(40)).contains("no end of it is in sight"));
}

#[test]
fn j12_the_endpoints_owner_decides_whose_sentence_it_is() {
    let sentence = "You exceeded your current quota, please check your plan and billing details.";
    let gemini = format!(
        "{sentence} For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits."
    );
    let openai = format!(
        "{sentence} For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors."
    );
    assert_eq!(judged(&Failure::new().status(429).body(&gemini)).class, Class::Transient);
    assert_eq!(judged(&Failure::new().status(429).body(&openai)).class, Class::Exhausted);
    let called = |url| judged(&Failure::new().status(429).body(sentence).url(url)).class;
    assert_eq!(called("https://generativelanguage.googleapis.com/v1beta/models"), Class::Transient);
    assert_eq!(called("https://api.openai.com/v1/chat/completions"), Class::Exhausted);
}

#[test]
fn j12_the_address_called_outweighs_headers_and_those_outweigh_links() {
    let body = "It failed; see https://platform.openai.com/docs and https://docs.anthropic.com/en/api/errors.";
    let linked = judged(&Failure::new().status(500).body(body));
    let sent = Failure::new().status(500).header("anthropic-ratelimit-requests-remaining", "5").body(body);
    let called = Failure { url: Some("https://api.groq.com/openai/v1/models"), ..sent.clone() };
    let providers = [linked, judged(&sent), judged(&called)].map(|verdict| verdict.provider);
    assert_eq!(providers, [Some("openai"), Some("anthropic"), Some("groq")]);
}

#[test]
fn j12_an_unknown_gateway_gets_no_providers_status_lore() {
    // 456 is DeepL's "quota exceeded"; elsewhere it is an unlisted 4xx.
    let deepl = judged(&Failure::new().status(456).url("https://api-free.deepl.com/v2/translate"));
    assert_eq!(deepl.class, Class::Exhausted);
    let gateway = judged(&Failure::new().status(456).url("https://gateway.example.com/v1"));
    assert_eq!(gateway.class, Class::Permanent);
}

#[test]
fn j13_an_unrecognised_failure_becomes_a_redacted_case() {
    let body = r#"{"oops":"the flux failed for ann@example.com with sk-live-0123456789abcdef0123"}"#;
    let failure =
        Failure::new().status(200).header("Authorization", "Bearer abc").header("Retry-After", "7").body(body);
    let case = serde_json::to_value(Case::new(&failure, &judged(&failure))).expect("a case is JSON");
    assert_eq!(case["body"], r#"{"oops":"the flux failed for xxx@xxxxxxx.xxx with xx-xxxx-0000000000xxxxxx0000"}"#);
    assert_eq!(case["headers"], serde_json::json!({"retry-after": "7"}));
    assert_eq!((&case["status"], &case["expect"]), (&serde_json::json!(200), &serde_json::Value::Null));
    let thrown = Thrown { name: "Error", code: "", message: "no flux for ann@example.com" };
    let failure = Failure::new().header("X-RateLimit-Resource", "ann@example.com").thrown(thrown);
    let case = serde_json::to_value(Case::new(&failure, &judged(&failure))).expect("a case is JSON");
    assert_eq!(case["headers"]["x-ratelimit-resource"], "xxx@xxxxxxx.xxx");
    assert_eq!(case["error"]["message"], "no flux for xxx@xxxxxxx.xxx");
}

#[test]
fn a_refused_request_was_not_acted_on() {
    let sent = |failure: Failure<'_>| judged(&failure).sent;
    for status in [401, 402, 403, 404, 405, 408, 413, 415, 421, 422, 425, 429, 498, 529, 521, 522, 523, 525, 526] {
        assert_eq!(sent(Failure::new().status(status)), Sent::No, "{status}");
    }
    for status in [400, 409, 500, 502, 503, 504, 520, 524] {
        assert_eq!(sent(Failure::new().status(status)), Sent::Maybe, "{status}");
    }
    assert_eq!(sent(Failure::new().status(503).header("retry-after", "1")), Sent::No);
    for code in ["server_is_overloaded", "slow_down", "rate_limit_exceeded"] {
        let body = format!(r#"{{"error":{{"code":"{code}"}}}}"#);
        assert_eq!(sent(Failure::new().status(503).body(&body)), Sent::No, "{code}");
    }
    assert_eq!(sent(Failure::new().status(500).body("Too many concurrent requests, limit exceeded")), Sent::No);
    let thrown = |code, message| sent(Failure::new().thrown(Thrown { name: "Error", code, message }));
    for code in [
        "ECONNREFUSED",
        "ENOTFOUND",
        "EAI_AGAIN",
        "EHOSTUNREACH",
        "ENETUNREACH",
        "UND_ERR_CONNECT_TIMEOUT",
        "CERT_HAS_EXPIRED",
    ] {
        assert_eq!(thrown(code, ""), Sent::No, "{code}");
    }
    assert_eq!(thrown("ECONNRESET", "read ECONNRESET"), Sent::Maybe);
    assert_eq!(thrown("", "Failed to fetch"), Sent::Maybe);
}

#[test]
fn of_several_attempts_each_must_have_sent_nothing() {
    let both = |first: &'static str, second: &'static str| {
        let thrown = |code| Thrown { name: "Error", code, message: "" };
        judged(&Failure::new().thrown(thrown(first)).thrown(thrown(second))).sent
    };
    assert_eq!(both("ECONNREFUSED", "ENETUNREACH"), Sent::No);
    assert_eq!(both("ECONNREFUSED", "ECONNRESET"), Sent::Maybe);
    assert_eq!(both("ECONNRESET", "ECONNREFUSED"), Sent::Maybe);
}

#[test]
fn words_of_passing_make_nothing_transient_of_whom_somebody_has_barred() {
    for text in [
        "Your account has been temporarily suspended",
        "Your account is temporarily disabled due to billing issues. Please try again later",
        "account temporarily locked",
        "temporarily banned",
    ] {
        assert_ne!(judged(&Failure::text(text)).class, Class::Transient, "{text}");
    }
    for text in ["Something went wrong. Please try again later.", "Temporary glitch"] {
        assert_eq!(judged(&Failure::text(text)).class, Class::Transient, "{text}");
    }
}
