//! One call: a state machine without I/O.
//!
//! A driver tells [`Operation::step`] what happened and does what the [`Step`] says, until it says [`Step::Finish`].
//! Time and chance are arguments; the network, the timers and the bodies are the driver's. The crate's front page shows
//! the whole driving loop.

#![deny(clippy::arithmetic_side_effects)]

use std::sync::Arc;

use crate::classify::{Options, classify, meters_of};
use crate::delay::{self, Delay, Grounds, Stop, delay_after, drawn};
use crate::failure::{Failure, Thrown, header};
use crate::gate::{Admission, Gates, Heed, Lane, Ticket, is_refusal};
pub use crate::gate::{Now, Why};
use crate::hash::hash;
use crate::shown::bounded;
use crate::verdict::{Class, Sent, Verdict};
use crate::wait::Meters;

/// The most of a failed body that is read, in bytes.
pub const MAX_BODY_BYTES: u32 = 64 * 1024;

/// How long a failed body may take, in milliseconds.
pub const BODY_TIMEOUT_MS: u64 = 1_000;

/// What bounds a call, and how its failures are judged. One serves many calls.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Attempts, the time for retries, and the delays between.
    pub delay: delay::Policy,
    /// How failures are judged.
    pub judge: Options,
    /// The hard end of the call, to the response's headers, in milliseconds from its start. Default 600 000.
    pub deadline_ms: u64,
    /// The longest that one attempt may take, to the response's headers, in milliseconds. Default none.
    pub attempt_timeout_ms: Option<u64>,
    /// The longest that one wait may be, in milliseconds: a call that would have to wait longer ends at once. Default none.
    pub longest_wait_ms: Option<u64>,
    /// Whether a call's time begins when the gates let it through; until then it waits, however long. Default false.
    pub patient: bool,
    /// What the call heeds of the gates.
    pub heed: Heed,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            delay: delay::Policy::default(),
            judge: Options::default(),
            deadline_ms: 600_000,
            attempt_timeout_ms: None,
            longest_wait_ms: None,
            patient: false,
            heed: Heed::default(),
        }
    }
}

/// When a request may be sent once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// After any failure that may be retried: the method is idempotent, a key is attached, or the caller says so.
    Always,
    /// Only where the server cannot have acted on it ([`Sent::No`]).
    IfUnsent,
    /// Never: its body can be sent only once.
    Never,
}

impl Repeat {
    /// Decides from what a request is: its method (RFC 9110, section 9.2.2, and QUERY), whether it carries an
    /// `Idempotency-Key` or the caller declares a repeat safe, and whether its body can be sent only once.
    #[must_use]
    pub fn of(method: &str, declared: bool, one_shot: bool) -> Self {
        const IDEMPOTENT: [&str; 7] = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "QUERY"];
        if one_shot {
            Self::Never
        } else if declared || IDEMPOTENT.iter().any(|one| one.eq_ignore_ascii_case(method)) {
            Self::Always
        } else {
            Self::IfUnsent
        }
    }
}

/// What the machine knows of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: String,
    /// The address.
    pub url: String,
    /// When it may be sent once more.
    pub repeat: Repeat,
    /// The gates that it passes.
    pub lane: Lane,
    /// What it will cost in tokens as the provider counts them, if that is known.
    pub tokens: Option<u64>,
    /// The `Idempotency-Key` to send with every attempt, if the driver is to add one.
    pub idempotency_key: Option<String>,
    /// The model that it asks for, for the record.
    pub model: Option<String>,
    /// Whether a JSON answer below 400 of at most 64 KiB is judged too.
    pub inspect_ok: bool,
    /// Whether an answer that is a stream of events is watched to its end.
    pub sse: bool,
}

impl Request {
    /// A request whose method alone says when it may be repeated, and whose gates go by its origin alone.
    #[must_use]
    pub fn new(method: &str, url: &str) -> Self {
        Self {
            method: method.to_owned(),
            url: url.to_owned(),
            repeat: Repeat::of(method, false, false),
            lane: Lane::of_url(url),
            tokens: None,
            idempotency_key: None,
            model: None,
            inspect_ok: false,
            sse: false,
        }
    }
}

