//! The driver of `fetch` in a real browser, over a scripted network and a clock that only sleeping moves.
//!
//! `wasm-pack test --headless --chrome --features fetch --test fetch`

#![cfg(all(target_arch = "wasm32", feature = "fetch"))]

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::pending;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Waker};

use js_sys::{Function, Object, Promise, Reflect, TypeError};
use retriage::delay::{self, Stop};
use retriage::fetch::{
    Builder, CallRecord, Client, FetchError, Input, Runtime, create_fetch, retriage_fetch, verdict_of,
};
use retriage::gate::{Heed, Lane};
use retriage::operation::Policy;
use retriage::{Class, Reason};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{AbortController, AbortSignal, Headers, Request, RequestInit, Response, ResponseInit};

wasm_bindgen_test_configure!(run_in_browser);

const URL: &str = "https://api.example/v1/things";

/// What the network answers to one attempt.
enum Answer {
    Gives(Response),
    Throws(JsValue),
    /// Never.
    Hangs,
}

/// A network that answers what it was told to, and what was asked of it and of the clock.
#[derive(Clone, Default)]
struct World {
    answers: Rc<RefCell<VecDeque<Answer>>>,
    sent: Rc<RefCell<Vec<(JsValue, RequestInit)>>>,
    slept: Rc<RefCell<Vec<u64>>>,
    clock: Rc<Cell<f64>>,
    chance: Rc<Cell<f64>>,
    /// Aborted as soon as a sleep, or an attempt that hangs, begins.
    aborts: Rc<RefCell<Option<AbortController>>>,
    /// Whether what bounds an attempt or a body ends at once.
    hurries: Rc<Cell<bool>>,
}

impl World {
    fn of(answers: impl IntoIterator<Item = Answer>) -> Self {
        let world = Self::default();
        world.answers.borrow_mut().extend(answers);
        world
    }

    fn runtime(&self) -> Runtime {
        let (world, clock, chance) = (self.clone(), Rc::clone(&self.clock), Rc::clone(&self.chance));
        let (sleeper, hurries) = (self.clone(), Rc::clone(&self.hurries));
        Runtime::default()
            .fetch(move |input, init| world.clone().answer(input, init))
            .monotonic(move || clock.get())
            .now(|| 1_800_000_000_000.0)
            .random(move || chance.get())
            .sleep(move |ms, _| sleeper.clone().sleep(ms))
            .timer(move |_| {
                let hurries = hurries.get();
                async move {
                    if !hurries {
                        pending::<()>().await;
                    }
                    // After what is there already.
                    turn().await;
                }
            })
    }

    fn client(&self) -> Builder {
        Client::builder().runtime(self.runtime())
    }

    async fn answer(self, input: JsValue, init: RequestInit) -> Result<JsValue, JsValue> {
        self.sent.borrow_mut().push((input, init));
        let answer = self.answers.borrow_mut().pop_front().expect("an attempt that was foreseen");
        match answer {
            Answer::Gives(response) => Ok(response.into()),
            Answer::Throws(error) => Err(error),
            Answer::Hangs => {
                self.abort();
                pending().await
            }
        }
    }

    async fn sleep(self, ms: u64) {
        self.slept.borrow_mut().push(ms);
        if self.abort() {
            pending::<()>().await;
        }
        self.clock.set(self.clock.get() + ms as f64);
    }

    fn abort(&self) -> bool {
        self.aborts.borrow().iter().for_each(|controller| controller.abort_with_reason(&"enough".into()));
        self.aborts.borrow().is_some()
    }

    fn attempts(&self) -> usize {
        self.sent.borrow().len()
    }

    fn signal_of(&self, attempt: usize) -> AbortSignal {
        Reflect::get(&self.sent.borrow()[attempt].1, &"signal".into()).unwrap().unchecked_into()
    }

    fn header_of(&self, attempt: usize, name: &str) -> Option<String> {
        let headers = Reflect::get(&self.sent.borrow()[attempt].1, &"headers".into()).unwrap();
        if headers.is_undefined() {
            None
        } else {
            Headers::new_with_headers(headers.unchecked_ref()).unwrap().get(name).unwrap()
        }
    }
}

/// The event loop's next turn.
async fn turn() {
    let next = Function::new_no_args("return new Promise((resolve) => setTimeout(resolve))");
    JsFuture::from(next.call0(&JsValue::NULL).unwrap().unchecked_into::<Promise>()).await.unwrap();
}

fn response(status: u16, headers: &[(&str, &str)], body: &str) -> Response {
    let told = Headers::new().unwrap();
    headers.iter().for_each(|(name, value)| told.set(name, value).unwrap());
    let init = ResponseInit::new();
    init.set_status(status);
    init.set_headers(&told);
    Response::new_with_opt_str_and_init(Some(body), &init).unwrap()
}

fn gives(status: u16, headers: &[(&str, &str)], body: &str) -> Answer {
    Answer::Gives(response(status, headers, body))
}

