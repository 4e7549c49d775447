//! Judges files of cases (JSON lines, see `tests/cases/README.md`) and prints each id with its verdict, a line of JSON a
//! case: what the crate says natively, for `make matrix` to hold every other engine against.
//!
//! `cargo run --release --example answers -- tests/cases/*.jsonl`

#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a tool for developers: what it cannot read it says and stops"
)]

use std::fs;
use std::io::{self, BufWriter, Write};

use serde_json::{Value, json};

#[path = "../tests/support/mod.rs"]
mod support;

/// When a case that names no time is judged.
const NOW: &str = "2026-01-01T00:00:00Z";

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for path in std::env::args().skip(1) {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let mut case: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}: {line}"));
            if case["expect"]["now"].is_null() {
                case["expect"]["now"] = NOW.into();
            }
            writeln!(
                out,
                "{}",
                json!({ "id": case["id"], "now": case["expect"]["now"], "verdict": support::judge(&case) })
            )?;
        }
    }
    out.flush()
}
