//! The machine behind the package's own driver: policies, gates and calls by handle, one number or text at a time.
//!
//! A call that succeeds costs four calls with numbers only. A handle that means nothing gives NaN.

use std::cell::RefCell;
use std::sync::Arc;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use wasm_bindgen::prelude::wasm_bindgen;

use super::parse::from_json;
use super::slab::Slab;
use super::{caller_rules, pairs, to_js, unpack, whole};
use crate::classify::{Options, provider_at};
use crate::delay::{self, Stop};
use crate::gate::account::{fingerprint, shown};
use crate::gate::{Gates, Heed, Lane, Priority, Snapshot, SnapshotError};
use crate::operation::{Event, Finish, Now, Operation, Policy, Repeat, Request, Step, Why};
use crate::record::Record;
use crate::stream::{End, Reader};
use crate::utf16::count_in_utf16;
use crate::wait::ENDLESS;

/// One call and its last step.
struct Call {
    operation: Operation,
    stream: Option<Reader>,
    last: Option<Step>,
    now: Now,
}

struct State {
    policies: Slab<Arc<Policy>>,
    lanes: Slab<Lane>,
    gates: Slab<Gates>,
    calls: Slab<Call>,
}

thread_local! {
    static STATE: RefCell<State> =
        const { RefCell::new(State {
            policies: Slab::new(),
            lanes: Slab::new(),
            gates: Slab::new(),
            calls: Slab::new(),
        }) };
}

fn with<T>(run: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(run)
}

/// Makes a policy. An `attempt_timeout_ms`, a `concurrency` or a `longest_wait_ms` of NaN is none; the rules are packed as for [`super::classify`].
#[wasm_bindgen]
pub fn policy_new(
    attempts: f64,
    retry_for_ms: f64,
    deadline_ms: f64,
    attempt_timeout_ms: f64,
    base_delay_ms: f64,
    max_delay_ms: f64,
    max_server_wait_ms: f64,
    strict: bool,
    rules: &str,
    breaker: bool,
    retry_budget: bool,
    exhausted_probe_ms: f64,
    pace: bool,
    concurrency: f64,
    bulk: bool,
    longest_wait_ms: f64,
    patient: bool,
) -> f64 {
    let policy = Policy {
        delay: delay::Policy {
            attempts: u32::try_from(whole(attempts)).unwrap_or(u32::MAX),
            retry_for_ms: whole(retry_for_ms),
            base_delay_ms: whole(base_delay_ms),
            max_delay_ms: whole(max_delay_ms),
            max_server_wait_ms: whole(max_server_wait_ms),
        },
        judge: Options { max_server_wait_ms: whole(max_server_wait_ms), strict, rules: caller_rules(rules) },
        deadline_ms: whole(deadline_ms),
        attempt_timeout_ms: given(attempt_timeout_ms),
        longest_wait_ms: given(longest_wait_ms),
        patient,
        heed: Heed {
            breaker,
            retry_budget,
            exhausted_probe_ms: whole(exhausted_probe_ms),
            pace,
            concurrency: given(concurrency).map(|most| u32::try_from(most).unwrap_or(u32::MAX)),
            priority: if bulk { Priority::Bulk } else { Priority::Interactive },
        },
    };
    with(|state| state.policies.insert(Arc::new(policy))).unwrap_or(f64::NAN)
}

/// A number, or none for NaN.
fn given(number: f64) -> Option<u64> {
    (!number.is_nan()).then(|| whole(number))
}

/// Frees a policy. Calls that use it keep it.
#[wasm_bindgen]
pub fn policy_free(policy: f64) {
    with(|state| state.policies.remove(policy));
}

/// Makes a lane. The account is named by a hash of the credential; by `account` instead where that is not empty. An
/// empty model is none. A name that begins as a key does is hashed too.
#[wasm_bindgen]
pub fn lane_new(service: &str, credential: &str, account: &str, model: &str) -> f64 {
    let hashed = if account.is_empty() && !credential.is_empty() { fingerprint(credential) } else { shown(account) };
    with(|state| state.lanes.insert(Lane::new(&shown(service), &hashed, Some(&shown(model))))).unwrap_or(f64::NAN)
}