fn ok() -> Answer {
    gives(200, &[], "done")
}

fn reset() -> Answer {
    Answer::Throws(TypeError::new("Failed to fetch").into())
}

fn post() -> RequestInit {
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_body(&"{\"model\":\"some-model\"}".into());
    init
}

fn with_signal(signal: &AbortSignal) -> RequestInit {
    let init = RequestInit::new();
    init.set_signal(Some(signal));
    init
}

async fn text(response: &Response) -> String {
    JsFuture::from(response.text().unwrap()).await.unwrap().as_string().unwrap()
}

#[wasm_bindgen_test]
async fn every_wait_is_the_servers_or_backoff_whatever_the_chance() {
    for seed in 0..100_u32 {
        let world = World::of([
            gives(429, &[("retry-after", "3")], ""),
            gives(529, &[], ""),
            gives(429, &[], r#"{"error":{"type":"slow_down","message":"Slow down"}}"#),
            ok(),
        ]);
        world.chance.set(f64::from(seed) / 100.0);
        let (response, failure) = world.client().build().fetch_judged(URL).await.unwrap();
        assert_eq!((response.status(), failure, world.attempts()), (200, None, 4));
        let slept = world.slept.borrow();
        assert!((3_500..=4_100).contains(&slept[0]), "{slept:?}");
        assert!((0..=2_000).contains(&slept[1]), "{slept:?}");
        assert!((0..=2_000).contains(&slept[2]), "{slept:?}");
    }
}

#[wasm_bindgen_test]
async fn a_success_is_the_platforms_own_object() {
    let given = response(200, &[], "done");
    let world = World::of([Answer::Gives(given.unchecked_ref::<JsValue>().clone().unchecked_into())]);
    let got = world.client().build().fetch(URL).await.unwrap();
    assert!(Object::is(&got, &given));
    assert!(!world.signal_of(0).aborted());
}

#[wasm_bindgen_test]
async fn an_abort_ends_a_wait_at_once_with_its_reason() {
    let world = World::of([gives(429, &[("retry-after", "3")], "")]);
    let controller = AbortController::new().unwrap();
    world.aborts.replace(Some(controller.clone()));
    let error = world.client().build().fetch((URL, &with_signal(&controller.signal()))).await.unwrap_err();
    assert_eq!((error.code(), JsValue::from(error).as_string()), ("aborted", Some("enough".to_owned())));
    assert_eq!(world.attempts(), 1);
}

#[wasm_bindgen_test]
async fn an_abort_ends_an_attempt_at_once_and_its_request_too() {
    let world = World::of([Answer::Hangs]);
    let controller = AbortController::new().unwrap();
    world.aborts.replace(Some(controller.clone()));
    let error = world.client().build().fetch((URL, &with_signal(&controller.signal()))).await.unwrap_err();
    assert!(matches!(&error, FetchError::Aborted { reason } if *reason == "enough"));
    assert!(world.signal_of(0).aborted());
}

#[wasm_bindgen_test]
async fn a_call_that_is_aborted_already_is_not_sent() {
    let world = World::of([]);
    let signal = AbortSignal::abort_with_reason(&"before".into());
    let error = world.client().build().fetch((URL, &with_signal(&signal))).await.unwrap_err();
    assert_eq!((error.code(), world.attempts()), ("aborted", 0));
}

#[wasm_bindgen_test]
async fn an_abort_after_the_headers_still_reaches_the_body() {
    let world = World::of([ok()]);
    let controller = AbortController::new().unwrap();
    world.client().build().fetch((URL, &with_signal(&controller.signal()))).await.unwrap();
    assert!(!world.signal_of(0).aborted());
    controller.abort();
    assert!(world.signal_of(0).aborted());
}

#[wasm_bindgen_test]
async fn dropping_the_call_ends_its_request() {
    let world = World::of([Answer::Hangs]);
    let client = world.client().build();
    let call = async { client.fetch(URL).await.map(|_| ()).map_err(|error| error.to_string()) };
    let mut call = Box::pin(call);
    assert!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    assert!(!world.signal_of(0).aborted());
    drop(call);
    assert!(world.signal_of(0).aborted());
}

#[wasm_bindgen_test]
async fn a_post_is_not_repeated_after_a_connection_broke() {
    let world = World::of([reset()]);
    let error = world.client().build().fetch((URL, &post())).await.unwrap_err();
    assert_eq!((error.code(), world.attempts()), ("thrown", 1));
    assert_eq!(error.outcome().unwrap().stop, Some(Stop::Unsafe));
    assert_eq!(error.verdict().unwrap().reason, Reason::Network);
}

#[wasm_bindgen_test]
async fn a_post_with_a_key_is_repeated_with_the_same_one() {
    let world = World::of([reset(), reset(), ok()]);
    let client = world.client().idempotency_keys(true).build();
    assert_eq!(client.fetch((URL, &post())).await.unwrap().status(), 200);
    let key = world.header_of(0, "idempotency-key").unwrap();
    assert_eq!((key.len(), key.as_bytes()[14], key.matches('-').count()), (36, b'4', 4), "{key}");
    assert_eq!(world.header_of(1, "idempotency-key").as_ref(), Some(&key));
    assert_eq!(world.header_of(2, "idempotency-key").as_ref(), Some(&key));
}

#[wasm_bindgen_test]
async fn a_key_of_the_callers_own_is_left_alone() {
    let world = World::of([reset(), ok()]);
    let init = post();
    let headers = Headers::new().unwrap();
    headers.set("idempotency-key", "mine").unwrap();
    init.set_headers(&headers);
    world.client().idempotency_keys(true).build().fetch((URL, &init)).await.unwrap();
    assert_eq!(world.header_of(1, "idempotency-key").as_deref(), Some("mine"));
}

#[wasm_bindgen_test]
async fn a_post_is_repeated_after_it_was_refused() {
    let world = World::of([gives(429, &[], ""), ok()]);
    assert_eq!(world.client().build().fetch((URL, &post())).await.unwrap().status(), 200);
    assert_eq!(world.attempts(), 2);
}

#[wasm_bindgen_test]
async fn a_stream_is_sent_once() {
    let world = World::of([gives(429, &[("retry-after", "1")], "")]);
    let init = post();
    init.set_body(&response(200, &[], "streamed").body().unwrap());
    let (response, failure) = world.client().idempotency_keys(true).build().fetch_judged((URL, &init)).await.unwrap();
    assert_eq!((response.status(), world.attempts()), (429, 1));
    assert_eq!(failure.unwrap().stop, Some(Stop::Unsafe));
}

#[wasm_bindgen_test]
async fn each_attempt_sends_the_whole_body_of_a_request() {
    let world = World::of([gives(429, &[], ""), ok()]);
    let request = Request::new_with_str_and_init(URL, &post()).unwrap();
    world.client().build().fetch(&request).await.unwrap();
    let sent = world.sent.borrow();
    for (attempt, _) in sent.iter() {
        let body = JsFuture::from(attempt.dyn_ref::<Request>().unwrap().text().unwrap()).await.unwrap();
        assert_eq!(body.as_string().as_deref(), Some("{\"model\":\"some-model\"}"));
    }
}

#[wasm_bindgen_test]
async fn a_request_that_cannot_be_repeated_is_not_copied() {
    let world = World::of([ok()]);
    let once = Policy { delay: delay::Policy { attempts: 1, ..delay::Policy::default() }, ..Policy::default() };
    let request = Request::new_with_str_and_init(URL, &post()).unwrap();
    world.client().policy(once).build().fetch(&request).await.unwrap();
    assert!(Object::is(world.sent.borrow()[0].0.unchecked_ref(), &request));
}

#[wasm_bindgen_test]
async fn an_attempt_that_takes_too_long_is_ended_and_repeated() {
    let world = World::of([Answer::Hangs, Answer::Hangs]);
    world.hurries.set(true);
    let delay = delay::Policy { attempts: 2, ..delay::Policy::default() };
    let policy = Policy { delay, attempt_timeout_ms: Some(500), ..Policy::default() };
    let error = world.client().policy(policy).build().fetch(URL).await.unwrap_err();
    assert_eq!((error.code(), world.attempts()), ("timeout", 2));
    assert_eq!(error.to_string(), "no answer in time, after 2 attempts: every attempt is used up");
    assert_eq!(error.verdict().unwrap().reason, Reason::Timeout);
    let reason = Reflect::get(&world.signal_of(0).reason(), &"name".into()).unwrap();
    assert_eq!(reason, "TimeoutError");
}

#[wasm_bindgen_test]
async fn a_failed_response_comes_back_whole_and_marked() {
    let body = "x".repeat(200_000);
    let world = World::of([gives(400, &[("x-request-id", "req_1")], &body)]);
    let (response, failure) = world.client().build().fetch_judged(URL).await.unwrap();
    assert_eq!(response.headers().get("x-should-retry").unwrap().as_deref(), Some("false"));
    assert_eq!(response.headers().get("x-request-id").unwrap().as_deref(), Some("req_1"));
    assert_eq!((response.status(), text(&response).await.len()), (400, 200_000));
    let failure = failure.unwrap();
    assert_eq!((failure.stop, failure.attempts, failure.body_cut), (Some(Stop::Permanent), 1, false));
}

#[wasm_bindgen_test]
async fn what_was_kept_over_a_wait_comes_back_when_nothing_better_came() {
    let world = World::of([gives(503, &[], "still down"), Answer::Hangs]);
    let delay = delay::Policy { attempts: 2, ..delay::Policy::default() };
    let policy = Policy { delay, attempt_timeout_ms: Some(500), ..Policy::default() };
    let hurries = Rc::clone(&world.hurries);
    // Only the second attempt is cut: hurry begins with the sleep before it.
    let sleeping = world.runtime().sleep(move |_, _| {
        hurries.set(true);
        async {}
    });
    let client = Client::builder().runtime(sleeping).policy(policy).build();
    let (response, failure) = client.fetch_judged(URL).await.unwrap();
    assert_eq!((response.status(), text(&response).await.as_str()), (503, "still down"));
    let failure = failure.unwrap();
    assert_eq!((failure.attempts, failure.body_cut), (2, false));
    assert_eq!(failure.verdict.class, Class::Transient);
}

#[wasm_bindgen_test]
async fn a_body_that_never_ends_is_judged_by_what_came() {
    let chunks = js_sys::eval(
        "new Response(new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode('{\"error\":{\"code\":\"insufficient_quota\"}}')); } }), { status: 429 })",
    );
    let world = World::of([Answer::Gives(chunks.unwrap().unchecked_into())]);
    world.hurries.set(true);
    let client = world.client().build();
    let (response, failure) = client.fetch_judged(URL).await.unwrap();
    assert_eq!(response.status(), 429);
    assert_eq!(failure.unwrap().attempts, 1);
}

#[wasm_bindgen_test]
async fn an_error_is_thrown_as_it_came() {
    let thrown: JsValue = TypeError::new("Invalid URL").into();
    let world = World::of([Answer::Throws(thrown.clone())]);
    let error = world.client().build().fetch((URL, &post())).await.unwrap_err();
    assert!(Object::is(JsValue::from(error).unchecked_ref(), thrown.unchecked_ref()));
    assert!(!verdict_of(&thrown).is_undefined());
}

#[wasm_bindgen_test]
async fn what_is_no_response_is_an_error_and_no_trap() {
    let client = Client::builder().runtime(Runtime::default().fetch(|_, _| async { Ok(JsValue::from(7)) })).build();
    let error = client.fetch((URL, &post())).await.unwrap_err();
    assert_eq!(error.to_string(), "fetch gave something that is no Response");
}

#[wasm_bindgen_test]
async fn a_good_answer_that_holds_a_failure_is_judged_on_request() {
    let body = r#"{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}"#;
    let headers = [("content-type", "application/json"), ("content-length", "86")];
    let world = World::of([gives(200, &headers, body), gives(200, &headers, body)]);
    let (_, unasked) = world.client().build().fetch_judged(URL).await.unwrap();
    assert_eq!(unasked, None);
    let (response, failure) = world.client().inspect_ok(true).build().fetch_judged(URL).await.unwrap();
    assert_eq!((response.status(), text(&response).await.as_str()), (200, body));
    assert_eq!(failure.unwrap().verdict.class, Class::Exhausted);
}

#[wasm_bindgen_test]
async fn an_outer_client_heeds_what_an_inner_one_has_ended() {
    let world = World::of([gives(503, &[], ""), gives(503, &[], "")]);
    let delay = delay::Policy { attempts: 2, ..delay::Policy::default() };
    let inner = world.client().policy(Policy { delay, ..Policy::default() }).mark_responses(false).build();
    let passed_on = Runtime::default().fetch(move |input, _| {
        let inner = inner.clone();
        async move { inner.fetch(input.as_string().unwrap()).await.map(JsValue::from).map_err(JsValue::from) }
    });
    let (_, failure) = Client::builder().runtime(passed_on).build().fetch_judged(URL).await.unwrap();
    assert_eq!((failure.unwrap().stop, world.attempts()), (Some(Stop::Nested), 2));
}

const SPENT: &str = r#"{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}"#;

/// One attempt a call, so that a call ends with what the first one gets.
fn once() -> Policy {
    Policy { delay: delay::Policy { attempts: 1, ..delay::Policy::default() }, ..Policy::default() }
}

fn heeding(change: impl FnOnce(&mut Heed)) -> Policy {
    let mut policy = once();
    change(&mut policy.heed);
    policy
}

fn with_header(name: &str, value: &str) -> RequestInit {
    let init = RequestInit::new();
    let headers = Headers::new().unwrap();
    headers.set(name, value).unwrap();
    init.set_headers(&headers);
    init
}

fn asking(model: &str) -> RequestInit {
    let init = post();
    init.set_body(&format!("{{\"stream\":true,\"model\" : \"{model}\"}}").into());
    init
}

/// Polls a call once: it goes as far as its first attempt, or the first wait.
fn begin(call: &mut Pin<Box<dyn Future<Output = ()> + '_>>) {
    assert!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
}

fn call(client: &Client) -> Pin<Box<dyn Future<Output = ()> + '_>> {
    Box::pin(async { drop(client.fetch(URL).await) })
}

