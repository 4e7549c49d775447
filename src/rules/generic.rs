//! Wording that means the same whoever sends it: the providers that have no table, and gateways in front of those that
//! have one. Order matters within a rank.

use super::Cond::{Also, Code, Field, Not, Numbers, Said, Status};
use super::Numbers::{
    EmptyMeterOver, EmptyRequestMeter, EmptyTokenMeter, RequestedOverLimit, ShortWaitStated, WaitStated,
};
use super::Rank::{Broad, Code as Narrow, Meter, Phrase, Window};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const LABELS: &str = "tests/cases/README.md";
const DAY: &str = "2026-11-30";

pub(crate) const GENERIC: Provider = Provider::generic("generic", RULES);

/// Words that make a window a limit.
const LIMITED: &[&str] = &[
    "limit", "limits", "limited", "limitation", "quota", "quotas", "exceeded", "exceeds", "exceed", "exceeding", "reached", "exhausted", "allowance",
    "allocation", "used up", "cap", "ran out", "run out", "throttled", "too many", "maximum", "rate", "hit your", "配额", "上限", "限额", "限制", "额度", "用完", "超出",
    "超过", "用尽", "制限", "上限", "límite", "limite", "Limit", "Kontingent", "überschritten", "excedido",
];

const REQUESTS: &[&str] =
    &["requests", "request", "calls", "call", "queries", "query", "rpm", "rps", "qps", "qpm", "messages", "hits", "请求", "调用", "solicitudes", "requisições", "Anfragen", "リクエスト"];

const TOKENS: &[&str] = &["tokens", "token", "tpm", "令牌", "トークン"];

/// A window of up to an hour.
const SHORT: &[&str] = &[
    "per minute", "per min", "per second", "per sec", "per s", "per hour", "per hr", "per # seconds", "per # second", "per # minutes", "per # minute", "per #", "every # seconds",
    "every minute", "each minute", "each second", "a minute", "a second", "an hour", "in a minute", "minute rate limit", "minute limit", "minute window", "minute quota", "second limit", "one minute",
    "hourly", "secondly", "minutely", "this minute", "this hour", "last minute", "last hour", "每分钟", "每秒", "每小时", "分钟", "pro Minute", "pro Sekunde", "por minuto", "por segundo", "por hora",
    "1分あたり", "毎分", "毎秒", "na minutę",
];

const DAILY: &[&str] = &[
    "per day", "daily", "a day", "per 24 hours", "per 24h", "24 hour", "24 hours", "per 86400s", "per 86400 seconds", "rpd", "tpd", "by day", "for today", "today s", "today", "each day", "every day",
    "day limit", "day quota", "one day", "每天", "每日", "今日", "今天", "当日", "当天", "1日", "本日", "pro Tag", "täglich", "tägliche", "tägliches", "Tageslimit", "por día", "diario", "diaria", "por dia", "diário", "diária", "PerDay",
];

const MONTHLY: &[&str] = &[
    "per month", "monthly", "a month", "this month", "current month", "for the month", "each month", "every month", "calendar month", "month limit", "month quota", "每月", "本月", "月度", "当月",
    "pro Monat", "monatlich", "monatliche", "monatliches", "mensual", "por mes", "mensal", "por mês", "今月", "毎月", "per 30 days", "30 days", "billing period", "billing cycle", "current billing",
];

