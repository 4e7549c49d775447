//! Inputs that once broke something, and the fuzz targets' corpora, checked again.
//!
//! A crash that `make fuzz` finds lies in `tests/crashes/<target>/`; it is replayed from then on. The corpora are in
//! `fuzz/corpus/`.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a file that cannot be read fails its test")]

use std::fs;
use std::path::{Path, PathBuf};

#[path = "support/checks.rs"]
mod checks;

use checks::TARGETS;

/// The files of a folder under the crate's root; none where there is no such folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn stem(file: &Path) -> &str {
    file.file_stem().and_then(|stem| stem.to_str()).unwrap()
}

/// An input as `scripts/kept.mjs` writes it: `\\`, `\n` and `\xff` stand for what is not printable ASCII.
fn unescaped(line: &str) -> Vec<u8> {
    let mut parts = line.split('\\');
    let mut bytes = parts.next().unwrap_or("").as_bytes().to_vec();
    while let Some(part) = parts.next() {
        let (byte, rest) = match part.as_bytes() {
            [b'n', rest @ ..] => (b'\n', rest),
            [b'x', _, _, rest @ ..] => (u8::from_str_radix(&part[1..3], 16).unwrap(), rest),
            // An escaped backslash parts nothing from what follows it.
            _ => (b'\\', parts.next().unwrap().as_bytes()),
        };
        bytes.push(byte);
        bytes.extend(rest);
    }
    bytes
}

#[test]
fn inputs_that_once_broke_a_target_break_it_no_more() {
    for (target, check) in TARGETS {
        for file in files(&format!("tests/crashes/{target}")) {
            println!("{}", file.display());
            check(&fs::read(file).unwrap());
        }
    }
}

#[test]
fn inputs_that_fuzzing_found_worth_keeping_hold_every_check() {
    for (target, check) in TARGETS {
        for file in files("fuzz/corpus").into_iter().filter(|file| stem(file) == *target) {
            for line in fs::read_to_string(file).unwrap().lines() {
                println!("{target}: {line}");
                check(&unescaped(line));
            }
        }
    }
}

#[test]
fn a_kept_input_is_read_as_it_was_written() {
    assert_eq!(unescaped(r"a\\b\n\x00\xff\\\\x\\n"), b"a\\b\n\0\xff\\\\x\\n");
    assert_eq!(unescaped(""), b"");
}

#[test]
fn every_kept_input_belongs_to_a_target() {
    for file in ["tests/crashes", "fuzz/corpus"].into_iter().flat_map(files) {
        assert!(TARGETS.iter().any(|(target, _)| *target == stem(&file)), "{}", file.display());
    }
}

#[test]
fn no_input_at_all_holds_every_check() {
    for (_, check) in TARGETS {
        check(b"");
        check(b"\0\xFF\x1C\x1C\x1C\x1C\x1C\x1C=\x1C=\x1E\x1F");
    }
}
