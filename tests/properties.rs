//! What holds of every failure: of those of the corpus, changed in ways that must not matter, and of random ones.
//!
//! The seed is fixed, so that every run draws the same.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::indexing_slicing, reason = "a case that cannot be read fails its test")]

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use drawn::drawn;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use retriage::delay::{Grounds, Policy};
use retriage::gate::Gates;
use retriage::operation::{self, Event, Now, Operation, Request};
use retriage::record::Record;
use retriage::wait::read_meters;
use retriage::{Case, Class, Confidence, Evidence, Failure, Options, Reason, Sent, Thrown, Verdict, classify};
use serde_json::Value;
use support::failure;

#[path = "support/checks.rs"]
mod checks;
#[path = "support/drawn.rs"]
mod drawn;
mod support;

/// Inputs on which a property does not hold yet: the property, the case or the sentence, and why.
const KNOWN: &[(&str, &str, &str)] = &[
    ("advert", WHOLE_MESSAGE, "the rule is on the message as a whole"),
    ("address", WHOLE_MESSAGE, "the rule is on the message as a whole"),
    ("support", WHOLE_MESSAGE, "the rule is on the message as a whole"),
    ("advert", LEADING_STATUS, "the status is told by the text's first word"),
    ("address", LEADING_STATUS, "the status is told by the text's first word"),
    ("support", LEADING_STATUS, "the status is told by the text's first word"),
    ("window", "foundry-400-rate-limits-exceeded-tpm", "its code names the minute as well"),
    ("window", "openrouter-limit-rpm-model", "its code names the minute as well"),
    ("window", "openrouter-limit-rpm-qwen", "its code names the minute as well"),
    ("window", "vercel-402-deployments-per-day", "its wait names the day as well"),
];
const WHOLE_MESSAGE: &str = "aws-apigw-429-limit-exceeded";
const LEADING_STATUS: &str = "openrouter-429-provider-returned-error";

fn known(property: &str, subject: &str) -> bool {
    KNOWN.iter().any(|(name, about, _)| *name == property && *about == subject)
}

/// The corpus, read once.
static CASES: LazyLock<Vec<Value>> = LazyLock::new(|| support::cases().map(|(_, case)| case).collect());

/// The texts of the corpus: bodies, messages, and messages of thrown errors.
static TEXTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let texts = CASES.iter().flat_map(|case| [&case["body"], &case["message"], &case["error"]["message"]]);
    texts.filter_map(Value::as_str).collect()
});

/// The names and values of the corpus's headers.
static HEADERS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let headers = CASES.iter().filter_map(|case| case["headers"].as_object()).flatten();
    headers.filter_map(|(name, value)| Some((name.as_str(), value.as_str()?))).collect()
});

fn id(case: &Value) -> &str {
    case["id"].as_str().unwrap_or("")
}

fn judged(failure: &Failure<'_>) -> Verdict {
    classify(failure, &Options::default())
}

/// What a change that does not matter must not change.
fn answer(verdict: &Verdict) -> (Class, Reason, Option<u64>) {
    (verdict.class, verdict.reason, verdict.wait_ms)
}

/// Collects what went wrong, to show all of it at once.
#[derive(Default)]
struct Wrong(BTreeMap<String, (usize, String)>);

impl Wrong {
    fn add(&mut self, subject: &str, base: &Verdict, got: &Verdict, text: &str) {
        let entry = self.0.entry(subject.to_owned()).or_default();
        entry.0 += 1;
        if entry.1.is_empty() {
            let head: String = text.chars().take(600).collect();
            entry.1 =
                format!("{:?} by {:?} became {:?} by {:?}: {head}", answer(base), base.rule, answer(got), got.rule);
        }
    }

    #[track_caller]
    fn assert_none(&self) {
        let lines: Vec<String> =
            self.0.iter().map(|(on, (times, what))| format!("{on} ({times} times): {what}")).collect();
        assert!(lines.is_empty(), "{} are wrong:\n{}", lines.len(), lines.join("\n"));
    }
}

// Random failures.

/// Pieces of the corpus and of what structures are made of, in any order.
fn soup() -> impl Strategy<Value = String> {
    let piece = (any::<Index>(), any::<Index>(), any::<Index>()).prop_map(|(text, from, to)| {
        let text: Vec<char> = text.get(&TEXTS).chars().collect();
        let (from, to) = (from.index(text.len().max(1)), to.index(text.len().max(1)));
        text.get(from.min(to)..from.max(to)).unwrap_or(&[]).iter().collect::<String>()
    });
    let mark = select(vec![
        "{",
        "}",
        "[",
        "]",
        "\"",
        "'",
        "\\",
        "\\\"",
        "\\u",
        "\\ud83d",
        ":",
        "=",
        ",",
        "<",
        ">",
        "</",
        "&",
        "://",
        "\n",
        ". ",
        " in ",
        "try again in ",
        " per ",
        "9",
        "99999999999999999999",
        "-1",
        "1e400",
        "é",
        "。",
        "秒",
        "\u{0}",
        "\u{feff}",
        "\u{202e}",
        "🧨",
    ]);
    vec(prop_oneof![3 => piece, 3 => mark.prop_map(str::to_owned), 1 => any::<String>()], 0..10)
        .prop_map(|parts| parts.concat())
}

