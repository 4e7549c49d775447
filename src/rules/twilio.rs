//! Twilio.

use super::Cond::{Field, Said};
use super::Rank::{Code as Narrow, Phrase};
use super::{Provider, Rule, rule};
use crate::verdict::{Reason as R, Scope};

const CODES: &str = "www.twilio.com/docs/api/errors";
const DAY: &str = "2026-11-30";

pub(crate) const TWILIO: Provider = Provider {
    name: "twilio",
    hosts: any!["twilio.com"],
    headers: any!["twilio-"],
    marks: any!["TwilioRestException"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("twilio/region", Narrow, R::Forbidden, &[Field(pair!["code"; "21408"])]).known(
        "that region is off in the account's geo permissions",
        CODES,
        DAY,
    ),
    rule("twilio/queue", Phrase, R::Overloaded, &[Said(any!["30001 queue overflow"])]).scope(Scope::Account).known(
        "more queued than the number sends",
        CODES,
        DAY,
    ),
];
