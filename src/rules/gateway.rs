//! Pages of proxies and gateways that stand in front of an API: nginx, Apache, HAProxy, Envoy, Varnish, Kong, Traefik, IIS.

use super::Cond::Said;
use super::Rank::Broad;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const DAY: &str = "2026-11-30";

pub(crate) const GATEWAY: Provider = Provider::generic("gateway", RULES);

const RULES: &[Rule] = &[
    rule("gateway/backend-fetch-failed", Broad, R::Overloaded, &[Said(&["backend fetch failed"])])
        .known("Varnish has no backend that answers", "varnish-cache.org/docs/trunk/users-guide/troubleshooting.html", DAY),
];
