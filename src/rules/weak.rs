//! Single words, where not even a status speaks: a log line or an error name that lost everything else.

use super::Cond::Said;
use super::Rank::Status as Rank;
use super::{Provider, Rule, rule};
use crate::verdict::Reason as R;

const LABELS: &str = "tests/cases/README.md";
const DAY: &str = "2026-11-30";

pub(crate) const WEAK: Provider = Provider::generic("weak", RULES);

const RULES: &[Rule] = &[rule("weak/timeout", Rank, R::Timeout, &[Said(any!["timeout", "timed out", "time out"])])
    .known("somebody waited in vain", LABELS, DAY)];
