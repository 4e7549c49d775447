//! Any sequence of events told to calls that share their gates, and what none of them may then do.

use std::sync::Arc;

use retriage::delay::{self, Stop};
use retriage::gate::{Gates, Heed, Lane, Priority, SLOT_LEASE_MS};
use retriage::operation::{
    BODY_TIMEOUT_MS, Event, Finish, MAX_BODY_BYTES, Now, Operation, Policy, Repeat, Request, Step, Why,
};
use retriage::record::Record;
use retriage::{Failure, Thrown};

use super::NOW;

const CALLS: usize = 8;
const MOST_LINES: usize = 256;

/// More gates than the calls have names, so that none is dropped.
const ENOUGH_GATES: usize = 16;

/// More steps than calls that are answered at once can need to end.
const MOST_STEPS: usize = 4_000;

/// The first line sets the bounds: attempts, `retryForMs`, `deadlineMs`, `attemptTimeoutMs` (0 for none), concurrency (0
/// for none), gates, the longest wait (0 for none), whether calls are patient (1). Each other line tells a call, by its
/// digit, what a letter says:
///
/// ```text
/// 0s                                start
/// 0h429 retry-after: 3|x-a: b       an answer's headers
/// 0b{"error":{}}                    its body, or an error in its stream; B for one that is cut
/// 2c 2e                             its stream says something, is over
/// 0tECONNRESET|read ECONNRESET      thrown
/// 0o 0w 0W 0a 0g                    our own timeout, woken now, woken when its wait is over, aborted, given up
/// +1500 @-60000                     time passes; the wall clock jumps
/// ```
///
/// In the end every call that is left is driven to its end, each attempt answered with 200.
pub fn operation(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.lines();
    let mut calls = Calls::new(lines.next().unwrap_or(""));
    for line in lines.take(MOST_LINES) {
        calls.line(line);
    }
    calls.drive();
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    New,
    Waiting { until_ms: u64, why: Why },
    Sending,
    Reading,
    Streaming { handed_out: bool },
    Ended,
}

struct Call {
    operation: Operation,
    phase: Phase,
    started_ms: u64,
    attempts: u32,
    slot_until_ms: u64,
}

struct Calls {
    calls: Vec<Call>,
    gates: Gates,
    /// No gate can have been dropped, and what it has lent with it.
    kept: bool,
    policy: Arc<Policy>,
    now: Now,
    steps: u32,
}

/// The calls differ in what may matter: two services, three accounts, models, repeats, costs, priorities.
fn request(number: usize) -> Request {
    let service = if number < 6 { "https://api.example.com" } else { "https://other.example" };
    let (account, model) = (["a", "b"][number % 2], [None, Some("m"), Some("n")][number % 3]);
    Request {
        repeat: [Repeat::Always, Repeat::Always, Repeat::IfUnsent, Repeat::Never][number % 4],
        lane: Lane::new(service, account, model),
        tokens: (number % 2 == 1).then_some(number as u64 * 100),
        idempotency_key: (number == 1).then(|| "key".to_owned()),
        model: model.map(str::to_owned),
        inspect_ok: number >= 5,
        sse: number % 4 == 2,
        ..Request::new("POST", &format!("{service}/v1/chat"))
    }
}

/// A patient call's time begins when it is sent.
fn time_begins(policy: &Policy, call: &Call) -> bool {
    policy.patient && call.attempts == 0
}

