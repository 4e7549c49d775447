//! Inputs that once broke something, and the fuzz targets' corpora, checked again.
//!
//! A crash that `make fuzz` finds lies in `tests/crashes/<target>/`; it is replayed from then on.

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

fn replay(root: &str) {
    for (target, check) in TARGETS {
        for file in files(&format!("{root}/{target}")) {
            println!("{}", file.display());
            check(&fs::read(file).unwrap());
        }
    }
}

#[test]
fn inputs_that_once_broke_a_target_break_it_no_more() {
    replay("tests/crashes");
}

#[test]
fn inputs_that_fuzzing_found_worth_keeping_hold_every_check() {
    replay("fuzz/corpus");
}

#[test]
fn every_folder_of_kept_inputs_belongs_to_a_target() {
    for folder in ["tests/crashes", "fuzz/corpus"].into_iter().flat_map(files) {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap();
        assert!(name == "README.md" || TARGETS.iter().any(|(target, _)| *target == name), "{}", folder.display());
    }
}

#[test]
fn no_input_at_all_holds_every_check() {
    for (_, check) in TARGETS {
        check(b"");
        check(b"\0\xFF\x1C\x1C\x1C\x1C\x1C\x1C=\x1C=\x1E\x1F");
    }
}
