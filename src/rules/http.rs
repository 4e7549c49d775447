//! Statuses, when nothing narrower speaks (RFC 9110, section 15; design, section 2).

use super::Cond::{Status, StatusIn};
use super::Rank::Status as Rank;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const RFC: &str = "RFC 9110, section 15";
const EDGE: &str = "developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors";
const DAY: &str = "2026-11-30";

pub(crate) const HTTP: Provider = Provider::generic("http", RULES);

const RULES: &[Rule] = &[
    rule("http/401", Rank, R::Auth, &[Status(&[401, 407])]).known("no valid credential was sent", RFC, DAY),
    rule("http/402", Rank, R::PaymentRequired, &[Status(&[402])]).known("payment is required", RFC, DAY),
    rule("http/403", Rank, R::Forbidden, &[Status(&[403, 451])]).known("the server refuses to act", RFC, DAY),
    rule("http/404", Rank, R::NotFound, &[Status(&[404, 410])]).known("there is no such resource", RFC, DAY),
    rule("http/408", Rank, R::Timeout, &[Status(&[408])]).known("the request did not arrive in time", RFC, DAY),
    rule("http/409", Rank, R::Conflict, &[Status(&[409, 412, 423])]).known(
        "the resource is in another state",
        RFC,
        DAY,
    ),
    rule("http/413", Rank, R::TooLarge, &[Status(&[413, 414, 431])]).known("the request is over a maximum", RFC, DAY),
    rule("http/425", Rank, R::ServerError, &[Status(&[425])]).known(
        "the server wants the request after the handshake",
        "RFC 8470, section 5.2",
        DAY,
    ),
    rule("http/429", Rank, R::RateLimit, &[Status(&[429])]).known(
        "too many requests in a given time",
        "RFC 6585, section 4",
        DAY,
    ),
    rule("http/4xx", Rank, R::BadRequest, &[StatusIn(400, 499)]).known("the client seems to have erred", RFC, DAY),
    rule("http/never", Rank, R::BadRequest, &[Status(&[501, 505, 506, 508, 510, 511, 525, 526])]).known(
        "no repetition cures a missing feature, a version, a loop or a certificate",
        RFC,
        DAY,
    ),
    rule("http/503", Rank, R::Overloaded, &[Status(&[503, 529])]).known("temporary overload or maintenance", RFC, DAY),
    rule("http/504", Rank, R::Timeout, &[Status(&[504, 522, 524])]).known("a gateway got no answer in time", EDGE, DAY),
    rule("http/5xx", Rank, R::ServerError, &[StatusIn(500, 599)]).known("the server failed", RFC, DAY),
];
