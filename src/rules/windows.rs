//! Per-minute and per-second wording.

use super::Cond::{Also, Not, Said, Status, StatusNotIn};
use super::Rank::Window;
use super::wording::{LIMITED, NOW, TOKENS};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const LABELS: &str = "tests/cases/README.md";
const DAY: &str = "2026-11-30";

pub(crate) const WINDOWS: Provider = Provider::generic("windows", RULES);

const RULES: &[Rule] = &[
    rule("windows/assigned-quota", Window, R::RateLimit, &[Said(any!["assigned quota has been exceeded"])]).known(
        "the problem type of a policy, whose window the headers tell",
        "draft-ietf-httpapi-ratelimit-headers, section 6",
        DAY,
    ),
    rule(
        "windows/two-meters",
        Window,
        R::RateLimit,
        &[
            Said(any!["rpm", "requests per minute", "requests per min"]),
            Also(any!["tpm", "tokens per minute", "tokens per min"]),
        ],
    )
    .known("two meters at once", LABELS, DAY),
    rule(
        "windows/neither-meter",
        Window,
        R::RateLimit,
        &[Said(any!["images per minute", "images per min", "insufficient tokens for quota"])],
    )
    .known("images, or the tokens of a token bucket", LABELS, DAY),
    rule(
        "windows/tokens-per-minute",
        Window,
        R::TokensPerMinute,
        &[Said(any![
            "tpm",
            "prompt token allotment",
            "tokens consumed in the last",
            "tokens allowed within",
            "token throughput",
            "tokens per minute",
            "tokens per min",
            "tokens per second",
            "tokens per hour",
            "tokens per * minute",
            "token rate limit",
            "token limit per minute",
            "tokens minute",
            "too many tokens",
            "input tokens per",
            "output tokens per",
            "per minute token",
            "token per minute",
            "type tokens",
            "tokens per model per minute",
            "token count per minute",
            "每分钟token"
        ])],
    )
    .known("tokens of a short window", LABELS, DAY),
    rule(
        "windows/short-window-tokens",
        Window,
        R::TokensPerMinute,
        &[Said(SHORT), Also(TOKENS), Also(LIMITED), Not(REQUESTS)],
    )
    .known("tokens of a short window", LABELS, DAY),
    rule(
        "windows/short-window-request-tokens",
        Window,
        R::TokensPerMinute,
        &[Said(any!["request tokens"]), Also(SHORT)],
    )
    .known("the tokens of requests are counted", LABELS, DAY),
    rule(
        "windows/requests-per-minute",
        Window,
        R::RequestsPerMinute,
        &[Said(any![
            "rpm",
            "calls an hour",
            "requests an hour",
            "requêtes par",
            "peticiones por",
            "requisições por",
            "Anfragen pro",
            "rps",
            "qps",
            "qpm",
            "request rate",
            "request frequency",
            "requests rate limit",
            "call rate limit",
            "too frequent",
            "too frequently",
            "too many calls",
            "too many recent",
            "queries per",
            "calls per",
            "requests per",
            "requests within",
            "query rate",
            "requests too fast",
            "call frequency",
            "请求频率",
            "频率过高",
            "调用频率",
            "请求次数",
            "频繁"
        ])],
    )
    .known("requests of a short window", LABELS, DAY),
    rule(
        "windows/quota-for-model",
        Window,
        R::RateLimit,
        &[
            Said(any![
                "request quota exceeded for",
                "requests quota exceeded for",
                "token quota exceeded for",
                "tokens quota exceeded for"
            ]),
            Status(&[429]),
        ],
    )
    .known("a rate that is called a quota", "a public repository, code index file 2592599062", DAY),
    rule(
        "windows/usage-told",
        Window,
        R::UsageLimit,
        &[Said(any!["limit # usage #", "usage # limit #"]), Not(SHORT), Not(RATES)],
    )
    .known(
        "all of an allowance is used, over a window that nobody names",
        "a public repository, code index file 62595725005",
        DAY,
    ),
    rule(
        "windows/requests",
        Window,
        R::RequestsPerMinute,
        &[
            StatusNotIn(402, 402),
            Said(any![
                "request limit",
                "requests limit",
                "number of requests",
                "number of api requests",
                "api call limit",
                "api calls",
                "number of allowed",
                "max calls",
                "max requests",
                "max api requests",
                "maximum requests",
                "maximum api requests"
            ]),
        ],
    )
    .known("a number of requests, over a window that nobody names", LABELS, DAY),
    rule("windows/rationed", Window, R::RateLimit, &[Said(NOW), Also(any!["credit", "credits", "points", "units"])])
        .known("credits that the running minute rations", "a public repository, code index file 62114614838", DAY),
    rule("windows/short-window", Window, R::RequestsPerMinute, &[Said(SHORT), Also(LIMITED)]).known(
        "a short window without a named meter",
        LABELS,
        DAY,
    ),
];

/// Words of a rate, where no window is named.
const RATES: &str = any!["rate limit exceeded", "rate limit reached", "tpm", "rpm", "try again in", "retry in"];

const REQUESTS: &str = any![
    "requests",
    "request",
    "calls",
    "call",
    "queries",
    "query",
    "rpm",
    "rps",
    "qps",
    "qpm",
    "messages",
    "hits",
    "请求",
    "调用",
    "solicitudes",
    "requisições",
    "Anfragen",
    "リクエスト"
];

/// A window of up to an hour.
const SHORT: &str = any![
    "per minute",
    "per min",
    "per second",
    "per sec",
    "per s",
    "per hour",
    "per hr",
    "per ten seconds",
    "given time frame",
    "given time period",
    "given period of time",
    "per #",
    "every # seconds",
    "every minute",
    "each minute",
    "each second",
    "a minute",
    "a second",
    "an hour",
    "minute rate limit",
    "minute limit",
    "minute window",
    "minute quota",
    "second limit",
    "one minute",
    "hourly",
    "secondly",
    "minutely",
    "this minute",
    "current minute",
    "this hour",
    "last minute",
    "last hour",
    "每秒",
    "每小时",
    "分钟",
    "pro Minute",
    "pro Sekunde",
    "por minuto",
    "por segundo",
    "por hora",
    "1分あたり",
    "毎分",
    "毎秒",
    "na minutę"
];
