//! DeepL.

use super::Cond::{Own, Said, Status};
use super::Rank::{Phrase, Status as AtStatus};
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const ERRORS: &str = "developers.deepl.com/docs/best-practices/error-handling";
const DAY: &str = "2026-11-30";

pub(crate) const DEEPL: Provider = Provider {
    name: "deepl",
    hosts: any!["deepl.com"],
    headers: any![],
    marks: any!["deepl exceptions"],
    zone_minutes: None,
    rules: RULES,
};

const RULES: &[Rule] = &[
    rule("deepl/auth-key", Phrase, R::Auth, &[Said(any!["check auth key"])]).known(
        "its library's word for a 403",
        "DeepLcom/deepl-python, deepl/translator.py",
        DAY,
    ),
    rule("deepl/456", AtStatus, R::UsageLimit, &[Status(&[456]), Own]).known(
        "the characters of the period are used up; a status of its own",
        ERRORS,
        DAY,
    ),
];
