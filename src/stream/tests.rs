//! The reader, however a stream is cut and written.

use super::*;

const OPENING: &str = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"content\":[]}}\n\n";
const CONTENT: &str =
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":{\"text\":\"dürüm 🥙\"}}\n\n";
const ERROR: &str = "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n";
const STOP: &str = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";

const SAID: &str = r#"{"type":"error","error":{"type":"overloaded_error"}}"#;

/// What a reader says of a stream that comes in these pieces: where in the whole the bytes before an error end, whether
/// there was content, how it ended.
fn told<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> (Option<usize>, bool, End) {
    let mut reader = Reader::new("");
    let mut passed = 0;
    for piece in pieces {
        if let Some(at) = reader.read(piece) {
            return (Some(passed + at), reader.has_content(), reader.end());
        }
        passed += piece.len();
    }
    (None, reader.has_content(), reader.end())
}

/// The same in two pieces, cut everywhere, and byte by byte.
fn cut_everywhere(stream: &str) -> Vec<(Option<usize>, bool, End)> {
    let bytes = stream.as_bytes();
    let mut all: Vec<_> = (0..=bytes.len()).map(|at| told([&bytes[..at], &bytes[at..]])).collect();
    all.push(told(bytes.chunks(1)));
    all
}

#[test]
fn an_error_is_found_wherever_the_stream_is_cut() {
    for before in [String::new(), OPENING.to_owned(), [OPENING, CONTENT].concat(), ": a comment\n\n".to_owned()] {
        let content = before.contains("dürüm");
        for seen in cut_everywhere(&[&before, ERROR, CONTENT].concat()) {
            let (at, said, end) = seen;
            assert_eq!((said, end), (content, End::Error));
            // All that stands before the error goes on, and of the error itself at most what had come before its last piece.
            assert!((before.len()..before.len() + ERROR.len()).contains(&at.unwrap()), "{at:?}");
        }
        assert_eq!(told([[&before, ERROR, CONTENT].concat().as_bytes()]).0, Some(before.len()));
    }
}

#[test]
fn lines_end_as_they_like() {
    for end in ["\n", "\r\n", "\r"] {
        let write = |text: &str| text.replace('\n', end);
        let before = write(&[OPENING, CONTENT].concat());
        for (at, content, ended) in cut_everywhere(&[before.as_str(), &write(ERROR)].concat()) {
            assert_eq!((content, ended), (true, End::Error), "{end:?}");
            assert!(at.is_none_or(|at| at >= before.len()), "{end:?} {at:?}");
        }
        for seen in cut_everywhere(&write(&[OPENING, CONTENT, STOP].concat())) {
            assert_eq!(seen, (None, true, End::Complete), "{end:?}");
        }
    }
}

