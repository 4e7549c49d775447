//! The Graph API: Facebook, Instagram, WhatsApp. The outer type says OAuthException of nearly everything.

use super::Cond::{Code, Field, Said};
use super::Rank::{Broad, Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const ERRORS: &str = "developers.facebook.com/docs/graph-api/guides/error-handling";
const DAY: &str = "2026-11-30";

pub(crate) const FACEBOOK: Provider = Provider {
    name: "facebook",
    hosts: any!["facebook.com", "instagram.com"],
    headers: any!["x-fb-", "x-app-usage", "x-business-use-case-usage"],
    marks: any!["Facebook Exceptions"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("facebook/token", Narrow, R::Auth, &[Code(any!["OAuthException"]), Field(pair!["code"; "190", "102", "104"])])
        .known("the access token is wrong or expired", ERRORS, DAY),
    rule(
        "facebook/permission",
        Narrow,
        R::Forbidden,
        &[Code(any!["OAuthException"]), Field(pair!["code"; "3", "10", "200", "368"])],
    )
    .known("a permission is missing, or the action is refused as abusive", ERRORS, DAY),
    rule(
        "facebook/parameter",
        Broad,
        R::BadRequest,
        &[Code(any!["OAuthException", "GraphMethodException"]), Field(pair!["code"; "100"])],
    )
    .known("a parameter is invalid; a sentence may say more", ERRORS, DAY),
    rule("facebook/page-limit", Phrase, R::RateLimit, &[Said(any!["request limited reached"])]).known(
        "error 32, as the server spells it",
        "developers.facebook.com/docs/graph-api/overview/rate-limiting",
        DAY,
    ),
    rule(
        "facebook/limit",
        Broad,
        R::RateLimit,
        &[Code(any!["OAuthException"]), Field(pair!["code"; "4", "17", "32", "341", "613"])],
    )
    .known("calls of an hour", ERRORS, DAY),
    rule(
        "facebook/transient",
        Broad,
        R::ServerError,
        &[Code(any!["OAuthException"]), Field(pair!["is_transient", "code"; "true", "2"])],
    )
    .known("the server says that it passes", ERRORS, DAY),
];