/// What happened.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// The caller made the call.
    Start,
    /// The headers of a response came. A status of 0 is an opaque response.
    ///
    /// With [`Request::sse`] it may be what a call begins with: somebody else has sent the request, and has the response.
    Headers {
        /// The HTTP status.
        status: u16,
        /// The headers in the order received.
        headers: &'a [(&'a str, &'a str)],
    },
    /// A body was read, as [`Step::ReadBody`] asked; of a stream, an event that is an error.
    Body {
        /// What there was of it, as text.
        text: &'a str,
        /// Whether there was more of it than was read.
        cut: bool,
    },
    /// Sending threw, or a stream broke off. The failure holds the chain of errors, and the answer that they carry if there
    /// is one.
    Thrown(&'a Failure<'a>),
    /// A stream has said something, or cannot be kept back any longer.
    Content,
    /// A stream is over, or whoever reads it has enough.
    Ended,
    /// The attempt took longer than [`Step::Send`] allowed, and the driver has ended it.
    AttemptTimedOut,
    /// A wait is over. Said of an attempt or a stream that is under way, it means that the call is still alive: with
    /// [`Heed::concurrency`] it is to be said more often than every [`crate::gate::SLOT_LEASE_MS`].
    Woke,
    /// The caller aborted.
    Aborted,
    /// The driver ends the call with what is in hand: the caller's `shouldRetry` said no, or an inner Retriage has
    /// already done all that there is to do.
    GivenUp(Stop),
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Sleep, then say [`Event::Woke`]. A failed response in hand is kept as far as it was read; the rest of its body is
    /// to be cancelled.
    Wait {
        /// How long, in milliseconds.
        ms: u64,
        /// What for.
        why: Why,
    },
    /// Send the request.
    Send {
        /// The number of this attempt; the first is 1.
        attempt: u32,
        /// How long it may take to the response's headers, in milliseconds; `None` for no bound.
        timeout_ms: Option<u64>,
        /// Headers to add.
        headers: Vec<(&'static str, String)>,
    },
    /// Read the response's body, then say [`Event::Body`].
    ReadBody {
        /// How much at most, in bytes.
        max_bytes: u32,
        /// For how long at most, in milliseconds. What has come by then counts as the body, cut.
        timeout_ms: u64,
    },
    /// Read the response's stream with a [`crate::stream::Reader`] and keep it back until it says something: then say
    /// [`Event::Content`], as also when the time is over. Say [`Event::Body`] of an error, [`Event::Thrown`] where it breaks
    /// off, [`Event::Ended`] at its end.
    ReadStream {
        /// How long it may be kept back, in milliseconds; `None` for no bound.
        timeout_ms: Option<u64>,
    },
    /// Hand out the response, and go on to read its stream as for [`Step::ReadStream`].
    Deliver,
    /// The call is over.
    Finish(Finish),
}

/// How a call ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// With the response, untouched: it is no failure.
    Return,
    /// With the last failed response. [`Operation::stop`] says why it is the last.
    ReturnFailed,
    /// With the last error that was thrown. Of a response that was handed out, its stream ends with it.
    Rethrow,
    /// Without having been sent.
    FailFast,
    /// Cut by our own timeout, with nothing in hand.
    TimedOut,
    /// By the caller.
    Abort,
    /// With an error in the stream of a response that was handed out.
    StreamError,
}

impl Finish {
    /// The stable word for this value.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Return => "return",
            Self::ReturnFailed => "return_failed",
            Self::Rethrow => "rethrow",
            Self::FailFast => "fail_fast",
            Self::TimedOut => "timed_out",
            Self::Abort => "abort",
            Self::StreamError => "stream_error",
        }
    }
}

#[derive(Clone, Debug)]
enum Phase {
    New,
    /// Held by the gates, or between two attempts, until this time.
    Waiting {
        until_ms: u64,
        why: Why,
    },
    Sending,
    /// A response's body is being read.
    Reading {
        status: u16,
        headers: Vec<(String, String)>,
    },
    /// A response's stream is being read.
    Streaming {
        status: u16,
        headers: Vec<(String, String)>,
    },
    Ended,
}

/// The newest thing that the call could end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Nothing,
    Response,
    Error,
    /// A stream that was handed out.
    Stream,
}

