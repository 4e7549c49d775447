//! Words that steer the reading of a text, whoever wrote it.

/// From here to the end of the sentence somebody sells or advises; nothing in it decides.
pub(crate) const ADVERTS: &[&str] = &[
    "upgrade",
    "to unlock",
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
];

/// From here to the end of the sentence something is supposed, not said.
pub(crate) const CONDITIONS: &[&str] = &["if", "unless", "once you", "in case", "even with", "e g", "please check"];

/// Fields whose value is, or repeats, what the caller sent. Nothing below them counts.
pub(crate) const ECHOES: &[&str] = &[
    "arguments",
    "content",
    "failed_generation",
    "generated_text",
    "input",
    "inputs",
    "messages",
    "prompt",
    "query",
    "request",
    "request_body",
    "requestbody",
    "input_value",
    "user_input",
    "config",
    "requestbodyvalues",
];

/// Fields whose value names the kind of failure, in lower case without `_` and `-`.
pub(crate) const CODE_FIELDS: &[&str] = &[
    "code", "errorcode", "errcode", "type", "errortype", "status", "name", "reason", "error", "kind", "title", "status",
    "errortype", "domain", "subcode", "exception", "message", "errorname", "fault", "category", "detail", "result",
    "policyname", "ratelimittype", "internalcode", "statuscode", "errormessagecode", "faultstring", "limitsource",
    "xamznerrortype", "errorkey", "problem", "param", "quotaerror",
];

/// Fields that hold an HTTP status, in lower case without `_` and `-`.
pub(crate) const STATUS_FIELDS: &[&str] =
    &["status", "statuscode", "code", "httpcode", "httpstatus", "httpstatuscode", "errorcode", "responsestatus"];

/// Codes that prove that nothing was sent (design, section 5).
pub(crate) const NEVER_SENT: &[&str] = &[
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
    "REFUSED_STREAM",
    "NGHTTP2_REFUSED_STREAM",
];

/// Phrases by which a failure speaks for one model.
pub(crate) const MODEL_MARKS: &[&str] = &[
    "this model",
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
    "该模型",
    "此模型",
    "当前模型",
];

/// Words that stand shortly before a status.
pub(crate) const STATUS_LEADS: &[&str] =
    &["status", "code", "http", "https", "error", "rejected", "response", "statuscode", "exception", "returned"];

/// First words of the reason phrases that follow a status (RFC 9110, section 15).
pub(crate) const STATUS_PHRASES: &[&str] = &[
    "too", "bad", "unauthorized", "payment", "forbidden", "not", "method", "request", "conflict", "gone", "content",
    "unprocessable", "internal", "service", "gateway", "error", "client", "server",
];
