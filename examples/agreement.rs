//! Judges files of labelled cases (JSON lines, see `tests/cases/README.md`) and prints where verdict and label differ.
//!
//! `cargo run --release --example agreement -- tests/cases/*.jsonl`

#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a tool for developers: what it cannot read it says and stops"
)]

use std::collections::BTreeMap;
use std::fs;

use retriage::{Class, Verdict};
use serde_json::Value;

#[path = "../tests/support/mod.rs"]
mod support;

fn main() {
    let mut totals = [0_usize; 5];
    let mut dead_called_transient = 0;
    let mut transient_given_up = 0;
    let mut rules = BTreeMap::<String, usize>::new();
    let decisions = std::env::args().any(|arg| arg == "--decisions");
    let quiet = std::env::args().any(|arg| arg == "--quiet");
    for path in std::env::args().skip(1).filter(|arg| !arg.starts_with("--")) {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let case: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}: {line}"));
            let verdict = support::judge(&case);
            let differs = support::differences(&case, &verdict);
            let wrong = ["class", "wait", "reason", "scope"].map(|name| differs.contains(&name));
            totals[0] += 1;
            for (at, wrong) in wrong.iter().enumerate() {
                totals[at + 1] += usize::from(*wrong);
            }
            let class = case["expect"]["class"].as_str().unwrap_or("");
            if wrong[0] {
                dead_called_transient += usize::from(verdict.class == Class::Transient);
                transient_given_up += usize::from(class == "transient");
            }
            *rules.entry(verdict.rule.clone().unwrap_or_else(|| "-".into())).or_default() += 1;
            if decisions {
                println!("= {} {}", case["id"].as_str().unwrap_or(""), verdict.rule.as_deref().unwrap_or("-"));
            }
            if !quiet && wrong.contains(&true) {
                report(&case, &verdict, wrong);
            }
        }
    }
    let [all, class, wait, reason, scope] = totals;
    let rate = |wrong: usize| 100.0 * (all - wrong) as f64 / all.max(1) as f64;
    println!(
        "{all} cases: class {:.1} %, wait {:.1} %, reason {:.1} %, scope {:.1} %; \
         {dead_called_transient} dead ends called transient, {transient_given_up} transients given up",
        rate(class),
        rate(wait),
        rate(reason),
        rate(scope)
    );
    if std::env::args().any(|arg| arg == "--rules") {
        for (rule, count) in rules {
            println!("{count:4} {rule}");
        }
    }
}

fn report(case: &Value, verdict: &Verdict, wrong: [bool; 4]) {
    let expect = &case["expect"];
    let names = ["class", "wait", "reason", "scope"];
    let marks: Vec<&str> = names.iter().zip(wrong).filter(|(_, wrong)| *wrong).map(|(name, _)| *name).collect();
    println!("# {} [{}]", case["id"].as_str().unwrap_or(""), marks.join(" "));
    println!(
        "  want {} {} {} {} {}",
        expect["class"], expect["scope"], expect["reason"], expect["wait_ms"], expect["wait_source"]
    );
    println!(
        "  got  {} {} {} {:?} by {}",
        verdict.class.as_str(),
        verdict.scope.as_str(),
        verdict.reason.as_str(),
        verdict.wait_ms,
        verdict.rule.as_deref().unwrap_or("-")
    );
    for key in ["status", "headers", "body", "message", "error"] {
        if !case[key].is_null() && case[key] != serde_json::json!({}) {
            println!("  {key}: {}", case[key]);
        }
    }
    for piece in &verdict.evidence {
        println!("  . {:?} {:?} {:?} [{}]", piece.place, piece.path, piece.text, piece.rule);
    }
}
