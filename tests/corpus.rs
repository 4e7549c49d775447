//! The corpus against its labels, natively.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use retriage::{Class, Reason};
use support::{FILES, cases, differences, judge};

#[test]
fn every_case_gets_the_verdict_of_its_label() {
    let mut wrong = Vec::new();
    for (stem, case) in cases() {
        let verdict = judge(&case);
        let differs = differences(&case, &verdict);
        // A label that is held to be wrong stands with the reason and with what is answered instead.
        let disagrees: Vec<&str> =
            case["disagree"]["on"].as_array().into_iter().flatten().filter_map(|on| on.as_str()).collect();
        if differs != disagrees {
            wrong.push(format!("{stem}: {} differs in {differs:?}: {verdict:?}", case["id"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases().count(), wrong.join("\n"));
}

#[test]
fn disagreements_with_labels_are_few_and_give_their_reason() {
    let all = cases().count();
    let disagreeing: Vec<_> = cases().filter(|(_, case)| !case["disagree"].is_null()).collect();
    for (_, case) in &disagreeing {
        assert!(case["disagree"]["why"].as_str().is_some_and(|why| why.len() > 20), "{}", case["id"]);
    }
    assert!(disagreeing.len() * 100 <= all, "{} of {all}", disagreeing.len());
}

#[test]
fn no_dead_end_is_called_transient_and_no_transient_is_given_up() {
    for (_, case) in cases() {
        let accepts = case["expect"]["accept_class"].as_array().is_some_and(|list| !list.is_empty());
        if accepts || !case["disagree"].is_null() {
            continue;
        }
        let transient = case["expect"]["class"] == "transient";
        assert_eq!(judge(&case).class == Class::Transient, transient, "{}", case["id"]);
    }
}

#[test]
fn each_reason_is_known_of_ten_failures_whose_provider_has_no_table() {
    let tables: BTreeSet<String> = FILES.iter().map(|(stem, _)| stem.replace('_', "-")).collect();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (_, case) in cases().filter(|(_, case)| !tables.contains(case["provider"].as_str().unwrap_or(""))) {
        *known.entry(case["expect"]["reason"].as_str().unwrap_or("").to_owned()).or_default() += 1;
    }
    for reason in Reason::ALL {
        let count = known.get(reason.as_str()).copied().unwrap_or(0);
        assert!(count >= 10, "{}: {count}", reason.as_str());
    }
}

#[test]
fn ids_are_unique_and_begin_with_a_provider() {
    let mut seen = BTreeSet::new();
    for (_, case) in cases() {
        let id = case["id"].as_str().unwrap_or("").to_owned();
        let provider = case["provider"].as_str().unwrap_or("?");
        assert!(id.contains('-') && !provider.is_empty(), "{id}");
        assert!(seen.insert(id.clone()), "{id} stands twice");
    }
}

#[test]
fn the_list_of_files_is_the_folder() {
    let folder: BTreeSet<String> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases"))
        .expect("tests/cases exists")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".jsonl").map(str::to_owned))
        .collect();
    let listed: BTreeSet<String> = FILES.iter().map(|(stem, _)| (*stem).to_owned()).collect();
    assert_eq!(listed, folder);
}