/// Frees a lane. Calls in it keep it.
#[wasm_bindgen]
pub fn lane_free(lane: f64) {
    with(|state| state.lanes.remove(lane));
}

/// Makes gates of which at most so many are kept.
#[wasm_bindgen]
pub fn gates_new(most: f64) -> f64 {
    let most = usize::try_from(whole(most)).unwrap_or(usize::MAX);
    with(|state| state.gates.insert(Gates::new(most.max(3)))).unwrap_or(f64::NAN)
}

/// Opens the gates of an origin or an account; all where the name is empty.
#[wasm_bindgen]
pub fn gates_reset(gates: f64, name: &str) {
    with(|state| {
        if let Some(gates) = state.gates.get_mut(gates) {
            gates.reset(Some(&*shown(name)).filter(|name| !name.is_empty()));
        }
    });
}

/// The state of the gates as JSON; empty where there are none.
#[wasm_bindgen]
#[must_use]
pub fn gates_snapshot(gates: f64, monotonic_ms: f64, wall_ms: f64) -> String {
    with(|state| state.gates.get_mut(gates).map(|gates| to_js(&gates.snapshot(moment(monotonic_ms, wall_ms)))))
        .unwrap_or_default()
}

/// Takes over a state as [`gates_snapshot`] gives it. Empty where it is, else what is wrong with it.
#[wasm_bindgen]
#[must_use]
pub fn gates_restore(gates: f64, json: &str, monotonic_ms: f64, wall_ms: f64) -> String {
    with(|state| {
        let gates = state.gates.get_mut(gates)?;
        let snapshot = from_json(json).map(Snapshot).ok_or(SnapshotError::Damaged(String::new()));
        snapshot.and_then(|snapshot| gates.restore(&snapshot, moment(monotonic_ms, wall_ms))).err()
    })
    .map_or_else(String::new, |error| error.to_string())
}

fn moment(monotonic_ms: f64, wall_ms: f64) -> Now {
    Now { monotonic_ms: whole(monotonic_ms), wall_ms: super::instant(wall_ms).unwrap_or(0) }
}

/// Frees gates. Calls that use them go on without.
#[wasm_bindgen]
pub fn gates_free(gates: f64) {
    with(|state| state.gates.remove(gates));
}

/// Makes a call; a `lane` of NaN passes no gates, `tokens` of NaN are not known. `repeat` is 0 always, 1 if unsent, 2 never. What a failure or a record
/// needs to know of the request is said by [`call_describe`], so that a success does not pay for it.
#[wasm_bindgen]
pub fn call_new(policy: f64, lane: f64, tokens: f64, repeat: u8, inspect_ok: bool, sse: bool) -> f64 {
    let repeat = match repeat {
        0 => Repeat::Always,
        1 => Repeat::IfUnsent,
        _ => Repeat::Never,
    };
    with(|state| {
        let request = Request {
            method: String::new(),
            url: String::new(),
            repeat,
            lane: state.lanes.get_mut(lane).cloned().unwrap_or_default(),
            tokens: given(tokens),
            idempotency_key: None,
            model: None,
            inspect_ok,
            sse,
        };
        let policy = Arc::clone(state.policies.get_mut(policy)?);
        state.calls.insert(Call {
            operation: Operation::new(request, policy),
            stream: None,
            last: None,
            now: Now { monotonic_ms: 0, wall_ms: 0 },
        })
    })
    .unwrap_or(f64::NAN)
}

/// Says what the request is. An empty model is none.
#[wasm_bindgen]
pub fn call_describe(call: f64, method: &str, url: &str, model: &str) {
    with(|state| {
        if let Some(call) = state.calls.get_mut(call) {
            let request = call.operation.request_mut();
            method.clone_into(&mut request.method);
            url.clone_into(&mut request.url);
            request.model = Some(model.to_owned()).filter(|model| !model.is_empty());
        }
    });
}

/// Frees a call.
#[wasm_bindgen]
pub fn call_free(call: f64) {
    with(|state| state.calls.remove(call));
}

