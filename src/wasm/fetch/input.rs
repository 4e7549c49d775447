//! What to fetch: enough is read of it to know whether it may be sent once more.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortSignal, Headers, Request, RequestInit};

use super::js::{is_function, property};

/// What to fetch: an address or a `Request`, and an `init` for it.
///
/// Made from a `&str`, a `String`, a `Request`, or one of them with a `RequestInit`. Members of the init that this crate
/// does not know are passed on.
#[derive(Clone, Debug)]
pub struct Input {
    pub(super) resource: JsValue,
    pub(super) init: JsValue,
    pub(super) idempotency_key: Option<String>,
}

impl Input {
    /// As JavaScript hands it to `fetch`.
    #[must_use]
    pub const fn new(resource: JsValue, init: JsValue) -> Self {
        Self { resource, init, idempotency_key: None }
    }

    /// Sends this `Idempotency-Key` with every attempt, unless the request has one. It is the caller's word that the
    /// server honours it, so any failure may be retried.
    #[must_use]
    pub fn idempotency_key(mut self, key: &str) -> Self {
        self.idempotency_key = Some(key.to_owned());
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
    fn headers(&self) -> Result<Headers, JsValue> {
        let own = self.init("headers").or_else(|| self.request().map(|request| request.headers().into()));
        Headers::new_with_headers(own.unwrap_or_else(|| Object::new().into()).unchecked_ref())
    }

    pub(super) fn has_idempotency_key(&self) -> bool {
        self.headers().is_ok_and(|headers| headers.has("idempotency-key").unwrap_or(false))
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

    /// The model that a JSON body asks for, if it stands in its first 4 KiB.
    pub(super) fn model(&self) -> Option<String> {
        let body = self.init("body")?.as_string()?;
        let head: String = body.chars().take(4096).collect();
        let (_, rest) = head.split_once("\"model\"")?;
        let value = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        let (model, _) = value.split_once('"')?;
        (!model.is_empty()).then(|| model.to_owned())
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