#[wasm_bindgen_test]
async fn after_a_spend_cap_the_next_call_is_not_sent_until_reset() {
    let world = World::of([gives(429, &[], SPENT), ok()]);
    let client = world.client().build();
    let (response, failure) = client.fetch_judged(URL).await.unwrap();
    let verdict = failure.unwrap().verdict;
    assert_eq!((response.status(), verdict.class), (429, Class::Exhausted));
    let error = client.clone().fetch(URL).await.unwrap_err();
    assert_eq!((error.code(), error.verdict().map(|verdict| verdict.reason)), ("exhausted", Some(verdict.reason)));
    assert_eq!((error.outcome().map(|outcome| outcome.attempts), world.attempts()), (Some(0), 1));
    client.reset(Some("https://api.example"));
    assert_eq!(client.fetch(URL).await.unwrap().status(), 200);
}

#[wasm_bindgen_test]
async fn one_call_tries_whether_a_spend_cap_is_repaired_as_often_as_it_is_to() {
    let world = World::of([gives(429, &[], SPENT), ok(), ok()]);
    let client = world.client().policy(heeding(|heed| heed.exhausted_probe_ms = 1_000)).build();
    client.fetch(URL).await.unwrap();
    world.clock.set(999.0);
    assert_eq!(client.fetch(URL).await.unwrap_err().code(), "exhausted");
    world.clock.set(1_000.0);
    assert_eq!(client.fetch(URL).await.unwrap().status(), 200);
    assert_eq!(client.fetch(URL).await.unwrap().status(), 200);
}

