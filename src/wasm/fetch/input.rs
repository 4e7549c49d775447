//! What to fetch: enough is read of it to know whether it may be sent once more.

use js_sys::{Array, JsString, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortSignal, Headers, Request, RequestInit};

use super::js::{is_function, property};
use crate::gate::account::{fingerprint, shown};
use crate::gate::{Lane, origin};

/// What to fetch: an address or a `Request`, and an `init` for it.
///
/// Made from a `&str`, a `String`, a `Request`, or one of them with a `RequestInit`. Members of the init that this crate
/// does not know are passed on.
#[derive(Clone, Debug)]
pub struct Input {
    pub(super) resource: JsValue,
    pub(super) init: JsValue,
    pub(super) idempotency_key: Option<String>,
    pub(super) lane: Option<Lane>,
}

/// Headers that say who calls, in the order in which they are asked.
const CREDENTIALS: [&str; 4] = ["authorization", "x-api-key", "api-key", "x-goog-api-key"];

/// The longest body that is searched for a model, and the longest model, in UTF-16 units and bytes.
const MAX_BODY: u32 = 64 * 1024;
const MAX_MODEL: usize = 128;

impl Input {
    /// As JavaScript hands it to `fetch`.
    #[must_use]
    pub const fn new(resource: JsValue, init: JsValue) -> Self {
        Self { resource, init, idempotency_key: None, lane: None }
    }

    /// Sends this `Idempotency-Key` with every attempt, unless the request has one. It is the caller's word that the
    /// server honours it, so any failure may be retried.
    #[must_use]
    pub fn idempotency_key(mut self, key: &str) -> Self {
        self.idempotency_key = Some(key.to_owned());
        self
    }

    /// Passes these gates. Without, they go by the address's origin; in that by a hash of the credential, which is the
    /// first of the headers `authorization`, `x-api-key`, `api-key` and `x-goog-api-key`, else `?key=`, else the user in
    /// the address; and in that by the model that a JSON body of at most 64 KiB asks for, if it is a string.
    #[must_use]
    pub fn lane(mut self, lane: Lane) -> Self {
        self.lane = Some(lane);
        self
    }

    fn request(&self) -> Option<&Request> {
        self.resource.dyn_ref()
    }

    fn init(&self, name: &str) -> Option<JsValue> {
        Some(property(&self.init, name)).filter(|value| !value.is_undefined())
    }

    pub(super) fn method(&self) -> String {
        let own = self.init("method").and_then(|method| method.as_string());
        let method = own.or_else(|| self.request().map(Request::method));
        method.map_or_else(|| "GET".to_owned(), |method| method.to_ascii_uppercase())
    }

    pub(super) fn url(&self) -> String {
        let text = || self.resource.as_string().or_else(|| property(&self.resource, "href").as_string());
        self.request().map(Request::url).or_else(text).unwrap_or_default()
    }

    pub(super) fn signal(&self) -> Option<JsValue> {
        let own = self.init("signal").or_else(|| self.request().map(|request| request.signal().into()));
        own.filter(|signal| !signal.is_null())
    }

    /// The headers that will be sent, as Headers of their own.
    pub(super) fn headers(&self) -> Result<Headers, JsValue> {
        let own = self.init("headers").or_else(|| self.request().map(|request| request.headers().into()));
        Headers::new_with_headers(own.unwrap_or_else(|| Object::new().into()).unchecked_ref())
    }

    /// Whether the body is gone once it was sent: a stream, an iterator.
    pub(super) fn is_one_shot(&self) -> bool {
        let Some(body) = self.init("body").filter(JsValue::is_object) else { return false };
        let iterates = Reflect::get(&body, &js_sys::Symbol::async_iterator()).is_ok_and(|member| member.is_function());
        iterates || ["getReader", "pipe", "next"].iter().any(|name| is_function(&body, name))
    }

    /// Whether the body is a Request's own, of which a copy must be sent where another attempt may follow.
    pub(super) fn has_requests_body(&self) -> bool {
        // Firefox does not show a request's body, so only null is none.
        self.init("body").is_none() && self.request().is_some_and(|request| !property(request, "body").is_null())
    }