/// Begins to read the stream of a call's answer. An empty provider is the one at the call's address.
#[wasm_bindgen]
pub fn call_open(call: f64, provider: &str) {
    with(|state| {
        let Some(call) = state.calls.get_mut(call) else { return };
        let here = if provider.is_empty() { provider_at(&call.operation.request().url) } else { Some(provider) };
        call.stream = Some(Reader::new(here.unwrap_or("")));
    });
}

/// Reads the next bytes of a stream. The answer is 1 if it has said something by now, else 0; and if an error is in these
/// bytes, 2 more for it and 2 for each of them that stands before it.
#[wasm_bindgen]
pub fn call_read(call: f64, bytes: &[u8]) -> f64 {
    with(|state| {
        let stream = state.calls.get_mut(call)?.stream.as_mut()?;
        let error = stream.read(bytes).map_or(0, |at| 2 * (at as u64 + 1));
        Some(super::number(error + u64::from(stream.has_content())))
    })
    .unwrap_or(f64::NAN)
}

/// Says that a stream is over: 0 as it should, 1 too early, 2 with an error.
#[wasm_bindgen]
pub fn call_end(call: f64) -> f64 {
    with(|state| {
        Some(match state.calls.get_mut(call)?.stream.as_mut()?.end() {
            End::Complete => 0.0,
            End::Truncated => 1.0,
            End::Error => 2.0,
        })
    })
    .unwrap_or(f64::NAN)
}

/// Tells a call what happened. The answer is 16 times what to do (0 nothing, 1 wait, 2 send, 3 read the body, 4 finish, 5
/// read the stream, 6 deliver) plus what for or how, as [`why`] and [`finish`] number them; [`call_ms`] has the time that
/// belongs to it.
///
/// `event` is 0 start, 1 headers, 2 body, 3 thrown, 4 attempt timed out, 5 woke, 6 aborted, 7 given up, 8 content, 9 ended.
/// `packed` is the headers for 1 (records of name and value), the text for 2 (that of the stream's error where one was
/// read), a failure as [`unpack`] reads it for 3. `status` is the status for 1 and 3, whether the body is cut for 2, and
/// for 7 whether an inner Retriage ended it.
#[wasm_bindgen]
pub fn call_step(
    call: f64,
    gates: f64,
    event: u8,
    status: f64,
    monotonic_ms: f64,
    wall_ms: f64,
    chance: f64,
    packed: &str,
) -> f64 {
    let now = moment(monotonic_ms, wall_ms);
    // Both are out of the tables while they work, so a trap in here loses this call only.
    let taken = with(|state| Some((state.calls.take(call)?, state.gates.take(gates))));
    let Some((mut kept, shared)) = taken else { return f64::NAN };
    let mut shared_gates = shared.unwrap_or_default();
    kept.now = now;
    let error = kept.stream.as_ref().and_then(Reader::error).filter(|_| event == 2);
    kept.last = run(&mut kept.operation, &mut shared_gates, event, status, now, chance, error.unwrap_or(packed));
    let code = kept.last.as_ref().map_or(0.0, code);
    with(|state| {
        state.gates.put(gates, shared_gates);
        state.calls.put(call, kept);
    });
    code
}

fn run(
    operation: &mut Operation,
    gates: &mut Gates,
    event: u8,
    status: f64,
    now: Now,
    chance: f64,
    packed: &str,
) -> Option<Step> {
    match event {
        0 => operation.step(gates, Event::Start, now, chance),
        1 => {
            let headers: Vec<(&str, &str)> = pairs(packed).collect();
            let status = u16::try_from(whole(status)).unwrap_or(0);
            operation.step(gates, Event::Headers { status, headers: &headers }, now, chance)
        }
        2 => {
            let headers = operation.answer_headers();
            let step = operation.step(gates, Event::Body { text: packed, cut: status > 0.0 }, now, chance);
            let mut failure = crate::Failure::new().body(packed);
            failure.headers = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            count(operation, step.as_ref(), &failure);
            step
        }
        3 => {
            let (failure, _) = unpack(status, wall(now), packed);
            let step = operation.step(gates, Event::Thrown(&failure), now, chance);
            count(operation, step.as_ref(), &failure);
            step
        }
        4 => operation.step(gates, Event::AttemptTimedOut, now, chance),
        5 => operation.step(gates, Event::Woke, now, chance),
        6 => operation.step(gates, Event::Aborted, now, chance),
        8 => operation.step(gates, Event::Content, now, chance),
        9 => operation.step(gates, Event::Ended, now, chance),
        _ => {
            let why = if status > 0.0 { Stop::Nested } else { Stop::ShouldRetry };
            operation.step(gates, Event::GivenUp(why), now, chance)
        }
    }
}