#[derive(Clone, Debug)]
struct Drawn {
    status: Option<u16>,
    headers: Vec<(String, String)>,
    texts: [Option<String>; 3],
    error: [String; 3],
    now_ms: Option<i64>,
}

impl Drawn {
    fn failure(&self) -> Failure<'_> {
        let [body, message, url] = &self.texts;
        let [name, code, said] = &self.error;
        Failure {
            status: self.status,
            headers: self.headers.iter().map(|(name, value)| (&**name, &**value)).collect(),
            body: body.as_deref(),
            message: message.as_deref(),
            errors: vec![Thrown { name, code, message: said }],
            url: url.as_deref(),
            method: None,
            now_ms: self.now_ms,
        }
    }
}

fn anything() -> impl Strategy<Value = Drawn> {
    let told = any::<Index>()
        .prop_map(|at| at.get(&HEADERS))
        .prop_map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let invented = (any::<Index>(), soup()).prop_map(|(at, value)| (at.get(&HEADERS).0.to_owned(), value));
    let header = prop_oneof![told, invented, (any::<String>(), any::<String>())];
    let text = || proptest::option::of(soup());
    let now = proptest::option::of(prop_oneof![4 => Just(checks::NOW), 1 => any::<i64>()]);
    let parts = (any::<Option<u16>>(), vec(header, 0..6), [text(), text(), text()], [soup(), soup(), soup()], now);
    parts.prop_map(|(status, headers, texts, error, now_ms)| Drawn { status, headers, texts, error, now_ms })
}

proptest! {
    #![proptest_config(drawn(1_500))]

    #[test]
    fn no_failure_whatever_breaks_the_judge(drawn in anything(), cap in any::<u64>(), strict in any::<bool>()) {
        let failure = drawn.failure();
        checks::sound(&failure, &Options::default(), &judged(&failure));
        let options = Options { max_server_wait_ms: cap, strict, rules: Vec::new() };
        checks::sound(&failure, &options, &classify(&failure, &options));
    }

    #[test]
    fn no_failure_whatever_makes_a_case_that_is_not_json(drawn in anything()) {
        let case = checks::written(&drawn.failure());
        prop_assert!(case["expect"].is_null() && case["headers"].is_object());
    }
}

#[test]
fn every_verdict_of_the_corpus_quotes_what_stands_in_the_input() {
    for case in CASES.iter() {
        let failure = failure(case);
        let verdict = judged(&failure);
        checks::sound(&failure, &Options::default(), &verdict);
        for evidence in &verdict.evidence {
            assert!(stands(&failure, evidence), "{}: {evidence:?}", id(case));
        }
    }
}

/// Whether the words of evidence stand in the input, or in a string inside it.
fn stands(failure: &Failure<'_>, evidence: &Evidence) -> bool {
    let mut texts: Vec<String> =
        checks::texts_at(failure, evidence.place, evidence.path.as_deref()).map(str::to_owned).collect();
    if evidence.span.is_some() || texts.is_empty() {
        return true; // checked by `sound`
    }
    for _ in 0..8 {
        if texts.iter().any(|text| text.contains(&evidence.text)) {
            return true;
        }
        texts = texts.iter().map(|text| unescaped(text)).collect();
    }
    false
}

/// Undoes one level of the escapes that the corpus has.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, if c == '\\' { rest.next() } else { None }) {
            (_, Some('n')) => out.push('\n'),
            (_, Some('t')) => out.push('\t'),
            (_, Some('r')) => out.push('\r'),
            (_, Some('u')) => {
                let code: String = rest.by_ref().take(4).collect();
                out.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
            }
            (_, Some(other)) => out.push(other),
            (plain, None) => out.push(plain),
        }
    }
    out
}

