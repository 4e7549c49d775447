//! Every sequence of up to eight events, whether it makes sense or not, told to one call and judged by a second account
//! of what it may do.
//!
//! The events: a start, answers (200, 429 with a stated second, bare 503, 400, a stream) and their body (of the stream: an
//! overload), a reset and a refused connection, our own timeout, a `Woke` a millisecond early, exact and late, a stream that
//! says something or ends, an abort, a driver that gives up. 17 events to the depth of 8 are 7 thousand million sequences; what two of them have led to the same state (machine, gates,
//! clock and account are equal to the last field) is gone on from once, which leaves out no state and no step.

#![cfg(not(target_arch = "wasm32"))]

use std::collections::HashSet;
use std::sync::Arc;

use retriage::delay::Stop;
use retriage::gate::Gates;
use retriage::operation::{Event, Finish, Now, Operation, Policy, Repeat, Request, Step};
use retriage::{Failure, Thrown};

const DEPTH: u32 = 8;
const ATTEMPTS: u32 = 3;

/// Above every stated wait and every ceiling of the backoff that so few attempts reach, pauses included.
const LONGEST_MS: u64 = 10_000;

const OVERLOADED: &str = "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Start,
    Ok,
    Limited,
    Down,
    Bad,
    Stream,
    Body,
    Content,
    Ended,
    Reset,
    Refused,
    TimedOut,
    Early,
    Exact,
    Late,
    Aborted,
    GivenUp,
}

const ALPHABET: [Told; 17] = [
    Told::Start,
    Told::Ok,
    Told::Limited,
    Told::Down,
    Told::Bad,
    Told::Stream,
    Told::Body,
    Told::Content,
    Told::Ended,
    Told::Reset,
    Told::Refused,
    Told::TimedOut,
    Told::Early,
    Told::Exact,
    Told::Late,
    Told::Aborted,
    Told::GivenUp,
];

const ANSWERS: [Told; 5] = [Told::Ok, Told::Limited, Told::Down, Told::Bad, Told::Stream];

/// What the test itself knows of the call.
#[derive(Clone, Debug, Default)]
struct Account {
    now_ms: u64,
    attempts: u32,
    /// An attempt is under way, or its answer is being read.
    flying: bool,
    reading: Option<Told>,
    /// The response was handed out, and its stream is being read.
    handed_out: bool,
    delivered: bool,
    /// When the wait that was told is over.
    until_ms: Option<u64>,
    /// Every failure so far leaves it certain that the server has not acted.
    unsent: bool,
    ended: bool,
}

struct Search {
    repeat: Repeat,
    seen: HashSet<String>,
    steps: u64,
}

impl Search {
    fn go(&mut self, operation: &Operation, gates: &Gates, account: &Account, path: &mut Vec<Told>) {
        if path.len() >= DEPTH as usize {
            return;
        }
        for told in ALPHABET {
            path.push(told);
            let (mut operation, mut gates, mut account) = (operation.clone(), gates.clone(), account.clone());
            let step = tell(&mut operation, &mut gates, &mut account, told);
            self.steps += 1;
            self.check(&operation, &mut account, told, step.as_ref(), path);
            let state = format!("{} {account:?} {operation:?} {gates:?}", path.len());
            if self.seen.insert(state) {
                self.go(&operation, &gates, &account, path);
            }
            path.pop();
        }
    }

