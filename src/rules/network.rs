//! What runtimes and HTTP clients throw when no response came: Node, undici, axios, got, Deno, Bun, browsers, Workers,
//! Python, Go.

use super::Cond::{Code, Not, Said, Thrown};
use super::Rank::{Broad, Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const NODE: &str = "nodejs.org/api/errors.html#common-system-errors";
const UNDICI: &str = "undici.nodejs.org/#/docs/api/Errors";
const DOM: &str = "webidl.spec.whatwg.org/#idl-DOMException-error-names";
const DAY: &str = "2026-11-30";

pub(crate) const NETWORK: Provider = Provider::generic("network", RULES);

const RULES: &[Rule] = &[
    rule("network/bad-url", Narrow, R::BadRequest, &[Code(&["ERR_INVALID_URL", "ERR_UNSUPPORTED_PROTOCOL", "ERR_BAD_OPTION"])])
        .known("the address cannot be requested at all", NODE, DAY),
    rule(
        "network/certificate",
        Narrow,
        R::BadRequest,
        &[Code(&[
            "CERT_HAS_EXPIRED",
            "DEPTH_ZERO_SELF_SIGNED_CERT",
            "SELF_SIGNED_CERT_IN_CHAIN",
            "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
            "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
            "ERR_TLS_CERT_ALTNAME_INVALID",
            "CERTIFICATE_VERIFY_FAILED",
            "ERR_CERT_AUTHORITY_INVALID",
            "ERR_CERT_DATE_INVALID",
        ])],
    )
    .scope(Scope::Service)
    .known("a certificate stays wrong until somebody replaces it", "nodejs.org/api/tls.html#x509-certificate-error-codes", DAY),
    rule("network/canceled-code", Narrow, R::Aborted, &[Code(&["ERR_CANCELED", "ABORT_ERR"])])
        .known("the caller cancelled", "axios-http.com/docs/cancellation", DAY),
    rule(
        "network/timeout-code",
        Narrow,
        R::Timeout,
        &[Code(&[
            "ETIMEDOUT",
            "ESOCKETTIMEDOUT",
            "ECONNABORTED",
            "UND_ERR_CONNECT_TIMEOUT",
            "UND_ERR_HEADERS_TIMEOUT",
            "UND_ERR_BODY_TIMEOUT",
            "ERR_HTTP_REQUEST_TIMEOUT",
        ])],
    )
    .known("no answer in time", UNDICI, DAY),
    rule(
        "network/code",
        Narrow,
        R::Network,
        &[Code(&[
            "ECONNRESET",
            "ECONNREFUSED",
            "EPIPE",
            "ENETUNREACH",
            "ENETDOWN",
            "EHOSTUNREACH",
            "EHOSTDOWN",
            "ENOTFOUND",
            "EAI_AGAIN",
            "EAI_FAIL",
            "UND_ERR_SOCKET",
            "UND_ERR_CLOSED",
            "ConnectionRefused",
            "ConnectionClosed",
            "ConnectionReset",
            "FailedToOpenSocket",
            "ERR_NETWORK",
            "ERR_INTERNET_DISCONNECTED",
            "ERR_CONNECTION_REFUSED",
            "ERR_CONNECTION_RESET",
            "ERR_CONNECTION_CLOSED",
            "ERR_NAME_NOT_RESOLVED",
            "ERR_NETWORK_CHANGED",
            "ERR_EMPTY_RESPONSE",
            "ERR_HTTP2_STREAM_ERROR",
            "ERR_STREAM_PREMATURE_CLOSE",
            "HPE_INVALID_CONSTANT",
            "HPE_INVALID_HEADER_TOKEN",
            "HPE_HEADER_OVERFLOW",
            "REFUSED_STREAM",
            "NGHTTP2_REFUSED_STREAM",
        ])],
    )
    .known("the connection failed or was never made", NODE, DAY),
    rule("network/abort-error", Phrase, R::Aborted, &[
        Thrown(&["AbortError", "APIUserAbortError", "CanceledError", "CancelledError"]),
        Not(&["due to timeout", "timed out", "deadline"]),
    ])
    .known("the caller aborted", DOM, DAY),
    rule("network/timeout-error", Phrase, R::Timeout, &[
        Thrown(&["TimeoutError", "APITimeoutError", "APIConnectionTimeoutError", "ConnectTimeoutError", "HeadersTimeoutError", "BodyTimeoutError"]),
    ])
    .known("no answer in time", DOM, DAY),
    rule("network/aborted", Phrase, R::Aborted, &[
        Said(&[
            "operation was aborted", "request was aborted", "signal is aborted", "user aborted", "aborted by user",
            "AbortError", "CanceledError", "context canceled", "request was canceled", "request was cancelled",
        ]),
        Not(&["due to timeout", "timed out", "deadline exceeded"]),
    ])
    .known("the caller aborted", DOM, DAY),
    rule("network/bad-url-text", Phrase, R::BadRequest, &[
        Said(&[
            "failed to parse URL", "unknown scheme", "bad port", "Invalid URL", "unsupported protocol", "MissingSchema",
            "no scheme supplied", "no host supplied", "InvalidURL", "UnsupportedProtocol", "unsupported protocol scheme",
        ]),
    ])
    .known("the address cannot be requested at all", UNDICI, DAY),
    rule("network/certificate-text", Phrase, R::BadRequest, &[
        Said(&[
            "certificate has expired", "self signed certificate", "certificate verify failed", "unable to verify the first certificate",
            "hostname ip does not match certificate", "certificate is not trusted", "certificate signed by unknown authority",
            "unable to get local issuer certificate", "invalid peer certificate", "certificate is not valid",
        ]),
    ])
    .scope(Scope::Service)
    .known("a certificate stays wrong until somebody replaces it", "docs.python-requests.org/en/latest/user/advanced/#ssl-cert-verification", DAY),
    rule("network/too-many-subrequests", Phrase, R::PlanLimit, &[Said(&["too many subrequests"])])
        .scope(Scope::Account)
        .known("the invocation has used up its subrequests", "developers.cloudflare.com/workers/platform/limits/#subrequests", DAY),
    rule("network/workers-internal", Phrase, R::ServerError, &[Said(&["internal error reference"])])
        .known("the Workers runtime failed", "developers.cloudflare.com/workers/observability/errors", DAY),
    rule("network/timeout", Broad, R::Timeout, &[
        Said(&[
            "request timed out", "connection timed out", "operation timed out", "read timed out", "connect timed out", "timed out",
            "ReadTimeout", "ConnectTimeout", "WriteTimeout", "PoolTimeout", "timeout error", "timeout of #", "timeout awaiting", "timeout exceeded",
            "due to timeout", "connect timeout", "request timeout", "headers timeout", "body timeout", "socket timeout", "i o timeout",
            "deadline exceeded", "context deadline", "gateway timeout", "Gateway Time out", "timeout while", "tiempo de espera agotado",
            "请求超时", "连接超时", "超时", "タイムアウト", "Zeitüberschreitung",
        ]),
    ])
    .known("no answer in time", "docs.python-requests.org/en/latest/api/#requests.Timeout", DAY),
    rule("network/text", Broad, R::Network, &[
        Said(&[
            "socket hang up", "fetch failed", "Failed to fetch", "Load failed", "Network Error", "NetworkError when attempting",
            "Network request failed", "network connection was lost", "Network connection lost", "connection appears to be offline",
            "Connection error", "APIConnectionError", "connection reset", "connection refused", "connection aborted", "connection was closed",
            "connection closed", "socket connection was closed", "Unable to connect", "typo in the url or port", "error sending request",
            "dns error", "client error Connect", "other side closed", "name resolution", "NameResolutionError", "NewConnectionError",
            "failed to establish a new connection", "RemoteDisconnected", "remote end closed connection", "ChunkedEncodingError",
            "ConnectError", "ConnectionError", "ProxyError", "name or service not known", "no such host", "broken pipe",
            "server disconnected", "premature close", "network is unreachable", "no route to host", "unexpected eof", "peer closed connection",
            "incomplete chunked read", "could not resolve host", "failed to connect", "empty reply from server", "error reading a body",
            "request or response body error", "stream error", "connection lost", "network changed", "network failure", "unable to resolve host",
            "RemoteProtocolError", "IncompleteRead", "connection error while", "terminated",
        ]),
    ])
    .known("the connection failed", "developer.mozilla.org/en-US/docs/Web/API/Window/fetch#exceptions", DAY),
];
