//! What one event means, in the forms in which the providers write them.

use super::json::{is_empty, member, members, text};
use crate::cut;

/// What an event means for the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// It says nothing yet.
    Opening,
    Content,
    /// The stream is complete.
    Closing,
    Error,
}

/// Whether the end of a stream is marked, by the form of its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Chat completions: some providers mark it.
    Chat,
    /// Every stream that begins like this does.
    Marked,
    Other,
}

/// Types of events that open a stream or keep it alive: Anthropic's, then those of OpenAI's Responses.
const OPENING: [&str; 6] =
    ["message_start", "ping", "response.created", "response.in_progress", "response.queued", "keepalive"];

/// Those that close one.
const CLOSING: [&str; 3] = ["message_stop", "response.completed", "response.incomplete"];

/// Those that say that it failed.
const FAILING: [&str; 2] = ["error", "response.failed"];

/// Those that open a stream which always says when it is complete.
const MARKED: [&str; 2] = ["message_start", "response.created"];

/// What closes a stream of chat completions.
const DONE: &[u8] = b"[DONE]";

/// Providers whose documentation ends a stream of chat completions with [`DONE`], and Anthropic, who has types for it.
const ENDS: [&str; 7] = ["anthropic", "azure-openai", "deepseek", "groq", "mistral", "openai", "openrouter"];

/// Whether this provider says of every stream when it is complete.
pub(super) fn marks_ends(provider: &str) -> bool {
    ENDS.contains(&provider)
}

