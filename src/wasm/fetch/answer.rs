//! A failed response: read as far as judging needs, and handed back as if nobody had read it.

use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, Headers, ReadableStream, ReadableStreamDefaultReader, Response, ResponseInit};

use super::drive::same;
use super::js::property;
use super::runtime::{Ended, Later, forget, within};

/// A response of which the beginning was read, from a clone: the response itself stays whole.
pub(super) struct Answer {
    response: Response,
    reader: Option<ReadableStreamDefaultReader>,
    kept: Vec<Uint8Array>,
    /// What was read of the body.
    pub(super) text: String,
    /// Whether there is more of it.
    pub(super) cut: bool,
    released: bool,
}

impl Answer {
    /// Reads until the body ends, `max_bytes` are there, or the timer ends; `None` where the signal is aborted.
    pub(super) async fn read(
        response: Response,
        max_bytes: usize,
        timer: Later<()>,
        signal: Option<&AbortSignal>,
    ) -> Option<Self> {
        let reader = reader_of(&response);
        let mut answer = Self { response, reader, kept: Vec::new(), text: String::new(), cut: false, released: false };
        let mut bytes = Vec::new();
        if let Some(reader) = answer.reader.clone() {
            let mut work = Box::pin(read(&reader, max_bytes, &mut answer.kept, &mut bytes));
            let ended = within(&mut work, Some(timer), signal).await;
            drop(work);
            match ended {
                Ended::Done(whole) => answer.cut = !whole,
                Ended::TimeUp => answer.cut = true,
                Ended::Aborted => {
                    answer.release();
                    return None;
                }
            }
            forget(reader.cancel());
        }
        answer.text = String::from_utf8_lossy(&bytes).into_owned();
        Some(answer)
    }

    pub(super) const fn response(&self) -> &Response {
        &self.response
    }

    /// Lets go of what was not read; what was stays here.
    pub(super) fn release(&mut self) {
        // Not awaited: cancelling may take as long as the server likes.
        self.reader.iter().for_each(|reader| forget(reader.cancel()));
        cancel_body(&self.response);
        self.released = true;
    }

    /// Whether the caller gets less than the whole body.
    pub(super) const fn is_cut(&self) -> bool {
        self.released && self.cut
    }

    /// The answer for the caller, with the marker for outer retriers where `mark` says so: whole, or as far as it was
    /// read before a wait.
    pub(super) fn give_back(&self, mark: bool) -> Response {
        // A status that no Response can be made with comes back as it is.
        let marked = mark && (400..600).contains(&self.response.status());
        if !marked && !self.released {
            return same(&self.response);
        }
        self.rebuilt(marked).unwrap_or_else(|_| same(&self.response))
    }

    fn rebuilt(&self, mark: bool) -> Result<Response, JsValue> {
        let headers = Headers::new_with_headers(&self.response.headers())?;
        if mark {
            headers.set("x-should-retry", "false")?;
        }
        let init = ResponseInit::new();
        init.set_status(self.response.status());
        init.set_status_text(&self.response.status_text());
        init.set_headers(&headers);
        let made = if self.released {
            let body = self.reader.as_ref().map(|_| joined(&self.kept));
            Response::new_with_opt_js_u8_array_and_init(body.as_ref(), &init)?
        } else {
            Response::new_with_opt_readable_stream_and_init(self.response.body().as_ref(), &init)?
        };
        for name in ["url", "redirected", "type"] {
            let own = Object::new();
            Reflect::set(&own, &"value".into(), &property(&self.response, name))?;
            Reflect::set(&own, &"configurable".into(), &JsValue::TRUE)?;
            Reflect::set(&own, &"enumerable".into(), &JsValue::TRUE)?;
            Reflect::define_property(&made, &name.into(), &own)?;
        }
        Ok(made)
    }
}

/// Reads into `kept` and, up to `max`, into `bytes`; whether that was all. A body that breaks off is judged by what came.
async fn read(
    reader: &ReadableStreamDefaultReader,
    max: usize,
    kept: &mut Vec<Uint8Array>,
    bytes: &mut Vec<u8>,
) -> bool {
    while bytes.len() < max {
        let Ok(step) = JsFuture::from(reader.read()).await else { return false };
        let Ok(chunk) = property(&step, "value").dyn_into::<Uint8Array>() else { return true };
        let room = max.saturating_sub(bytes.len()).min(chunk.length() as usize);
        bytes.extend(chunk.subarray(0, u32::try_from(room).unwrap_or(u32::MAX)).to_vec());
        kept.push(chunk);
    }
    false
}

/// A reader of a clone's body; none where there is no body, or none that can be read twice.
fn reader_of(response: &Response) -> Option<ReadableStreamDefaultReader> {
    let body = property(response.clone().ok()?.as_ref(), "body");
    ReadableStreamDefaultReader::new(body.dyn_ref::<ReadableStream>()?).ok()
}

/// Cancels a body that nobody will read.
pub(super) fn cancel_body(response: &JsValue) {
    if let Some(body) = property(response, "body").dyn_ref::<ReadableStream>() {
        forget(body.cancel());
    }
}

/// The headers in the order in which the platform tells them.
pub(super) fn headers_of(response: &JsValue) -> Vec<(String, String)> {
    let Ok(headers) = property(response, "headers").dyn_into::<Headers>() else { return Vec::new() };
    let pair = |pair: JsValue| {
        let pair: Array = pair.dyn_into().ok()?;
        pair.get(0).as_string().zip(pair.get(1).as_string())
    };
    Array::from(&headers).iter().filter_map(pair).collect()
}

fn joined(chunks: &[Uint8Array]) -> Uint8Array {
    let all = Uint8Array::new_with_length(chunks.iter().map(Uint8Array::length).fold(0, u32::saturating_add));
    let mut at = 0_u32;
    for chunk in chunks {
        all.set(chunk, at);
        at = at.saturating_add(chunk.length());
    }
    all
}