const RULES: &[Rule] = &[
    // A limit of zero, in fields.
    rule("generic/zero-quota-field", Narrow, R::PlanLimit, &[
        Field(&[("quota_limit_value", "0"), ("quotaValue", "0"), ("quota_value", "0")]),
    ])
    .known("a ceiling of zero is not refilled by time", LABELS, DAY),
    rule("generic/credit-code", Narrow, R::CreditBalance, &[
        Code(&[
            "credit_balance_exhausted", "insufficient_credits", "insufficient_credit", "insufficient_balance", "insufficient_funds", "InsufficientBalance", "INSUFFICIENT_BALANCE",
            "INSUFFICIENT_CREDITS", "INSUFFICIENT_FUNDS", "not_enough_credits", "out_of_credits", "no_credits", "credits_exhausted", "credit_exhausted", "credits_depleted", "balance_exhausted",
            "balance_not_enough", "balance_insufficient", "credit_limit_reached", "credit_limit_exceeded", "insufficient_user_quota", "Arrearage", "insufficient_account_balance", "InsufficientBalanceError",
            "ResourcePackExhausted", "FailedOperation.ResourcePackExhausted", "insufficient_g1_credits_balance",
        ]),
    ])
    .known("prepaid credit is gone", LABELS, DAY),
    rule("generic/spend-code", Narrow, R::SpendCap, &[
        Code(&[
            "spend_limit_exceeded", "spend_limit_reached", "spending_limit_exceeded", "spending_limit_reached", "spend_cap_reached", "spend_cap_exceeded", "budget_exceeded", "ExceededBudget",
            "ExceededTokenBudget", "BudgetExceededError", "billing_hard_limit_reached", "billing_limit_reached", "billing_limit_exceeded", "monthly_spend_limit_reached", "cost_limit_exceeded",
            "enforced_spend_limit_reached", "project_spend_limit_exceeded", "organization_spend_limit_exceeded",
        ]),
    ])
    .known("a limit on money is reached", LABELS, DAY),
    rule("generic/payment-code", Narrow, R::PaymentRequired, &[
        Code(&[
            "payment_required", "PAYMENT_REQUIRED", "billing_error", "billing_disabled", "BILLING_DISABLED", "billing_not_enabled", "payment_method_required", "INVALID_PAYMENT_INSTRUMENT",
            "billing_required", "no_payment_method", "payment_failed", "subscription_required", "billingNotEnabled",
        ]),
        Not(CREDIT),
    ])
    .known("billing is off or there is no means of payment", LABELS, DAY),
    rule("generic/suspended-code", Narrow, R::AccountSuspended, &[
        Code(&["account_suspended", "billing_not_active", "account_overdue", "AccountOverdueError", "AccountOverdue", "account_past_due", "account_inactive"]),
    ])
    .known("the account itself is suspended for billing", LABELS, DAY),
    rule("generic/day-code", Narrow, R::DailyQuota, &[
        Code(&[
            "daily_limit_exceeded", "daily_limit_reached", "daily_quota_exceeded", "dailyLimitExceeded", "dailyLimitExceededUnreg", "DAILY_LIMIT_EXCEEDED", "daily_rate_limit_exceeded",
            "rate_limit_exceeded_daily", "requests_per_day_exceeded", "quota_exceeded_daily", "DailyQuotaExceeded", "TotalRequests",
        ]),
    ])
    .known("the code names the day", LABELS, DAY),
    rule("generic/month-code", Narrow, R::MonthlyQuota, &[
        Code(&[
            "MONTHLY_REQUEST_COUNT", "monthly_limit_exceeded", "monthly_limit_reached", "monthly_quota_exceeded", "UsageCapExceeded", "monthly_usage_limit_reached", "MONTHLY_LIMIT_EXCEEDED",
            "PUBLIC_API_BILLING_LIMIT_EXCEEDED",
        ]),
    ])
    .known("the code names the month", LABELS, DAY),
    rule("generic/usage-code", Narrow, R::UsageLimit, &[
        Code(&["usage_limit_reached", "usage_limit_exceeded", "organization_usage_limit_exceeded", "plan_usage_limit_reached", "weekly_limit_reached", "session_limit_reached"]),
    ])
    .known("the plan's allowance is used up", LABELS, DAY),
    rule("generic/too-large-code", Narrow, R::TooLarge, &[
        Code(&[
            "context_length_exceeded", "request_too_large", "tokens_limit_reached", "context_window_exceeded", "ContextWindowExceededError", "max_tokens_exceeded", "string_above_max_length",
            "payload_too_large", "MAX_COST_EXCEEDED", "input_too_long", "prompt_too_long", "model_max_prompt_tokens_exceeded", "request_entity_too_large", "PayloadTooLarge", "RequestEntityTooLarge",
            "EntityTooLarge", "image_too_large", "file_too_large", "PayloadTooLargeError", "message_too_long",
        ]),
    ])
    .known("one request is over a fixed maximum", LABELS, DAY),
    rule("generic/content-code", Narrow, R::ContentPolicy, &[
        Code(&[
            "content_filter", "content_policy_violation", "ResponsibleAIPolicyViolation", "DataInspectionFailed", "data_inspection_failed", "moderation_blocked", "content_moderation",
            "content_policy", "sexual_content", "safety_violation", "PROHIBITED_CONTENT", "contentFilter", "content_blocked", "flagged_content", "ContentFilterError", "image_generation_user_error",
        ]),
    ])
    .known("refused for what it says", LABELS, DAY),
    rule("generic/model-code", Narrow, R::ModelNotFound, &[
        Code(&[
            "model_not_found", "model_decommissioned", "ModelNotFound", "DeploymentNotFound", "model_not_available", "unknown_model", "model_not_supported", "invalid_model", "model_deprecated",
            "model_retired", "ModelNotOpen", "InvalidEndpointOrModel.NotFound", "unsupported_model", "model_unavailable_for_plan", "ModelNotExist", "InvalidModel", "model_not_exist", "unknown_model_error",
        ]),
    ])
    .known("no such model, or no longer", LABELS, DAY),
    rule("generic/auth-code", Narrow, R::Auth, &[
        Code(&[
            "invalid_api_key", "API_KEY_INVALID", "InvalidApiKey", "invalid_auth", "token_expired", "token_revoked", "not_authed", "account_deactivated", "ExpiredToken", "ExpiredTokenException",
            "InvalidClientTokenId", "UnrecognizedClientException", "InvalidSignatureException", "SignatureDoesNotMatch", "InvalidAccessKeyId", "invalid_key", "missing_api_key", "bad_api_key", "expired_api_key", "api_key_expired",
            "API_KEY_SERVICE_BLOCKED", "ACCESS_TOKEN_EXPIRED", "CREDENTIALS_MISSING", "account_inactive", "invalid_x_api_key", "InvalidAuthenticationToken", "InvalidToken", "MissingAuthenticationToken",
            "IncompleteSignature", "AuthFailure", "invalid_access_token", "INVALID_SESSION_ID", "keyInvalid", "authError", "InvalidSubscriptionKey", "invalid_token",
        ]),
    ])
    .known("the credential is missing, wrong or expired", LABELS, DAY),
    rule("generic/concurrency-code", Narrow, R::Concurrency, &[
        Code(&[
            "concurrent_limit_exceeded", "too_many_concurrent_requests", "concurrency_limit_exceeded", "concurrent_requests_limit", "ConcurrentInvocationLimitExceeded", "lock_timeout",
            "ReservedFunctionConcurrentInvocationLimitExceeded", "ReservedConcurrentInvocationLimitExceeded", "concurrent_request_limit_exceeded", "MaxConcurrencyExceeded", "ConcurrencyLimitExceeded",
        ]),
    ])
    .known("too many calls at one time", LABELS, DAY),
    rule("generic/ramp-code", Narrow, R::Ramp, &[Code(&["slow_down", "limit_burst_rate", "SlowDown"])])
        .known("the caller's growth is blamed", LABELS, DAY),
    rule("generic/overloaded-code", Narrow, R::Overloaded, &[
        Code(&[
            "overloaded_error", "server_is_overloaded", "MODEL_CAPACITY_EXHAUSTED", "queue_exceeded", "engine_overloaded", "model_overloaded", "server_overloaded", "overloaded", "capacity_exceeded",
            "ServerOverloaded", "engine_overloaded_error", "ServerBusy", "insufficient_capacity", "no_capacity", "InsufficientCapacity", "ModelCapacityExceeded", "server_busy", "service_overloaded",
        ]),
    ])
    .known("the service lacks capacity", LABELS, DAY),
    rule("generic/loading-code", Narrow, R::ModelLoading, &[
        Code(&["ModelNotReadyException", "model_loading", "MODEL_LOADING", "model_not_ready", "ModelLoading", "model_warming_up", "MODEL_COLD_START"]),
    ])
    .known("the model is being loaded", LABELS, DAY),
    rule("generic/tokens-code", Narrow, R::TokensPerMinute, &[
        Code(&["tokens_per_minute_exceeded", "tpm_limit_exceeded", "ModelAccountTpmRateLimitExceeded", "token_rate_limit_exceeded"]),
    ])
    .known("the code names the tokens of a minute", LABELS, DAY),
    rule("generic/requests-code", Narrow, R::RequestsPerMinute, &[
        Code(&["requests_per_minute_exceeded", "rpm_limit_exceeded", "ModelAccountRpmRateLimitExceeded", "qps_limit_exceeded", "AccountRateLimitExceeded"]),
    ])
    .known("the code names the requests of a minute", LABELS, DAY),

    // Phrases that have one meaning.
    rule("generic/requested-over-limit", Phrase, R::TooLarge, &[Numbers(RequestedOverLimit)])
        .known("one request asks for more than the whole limit", LABELS, DAY),
    rule("generic/suspended", Phrase, R::AccountSuspended, &[
        Said(&[
            "account is suspended", "account has been suspended", "account * is suspended", "account suspended", "account is not active", "account is overdue", "account has been deactivated for billing", "account is in arrears",
            "account * * is suspended", "account is inactive", "account has been disabled due to", "suspended due to", "suspended for non payment", "overdue payment", "overdue balance", "unpaid invoice", "past due",
            "failure to pay", "in good standing", "账户已欠费", "账号已停用", "账户已冻结", "已欠费停服", "欠费停服",
        ]),
    ])
    .known("the account itself is suspended for billing", LABELS, DAY),
    rule("generic/credit", Phrase, R::CreditBalance, &[Said(CREDIT)]).known("prepaid credit is gone", LABELS, DAY),
    rule("generic/spend", Phrase, R::SpendCap, &[
        Said(&[
            "spend limit", "spending limit", "spending cap", "spend cap", "spending limits", "spend limits", "spending quota", "usage spend", "budget has been exceeded", "budget exceeded", "exceeded budget", "exceeded its budget", "exceeded your budget", "exceeded the budget", "over budget", "budget limit", "budget is exhausted",
            "max budget", "maximum budget", "cost limit", "billing hard limit", "billing limit", "hard limit has been reached", "exceeded your billing", "crossed budget", "monthly budget", "daily budget", "消费上限", "消费限额",
            "Budget überschritten", "límite de gasto", "limite de gastos",
        ]),
    ])
    .known("a money word with a limit", LABELS, DAY),
    rule("generic/payment", Phrase, R::PaymentRequired, &[
        Said(&[
            "payment instrument", "payment method is required", "payment method required", "no payment method", "valid payment method", "billing to be enabled", "billing is disabled", "billing is not enabled", "billing not enabled", "billing account is disabled", "billing account is closed", "must enable billing", "have not enabled billing",
            "billing has not been enabled", "billing or payment", "payment required", "payment failed", "payment declined", "billing is required", "billing account has been", "add a payment method to", "requires a paid subscription", "requires an active subscription", "subscription has expired", "subscription expired", "no active subscription", "subscription is not active", "trial has expired", "trial has ended", "trial period has ended", "trial expired", "free trial has", "套餐已过期", "已到期",
        ]),
    ])
    .known("billing is off or there is no means of payment", LABELS, DAY),
    rule("generic/too-large", Phrase, R::TooLarge, &[
        Said(&[
            "request too large", "request is too large", "request was too large", "maximum context length", "context length exceeded", "exceeds the context", "exceed the context", "exceeds context", "exceeded context", "context window exceeded", "context window", "context limit", "context size", "prompt is too long", "prompt too long", "input is too long", "input too long", "message too long", "text too long", "text is too long",
            "reduce the length of", "number of bytes", "request entity too large", "payload too large", "entity too large", "content too large", "body too large", "body is too large", "exceeds the maximum number of tokens", "exceeds maximum number of", "exceed the maximum number of", "exceeds the model s maximum", "max cost limit", "exceed the model limit", "exceeds the model limit", "string too long", "maximum number of tokens allowed",
            "file too large", "file is too large", "too long for requested model", "exceeds the maximum length", "longer than the maximum", "larger than the maximum", "exceeds maximum length", "exceeds max length", "maximum allowed size", "maximum allowed length", "max payload size", "maximum request size", "exceeds maximum size", "exceeds the maximum allowed size", "exceeds the maximum size of", "maximum content length", "maximum prompt length", "max tokens limit", "exceeds the limit of # tokens", "input length and", "range of input length", "max size # tokens", "max request size", "too many input tokens", "must have less than # tokens", "less than # tokens", "exceeds the available context",
            "maximum context size", "超过最大长度", "上下文长度", "输入过长", "超出最大", "输入长度", "最大输入长度", "demasiado grande", "zu groß", "大きすぎ", "413 Request Entity",
        ]),
    ])
    .known("one request is over a fixed maximum", LABELS, DAY),
    rule("generic/zero", Phrase, R::PlanLimit, &[
        Said(&["limit 0", "limit is 0", "limit of 0", "limit to 0", "limit was 0", "quota of 0", "quota is 0", "quota 0", "actual limit # 0", "limit 0 requests"]),
        Not(&["max budget", "spend"]),
    ])
    .known("a ceiling of zero is not refilled by time", LABELS, DAY),
    rule("generic/fixed", Phrase, R::PlanLimit, &[
        Said(&[
            "exceeds the service quota", "not available on the free", "not available on your plan", "not available in your plan", "not available in your current plan", "not included in your plan", "not available for your plan", "your plan does not include", "your plan does not support", "not supported on your plan", "your current plan does not", "not available on your current plan", "maximum number of projects", "maximum number of instances", "VcpuLimitExceeded",
            "only available on paid", "only available for paid", "only available to paid", "only available on the", "requires a paid plan", "requires a higher", "not allowed in your plan", "free plan does not", "free tier does not",
        ]),
    ])
    .known("a ceiling that only another plan lifts", LABELS, DAY),
    rule("generic/content", Phrase, R::ContentPolicy, &[
        Said(&[
            "content filter", "content filtering", "content management policy", "safety system", "content policy", "content policies", "usage policies", "usage policy", "safety reasons", "flagged as", "flagged by", "been flagged", "inappropriate content", "unsafe content", "harmful content", "prohibited content", "sensitive content", "data inspection failed", "content moderation", "moderation system", "violates our", "violate our", "violated our usage",
            "blocked by safety", "safety filter", "safety filters", "safety settings", "safety guidelines", "prompt was blocked", "input was blocked", "responsible ai", "content violation", "content exists risk", "Content Exists Risk", "NSFW", "nsfw content", "敏感", "违规", "不当内容", "内容安全", "风控", "不安全",
        ]),
    ])
    .known("refused for what it says", LABELS, DAY),
    rule("generic/model-gone", Phrase, R::ModelNotFound, &[
        Said(&[
            "has been decommissioned", "is decommissioned", "end of its life", "end of life", "marked by provider as legacy", "is not found for API version", "does not exist or you do not have access", "model not found", "model not exist", "no such model", "unknown model", "is not a valid model", "not a valid model id", "model does not exist", "model doesn t exist", "model is not supported", "model is not available", "model not available", "model not supported", "unsupported model", "invalid model", "no endpoints found for", "model id is not", "model has been deprecated", "model has been retired", "model is deprecated", "model has been removed", "model has been discontinued", "model was not found", "the requested model", "is not supported when using", "model identifier is invalid", "does not support this model", "no longer offers", "模型不存在", "模型已下线", "不支持该模型", "模型未开通", "不存在的模型", "未找到模型", "deployment for this resource does not exist", "no healthy deployments",
        ]),
        Not(&["high demand", "overloaded", "rate limit", "currently loading", "capacity"]),
    ])
    .known("no such model, or no longer", LABELS, DAY),
    rule("generic/model-missing", Phrase, R::ModelNotFound, &[
        Said(&["does not exist", "doesn t exist", "was not found", "not found", "could not be found", "is not available", "is no longer available", "no longer available", "no longer supported", "has been deprecated", "is deprecated", "has been retired", "was retired", "has been shut down", "has been discontinued", "has been removed", "is not supported", "not supported for", "不存在"]),
        Also(&["model", "models", "deployment", "Publisher Model", "模型"]),
        Not(&["rate limit", "overloaded", "endpoint", "capacity", "quota", "parameter", "temperature", "role", "tools", "tool", "function", "image", "response format", "file", "job"]),
        Status(&[400, 404, 410, 422, 500]),
    ])
    .known("no such model, or no longer", LABELS, DAY),
    rule("generic/model-retired", Phrase, R::ModelNotFound, &[
        Said(&["is no longer available", "no longer available", "no longer supported", "has been deprecated", "has been retired", "was retired", "has been shut down", "has been discontinued", "has been sunset", "reached end of life"]),
        Also(&["model", "models", "模型"]),
        Not(&["rate limit", "parameter"]),
    ])
    .known("the model is retired", LABELS, DAY),
    rule("generic/auth", Phrase, R::Auth, &[
        Said(&[
            "invalid api key", "incorrect api key", "api key not valid", "invalid x api key", "api key not found", "api key is invalid", "invalid apikey", "wrong api key", "api key is not valid", "api key invalid", "api key provided is invalid", "api key expired", "api key has expired", "api key is missing", "missing api key", "no api key", "api key is required", "api key required", "provide an api key", "provide a valid api key", "provide your api key", "didn t provide an api key", "must provide an api key", "invalid authentication", "invalid auth", "authentication failed", "authentication required", "authentication error", "authentication fails", "not authenticated", "invalid token", "invalid access token", "invalid bearer token", "token is invalid", "token is expired", "token has expired", "token expired", "expired token", "access token has expired", "access token expired", "invalid oauth token", "security token included in the request is", "invalid credentials", "bad credentials", "invalid credential", "could not validate credentials", "missing authentication", "missing authorization", "no auth credentials", "no cookie auth", "invalid subscription key", "deactivated account", "key has been revoked", "key has been disabled", "key is disabled", "key was revoked", "requires authentication", "requires user authentication", "invalid signature", "signature does not match", "signature we calculated does not match", "unauthenticated", "login required", "user not found", "session expired", "invalid or expired", "reauthenticate", "无效的令牌", "身份验证失败", "鉴权失败", "认证失败", "令牌已过期", "无效的API", "apikey无效", "密钥无效", "API Key无效", "令牌不正确", "authentication parameter", "api密钥", "鉴权", "ungültiger API", "clave de API",
        ]),
        Not(&["rate limit", "too many"]),
    ])
    .known("the credential is missing, wrong or expired", LABELS, DAY),
    rule("generic/region", Phrase, R::Forbidden, &[
        Said(&["location is not supported", "region or territory not supported", "country region", "not available in your country", "not available in your region", "not supported in your region", "unsupported country", "not available in this region", "unsupported location", "access from your country", "your region"]),
    ])
    .scope(Scope::Account)
    .known("the caller's place is refused, whatever the call", LABELS, DAY),
    rule("generic/month", Phrase, R::MonthlyQuota, &[Said(MONTHLY), Also(LIMITED), Not(DAILY)])
        .known("the limit is on a month", LABELS, DAY),
    rule("generic/day", Phrase, R::DailyQuota, &[Said(DAILY), Also(LIMITED)]).known("the limit is on a day", LABELS, DAY),
    rule("generic/usage", Phrase, R::UsageLimit, &[
        Said(&[
            "weekly limit", "weekly usage", "weekly quota", "weekly", "per week", "this week", "session limit", "session limits", "session usage", "hour session", "hour limit", "hour usage", "hour rate limit", "hour window", "hour quota", "5 hour", "5 hours", "5h", "five hour", "3 hours", "4 hours", "6 hours", "12 hours", "usage limit", "usage limits", "usage cap", "usage quota", "usage allowance", "hit your limit", "reached your limit", "out of call volume quota", "free quota", "free tier quota", "free allocated quota", "trial quota", "free allocation", "free usage", "premium requests", "premium request", "quota reset", "token plan", "小时的使用上限", "小时使用上限", "使用上限", "每周", "本周", "套餐", "免费额度", "额度已用", "额度不足", "额度已耗尽", "allocated quota exceeded for",
        ]),
        Also(LIMITED),
        Not(&["billing", "spend"]),
    ])
    .known("an allowance over hours, a week or a plan is used up", LABELS, DAY),
    rule("generic/ramp", Phrase, R::Ramp, &[
        Said(&["usage increase rate", "increased too quickly", "increased suddenly", "increasing too quickly", "increased too fast", "acceleration limit", "burst rate", "scale requests more smoothly", "ramp up", "ramping up", "sudden increase", "sudden spike", "traffic spike", "请求速率增长过快", "增长过快", "突增"]),
    ])
    .known("the caller's growth is blamed", LABELS, DAY),
    rule("generic/concurrency", Phrase, R::Concurrency, &[
        Said(&["concurrent requests", "concurrent request", "concurrent connections", "concurrent calls", "concurrent connection", "concurrent invocations", "concurrent sessions", "concurrent jobs", "concurrent streams", "concurrent generations", "concurrent tasks", "concurrent users", "concurrent", "too many concurrent", "concurrency", "parallel requests", "max parallel", "simultaneous", "simultaneously", "requests in flight", "in flight requests", "requests in progress", "currently accessing it", "max organization concurrency", "并发", "同时请求", "同时", "同時", "gleichzeitige", "simultáneas", "simultâneas"]),
        Also(&["limit", "limits", "too many", "exceeded", "exceeds", "exceed", "reached", "maximum", "max", "over its", "throttled", "超过", "上限", "过高", "限制", "超出", "制限", "accessing it"]),
    ])
    .known("too many calls at one time", LABELS, DAY),
    rule("generic/loading", Phrase, R::ModelLoading, &[
        Said(&["currently loading", "is loading", "still loading", "not ready to serve", "model is not ready", "being loaded", "loading model", "model is warming up", "warming up", "is starting up", "cold start", "cold starting", "模型正在加载", "is booting", "waiting for model"]),
    ])
    .known("the model is being loaded", LABELS, DAY),
    rule("generic/overloaded", Phrase, R::Overloaded, &[
        Said(&[
            "overloaded", "over capacity", "at capacity", "no capacity", "capacity exceeded", "exceeded capacity", "high demand", "heavy demand", "high traffic", "heavy traffic", "high load", "heavy load", "high usage", "under load", "server busy", "server is busy", "servers are busy", "service is busy", "service busy", "is too busy", "too busy", "system busy", "system is busy", "is busy", "currently busy", "no backends", "no backend available", "no available channel", "no available server", "no healthy upstream", "queue is full", "queue full", "queue exceeded", "maximum pending requests", "insufficient capacity", "not enough capacity", "out of capacity", "lack of capacity", "capacity constraints", "capacity issues", "capacity limit", "unable to process your request", "resources are insufficient", "no available workers", "no workers available", "reduced capacity", "resource constraints", "peak load", "circuit breaking exception", "es rejected execution", "访问量过大", "繁忙", "负载", "过载", "服务器忙", "太忙", "拥挤", "使用人数过多", "資源不足", "混み合って", "混雑", "高負荷", "überlastet", "sobrecargado", "sobrecarregado", "saturado", "temporarily over",
        ]),
        Not(&["rate limit exceeded for model", "quota"]),
    ])
    .known("the service lacks capacity", LABELS, DAY),
    rule("generic/object-limit", Phrase, R::Concurrency, &[Said(&["another request is currently", "another process is", "locked by another"])])
        .scope(Scope::Call)
        .known("one object is locked by another call", LABELS, DAY),

    // The meter that is at zero.
    rule("generic/empty-month-meter", Meter, R::MonthlyQuota, &[Numbers(EmptyMeterOver(2_419_200_000)), Status(&[402, 403, 429])])
        .known("a meter over a month stands at zero", "draft-ietf-httpapi-ratelimit-headers", DAY),
    rule("generic/empty-long-meter", Meter, R::UsageLimit, &[Numbers(EmptyMeterOver(86_400_001)), Status(&[402, 403, 429])])
        .known("a meter over days stands at zero", "draft-ietf-httpapi-ratelimit-headers", DAY),
    rule("generic/empty-day-meter", Meter, R::DailyQuota, &[Numbers(EmptyMeterOver(86_400_000)), Status(&[402, 403, 429])])
        .known("a meter over a day stands at zero", "draft-ietf-httpapi-ratelimit-headers", DAY),
    rule("generic/empty-hours-meter", Meter, R::UsageLimit, &[Numbers(EmptyMeterOver(3_600_001)), Status(&[402, 403, 429])])
        .known("a meter over hours stands at zero", "draft-ietf-httpapi-ratelimit-headers", DAY),
    rule("generic/empty-token-meter", Meter, R::TokensPerMinute, &[Numbers(EmptyTokenMeter), Status(&[429])])
        .known("a meter of tokens stands at zero", "platform.openai.com/docs/guides/rate-limits", DAY),
    rule("generic/empty-request-meter", Meter, R::RequestsPerMinute, &[Numbers(EmptyRequestMeter), Status(&[429])])
        .known("a meter of requests stands at zero", "platform.openai.com/docs/guides/rate-limits", DAY),

    // Per-minute and per-second wording.
    rule("generic/two-meters", Window, R::RateLimit, &[Said(&["rpm", "requests per minute", "requests per min"]), Also(&["tpm", "tokens per minute", "tokens per min"])])
        .known("two meters at once", LABELS, DAY),
    rule("generic/tokens-per-minute", Window, R::TokensPerMinute, &[
        Said(&["tpm", "tokens per minute", "tokens per min", "tokens per second", "tokens per hour", "tokens per * minute", "token rate limit", "token limit per minute", "tokens minute", "too many tokens", "input tokens per", "output tokens per", "per minute token", "token per minute", "type tokens", "tokens per model per minute", "token count per minute", "每分钟token", "每分钟 token"]),
    ])
    .known("tokens of a short window", LABELS, DAY),
    rule("generic/short-window-tokens", Window, R::TokensPerMinute, &[Said(SHORT), Also(TOKENS), Also(LIMITED), Not(REQUESTS)])
        .known("tokens of a short window", LABELS, DAY),
    rule("generic/short-window-request-tokens", Window, R::TokensPerMinute, &[Said(&["number of request tokens", "request tokens"]), Also(SHORT)])
        .known("the tokens of requests are counted", LABELS, DAY),
    rule("generic/requests-per-minute", Window, R::RequestsPerMinute, &[
        Said(&["rpm", "rps", "qps", "qpm", "requests per minute", "requests per min", "requests per second", "request rate", "request frequency", "requests rate limit", "request rate limit", "call rate limit", "api calls per", "too frequent", "too frequently", "too many calls", "max calls", "request limit", "requests limit", "number of requests", "queries per", "calls per", "requests per", "query rate", "requests too fast", "request rate exceeded", "api call limit", "api calls", "number of allowed", "call frequency", "请求频率", "频率过高", "请求过于频繁", "调用频率", "请求次数", "频繁"]),
    ])
    .known("requests of a short window", LABELS, DAY),
    rule("generic/short-window", Window, R::RequestsPerMinute, &[Said(SHORT), Also(LIMITED)])
        .known("a short window without a named meter", LABELS, DAY),

    // Codes and sentences that only say limited, quota, invalid or forbidden.
    rule("generic/quota-with-short-wait", Broad, R::RateLimit, &[Said(&["quota", "exhausted"]), Numbers(ShortWaitStated)])
        .known("the server itself says that it clears within a minute", LABELS, DAY),
    rule("generic/insufficient-quota", Broad, R::CreditBalance, &[
        Code(&["insufficient_quota", "exceeded_current_quota_error", "insufficient_user_quota"]),
    ])
    .known("the umbrella code for spent credit", "platform.openai.com/docs/guides/error-codes", DAY),
    rule("generic/current-quota", Broad, R::CreditBalance, &[Said(&["exceeded your current quota"])])
        .known("the sentence that OpenAI coined for spent credit", "platform.openai.com/docs/guides/error-codes", DAY),
    rule("generic/rate-limit", Broad, R::RateLimit, &[
        Said(&[
            "rate limit", "rate limits", "rate limited", "RateLimit", "ratelimit", "ratelimited", "rate limiting", "rate exceeded", "too many requests", "TooManyRequests", "throttled", "throttling", "throttle", "ThrottlingException", "slow down", "request limit reached", "requests limit reached", "flood", "FLOOD_WAIT", "too fast", "try again later after", "请求过多", "限流", "速率限制", "频率限制", "次数过多", "レート制限", "リクエストが多すぎ", "zu viele Anfragen", "demasiadas solicitudes", "muitas solicitações", "trop de requêtes", "being rate", "per window", "burst limit", "currently limited", "being limited", "temporarily limited", "limit is exceeded", "reached the limit", "temporarily blocked", "too many 429",
        ]),
    ])
    .known("limited, without a meter", LABELS, DAY),
    rule("generic/rate-limit-code", Broad, R::RateLimit, &[
        Code(&["rate_limit_exceeded", "rate_limit_error", "rate_limited", "RATE_LIMITED", "RATE_LIMIT", "rate_limit", "rateLimitExceeded", "userRateLimitExceeded", "TooManyRequests", "too_many_requests", "ThrottlingException", "Throttling", "RequestLimitExceeded", "RateLimitReached", "THROTTLED", "resource_exhausted", "RESOURCE_EXHAUSTED", "resource-exhausted", "ResourceExhausted", "RequestThrottled", "throttling_error", "rate_limit_reached_error", "ApplicationThrottled", "OVER_QUERY_LIMIT", "RateLimitExceeded", "REQUEST_LIMIT_EXCEEDED", "too-many-requests", "ratelimited", "EnhanceYourCalm", "ProvisionedThroughputExceededException", "TooManyRequestsException", "LimitExceededException", "BandwidthLimitExceeded"]),
    ])
    .known("limited, without a meter", LABELS, DAY),
    rule("generic/resource-exhausted", Broad, R::RateLimit, &[Said(&["resource exhausted", "resource has been exhausted", "resources have been exhausted"])])
        .known("Google's word for any limit", "cloud.google.com/apis/design/errors", DAY),
    rule("generic/quota", Broad, R::UsageLimit, &[
        Said(&["quota exceeded", "exceeded quota", "exceeded your quota", "exceeded the quota", "exceeded its quota", "exceeds quota", "quota has been exceeded", "out of quota", "no quota", "quota exhausted", "quota has been exhausted", "quota is exhausted", "quota is not enough", "quota not enough", "insufficient quota", "quota limit", "quota reached", "quota used up", "over quota", "over your quota", "quota", "配额", "额度", "plan limit", "plan limits", "plan s limit", "limit exceeded for your plan", "maximum usage", "Kontingent", "cuota"]),
        Also(LIMITED),
    ])
    .known("an allowance over an unstated window", LABELS, DAY),
    rule("generic/limit", Broad, R::RateLimit, &[
        Said(&["limit reached", "limit exceeded", "limit has been reached", "limit was exceeded", "exceeded the limit", "exceeds the limit", "exceeded limit", "over the limit", "exceeded your limit", "limit has been exceeded", "reached the maximum", "超过限制", "达到上限", "已达上限", "已达到上限"]),
    ])
    .known("limited, without a meter", LABELS, DAY),
    rule("generic/server", Broad, R::ServerError, &[
        Said(&["internal server error", "internal error", "server had an error", "server error", "bad gateway", "upstream connect error", "backend error", "unexpected error", "internal failure", "InternalFailure", "has crashed", "服务器内部错误", "内部错误", "系统错误", "服务异常", "内部服务错误", "internal service error", "error occurred on the server", "upstream request failed", "Interner Serverfehler", "error interno del servidor", "erro interno", "サーバーエラー"]),
        Not(&["forbidden", "permission", "invalid", "BadRequestError"]),
    ])
    .known("the service failed", LABELS, DAY),
    rule("generic/server-code", Broad, R::ServerError, &[
        Code(&["server_error", "api_error", "internal_error", "internal_server_error", "InternalServerError", "INTERNAL", "InternalError", "backendError", "InternalFailure", "ServiceError", "backend_error"]),
        Not(&["forbidden", "permission", "invalid", "BadRequestError"]),
    ])
    .known("the service failed", LABELS, DAY),
    rule("generic/unavailable", Broad, R::Overloaded, &[
        Said(&["service unavailable", "temporarily unavailable", "ServiceUnavailable", "ServiceUnavailableException", "currently unavailable", "service is unavailable", "UNAVAILABLE", "unable to process your request", "服务不可用", "暂时不可用", "サービスを利用できません", "nicht verfügbar", "no disponible", "indisponível", "under maintenance", "maintenance"]),
        Not(&["quota"]),
    ])
    .known("temporary overload or maintenance", "RFC 9110, section 15.6.4", DAY),
    rule("generic/forbidden", Broad, R::Forbidden, &[
        Said(&["permission denied", "permission_denied", "access denied", "AccessDenied", "not authorized", "not authorised", "forbidden", "not allowed", "do not have access", "does not have access", "don t have access", "do not have permission", "does not have permission", "insufficient permission", "insufficient permissions", "insufficient scope", "not permitted", "must be verified", "not enabled for", "has not been used in project", "is disabled", "access not configured", "SERVICE_DISABLED", "accessNotConfigured", "explicit deny", "no permission", "not have the required", "missing scope", "无权限", "没有权限", "权限不足", "拒绝访问", "無權限", "kein Zugriff", "acceso denegado", "acesso negado"]),
        Not(&["rate limit", "too many"]),
    ])
    .known("the credential may not do this", LABELS, DAY),
    rule("generic/unauthorized", Broad, R::Auth, &[
        Said(&["unauthorized", "unauthorised", "AuthenticationError", "authentication_error", "auth_error", "invalid_grant", "credentials"]),
        Not(&["rate limit", "too many"]),
    ])
    .known("the credential is missing, wrong or expired", LABELS, DAY),
    rule("generic/conflict", Broad, R::Conflict, &[
        Code(&["conflict", "conflict_error", "Conflict", "CONFLICT", "ABORTED", "resource_conflict", "edit_conflict"]),
    ])
    .known("another change came first", "RFC 9110, section 15.5.10", DAY),
    rule("generic/not-found", Broad, R::NotFound, &[
        Code(&["not_found", "not_found_error", "NOT_FOUND", "NotFound", "object_not_found", "NoSuchKey", "NoSuchBucket", "ResourceNotFound", "ResourceNotFoundException", "notFound", "resource_missing"]),
    ])
    .known("there is no such thing", "RFC 9110, section 15.5.5", DAY),
    rule("generic/bad-request", Broad, R::BadRequest, &[
        Said(&["invalid request", "bad request", "BadRequest", "BadRequestError", "InvalidArgument", "invalid argument", "ValidationException", "ValidationError", "validation error", "malformed", "unsupported value", "unsupported parameter", "missing required", "invalid parameter", "invalid value", "invalid json", "unprocessable entity", "参数错误", "参数无效", "请求参数", "不合法", "invalid type for", "is not supported with this model", "unrecognized request argument", "is a required property", "parse the JSON body", "required parameter"]),
        Not(&["internal"]),
    ])
    .known("malformed or unsupported", LABELS, DAY),
    rule("generic/wait-stated", Broad, R::RateLimit, &[Numbers(WaitStated)])
        .known("who names a time expects another try then", LABELS, DAY),
];