#[wasm_bindgen_test]
async fn a_refusal_holds_the_next_call_for_as_long_as_the_server_says() {
    let world = World::of([gives(429, &[("retry-after", "3")], ""), ok()]);
    let client = world.client().policy(once()).build();
    assert_eq!(client.fetch(URL).await.unwrap().status(), 429);
    assert_eq!(*world.slept.borrow(), [0_u64; 0]);
    assert_eq!(client.fetch(URL).await.unwrap().status(), 200);
    assert_eq!(*world.slept.borrow(), [3_500]);
}

#[wasm_bindgen_test]
async fn another_key_another_user_and_another_origin_are_not_held() {
    let keyed = |name: &'static str, key: &str| Input::from((URL, &with_header(name, key)));
    let with_url = |url: &str| Input::from(url);
    let request = Request::new_with_str_and_init(URL, &with_header("authorization", "Bearer one")).unwrap();
    for (held, free) in [
        (keyed("authorization", "Bearer one"), keyed("authorization", "Bearer two")),
        (keyed("x-api-key", "one"), keyed("x-api-key", "two")),
        (keyed("api-key", "one"), keyed("api-key", "two")),
        (keyed("x-goog-api-key", "one"), keyed("x-goog-api-key", "two")),
        (keyed("x-api-key", "one"), with_url(URL)),
        (Input::from(request), keyed("authorization", "Bearer two")),
        (with_url("https://api.example/v1?key=one&x=1"), with_url("https://api.example/v1?x=1&key=two#key=one")),
        (with_url("https://one:secret@api.example/v1"), with_url("https://two:secret@api.example/v1")),
        (with_url(URL), with_url("https://api.example:8443/v1/things")),
        (with_url("/v1/things"), with_url(URL)),
    ] {
        let world = World::of([gives(429, &[("retry-after", "3")], ""), ok(), ok()]);
        let client = world.client().policy(once()).build();
        client.fetch(held.clone()).await.unwrap();
        client.fetch(free.clone()).await.unwrap();
        assert_eq!(*world.slept.borrow(), [0_u64; 0], "{held:?} {free:?}");
        client.fetch(held.clone()).await.unwrap();
        assert_eq!(*world.slept.borrow(), [3_500], "{held:?}");
    }
}

