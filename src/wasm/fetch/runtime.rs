//! The platform's fetch, clocks, timers and chance, each of which may be replaced. The platform is touched only inside
//! a call.

use std::cell::Cell;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use js_sys::{Date, Function, Promise};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, RequestInit};

/// What a runtime gives later.
pub(super) type Later<T> = Pin<Box<dyn Future<Output = T>>>;

type Fetch = dyn Fn(JsValue, RequestInit) -> Later<Result<JsValue, JsValue>>;
type Sleep = dyn Fn(u64, Option<AbortSignal>) -> Later<()>;
type Timer = dyn Fn(u64) -> Later<()>;
type Number = dyn Fn() -> f64;

/// Fetch, clocks, timers and chance. Each is the platform's until it is replaced.
///
/// ```no_run
/// use retriage::fetch::Runtime;
///
/// let still = Runtime::default().now(|| 1_800_000_000_000.0).random(|| 0.5).sleep(|_ms, _signal| async {});
/// ```
#[derive(Clone, Default)]
pub struct Runtime {
    fetch: Option<Rc<Fetch>>,
    now: Option<Rc<Number>>,
    monotonic: Option<Rc<Number>>,
    sleep: Option<Rc<Sleep>>,
    timer: Option<Rc<Timer>>,
    random: Option<Rc<Number>>,
    /// The latest of a wall clock that stands in for a monotonic one.
    latest: Rc<Cell<f64>>,
}

impl fmt::Debug for Runtime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Runtime").finish_non_exhaustive()
    }
}

impl Runtime {
    /// Sends a request: a URL or a `Request`, and the `init` of this attempt. What it gives is to be a `Response`.
    #[must_use]
    pub fn fetch<F>(mut self, fetch: impl Fn(JsValue, RequestInit) -> F + 'static) -> Self
    where
        F: Future<Output = Result<JsValue, JsValue>> + 'static,
    {
        self.fetch = Some(Rc::new(move |input, init| Box::pin(fetch(input, init))));
        self
    }

    /// The time in milliseconds since the Unix epoch.
    #[must_use]
    pub fn now(mut self, now: impl Fn() -> f64 + 'static) -> Self {
        self.now = Some(Rc::new(now));
        self
    }

    /// Milliseconds of a clock that never goes back. Default: `performance.now`, or derived from [`Runtime::now`] where
    /// that is replaced.
    #[must_use]
    pub fn monotonic(mut self, monotonic: impl Fn() -> f64 + 'static) -> Self {
        self.monotonic = Some(Rc::new(monotonic));
        self
    }

    /// Sleeps so many milliseconds between two attempts. The future is dropped where the caller's signal, which it is
    /// given too, is aborted. A sleep counts in full, also where the clock says that less time has passed.
    #[must_use]
    pub fn sleep<F>(mut self, sleep: impl Fn(u64, Option<AbortSignal>) -> F + 'static) -> Self
    where
        F: Future<Output = ()> + 'static,
    {
        self.sleep = Some(Rc::new(move |ms, signal| Box::pin(sleep(ms, signal))));
        self
    }

    /// Ends so many milliseconds later, and bounds an attempt or the reading of a failed body. It is dropped where it is
    /// not needed any more.
    #[must_use]
    pub fn timer<F>(mut self, timer: impl Fn(u64) -> F + 'static) -> Self
    where
        F: Future<Output = ()> + 'static,
    {
        self.timer = Some(Rc::new(move |ms| Box::pin(timer(ms))));
        self
    }

    /// A random number from 0 up to 1.
    #[must_use]
    pub fn random(mut self, random: impl Fn() -> f64 + 'static) -> Self {
        self.random = Some(Rc::new(random));
        self
    }

    pub(super) fn send(&self, input: JsValue, init: RequestInit) -> Later<Result<JsValue, JsValue>> {
        match &self.fetch {
            Some(fetch) => fetch(input, init),
            None => Box::pin(async move { settled(platform_fetch(&input, &init)).await }),
        }
    }

    pub(super) fn wall_ms(&self) -> f64 {
        self.now.as_ref().map_or_else(Date::now, |now| now())
    }

    pub(super) fn monotonic_ms(&self) -> f64 {
        match (&self.monotonic, &self.now) {
            (Some(monotonic), _) => monotonic(),
            (None, None) => performance_now(),
            (None, Some(now)) => {
                self.latest.set(self.latest.get().max(now()));
                self.latest.get()
            }
        }
    }

    pub(super) fn slumber(&self, ms: u64, signal: Option<AbortSignal>) -> Later<()> {
        self.sleep.as_ref().map_or_else(|| platform_timer(ms), |sleep| sleep(ms, signal))
    }

    pub(super) fn bound(&self, ms: u64) -> Later<()> {
        self.timer.as_ref().map_or_else(|| platform_timer(ms), |timer| timer(ms))
    }

    pub(super) fn chance(&self) -> f64 {
        self.random.as_ref().map_or_else(platform_chance, |random| random())
    }
}

/// How something ended that was awaited within bounds.
pub(super) enum Ended<T> {
    Done(T),
    TimeUp,
    Aborted,
}

/// Awaits `work` until it is done, the timer ends, or the signal is aborted.
pub(super) async fn within<T>(
    work: &mut (impl Future<Output = T> + Unpin),
    mut timer: Option<Later<()>>,
    signal: Option<&AbortSignal>,
) -> Ended<T> {
    let mut ear = signal.map(Ear::new);
    poll_fn(|context| {
        if ear.as_mut().is_some_and(|ear| ear.heard(context)) {
            return Poll::Ready(Ended::Aborted);
        }
        if let Poll::Ready(value) = Pin::new(&mut *work).poll(context) {
            return Poll::Ready(Ended::Done(value));
        }
        match timer.as_mut().map(|timer| timer.as_mut().poll(context)) {
            Some(Poll::Ready(())) => Poll::Ready(Ended::TimeUp),
            _ => Poll::Pending,
        }
    })
    .await
}

/// Listens to a signal for as long as it lives.
struct Ear<'s> {
    signal: &'s AbortSignal,
    listener: Option<Function>,
    abort: JsFuture,
}

impl<'s> Ear<'s> {
    fn new(signal: &'s AbortSignal) -> Self {
        let mut listener = None;
        let abort = Promise::new(&mut |resolve, _| {
            // Whether a signal that cannot be listened to was aborted is still seen at every turn.
            listener = signal.add_event_listener_with_callback("abort", &resolve).is_ok().then_some(resolve);
        });
        Self { signal, listener, abort: abort.into() }
    }

    fn heard(&mut self, context: &mut Context<'_>) -> bool {
        self.signal.aborted() || Pin::new(&mut self.abort).poll(context).is_ready()
    }
}

impl Drop for Ear<'_> {
    fn drop(&mut self) {
        if let Some(listener) = &self.listener {
            self.signal.remove_event_listener_with_callback("abort", listener).ok();
        }
    }
}

/// The longest that a platform's timer counts; it fires at once beyond.
const MAX_TIMER_MS: u64 = i32::MAX as u64;

pub(super) fn platform_timer(ms: u64) -> Later<()> {
    Box::pin(async move {
        let mut left = ms;
        while left > 0 {
            let part = left.min(MAX_TIMER_MS);
            Timeout::new(i32::try_from(part).unwrap_or(i32::MAX)).await;
            left = left.saturating_sub(part);
        }
    })
}

/// A timer of the platform's, taken back when it is dropped.
struct Timeout {
    id: JsValue,
    over: JsFuture,
}

impl Timeout {
    fn new(ms: i32) -> Self {
        let mut id = JsValue::UNDEFINED;
        let over = Promise::new(&mut |resolve, _| id = set_timeout(&resolve, ms));
        Self { id, over: over.into() }
    }
}

impl Future for Timeout {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.over).poll(context).map(|_| ())
    }
}

