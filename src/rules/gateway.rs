//! Pages of proxies and gateways that stand in front of an API: nginx, Apache, HAProxy, Envoy, Varnish, Kong, Traefik,
//! IIS, Akamai, Apigee; also in German, Japanese, Spanish, Portuguese, Chinese. Most name their status, which decides
//! then; these are for texts that lost it, and for words that mislead.

use super::Cond::{Header, Not, Said, StatusNotIn};
use super::Rank::{Broad, Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

/// What Apache, Tomcat and Laravel ship in other languages.
const PAGES: &str = "apache/httpd, docs/error; apache/tomcat, catalina/valves; Laravel-Lang/http-statuses";
const KONG: &str = "Kong/kong, kong/error_handlers.lua";
const DAY: &str = "2026-11-30";

pub(crate) const GATEWAY: Provider = Provider::generic("gateway", RULES);

const RULES: &[Rule] = &[
    rule(
        "gateway/over-rate",
        Narrow,
        R::UsageLimit,
        &[Header(pair!["x-mashery-error-code"; "ERR_403_DEVELOPER_OVER_RATE"])],
    )
    .known(
        "the calls of Mashery's longer window, mostly a day; its short one is OVER_QPS",
        "developer.lufthansa.com/docs/read/api_basics/HTTP_response_codes_and_errors",
        DAY,
    ),
    // Narrower than "fetch failed" and "proxy error" of a client.
    rule(
        "gateway/no-backend",
        Phrase,
        R::Overloaded,
        &[Said(any!["backend fetch failed", "backend is unhealthy", "peer from the ring balancer"])],
    )
    .known(
        "Varnish, Fastly or Kong has no backend that answers",
        "varnish-cache.org/docs/trunk/users-guide/troubleshooting.html",
        DAY,
    ),
    rule(
        "gateway/bad-answer",
        Phrase,
        R::ServerError,
        &[Said(any![
            "received an invalid response from an upstream server",
            "invalid response was received from the upstream server",
            "error reading from remote server",
        ])],
    )
    .known(
        "Apache or Kong could not read its backend's answer",
        "httpd.apache.org/docs/2.4/mod/mod_proxy.html",
        DAY,
    ),
    rule("gateway/callout", Phrase, R::RateLimit, &[Said(any!["ResponseCode 429 is treated as error"])]).known(
        "Apigee was limited by what it called in turn",
        "Azure/azure-sdk-for-js#16670",
        DAY,
    ),
    rule(
        "gateway/too-large",
        Phrase,
        R::TooLarge,
        &[Said(any!["request size limit exceeded", "request content length", "载荷过大", "muito grande"])],
    )
    .known("one request is over the gateway's maximum", PAGES, DAY),
    // Envoy may say so under a 4xx, whose reason phrase stands beside it.
    rule("gateway/upstream-reset", Broad, R::Network, &[Said(any!["upstream connect error", "reset before headers"])])
        .known("Envoy's connection to what is behind it failed", "envoyproxy/envoy#9747", DAY),
    rule(
        "gateway/timing-out",
        Broad,
        R::Timeout,
        &[Said(any![
            "upstream server is timing out",
            "tiempo de espera",
            "tempo limite",
            "tempo excedido",
            "délai d attente"
        ])],
    )
    .known("no answer in time", KONG, DAY),
    rule(
        "gateway/limited",
        Broad,
        R::RateLimit,
        &[Said(any![
            "may be sending automated queries",
            "unusual traffic from your",
            "demasiadas peticiones",
            "muitas requisições",
            "请求太多",
            "リクエスト数が多すぎ",
            "大量のリクエスト",
        ])],
    )
    .known("too many requests", PAGES, DAY),
    rule(
        "gateway/unavailable",
        Broad,
        R::Overloaded,
        &[Said(any![
            "services aren t available right now",
            "Wartungsarbeiten",
            "Wartungsmodus",
            "nicht erreichbar",
            "メンテナンス",
            "アクセスが集中",
            "一時的に利用できません",
            "過負荷",
            "mantenimiento",
            "manutenção",
            "维护模式",
            "维护中",
            "忙碌中",
            "暂不可用",
            "indisponible",
        ])],
    )
    .known("temporary overload or maintenance", PAGES, DAY),
    rule(
        "gateway/failed",
        Broad,
        R::ServerError,
        &[
            StatusNotIn(400, 499),
            Said(any![
                "an error occurred while processing your request",
                "fehlerhaftes Gateway",
                "Serverfehler",
                "サーバー内部エラー",
                "不正な応答",
                "interner Fehler",
                "un error interno",
                "erreur interne",
                "error de servidor interno",
                "puerta de enlace errónea",
                "Gateway inválido",
                "内部服务器错误",
            ]),
            Not(any!["invalid", "bad request"]),
        ],
    )
    .known("the gateway or what is behind it failed", PAGES, DAY),
    rule(
        "gateway/unauthorized",
        Broad,
        R::Auth,
        &[Said(any![
            "authorization required",
            "jwt is missing",
            "jwt is expired",
            "nicht autorisiert",
            "no autorizado",
            "não autorizado",
            "未经授权",
        ])],
    )
    .known("nginx, Envoy or Tomcat asks for a credential", PAGES, DAY),
    rule(
        "gateway/forbidden",
        Broad,
        R::Forbidden,
        &[Said(any![
            "requested url was rejected",
            "Incapsula incident",
            "Zugriff verweigert",
            "acceso prohibido",
            "acesso proibido",
            "keine Berechtigung",
            "accès refusé",
            "アクセスが拒否",
            "访问被拒绝",
            "访问被阻断",
        ])],
    )
    .known("a firewall refuses the caller", PAGES, DAY),
    rule(
        "gateway/not-found",
        Broad,
        R::NotFound,
        &[Said(any![
            "Seite nicht gefunden",
            "página não encontrada",
            "网页未找到",
            "ページが見つかりません",
            "ページは見つかりません",
            "page non trouvée",
            "página no encontrada",
            "页面不存在"
        ])],
    )
    .known("there is no such page", PAGES, DAY),
];
