//! The loop that drives one call: it does what the machine says and tells it what came of it.
//!
//! A panic or an exception that nobody catches would, after an await, leave the caller's promise pending for ever. So
//! nothing in here may panic, and what comes from outside is read by functions that catch.

use std::cell::Cell;
use std::sync::Arc;

use js_sys::TypeError;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{AbortController, AbortSignal, DomException, Response};

use super::CallRecord;
use super::answer::{Answer, cancel_body, headers_of};
use super::client::Inner;
use super::input::{Input, any_of};
use super::js::property;
use super::outcome::{FetchError, Outcome, ended_inside, ended_since, ended_yet, remember};
use super::runtime::{Ended, Later, within};
use super::thrown::Chain;
use crate::classify::{Options, classify};
use crate::delay::Stop;
use crate::failure::Failure;
use crate::gate::SLOT_LEASE_MS;
use crate::operation::{Event, Finish, Now, Operation, Repeat, Request, Step, Why};
use crate::record::Record;
use crate::utf16::count_in_utf16;

/// How a call ends, and what is known of it where it failed.
pub(super) type Ending = Result<(Response, Option<Outcome>), FetchError>;

/// How evidence is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spans {
    Bytes,
    Utf16,
}

/// Runs one call to its end.
pub(super) async fn drive(client: &Inner, input: &Input, spans: Spans) -> Ending {
    let _counted = InFlight::one_more(&client.in_flight);
    let mut call = Call::new(client, input, spans);
    let mut step = if call.is_aborted() { call.tell(Event::Aborted) } else { call.tell(Event::Start) };
    loop {
        step = match step {
            Step::Send { attempt, timeout_ms, headers } => call.send(attempt, timeout_ms, &headers).await,
            Step::ReadBody { max_bytes, timeout_ms } => call.read(max_bytes as usize, timeout_ms).await,
            Step::Wait { ms, why } => call.wait(ms, why).await,
            Step::Finish(how) => return call.end(how),
            // No request of this driver asks for its stream to be watched.
            Step::ReadStream { .. } | Step::Deliver => call.tell(Event::Ended),
        };
    }
}

struct Call<'c> {
    client: &'c Inner,
    input: &'c Input,
    spans: Spans,
    operation: Operation,
    /// The caller's, as it was given.
    given_signal: Option<JsValue>,
    signal: Option<AbortSignal>,
    hand: Hand,
    flight: Option<Flight>,
    /// What [`ended_yet`] said when the newest attempt began.
    began: f64,
    /// How far this call's clock is ahead of the runtime's: a sleep that was asked for counts in full.
    ahead_ms: f64,
    /// In records.
    name: Option<String>,
}

/// What the call can end with.
enum Hand {
    Nothing,
    Response(Response),
    Answer(Answer),
    Error { error: JsValue, chain: Chain },
}

/// An attempt, aborted when it is dropped: whoever drops the call ends its request too.
struct Flight {
    controller: Option<AbortController>,
}

impl Flight {
    fn end(mut self, reason: &JsValue) {
        if let Some(controller) = self.controller.take() {
            controller.abort_with_reason(reason);
        }
    }

    /// Leaves the response to the caller.
    fn land(&mut self) {
        self.controller = None;
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.controller.iter().for_each(AbortController::abort);
    }
}

/// Counts a call for as long as it lives.
struct InFlight<'c>(&'c Cell<u32>);

impl<'c> InFlight<'c> {
    fn one_more(count: &'c Cell<u32>) -> Self {
        count.set(count.get().saturating_add(1));
        Self(count)
    }
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

impl Drop for Call<'_> {
    /// What the gates have lent to a call that its caller drops comes back at once.
    fn drop(&mut self) {
        self.step(Event::Aborted);
    }
}

impl<'c> Call<'c> {
    fn new(client: &'c Inner, input: &'c Input, spans: Spans) -> Self {
        let headers = input.headers().ok();
        let has_key = headers.as_ref().is_some_and(|headers| headers.has("idempotency-key").unwrap_or(false));
        let key = input.idempotency_key.clone().or_else(|| client.idempotency_keys.then(random_key).flatten());
        let key = key.filter(|_| !has_key);
        let declared = client.repeat_is_safe || has_key || key.is_some();
        let (method, url, model) = (input.method(), input.url(), input.model());
        let request = Request {
            repeat: Repeat::of(&method, declared, input.is_one_shot()),
            method,
            lane: input.gates(headers.as_ref(), &url, model.as_deref()),
            url,
            tokens: None,
            idempotency_key: key,
            model,
            inspect_ok: client.inspect_ok,
            sse: false,
        };
        let given_signal = input.signal();
        Self {
            client,
            input,
            spans,
            operation: Operation::new(request, Arc::clone(&client.policy)),
            signal: given_signal.as_ref().and_then(|signal| signal.dyn_ref::<AbortSignal>().cloned()),
            given_signal,
            hand: Hand::Nothing,
            flight: None,
            began: 0.0,
            ahead_ms: 0.0,
            name: None,
        }
    }