    /// The model that a JSON body asks for.
    pub(super) fn model(&self) -> Option<String> {
        let body: JsString = self.init("body")?.dyn_into().ok()?;
        // A long one is not copied.
        if body.length() > MAX_BODY {
            return None;
        }
        model_in(&String::from(body)).map(str::to_owned)
    }

    /// Which gates it passes.
    pub(super) fn gates(&self, headers: Option<&Headers>, url: &str, model: Option<&str>) -> Lane {
        if let Some(lane) = &self.lane {
            return lane.clone();
        }
        let (service, user) = origin(url).unwrap_or_else(|| (own_origin(), ""));
        let sent = |name: &&str| headers?.get(name).ok()?.filter(|value| !value.is_empty());
        let credential = CREDENTIALS.iter().find_map(sent);
        let credential = credential.as_deref().or_else(|| key_in(url)).or(Some(user).filter(|user| !user.is_empty()));
        let account = credential.map(fingerprint).unwrap_or_default();
        Lane::new(&service, &account, model.map(shown).as_deref())
    }

    /// What one attempt sends.
    pub(super) fn attempt(
        &self,
        copied: bool,
        signal: &AbortSignal,
        added: &[(&str, String)],
    ) -> Result<(JsValue, RequestInit), JsValue> {
        let init: RequestInit = assign(&Object::new(), &self.init)?.unchecked_into();
        init.set_signal(Some(signal));
        if !added.is_empty() {
            let headers = self.headers()?;
            for (name, value) in added {
                headers.set(name, value)?;
            }
            init.set_headers(&headers);
        }
        let resource = match self.request() {
            Some(request) if copied => request.clone()?.into(),
            _ => self.resource.clone(),
        };
        Ok((resource, init))
    }
}

/// The model that a JSON object names. A quote inside a text is escaped, so no text can name one.
fn model_in(body: &str) -> Option<&str> {
    let (before, rest) = body.strip_prefix('{')?.split_once("\"model\"")?;
    let value = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    let (model, _) = value.split_once('"')?;
    let is_plain = (1..=MAX_MODEL).contains(&model.len()) && !model.contains('\\');
    (is_plain && !before.ends_with('\\')).then_some(model)
}

/// The key that an address carries.
fn key_in(url: &str) -> Option<&str> {
    let (address, _) = url.split_once('#').unwrap_or((url, ""));
    let (_, query) = address.split_once('?')?;
    query.split('&').find_map(|pair| pair.strip_prefix("key=")).filter(|key| !key.is_empty())
}

/// The origin of what runs this, by which relative addresses go; empty where there is none.
fn own_origin() -> String {
    property(&property(&js_sys::global(), "location"), "origin").as_string().unwrap_or_default()
}

/// A signal that is aborted as soon as one of these is.
pub(super) fn any_of(signals: &[&JsValue]) -> Result<AbortSignal, JsValue> {
    any(&signals.iter().copied().collect())
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = Object)]
    fn assign(target: &Object, source: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(catch, js_namespace = AbortSignal)]
    fn any(signals: &Array) -> Result<AbortSignal, JsValue>;
}

impl From<&str> for Input {
    fn from(url: &str) -> Self {
        Self::new(url.into(), JsValue::UNDEFINED)
    }
}

impl From<String> for Input {
    fn from(url: String) -> Self {
        Self::from(url.as_str())
    }
}

impl From<&Request> for Input {
    fn from(request: &Request) -> Self {
        Self::new(AsRef::<JsValue>::as_ref(request).clone(), JsValue::UNDEFINED)
    }
}

impl From<Request> for Input {
    fn from(request: Request) -> Self {
        Self::new(request.into(), JsValue::UNDEFINED)
    }
}

impl<T: Into<Self>> From<(T, &RequestInit)> for Input {
    fn from((resource, init): (T, &RequestInit)) -> Self {
        Self { init: AsRef::<JsValue>::as_ref(init).clone(), ..resource.into() }
    }
}