#[test]
fn an_answer_is_bounded_however_long_and_hostile_the_input() {
    let shapes = [
        "{",
        "[{",
        "{\"a\":",
        "[\"",
        "\"",
        "\\",
        "\\\"",
        "\\\\\\\"",
        "'",
        "a=",
        "a=\"",
        "a='{",
        "<a>",
        "<",
        "{'a': '",
        "{\\\"error\\\":",
        "a.",
        "a.com/",
        "https://",
        "per ",
        "per day ",
        "rate limit ",
        "try again in ",
        "try again in 1",
        "1h",
        "9",
        "1,",
        "resets at ",
        "2026-",
        "(",
        "429 ",
        "status ",
        "if ",
        "A",
        "aA",
        "_a",
        "。",
        "秒",
        "é",
        "e\u{301}",
        "\n",
        "\r\n",
        "data: {\"error\":\"",
        "limit 5 requested 6 ",
        "for a-b in organization ",
        "quota exceeded. ",
        "www.",
        "https://a.a.",
        "a.com ",
        "{\"code\":1,",
        "\"headers\":{},",
        "\"retry_after\":1,",
        "{a:\\\"",
        "\\\\\\\"",
        "<a ",
        "/ ",
    ];
    for shape in shapes {
        for length in [2_000, 4_000] {
            let text = shape.repeat(length / shape.len());
            let failure = Failure::new().status(429).body(&text).message(&text).now(checks::NOW);
            let verdict = judged(&failure);
            checks::sound(&failure, &Options::default(), &verdict);
            let written = serde_json::to_string(&verdict).expect("a verdict is JSON");
            assert!(written.len() < 4_096, "{shape:?}: {written}");
        }
    }
    // Nor does a long name of an object stretch the path of what stands in it.
    let long = format!(r#"{{"{}":{{"retry_after":3}}}}"#, "k".repeat(8_192));
    let verdict = judged(&Failure::new().status(429).body(&long));
    assert_eq!(verdict.wait_ms, Some(3_000));
    assert!(verdict.evidence.iter().all(|evidence| evidence.path.as_ref().is_none_or(|path| path.len() < 256)));
    // What is past the first 256 KiB of a text is not read.
    let long = ["a ".repeat(128 * 1_024), "insufficient_quota".to_owned()].concat();
    assert_eq!(judged(&Failure::text(&long)).class, Class::Unknown);
}

#[test]
fn values_escaped_deeper_than_is_read_do_not_exhaust_the_stack() {
    let mut text = r#"{a:\""#.repeat(900);
    for _ in 0..7 {
        text = format!(r#"\"x {}"#, text.replace('\\', r"\\").replace('"', r#"\""#));
    }
    assert_eq!(judged(&Failure::text(&text)).class, Class::Unknown);
}

// Sentences that decide nothing.

const ADVERTS: &[&str] = &[
    "Upgrade to Pro for higher limits.",
    "Need more? Upgrade your plan to lift daily limits.",
    "Need more tokens? Upgrade to Dev Tier today at https://console.example.com/settings/billing",
    "Add 10 credits to unlock 1000 free requests per day.",
    "You can increase your rate limit by adding a payment method at https://example.com/account/billing.",
    "To raise this limit, purchase credits to advance to the next usage tier.",
    "Contact sales to get a custom monthly quota.",
    "Subscribe to any paid plan for unlimited tokens per minute.",
    "Start a free trial today, no credit card needed.",
    "Refer a friend and get $5 in credits.",
    "New: pay with prepaid credits and save 20%.",
    "Want higher limits? Talk to our team about provisioned throughput.",
    "Pro users get 10x more messages per day.",
    "Our Business plan includes 5 million tokens per month.",
    "With Plus there is no daily limit.",
    "Switch to pay-as-you-go billing to remove daily quotas.",
    "Get unlimited requests per month from $9.",
    "Go to https://example.com/pricing to see our monthly plans.",
    "Enterprise customers enjoy a dedicated quota.",
    "Save 20% with annual billing.",
];

const ADDRESSES: &[&str] = &[
    "https://example.com/billing/quota-exceeded-per-day",
    "See https://status.example.net/incidents/overloaded?try-again-in=30s#per-month",
    "More: www.example.org/docs/errors/insufficient_quota",
    "(https://api.example.dev/v1/limits/daily)",
];

const SUPPORT: &[&str] = &[
    "If this persists, contact support@example.com.",
    "Please contact us through our help center if the error persists.",
    "For more information, refer to the documentation.",
    "If you believe this is a mistake, please contact support and quote 7f3a9.",
    "Learn more about errors in our docs.",
    "Check https://status.example.com for the status of our service.",
    "Please open a ticket at https://support.example.com/tickets/new and include request id req_7f3a9.",
    "Our support team answers within 24 hours.",
    "We are here to help 24 hours a day at help@example.com.",
    "Subscribe to https://status.example.com/feed to hear when the service is unavailable or overloaded.",
    "Read about rate limits, quotas and billing at https://docs.example.com/limits.",
];

/// Adds a sentence to a text: in JSON to its first message, else before or after.
fn with_sentence(text: &str, sentence: &str, before: bool) -> String {
    if let Ok(mut value) = serde_json::from_str::<Value>(text) {
        if let Some(Value::String(message)) = first_message(&mut value) {
            *message = joined(message, sentence, before);
            return value.to_string();
        }
    }
    joined(text, sentence, before)
}

fn joined(text: &str, sentence: &str, before: bool) -> String {
    let text = text.trim_end();
    match text.chars().next_back() {
        _ if before && sentence.ends_with(['.', '?']) => format!("{sentence} {text}"),
        Some('.' | '!' | '?' | '。' | '}' | '>') => format!("{text} {sentence}"),
        _ => format!("{text}. {sentence}"),
    }
}

/// The first text for people in a JSON document.
fn first_message(value: &mut Value) -> Option<&mut Value> {
    match value {
        Value::Object(members) => members.iter_mut().find_map(|(key, member)| {
            let speaks = matches!(&**key, "message" | "detail" | "msg" | "error" | "description" | "error_description");
            match member {
                Value::String(text) if speaks && text.contains(' ') => Some(member),
                _ => first_message(member),
            }
        }),
        Value::Array(members) => members.iter_mut().find_map(first_message),
        _ => None,
    }
}

/// Each sentence is added to each failure of the corpus once, before its words or after them.
fn says_nothing(property: &str, sentences: &[&str]) {
    let mut wrong = Wrong::default();
    for (number, case) in CASES.iter().enumerate().filter(|(_, case)| !known(property, id(case))) {
        let failure = failure(case);
        let base = judged(&failure);
        for (turn, sentence) in sentences.iter().enumerate().filter(|(_, sentence)| !known(property, sentence)) {
            let before = (number + turn) % 2 == 0;
            let changed = |text: Option<&str>| text.map(|text| with_sentence(text, sentence, before));
            let (body, message) = (changed(failure.body), changed(failure.message));
            let said = changed(failure.errors.first().map(|thrown| thrown.message));
            let mut errors = failure.errors.clone();
            if let (Some(first), Some(said)) = (errors.first_mut(), said.as_deref()) {
                first.message = said;
            }
            let with = Failure { body: body.as_deref(), message: message.as_deref(), errors, ..failure.clone() };
            let got = judged(&with);
            if answer(&got) != answer(&base) {
                let text = [&body, &message, &said].into_iter().flatten().next().map_or("", |text| text);
                wrong.add(&format!("{sentence:?} / {}", id(case)), &base, &got, text);
            }
        }
    }
    wrong.assert_none();
}

#[test]
fn an_advert_changes_neither_class_nor_reason_nor_wait() {
    says_nothing("advert", ADVERTS);
}

#[test]
fn an_address_changes_neither_class_nor_reason_nor_wait() {
    says_nothing("address", ADDRESSES);
}

#[test]
fn a_sentence_about_support_changes_neither_class_nor_reason_nor_wait() {
    says_nothing("support", SUPPORT);
}

// Envelopes.

/// What wraps a text: its name, the status it tells, whether it says `RateLimitError`, and the wrapping.
struct Envelope {
    name: &'static str,
    limited: bool,
    wrap: fn(&str) -> String,
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// As Python's `repr` writes a string.
fn repr(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote || c == '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const ENVELOPES: &[Envelope] = &[
    Envelope {
        name: "JSON in a string",
        limited: false,
        wrap: |text| format!(r#"{{"error":{{"message":{}}}}}"#, quoted(text)),
    },
    Envelope {
        name: "JSON in a string in a string",
        limited: false,
        wrap: |text| format!(r#"{{"detail":{}}}"#, quoted(&format!(r#"{{"error":{{"message":{}}}}}"#, quoted(text)))),
    },
    Envelope {
        name: "Python repr",
        limited: false,
        wrap: |text| format!("{{'error': {{'message': {}, 'param': None}}}}", repr(text)),
    },
    Envelope { name: "Error code", limited: true, wrap: |text| format!("Error code: 429 - {text}") },
    Envelope {
        name: "Error code and repr",
        limited: true,
        wrap: |text| format!("Error code: 429 - {{'error': {{'message': {}, 'param': None}}}}", repr(text)),
    },
    Envelope {
        name: "AI_RetryError",
        limited: false,
        wrap: |text| format!("AI_RetryError: Failed after 3 attempts. Last error: {text}"),
    },
    Envelope {
        name: "LiteLLM",
        limited: true,
        wrap: |text| {
            format!(
                "litellm.RateLimitError: RateLimitError: OpenAIException - {text}. Received Model Group=gpt-4o\n\
                 Available Model Group Fallbacks=None LiteLLM Retried: 2 times, LiteLLM Max Retries: 2"
            )
        },
    },
    Envelope {
        name: "LangChain",
        limited: true,
        wrap: |text| {
            format!(
                "Retrying langchain_openai.chat_models.base.ChatOpenAI.completion_with_retry.<locals>._completion in \
                 2.0 seconds as it raised RateLimitError: {text}."
            )
        },
    },
    Envelope {
        name: "HTML page",
        limited: false,
        wrap: |text| {
            format!(
                "<!DOCTYPE html>\n<html>\n<head><title>Error</title></head>\n<body>\n<h1>Error</h1>\n<p>{}</p>\n\
                 </body>\n</html>\n",
                html(text)
            )
        },
    },
    Envelope {
        name: "SSE event",
        limited: false,
        wrap: |text| {
            format!("event: error\ndata: {{\"type\":\"error\",\"error\":{{\"message\":{}}}}}\n\n", quoted(text))
        },
    },
    Envelope {
        name: "curl -i",
        limited: true,
        wrap: |text| {
            format!(
                "HTTP/2 429 \r\ndate: Wed, 29 Jul 2026 11:58:01 GMT\r\ncontent-type: application/json\r\n\
                 content-length: 412\r\nserver: nginx\r\n\r\n{text}"
            )
        },
    },
    Envelope {
        name: "log line",
        limited: false,
        wrap: |text| format!("2026-07-29T12:00:00.123Z ERROR [worker-3] request failed: {text}"),
    },
    Envelope {
        name: "Python log line",
        limited: false,
        wrap: |text| format!("2026-07-29 12:00:00,123 - app.llm - WARNING - call 17 failed: {text}"),
    },
];

/// Every text of the corpus that decides by itself, with its case.
fn deciding() -> impl Iterator<Item = (&'static Value, &'static str, Verdict)> {
    CASES.iter().filter_map(|case| {
        let (body, message) = (case["body"].as_str(), case["message"].as_str());
        let text = body.xor(message).filter(|_| case["error"].is_null())?;
        let verdict = judged(&alone(case, text));
        let decides = !matches!(verdict.confidence, Confidence::Status | Confidence::None);
        decides.then_some((case, text, verdict))
    })
}

/// A text without the rest of its case.
fn alone<'a>(case: &Value, text: &'a str) -> Failure<'a> {
    Failure { message: Some(text), now_ms: support::now(case), ..Failure::default() }
}

/// Whether an SDK calls such a failure a `RateLimitError`.
fn is_limit(verdict: &Verdict) -> bool {
    let limits =
        [Reason::RateLimit, Reason::RequestsPerMinute, Reason::TokensPerMinute, Reason::Concurrency, Reason::Ramp];
    verdict.class == Class::Exhausted || limits.contains(&verdict.reason)
}

#[test]
fn an_envelope_changes_neither_class_nor_wait() {
    let mut wrong = Wrong::default();
    for (case, text, base) in deciding() {
        // A 429 that changes the answer by itself changes it in an envelope too.
        let with_status = judged(&alone(case, text).status(429));
        let limited = is_limit(&base) && answer(&with_status) == answer(&base);
        for envelope in ENVELOPES.iter().filter(|envelope| limited || !envelope.limited) {
            if known(envelope.name, id(case)) {
                continue;
            }
            let wrapped = (envelope.wrap)(text);
            let got = judged(&alone(case, &wrapped));
            if (got.class, got.wait_ms) != (base.class, base.wait_ms) {
                wrong.add(&format!("{} / {}", envelope.name, id(case)), &base, &got, &wrapped);
            }
        }
    }
    wrong.assert_none();
}

#[test]
fn an_envelope_by_itself_states_no_wait_and_no_more_than_its_status() {
    for envelope in ENVELOPES {
        for text in ["it did not work", "", "42"] {
            let wrapped = (envelope.wrap)(text);
            let verdict = judged(&Failure::text(&wrapped).now(checks::NOW));
            assert_eq!(verdict.wait_ms, None, "{}: {verdict:?}", envelope.name);
            let class = if envelope.limited { Class::Transient } else { Class::Unknown };
            assert_eq!(verdict.class, class, "{}: {verdict:?}", envelope.name);
        }
    }
}

// Cuts.

proptest! {
    #![proptest_config(drawn(1_500))]

    #[test]
    fn a_cut_after_the_deciding_words_keeps_the_class(at in any::<Index>(), cuts in vec(any::<Index>(), 12)) {
        static DECIDING: LazyLock<Vec<(&Value, &str, Verdict)>> = LazyLock::new(|| deciding().collect());
        let (case, text, base) = at.get(&DECIDING);
        if !known("cut", id(case)) {
            // A cut through a code or a unit leaves another word.
            let whole = |cut: &usize| {
                let part = |character: char| character.is_alphanumeric() || character == '_';
                text.is_char_boundary(*cut) && !(text[..*cut].ends_with(part) && text[*cut..].starts_with(part))
            };
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).filter(whole).collect();
            cuts.sort_unstable();
            let mut decided = false;
            for cut in cuts {
                let got = judged(&alone(case, &text[..cut]));
                // Once the same rule says the same, every longer text has all the words that decided.
                decided |= got.rule == base.rule && answer(&got) == answer(base);
                prop_assert!(!decided || got.class == base.class, "{}: {:?} {:?}\n{}", id(case), got.class, got.rule, &text[..cut]);
            }
        }
    }
}

// Headers.

proptest! {
    #![proptest_config(drawn(1_500))]

    #[test]
    fn order_case_and_repetition_of_headers_change_nothing(
        at in any::<Index>(),
        order in vec(any::<u32>(), 64),
        capitals in any::<u64>(),
        twice in any::<u64>(),
    ) {
        static TOLD: LazyLock<Vec<&Value>> = LazyLock::new(|| CASES.iter().filter(|case| case["headers"].is_object()).collect());
        let case = at.get(&TOLD);
        let told = failure(case);
        let mut headers: Vec<(u32, String, &str)> = Vec::new();
        for (number, (name, value)) in told.headers.iter().enumerate() {
            let changed = name.char_indices().map(|(at, c)| {
                if capitals >> ((at + number) % 64) & 1 == 1 { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
            });
            headers.push((order[number % 64], changed.collect(), value));
            if twice >> (number % 64) & 1 == 1 {
                headers.push((order[(number + 17) % 64], (*name).to_owned(), value));
            }
        }
        headers.sort_by_key(|(place, ..)| *place);
        let changed: Vec<(&str, &str)> = headers.iter().map(|(_, name, value)| (&**name, *value)).collect();
        prop_assert_eq!(read_meters(&changed, told.now_ms), read_meters(&told.headers, told.now_ms));
        let base = judged(&told);
        let got = judged(&Failure { headers: changed, ..told });
        checks::alike(&got, &base);
        prop_assert_eq!(got.rule, base.rule, "{}", id(case));
    }

    #[test]
    fn meters_are_the_same_in_any_order(at in vec((any::<Index>(), any::<Index>()), 0..12)) {
        let headers: Vec<(&str, &str)> = at.iter().map(|(name, value)| (name.get(&HEADERS).0, value.get(&HEADERS).1)).collect();
        checks::same_meters(&headers, Some(checks::NOW));
    }
}

// Windows.

/// Words for a minute and the same words for a day.
const WINDOWS: &[(&str, &str)] = &[
    ("per minute", "per day"),
    ("Per Minute", "Per Day"),
    ("per-minute", "per-day"),
    ("per_minute", "per_day"),
    ("PerMinute", "PerDay"),
    ("per min", "per day"),
    ("/minute", "/day"),
    ("/ minute", "/ day"),
    ("/min", "/day"),
    ("/ min", "/ day"),
    ("a minute", "a day"),
    ("RPM", "RPD"),
    ("TPM", "TPD"),
    ("每分钟", "每天"),
];

#[test]
fn a_minute_limit_told_as_a_day_limit_is_exhausted_and_a_day_limit_told_as_a_minute_limit_is_not() {
    let mut wrong = Wrong::default();
    let (mut minutes, mut days) = (0, 0);
    for (case, text, _) in deciding() {
        let whole = failure(case);
        let base = judged(&whole);
        let by_minute = matches!(base.reason, Reason::RequestsPerMinute | Reason::TokensPerMinute);
        // Where a code decides, the words beside it do not.
        if base.confidence != Confidence::Phrase || known("window", id(case)) {
            continue;
        }
        if !(by_minute || base.reason == Reason::DailyQuota) {
            continue;
        }
        let told = WINDOWS.iter().fold(text.to_owned(), |text, (minute, day)| {
            if by_minute { text.replace(minute, day) } else { text.replace(day, minute) }
        });
        if told == text {
            continue;
        }
        *(if by_minute { &mut minutes } else { &mut days }) += 1;
        let changed = if whole.body.is_some() {
            Failure { body: Some(&told), ..whole }
        } else {
            Failure { message: Some(&told), ..whole }
        };
        let got = judged(&changed);
        // A minute's limit with a wait of hours is over the cap, and no day's quota.
        let right = if by_minute { got.reason == Reason::DailyQuota } else { !is_daily_or_longer(got.reason) };
        if !right {
            wrong.add(id(case), &base, &got, &told);
        }
    }
    wrong.assert_none();
    assert!(minutes >= 20 && days >= 10, "{minutes} and {days}");
}

fn is_daily_or_longer(reason: Reason) -> bool {
    reason.class() == Class::Exhausted && reason != Reason::LongWait
}

// Delays.

fn any_wait() -> impl Strategy<Value = Option<u64>> {
    proptest::option::of(prop_oneof![0..200_000_u64, any::<u64>()])
}

proptest! {
    #![proptest_config(drawn(4_000))]

    #[test]
    fn a_delay_is_never_below_its_floor_nor_past_the_time_for_retries(
        (class, reason, sent) in (select(Class::ALL), select(Reason::ALL), select(Sent::ALL)),
        (retryable, malformed, wait_ms) in (any::<bool>(), any::<bool>(), any_wait()),
        (attempt, elapsed_ms) in (prop_oneof![0..8_u32, any::<u32>()], prop_oneof![0..200_000_u64, any::<u64>()]),
        chance in prop_oneof![0.0..1.0, any::<f64>()],
        bounds in proptest::option::of((any::<u32>(), any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>())),
    ) {
        let grounds = Grounds { class, reason, retryable, sent, wait_ms, malformed, retry_at: None };
        let policy = bounds.map_or_else(Policy::default, |(attempts, retry_for_ms, base_delay_ms, max_delay_ms, max_server_wait_ms)| {
            Policy { attempts, retry_for_ms, base_delay_ms, max_delay_ms, max_server_wait_ms }
        });
        checks::sleeps(&grounds, &policy, attempt, elapsed_ms, chance);
    }

    #[test]
    fn more_chance_never_shortens_a_delay(wait_ms in any_wait(), attempt in 1..5_u32, low in 0.0..1.0, high in 0.0..1.0) {
        use retriage::delay::{Delay, next_delay};

        let (class, reason, sent) = (Class::Transient, Reason::RateLimit, Sent::No);
        let grounds = Grounds { class, reason, retryable: true, sent, wait_ms, malformed: false, retry_at: None };
        let policy = Policy { retry_for_ms: u64::MAX, ..Policy::default() };
        let slept = |chance: f64| match next_delay(&grounds, &policy, attempt, 0, chance) {
            Delay::Sleep { ms, .. } => ms,
            Delay::Stop { .. } => u64::MAX,
        };
        prop_assert!(slept(f64::min(low, high)) <= slept(f64::max(low, high)));
    }
}

// Retry-After.

fn any_retry_after() -> impl Strategy<Value = String> {
    let date = (0..8_000_000_000_i64, select(vec!["", "GMT", "UTC", "+0000", "EST"])).prop_map(|(second, zone)| {
        let date = checks::imf_fixdate((second - 2_000_000_000) * 1_000);
        if zone.is_empty() { date } else { date.replace("GMT", zone) }
    });
    prop_oneof![
        "[0-9]{1,24}",
        "[ \t]?[+-]?[0-9]{0,4}(\\.[0-9]{0,12})?[ \t]?",
        "[0-9]{1,3}( ?, ?[0-9]{1,3}){1,4}",
        "([0-9]{1,3}[dhms]){1,3}",
        "[0-9]{1,4} ?(s|sec|seconds|minutes|ms)",
        "20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9](Z|\\+[01][0-9]:[0-9]{2})?",
        "(Sun|Mon|Tue|Sat)(day)?, ?[0-3]?[0-9][ -](Jan|Feb|Nov)[ -]([0-9]{2}|[0-9]{4}) [0-2][0-9]:[0-6][0-9]:[0-6][0-9] GMT",
        date,
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(drawn(3_000))]

    #[test]
    fn what_parse_retry_after_reads_is_what_the_judge_reads_and_the_rest_is_malformed(value in any_retry_after()) {
        checks::retry_after_agrees(&value, checks::NOW);
    }

    #[test]
    fn a_retry_after_that_names_an_instant_waits_until_it(second in 0..8_000_000_000_i64, now in 0..8_000_000_000_i64) {
        let (at, now) = (second * 1_000, now * 1_000);
        let wait = u64::try_from(at - now).unwrap_or(0);
        prop_assert_eq!(retriage::wait::parse_retry_after(&checks::imf_fixdate(at), now), Some(wait));
    }
}

// Cases.

/// A made-up secret, by the form that gives it away.
fn secret() -> impl Strategy<Value = String> {
    prop_oneof![
        "sk-(proj-|ant-api03-|or-v1-)?[A-Za-z0-9]{20,48}",
        "(gsk_|xai-|hf_|r8_|ghp_|gho_|whsec_|sk_live_|pk_test_|rk_live_)[A-Za-z0-9]{20,40}",
        "(AKIA|ASIA)[A-Z2-7]{16}",
        "AIza[A-Za-z0-9_-]{35}",
        "xox[bp]-[0-9]{10,12}-[A-Za-z0-9]{24}",
        "eyJ[A-Za-z0-9]{16,30}\\.eyJ[A-Za-z0-9]{16,40}\\.[A-Za-z0-9_-]{20,43}",
        "[a-z]{3,9}[.+_-][a-z]{2,9}@[a-z]{3,12}\\.(com|org|example|co\\.uk)",
        "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
        "(req|org|user|acct|proj)_[A-Za-z0-9]{3}[0-9]{2}[A-Za-z0-9]{15,20}",
        "[0-9a-f]{14}[0-9]{2}[a-f]{2}[0-9a-f]{14,40}",
        "[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]{20,40}",
        "[2-9][0-9]{11}",
        "(1[0-9]{2}|2[0-4][0-9])\\.(1[0-9]{2})\\.[0-9]{1,2}\\.[1-9][0-9]?",
    ]
}

/// Where a failure holds a secret.
const PLACES: &[&str] = &[
    "{}",
    "Incorrect API key provided: {}. You can find your API key at https://platform.example.com/keys.",
    "Authorization: Bearer {}",
    "{\"error\":{\"message\":\"key {} is not valid\"}}",
    "{\"user\":\"{}\",\"code\":\"rate_limit_exceeded\"}",
    "{'error': {'metadata': {'user_id': '{}'}}}",
    "{\\\"request_id\\\":\\\"{}\\\"}",
    "<Error><RequestId>{}</RequestId></Error>",
    "https://api.example.com/v1/{}/models",
    "GET https://api.example.com/v1/models?key={}&alt=json failed",
    "postgres://admin:{}@db.example.com/main",
    "account={} is over its limit (request id: {})",
    "see [{}] or `{}`; \"{}\", '{}' and <{}>",
    "for {} in organization {} on tokens per day",
    "x-api-key:{}\r\nset-cookie: session={}; HttpOnly",
    "错误:{}。",
];

proptest! {
    #![proptest_config(drawn(3_000))]

    #[test]
    fn a_case_holds_no_secret(secret in secret(), place in select(PLACES), at in any::<Index>()) {
        let text = place.replace("{}", &secret);
        let base = failure(at.get(&CASES));
        let headers = ["authorization", "cookie", "x-request-id", "x-ratelimit-bucket", "x-amzn-requestid", "retry-after"];
        let failure = Failure {
            headers: base.headers.iter().copied().chain(headers.map(|name| (name, &*text))).collect(),
            body: Some(&text),
            message: Some(&text),
            errors: vec![Thrown { name: "Error", code: &text, message: &text }, Thrown { name: &text, code: "", message: &text }],
            url: Some(&text),
            ..base
        };
        let case = checks::written(&failure).to_string();
        prop_assert!(!case.contains(&secret), "{}", case);
    }

    #[test]
    fn a_case_holds_nothing_that_follows_a_word_for_a_secret(
        secret in "[A-Za-z0-9_-]{6,40}",
        word in select(vec!["Bearer ", "Basic ", "api_key=", "apikey: ", "\"password\": \"", "'secret': '", "access_token=", "client_secret=", "x-api-key: ", "\"authorization\":\""]),
    ) {
        let text = format!("the call failed ({word}{secret}) at once");
        let failure = Failure::new().status(401).body(&text).message(&text);
        let case = serde_json::to_string(&Case::new(&failure, &judged(&failure))).expect("a case is JSON");
        prop_assert!(!case.contains(&secret), "{}", case);
    }

    #[test]
    fn a_case_holds_no_path_nor_query_of_an_address(
        path in "[a-z]{3,12}/[a-z0-9-]{6,20}",
        query in "(token|key|sig|user|code)=[A-Za-z0-9%_.-]{6,30}",
        place in select(vec!["{}", "GET {} failed", "\"url\":\"{}\"", "<a href=\"{}\">here</a>", "({}).", "'{}'"]),
    ) {
        let text = place.replace("{}", &format!("https://files.example.com/{path}?{query}"));
        let failure = Failure::new().status(403).body(&text).message(&text);
        let case = checks::written(&failure).to_string();
        prop_assert!(!case.contains(&query) && !case.contains(&path), "{}", case);
    }
}

/// What must never be told: it has the form of a key, or of a word that is no word of ours.
fn planted() -> impl Strategy<Value = String> {
    prop_oneof![
        "sk-[A-Za-z0-9]{20}",
        "AIza[A-Za-z0-9_-]{20}",
        "eyJ[a-z0-9]{12}\\.eyJ[a-z0-9]{12}\\.[a-z0-9]{12}",
        "hunter2[A-Z]{4}[0-9]{8}x"
    ]
}

/// A mark that may stand in a password, at a place where an address has another use for it.
const MARKS: [&str; 8] = ["", "/", "?", "#", "@", ":", "\\", ":80/"];

proptest! {
    #![proptest_config(drawn(2_000))]

    #[test]
    fn no_secret_gets_into_a_record(
        secret in planted(),
        mark in select(&MARKS[..]),
        place in 0_usize..12,
        status in select(&[200_u16, 400, 401, 429, 503][..]),
    ) {
        let at = |here: usize, plain: &str| if place == here { format!("{plain}{secret}") } else { plain.to_owned() };
        let url = match place {
            0 => format!("https://user:{mark}{secret}@api.example.com/v1"),
            1 => format!("https://{secret}{mark}@api.example.com/v1"),
            2 => format!("https://user:1{mark}{secret}{mark}@api.example.com/v1"),
            3 => format!("https://api.example.com/v1/{secret}/x"),
            4 => format!("https://api.example.com/v1?key={mark}{secret}"),
            5 => format!("https://api.example.com/v1#{mark}{secret}"),
            _ => "https://api.example.com/v1".to_owned(),
        };
        let mut request = Request::new(&at(6, ""), &url);
        request.inspect_ok = true;
        request.idempotency_key = Some(secret.clone());
        // A name of a header or its value, a body, the text of an error.
        let (name, wait) = (at(7, "x-ratelimit-remaining-"), at(8, ""));
        let body = format!("{{\"error\":{{\"code\":\"{}\",\"message\":\"Retry after {}\"}}}}", at(9, ""), at(10, ""));
        let length = body.len().to_string();
        let headers = [
            (name.as_str(), "0"),
            ("retry-after", wait.as_str()),
            ("authorization", secret.as_str()),
            ("content-type", "application/json"),
            ("content-length", length.as_str()),
        ];
        let text = at(11, "fetch failed ");
        let thrown = Failure::new().thrown(Thrown { name: &text, code: &text, message: &text });
        let mut call = Operation::new(request, Arc::new(operation::Policy::default()));
        let mut gates = Gates::default();
        let events = [
            Event::Start,
            Event::Headers { status, headers: &headers },
            Event::Body { text: &body, cut: false },
            Event::Woke,
            Event::Thrown(&thrown),
            Event::Aborted,
        ];
        for (monotonic_ms, event) in (0..).step_by(60_000).zip(events) {
            let now = Now { monotonic_ms, wall_ms: 1_800_000_000_000 };
            let Some(step) = call.step(&mut gates, event, now, 0.0) else { continue };
            let Some(record) = Record::of(&call, &step, now) else { continue };
            let shown = serde_json::to_string(&record).unwrap_or_default();
            let told = shown.to_ascii_lowercase().contains(&secret.to_ascii_lowercase());
            prop_assert!(!told && shown.len() > 100, "{}", shown);
        }
    }
}