/// Counts the spans of a verdict that this step has made.
fn count(operation: &mut Operation, step: Option<&Step>, failure: &crate::Failure<'_>) {
    if step.is_some_and(|step| *step != Step::Finish(Finish::Return)) {
        operation.newest_mut().into_iter().for_each(|verdict| count_in_utf16(verdict, failure));
    }
}

#[expect(clippy::cast_precision_loss, reason = "an instant that came as a number")]
fn wall(now: Now) -> f64 {
    now.wall_ms as f64
}

fn code(step: &Step) -> f64 {
    let (what, which) = match step {
        Step::Wait { why, .. } => (1, self::why(*why)),
        Step::Send { .. } => (2, 0),
        Step::ReadBody { .. } => (3, 0),
        Step::Finish(finish) => (4, self::finish(*finish)),
        Step::ReadStream { .. } => (5, 0),
        Step::Deliver => (6, 0),
    };
    f64::from(what * 16 + which)
}

const fn why(why: Why) -> u8 {
    match why {
        Why::Backoff => 0,
        Why::Pause => 1,
        Why::Probe => 2,
        Why::Pace => 3,
        Why::Slot => 4,
    }
}

const fn finish(finish: Finish) -> u8 {
    match finish {
        Finish::Return => 0,
        Finish::ReturnFailed => 1,
        Finish::Rethrow => 2,
        Finish::FailFast => 3,
        Finish::TimedOut => 4,
        Finish::Abort => 5,
        Finish::StreamError => 6,
    }
}

/// The time of the last step: how long to wait, or how long the attempt or the body may take; infinite for no bound.
#[wasm_bindgen]
#[must_use]
pub fn call_ms(call: f64) -> f64 {
    with(|state| {
        let ms = match state.calls.get_mut(call)?.last.as_ref()? {
            Step::Wait { ms, .. } => Some(*ms),
            Step::Send { timeout_ms, .. } | Step::ReadStream { timeout_ms } => *timeout_ms,
            Step::ReadBody { timeout_ms, .. } => Some(*timeout_ms),
            Step::Deliver | Step::Finish(_) => None,
        };
        ms.filter(|ms| *ms < ENDLESS).map(super::number)
    })
    .unwrap_or(f64::INFINITY)
}

/// The verdict of [`Operation::verdict`], `stop`, `attempts` and the newest answer's `status`; empty where nothing has failed.
#[wasm_bindgen]
#[must_use]
pub fn call_verdict(call: f64) -> String {
    with(|state| {
        let call = state.calls.get_mut(call)?;
        let failed = call.operation.verdict().is_some() || call.operation.stop().is_some();
        failed.then(|| to_js(&Outcome(&call.operation)))
    })
    .unwrap_or_default()
}

struct Outcome<'a>(&'a Operation);

impl Serialize for Outcome<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("verdict", &self.0.verdict())?;
        map.serialize_entry("stop", &self.0.stop().map(Stop::as_str))?;
        map.serialize_entry("attempts", &self.0.attempts())?;
        map.serialize_entry("status", &self.0.seen().status)?;
        map.serialize_entry("retryAt", &self.0.retry_at())?;
        map.serialize_entry("partial", &self.0.partial())?;
        map.end()
    }
}

/// The record of the last step; empty where it decided nothing.
#[wasm_bindgen]
#[must_use]
pub fn call_record(call: f64) -> String {
    with(|state| {
        let call = state.calls.get_mut(call)?;
        let record = Record::of(&call.operation, call.last.as_ref()?, call.now)?;
        Some(to_js(&record))
    })
    .unwrap_or_default()
}
