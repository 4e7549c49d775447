//! The corpus, and how a case is judged: shared by every engine's run.

#![allow(dead_code, clippy::panic, clippy::indexing_slicing, reason = "a case that cannot be read fails its test")]

use retriage::wait::parse_instant;
use retriage::{Failure, Options, Thrown, Verdict, classify};
use serde_json::Value;

mod files;

pub use files::FILES;

/// Every case with the stem of its file.
pub fn cases() -> impl Iterator<Item = (&'static str, Value)> {
    FILES.iter().flat_map(|(stem, text)| {
        text.lines().filter(|line| !line.trim().is_empty()).map(move |line| {
            let case = serde_json::from_str(line).unwrap_or_else(|error| panic!("{stem}: {error}: {line}"));
            (*stem, case)
        })
    })
}

/// Judges one case at the time that it names.
pub fn judge(case: &Value) -> Verdict {
    classify(&failure(case), &Options::default())
}

/// A case as the caller saw it.
pub fn failure(case: &Value) -> Failure<'_> {
    let text = |key: &str| case[key].as_str();
    let mut failure = Failure {
        status: case["status"].as_u64().and_then(|status| u16::try_from(status).ok()),
        body: text("body"),
        message: text("message"),
        url: text("url"),
        now_ms: now(case),
        ..Failure::default()
    };
    for (name, value) in case["headers"].as_object().into_iter().flatten() {
        failure.headers.push((name, value.as_str().unwrap_or("")));
    }
    let mut error = &case["error"];
    while error.is_object() {
        let part = |key: &str| error[key].as_str().unwrap_or("");
        failure.errors.push(Thrown { name: part("name"), code: part("code"), message: part("message") });
        error = &error["cause"];
    }
    failure
}

/// The time at which a case is judged.
pub fn now(case: &Value) -> Option<i64> {
    case["expect"]["now"].as_str().and_then(parse_instant)
}

#[allow(dead_code, reason = "not every run compares")]
/// What of class, wait, reason and scope differs from the label.
pub fn differences(case: &Value, verdict: &Verdict) -> Vec<&'static str> {
    let expect = &case["expect"];
    let accepted = |key: &str, word: &str| {
        let others = expect[format!("accept_{key}")].as_array();
        expect[key].as_str() == Some(word) || others.is_some_and(|list| list.iter().any(|value| value == word))
    };
    let wait = match verdict.wait_ms {
        Some(ms) => ["wait_ms", "wait_alt_ms"].iter().any(|key| expect[key].as_u64() == Some(ms)),
        None => expect["wait_ms"].is_null() || expect["accept_no_wait"] == true,
    };
    let checks = [
        ("class", accepted("class", verdict.class.as_str())),
        ("wait", wait),
        ("reason", accepted("reason", verdict.reason.as_str())),
        ("scope", accepted("scope", verdict.scope.as_str())),
    ];
    checks.into_iter().filter(|(_, agrees)| !agrees).map(|(name, _)| name).collect()
}
