//! Shopify.

use super::Cond::{Field, Own, Said, Status};
use super::Rank::{Code as Narrow, Phrase, Status as AtStatus};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const CODES: &str = "shopify.dev/docs/api/usage/response-codes";
const DAY: &str = "2026-11-30";

pub(crate) const SHOPIFY: Provider = Provider {
    name: "shopify",
    hosts: any!["shopify.com", "myshopify.com", "shopify.dev"],
    headers: any!["x-shopify-"],
    marks: any![],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] =
    &[
        rule("shopify/inactive", Narrow, R::AccountSuspended, &[Field(pair!["extensions.code"; "SHOP_INACTIVE"])])
            .known("the shop is closed or frozen", "shopify.dev/docs/api/admin-graphql#status_and_error_codes", DAY),
        rule("shopify/frozen", Phrase, R::PaymentRequired, &[Said(any!["unavailable shop"]), Status(&[402])]).known(
            "the shop owes its plan; nothing is overloaded",
            CODES,
            DAY,
        ),
        rule("shopify/430", AtStatus, R::Forbidden, &[Status(&[430]), Own]).known(
            "refused as malicious; a status of its own",
            CODES,
            DAY,
        ),
    ];
