//! Retriage tells API failures apart and says when to try again.
//!
//! One 429 clears in three seconds, the next holds until the month rolls over, and the status code cannot say which.
//! [`classify`] reads everything that a [`Failure`] carries and answers with a [`Verdict`]: its [`Class`], whom it speaks
//! for ([`Scope`]), why ([`Reason`]), the wait that the server stated, the words that decided, and a sentence for a
//! person. [`delay::next_delay`] turns a verdict into the time to sleep, or the reason to stop.
//!
//! ```
//! use retriage::delay::{Delay, Policy, next_delay};
//! use retriage::{Class, Failure, Options, Reason, classify};
//!
//! // An advert for billing does not make a per-minute limit a billing failure …
//! let minute = classify(
//!     &Failure::new().status(429).body(
//!         r#"{"error":{"message":"Rate limit reached on tokens per minute (TPM). Please try again in 3s.
//!             Need more tokens? Upgrade today at https://example.com/settings/billing","code":"rate_limit_exceeded"}}"#,
//!     ),
//!     &Options::default(),
//! );
//! assert_eq!((minute.class, minute.reason, minute.wait_ms), (Class::Transient, Reason::TokensPerMinute, Some(3_000)));
//! let delay = next_delay(&(&minute).into(), &Policy::default(), 1, 0, 0.0);
//! assert_eq!(delay, Delay::Sleep { ms: 3_500, floor_ms: 3_000, stated: true });
//!
//! // … and a limit on the day is one, whatever code it shares with the other.
//! let day = classify(&Failure::text("Rate limit reached on tokens per day (TPD)."), &Options::default());
//! assert_eq!((day.class, day.reason, day.stops_batch), (Class::Exhausted, Reason::DailyQuota, true));
//! ```
//!
//! # Driving a call
//!
//! [`operation`] is one whole call as a machine without I/O: it says when to send, what to read, how long to wait and
//! how to end. [`gate`] is what many calls share, so that one refusal holds them all; [`record`] is what each decision
//! tells an incident report, with no secret in it; [`stream`] finds the error in a stream of events. A driver is this loop:
//!
//! ```
//! use std::sync::Arc;
//!
//! use retriage::gate::Gates;
//! use retriage::operation::{Event, Finish, Now, Operation, Policy, Request, Step};
//! use retriage::record::Record;
//!
//! // A server that is busy once; a real driver sends a request here.
//! let mut answers = [(200, vec![], ""), (429, vec![("retry-after", "3")], "slow down")].to_vec();
//! // The clock; a real driver reads one, and sleeps.
//! let mut clock_ms = 0;
//! let chance = 0.5;
//!
//! let mut gates = Gates::default();
//! let request = Request::new("GET", "https://api.example.com/v1/things?key=secret");
//! let mut call = Operation::new(request, Arc::new(Policy::default()));
//! let mut records = Vec::new();
//! let mut answer = (0, vec![], "");
//! let mut event = Event::Start;
//! let finish = loop {
//!     let now = Now { monotonic_ms: clock_ms, wall_ms: 1_800_000_000_000 + clock_ms as i64 };
//!     // None of these events is stray, so there is always a step.
//!     let Some(step) = call.step(&mut gates, event, now, chance) else { unreachable!() };
//!     records.extend(Record::of(&call, &step, now));
//!     event = match step {
//!         Step::Send { timeout_ms, .. } => {
//!             assert_eq!(timeout_ms, Some(600_000 - clock_ms));
//!             answer = answers.pop().unwrap_or(answer);
//!             Event::Headers { status: answer.0, headers: &answer.1 }
//!         }
//!         Step::ReadBody { .. } => Event::Body { text: answer.2, cut: false },
//!         Step::Wait { ms, .. } => {
//!             clock_ms += ms;
//!             Event::Woke
//!         }
//!         Step::Finish(finish) => break finish,
//!         // Only where the request asks for its stream to be watched.
//!         Step::ReadStream { .. } | Step::Deliver => unreachable!(),
//!     };
//! };
//!
//! assert_eq!((finish, call.attempts(), clock_ms), (Finish::Return, 2, 3_800));
//! let decisions: Vec<_> = records.iter().map(|record| record.decision).collect();
//! assert_eq!(decisions, ["send", "wait", "send", "finish"]);
//! assert!(records.iter().all(|record| record.url == "https://api.example.com/v1/things"));
//! ```
//!
//! Two machines stand on top of calls: [`fallback`] says which of several providers to ask next, [`batch`] when to go on
//! with many items and when to stop.
//!
//! # What it never does
//!
//! It has no clock, no timer, no chance and no network: the time of judging is [`Failure::now`], a random number is an
//! argument of [`delay::next_delay`] and of [`operation::Operation::step`]. It never panics on an input, never changes one, and its work is linear in the
//! input's size; of each text it reads the first 256 KiB.
//!
//! # How it decides
//!
//! Every carrier is read to any depth: JSON, JSON inside strings, Python reprs, protobuf text, HTML and XML, events of
//! a stream, the wrappers of SDKs and logs, chains of thrown errors. What the caller sent and the answer echoes does not
//! count; neither do addresses, adverts and conditional sentences. Then the narrowest rule decides: the caller's own
//! ([`CallerRule`]), machine codes, fixed phrases, the meter that stands at zero, per-minute wording, codes that only say
//! "limited", and the status last. A provider's own rules go first where the failure is known to be its own.
//!
//! # Features
//!
//! Both are off by default.
//!
//! - `fetch`: the module `fetch`, a driver of the platform's `fetch` for Rust programs on wasm. Built by wasm-pack, the
//!   same driver is a function for JavaScript.
//! - `binding`: the flat functions behind the npm package; a Rust program leaves it off.

#[cfg(test)]
extern crate self as retriage;

pub mod batch;
mod case;
mod classify;
mod cut;
pub mod delay;
mod failure;
pub mod fallback;
// Beside the binding, since nothing outside that folder knows JavaScript.
#[cfg(feature = "fetch")]
#[path = "wasm/fetch/mod.rs"]
pub mod fetch;
pub mod gate;
mod hash;
pub mod operation;
pub mod record;
mod rules;
mod shown;
pub mod stream;
#[cfg(any(feature = "binding", feature = "fetch"))]
mod utf16;
mod verdict;
pub mod wait;
#[cfg(feature = "binding")]
pub mod wasm;

pub use case::Case;
pub use classify::{CallerRule, Options, classify};
pub use failure::{Failure, Thrown};
pub use verdict::{Class, Confidence, Evidence, Place, Reason, Scope, Sent, Verdict, WaitSource};
