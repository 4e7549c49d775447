//! A client: options, a runtime, and what its calls share.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use web_sys::Response;

use super::drive::{Ending, Spans, drive};
use super::{CallRecord, FetchError, Input, Outcome, Runtime};
use crate::gate::Gates;
use crate::operation::Policy;

/// Sends requests, waits as long as the server says, and stops where waiting is of no use.
///
/// A clone shares its gates with the original.
#[derive(Clone, Debug, Default)]
pub struct Client {
    inner: Rc<Inner>,
}

/// How a [`Client`] is made.
#[derive(Debug, Default)]
pub struct Builder {
    inner: Inner,
}

type Listener = dyn Fn(&CallRecord);

pub(super) struct Inner {
    pub(super) policy: Arc<Policy>,
    pub(super) runtime: Runtime,
    pub(super) gates: RefCell<Gates>,
    pub(super) on_event: Option<Box<Listener>>,
    pub(super) idempotency_keys: bool,
    pub(super) repeat_is_safe: bool,
    pub(super) mark_responses: bool,
    pub(super) inspect_ok: bool,
    pub(super) in_flight: Cell<u32>,
    calls: Cell<u32>,
    name: Cell<Option<u32>>,
}

impl Default for Inner {
    fn default() -> Self {
        Self {
            policy: Arc::default(),
            runtime: Runtime::default(),
            gates: RefCell::default(),
            on_event: None,
            idempotency_keys: false,
            repeat_is_safe: false,
            mark_responses: true,
            inspect_ok: false,
            in_flight: Cell::new(0),
            calls: Cell::new(0),
            name: Cell::new(None),
        }
    }
}

impl fmt::Debug for Inner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Inner").field("policy", &self.policy).finish_non_exhaustive()
    }
}

impl Inner {
    /// A name for the next call, in records.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    pub(super) fn next_name(&self) -> String {
        let name = self.name.get().unwrap_or_else(|| (self.runtime.chance() * f64::from(u32::MAX)) as u32);
        self.name.set(Some(name));
        self.calls.set(self.calls.get().wrapping_add(1));
        format!("{name:08x}-{}", self.calls.get())
    }
}

impl Builder {
    /// What bounds a call, and how its failures are judged. The default is [`Policy::default`].
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.inner.policy = Arc::new(policy);
        self
    }

    /// Fetch, clocks, timers and chance. The default is the platform's.
    #[must_use]
    pub fn runtime(mut self, runtime: Runtime) -> Self {
        self.inner.runtime = runtime;
        self
    }

    /// Is handed a record of every decision.
    #[must_use]
    pub fn on_event(mut self, listener: impl Fn(&CallRecord) + 'static) -> Self {
        self.inner.on_event = Some(Box::new(listener));
        self
    }

    /// Whether each call that has none gets an `Idempotency-Key` of its own, the same on each attempt. It is the caller's
    /// word that the server honours it, so any failure may be retried. Default false.
    #[must_use]
    pub fn idempotency_keys(mut self, add: bool) -> Self {
        self.inner.idempotency_keys = add;
        self
    }

    /// Whether the server may act on a request more than once. Default false.
    #[must_use]
    pub fn repeat_is_safe(mut self, safe: bool) -> Self {
        self.inner.repeat_is_safe = safe;
        self
    }

    /// Whether failed responses come back with `x-should-retry: false`, which tells retriers outside of this one that all
    /// is done. Such a response is rebuilt; else it is the platform's own object, unless it was kept over a wait.
    /// Default true.
    #[must_use]
    pub fn mark_responses(mut self, mark: bool) -> Self {
        self.inner.mark_responses = mark;
        self
    }

    /// Whether a JSON answer below 400 of at most 64 KiB is judged too. Default false.
    #[must_use]
    pub fn inspect_ok(mut self, inspect: bool) -> Self {
        self.inner.inspect_ok = inspect;
        self
    }

    /// How many gates are kept at most; idle ones go first. Default 1 000.
    #[must_use]
    pub fn max_gates(mut self, most: usize) -> Self {
        // A call passes up to three.
        self.inner.gates = RefCell::new(Gates::new(most.max(3)));
        self
    }

    /// Makes the client.
    #[must_use]
    pub fn build(self) -> Client {
        Client { inner: Rc::new(self.inner) }
    }
}

impl Client {
    /// A client with every default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A client with options.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Sends a request until it succeeds or another attempt is of no use.
    ///
    /// A response below 400 is the platform's own object. A failed one is the last that there was, with its body whole
    /// and unread; [`Client::fetch_judged`] gives the verdict on it too. Dropping the future ends the request.
    ///
    /// # Errors
    ///
    /// The platform's error as it was thrown, the caller's abort, our own timeout with nothing in hand, or a call that was
    /// not let through.
    pub async fn fetch(&self, input: impl Into<Input>) -> Result<Response, FetchError> {
        self.fetch_judged(input).await.map(|(response, _)| response)
    }

    /// As [`Client::fetch`], with what is known of a failed response; `None` beside one that is no failure.
    ///
    /// # Errors
    ///
    /// Those of [`Client::fetch`].
    pub async fn fetch_judged(&self, input: impl Into<Input>) -> Result<(Response, Option<Outcome>), FetchError> {
        self.drive(&input.into(), Spans::Bytes).await
    }

    /// Opens the gates of this origin, or of this account as a [`Lane`](crate::gate::Lane) names it; all where there is
    /// no name.
    pub fn reset(&self, name: Option<&str>) {
        self.inner.gates.borrow_mut().reset(name);
    }

    pub(super) async fn drive(&self, input: &Input, spans: Spans) -> Ending {
        drive(&self.inner, input, spans).await
    }
}
