//! The driver as a function for JavaScript, and its options.

use js_sys::{Function, Object, Promise, Reflect, TypeError};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::future_to_promise;
use web_sys::Response;

use super::drive::Spans;
use super::outcome::{to_js, verdict_on};
use super::runtime::{Member, platform_timer, settled};
use super::{Builder, Client, Input, Runtime};
use crate::gate::Priority;
use crate::operation::Policy;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Options of {@link createFetch} and {@link retriageFetch}. Times are milliseconds. */
export interface RetriageOptions {
  /** Attempts, the first included. Default 5. */
  attempts?: number;
  /** How long after its start a call may still begin an attempt. Default 120 000. */
  retryForMs?: number;
  /** The hard end of the call, to the response's headers. Default 600 000. */
  deadlineMs?: number;
  /** The longest that one attempt may take, to the response's headers. Default none. */
  attemptTimeoutMs?: number;
  /** The first ceiling of the backoff. Default 1 000. */
  baseDelayMs?: number;
  /** The last ceiling of the backoff. Default 60 000. */
  maxDelayMs?: number;
  /** The longest stated wait that is slept. Default 60 000. */
  maxServerWaitMs?: number;
  /** Retry only what a provider says may be retried. Default false. */
  strict?: boolean;
  /** An `Idempotency-Key` to send, or whether to make one. Default false. */
  idempotencyKey?: boolean | string;
  /** Whether the server may act on the request more than once. Default false. */
  repeatIsSafe?: boolean;
  /** Whether a JSON answer below 400 of at most 64 KiB is judged too. Default false. */
  inspectOk?: boolean;
  /** Whether failed responses come back with `x-should-retry: false`. Default true. */
  markResponses?: boolean;
  /** Whether five calls in a row that met the service's failure hold the others for 30 s. Default true. */
  breaker?: boolean;
  /** Whether retries whose time the server has not named are paid for out of what successes earn. Default true. */
  retryBudget?: boolean;
  /** How often one call tries whether a person has repaired what was exhausted. Default 300 000. */
  exhaustedProbeMs?: number;
  /** Whether sends are held back by what the meters of the last answers leave. Default true. */
  pace?: boolean;
  /** How many calls of one account may be under way at one time. Default no limit. */
  concurrency?: number;
  /** Whom calls go before where calls are held. Default 'interactive'. */
  priority?: 'interactive' | 'bulk';
  /** Is handed a record of every decision. */
  onEvent?: (record: any) => void;
  /** Fetch, clocks, timers and chance; each is the platform's until it is given. */
  runtime?: {
    fetch?: (input: any, init?: any) => Promise<Response>;
    now?: () => number;
    monotonic?: () => number;
    sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
    timer?: (ms: number, done: () => void) => () => void;
    random?: () => number;
  };
}

/**
 * A `fetch` that waits as long as the server says, stops where waiting is of no use, and sends nothing twice that might
 * count twice. Its calls share what they learn of a service, an account in it and a model in that: a refusal holds them
 * all, and an account that is exhausted is not asked again. Throws a TypeError that names an option which is not as it
 * must be; an `idempotencyKey` of its own belongs to one call.
 */
