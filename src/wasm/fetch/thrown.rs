//! What a thrown value tells: the name, the code and the message of each link of its chain.

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};

use super::js::{property, string_of};
use crate::failure::{Failure, Thrown};

const MAX_DEPTH: usize = 8;
const MAX_LINKS: usize = 32;

/// The most of one link's message that is read, in characters.
const MAX_MESSAGE: usize = 64 * 1024;

/// Name, code and message of each link, outermost first.
pub(super) struct Chain(Vec<[String; 3]>);

impl Chain {
    /// Follows `cause`, `lastError` and `errors`.
    pub(super) fn of(error: &JsValue) -> Self {
        let mut links = Vec::new();
        visit(error, 0, &mut links);
        Self(links)
    }

    pub(super) fn failure(&self) -> Failure<'_> {
        self.0
            .iter()
            .fold(Failure::new(), |failure, [name, code, message]| failure.thrown(Thrown { name, code, message }))
    }
}

fn visit(value: &JsValue, depth: usize, links: &mut Vec<[String; 3]>) {
    if value.is_undefined() || value.is_null() || depth == MAX_DEPTH || links.len() == MAX_LINKS {
        return;
    }
    if let Some(text) = value.as_string() {
        links.push([String::new(), String::new(), cut(&text)]);
        return;
    }
    let text = |name: &str| property(value, name).as_string().unwrap_or_default();
    let code = property(value, "code");
    let number = || code.as_f64().map(|_| string_of(&code));
    links.push([text("name"), code.as_string().or_else(number).unwrap_or_default(), cut(&text("message"))]);
    for name in ["cause", "lastError"] {
        visit(&property(value, name), depth + 1, links);
    }
    if let Some(errors) = property(value, "errors").dyn_ref::<Array>() {
        let count = errors.length().min(MAX_LINKS as u32);
        (0..count).for_each(|at| visit(&errors.get(at), depth + 1, links));
    }
}

fn cut(message: &str) -> String {
    message.chars().take(MAX_MESSAGE).collect()
}
