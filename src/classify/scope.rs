//! Whom a failure speaks for.

use crate::classify::Facts;
use crate::cut;
use crate::hash::{hash, key_hash};
use crate::rules::{items, lexicon};
use crate::verdict::{Reason, Scope};

/// How far before "organization" the name of a model may begin, in bytes.
const LONGEST_NAMING: usize = 256;

/// The scope of a reason where its rule names none.
pub(super) fn of(reason: Reason, facts: &Facts<'_, '_>) -> Scope {
    use Reason as R;
    let (scope, narrows) = match reason {
        R::RateLimit | R::RequestsPerMinute | R::TokensPerMinute | R::Concurrency | R::Ramp => (Scope::Account, true),
        R::DailyQuota | R::MonthlyQuota | R::UsageLimit | R::PlanLimit | R::LongWait => (Scope::Account, true),
        R::Overloaded => (Scope::Service, true),
        R::ServerError | R::Timeout | R::Network => (Scope::Service, false),
        R::ModelLoading | R::ModelNotFound => (Scope::Model, false),
        R::Forbidden => (Scope::Account, true),
        R::Auth | R::SpendCap | R::CreditBalance | R::PaymentRequired | R::AccountSuspended => (Scope::Account, false),
        R::BadRequest | R::NotFound | R::Conflict | R::TooLarge | R::ContentPolicy | R::Aborted | R::Unknown => {
            (Scope::Call, false)
        }
    };
    if narrows && names_model(facts) { Scope::Model } else { scope }
}

/// Whether the server's own words or fields tie the failure to a model or deployment. Wrappers' labels do not count.
fn names_model(facts: &Facts<'_, '_>) -> bool {
    facts.hits.model_marked() || named_in_fields(facts) || named_in_text(facts)
}

/// `quotaDimensions.model` and the model in Google's error metadata.
fn named_in_fields(facts: &Facts<'_, '_>) -> bool {
    const MODEL: u32 = key_hash("model");
    const DIMENSIONS: u32 = key_hash("quota_dimensions");
    const METADATA: u32 = key_hash("metadata");
    facts.reading.fields.iter().any(|field| {
        let parent = field.parent.and_then(|parent| facts.reading.fields.get(parent)).map(|parent| parent.hash);
        let named = field.hash == MODEL && matches!(parent, Some(DIMENSIONS | METADATA));
        let keyed = parent == Some(DIMENSIONS) && field.key == "key" && field.value == "model";
        named || keyed
    })
}

/// `model: name` and ``model `name` `` in a sentence, `for <name> in organization`, and `exceeded for <name>`.
fn named_in_text(facts: &Facts<'_, '_>) -> bool {
    const MODEL: u32 = hash(b"model");
    const ORGANIZATION: u32 = hash(b"organization");
    const EXCEEDED: u32 = hash(b"exceeded");
    facts.words.list.iter().any(|word| {
        if !matches!(word.hash, MODEL | ORGANIZATION | EXCEEDED) {
            return false;
        }
        let Some(text) = facts.reading.texts.get(word.text as usize) else { return false };
        let before = text.content.get(..word.start as usize).unwrap_or("");
        let after = text.content.get(word.end as usize..).unwrap_or("");
        if word.hash == MODEL {
            let begins = before.is_empty() || before.ends_with([' ', '(']);
            let name = after.strip_prefix(": ").or_else(|| after.strip_prefix(" `"));
            // "Provider: Acme; model: m" is how a wrapper labels its log.
            let labels = before
                .as_bytes()
                .rchunks(40)
                .next()
                .is_some_and(|near| near.windows(9).any(|part| part == b"rovider: "));
            begins
                && !labels
                && name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@'))
        } else if word.hash == EXCEEDED {
            let name = after.strip_prefix(" for ").unwrap_or("").as_bytes();
            let name = name.split(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))).next();
            name.is_some_and(is_name_of_model)
        } else {
            let mut from = before.len().saturating_sub(LONGEST_NAMING);
            while !before.is_char_boundary(from) {
                from += 1;
            }
            let mut before = before.get(from..).unwrap_or("").trim_ascii_end();
            while let Some(rest) = before.strip_suffix("in") {
                before = rest;
            }
            let before = before.trim_ascii_end();
            // "for gpt-image-1 (for limit gpt-image) in organization"
            let bare = before.strip_suffix(')').and_then(|before| {
                let at = before.as_bytes().windows(2).rposition(|pair| pair == b" (")?;
                before.get(..at)
            });
            let (whom, name) = cut::at_last(bare.unwrap_or(before), b' ').unwrap_or_default();
            cut::last(whom, b' ') == "for" && is_name_of_model(name.as_bytes())
        }
    })
}

/// `gpt-4o`, but not `Example-Corp`, nor `org-a1`, `us-east1`, `free-tier` and what else may be limited.
fn is_name_of_model(name: &[u8]) -> bool {
    let family = name.split(|&byte| byte == b'-').next().unwrap_or(name);
    let other = || items(lexicon::NO_MODELS).any(|other| other.as_bytes() == family);
    family.len() < name.len() && name.first().is_some_and(u8::is_ascii_lowercase) && !other()
}