/// One call.
///
/// - [`Event::Woke`] is harmless when it comes early, late or twice, and so is every event that the phase does not
///   expect: the answer is then the wait that is left, or `None`.
/// - After [`Step::Finish`] every answer is `None`.
#[derive(Clone, Debug)]
pub struct Operation {
    request: Request,
    policy: Arc<Policy>,
    phase: Phase,
    hand: Hand,
    started_ms: u64,
    attempts: u32,
    /// Waits that were guessed, the server having stated none.
    guesses: u32,
    /// On the newest failure.
    verdict: Option<Verdict>,
    /// On what is in hand, where a newer attempt left nothing.
    kept: Option<Verdict>,
    stop: Option<Stop>,
    /// When what kept the call from being sent lets calls through, by the wall clock.
    held_until: Option<i64>,
    seen: Seen,
    ticket: Ticket,
    /// Of the newest answer.
    meters: Meters,
    /// The newest failure has closed a latch that was open.
    alert: bool,
    /// The response was handed out, and its stream goes on.
    handed_out: bool,
    /// Output was handed out, too.
    delivered: bool,
}

/// What a record tells of the newest answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) status: Option<u16>,
    pub(crate) request_id: Option<String>,
    /// Of the body.
    pub(crate) fingerprint: Option<u32>,
}

impl Operation {
    /// A call that has not begun.
    #[must_use]
    pub const fn new(request: Request, policy: Arc<Policy>) -> Self {
        let ticket = Ticket::new(request.tokens);
        Self {
            request,
            policy,
            phase: Phase::New,
            hand: Hand::Nothing,
            started_ms: 0,
            attempts: 0,
            guesses: 0,
            verdict: None,
            kept: None,
            stop: None,
            held_until: None,
            seen: Seen { status: None, request_id: None, fingerprint: None },
            ticket,
            meters: Meters { readings: Vec::new(), bucket: false },
            alert: false,
            handed_out: false,
            delivered: false,
        }
    }

    /// Takes what happened and says what to do next; `None` where nothing changes.
    ///
    /// `chance` is a random number from 0 up to 1 (anything else counts as 0); it is used where a wait is drawn.
    pub fn step(&mut self, gates: &mut Gates, event: Event<'_>, now: Now, chance: f64) -> Option<Step> {
        self.alert = false;
        let step = self.next(gates, event, now, chance);
        if matches!(step, Some(Step::Finish(_))) {
            gates.left(&self.request.lane, self.ticket, now);
        }
        step
    }

    fn next(&mut self, gates: &mut Gates, event: Event<'_>, now: Now, chance: f64) -> Option<Step> {
        match (&self.phase, event) {
            (Phase::Ended, _) => None,
            (_, Event::Aborted) => Some(self.finish(Finish::Abort)),
            (Phase::New, Event::Start) => {
                self.started_ms = now.monotonic_ms;
                Some(self.send(gates, now, chance))
            }
            (&Phase::Waiting { until_ms, why }, Event::Woke) => Some(match until_ms.saturating_sub(now.monotonic_ms) {
                0 => self.send(gates, now, chance),
                ms => Step::Wait { ms, why },
            }),
            (Phase::New, Event::Headers { status, headers }) if self.request.sse => {
                Some(self.adopt(gates, status, headers, now))
            }
            (Phase::Sending | Phase::Streaming { .. }, Event::Woke) => {
                gates.renew(&self.request.lane, self.ticket, now);
                None
            }
            (Phase::Sending, Event::Headers { status, headers }) => Some(self.headers(gates, status, headers, now)),
            (Phase::Streaming { .. }, Event::Content) => {
                self.delivered = true;
                (!self.handed_out).then(|| self.deliver(gates, now))
            }
            (Phase::Streaming { .. }, Event::Ended) => {
                Some(if self.handed_out { self.finish(Finish::Return) } else { self.succeed(gates, now) })
            }
            (Phase::Streaming { .. }, Event::Body { text, .. }) => {
                let verdict = self.judge(&self.answer(text), now);
                self.hold(if self.handed_out { Hand::Stream } else { Hand::Response });
                self.seen.fingerprint = Some(fingerprint(text));
                Some(self.failed(gates, verdict, now, chance))
            }
            (Phase::Sending | Phase::Streaming { .. }, Event::Thrown(failure)) => {
                self.hold(Hand::Error);
                if matches!(self.phase, Phase::Sending) {
                    self.meters = self.metered(&failure.headers, now);
                    self.seen = Seen {
                        status: failure.status,
                        request_id: request_id(&failure.headers),
                        fingerprint: failure.body.map(fingerprint),
                    };
                }
                let verdict = self.judge(failure, now);
                Some(self.failed(gates, verdict, now, chance))
            }
            (Phase::Sending, Event::AttemptTimedOut) => Some(self.timed_out(gates, now, chance)),
            (Phase::Reading { status, .. }, Event::Body { text, .. }) => {
                let passed = *status < 400;
                let verdict = self.judge(&self.answer(text), now);
                if passed && verdict.class == Class::Unknown {
                    return Some(self.succeed(gates, now));
                }
                self.hold(Hand::Response);
                self.seen.fingerprint = Some(fingerprint(text));
                Some(self.failed(gates, verdict, now, chance))
            }
            // Of the answer that is being read there is no verdict, and an older one is not its own.
            (&Phase::Reading { status, .. }, Event::GivenUp(why)) => {
                if status < 400 {
                    return Some(self.succeed(gates, now));
                }
                self.hold(Hand::Response);
                self.verdict = None;
                Some(self.end(why))
            }
            (Phase::Sending | Phase::Waiting { .. }, Event::GivenUp(why)) => Some(self.end(why)),
            _ => None,
        }
    }

