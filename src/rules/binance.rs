//! Binance.

use super::Cond::{Field, Not, Own, Said, Status};
use super::Rank::{Code as Narrow, Phrase, Status as AtStatus};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const ERRORS: &str = "developers.binance.com/docs/binance-spot-api-docs/errors";
const CODES: &str = "developers.binance.com/docs/binance-spot-api-docs/rest-api/http-return-codes";
const DAY: &str = "2026-11-30";

pub(crate) const BINANCE: Provider = Provider {
    name: "binance",
    hosts: any!["binance.com", "binance.us", "binance.vision"],
    headers: any!["x-mbx-"],
    marks: any!["BinanceAPIException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule(
        "binance/failed",
        Narrow,
        R::ServerError,
        &[Field(pair!["code"; "-1000", "-1001", "-1006"]), Not(any!["NSURLErrorDomain"])],
    )
    .known("the server failed, whatever became of the request", ERRORS, DAY),
    rule("binance/timeout", Narrow, R::Timeout, &[Field(pair!["code"; "-1007"]), Not(any!["NSURLErrorDomain"])]).known(
        "the backend did not answer",
        ERRORS,
        DAY,
    ),
    rule("binance/overloaded", Narrow, R::Overloaded, &[Field(pair!["code"; "-1008", "-1016"])]).known(
        "overloaded or shutting down",
        ERRORS,
        DAY,
    ),
    rule("binance/weight", Narrow, R::RateLimit, &[Field(pair!["code"; "-1003"]), Not(any!["NSURLErrorDomain"])])
        .known("request weight or requests; a ban tells until when", CODES, DAY),
    rule(
        "binance/key",
        Narrow,
        R::Auth,
        &[Field(pair!["code"; "-1002", "-1022", "-2008", "-2014", "-2015"]), Not(any!["NSURLErrorDomain"])],
    )
    .known("key, address or signature are wrong", ERRORS, DAY),
    rule(
        "binance/order",
        Narrow,
        R::BadRequest,
        &[Field(pair!["code"; "-1013", "-1021", "-1111", "-1121", "-2010"]), Not(any!["NSURLErrorDomain"])],
    )
    .known("this order or its time, not the account with the API", ERRORS, DAY),
    rule("binance/orders-per-day", Phrase, R::DailyQuota, &[Said(any!["orders per # day"])]).known(
        "the orders of a day, under a minute's code",
        ERRORS,
        DAY,
    ),
    rule("binance/restricted", Phrase, R::Forbidden, &[Said(any!["from a restricted location"])]).known(
        "the caller's place is refused, in the words of an outage",
        "ccxt/binance-trade-bot#512",
        DAY,
    ),
    rule("binance/418", AtStatus, R::RateLimit, &[Status(&[418]), Own]).known("banned for not backing off", CODES, DAY),
];