    fn check(&self, operation: &Operation, account: &mut Account, told: Told, step: Option<&Step>, path: &[Told]) {
        let woken = matches!(told, Told::Early | Told::Exact | Told::Late);
        if account.ended {
            assert_eq!(step, None, "after the end: {path:?}");
            return;
        }
        if told == Told::Aborted {
            assert_eq!(step, Some(&Step::Finish(Finish::Abort)), "{path:?}");
        }
        let streams = account.reading == Some(Told::Stream);
        let failed = match told {
            Told::Body if account.reading.is_some() => account.reading,
            Told::Reset | Told::Refused if streams => Some(told),
            Told::Reset | Told::Refused | Told::TimedOut if account.flying && account.reading.is_none() => Some(told),
            _ => None,
        };
        if account.handed_out {
            let ends = match told {
                Told::Body => Some(Finish::StreamError),
                Told::Reset | Told::Refused => Some(Finish::Rethrow),
                Told::Ended => Some(Finish::Return),
                Told::Aborted => Some(Finish::Abort),
                _ => None,
            };
            assert_eq!(step, ends.map(Step::Finish).as_ref(), "of a stream that was handed out: {path:?}");
            account.delivered |= told == Told::Content;
            assert_eq!(operation.partial(), account.delivered && failed.is_some(), "{path:?}");
        }
        // What somebody else has sent.
        let adopted = account.attempts == 0 && step.is_some() && ANSWERS.contains(&told);
        if adopted {
            (account.attempts, account.flying, account.reading) = (1, true, Some(told));
        }
        if let (Some(failed), Some(_)) = (failed, step) {
            account.unsent &= matches!(failed, Told::Limited | Told::Refused | Told::Stream);
            (account.flying, account.reading) = (false, None);
        }
        match step {
            None => {}
            Some(Step::Send { attempt, .. }) => {
                let due = account.until_ms.take();
                assert!(due.is_none_or(|until| account.now_ms >= until), "sent before the wait was over: {path:?}");
                assert!(told == Told::Start || woken, "sent unasked: {path:?}");
                account.attempts += 1;
                assert_eq!(*attempt, account.attempts, "{path:?}");
                assert!(*attempt <= ATTEMPTS, "{path:?}");
                let safe = match self.repeat {
                    Repeat::Always => true,
                    Repeat::IfUnsent => account.unsent,
                    Repeat::Never => false,
                };
                assert!(*attempt == 1 || safe, "an unsafe repeat: {path:?}");
                account.flying = true;
            }
            Some(Step::Wait { ms, .. }) => {
                assert!(*ms <= LONGEST_MS, "{ms} ms: {path:?}");
                let until = account.now_ms + ms;
                if woken {
                    assert_eq!(account.until_ms, Some(until), "a wait changed: {path:?}");
                }
                account.until_ms = Some(until);
            }
            Some(Step::ReadBody { .. } | Step::ReadStream { .. }) => account.reading = Some(told),
            Some(Step::Deliver) => {
                assert!(streams && told == Told::Content || adopted && told == Told::Stream, "{path:?}");
                account.handed_out = true;
                account.delivered = !adopted;
            }
            Some(Step::Finish(finish)) => {
                account.ended = true;
                let stopped = !matches!(finish, Finish::Return | Finish::Abort);
                assert_eq!(operation.stop().is_some(), stopped, "{path:?}");
                if *finish == Finish::Return {
                    assert_eq!(operation.verdict(), None, "{path:?}");
                }
                assert_eq!(*finish == Finish::FailFast, stopped && account.attempts == 0, "{path:?}");
            }
        }
        assert_eq!(operation.attempts(), account.attempts, "{path:?}");
    }
}

fn tell(operation: &mut Operation, gates: &mut Gates, account: &mut Account, told: Told) -> Option<Step> {
    let due = account.until_ms.unwrap_or(account.now_ms);
    match told {
        Told::Early => account.now_ms = account.now_ms.max(due.saturating_sub(1)),
        Told::Exact => account.now_ms = account.now_ms.max(due),
        Told::Late => account.now_ms = account.now_ms.max(due) + 1,
        _ => {}
    }
    let now = Now { monotonic_ms: account.now_ms, wall_ms: 1_700_000_000_000 };
    let answer = |status, headers| Event::Headers { status, headers };
    let thrown = |code| Failure::new().thrown(Thrown { name: "Error", code, message: code });
    let (reset, refused) = (thrown("ECONNRESET"), thrown("ECONNREFUSED"));
    let event = match told {
        Told::Start => Event::Start,
        Told::Ok => answer(200, &[]),
        Told::Limited => answer(429, &[("retry-after", "1")]),
        Told::Down => answer(503, &[]),
        Told::Bad => answer(400, &[]),
        Told::Stream => answer(200, &[("content-type", "text/event-stream")]),
        Told::Body if account.reading == Some(Told::Stream) => Event::Body { text: OVERLOADED, cut: false },
        Told::Body => Event::Body { text: "", cut: false },
        Told::Content => Event::Content,
        Told::Ended => Event::Ended,
        Told::Reset => Event::Thrown(&reset),
        Told::Refused => Event::Thrown(&refused),
        Told::TimedOut => Event::AttemptTimedOut,
        Told::Early | Told::Exact | Told::Late => Event::Woke,
        Told::Aborted => Event::Aborted,
        Told::GivenUp => Event::GivenUp(Stop::ShouldRetry),
    };
    operation.step(gates, event, now, 0.5)
}

#[test]
fn no_sequence_of_events_makes_a_call_do_what_it_must_not() {
    use Repeat::{Always, IfUnsent, Never};
    for (repeat, sse) in [(Always, false), (IfUnsent, false), (Never, false), (IfUnsent, true)] {
        let mut policy = Policy::default();
        policy.delay.attempts = ATTEMPTS;
        let request = Request { repeat, sse, ..Request::new("POST", "https://api.example.com/v1") };
        let operation = Operation::new(request, Arc::new(policy));
        let mut search = Search { repeat, seen: HashSet::new(), steps: 0 };
        let account = Account { now_ms: 1_000, unsent: true, ..Account::default() };
        search.go(&operation, &Gates::default(), &account, &mut Vec::new());
        // Enough that the search cannot have ended early without a word.
        assert!(search.steps > 5_000, "{repeat:?}: {} steps", search.steps);
    }
}
