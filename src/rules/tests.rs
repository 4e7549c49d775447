//! The tables held against the corpus and against themselves.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cond, GENERIC, PROVIDERS, Provider, Rule};

#[path = "../../tests/support/mod.rs"]
mod support;

fn rules() -> impl Iterator<Item = (&'static str, &'static Rule)> {
    tables().flat_map(|table| table.rules.iter().map(move |rule| (table.name, rule)))
}

/// Every table but the invented one.
fn tables() -> impl Iterator<Item = &'static Provider> {
    PROVIDERS.iter().filter(|table| table.name != "invented")
}

#[test]
fn ids_are_unique_and_begin_with_their_table() {
    let mut seen = BTreeSet::new();
    for (table, rule) in rules() {
        assert!(rule.id.strip_prefix(table).is_some_and(|rest| rest.starts_with('/')), "{} in {table}", rule.id);
        assert!(seen.insert(rule.id), "{} stands twice", rule.id);
    }
    let names: BTreeSet<&str> = PROVIDERS.iter().map(|table| table.name).collect();
    assert_eq!(names.len(), PROVIDERS.len());
}

#[test]
fn every_rule_says_why_and_where_it_was_learnt_and_when() {
    for (_, rule) in rules() {
        let known = rule.known;
        assert!(known.why.len() > 10, "{}: why?", rule.id);
        assert!(known.source.len() > 5 && !known.source.contains("://"), "{}: source?", rule.id);
        let date: Vec<&str> = known.checked.split('-').collect();
        assert!(
            matches!(*date, [year, month, day] if (year.len(), month.len(), day.len()) == (4, 2, 2)),
            "{}",
            rule.id
        );
    }
}

#[test]
fn every_rule_has_a_condition_that_can_fail_and_phrases_that_can_be_found() {
    for (_, rule) in rules() {
        assert!(!rule.when.is_empty(), "{}", rule.id);
        for cond in rule.when {
            let (Cond::Said(list) | Cond::Also(list) | Cond::Near(list) | Cond::Not(list)) = cond else { continue };
            for phrase in list.split('\n') {
                let first = phrase.split(' ').next().unwrap_or("");
                assert!(!matches!(first, "" | "#" | "*"), "{}: {phrase:?} begins with a wildcard", rule.id);
                assert!(!phrase.contains("  ") && phrase.trim() == phrase, "{}: {phrase:?}", rule.id);
            }
        }
    }
}

#[test]
fn every_rule_decides_a_case_and_has_a_near_miss_that_it_does_not_decide() {
    let mut decides: BTreeMap<String, usize> = BTreeMap::new();
    let mut misses: BTreeSet<String> = BTreeSet::new();
    let mut wrong = Vec::new();
    let ids: BTreeSet<&str> = rules().map(|(_, rule)| rule.id).collect();
    for (stem, case) in support::cases() {
        let verdict = support::judge(&case);
        let rule = verdict.rule.unwrap_or_default();
        for near in case["near"].as_array().into_iter().flatten().filter_map(|near| near.as_str()) {
            if near == rule {
                wrong.push(format!("{near} decides its near miss {}", case["id"]));
            }
            if !ids.contains(near) {
                wrong.push(format!("{stem}: {} names {near}, which is no rule", case["id"]));
            }
            misses.insert(near.to_owned());
        }
        *decides.entry(rule).or_default() += 1;
    }
    for id in ids {
        if !decides.contains_key(id) {
            wrong.push(format!("{id} decides no case"));
        }
        if !misses.contains(id) {
            wrong.push(format!("{id} has no near miss"));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_table_has_a_file_of_cases_and_every_file_a_table() {
    let tables: BTreeSet<String> = tables().map(|table| table.name.replace('-', "_")).collect();
    let cases: BTreeSet<String> = support::FILES.iter().map(|(stem, _)| (*stem).to_owned()).collect();
    assert_eq!(tables, cases);
    for (stem, text) in support::FILES {
        assert!(!text.trim().is_empty(), "{stem} has no case");
    }
    let sources: BTreeSet<String> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/rules"))
        .expect("src/rules exists")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".rs").map(str::to_owned))
        .filter(|name| !matches!(&**name, "mod" | "tests" | "lexicon" | "wording" | "pack" | "phrasebook" | "invented"))
        .collect();
    assert_eq!(tables, sources);
}

#[test]
fn every_provider_can_be_recognised_and_generic_tables_belong_to_nobody() {
    let (owned, generic) = PROVIDERS.split_at(PROVIDERS.len() - GENERIC);
    for provider in owned {
        assert!(
            !provider.hosts.is_empty() || !provider.marks.is_empty() || !provider.headers.is_empty(),
            "{} has no host, header or mark; a table of nobody's stands last, and is counted in GENERIC",
            provider.name
        );
    }
    for table in generic {
        assert!(table.hosts.is_empty() && table.marks.is_empty() && table.headers.is_empty(), "{}", table.name);
        assert!(
            table.rules.iter().all(|rule| !rule.when.iter().any(|cond| matches!(cond, Cond::Own))),
            "{}",
            table.name
        );
    }
}

#[test]
fn a_providers_lore_of_bare_statuses_holds_for_its_own_failures_only() {
    for table in PROVIDERS.iter().take(PROVIDERS.len() - GENERIC) {
        for rule in table.rules {
            let bare = rule.when.iter().all(|cond| {
                matches!(cond, Cond::Status(_) | Cond::StatusIn(..) | Cond::StatusNotIn(..) | Cond::Not(_))
            });
            assert!(!bare, "{} rests on the status alone: it needs Own, or a Host", rule.id);
        }
    }
}