export function createFetch(options?: RetriageOptions): (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * One call as {@link createFetch} makes them, which shares nothing with others. Rejects with a TypeError that names an
 * option which is not as it must be.
 */
export function retriageFetch(input: RequestInfo | URL, init?: RequestInit, options?: RetriageOptions): Promise<Response>;

/** The verdict on a failed response or an error that a call ended with, with `stop` and `attempts`; else undefined. */
export function verdictOf(responseOrError: unknown): any;
"#;

/// A `fetch` with this driver inside, whose calls share their gates.
///
/// # Errors
///
/// A `TypeError` that names an option.
#[wasm_bindgen(js_name = createFetch, skip_typescript)]
pub fn create_fetch(options: &JsValue) -> Result<Function, JsValue> {
    let (client, key) = client_of(options)?;
    if let Some(key) = key {
        return Err(refuse("idempotencyKey", "true or false where it is for several calls", &key.into()));
    }
    let fetch = Closure::<dyn Fn(JsValue, JsValue) -> Promise>::new(move |input, init| {
        let client = client.clone();
        future_to_promise(async move {
            let (response, _) = client.drive(&Input::new(input, init), Spans::Utf16).await?;
            Ok(response.into())
        })
    });
    Ok(fetch.into_js_value().unchecked_into())
}

/// One call as those of [`create_fetch`], which shares nothing with others.
///
/// # Errors
///
/// The platform's error, the signal's reason, a `RetriageError`, or a `TypeError` that names an option.
#[wasm_bindgen(js_name = retriageFetch, skip_typescript)]
pub async fn retriage_fetch(input: JsValue, init: JsValue, options: JsValue) -> Result<Response, JsValue> {
    let (client, key) = client_of(&options)?;
    let input = Input { idempotency_key: key, ..Input::new(input, init) };
    let (response, _) = client.drive(&input, Spans::Utf16).await?;
    Ok(response)
}

/// What is known of a response or an error that a call ended with; else `undefined`.
#[wasm_bindgen(js_name = verdictOf, skip_typescript)]
#[must_use]
pub fn verdict_of(object: &JsValue) -> JsValue {
    verdict_on(object)
}

/// A member of anything; `undefined` where there is none or reading it throws.
pub(super) fn property(object: &JsValue, name: &str) -> JsValue {
    if object.is_object() || object.is_function() {
        Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
    } else {
        JsValue::UNDEFINED
    }
}

pub(super) fn is_function(object: &JsValue, name: &str) -> bool {
    property(object, name).is_function()
}

#[expect(clippy::cast_precision_loss, reason = "a time that a timer can count")]
pub(super) fn number(ms: u64) -> JsValue {
    (ms as f64).into()
}

const KNOWN: [&str; 20] = [
    "attempts",
    "retryForMs",
    "deadlineMs",
    "attemptTimeoutMs",
    "baseDelayMs",
    "maxDelayMs",
    "maxServerWaitMs",
    "strict",
    "idempotencyKey",
    "repeatIsSafe",
    "inspectOk",
    "markResponses",
    "breaker",
    "retryBudget",
    "exhaustedProbeMs",
    "pace",
    "concurrency",
    "priority",
    "onEvent",
    "runtime",
];

/// A client as the options say, and the `Idempotency-Key` if they state one.
fn client_of(options: &JsValue) -> Result<(Client, Option<String>), JsValue> {
    let options = Options(options);
    options.know()?;
    let mut policy = Policy::default();
    let ms = |name: &str, default: u64| options.ms(name).map(|ms| ms.unwrap_or(default));
    policy.delay.retry_for_ms = ms("retryForMs", policy.delay.retry_for_ms)?;
    policy.delay.base_delay_ms = ms("baseDelayMs", policy.delay.base_delay_ms)?;
    policy.delay.max_delay_ms = ms("maxDelayMs", policy.delay.max_delay_ms)?;
    policy.delay.max_server_wait_ms = ms("maxServerWaitMs", policy.delay.max_server_wait_ms)?;
    policy.deadline_ms = ms("deadlineMs", policy.deadline_ms)?;
    policy.attempt_timeout_ms = options.ms("attemptTimeoutMs")?;
    policy.delay.attempts = options.count("attempts")?.unwrap_or(policy.delay.attempts);
    policy.judge.max_server_wait_ms = policy.delay.max_server_wait_ms;
    policy.judge.strict = options.flag("strict", false)?;
    let heed = &mut policy.heed;
    heed.breaker = options.flag("breaker", heed.breaker)?;
    heed.retry_budget = options.flag("retryBudget", heed.retry_budget)?;
    heed.exhausted_probe_ms = options.ms("exhaustedProbeMs")?.unwrap_or(heed.exhausted_probe_ms);
    heed.pace = options.flag("pace", heed.pace)?;
    heed.concurrency = options.count("concurrency")?;
    heed.priority = options.priority()?;
    let key = options.get("idempotencyKey").filter(|key| key.as_bool().is_none());
    let key = key.map(|key| {
        key.as_string()
            .filter(|key| is_key(key))
            .ok_or_else(|| refuse("idempotencyKey", "true, false or a key of 1 to 255 visible ASCII characters", &key))
    });
    let mut builder = Client::builder()
        .policy(policy)
        .runtime(options.runtime()?)
        .idempotency_keys(options.get("idempotencyKey").is_some_and(|key| key.as_bool() == Some(true)))
        .repeat_is_safe(options.flag("repeatIsSafe", false)?)
        .inspect_ok(options.flag("inspectOk", false)?)
        .mark_responses(options.flag("markResponses", true)?);
    if let Some(listener) = options.function("onEvent")? {
        builder = listening(builder, listener);
    }
    Ok((builder.build(), key.transpose()?))
}

/// An exception in the listener harms nothing.
fn listening(builder: Builder, listener: Member) -> Builder {
    builder.on_event(move |record| drop(listener.call(&[&to_js(record)])))
}

fn is_key(key: &str) -> bool {
    (1..=255).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
}

struct Options<'o>(&'o JsValue);