impl Calls {
    fn new(bounds: &str) -> Self {
        let mut numbers = bounds.split(' ').map(|number| number.parse::<u64>().ok());
        let mut next = |default: u64| numbers.next().flatten().unwrap_or(default);
        let (attempts, retry_for_ms, deadline_ms) = (next(5), next(120_000), next(600_000));
        let (attempt_timeout_ms, concurrency, gates) = (next(0), next(0), next(1_000));
        let (longest_wait_ms, patient) = (next(0), next(0) == 1);
        let given = |number: u64| (number > 0).then_some(number);
        let policy = |priority| Policy {
            delay: delay::Policy {
                attempts: u32::try_from(attempts).unwrap_or(u32::MAX),
                retry_for_ms,
                ..delay::Policy::default()
            },
            deadline_ms,
            attempt_timeout_ms: given(attempt_timeout_ms),
            longest_wait_ms: given(longest_wait_ms),
            patient,
            heed: Heed {
                concurrency: given(concurrency).map(|most| u32::try_from(most).unwrap_or(u32::MAX)),
                priority,
                ..Heed::default()
            },
            ..Policy::default()
        };
        let (first, bulk) = (Arc::new(policy(Priority::Interactive)), Arc::new(policy(Priority::Bulk)));
        let call = |number| Call {
            operation: Operation::new(request(number), Arc::clone(if number % 4 == 3 { &bulk } else { &first })),
            phase: Phase::New,
            started_ms: 0,
            attempts: 0,
            slot_until_ms: 0,
        };
        let gates = usize::try_from(gates).unwrap_or(usize::MAX);
        Self {
            calls: (0..CALLS).map(call).collect(),
            gates: Gates::new(gates),
            kept: gates >= ENOUGH_GATES,
            policy: first,
            now: Now { monotonic_ms: 1_000_000, wall_ms: NOW },
            steps: 0,
        }
    }

    fn pass(&mut self, ms: u64) {
        self.now.monotonic_ms = self.now.monotonic_ms.saturating_add(ms);
        self.now.wall_ms = self.now.wall_ms.saturating_add_unsigned(ms);
    }

    fn line(&mut self, line: &str) {
        let mut rest = line.chars();
        match (rest.next(), rest.as_str()) {
            (Some('+'), ms) => return self.pass(ms.parse().unwrap_or(0)),
            (Some('@'), ms) => {
                self.now.wall_ms = self.now.wall_ms.saturating_add(ms.parse().unwrap_or(0));
                return;
            }
            _ => {}
        }
        let call = line.bytes().next().map_or(0, |digit| usize::from(digit) % CALLS);
        let (what, said) = (rest.next(), rest.as_str());
        match what {
            Some('s') => self.tell(call, Event::Start),
            Some('h') => {
                let (status, headers) = said.split_once(' ').unwrap_or((said, ""));
                let headers: Vec<_> = headers.split('|').filter_map(|header| header.split_once(':')).collect();
                self.tell(call, Event::Headers { status: status.parse().unwrap_or(0), headers: &headers });
            }
            Some(letter @ ('b' | 'B')) => self.tell(call, Event::Body { text: said, cut: letter == 'B' }),
            Some('t') => {
                let (code, message) = said.split_once('|').unwrap_or(("", said));
                let failure = Failure::new().thrown(Thrown { name: "Error", code, message });
                self.tell(call, Event::Thrown(&failure));
            }
            Some('c') => self.tell(call, Event::Content),
            Some('e') => self.tell(call, Event::Ended),
            Some('o') => self.tell(call, Event::AttemptTimedOut),
            Some('w') => self.tell(call, Event::Woke),
            Some('W') => self.wake(call),
            Some('a') => self.tell(call, Event::Aborted),
            Some('g') => self.tell(call, Event::GivenUp(Stop::ShouldRetry)),
            _ => {}
        }
    }

    /// Sleeps until the call's wait is over.
    fn wake(&mut self, call: usize) {
        if let Phase::Waiting { until_ms, .. } = self.calls[call].phase {
            self.pass(until_ms.saturating_sub(self.now.monotonic_ms));
        }
        self.tell(call, Event::Woke);
    }