#[wasm_bindgen_test]
async fn one_key_is_one_account_at_whatever_path_and_however_it_is_sent() {
    let world = World::of([gives(429, &[("retry-after", "3")], ""), ok()]);
    let client = world.client().policy(once()).build();
    let request = Request::new_with_str_and_init(URL, &with_header("Authorization", "Bearer one")).unwrap();
    client.fetch(request).await.unwrap();
    client.fetch(("HTTPS://API.example/other?x=1", &with_header("authorization", "Bearer one"))).await.unwrap();
    assert_eq!(*world.slept.borrow(), [3_500]);
}

#[wasm_bindgen_test]
async fn what_speaks_for_a_model_holds_that_model_only() {
    let body = r#"{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization's rate limit of 50 requests per minute (model: small)."}}"#;
    let world = World::of([gives(429, &[("retry-after", "3")], body), ok(), ok()]);
    let client = world.client().policy(once()).build();
    client.fetch((URL, &asking("small"))).await.unwrap();
    client.fetch((URL, &asking("large"))).await.unwrap();
    assert_eq!(*world.slept.borrow(), [0_u64; 0]);
    client.fetch((URL, &asking("small"))).await.unwrap();
    assert_eq!(*world.slept.borrow(), [3_500]);
}

#[wasm_bindgen_test]
async fn a_lane_of_the_callers_own_says_who_is_held() {
    let world = World::of([gives(429, &[("retry-after", "3")], ""), ok(), ok()]);
    let client = world.client().policy(once()).build();
    let lane = Lane::new("https://proxy.example", "team", None);
    client.fetch(Input::from(URL).lane(lane.clone())).await.unwrap();
    client.fetch(URL).await.unwrap();
    assert_eq!(*world.slept.borrow(), [0_u64; 0]);
    client.fetch(Input::from("https://other.example/").lane(lane)).await.unwrap();
    assert_eq!(*world.slept.borrow(), [3_500]);
}