#[test]
fn a_line_feed_behind_a_return_belongs_to_the_event_before() {
    let mut reader = Reader::new("");
    assert_eq!(reader.read(b"data: a\r\n\r"), None);
    assert_eq!(reader.read(b"\ndata: {\"error\":{\"code\":1}}\r\n\r"), Some(1));
    assert_eq!(reader.error(), Some(r#"{"error":{"code":1}}"#));
}

#[test]
fn what_the_standard_allows_is_read() {
    for stream in [
        "\u{FEFF}data: {\"error\":{\"code\":1}}\n\n",
        "data:{\"error\":{\"code\":1}}\n\n",
        "id: 7\nretry: 100\n: comment\nevent: message\ndata: {\"error\":{\"code\":1}}\n\n",
        "data: {\"error\":\ndata: {\"code\":\ndata:1}}\n\n",
        "event: error\ndata: plain\n\n",
        "event: error\n\n",
        "event: ping\nevent: error\ndata: plain\n\n",
        // Nothing ends the event but the stream.
        "data: {\"error\":{\"code\":1}}\n",
        "data: {\"error\":{\"code\":1}}",
        // No event at all.
        "{\"error\":{\"code\":503,\"message\":\"x\"}}",
        "{\n  \"error\": {\n    \"code\": 503\n  }\n}\n",
        "data: {\"text\":\"a\"}\n\n{\n  \"error\": {\n    \"code\": 503\n  }\n}\n\n",
    ] {
        for (_, _, end) in cut_everywhere(stream) {
            assert_eq!(end, End::Error, "{stream:?}");
        }
    }
}

#[test]
fn what_only_looks_like_an_error_is_none() {
    for stream in [
        "event: errors\ndata: {\"text\":\"a\"}\n\n",
        " event: error\n\n",
        "eventx: error\n\n",
        ": event: error\n\n",
        "data: event: error\n\n",
        "data: {\"delta\":\"data: {\\\"error\\\":{\\\"code\\\":1}}\\n\\n\"}\n\n",
        "event: error\nevent: message\ndata: a\n\n",
    ] {
        for (at, _, end) in cut_everywhere(stream) {
            assert_eq!((at, end), (None, End::Complete), "{stream:?}");
        }
    }
}

#[test]
fn the_error_is_told_as_it_came() {
    let mut reader = Reader::new("");
    assert_eq!(reader.error(), None);
    assert_eq!(reader.read(ERROR.as_bytes()), Some(0));
    assert_eq!(reader.error(), Some(SAID));
    assert_eq!(reader.read(CONTENT.as_bytes()), Some(0), "nothing is read behind an error");
    assert!(!reader.has_content());
}

#[test]
fn an_event_of_any_length_is_content_and_its_beginning_is_read() {
    let long = "x".repeat(3 * MAX_EVENT);
    for stream in [
        format!("data: {{\"candidates\":[\"{long}\"]}}\n\n{ERROR}"),
        format!("data: {long}\ndata: {long}\n\n{ERROR}"),
        format!("event: {long}\n{long}: {long}\n\n{ERROR}"),
        format!("event: error\ndata: {{\"error\":{{\"message\":\"{long}\"}}}}\n\n"),
        format!("{{\"error\":{{\"message\":\"{long}"),
    ] {
        for size in [1, 7, 4096, stream.len()] {
            let (_, content, end) = told(stream.as_bytes().chunks(size));
            assert_eq!((content, end), (true, End::Error));
        }
    }
}

#[test]
fn an_opening_that_is_too_long_counts_as_content() {
    let mut reader = Reader::new("");
    let comments = ":\n".repeat(MAX_OPENING / 2);
    assert_eq!(reader.read(comments.as_bytes()), None);
    assert!(!reader.has_content());
    assert_eq!(reader.read(b":"), None);
    assert!(reader.has_content());
}

#[test]
fn a_stream_is_truncated_only_where_its_end_is_marked() {
    const CHAT: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";
    const DONE: &str = "data: [DONE]";
    const CREATED: &str = "data: {\"type\":\"response.created\"}\n\n";
    const INCOMPLETE: &str = "data: {\"type\":\"response.incomplete\"}\n\n";
    const OTHER: &str = "data: {\"type\":\"image_generation.completed\"}\n\n";
    for (provider, stream, end) in [
        ("", [OPENING, CONTENT].concat(), End::Truncated),
        ("", [OPENING, CONTENT, STOP].concat(), End::Complete),
        ("", CREATED.to_owned(), End::Truncated),
        ("", [CREATED, INCOMPLETE].concat(), End::Complete),
        ("openai", CHAT.to_owned(), End::Truncated),
        ("openai", [CHAT, DONE].concat(), End::Complete),
        ("", CHAT.to_owned(), End::Complete),
        ("gemini", CHAT.to_owned(), End::Complete),
        ("openai", OTHER.to_owned(), End::Complete),
        ("openai", ": comment\n\n".to_owned(), End::Truncated),
        ("openai", String::new(), End::Truncated),
        ("", String::new(), End::Complete),
    ] {
        let mut reader = Reader::new(provider);
        assert_eq!(reader.read(stream.as_bytes()), None);
        assert_eq!(reader.end(), end, "{provider} {stream}");
        assert_eq!(reader.end(), end, "the same twice");
    }
}