    fn tell(&mut self, call: usize, event: Event<'_>) {
        self.steps += 1;
        let chance = (f64::from(self.steps) * 0.618_034).fract();
        let told = event.clone();
        let step = self.calls[call].operation.step(&mut self.gates, event, self.now, chance);
        let before = self.calls[call].phase;
        self.check(call, &told, step.as_ref());
        let Self { now, calls, .. } = self;
        if let Some(step) = &step {
            let record = Record::of(&calls[call].operation, step, *now);
            let reads = matches!(step, Step::ReadBody { .. } | Step::ReadStream { .. });
            assert_eq!(record.is_none(), reads, "recorded: {step:?}");
        }
        let (now_ms, call) = (now.monotonic_ms, &mut calls[call]);
        match (step, told) {
            (None, Event::Woke) if before == Phase::Sending && call.slot_until_ms > now_ms => {
                call.slot_until_ms = now_ms.saturating_add(SLOT_LEASE_MS);
            }
            (None, _) => {}
            (Some(step), _) => {
                if before == Phase::New || time_begins(&self.policy, call) {
                    call.started_ms = now_ms;
                }
                call.phase = match step {
                    Step::Wait { ms, why } => Phase::Waiting { until_ms: now_ms.saturating_add(ms), why },
                    Step::Send { .. } => {
                        call.attempts += 1;
                        call.slot_until_ms = now_ms.saturating_add(SLOT_LEASE_MS);
                        Phase::Sending
                    }
                    Step::ReadBody { .. } => Phase::Reading,
                    Step::ReadStream { .. } => Phase::Streaming { handed_out: false },
                    Step::Deliver => {
                        call.attempts = call.attempts.max(1);
                        Phase::Streaming { handed_out: true }
                    }
                    Step::Finish(_) => Phase::Ended,
                };
            }
        }
        self.lent();
    }

    fn check(&self, number: usize, event: &Event<'_>, step: Option<&Step>) {
        let call = &self.calls[number];
        let now_ms = self.now.monotonic_ms;
        let of =
            || format!("call {number} in {:?} after {} attempts, at {now_ms}: {step:?}", call.phase, call.attempts);
        let expected = match (call.phase, event) {
            (Phase::Ended, _) => false,
            (_, Event::Aborted)
            | (Phase::New, Event::Start)
            | (Phase::Waiting { .. }, Event::Woke | Event::GivenUp(_))
            | (Phase::Sending, Event::Headers { .. } | Event::Thrown(_) | Event::AttemptTimedOut | Event::GivenUp(_))
            | (Phase::Reading, Event::Body { .. } | Event::GivenUp(_))
            | (Phase::Streaming { .. }, Event::Body { .. } | Event::Thrown(_) | Event::Ended)
            | (Phase::Streaming { handed_out: false }, Event::Content) => true,
            (Phase::New, Event::Headers { .. }) => call.operation.request().sse,
            _ => false,
        };
        assert_eq!(step.is_some(), expected, "answers what its phase expects, and nothing else: {}", of());
        let Some(step) = step else { return };
        let begins = call.phase == Phase::New || time_begins(&self.policy, call);
        let elapsed = if begins { 0 } else { now_ms - call.started_ms };
        let bounds = self.policy.delay;
        match step {
            Step::Wait { ms, why } => {
                match (call.phase, event) {
                    (Phase::Waiting { until_ms, why: was }, Event::Woke) if until_ms > now_ms => {
                        assert_eq!((*ms, *why), (until_ms - now_ms, was), "an early Woke changes nothing: {}", of());
                    }
                    // Only the backoff draws no wait at all; a gate that said so would be asked without end.
                    _ => assert!(*ms > 0 || *why == Why::Backoff, "no wait: {}", of()),
                }
                let end = elapsed.saturating_add(*ms);
                let in_time = end <= bounds.retry_for_ms && end < self.policy.deadline_ms;
                assert!(in_time || time_begins(&self.policy, call), "past its bounds: {}", of());
                assert!(self.policy.longest_wait_ms.is_none_or(|longest| *ms <= longest), "too long: {}", of());
                assert!(call.phase != Phase::Streaming { handed_out: true }, "after it was handed out: {}", of());
            }
            Step::Send { attempt, timeout_ms, headers } => {
                let due = match call.phase {
                    Phase::New => matches!(event, Event::Start),
                    Phase::Waiting { until_ms, .. } => matches!(event, Event::Woke) && now_ms >= until_ms,
                    _ => false,
                };
                assert!(due, "sent unasked or too early: {}", of());
                assert_eq!(*attempt, call.attempts + 1, "{}", of());
                assert!(*attempt <= bounds.attempts.max(1), "too many attempts: {}", of());
                assert!(*attempt == 1 || elapsed <= bounds.retry_for_ms, "after the time for retries: {}", of());
                assert!(*attempt == 1 || call.operation.request().repeat != Repeat::Never, "repeated: {}", of());
                let left = self.policy.deadline_ms.checked_sub(elapsed).filter(|left| *left > 0);
                let left = left.unwrap_or_else(|| panic!("after the deadline: {}", of()));
                let most = self.policy.attempt_timeout_ms.map_or(left, |timeout| timeout.min(left));
                assert!(timeout_ms.map_or(most > 1 << 52, |ms| ms > 0 && ms <= most), "timeout: {}", of());
                assert_eq!(headers.is_empty(), number != 1, "{}", of());
            }
            Step::ReadBody { max_bytes, timeout_ms } => {
                assert!(matches!(event, Event::Headers { .. }), "{}", of());
                assert_eq!((*max_bytes, *timeout_ms), (MAX_BODY_BYTES, BODY_TIMEOUT_MS), "{}", of());
            }
            Step::ReadStream { .. } => assert!(matches!(event, Event::Headers { .. }), "{}", of()),
            Step::Deliver => assert!(matches!(event, Event::Headers { .. } | Event::Content), "{}", of()),
            Step::Finish(finish) => {
                let (sent, stop) = (call.operation.attempts() > 0, call.operation.stop());
                let handed_out = call.phase == Phase::Streaming { handed_out: true };
                let sound = match finish {
                    Finish::Return => sent && stop.is_none() && call.operation.verdict().is_none(),
                    Finish::Abort => matches!(event, Event::Aborted) && stop.is_none(),
                    Finish::FailFast => !sent && stop.is_some(),
                    Finish::ReturnFailed | Finish::TimedOut => sent && stop.is_some() && !handed_out,
                    Finish::Rethrow => sent && stop.is_some(),
                    Finish::StreamError => stop.is_some() && handed_out,
                };
                assert!(sound, "the end: {}, {stop:?}", of());
            }
        }
    }

