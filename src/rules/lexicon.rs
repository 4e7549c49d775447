//! Words that steer the reading of a text, whoever wrote it.

use crate::hash::{hash, key_hash};

/// From here to the end of the sentence somebody sells, advises or supposes; nothing in it decides.
pub(crate) const MUTES: &str = any![
    // Supposed, not said.
    "upgrade",
    "unlock",
    "need more",
    "add # credits",
    "by adding a payment",
    "please add a payment",
    "to raise this limit",
    "to raise your",
    "to increase your",
    "to increase the",
    "can increase your",
    "may increase",
    "learn how to",
    "learn more",
    "contact sales",
    "contact us",
    "contact support",
    "please contact",
    "may also contact",
    "purchase",
    "subscribe to any",
    "start a free trial",
    "for higher",
    "for more information",
    "for more details",
    "for details",
    "refer to",
    "please visit",
    "please read",
    "check out",
    "read more",
    "for improved latency",
    "request a higher",
    "submit a quota increase",
    "please consider",
    "consider switching",
    "if",
    "unless",
    "once you",
    "until you",
    "in case",
    "even with",
    "e g",
    "please check",
    "possible",
    "possibly",
    "probably",
    "maybe",
    "perhaps",
    "might have",
    "may have",
    "switch to",
    "unlimited",
    "no daily limit",
    "no monthly limit",
    "no limit",
    "users get",
    "enjoy",
    "subscribe to",
    "read about",
    "plan includes",
    "see our",
    "support team",
    "here to help",
    "save #",
    "talk to our",
    "want higher",
    "open a ticket"
];

/// Fields whose value is, or repeats, what the caller sent or a model said, or is a mere id. Nothing below them counts.
pub(crate) const ECHOES: [u32; 22] = keys([
    "arguments",
    "completion",
    "config",
    "correlation_id",
    "content",
    "delta",
    "failed_generation",
    "generated_text",
    "input",
    "input_value",
    "inputs",
    "messages",
    "output_text",
    "prompt",
    "query",
    "request",
    "request_body",
    "request_id",
    "requestbodyvalues",
    "tool_calls",
    "trace_id",
    "user_input",
]);

/// Fields whose value names the kind of failure; `_`, `-` and case are ignored.
pub(crate) const CODE_FIELDS: [u32; 32] = keys([
    "code",
    "errorcode",
    "errcode",
    "type",
    "errortype",
    "status",
    "name",
    "reason",
    "error",
    "kind",
    "title",
    "domain",
    "subcode",
    "exception",
    "message",
    "errorname",
    "fault",
    "category",
    "detail",
    "result",
    "policyname",
    "ratelimittype",
    "internalcode",
    "statuscode",
    "errormessagecode",
    "faultstring",
    "limitsource",
    "xamznerrortype",
    "errorkey",
    "problem",
    "param",
    "quotaerror",
]);

/// Fields that hold an HTTP status; `_`, `-` and case are ignored.
pub(crate) const STATUS_FIELDS: [u32; 8] =
    keys(["status", "statuscode", "code", "httpcode", "httpstatus", "httpstatuscode", "errorcode", "responsestatus"]);

/// Codes that prove that nothing was sent (design, section 5).
pub(crate) const NEVER_SENT: &str = any![
    "ECONNREFUSED",
    "ConnectionRefused",
    "ENOTFOUND",
    "EAI_AGAIN",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "UND_ERR_CONNECT_TIMEOUT",
    "CERT_HAS_EXPIRED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "REFUSED_STREAM"
];

/// Codes of attempts that the server may have acted on. Among several errors, one of these leaves it open.
pub(crate) const MAYBE_SENT: &[&str] = &[
    "ECONNABORTED",
    "ECONNRESET",
    "EPIPE",
    "ESOCKETTIMEDOUT",
    "ETIMEDOUT",
    "ERR_STREAM_PREMATURE_CLOSE",
    "UND_ERR_BODY_TIMEOUT",
    "UND_ERR_HEADERS_TIMEOUT",
    "UND_ERR_SOCKET",
];

/// Providers that pass calls on to others.
pub(crate) const GATEWAYS: &str = any!["litellm", "openrouter", "portkey", "vercel"];

/// Phrases by which a failure speaks for one model.
pub(crate) const MODEL_MARKS: &str = any![
    "this model",
    "that model",
    "the model",
    "your model",
    "for model *",
    "and model *",
    "to model *",
    "base model",
    "selected model",
    "per model",
    "by model",
    "this deployment",
    "for deployment *",
    "for the deployment",
    "deployment over",
    "该模型",
    "此模型",
    "当前模型",
];

/// How a name with hyphens begins that is no model's.
pub(crate) const NO_MODELS: &str = any![
    "org", "project", "user", "key", "api", "account", "team", "tenant", "sub", "ip", "client", "us", "eu", "europe",
    "asia", "free", "non", "per", "read", "write"
];

/// Words that stand shortly before a status.
pub(crate) const STATUS_LEADS: [u32; 19] = words([
    "status",
    "code",
    "http",
    "https",
    "error",
    "rejected",
    "response",
    "statuscode",
    "exception",
    "returned",
    "responded",
    "got",
    "found",
    "denied",
    "exhausted",
    "unavailable",
    "unauthorized",
    "argument",
    "limited",
]);

/// First words of the reason phrases that follow a status (RFC 9110, section 15).
pub(crate) const STATUS_PHRASES: [u32; 23] = words([
    "too",
    "bad",
    "unauthorized",
    "payment",
    "forbidden",
    "not",
    "method",
    "request",
    "conflict",
    "gone",
    "content",
    "unprocessable",
    "authorization",
    "internal",
    "service",
    "gateway",
    "error",
    "client",
    "server",
    "payload",
    "precondition",
    "locked",
    "ok",
]);

/// Names of fields as their hashes.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn keys<const N: usize>(names: [&str; N]) -> [u32; N] {
    let mut hashes = [0; N];
    let mut at = 0;
    while at < N {
        hashes[at] = key_hash(names[at]);
        at += 1;
    }
    hashes
}

/// Words as their hashes.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn words<const N: usize>(words: [&str; N]) -> [u32; N] {
    let mut hashes = [0; N];
    let mut at = 0;
    while at < N {
        hashes[at] = hash(words[at].as_bytes());
        at += 1;
    }
    hashes
}