const CREDIT: &[&str] = &[
    "credit balance is too low", "insufficient balance", "insufficient credit", "insufficient credits", "insufficient funds", "insufficient account balance", "balance is insufficient", "balance insufficient", "balance is not enough", "balance not enough", "not enough balance", "not enough credit", "not enough credits", "enough credits", "sufficient credits", "sufficient credit", "no credits", "no credit", "no remaining credits", "no more credits", "zero credits", "out of credits", "out of credit", "run out of credits", "ran out of credits", "credits are depleted", "credits depleted", "credits have been depleted", "credits exhausted", "credits are exhausted", "credits have been exhausted", "credit exhausted", "credits have run out", "credits expired", "credits have expired", "used all available credits", "used all your credits", "used all of your credits", "used up all", "used up your credits", "credit limit exceeded", "credit limit reached", "credit has been used up", "credits have been used", "positive credit balance", "positive balance", "negative balance", "negative credit", "balance is negative", "balance is too low", "balance too low", "low balance", "balance exhausted", "balance is exhausted", "balance is zero", "balance has run out", "credit balance exhausted", "requires more credits", "more credits", "depleted your", "depleted", "exceeded your monthly included credits", "Arrearage", "please recharge", "top up", "余额不足", "余额不够", "欠费", "余量已用尽", "余额已用完", "余额为", "账户余额", "请充值", "资源包", "残高", "saldo insuficiente", "créditos insuficientes", "Guthaben",
];
