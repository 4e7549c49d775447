//! Too many at one time, growth, capacity, loading models.

use super::Cond::{Also, Code, Not, Said, Status};
use super::Rank::{Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const LABELS: &str = "tests/cases/README.md";
const DAY: &str = "2026-11-30";

pub(crate) const LOAD: Provider = Provider::generic("load", RULES);

const RULES: &[Rule] = &[
    rule(
        "load/concurrency-code",
        Narrow,
        R::Concurrency,
        &[Code(any![
            "concurrent_limit_exceeded",
            "too_many_concurrent_requests",
            "concurrency_limit_exceeded",
            "concurrent_requests_limit",
            "ConcurrentInvocationLimitExceeded",
            "lock_timeout",
            "ReservedFunctionConcurrentInvocationLimitExceeded",
            "ReservedConcurrentInvocationLimitExceeded",
            "concurrent_request_limit_exceeded",
            "MaxConcurrencyExceeded",
            "ConcurrencyLimitExceeded",
        ])],
    )
    .known("too many calls at one time", LABELS, DAY),
    rule("load/ramp-code", Narrow, R::Ramp, &[Code(any!["slow_down", "limit_burst_rate", "SlowDown"])]).known(
        "the caller's growth is blamed",
        LABELS,
        DAY,
    ),
    rule(
        "load/overloaded-code",
        Narrow,
        R::Overloaded,
        &[Code(any![
            "overloaded_error",
            "server_is_overloaded",
            "MODEL_CAPACITY_EXHAUSTED",
            "queue_exceeded",
            "engine_overloaded",
            "model_overloaded",
            "server_overloaded",
            "overloaded",
            "capacity_exceeded",
            "ServerOverloaded",
            "engine_overloaded_error",
            "ServerBusy",
            "insufficient_capacity",
            "no_capacity",
            "InsufficientCapacity",
            "ModelCapacityExceeded",
            "server_busy",
            "service_overloaded",
            "circuit_breaking_exception",
            "es_rejected_execution_exception",
        ])],
    )
    .known("the service lacks capacity", LABELS, DAY),
    rule(
        "load/loading-code",
        Narrow,
        R::ModelLoading,
        &[Code(any![
            "ModelNotReadyException",
            "model_loading",
            "MODEL_LOADING",
            "model_not_ready",
            "ModelLoading",
            "model_warming_up",
            "MODEL_COLD_START"
        ])],
    )
    .known("the model is being loaded", LABELS, DAY),
    rule(
        "load/requests-code",
        Narrow,
        R::RequestsPerMinute,
        &[Code(any![
            "requests_per_minute_exceeded",
            "rpm_limit_exceeded",
            "ModelAccountRpmRateLimitExceeded",
            "qps_limit_exceeded",
            "AccountRateLimitExceeded"
        ])],
    )
    .known("the code names the requests of a minute", LABELS, DAY),
    rule(
        "load/ramp",
        Phrase,
        R::Ramp,
        &[Said(any![
            "usage increase rate",
            "increased too quickly",
            "increased suddenly",
            "increasing too quickly",
            "increased too fast",
            "acceleration limit",
            "acceleration limits",
            "burst rate",
            "scale requests more smoothly",
            "ramp up",
            "ramping up",
            "sudden increase",
            "sudden spike",
            "traffic spike",
            "增长过快",
            "突增"
        ])],
    )
    .known("the caller's growth is blamed", LABELS, DAY),
    rule(
        "load/concurrency",
        Phrase,
        R::Concurrency,
        &[
            Said(any![
                "concurrent",
                "concurrency",
                "parallel requests",
                "max parallel",
                "simultaneous",
                "simultaneously",
                "requests in flight",
                "in flight requests",
                "requests in progress",
                "并发",
                "同时",
                "同時",
                "gleichzeitige",
                "simultáneas",
                "simultâneas"
            ]),
            Also(any![
                "limit",
                "limits",
                "too many",
                "exceeded",
                "exceeds",
                "exceed",
                "reached",
                "maximum",
                "max",
                "over its",
                "throttled",
                "超过",
                "上限",
                "过高",
                "限制",
                "超出",
                "制限"
            ]),
        ],
    )
    .known("too many calls at one time", LABELS, DAY),
    rule(
        "load/in-progress",
        Phrase,
        R::Concurrency,
        &[Said(any!["is already in progress", "is already running"]), Not(any!["conflict"])],
    )
    .known("the one that may run at a time is running", LABELS, DAY),
    rule(
        "load/locked",
        Phrase,
        R::Concurrency,
        &[
            Said(any![
                "while a run",
                "while a job",
                "while an operation",
                "while another is",
                "while another * is",
                "already has an active",
                "already has running",
                "another operation is",
                "another request is",
                "another process is",
                "another update is",
                "other operation in progress",
                "operation is in progress",
                "operation in progress",
                "currently in progress",
                "update in progress",
                "previous operation",
                "pending operation",
                "still in progress",
                "processing another",
                "handling another",
                "already has a request",
                "is being updated",
                "is being modified",
                "is already in progress",
                "is already running",
                "is locked by another",
                "is locked while",
                "database is locked"
            ]),
            Not(CHANGED),
        ],
    )
    .scope(Scope::Call)
    .known("one object is being worked on by another call, which ends", "openai/openai-python#1023", DAY),
    rule(
        "load/locked-409",
        Phrase,
        R::Concurrency,
        &[
            Said(any!["in progress", "being processed", "being created", "being deleted", "currently running"]),
            Not(CHANGED),
            Status(&[409]),
        ],
    )
    .scope(Scope::Call)
    .known("one object is not done with what was asked before", "microsoft/vscode-azureappservice#1619", DAY),
    rule(
        "load/concurrency-429",
        Phrase,
        R::Concurrency,
        &[Said(any!["concurrent", "concurrency", "parallel"]), Status(&[429])],
    )
    .known("what is refused for its rate is counted at one time", LABELS, DAY),
    rule(
        "load/loading",
        Phrase,
        R::ModelLoading,
        &[Said(any![
            "currently loading",
            "is loading",
            "still loading",
            "not ready to serve",
            "being loaded",
            "warming up",
            "is starting up",
            "cold start",
            "cold starting",
            "is booting",
            "scaling up",
            "waiting for model"
        ])],
    )
    .known("the model is being loaded", LABELS, DAY),
    rule(
        "load/overloaded",
        Phrase,
        R::Overloaded,
        &[
            Said(any![
                "overloaded",
                "over capacity",
                "fully booked",
                "at capacity",
                "maximum capacity",
                "no capacity",
                "capacity exceeded",
                "exceeded capacity",
                "high demand",
                "heavy demand",
                "high traffic",
                "heavy traffic",
                "high load",
                "heavy load",
                "high usage",
                "under load",
                "service busy",
                "too busy",
                "system busy",
                "is busy",
                "currently busy",
                "model busy",
                "server busy",
                "busy retry",
                "busy try",
                "busy please",
                "more traffic than",
                "than we can handle",
                "than it can handle",
                "than our servers can",
                "no backends",
                "no backend available",
                "no available channel",
                "no healthy upstream",
                "queue exceeded",
                "maximum pending requests",
                "not enough capacity",
                "lack of capacity",
                "capacity constraints",
                "capacity issues",
                "capacity limit",
                "capacity limits",
                "resources are insufficient",
                "no workers available",
                "reduced capacity",
                "resource constraints",
                "peak load",
                "overall requests to the service",
                "访问量过大",
                "繁忙",
                "负载",
                "过载",
                "服务器忙",
                "太忙",
                "拥挤",
                "使用人数过多",
                "資源不足",
                "混み合って",
                "混雑",
                "高負荷",
                "überlastet",
                "sobrecargado",
                "sobrecarregado",
                "saturado",
                "temporarily over"
            ]),
            Not(any!["rate limit exceeded for model", "quota"]),
        ],
    )
    .known("the service lacks capacity", LABELS, DAY),
];

/// What is in another state than the caller thinks, and stays so.
const CHANGED: &str = any![
    "version conflict",
    "another version",
    "version mismatch",
    "newer version",
    "etag",
    "precondition",
    "subscription",
    "membership",
    "trial",
    "order",
];
