//! What is known of a call that failed, and the errors that it ends with.

use std::fmt;

use js_sys::{Error, Object, Reflect, Symbol, WeakMap};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};

use super::js::property;
use crate::delay::Stop;
use crate::verdict::Verdict;

/// What is known of a call that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The verdict on what the call ended with.
    pub verdict: Verdict,
    /// Why there was no further attempt.
    pub stop: Option<Stop>,
    /// How many attempts were made, the first included.
    pub attempts: u32,
    /// Whether the response holds less than the whole body. Only one that was kept over a wait can: up to 64 KiB of it.
    pub body_cut: bool,
}

/// How a call ends that has no response. [`JsValue::from`] makes of it what JavaScript throws.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum FetchError {
    /// The platform's error.
    Thrown {
        /// As it was thrown.
        error: JsValue,
        /// What is known of it.
        outcome: Option<Box<Outcome>>,
    },
    /// The caller's signal was aborted.
    Aborted {
        /// The signal's reason.
        reason: JsValue,
    },
    /// Our own timeout cut the call, with nothing in hand.
    TimedOut {
        /// What is known of it.
        outcome: Option<Box<Outcome>>,
    },
    /// The call was not let through.
    NotSent {
        /// What is known of it.
        outcome: Option<Box<Outcome>>,
    },
}

impl FetchError {
    /// The stable word for the kind of this error: `thrown`, `aborted`, `timeout`, and for a call that was not let
    /// through `exhausted`, `circuit_open` or `queue_timeout`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Thrown { .. } => "thrown",
            Self::Aborted { .. } => "aborted",
            Self::TimedOut { .. } => "timeout",
            Self::NotSent { outcome } => match outcome.as_ref().and_then(|outcome| outcome.stop).map(Stop::as_str) {
                Some(stop @ ("circuit_open" | "queue_timeout")) => stop,
                _ => "exhausted",
            },
        }
    }

    /// What is known of the failure; `None` where the caller aborted.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        match self {
            Self::Aborted { .. } => None,
            Self::Thrown { outcome, .. } | Self::TimedOut { outcome } | Self::NotSent { outcome } => outcome.as_deref(),
        }
    }

    /// The verdict on the failure; `None` where the caller aborted.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        self.outcome().map(|outcome| &outcome.verdict)
    }
}

impl fmt::Display for FetchError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Thrown { error, .. } => formatter.write_str(&message(error)),
            Self::Aborted { reason } => write!(formatter, "aborted: {}", message(reason)),
            Self::TimedOut { outcome } => {
                let attempts = outcome.as_ref().map_or(1, |outcome| outcome.attempts);
                let plural = if attempts == 1 { "" } else { "s" };
                let stop = outcome.as_ref().and_then(|outcome| outcome.stop);
                write!(formatter, "no answer in time, after {attempts} attempt{plural}: {}", because(stop))
            }
            Self::NotSent { outcome } => {
                let explain = outcome.as_ref().map(|outcome| outcome.verdict.explain.as_str());
                write!(formatter, "not sent: {}", explain.unwrap_or("the service is held back"))
            }
        }
    }
}

impl std::error::Error for FetchError {}

impl From<FetchError> for JsValue {
    fn from(error: FetchError) -> Self {
        match error {
            FetchError::Thrown { error, .. } => error,
            FetchError::Aborted { reason } => reason,
            FetchError::TimedOut { .. } | FetchError::NotSent { .. } => {
                let made = Error::new(&error.to_string());
                made.set_name("RetriageError");
                let hidden = |name: &JsValue, value: &JsValue| {
                    let own = Object::new();
                    // Defining on an object of our own cannot fail. Not enumerable: evidence quotes bodies.
                    Reflect::set(&own, &"value".into(), value).ok();
                    Reflect::define_property(&made, name, &own).ok();
                };
                hidden(&Symbol::for_("retriage.error"), &Self::TRUE);
                Reflect::set(&made, &"code".into(), &error.code().into()).ok();
                if let Some(outcome) = error.outcome() {
                    hidden(&"verdict".into(), &outcome.to_js());
                }
                made.into()
            }
        }
    }
}