    /// The verdict on the last failure, and once the call is over on what it ends with; `None` where nothing has failed,
    /// after a success, and for an answer whose body was not read.
    ///
    /// Where the last attempt was cut by our own timeout, the call ends with what was in hand before, and so with the
    /// verdict on that.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        let kept = self.kept.as_ref().filter(|_| matches!(self.phase, Phase::Ended));
        kept.or(self.verdict.as_ref())
    }

    /// The verdict on the last failure, whatever is in hand.
    pub(crate) const fn newest(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Whether the newest failure has closed a latch, of which somebody is to be told once.
    pub(crate) const fn alert(&self) -> bool {
        self.alert
    }

    /// Whether the call has failed after output had been delivered.
    #[must_use]
    pub const fn partial(&self) -> bool {
        self.delivered && self.verdict.is_some()
    }

    pub(crate) const fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Why there was no further attempt; `None` while there may be one, and for a call that did not fail.
    #[must_use]
    pub const fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// When to try again, in milliseconds since the Unix epoch: as the failure says, or as what holds the call does.
    #[must_use]
    pub fn retry_at(&self) -> Option<i64> {
        self.verdict().and_then(|verdict| verdict.retry_at).or(self.held_until)
    }

    /// How many attempts were made, the first included.
    #[must_use]
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }

    /// How long ago the call began, in milliseconds.
    #[must_use]
    pub const fn elapsed_ms(&self, now: Now) -> u64 {
        now.monotonic_ms.saturating_sub(self.started_ms)
    }

    /// What is known of the request.
    #[must_use]
    pub const fn request(&self) -> &Request {
        &self.request
    }

    #[cfg(feature = "binding")]
    pub(crate) const fn request_mut(&mut self) -> &mut Request {
        &mut self.request
    }

    /// The headers of the answer whose body is being read.
    #[cfg(feature = "binding")]
    pub(crate) fn answer_headers(&self) -> Vec<(String, String)> {
        let (Phase::Reading { headers, .. } | Phase::Streaming { headers, .. }) = &self.phase else {
            return Vec::new();
        };
        headers.clone()
    }

    /// Lets the binding count the newest verdict's spans as JavaScript does.
    #[cfg(feature = "binding")]
    pub(crate) const fn newest_mut(&mut self) -> Option<&mut Verdict> {
        self.verdict.as_mut()
    }

    /// What bounds the call.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The answer whose body is being read, with this as its body.
    fn answer<'a>(&'a self, body: &'a str) -> Failure<'a> {
        let mut failure = Failure::new().body(body);
        if let Phase::Reading { status, headers } | Phase::Streaming { status, headers } = &self.phase {
            failure.status = Some(*status);
            failure.headers = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        }
        failure
    }

    fn judge(&self, failure: &Failure<'_>, now: Now) -> Verdict {
        let mut failure = failure.clone();
        failure.url = failure.url.or(Some(&self.request.url)).filter(|url| !url.is_empty());
        failure.method = failure.method.or(Some(&self.request.method)).filter(|method| !method.is_empty());
        failure.now_ms = failure.now_ms.or(Some(now.wall_ms));
        classify(&failure, &self.policy.judge)
    }

    /// Sends, unless a bound has been reached or the gates hold the call.
    fn send(&mut self, gates: &mut Gates, now: Now, chance: f64) -> Step {
        let queued = self.policy.patient && self.attempts == 0;
        if queued {
            self.started_ms = now.monotonic_ms;
        }
        let elapsed = self.elapsed_ms(now);
        let left = self.policy.deadline_ms.saturating_sub(elapsed);
        if left == 0 {
            let held = gates.holding(&self.request.lane);
            return if self.attempts > 0 { self.end(Stop::Deadline) } else { self.refuse(Stop::QueueTimeout, held) };
        }
        if self.attempts > 0 && elapsed > self.policy.delay.retry_for_ms {
            return self.end(Stop::RetryFor);
        }
        let heed = self.policy.heed;
        match gates.admit(&self.request.lane, &mut self.ticket, heed, self.attempts == 0 && !queued, now, chance) {
            Admission::Go => {}
            Admission::Hold { ms, why } if !self.is_too_long(ms) && (queued || self.is_in_time(elapsed, ms)) => {
                return self.wait(ms, why, now);
            }
            Admission::Hold { ms, why } => {
                self.held_until = Some(after(now, ms));
                return if why == Why::Probe {
                    self.refuse(Stop::CircuitOpen, (None, None))
                } else {
                    let held = gates.holding(&self.request.lane);
                    self.refuse(Stop::QueueTimeout, held)
                };
            }
            Admission::Refuse { why, verdict, status } => {
                if why == Stop::CircuitOpen {
                    self.held_until = gates.circuit_ms(&self.request.lane, now).map(|ms| after(now, ms));
                }
                return self.refuse(why, (verdict, status));
            }
        }
        self.phase = Phase::Sending;
        self.attempts = self.attempts.saturating_add(1);
        let bounds = [self.policy.attempt_timeout_ms, Some(left).filter(|left| *left < NO_BOUND_MS)];
        Step::Send {
            attempt: self.attempts,
            timeout_ms: bounds.into_iter().flatten().min(),
            headers: self.request.idempotency_key.iter().map(|key| (IDEMPOTENCY_KEY, key.clone())).collect(),
        }
    }

    /// Whether the call still has time after a wait.
    fn is_in_time(&self, elapsed: u64, ms: u64) -> bool {
        let longest = self.policy.delay.retry_for_ms.min(self.policy.deadline_ms.saturating_sub(1));
        elapsed.saturating_add(ms) <= longest
    }

    fn is_too_long(&self, ms: u64) -> bool {
        self.policy.longest_wait_ms.is_some_and(|longest| ms > longest)
    }

    /// Ends a call that the gates do not let through: with what is in hand, or as never sent.
    fn refuse(&mut self, why: Stop, (verdict, status): (Option<Box<Verdict>>, Option<u16>)) -> Step {
        if self.attempts > 0 {
            return self.end(if why == Stop::QueueTimeout { Stop::RetryFor } else { why });
        }
        self.stop = Some(why);
        self.verdict = verdict.map(|verdict| *verdict);
        self.seen.status = status;
        self.finish(Finish::FailFast)
    }

    fn succeed(&mut self, gates: &mut Gates, now: Now) -> Step {
        gates.landed(&self.request.lane, self.ticket, &self.meters, false, now);
        gates.succeeded(&self.request.lane, &mut self.ticket, now);
        self.verdict = None;
        self.kept = None;
        self.finish(Finish::Return)
    }

    /// Hands out the response; the gates are told of the success that it is so far.
    fn deliver(&mut self, gates: &mut Gates, now: Now) -> Step {
        gates.told(&self.request.lane, self.ticket, &self.meters, false, now);
        gates.succeeded(&self.request.lane, &mut self.ticket, now);
        self.verdict = None;
        self.kept = None;
        self.handed_out = true;
        Step::Deliver
    }

    /// Watches a response that somebody else has got.
    fn adopt(&mut self, gates: &mut Gates, status: u16, headers: &[(&str, &str)], now: Now) -> Step {
        self.started_ms = now.monotonic_ms;
        self.attempts = 1;
        if !is_stream(status, headers) {
            return self.finish(Finish::Return);
        }
        gates.adopt(&self.request.lane, &mut self.ticket, self.policy.heed, now);
        self.stream(status, headers);
        self.handed_out = true;
        Step::Deliver
    }

    fn stream(&mut self, status: u16, headers: &[(&str, &str)]) {
        self.seen = Seen { status: Some(status), request_id: request_id(headers), fingerprint: None };
        self.phase = Phase::Streaming { status, headers: owned(headers) };
    }

    fn headers(&mut self, gates: &mut Gates, status: u16, headers: &[(&str, &str)], now: Now) -> Step {
        if self.request.sse && is_stream(status, headers) {
            self.meters = self.metered(headers, now);
            self.stream(status, headers);
            let left = self.policy.deadline_ms.saturating_sub(self.elapsed_ms(now));
            return Step::ReadStream { timeout_ms: Some(left).filter(|left| *left < NO_BOUND_MS) };
        }
        let judged = (400..=999).contains(&status) || self.request.inspect_ok && is_short_json(headers);
        self.meters = self.metered(headers, now);
        self.seen = Seen { status: Some(status).filter(|status| *status > 0), ..Seen::default() };
        if !judged {
            return self.succeed(gates, now);
        }
        self.seen.request_id = request_id(headers);
        self.phase = Phase::Reading { status, headers: owned(headers) };
        Step::ReadBody { max_bytes: MAX_BODY_BYTES, timeout_ms: BODY_TIMEOUT_MS }
    }

    /// What an answer's headers tell for the gates, if this call heeds it.
    fn metered(&self, headers: &[(&str, &str)], now: Now) -> Meters {
        if self.policy.heed.pace { meters_of(headers, now.wall_ms) } else { Meters::default() }
    }

    /// Has something new to end with.
    fn hold(&mut self, hand: Hand) {
        self.hand = hand;
        self.kept = None;
    }

    fn timed_out(&mut self, gates: &mut Gates, now: Now, chance: f64) -> Step {
        if self.hand != Hand::Nothing && self.kept.is_none() {
            self.kept = self.verdict.take();
        }
        self.seen = Seen::default();
        self.meters = Meters::default();
        let thrown = Thrown { name: "TimeoutError", code: "", message: "no answer in the time that this attempt had" };
        let verdict = self.judge(&Failure::new().thrown(thrown), now);
        if self.elapsed_ms(now) >= self.policy.deadline_ms {
            self.report(gates, &verdict, now);
            self.verdict = Some(verdict);
            return self.end(Stop::Deadline);
        }
        self.failed(gates, verdict, now, chance)
    }

    /// Tells the gates of a failure, and that what was lent to the attempt is back.
    fn report(&mut self, gates: &mut Gates, verdict: &Verdict, now: Now) {
        if !self.handed_out {
            gates.landed(&self.request.lane, self.ticket, &self.meters, is_refusal(verdict), now);
        }
        self.ticket.status = self.seen.status;
        self.alert = gates.failed(&self.request.lane, &mut self.ticket, verdict, self.policy.heed, now);
    }

    /// Decides what follows a failure, for this call and for those that share its gates.
    fn failed(&mut self, gates: &mut Gates, verdict: Verdict, now: Now, chance: f64) -> Step {
        let probe = self.ticket.is_probe();
        self.report(gates, &verdict, now);
        let grounds = Grounds::from(&verdict);
        let guess = self.guesses.saturating_add(1);
        let drawn = drawn(&grounds, &self.policy.delay, guess, chance);
        let held_ms = gates.pause(&self.request.lane, &verdict, drawn.0, now);
        self.verdict = Some(verdict);
        if self.handed_out {
            return self.end(Stop::HandedOut);
        }
        let elapsed = self.elapsed_ms(now);
        let (ms, stated) = match delay_after(&grounds, &self.policy.delay, self.attempts, drawn, elapsed) {
            Delay::Stop { why, .. } => return self.end(why),
            Delay::Sleep { ms, stated, .. } => (ms.max(held_ms), stated),
        };
        if !self.may_repeat(grounds.sent) {
            return self.end(Stop::Unsafe);
        }
        // What a closed gate let through to look has one attempt.
        if probe {
            return self.end(Stop::CircuitOpen);
        }
        if self.is_too_long(ms) || elapsed.saturating_add(ms) > self.policy.delay.retry_for_ms {
            return self.end(Stop::RetryFor);
        }
        if elapsed.saturating_add(ms) >= self.policy.deadline_ms {
            return self.end(Stop::Deadline);
        }
        if !stated {
            if self.policy.heed.retry_budget && !gates.pay(&self.request.lane, now) {
                return self.end(Stop::RetryBudget);
            }
            self.guesses = guess;
        }
        self.wait(ms, Why::Backoff, now)
    }

    const fn may_repeat(&self, sent: Sent) -> bool {
        match self.request.repeat {
            Repeat::Always => true,
            Repeat::IfUnsent => matches!(sent, Sent::No),
            Repeat::Never => false,
        }
    }

    fn wait(&mut self, ms: u64, why: Why, now: Now) -> Step {
        self.phase = Phase::Waiting { until_ms: now.monotonic_ms.saturating_add(ms), why };
        Step::Wait { ms, why }
    }

    /// Ends the call with the newest thing in hand; one that was never sent has nothing.
    fn end(&mut self, why: Stop) -> Step {
        self.stop = Some(why);
        self.finish(match self.hand {
            Hand::Response => Finish::ReturnFailed,
            Hand::Error => Finish::Rethrow,
            Hand::Stream => Finish::StreamError,
            Hand::Nothing if self.attempts == 0 => Finish::FailFast,
            Hand::Nothing => Finish::TimedOut,
        })
    }

    fn finish(&mut self, how: Finish) -> Step {
        self.phase = Phase::Ended;
        Step::Finish(how)
    }
}