impl Options<'_> {
    /// Refuses what is no object, and names that nothing reads.
    fn know(&self) -> Result<(), JsValue> {
        if self.0.is_undefined() {
            return Ok(());
        }
        let Some(object) = self.0.dyn_ref::<Object>() else {
            return Err(TypeError::new(&format!("options must be an object, got {}", show(self.0))).into());
        };
        let mut names = Object::keys(object).into_iter().filter_map(|name| name.as_string());
        match names.find(|name| !KNOWN.contains(&name.as_str())) {
            Some(name) => {
                Err(TypeError::new(&format!("unknown option '{name}'; known are {}", KNOWN.join(", "))).into())
            }
            None => Ok(()),
        }
    }

    fn get(&self, name: &str) -> Option<JsValue> {
        Some(property(self.0, name)).filter(|value| !value.is_undefined())
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    fn ms(&self, name: &str) -> Result<Option<u64>, JsValue> {
        let read = |value: JsValue| match value.as_f64() {
            Some(ms) if ms >= 0.0 => Ok(ms as u64),
            _ => Err(refuse(name, "a number of milliseconds, 0 or more", &value)),
        };
        self.get(name).map(read).transpose()
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    fn count(&self, name: &str) -> Result<Option<u32>, JsValue> {
        let read = |value: JsValue| match value.as_f64() {
            Some(count) if count >= 1.0 && count.fract() == 0.0 => Ok(count as u32),
            _ => Err(refuse(name, "an integer, 1 or more", &value)),
        };
        self.get(name).map(read).transpose()
    }

    fn flag(&self, name: &str, default: bool) -> Result<bool, JsValue> {
        let read = |value: JsValue| value.as_bool().ok_or_else(|| refuse(name, "true or false", &value));
        self.get(name).map_or(Ok(default), read)
    }

    fn priority(&self) -> Result<Priority, JsValue> {
        let Some(given) = self.get("priority") else { return Ok(Priority::default()) };
        match given.as_string().as_deref() {
            Some("interactive") => Ok(Priority::Interactive),
            Some("bulk") => Ok(Priority::Bulk),
            _ => Err(refuse("priority", "'interactive' or 'bulk'", &given)),
        }
    }

    fn function(&self, name: &str) -> Result<Option<Member>, JsValue> {
        self.member(name, name)
    }

    fn member(&self, name: &str, shown: &str) -> Result<Option<Member>, JsValue> {
        let read =
            |value: JsValue| Member::of(self.0, value.clone()).ok_or_else(|| refuse(shown, "a function", &value));
        self.get(name).map(read).transpose()
    }

    fn runtime(&self) -> Result<Runtime, JsValue> {
        let Some(given) = self.get("runtime") else { return Ok(Runtime::default()) };
        if !given.is_object() {
            return Err(refuse("runtime", "an object of fetch, now, monotonic, sleep, timer, random", &given));
        }
        let given = Options(&given);
        // Other members are its own business: it may be an object of a class.
        let member = |name: &str| given.member(name, &format!("runtime.{name}"));
        let mut runtime = Runtime::default();
        if let Some(fetch) = member("fetch")? {
            runtime = runtime.fetch(move |input, init| {
                let answer = fetch.call(&[&input, &init]);
                settled(answer)
            });
        }
        if let Some(sleep) = member("sleep")? {
            runtime = runtime.sleep(move |ms, signal| {
                let answer = sleep.call(&[&number(ms), &signal.into()]);
                // That the signal was aborted is seen by itself. For another failure nothing is sent too early.
                async move {
                    if settled(answer).await.is_err() {
                        platform_timer(ms).await;
                    }
                }
            });
        }
        if let Some(timer) = member("timer")? {
            runtime = runtime.timer(move |ms| timer.timer(ms));
        }
        if let Some(now) = member("now")? {
            runtime = runtime.now(move || told(&now));
        }
        if let Some(monotonic) = member("monotonic")? {
            runtime = runtime.monotonic(move || told(&monotonic));
        }
        if let Some(random) = member("random")? {
            runtime = runtime.random(move || told(&random));
        }
        Ok(runtime)
    }
}

/// The number that a function answers; 0 where it answers none.
fn told(function: &Member) -> f64 {
    function.call(&[]).ok().and_then(|answer| answer.as_f64()).unwrap_or(0.0)
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = String)]
    pub(super) fn string_of(primitive: &JsValue) -> String;
}

fn refuse(name: &str, takes: &str, got: &JsValue) -> JsValue {
    TypeError::new(&format!("option '{name}' must be {takes}, got {}", show(got))).into()
}

/// A value in a few words.
fn show(value: &JsValue) -> String {
    if let Some(text) = value.as_string() {
        return format!("'{}'", text.chars().take(40).collect::<String>());
    }
    if value.is_function() {
        return "a function".to_owned();
    }
    if value.is_object() {
        return "an object".to_owned();
    }
    // Primitives, symbols among them, of which `String` makes a text without calling anything.
    string_of(value)
}
