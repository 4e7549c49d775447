//! The corpus in a real browser, judged by the core as it is built for the npm package.
//!
//! `wasm-pack test --headless --chrome --features binding --test browser`

#![cfg(all(target_arch = "wasm32", feature = "binding"))]

mod support;

use serde_json::Value;
use support::{cases, differences, judge};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn every_case_gets_the_verdict_of_its_label() {
    for (stem, case) in cases() {
        let verdict = judge(&case);
        let differs = differences(&case, &verdict);
        let disagrees: Vec<&str> =
            case["disagree"]["on"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert_eq!(differs, disagrees, "{stem}: {}: {verdict:?}", case["id"]);
    }
}

#[wasm_bindgen_test]
fn the_flat_binding_answers_as_the_core_does() {
    for (_, case) in cases() {
        let text = |key: &str| case[key].as_str().map(str::to_owned);
        let headers: Vec<String> = case["headers"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, value)| [name, "\u{1f}", value.as_str().unwrap_or("")].concat())
            .collect();
        let mut errors = Vec::new();
        let mut error = &case["error"];
        while error.is_object() {
            let part = |key: &str| error[key].as_str().unwrap_or("");
            errors.push([part("name"), "\u{1f}", part("code"), "\u{1f}", part("message")].concat());
            error = &error["cause"];
        }
        let now = case["expect"]["now"].as_str().and_then(retriage::wait::parse_instant);
        let part = |key: &str| text(key).map_or(String::new(), |text| ["=", &text].concat());
        let packed = [
            text("url").unwrap_or_default(),
            String::new(),
            errors.join("\u{1e}"),
            headers.join("\u{1e}"),
            String::new(),
            part("message"),
            part("body"),
        ];
        let status = case["status"].as_f64().unwrap_or(f64::NAN);
        let now = now.map_or(f64::NAN, |now| now as f64);
        let answer = retriage::wasm::classify(status, now, &packed.join("\u{1c}"), 60_000.0, false);
        let answer: Value = serde_json::from_str(&answer).expect("the answer is JSON");
        let verdict = judge(&case);
        for (key, value) in [
            ("class", Value::from(verdict.class.as_str())),
            ("reason", Value::from(verdict.reason.as_str())),
            ("scope", Value::from(verdict.scope.as_str())),
            ("waitMs", Value::from(verdict.wait_ms)),
            ("rule", Value::from(verdict.rule.clone())),
            ("explain", Value::from(verdict.explain.clone())),
        ] {
            assert_eq!(answer[key], value, "{}", case["id"]);
        }
    }
}