    fn is_aborted(&self) -> bool {
        self.signal.as_ref().is_some_and(AbortSignal::aborted)
    }

    fn clock_ms(&self) -> f64 {
        self.client.runtime.monotonic_ms() + self.ahead_ms
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    fn now(&self) -> Now {
        Now { monotonic_ms: self.clock_ms() as u64, wall_ms: self.client.runtime.wall_ms() as i64 }
    }

    fn tell(&mut self, event: Event<'_>) -> Step {
        // The machine answers every event that this loop tells.
        self.step(event).unwrap_or(Step::Finish(Finish::TimedOut))
    }

    fn step(&mut self, event: Event<'_>) -> Option<Step> {
        let now = self.now();
        // A wait is drawn after a failure, and where a slot may have to be waited for.
        let fails = matches!(event, Event::Body { .. } | Event::Thrown(_) | Event::AttemptTimedOut);
        let chance = if fails || self.needs_slot() { self.client.runtime.chance() } else { 0.0 };
        let step = self.operation.step(&mut self.client.gates.borrow_mut(), event, now, chance)?;
        self.record(&step, now);
        Some(step)
    }

    fn needs_slot(&self) -> bool {
        self.client.policy.heed.concurrency.is_some()
    }

    fn record(&mut self, step: &Step, now: Now) {
        let Some(listener) = &self.client.on_event else { return };
        let Some(record) = Record::of(&self.operation, step, now) else { return };
        let operation = self.name.get_or_insert_with(|| self.client.next_name()).clone();
        listener(&CallRecord { operation, in_flight: self.client.in_flight.get(), record });
    }

    async fn send(&mut self, attempt: u32, timeout_ms: Option<u64>, headers: &[(&str, String)]) -> Step {
        let mut work = match self.take_off(attempt, headers) {
            Ok(work) => work,
            Err(error) => return self.thrown(error),
        };
        let mut left_ms = timeout_ms.unwrap_or(u64::MAX);
        let ended = loop {
            // A slot is lent for a time, and a call that lives says so before that is over.
            let beat_ms = if self.needs_slot() { left_ms.min(SLOT_LEASE_MS / 3) } else { left_ms };
            let timer = (beat_ms < u64::MAX).then(|| self.client.runtime.bound(beat_ms));
            match within(&mut work, timer, self.signal.as_ref()).await {
                Ended::TimeUp if beat_ms < left_ms => {
                    left_ms -= beat_ms;
                    self.step(Event::Woke);
                }
                ended => break ended,
            }
        };
        match ended {
            Ended::Done(Ok(value)) => self.arrived(value),
            Ended::Done(Err(error)) => self.thrown(error),
            Ended::TimeUp => {
                if let Some(flight) = self.flight.take() {
                    flight.end(&time_up());
                }
                discard(work);
                self.tell(Event::AttemptTimedOut)
            }
            Ended::Aborted => {
                discard(work);
                self.aborted()
            }
        }
    }

    fn take_off(
        &mut self,
        attempt: u32,
        headers: &[(&str, String)],
    ) -> Result<Later<Result<JsValue, JsValue>>, JsValue> {
        let controller = AbortController::new()?;
        let own = controller.signal();
        let signal = match &self.given_signal {
            Some(given) => any_of(&[given, &own])?,
            None => own,
        };
        self.flight = Some(Flight { controller: Some(controller) });
        self.began = ended_yet();
        let may_follow =
            attempt < self.operation.policy().delay.attempts && self.operation.request().repeat != Repeat::Never;
        let (resource, init) = self.input.attempt(may_follow && self.input.has_requests_body(), &signal, headers)?;
        Ok(self.client.runtime.send(resource, init))
    }

    fn arrived(&mut self, value: JsValue) -> Step {
        // Checked, since reading what is no response would throw.
        let Some(status) = property(&value, "status").as_f64() else {
            return self.thrown(TypeError::new("fetch gave something that is no Response").into());
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
        let status = status as u16;
        let told = status >= 400 || self.client.inspect_ok || self.client.policy.heed.pace;
        let headers = if told { headers_of(&value) } else { Vec::new() };
        self.hand = Hand::Response(value.unchecked_into());
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.tell(Event::Headers { status, headers: &headers })
    }

    fn thrown(&mut self, error: JsValue) -> Step {
        if self.is_aborted() {
            return self.aborted();
        }
        let chain = Chain::of(&error);
        let step = self.tell(Event::Thrown(&chain.failure()));
        self.hand = Hand::Error { error, chain };
        step
    }

    fn aborted(&mut self) -> Step {
        self.release();
        self.tell(Event::Aborted)
    }

    async fn read(&mut self, max_bytes: usize, timeout_ms: u64) -> Step {
        let Hand::Response(response) = std::mem::replace(&mut self.hand, Hand::Nothing) else {
            return Step::Finish(Finish::TimedOut);
        };
        let timer = self.client.runtime.bound(timeout_ms);
        let Some(answer) = Answer::read(response, max_bytes, timer, self.signal.as_ref()).await else {
            return self.aborted();
        };
        let step = self.tell(Event::Body { text: &answer.text, cut: answer.cut });
        self.hand = Hand::Answer(answer);
        step
    }

    async fn wait(&mut self, ms: u64, why: Why) -> Step {
        if why == Why::Backoff && self.is_judged_already() {
            return self.tell(Event::GivenUp(Stop::Nested));
        }
        self.release();
        let since = self.clock_ms();
        let mut sleep = self.client.runtime.slumber(ms, self.signal.clone());
        if let Ended::Aborted = within(&mut sleep, None, self.signal.as_ref()).await {
            return self.aborted();
        }
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let asked = ms as f64;
        self.ahead_ms += (since + asked - self.clock_ms()).max(0.0);
        self.tell(Event::Woke)
    }

    /// Whether another Retriage inside this call has ended it.
    fn is_judged_already(&self) -> bool {
        let object: &JsValue = match &self.hand {
            Hand::Nothing => return false,
            Hand::Response(response) => response,
            Hand::Answer(answer) => answer.response(),
            Hand::Error { error, .. } => error,
        };
        ended_inside(object, self.began)
    }

    fn release(&mut self) {
        match &mut self.hand {
            Hand::Answer(answer) => answer.release(),
            Hand::Response(response) => cancel_body(response),
            Hand::Nothing | Hand::Error { .. } => {}
        }
    }

    fn end(mut self, how: Finish) -> Ending {
        let outcome = self.outcome();
        let boxed = || outcome.clone().map(Box::new);
        match (how, &self.hand) {
            (Finish::Return, Hand::Response(response)) => {
                self.flight.iter_mut().for_each(Flight::land);
                Ok((same(response), None))
            }
            // Judged on suspicion, and no failure.
            (Finish::Return, Hand::Answer(answer)) => {
                self.flight.iter_mut().for_each(Flight::land);
                Ok((answer.give_back(false), None))
            }
            (Finish::ReturnFailed, Hand::Answer(answer)) => {
                self.flight.iter_mut().for_each(Flight::land);
                let response = answer.give_back(self.client.mark_responses);
                outcome.iter().for_each(|outcome| remember(&response, outcome));
                Ok((response, outcome))
            }
            (Finish::Rethrow, Hand::Error { error, .. }) => {
                // What an inner Retriage said stands.
                if let Some(outcome) = outcome.as_ref().filter(|_| !ended_since(error, self.began)) {
                    remember(error, outcome);
                }
                Err(FetchError::Thrown { error: error.clone(), outcome: boxed() })
            }
            (Finish::Abort, _) => {
                let reason = self.signal.as_ref().map_or(JsValue::UNDEFINED, AbortSignal::reason);
                Err(FetchError::Aborted { reason })
            }
            (Finish::FailFast, _) => Err(FetchError::NotSent { outcome: boxed() }),
            _ => Err(FetchError::TimedOut { outcome: boxed() }),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let stop = self.operation.stop();
        // What was held back by no failure has none to be judged.
        let none = || stop.map(|_| classify(&Failure::new(), &Options::default()));
        let mut verdict = self.operation.verdict().cloned().or_else(none)?;
        let body_cut = matches!(&self.hand, Hand::Answer(answer) if answer.is_cut());
        if self.spans == Spans::Utf16 {
            match &self.hand {
                Hand::Answer(answer) => {
                    let headers = headers_of(answer.response());
                    let mut failure = Failure::new().body(&answer.text);
                    failure.headers = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
                    count_in_utf16(&mut verdict, &failure);
                }
                Hand::Error { chain, .. } => count_in_utf16(&mut verdict, &chain.failure()),
                Hand::Nothing | Hand::Response(_) => {}
            }
        }
        Some(Outcome { verdict, stop, attempts: self.operation.attempts(), body_cut })
    }
}

fn time_up() -> JsValue {
    DomException::new_with_message_and_name("the attempt took longer than it may", "TimeoutError")
        .map_or_else(|refused| refused, JsValue::from)
}

/// Lets go of an answer that comes after the call has left it.
fn discard(late: Later<Result<JsValue, JsValue>>) {
    spawn_local(async move {
        if let Ok(response) = late.await {
            cancel_body(&response);
        }
    });
}

/// The same object once more; its own `clone` is another thing.
pub(super) fn same(response: &Response) -> Response {
    AsRef::<JsValue>::as_ref(response).clone().unchecked_into()
}

/// A UUID of version 4 (RFC 9562); none where the platform has no chance to give.
fn random_key() -> Option<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).ok()?;
    let hex = |(at, byte): (usize, u8)| {
        let byte = match at {
            6 => byte & 0x0f | 0x40,
            8 => byte & 0x3f | 0x80,
            _ => byte,
        };
        let dash = matches!(at, 4 | 6 | 8 | 10).then_some('-');
        let digits = [byte >> 4, byte & 15].map(|digit| char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        dash.into_iter().chain(digits)
    };
    Some(bytes.into_iter().enumerate().flat_map(hex).collect())
}