/// Why a call was not repeated, as the end of a sentence.
const fn because(stop: Option<Stop>) -> &'static str {
    match stop {
        Some(Stop::Attempts) => "every attempt is used up",
        Some(Stop::Deadline) => "the call's deadline is over",
        Some(Stop::RetryFor) => "the next attempt would begin after the time for retries",
        Some(Stop::Unsafe) => "the server may have acted on it, and a repeat might count twice",
        _ => "it may not be repeated",
    }
}

fn message(error: &JsValue) -> String {
    let text = error.as_string().or_else(|| property(error, "message").as_string());
    text.unwrap_or_else(|| "an error without a message".to_owned())
}

impl Outcome {
    /// The verdict as a plain object, with `stop`, `attempts` and `bodyCut` beside its own members.
    pub(super) fn to_js(&self) -> JsValue {
        let object = to_js(&self.verdict);
        let stop = self.stop.map_or(JsValue::UNDEFINED, |stop| stop.as_str().into());
        for (name, value) in [("stop", stop), ("attempts", self.attempts.into()), ("bodyCut", self.body_cut.into())] {
            Reflect::set(&object, &name.into(), &value).ok();
        }
        object
    }
}

/// A plain object of what `JSON.stringify` knows.
pub(super) fn to_js(value: &impl Serialize) -> JsValue {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED)
}

/// Keeps an outcome with the object that the caller gets, where the npm package's `verdictOf` finds it too.
pub(super) fn remember(object: &JsValue, outcome: &Outcome) {
    let Some((shared, outcomes)) = shared().filter(|_| can_hold(object)) else { return };
    let order = JsValue::from(ended(&shared) + 1.0);
    Reflect::set(&shared, &"ended".into(), &order).ok();
    let kept = Object::new();
    for (name, value) in [("verdict", outcome.to_js()), ("order", order)] {
        Reflect::set(&kept, &name.into(), &value).ok();
    }
    outcomes.set(object.unchecked_ref(), &kept);
}

/// The verdict on what a Retriage in this realm has ended a call with; else `undefined`.
pub(super) fn verdict_on(object: &JsValue) -> JsValue {
    let found = property(&kept(object), "verdict");
    let ours = || property(object, "name").as_string().is_some_and(|name| name == "RetriageError");
    if found.is_undefined() && ours() { property(object, "verdict") } else { found }
}

/// How many calls in this realm have ended with something to remember.
pub(super) fn ended_yet() -> f64 {
    shared().map_or(0.0, |(shared, _)| ended(&shared))
}

/// Whether a call has ended with this after `since`, as [`ended_yet`] counts. What is older was thrown once more by its
/// owner.
pub(super) fn ended_since(object: &JsValue, since: f64) -> bool {
    match property(&kept(object), "order").as_f64() {
        Some(order) => order > since,
        None => !verdict_on(object).is_undefined(),
    }
}

/// Whether that holds of an error that a library has wrapped into this one, too.
pub(super) fn ended_inside(object: &JsValue, since: f64) -> bool {
    std::iter::successors(Some(object.clone()), |error| Some(property(error, "cause")))
        .take(8)
        .any(|error| ended_since(&error, since))
}

fn can_hold(value: &JsValue) -> bool {
    value.is_object() || value.is_function()
}

fn kept(object: &JsValue) -> JsValue {
    match shared() {
        Some((_, outcomes)) if can_hold(object) => outcomes.get(object.unchecked_ref()),
        _ => JsValue::UNDEFINED,
    }
}

fn ended(shared: &JsValue) -> f64 {
    property(shared, "ended").as_f64().unwrap_or(0.0)
}

/// Shared by every copy of Retriage in a realm, so that an outer one knows what an inner one has judged:
/// `{ outcomes, ended }`, as `pkg/src/outcome.js` has it.
fn shared() -> Option<(JsValue, WeakMap)> {
    let (global, name) = (js_sys::global(), Symbol::for_("retriage.outcomes"));
    let mut shared = Reflect::get(&global, &name).ok()?;
    if shared.is_undefined() {
        shared = Object::new().into();
        Reflect::set(&shared, &"outcomes".into(), &WeakMap::new()).ok()?;
        Reflect::set(&shared, &"ended".into(), &0.into()).ok()?;
        Reflect::set(&global, &name, &shared).ok()?;
    }
    let outcomes = property(&shared, "outcomes").dyn_into().ok()?;
    Some((shared, outcomes))
}