/// What an event means that has this name and this data.
///
/// An error stands in `error`, in Groq's `x_groq.error` or in OpenRouter's `choices[].error`. That of JSON-RPC is the answer
/// to one of many requests.
pub(super) fn read(name: &[u8], data: &[u8]) -> (Meaning, Form) {
    let (mut kind, mut failed, mut rpc, mut chat, mut said) = (&b""[..], false, false, false, false);
    for (key, value) in members(data) {
        match key {
            b"type" => kind = text(value),
            b"error" => failed |= !is_empty(value),
            b"x_groq" => failed |= !is_empty(member(value, "error")),
            b"jsonrpc" => rpc = true,
            b"choices" if value.starts_with(b"[") => {
                chat = true;
                for (key, value) in members(value).flat_map(|(_, choice)| members(choice)) {
                    match key {
                        b"error" => failed |= !is_empty(value),
                        b"finish_reason" => said |= !is_empty(value),
                        // More than whose turn it is.
                        b"delta" => said |= members(value).any(|(key, value)| key != b"role" && !is_empty(value)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    let is = |types: &[&str]| types.iter().any(|one| [name, kind].contains(&one.as_bytes()));
    let meaning = if is(&FAILING) || failed && !rpc {
        Meaning::Error
    } else if data == DONE || is(&CLOSING) {
        Meaning::Closing
    } else if data.is_empty() || is(&OPENING) || chat && !said {
        Meaning::Opening
    } else {
        Meaning::Content
    };
    let form = match chat {
        _ if is(&MARKED) => Form::Marked,
        true => Form::Chat,
        false => Form::Other,
    };
    (meaning, form)
}

/// What of a failed event is judged: all, save where the error is a small part of an answer that repeats instructions and
/// output, as it is in `response.failed`.
pub(super) fn judged(data: &[u8]) -> String {
    let error = member(member(data, "response"), "error");
    if is_empty(error) { decoded(data) } else { cut::joined(&["{\"error\":", &decoded(error), "}"]) }
}

/// Bytes as text. From where they are not UTF-8 on, only ASCII is kept; the standard library's way costs a kilobyte.
fn decoded(bytes: &[u8]) -> String {
    let valid = str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    let (valid, rest) = bytes.split_at_checked(valid).unwrap_or_default();
    let mut text = str::from_utf8(valid).unwrap_or_default().to_owned();
    text.extend(rest.iter().map(|&byte| if byte.is_ascii() { char::from(byte) } else { char::REPLACEMENT_CHARACTER }));
    text
}

#[cfg(test)]
mod tests {
    use super::Form::{Chat, Marked, Other};
    use super::Meaning::{Closing, Content, Error, Opening};
    use super::*;

    #[test]
    fn events_mean_what_their_providers_mean() {
        for (name, data, meaning, form) in [
            // Anthropic.
            ("message_start", r#"{"type":"message_start","message":{"content":[]}}"#, Opening, Marked),
            ("ping", r#"{"type": "ping"}"#, Opening, Other),
            ("content_block_start", r#"{"type":"content_block_start","index":0}"#, Content, Other),
            ("message_stop", r#"{"type":"message_stop"}"#, Closing, Other),
            ("error", r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, Error, Other),
            // Responses; the second as it comes where names are left out.
            ("response.created", r#"{"type":"response.created","response":{"error":null}}"#, Opening, Marked),
            ("", r#"{"type":"response.queued"}"#, Opening, Other),
            ("response.in_progress", r#"{"type":"response.in_progress"}"#, Opening, Other),
            ("", r#"{"type":"response.output_text.delta","delta":"error"}"#, Content, Other),
            ("", r#"{"type":"response.completed"}"#, Closing, Other),
            ("", r#"{"type":"response.failed","response":{"error":{"code":"server_error"}}}"#, Error, Other),
            ("error", r#"{"type":"error","code":"server_error","message":"x","param":null}"#, Error, Other),
            // Chat completions, also Azure's first event, OpenRouter's and Groq's errors.
            ("", r#"{"choices":[{"delta":{"role":"assistant","content":""},"finish_reason":null}]}"#, Opening, Chat),
            ("", r#"{"choices":[{"delta":{"role":"assistant","content":null,"tool_calls":[]}}]}"#, Opening, Chat),
            ("", r#"{"choices":[],"prompt_filter_results":[{"prompt_index":0}]}"#, Opening, Chat),
            ("", r#"{"choices":[{"delta":{"reasoning_content":"hm"}}]}"#, Content, Chat),
            ("", r#"{"choices":[{"delta":{}},{"delta":{"content":" "}}]}"#, Content, Chat),
            ("", r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#, Content, Chat),
            ("", "[DONE]", Closing, Other),
            ("", r#"{"error":{"message":"x","type":"server_error"}}"#, Error, Other),
            ("", r#"{"error":"over capacity"}"#, Error, Other),
            ("", r#"{"id":"1","error":{"code":502},"choices":[{"delta":{"content":""}}]}"#, Error, Chat),
            ("", r#"{"choices":[{"error":{"code":502},"delta":{"content":"a"}}]}"#, Error, Chat),
            ("", r#"{"choices":[],"x_groq":{"id":"r","error":"over_capacity"}}"#, Error, Chat),
            // Gemini, DashScope.
            ("", r#"{"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"}}]}"#, Content, Other),
            ("", r#"{"error":{"code":503,"status":"UNAVAILABLE"}}"#, Error, Other),
            ("result", r#"{"output":{"text":"a"},"request_id":"r"}"#, Content, Other),
            ("error", r#"{"code":"Throttling.RateQuota","message":"x"}"#, Error, Other),
            // No errors.
            ("", r#"{"error":null,"text":"a"}"#, Content, Other),
            ("", r#"{"error":{},"text":"a"}"#, Content, Other),
            ("", r#"{"text":"{\"error\":{\"code\":1}}"}"#, Content, Other),
            ("", r#"{"item":{"error":{"code":1}}}"#, Content, Other),
            ("message", r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601}}"#, Content, Other),
            ("", "plain text about an error", Content, Other),
            ("", "", Opening, Other),
        ] {
            assert_eq!(read(name.as_bytes(), data.as_bytes()), (meaning, form), "{name} {data}");
        }
    }

    #[test]
    fn of_a_failed_response_the_error_is_judged_and_not_what_it_repeats() {
        let failed =
            br#"{"type":"response.failed","response":{"instructions":"per day","error":{"code":"x"},"output":[]}}"#;
        assert_eq!(judged(failed), r#"{"error":{"code":"x"}}"#);
        assert_eq!(judged(br#"{"type":"error","error":{"code":"x"}}"#), r#"{"type":"error","error":{"code":"x"}}"#);
        assert_eq!(judged(b"caf\xC3\xA9 caf\xE9 \"x\": \xC3"), "café caf\u{FFFD} \"x\": \u{FFFD}");
    }
}
