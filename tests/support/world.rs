//! Calls and a server in virtual time.

#![allow(dead_code, reason = "no test needs all of it")]
#![expect(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test world")]

use std::collections::BTreeMap;
use std::sync::Arc;

use retriage::delay::Stop;
use retriage::gate::Gates;
use retriage::operation::{Event, Finish, Now, Operation, Policy, Request, Step};

/// What a server answers: status, headers, body.
pub type Answer = (u16, Vec<(&'static str, String)>, &'static str);

/// How long an answer takes, by chance.
pub type Latency = fn(f64) -> u64;

/// How one call ended.
#[derive(Clone, Debug)]
pub struct End {
    pub at_ms: u64,
    pub finish: Finish,
    pub stop: Option<Stop>,
    pub attempts: u32,
}

/// Calls that share gates, and the server that they call.
pub struct World<S> {
    pub gates: Gates,
    pub server: S,
    pub latency: Latency,
    /// Calls that a worker begins when one of its own has ended.
    backlog: Vec<(Request, Arc<Policy>)>,
    chance: u64,
    due: BTreeMap<(u64, u64), (usize, Due)>,
    count: u64,
    pub calls: Vec<Operation>,
    answers: Vec<Option<Answer>>,
    pub sends: Vec<u64>,
    /// When each attempt began and ended.
    pub flights: Vec<(u64, u64)>,
    pub ends: Vec<Option<End>>,
}

#[derive(Clone, Copy, Debug)]
enum Due {
    Start,
    Answer,
    Woke,
}

impl<S: FnMut(u64, usize) -> Answer> World<S> {
    pub fn new(server: S) -> Self {
        Self {
            gates: Gates::default(),
            server,
            latency: |_| 50,
            backlog: Vec::new(),
            chance: 0x2545_F491_4F6C_DD1D,
            due: BTreeMap::new(),
            count: 0,
            calls: Vec::new(),
            answers: Vec::new(),
            sends: Vec::new(),
            flights: Vec::new(),
            ends: Vec::new(),
        }
    }

    pub fn call(&mut self, at_ms: u64, request: Request, policy: &Arc<Policy>) -> usize {
        let call = self.calls.len();
        self.calls.push(Operation::new(request, Arc::clone(policy)));
        self.answers.push(None);
        self.ends.push(None);
        self.schedule(at_ms, call, Due::Start);
        call
    }

    fn schedule(&mut self, at_ms: u64, call: usize, due: Due) {
        self.count += 1;
        self.due.insert((at_ms, self.count), (call, due));
    }

    /// Another course of chance.
    pub fn seed(&mut self, seed: u64) {
        self.chance = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        (0..8).for_each(|_| {
            self.chance();
        });
    }

    /// A xorshift generator, so that every run is the same.
    fn chance(&mut self) -> f64 {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn run(&mut self) {
        let mut steps = 0_u32;
        while let Some(((at_ms, _), (call, due))) = self.due.pop_first() {
            steps += 1;
            assert!(steps < 5_000_000, "the calls never end");
            self.step(at_ms, call, due);
        }
        assert!(self.ends.iter().all(Option::is_some), "a call was left hanging");
    }

    fn step(&mut self, at_ms: u64, call: usize, due: Due) {
        let now = Now { monotonic_ms: at_ms, wall_ms: 1_700_000_000_000 + at_ms as i64 };
        let chance = self.chance();
        let operation = &mut self.calls[call];
        let step = match due {
            Due::Start => operation.step(&mut self.gates, Event::Start, now, chance),
            Due::Woke => operation.step(&mut self.gates, Event::Woke, now, chance),
            Due::Answer => {
                let (status, headers, text) = self.answers[call].take().unwrap();
                let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
                let read = operation.step(&mut self.gates, Event::Headers { status, headers: &headers }, now, chance);
                if matches!(read, Some(Step::ReadBody { .. })) {
                    operation.step(&mut self.gates, Event::Body { text, cut: false }, now, chance)
                } else {
                    read
                }
            }
        };
        match step.expect("every event here is expected") {
            Step::Wait { ms, .. } => self.schedule(at_ms + ms, call, Due::Woke),
            Step::Send { .. } => {
                self.sends.push(at_ms);
                self.answers[call] = Some((self.server)(at_ms, call));
                let latency = (self.latency)(self.chance());
                self.flights.push((at_ms, at_ms + latency));
                self.schedule(at_ms + latency, call, Due::Answer);
            }
            Step::ReadBody { .. } => panic!("a body was read twice"),
            Step::ReadStream { .. } | Step::Deliver => panic!("no stream was asked for"),
            Step::Finish(finish) => {
                let operation = &self.calls[call];
                self.ends[call] = Some(End { at_ms, finish, stop: operation.stop(), attempts: operation.attempts() });
                if let Some((request, policy)) = self.backlog.pop() {
                    self.call(at_ms, request, &policy);
                }
            }
        }
    }

    /// Runs calls by so many workers, and answers when the last has ended.
    pub fn work(&mut self, workers: usize, calls: Vec<Request>, policy: &Arc<Policy>) -> u64 {
        self.backlog = calls.into_iter().rev().map(|request| (request, Arc::clone(policy))).collect();
        for _ in 0..workers {
            if let Some((request, policy)) = self.backlog.pop() {
                self.call(0, request, &policy);
            }
        }
        self.run();
        self.ends.iter().flatten().map(|end| end.at_ms).max().unwrap_or(0)
    }

    pub fn ended(&self, finish: Finish) -> usize {
        self.ends.iter().flatten().filter(|end| end.finish == finish).count()
    }
}

pub fn get() -> Request {
    Request::new("GET", "https://api.example.com/v1/things")
}

pub fn policy(edit: impl FnOnce(&mut Policy)) -> Arc<Policy> {
    let mut policy = Policy::default();
    edit(&mut policy);
    Arc::new(policy)
}

pub fn ok() -> Answer {
    (200, Vec::new(), "")
}

pub fn down() -> Answer {
    (503, Vec::new(), "")
}

pub fn limited(seconds: u64) -> Answer {
    (429, vec![("retry-after", seconds.to_string())], "{\"error\":{\"code\":\"rate_limit_exceeded\"}}")
}

/// What the page on the gates says of these worlds.
const PAGE: &str = include_str!("../../docs/gates.md");

/// A figure, which the page must give as it is.
pub fn figure(text: &str) {
    println!("{text}");
    assert!(PAGE.contains(text), "docs/gates.md is to say:\n{text}");
}