#[wasm_bindgen_test]
async fn five_failures_of_the_service_hold_the_next_call_unless_the_breaker_is_off() {
    for breaker in [true, false] {
        let world = World::of((0..5).map(|_| gives(500, &[], "")).chain([ok()]));
        let client = world.client().policy(heeding(|heed| heed.breaker = breaker)).build();
        for _ in 0..5 {
            assert_eq!(client.fetch(URL).await.unwrap().status(), 500);
        }
        let ended = client.fetch(URL).await.map(|response| response.status());
        assert_eq!(ended.map_err(|error| error.code()), if breaker { Err("circuit_open") } else { Ok(200) });
    }
}

#[wasm_bindgen_test]
async fn retries_are_paid_for_unless_the_retry_budget_is_off() {
    for (retry_budget, attempts) in [(true, 11), (false, 12)] {
        let world = World::of((0..12).map(|_| gives(503, &[], "")));
        let mut policy = heeding(|heed| heed.retry_budget = retry_budget);
        policy.delay.attempts = 12;
        let (_, failure) = world.client().policy(policy).build().fetch_judged(URL).await.unwrap();
        assert_eq!((failure.unwrap().attempts, world.attempts()), (attempts, attempts as usize));
    }
}

#[wasm_bindgen_test]
async fn a_meter_at_zero_holds_the_next_call_until_it_resets_unless_pace_is_off() {
    let meter = [
        ("x-ratelimit-limit-requests", "60"),
        ("x-ratelimit-remaining-requests", "0"),
        ("x-ratelimit-reset-requests", "2s"),
    ];
    for pace in [true, false] {
        let world = World::of([gives(200, &meter, ""), ok()]);
        let client = world.client().policy(heeding(|heed| heed.pace = pace)).build();
        client.fetch(URL).await.unwrap();
        client.fetch(URL).await.unwrap();
        assert_eq!(world.slept.borrow().iter().sum::<u64>() >= 2_000, pace, "{:?}", world.slept);
    }
}

#[wasm_bindgen_test]
async fn a_call_that_is_dropped_gives_its_slot_back_at_once() {
    let world = World::of([Answer::Hangs, ok()]);
    let client = world.client().policy(heeding(|heed| heed.concurrency = Some(1))).build();
    let mut first = call(&client);
    begin(&mut first);
    drop(first);
    client.fetch(URL).await.unwrap();
    assert_eq!(*world.slept.borrow(), [0_u64; 0]);
}

#[wasm_bindgen_test]
async fn a_call_that_lives_keeps_its_slot_and_one_that_does_not_loses_it() {
    // The first call says that it lives after nine seconds, and is not heard of again.
    for (lives_ms, lost_ms) in [(None, 10_000), (Some(9_000.0), 19_000)] {
        let world = World::of([Answer::Hangs, ok()]);
        let (clock, left) = (Rc::clone(&world.clock), Cell::new(lives_ms));
        let runtime = world.runtime().timer(move |ms| {
            let passes = left.take().filter(|_| ms <= 5_000);
            passes.into_iter().for_each(|ms| clock.set(ms));
            async move {
                if passes.is_none() {
                    pending::<()>().await;
                }
            }
        });
        let policy = Policy { heed: Heed { concurrency: Some(1), ..Heed::default() }, ..Policy::default() };
        let client = Client::builder().runtime(runtime).policy(policy).build();
        let mut first = call(&client);
        begin(&mut first);
        client.fetch(URL).await.unwrap();
        let lost = f64::from(lost_ms);
        assert!((lost..lost + 500.0).contains(&world.clock.get()), "{:?}", world.clock);
    }
}

#[wasm_bindgen_test]
async fn a_call_that_finds_no_slot_in_its_time_says_that_it_waited() {
    let world = World::of([Answer::Hangs]);
    let mut policy = heeding(|heed| heed.concurrency = Some(1));
    policy.delay.retry_for_ms = 100;
    let client = world.client().policy(policy).build();
    let mut first = call(&client);
    begin(&mut first);
    let error = client.fetch(URL).await.unwrap_err();
    assert_eq!((error.code(), world.attempts()), ("queue_timeout", 1));
    assert_eq!(error.verdict().map(|verdict| verdict.class), Some(Class::Unknown));
}