    /// No more calls of an account are under way than may be, as far as their slots are certain.
    fn lent(&self) {
        let Some(most) = self.policy.heed.concurrency.filter(|_| self.kept) else { return };
        let under_way = |call: &&Call| call.phase == Phase::Sending && call.slot_until_ms > self.now.monotonic_ms;
        for (service, account) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let of_account = |number: usize| usize::from(number >= 6) == service && number % 2 == account;
            let calls = self.calls.iter().enumerate().filter(|(number, _)| of_account(*number));
            let lent = calls.filter(|(_, call)| under_way(call)).count();
            assert!(lent <= most as usize, "{lent} calls under way where {most} may be");
        }
    }

    /// Does what the calls say from here on, and answers each attempt with 200: every call comes to its end.
    fn drive(&mut self) {
        for _ in 0..MOST_STEPS {
            let next = (0..CALLS).filter(|&call| self.calls[call].phase != Phase::Ended).min_by_key(|&call| {
                let Call { phase, .. } = self.calls[call];
                if let Phase::Waiting { until_ms, .. } = phase { until_ms.max(1) } else { 0 }
            });
            let Some(call) = next else { return };
            match self.calls[call].phase {
                Phase::New => self.tell(call, Event::Start),
                Phase::Sending => self.tell(call, Event::Headers { status: 200, headers: &[] }),
                Phase::Reading => self.tell(call, Event::Body { text: "", cut: false }),
                Phase::Streaming { .. } => self.tell(call, Event::Ended),
                _ => self.wake(call),
            }
        }
        panic!("some call does not end: {:?}", self.calls.iter().map(|call| call.phase).collect::<Vec<_>>());
    }
}
