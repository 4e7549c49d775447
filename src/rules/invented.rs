//! An invented provider, for the tests of the engine alone: one rule for each condition and each rank.

use super::Cond::{
    Also, Code, Field, Header, Host, Near, NoStatus, Not, Own, Said, Status, StatusIn, StatusNotIn, Thrown,
};
use super::{Provider, Rank, Rule, rule};
use crate::verdict::{Reason as R, Scope};

pub(crate) const INVENTED: Provider = Provider {
    name: "invented",
    hosts: any!["zorblat.example", "zone-*.zorblat.test"],
    headers: any!["x-zorblat-"],
    marks: any!["ZorblatException"],
    zone_minutes: Some(60),
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("invented/code", Rank::Code, R::SpendCap, &[Code(any!["zorb_cap", "ZorbCap"])]),
    rule("invented/field", Rank::Code, R::Auth, &[Field(pair!["zorb.kind", "zorb.sort"; "7", "8"])]),
    rule("invented/present", Rank::Code, R::Conflict, &[Field(pair!["zorbPresent"; ])]),
    rule("invented/phrase", Rank::Phrase, R::DailyQuota, &[Said(any!["zorb # per *", "ganz zorb"])]),
    rule("invented/also", Rank::Phrase, R::Ramp, &[Said(any!["zorb also"]), Also(any!["blat one", "blat two"])]),
    rule("invented/near", Rank::Phrase, R::Concurrency, &[Said(any!["zorb near"]), Near(any!["blat near"])]),
    rule("invented/not", Rank::Phrase, R::Timeout, &[Said(any!["zorb not"]), Not(any!["blat not"])]),
    rule("invented/thrown", Rank::Phrase, R::Network, &[Thrown(any!["ZorbError"])]),
    rule("invented/header", Rank::Meter, R::UsageLimit, &[Header(pair!["x-zorblat-state"; "full"])]),
    rule("invented/host", Rank::Window, R::TokensPerMinute, &[Said(any!["zorb host"]), Host(any!["blat.example"])]),
    rule("invented/broad", Rank::Broad, R::Overloaded, &[Said(any!["zorb broad"])]).scope(Scope::Call),
    rule("invented/broad-code", Rank::Broad, R::ServerError, &[Code(any!["zorb_broad"])]),
    rule("invented/range", Rank::Broad, R::TooLarge, &[Said(any!["zorb range"]), StatusIn(470, 479)]),
    rule(
        "invented/out-of-range",
        Rank::Broad,
        R::NotFound,
        &[Said(any!["zorb range"]), StatusNotIn(470, 479), Status(&[480])],
    ),
    rule("invented/no-status", Rank::Broad, R::Aborted, &[Said(any!["zorb range"]), NoStatus]),
    rule("invented/lore", Rank::Status, R::CreditBalance, &[Status(&[477]), Own]),
];