/// What the npm package has in this realm, with something that a client of it has ended with.
const PACKAGE: &str = "(() => {
  const shared = (globalThis[Symbol.for('retriage.outcomes')] ??= { outcomes: new WeakMap(), ended: 0 });
  return {
    end(object) {
      shared.ended += 1;
      shared.outcomes.set(object, { verdict: { class: 'transient', stop: 'attempts' }, order: shared.ended });
      return object;
    },
    classOf: (object) => shared.outcomes.get(object).verdict.class,
  };
})()";

fn package(function: &str, object: &JsValue) -> JsValue {
    let package = js_sys::eval(PACKAGE).unwrap();
    let function: Function = Reflect::get(&package, &function.into()).unwrap().unchecked_into();
    function.call1(&JsValue::NULL, object).unwrap()
}

#[wasm_bindgen_test]
async fn what_a_call_ends_with_is_known_to_the_npm_package() {
    let world = World::of([gives(400, &[], "")]);
    let response = world.client().build().fetch(URL).await.unwrap();
    assert_eq!(package("classOf", &response), "permanent");
}

#[wasm_bindgen_test]
async fn what_the_npm_package_has_ended_is_not_repeated() {
    for wrap in ["return error", "return new Error('wrapped', { cause: error })"] {
        let passed_on = Runtime::default().fetch(move |_, _| {
            let error = package("end", &TypeError::new("Failed to fetch"));
            let wrapped = Function::new_with_args("error", wrap).call1(&JsValue::NULL, &error).unwrap();
            async move { Err(wrapped) }
        });
        let error = Client::builder().runtime(passed_on).build().fetch(URL).await.unwrap_err();
        assert_eq!(error.outcome().map(|outcome| (outcome.stop, outcome.attempts)), Some((Some(Stop::Nested), 1)));
    }
}

#[wasm_bindgen_test]
async fn an_error_that_was_ended_with_before_is_an_error_like_any_other() {
    let thrown = package("end", &TypeError::new("Failed to fetch"));
    let world = World::of([Answer::Throws(thrown), ok()]);
    assert_eq!(world.client().build().fetch(URL).await.unwrap().status(), 200);
}

#[wasm_bindgen_test]
async fn every_decision_is_told() {
    let world = World::of([gives(429, &[("retry-after", "1")], ""), ok()]);
    let told = Rc::new(RefCell::new(Vec::<CallRecord>::new()));
    let listener = Rc::clone(&told);
    let client = world.client().on_event(move |record| listener.borrow_mut().push(record.clone())).build();
    client.fetch((URL, &post())).await.unwrap();
    let told = told.borrow();
    let decisions: Vec<&str> = told.iter().map(|told| told.record.decision).collect();
    assert_eq!(decisions, ["send", "wait", "send", "finish"]);
    assert!(told.iter().all(|one| one.operation == told[0].operation && one.in_flight == 1));
    assert_eq!(told[1].record.delay_ms, Some(1_500));
    assert_eq!(told[0].record.model.as_deref(), Some("some-model"));
}

fn object(members: &[(&str, &JsValue)]) -> JsValue {
    let object = Object::new();
    members.iter().for_each(|(name, value)| drop(Reflect::set(&object, &(*name).into(), value)));
    object.into()
}

#[wasm_bindgen_test]
async fn javascript_hands_in_its_own_runtime() {
    let made = js_sys::eval(
        r#"(() => {
          const seen = { slept: [], events: [], sent: 0 };
          const runtime = {
            clock: 0,
            async fetch() { seen.sent += 1; return seen.sent === 1
              ? new Response('{"error":{"message":"später"}}', { status: 429, headers: { 'retry-after': '3' } })
              : new Response('done'); },
            now() { return 1_800_000_000_000 + this.clock; },
            async sleep(ms) { seen.slept.push(ms); this.clock += ms; },
            random: () => 0.5,
          };
          return { seen, options: { runtime, onEvent(record) { seen.events.push(record.decision); throw new Error('ignored'); } } };
        })()"#,
    )
    .unwrap();
    let options = Reflect::get(&made, &"options".into()).unwrap();
    let response = retriage_fetch(URL.into(), JsValue::UNDEFINED, options).await.unwrap();
    assert_eq!(text(&response).await, "done");
    let seen = js_sys::JSON::stringify(&Reflect::get(&made, &"seen".into()).unwrap()).unwrap();
    assert_eq!(String::from(seen), r#"{"slept":[3800],"events":["send","wait","send","finish"],"sent":2}"#);
}