/// The name by which the server knows this answer, if a record may hold it.
fn request_id(headers: &[(&str, &str)]) -> Option<String> {
    REQUEST_IDS.iter().find_map(|name| header(headers, name)).and_then(bounded)
}

/// A number by which two equal bodies are known without being shown.
fn fingerprint(body: &str) -> u32 {
    hash(body.as_bytes())
}

/// Headers in which services name an answer, the ones of their own before those of the networks in front of them.
const REQUEST_IDS: [&str; 8] = [
    "x-request-id",
    "request-id",
    "x-amzn-requestid",
    "x-ms-request-id",
    "x-github-request-id",
    "x-goog-request-id",
    "cf-ray",
    "x-vercel-id",
];

/// The moment so many milliseconds from now, by the wall clock.
fn after(now: Now, ms: u64) -> i64 {
    now.wall_ms.saturating_add_unsigned(ms)
}

/// A bound as long as this is none: no timer is worth it, and none can count it.
const NO_BOUND_MS: u64 = crate::wait::ENDLESS;

const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// Whether an answer is JSON and says that it is at most 64 KiB long.
fn is_short_json(headers: &[(&str, &str)]) -> bool {
    let kind = media_type(headers);
    let short = header(headers, "content-length").and_then(|length| length.trim().parse().ok());
    (kind == "application/json" || kind.ends_with("+json")) && short.is_some_and(|length: u32| length <= MAX_BODY_BYTES)
}

/// Whether an answer is a stream of events.
fn is_stream(status: u16, headers: &[(&str, &str)]) -> bool {
    (200..300).contains(&status) && media_type(headers) == "text/event-stream"
}

/// The type of an answer's content in lower case, without parameters; empty where it is not said.
fn media_type(headers: &[(&str, &str)]) -> String {
    let kind = header(headers, "content-type").unwrap_or("");
    kind.split(';').next().unwrap_or(kind).trim().to_ascii_lowercase()
}

fn owned(headers: &[(&str, &str)]) -> Vec<(String, String)> {
    headers.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}
