//! Codes and sentences that only say limited, quota, invalid or forbidden. They never outrank what is narrower.

use super::Cond::{Also, Code, Not, Numbers, Said, StatusNotIn};
use super::Numbers::{ShortWaitStated, WaitStated};
use super::Rank::Broad;
use super::wording::LIMITED;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const LABELS: &str = "tests/cases/README.md";
const GRPC: &str = "grpc.io/docs/guides/status-codes";
const DAY: &str = "2026-11-30";

pub(crate) const BROAD: Provider = Provider::generic("broad", RULES);

const RULES: &[Rule] = &[
    rule("broad/quota-with-short-wait", Broad, R::RateLimit, &[Said(any!["exhausted"]), Numbers(ShortWaitStated)])
        .known("the server itself says that it clears within a minute", LABELS, DAY),
    rule("broad/payment-required", Broad, R::PaymentRequired, &[Said(any!["payment required"])]).known(
        "the reason phrase of a 402",
        "RFC 9110, section 15.5.3",
        DAY,
    ),
    rule(
        "broad/insufficient-quota",
        Broad,
        R::CreditBalance,
        &[Code(any!["insufficient_quota", "exceeded_current_quota_error", "insufficient_user_quota"])],
    )
    .known("the umbrella code for spent credit", "platform.openai.com/docs/guides/error-codes", DAY),
    rule("broad/current-quota", Broad, R::CreditBalance, &[Said(any!["exceeded your current quota"])]).known(
        "the sentence that OpenAI coined for spent credit",
        "platform.openai.com/docs/guides/error-codes",
        DAY,
    ),
    rule(
        "broad/quota-with-backoff",
        Broad,
        R::RateLimit,
        &[
            Said(any!["quota", "quotas"]),
            Also(any!["with backoff", "exponential backoff", "back off"]),
            Not(any!["your plan", "current plan"]),
        ],
    )
    .known(
        "who advises to back off speaks of a rate, and calls it a quota",
        "a public repository, code index file 2592599062",
        DAY,
    ),
    rule(
        "broad/quota-in-wrapper",
        Broad,
        R::UsageLimit,
        &[
            Said(any!["RateLimitError"]),
            Also(any!["quota", "quotas"]),
            Also(LIMITED),
            Not(any![
                "rate limit exceeded",
                "rate limit reached",
                "too many",
                "throttled",
                "throttling",
                "resource exhausted"
            ]),
        ],
    )
    .known("an SDK names every 429 after the rate limit; what it wraps speaks of a quota", LABELS, DAY),
    rule(
        "broad/rate-limit",
        Broad,
        R::RateLimit,
        &[
            StatusNotIn(402, 402),
            Said(any![
                "rate limit",
                "rate limits",
                "rate limited",
                "ratelimit",
                "ratelimited",
                "rate limiting",
                "rate exceeded",
                "too many requests",
                "throttled",
                "throttling",
                "throttle",
                "slow down",
                "flood",
                "too fast",
                "try again later after",
                "请求过多",
                "限流",
                "速率限制",
                "频率限制",
                "次数过多",
                "レート制限",
                "リクエストが多すぎ",
                "zu viele Anfragen",
                "demasiadas solicitudes",
                "muitas solicitações",
                "trop de requêtes",
                "being rate",
                "per window",
                "burst limit",
                "currently limited",
                "being limited",
                "temporarily limited",
                "limit is exceeded",
                "reached the limit",
                "temporarily blocked",
                "temporary lockout",
                "access rate",
                "too many 429",
                "too many times",
                "abuse detection",
                "enhance your calm"
            ]),
        ],
    )
    .known("limited, without a meter", LABELS, DAY),
    rule(
        "broad/rate-limit-code",
        Broad,
        R::RateLimit,
        &[Code(any![
            "rate_limit_exceeded",
            "rate_limit_error",
            "rate_limited",
            "RATE_LIMITED",
            "RATE_LIMIT",
            "rate_limit",
            "rateLimitExceeded",
            "userRateLimitExceeded",
            "TooManyRequests",
            "too_many_requests",
            "ThrottlingException",
            "Throttling",
            "RequestLimitExceeded",
            "RateLimitReached",
            "THROTTLED",
            "resource_exhausted",
            "RESOURCE_EXHAUSTED",
            "resource-exhausted",
            "ResourceExhausted",
            "RequestThrottled",
            "throttling_error",
            "rate_limit_reached_error",
            "ApplicationThrottled",
            "OVER_QUERY_LIMIT",
            "RateLimitExceeded",
            "REQUEST_LIMIT_EXCEEDED",
            "too-many-requests",
            "ratelimited",
            "ProvisionedThroughputExceededException",
            "ProvisionedThroughputExceeded",
            "TooManyRequestsException",
            "LimitExceededException",
            "BandwidthLimitExceeded",
            "model_cooldown"
        ])],
    )
    .known("limited, without a meter", LABELS, DAY),
    rule(
        "broad/quota",
        Broad,
        R::UsageLimit,
        &[
            Said(any![
                "quota",
                "配额",
                "额度",
                "plan limit",
                "plan limits",
                "plan s limit",
                "limit exceeded for your plan",
                "maximum usage",
                "Kontingent",
                "cuota"
            ]),
            Also(LIMITED),
        ],
    )
    .known("an allowance over an unstated window", LABELS, DAY),
    // A 400 or 422 blames the request and a 402 asks for money, whatever they call a limit.
    rule(
        "broad/limit",
        Broad,
        R::RateLimit,
        &[
            StatusNotIn(400, 400),
            StatusNotIn(402, 402),
            StatusNotIn(422, 422),
            Said(any![
                "limit reached",
                "limit exceeded",
                "limit has been reached",
                "limit was exceeded",
                "exceeded the limit",
                "exceeds the limit",
                "exceeded limit",
                "over the limit",
                "exceeded your limit",
                "limit has been exceeded",
                "reached the maximum",
                "超过限制",
                "达到上限",
                "已达上限"
            ]),
        ],
    )
    .known("limited, without a meter", LABELS, DAY),
    rule(
        "broad/unavailable",
        Broad,
        R::Overloaded,
        &[
            Said(any![
                "UNAVAILABLE",
                "unable to process your request",
                "unable to handle the request",
                "could not be completed at this time",
                "leader changed",
                "服务不可用",
                "暂时不可用",
                "サービスを利用できません",
                "nicht verfügbar",
                "no disponible",
                "indisponível",
                "maintenance"
            ]),
            Not(any!["quota"]),
        ],
    )
    .known("temporary overload or maintenance", "RFC 9110, section 15.6.4", DAY),
    rule(
        "broad/server",
        Broad,
        R::ServerError,
        &[
            Said(any![
                "internal error",
                "server had an error",
                "server error",
                "bad gateway",
                "backend error",
                "internal failure",
                "crashed",
                "engine failure",
                "unhandled exception",
                "malformed response",
                "server encountered an unexpected",
                "system encountered an unexpected",
                "something went wrong on our",
                "our end",
                "内部错误",
                "系统错误",
                "服务异常",
                "内部服务错误",
                "internal service error",
                "error occurred on the server",
                "upstream request failed",
                "error interno del servidor",
                "erro interno",
                "サーバーエラー"
            ]),
            Not(any!["forbidden", "permission", "invalid", "BadRequestError"]),
        ],
    )
    .known("the service failed", LABELS, DAY),
    rule(
        "broad/server-code",
        Broad,
        R::ServerError,
        &[
            Code(any![
                "server_error",
                "api_error",
                "internal_error",
                "internal_server_error",
                "InternalServerError",
                "INTERNAL",
                "InternalError",
                "InternalFailure",
                "backend_error"
            ]),
            Not(any!["forbidden", "permission", "invalid", "BadRequestError"]),
        ],
    )
    .known("the service failed", LABELS, DAY),
    rule(
        "broad/forbidden",
        Broad,
        R::Forbidden,
        &[
            Said(any![
                "permission denied",
                "access denied",
                "not authorized",
                "not authorised",
                "forbidden",
                "not allowed",
                "do not have access",
                "does not have access",
                "don t have access",
                "do not have permission",
                "does not have permission",
                "does not have authorization",
                "access was terminated",
                "access terminated",
                "insufficient permission",
                "insufficient permissions",
                "insufficient scope",
                "not permitted",
                "must be verified",
                "not enabled for",
                "has not been used in project",
                "is disabled",
                "has disabled",
                "access not configured",
                "SERVICE_DISABLED",
                "explicit deny",
                "no permission",
                "not have the required",
                "missing scope",
                "无权限",
                "没有权限",
                "权限不足",
                "拒绝访问",
                "無權限",
                "kein Zugriff",
                "acceso denegado",
                "acesso negado",
                "restricted access"
            ]),
            Not(any!["rate limit", "too many", "extra forbidden", "method not"]),
        ],
    )
    .known("the credential may not do this", LABELS, DAY),
    rule(
        "broad/forbidden-code",
        Broad,
        R::Forbidden,
        &[Code(any![
            "permission_error",
            "PERMISSION_DENIED",
            "AccessDenied",
            "AccessDeniedException",
            "forbidden",
            "insufficient_scope",
            "IAM_PERMISSION_DENIED",
            "insufficientPermissions"
        ])],
    )
    .known("the credential may not do this", LABELS, DAY),
    rule(
        "broad/unauthorized",
        Broad,
        R::Auth,
        &[
            Said(any![
                "unauthorized",
                "unauthorised",
                "AuthenticationError",
                "auth_error",
                "invalid_grant",
                "credentials"
            ]),
            Not(any!["rate limit", "too many"]),
        ],
    )
    .known("the credential is missing, wrong or expired", LABELS, DAY),
    rule("broad/grpc-server", Broad, R::ServerError, &[Said(any!["code Internal", "code DataLoss", "code Unknown"])])
        .known("gRPC's names for the server's own failures", GRPC, DAY),
    rule("broad/grpc-aborted", Broad, R::Aborted, &[Said(any!["code Canceled", "code Cancelled", "1 cancelled"])])
        .known("gRPC's name for a call that its caller gave up", GRPC, DAY),
    rule(
        "broad/grpc-conflict",
        Broad,
        R::Conflict,
        &[Said(any!["code AlreadyExists", "6 already exists", "code Aborted"])],
    )
    .known("gRPC's names for another change that came first", GRPC, DAY),
    rule(
        "broad/conflict",
        Broad,
        R::Conflict,
        &[Code(any![
            "conflict",
            "idempotency_key_in_use",
            "ConditionalCheckFailedException",
            "conflict_error",
            "Conflict",
            "CONFLICT",
            "ABORTED",
            "resource_conflict",
            "edit_conflict",
            "version_conflict",
            "VersionConflict",
            "write_conflict",
            "etag_mismatch"
        ])],
    )
    .known("another change came first", "RFC 9110, section 15.5.10", DAY),
    rule(
        "broad/not-found",
        Broad,
        R::NotFound,
        &[Code(any![
            "not_found",
            "not_found_error",
            "NOT_FOUND",
            "NotFound",
            "object_not_found",
            "NoSuchKey",
            "NoSuchBucket",
            "ResourceNotFound",
            "ResourceNotFoundException",
            "notFound",
            "resource_missing"
        ])],
    )
    .known("there is no such thing", "RFC 9110, section 15.5.5", DAY),
    rule(
        "broad/bad-request",
        Broad,
        R::BadRequest,
        &[
            Said(any![
                "invalid request",
                "validation failed",
                "should match pattern",
                "syntax error expected",
                "could not decode your",
                "cannot parse",
                "could not parse the request",
                "not a recognised",
                "not a recognized",
                "unknown field",
                "unknown parameter",
                "unexpected field",
                "InvalidArgument",
                "ValidationException",
                "ValidationError",
                "malformed",
                "unsupported value",
                "unsupported parameter",
                "missing required",
                "invalid parameter",
                "invalid value",
                "invalid json",
                "参数错误",
                "参数无效",
                "请求参数",
                "不合法",
                "invalid type for",
                "is not supported with this model",
                "unrecognized request argument",
                "is a required property",
                "parse the JSON body",
                "returned the following errors",
                "only be used with the same",
                "required parameter",
                "unimplemented",
                "failed precondition"
            ]),
            Not(any!["internal", "TypeValidationError"]),
        ],
    )
    .known("malformed or unsupported", LABELS, DAY),
    rule(
        "broad/not-yet",
        Broad,
        R::Overloaded,
        &[Numbers(WaitStated), Said(any!["not yet available", "not available yet", "not yet ready", "not ready"])],
    )
    .known("what is asked for is still being made, and nobody is limited", "discord/discord-api-docs", DAY),
    rule("broad/wait-stated", Broad, R::RateLimit, &[Numbers(WaitStated)]).known(
        "who names a time expects another try then",
        LABELS,
        DAY,
    ),
];
