//! The gates written down and taken up by another process.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test world")]

#[path = "support/drawn.rs"]
mod drawn;

use std::sync::Arc;

use drawn::drawn;
use proptest::collection::vec;
use proptest::prelude::*;
use retriage::gate::{Gates, Heed, Lane, Priority, Snapshot, SnapshotError};
use retriage::operation::{Event, Now, Operation, Policy, Request, Step};
use serde_json::{Value, json};

/// When the tests begin, by the calendar.
const WALL_MS: i64 = 1_700_000_000_000;
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// One thing that happens to one of a few calls.
#[derive(Clone, Debug)]
struct Turn {
    call: usize,
    /// How long after the one before, in milliseconds.
    passed_ms: u64,
    answer: usize,
    chance: f64,
}

/// Stands for what is left, by chance.
const TOKENS: &str = "0";

type Answer = (u16, &'static [(&'static str, &'static str)], &'static str);

const ANSWERS: [Answer; 13] = [
    (200, &[], ""),
    (
        200,
        &[
            ("x-ratelimit-limit-requests", "60"),
            ("x-ratelimit-remaining-requests", "2"),
            ("x-ratelimit-reset-requests", "40s"),
        ],
        "",
    ),
    (
        200,
        &[
            ("anthropic-ratelimit-requests-limit", "50"),
            ("anthropic-ratelimit-requests-remaining", "1"),
            ("anthropic-ratelimit-requests-reset", "2023-11-14T22:14:20Z"),
            ("anthropic-ratelimit-tokens-limit", "10000"),
            ("anthropic-ratelimit-tokens-remaining", TOKENS),
            ("anthropic-ratelimit-tokens-reset", "2023-11-14T22:14:20Z"),
        ],
        "",
    ),
    (429, &[("retry-after", "3")], r#"{"error":{"code":"rate_limit_exceeded"}}"#),
    (
        429,
        &[
            ("x-ratelimit-limit-requests", "60"),
            ("x-ratelimit-remaining-requests", "30"),
            ("x-ratelimit-reset-requests", "40s"),
        ],
        r#"{"error":{"code":"rate_limit_exceeded"}}"#,
    ),
    (429, &[], r#"{"error":{"code":"slow_down"}}"#),
    (429, &[], "Your project has exceeded its monthly spending cap."),
    (429, &[], "Rate limit reached on tokens per day (TPD). Try again in 7h."),
    (503, &[], ""),
    (503, &[], ""),
    (503, &[("retry-after", "20")], ""),
    (529, &[], r#"{"type":"error","error":{"type":"overloaded_error"}}"#),
    (400, &[], r#"{"error":{"type":"invalid_request_error"}}"#),
];

/// A process: its gates, its calls, and how far its clock is behind the calendar.
struct Process {
    gates: Gates,
    calls: Vec<Option<(Operation, bool)>>,
    policy: Arc<Policy>,
    behind_ms: i64,
}

impl Process {
    fn new(policy: &Arc<Policy>, behind_ms: i64) -> Self {
        Self {
            gates: Gates::default(),
            calls: vec![None, None, None, None, None, None],
            policy: Arc::clone(policy),
            behind_ms,
        }
    }

    fn now(&self, wall_ms: i64) -> Now {
        Now { monotonic_ms: (wall_ms - self.behind_ms) as u64, wall_ms }
    }

    /// Begins the call where there is none, answers it where it was sent, else wakes it. What it does, to compare.
    fn turn(&mut self, turn: &Turn, wall_ms: i64) -> String {
        let now = self.now(wall_ms);
        let (operation, sent) = match self.calls[turn.call].take() {
            None => (&mut Operation::new(request(turn.call), Arc::clone(&self.policy)), None),
            Some((operation, sent)) => (&mut operation.clone(), Some(sent)),
        };
        let gates = &mut self.gates;
        let step = match sent {
            None => operation.step(gates, Event::Start, now, turn.chance),
            Some(false) => operation.step(gates, Event::Woke, now, turn.chance),
            Some(true) => {
                let (status, headers, text) = ANSWERS[turn.answer];
                let tokens = ((turn.chance * 4_000.0) as u64).to_string();
                let told = |&(name, value)| (name, if value == TOKENS { tokens.as_str() } else { value });
                let headers: Vec<_> = headers.iter().map(told).collect();
                match operation.step(gates, Event::Headers { status, headers: &headers }, now, turn.chance) {
                    Some(Step::ReadBody { .. }) => {
                        operation.step(gates, Event::Body { text, cut: false }, now, turn.chance)
                    }
                    step => step,
                }
            }
        };
        self.calls[turn.call] = match step {
            Some(Step::Finish(_)) => None,
            _ => Some((operation.clone(), matches!(step, Some(Step::Send { .. })))),
        };
        let verdict = operation.verdict();
        let known = verdict.map(|it| (it.class, it.scope, it.reason, it.retry_at, it.provider, it.rule.clone()));
        format!("{step:?} {:?} {} {known:?}", operation.stop(), operation.attempts())
    }

    fn abort_all(&mut self, wall_ms: i64) {
        let now = self.now(wall_ms);
        for (mut operation, _) in self.calls.iter_mut().filter_map(Option::take) {
            operation.step(&mut self.gates, Event::Aborted, now, 0.5);
        }
    }
}

/// Two accounts, one of them with two models; of three calls the cost is said.
fn request(call: usize) -> Request {
    let (account, model) = [("a", "small"), ("a", "large"), ("b", "")][call % 3];
    Request {
        lane: Lane::new("https://api.example.com", account, Some(model)),
        tokens: [0, 2, 4].contains(&call).then_some(400),
        ..Request::new("GET", "https://api.example.com/v1/things")
    }
}

fn turns(most: usize) -> impl Strategy<Value = Vec<Turn>> {
    // Anything at all, or an outage, or a bucket that is emptied.
    prop_oneof![3 => some_of(0..ANSWERS.len(), most), 1 => some_of(8..10, most), 1 => some_of(2..4, most)]
}

fn some_of(answers: std::ops::Range<usize>, most: usize) -> impl Strategy<Value = Vec<Turn>> {
    let passed_ms = prop_oneof![4 => 0..400_u64, 3 => 400..6_000_u64, 1 => 20_000..400_000_u64];
    let turn = (0..6_usize, passed_ms, answers, 0.0..1.0_f64);
    vec(turn.prop_map(|(call, passed_ms, answer, chance)| Turn { call, passed_ms, answer, chance }), 1..most)
}

fn through_json(snapshot: &Snapshot) -> Snapshot {
    serde_json::from_str(&serde_json::to_string(snapshot).unwrap()).unwrap()
}

proptest! {
    #![proptest_config(drawn(1_000))]

    #[test]
    fn another_process_goes_on_from_any_state_as_this_one_would(
        before in turns(120),
        after in turns(40),
        breaker in any::<bool>(),
        concurrency in prop_oneof![Just(None), Just(Some(1)), Just(Some(2))],
        bulk in any::<bool>(),
    ) {
        let priority = if bulk { Priority::Bulk } else { Priority::Interactive };
        let heed = Heed { breaker, concurrency, priority, ..Heed::default() };
        let policy = Arc::new(Policy { heed, ..Policy::default() });
        let mut here = Process::new(&policy, WALL_MS - 77_777);
        let mut wall_ms = WALL_MS;
        for turn in &before {
            wall_ms += turn.passed_ms as i64;
            here.turn(turn, wall_ms);
        }

        // The other process has been up for half a second, this one for hours.
        let mut there = Process::new(&policy, wall_ms - 500);
        let written = here.gates.snapshot(here.now(wall_ms));
        let now = there.now(wall_ms);
        there.gates.restore(&through_json(&written), now).unwrap();
        prop_assert_eq!(&there.gates.snapshot(now), &written);
        here.abort_all(wall_ms);

        for turn in &after {
            wall_ms += turn.passed_ms as i64;
            prop_assert_eq!(there.turn(turn, wall_ms), here.turn(turn, wall_ms));
        }
    }
}

/// Gates of which something of each kind is known.
fn some() -> (Gates, Now) {
    let mut process = Process::new(&Arc::new(Policy::default()), WALL_MS);
    let mut wall_ms = WALL_MS;
    for (call, answer) in [(0, 1), (0, 2), (1, 3), (1, 5), (2, 6), (3, 9), (4, 4)] {
        for turn in 0..2 {
            wall_ms += 4_000;
            process.turn(&Turn { call, passed_ms: 0, answer: answer * turn, chance: 0.5 }, wall_ms);
        }
    }
    (process.gates.clone(), process.now(wall_ms))
}

fn written(gates: &Gates, now: Now) -> Value {
    serde_json::to_value(gates.snapshot(now)).unwrap()
}

fn restore(value: &Value, gates: &mut Gates, now: Now) -> Result<(), SnapshotError> {
    gates.restore(&serde_json::from_value(value.clone()).unwrap(), now)
}

#[test]
fn every_member_that_is_missing_or_of_another_kind_is_named_and_nothing_changes() {
    fn damage(
        value: &Value,
        path: &str,
        found: &mut Vec<(String, Vec<Value>)>,
        whole: &dyn Fn(Option<Value>) -> Value,
    ) {
        if !path.is_empty() {
            let other = if value.is_boolean() { json!("x") } else { json!(true) };
            let mut damaged = vec![whole(Some(other))];
            // Of items there may be fewer.
            if !path.ends_with(']') {
                damaged.push(whole(None));
            }
            found.push((path.to_owned(), damaged));
        }
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    damage(member, &path, found, &|changed| {
                        let mut members = members.clone();
                        match changed {
                            Some(changed) => members.insert(name.clone(), changed),
                            None => members.remove(name),
                        };
                        whole(Some(Value::Object(members)))
                    });
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    damage(item, &format!("{path}[{index}]"), found, &|changed| {
                        let mut items = items.clone();
                        items[index] = changed.unwrap();
                        whole(Some(Value::Array(items)))
                    });
                }
            }
            _ => {}
        }
    }

    let (gates, now) = some();
    let whole = written(&gates, now);
    let mut found = Vec::new();
    damage(&whole, "", &mut found, &|value| value.unwrap());
    assert!(found.len() > 150, "{}", found.len());
    for (path, damaged) in found {
        for value in damaged {
            let mut fresh = gates.clone();
            let refused = restore(&value, &mut fresh, now).unwrap_err();
            // Numbers are named by the list that they are in.
            let named = path.strip_suffix(']').and_then(|path| path.rsplit_once('[')).map_or(&*path, |(list, _)| list);
            assert!(
                matches!(&refused, SnapshotError::Damaged(at) if *at == path || *at == named),
                "{path}: {refused:?}"
            );
            assert_eq!(written(&fresh, now), whole, "{path}: it has changed something");
        }
    }
}

#[test]
fn one_of_another_version_or_day_is_refused() {
    let (gates, now) = some();
    let whole = written(&gates, now);
    let with = |name: &str, value: Value| {
        let mut changed = whole.clone();
        changed[name] = value;
        restore(&changed, &mut Gates::default(), now)
    };
    assert_eq!(with("version", json!(0)), Err(SnapshotError::Version));
    assert_eq!(with("version", json!(2)), Err(SnapshotError::Version));
    assert_eq!(with("at", json!(now.wall_ms - DAY_MS)), Ok(()));
    assert_eq!(with("at", json!(now.wall_ms - DAY_MS - 1)), Err(SnapshotError::Old));
    assert_eq!(with("at", json!(now.wall_ms + DAY_MS + 1)), Err(SnapshotError::Old));
    assert_eq!(restore(&json!([]), &mut Gates::default(), now), Err(SnapshotError::Damaged(String::new())));
    assert!(serde_json::from_str::<Snapshot>("{\"version\":1.5}").is_err());
}

#[test]
fn a_time_of_more_than_a_day_ahead_is_cut_down_to_a_day() {
    let (gates, now) = some();
    let mut whole = written(&gates, now);
    let gate = whole["gates"].as_array_mut().unwrap().iter_mut().find(|gate| !gate["latch"].is_null()).unwrap();
    gate["latch"]["until"] = json!(now.wall_ms + 100 * DAY_MS);
    gate["latch"]["probeAt"] = json!(null);
    let mut fresh = Gates::default();
    restore(&whole, &mut fresh, now).unwrap();
    let kept = written(&fresh, now);
    let latches = kept["gates"].as_array().unwrap().iter().filter(|gate| !gate["latch"].is_null());
    assert_eq!(latches.map(|gate| gate["latch"]["until"].clone()).collect::<Vec<_>>(), [json!(now.wall_ms + DAY_MS)]);
}

#[test]
fn what_is_left_of_a_time_is_measured_by_the_calendar() {
    let policy = Arc::new(Policy::default());
    let mut here = Process::new(&policy, WALL_MS);
    let start = Turn { call: 2, passed_ms: 0, answer: 7, chance: 0.5 };
    here.turn(&start, WALL_MS);
    here.turn(&start, WALL_MS + 10);
    let kept = through_json(&here.gates.snapshot(here.now(WALL_MS + 10)));

    // Six hours later the day's limit has an hour left; eight hours later none.
    for (hours, step) in [(6, "Finish(FailFast)"), (8, "Send")] {
        let wall_ms = WALL_MS + hours * 3_600_000;
        let mut there = Process::new(&policy, wall_ms - 1);
        there.gates.restore(&kept, there.now(wall_ms)).unwrap();
        let done = there.turn(&start, wall_ms);
        assert!(done.starts_with(&format!("Some({step}")), "after {hours} hours: {done}");
    }
}

#[test]
fn it_holds_nothing_of_a_failure_s_text() {
    let policy = Arc::new(Policy::default());
    let mut process = Process::new(&policy, WALL_MS);
    let mut operation = Operation::new(request(0), policy);
    let now = process.now(WALL_MS);
    operation.step(&mut process.gates, Event::Start, now, 0.5);
    let headers = [("x-ratelimit-limit-requests", "60"), ("x-secret", "sk-header")];
    let now = process.now(WALL_MS + 10);
    operation.step(&mut process.gates, Event::Headers { status: 429, headers: &headers }, now, 0.5);
    let text = "Your project sk-proj-body has exceeded its monthly spending cap.";
    operation.step(&mut process.gates, Event::Body { text, cut: false }, now, 0.5);
    let kept = written(&process.gates, now).to_string();
    assert!(kept.contains("spend_cap"));
    assert!(!kept.contains("sk-") && !kept.contains("exceeded its"), "{kept}");
}

#[test]
fn as_many_gates_are_taken_over_as_are_kept_the_newest_first() {
    let mut process = Process::new(&Arc::new(Policy::default()), WALL_MS);
    for call in 0..40 {
        let lane = Lane::new(&format!("https://{call}.example.com"), "", None);
        let mut operation = Operation::new(Request { lane, ..request(0) }, Arc::new(Policy::default()));
        let now = process.now(WALL_MS + call);
        operation.step(&mut process.gates, Event::Start, now, 0.5);
    }
    let now = process.now(WALL_MS + 100);
    let mut few = Gates::new(3);
    few.restore(&process.gates.snapshot(now), now).unwrap();
    let kept = written(&few, now);
    let names: Vec<_> =
        kept["gates"].as_array().unwrap().iter().map(|gate| gate["service"].as_str().unwrap()).collect();
    assert_eq!(names, ["https://39.example.com", "https://39.example.com", "https://38.example.com"]);
}