impl Drop for Timeout {
    fn drop(&mut self) {
        clear_timeout(&self.id);
    }
}

#[expect(clippy::cast_precision_loss, reason = "53 bits")]
fn platform_chance() -> f64 {
    // Without `crypto` a weaker chance will do.
    getrandom::u64().map_or_else(|_| js_sys::Math::random(), |bits| (bits >> 11) as f64 / (1_u64 << 53) as f64)
}

/// What a function of JavaScript answers, once it is settled; what is no promise is so at once.
pub(super) async fn settled(answer: Result<JsValue, JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::resolve(&answer?)).await
}

/// Lets a promise settle as it likes.
pub(super) fn forget(promise: Promise) {
    wasm_bindgen_futures::spawn_local(async move {
        JsFuture::from(promise).await.ok();
    });
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_name = fetch)]
    fn platform_fetch(input: &JsValue, init: &RequestInit) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(run: &Function, ms: i32) -> JsValue;

    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(id: &JsValue);
}

/// A function of JavaScript's that belongs to an object, called as its member.
#[derive(Clone)]
pub(super) struct Member {
    object: JsValue,
    function: Function,
}

impl Member {
    pub(super) fn of(object: &JsValue, function: JsValue) -> Option<Self> {
        Some(Self { object: object.clone(), function: function.dyn_into().ok()? })
    }

    pub(super) fn call(&self, arguments: &[&JsValue]) -> Result<JsValue, JsValue> {
        self.function.apply(&self.object, &arguments.iter().copied().collect())
    }

    /// `timer(ms, done)`, which answers with what takes it back.
    pub(super) fn timer(&self, ms: u64) -> Later<()> {
        let mut cancel = None;
        let over = Promise::new(&mut |resolve, _| {
            let answer = self.call(&[&super::js::number(ms), &resolve]);
            cancel = answer.ok().and_then(|cancel| cancel.dyn_into().ok());
        });
        Box::pin(ForeignTimer { over: over.into(), cancel })
    }
}

struct ForeignTimer {
    over: JsFuture,
    cancel: Option<Function>,
}

impl Future for ForeignTimer {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.over).poll(context).map(|_| ())
    }
}

impl Drop for ForeignTimer {
    fn drop(&mut self) {
        if let Some(cancel) = &self.cancel {
            cancel.call0(&JsValue::UNDEFINED).ok();
        }
    }
}