#[wasm_bindgen_test]
async fn javascript_gets_the_verdict_on_a_failed_response() {
    let fetch = Function::new_no_args("return Promise.resolve(new Response('ü insufficient_quota', { status: 400 }))");
    let options = object(&[("runtime", &object(&[("fetch", &fetch)]))]);
    let response = retriage_fetch(URL.into(), JsValue::NULL, options).await.unwrap();
    let verdict = verdict_of(&response);
    let member = |name: &str| Reflect::get(&verdict, &name.into()).unwrap();
    assert_eq!(member("class"), "exhausted");
    assert_eq!((member("stop"), member("attempts")), ("exhausted".into(), 1.into()));
    // Counted in UTF-16 units: in bytes it would be from 3 to 21.
    let evidence = js_sys::JSON::stringify(&member("evidence")).unwrap();
    assert!(String::from(evidence).contains(r#""span":[2,20]"#));
    assert!(verdict_of(&JsValue::from("text")).is_undefined());
}

#[wasm_bindgen_test]
async fn javascript_gets_a_fetch_whose_calls_share_what_they_learn() {
    let made = js_sys::eval(
        r#"(() => {
          const sent = [];
          const spent = { status: 429, body: '{"error":{"code":"insufficient_quota"}}' };
          const runtime = {
            clock: 0,
            async fetch(input, { headers }) {
              sent.push(headers.authorization);
              return sent.length === 1 ? new Response(spent.body, spent) : new Response('done');
            },
            monotonic() { return this.clock; },
          };
          const key = (name) => ({ headers: { authorization: `Bearer ${name}` } });
          return {
            options: { runtime, exhaustedProbeMs: 1_000, breaker: false, retryBudget: false, pace: false, concurrency: 2, priority: 'bulk' },
            async use(fetch) {
              const first = await fetch('https://api.example/', key('one'));
              const held = await fetch('https://api.example/', key('one')).catch((error) => error);
              const other = await fetch('https://api.example/', key('two'));
              runtime.clock = 1_000;
              const probe = await fetch('https://api.example/', key('one'));
              return JSON.stringify([first.status, held.name, held.code, held.verdict.stop, other.status, probe.status, sent]);
            },
          };
        })()"#,
    )
    .unwrap();
    let member = |name: &str| Reflect::get(&made, &name.into()).unwrap();
    let fetch = create_fetch(&member("options")).unwrap();
    let played = member("use").unchecked_into::<Function>().call1(&JsValue::NULL, &fetch).unwrap();
    assert_eq!(
        JsFuture::from(played.unchecked_into::<Promise>()).await.unwrap(),
        r#"[429,"RetriageError","exhausted","exhausted",200,200,["Bearer one","Bearer two","Bearer one"]]"#,
    );
}

#[wasm_bindgen_test]
fn javascript_gives_no_one_key_to_several_calls() {
    let error = create_fetch(&object(&[("idempotencyKey", &"mine".into())])).unwrap_err();
    assert_eq!(
        error.dyn_into::<TypeError>().unwrap().message(),
        "option 'idempotencyKey' must be true or false where it is for several calls, got 'mine'"
    );
    assert!(create_fetch(&JsValue::UNDEFINED).is_ok());
}

#[wasm_bindgen_test]
async fn an_option_that_is_not_as_it_must_be_is_named() {
    let runtime = object(&[("sleep", &1.into())]);
    let wrong: [(&str, JsValue, &str); 8] = [
        ("attempts", 0.into(), "option 'attempts' must be an integer, 1 or more, got 0"),
        ("retryForMs", "5s".into(), "option 'retryForMs' must be a number of milliseconds, 0 or more, got '5s'"),
        ("concurrency", 0.into(), "option 'concurrency' must be an integer, 1 or more, got 0"),
        ("priority", "urgent".into(), "option 'priority' must be 'interactive' or 'bulk', got 'urgent'"),
        ("strict", JsValue::NULL, "option 'strict' must be true or false, got null"),
        ("runtime", runtime, "option 'runtime.sleep' must be a function, got 1"),
        (
            "idempotencyKey",
            "two words".into(),
            "option 'idempotencyKey' must be true, false or a key of 1 to 255 visible ASCII characters, got 'two words'",
        ),
        ("onEvent", Object::new().into(), "option 'onEvent' must be a function, got an object"),
    ];
    for (name, value, message) in wrong {
        let error = retriage_fetch(URL.into(), JsValue::UNDEFINED, object(&[(name, &value)])).await.unwrap_err();
        assert_eq!(error.dyn_into::<TypeError>().unwrap().message(), message);
    }
    let error = retriage_fetch(URL.into(), JsValue::UNDEFINED, object(&[("retries", &3.into())])).await.unwrap_err();
    assert!(String::from(error.dyn_into::<TypeError>().unwrap().message()).starts_with("unknown option 'retries'"));
}

#[wasm_bindgen_test]
async fn the_platforms_own_timers_and_chance_serve_by_default() {
    let answers = Rc::new(Cell::new(0));
    let count = Rc::clone(&answers);
    let runtime = Runtime::default().fetch(move |_, _| {
        count.set(count.get() + 1);
        let response = if count.get() == 1 { response(408, &[], "") } else { response(200, &[], "") };
        async move { Ok(response.into()) }
    });
    // A 408 is tried again within 250 ms.
    let response = Client::builder().runtime(runtime).build().fetch(URL).await.unwrap();
    assert_eq!((response.status(), answers.get()), (200, 2));
}
