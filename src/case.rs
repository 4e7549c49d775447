//! Failures as corpus cases: what nobody recognised, redacted, in the form of `tests/cases/`.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::cut;
use crate::failure::Failure;
use crate::verdict::Verdict;

/// A redacted failure that can be added to the corpus, once a person has filled in what is expected.
///
/// Serialises as one case. Kept are the status, the headers that state limits and waits, and the texts; in them what
/// looks like a credential, an address, an identifier or what the caller sent is masked in its own shape (letters
/// become `x`, digits `0`). Redaction goes by form: read a case before you publish it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    provider: &'static str,
    status: Option<u16>,
    headers: Vec<(String, String)>,
    body: Option<String>,
    message: Option<String>,
    errors: Vec<[String; 3]>,
    now_ms: Option<i64>,
}

/// How many links of a chain of errors are kept; they are written one inside the other.
const MAX_CAUSES: usize = 32;

impl Case {
    /// Makes a case of a failure and what was judged of it.
    #[must_use]
    pub fn new(failure: &Failure<'_>, verdict: &Verdict) -> Self {
        // In the order of their names, the first of each.
        let mut headers: Vec<(String, String)> = Vec::new();
        for (name, value) in failure.headers.iter().filter(|(name, _)| states_limits(name)) {
            let name = name.to_ascii_lowercase();
            let at = headers.partition_point(|(other, _)| *other < name);
            if headers.get(at).is_none_or(|(other, _)| *other != name) {
                headers.insert(at, (name, redact(value)));
            }
        }
        Self {
            provider: verdict.provider.unwrap_or("unknown"),
            status: failure.status,
            headers,
            body: failure.body.map(redact),
            message: failure.message.map(redact),
            errors: failure
                .errors
                .iter()
                .take(MAX_CAUSES)
                .map(|error| [redact(error.name), redact(error.code), redact(error.message)])
                .collect(),
            now_ms: failure.now_ms,
        }
    }
}

impl Serialize for Case {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", "")?;
        map.serialize_entry("provider", self.provider)?;
        map.serialize_entry("status", &self.status)?;
        map.serialize_entry("headers", &Headers(&self.headers))?;
        map.serialize_entry("body", &self.body)?;
        map.serialize_entry("message", &self.message)?;
        if !self.errors.is_empty() {
            map.serialize_entry("error", &Chain(&self.errors))?;
        }
        map.serialize_entry("now", &self.now_ms)?;
        map.serialize_entry("expect", &())?;
        map.serialize_entry("why", "")?;
        map.end()
    }
}

struct Headers<'a>(&'a [(String, String)]);

impl Serialize for Headers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// A chain of errors as nested causes.
struct Chain<'a>(&'a [[String; 3]]);

impl Serialize for Chain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let [[name, code, message], causes @ ..] = self.0 {
            map.serialize_entry("name", name)?;
            map.serialize_entry("message", message)?;
            if !code.is_empty() {
                map.serialize_entry("code", code)?;
            }
            if !causes.is_empty() {
                map.serialize_entry("cause", &Chain(causes))?;
            }
        }
        map.end()
    }
}

/// Headers that state a limit or a wait; no other is kept.
fn states_limits(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    LIMIT_HEADERS.iter().any(|part| cut::contains(&name, part))
}

const LIMIT_HEADERS: &[&str] =
    &["ratelimit", "rate-limit", "retry-after", "x-should-retry", "limit-remaining", "x-codex-"];

/// Masks what looks like a credential, an address, an identifier, or what the caller sent.
pub(crate) fn redact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut secret = false;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if !is_token(first) {
            // What follows `password: `, `Bearer ` or `api_key=` is masked up to the next token's end.
            secret = secret && matches!(first, ' ' | ':' | '=' | '"' | '\'' | '\\');
            out.push(first);
            rest = rest.get(first.len_utf8()..).unwrap_or("");
            continue;
        }
        let end = rest.find(|c| !is_token(c)).unwrap_or(rest.len());
        let (token, tail) = rest.split_at_checked(end).unwrap_or((rest, ""));
        // `https://host/path?query`: the host stays, what follows is masked.
        let address = tail.strip_prefix("://");
        if let Some(address) = address.filter(|_| token.len() <= 6) {
            let end = address
                .find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '`'))
                .unwrap_or(address.len());
            let (address, tail) = address.split_at_checked(end).unwrap_or((address, ""));
            let (host, path) = cut::until(address, b"/?#");
            let host = cut::last(host, b'@');
            out.push_str(token);
            out.push_str("://");
            out.push_str(host);
            if let Some(path) = path.get(1..).filter(|path| !path.is_empty()) {
                out.push('/');
                mask(path, &mut out);
            }
            rest = tail;
            secret = false;
            continue;
        }
        if secret || looks_secret(token) {
            mask(token, &mut out);
        } else {
            out.push_str(token);
        }
        secret = announces_secret(token);
        rest = tail;
    }
    out
}

fn is_token(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '@' | '+' | '/' | '~' | '%' | '$' | '*')
}

fn mask(text: &str, out: &mut String) {
    out.extend(text.chars().map(|c| match c {
        c if c.is_numeric() => '0',
        c if c.is_alphabetic() => 'x',
        c => c,
    }));
}

/// Keys, ids and addresses by their form: mail addresses, IPv4 addresses, prefixes of keys, long runs that mix letters
/// and digits, and long numbers that are no time.
fn looks_secret(token: &str) -> bool {
    let token = cut::trim_end(token, b".-/~*%$+");
    let holds = |marks: &[u8]| token.bytes().any(|byte| marks.contains(&byte));
    let digits = token.bytes().filter(u8::is_ascii_digit).count();
    let letters = token.chars().filter(|c| c.is_alphabetic()).count();
    let mail = cut::at_first(token, b'@')
        .is_some_and(|(name, domain)| !name.is_empty() && cut::at_first(domain, b'.').is_some());
    let dotted = token.bytes().filter(|&byte| byte == b'.').count() == 3 && letters == 0 && digits >= 4;
    let key = KEY_PREFIXES.iter().any(|prefix| token.starts_with(prefix)) && token.len() >= 8;
    // A time in seconds or milliseconds stays: waits are read from it.
    let time = letters == 0 && matches!(token.len(), 10 | 13) && token.starts_with('1');
    let number = letters == 0 && digits >= 9 && !holds(b"-/.") && !time;
    let mixed = token.len() >= 16 && digits >= 2 && letters >= 2 && !is_words(token) && !is_duration(token);
    let blob = token.len() >= 32 && !holds(b"_-./") && !has_humps(token);
    mail || dotted || key || number || mixed || blob
}

/// `gpt-4o-mini-2024-07-18`, `llama-3.3-70b-versatile`, `GenerateRequestsPerDayPerProjectPerModel-FreeTier`: every part
/// is short, or has letters only. A random id has long parts that mix.
fn is_words(token: &str) -> bool {
    let token = token.as_bytes();
    token
        .split(|byte| b"-_./:@+".contains(byte))
        .all(|part| part.len() <= 5 || part.iter().all(u8::is_ascii_alphabetic) || part.iter().all(u8::is_ascii_digit))
        && token.split(|byte| b"-_".contains(byte)).filter(|part| matches!(part.len(), 4 | 8 | 12)).count() < 4
}

/// `7h14m52.123456789s`.
fn is_duration(token: &str) -> bool {
    let units = token.chars().filter(|c| !c.is_ascii_digit() && *c != '.').count();
    units <= 5
        && token.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'd' | 'h' | 'm' | 's' | 'n' | 'u' | 'µ'))
}

fn has_humps(token: &str) -> bool {
    let upper = token.bytes().filter(u8::is_ascii_uppercase).count();
    let digits = token.bytes().filter(u8::is_ascii_digit).count();
    digits == 0 && upper.saturating_mul(3) <= token.len()
}

fn announces_secret(token: &str) -> bool {
    let token = token.to_ascii_lowercase();
    ANNOUNCERS.iter().any(|word| token.ends_with(word))
}

const KEY_PREFIXES: &[&str] = &[
    "sk-",
    "pk-",
    "rk_",
    "sk_",
    "pk_",
    "gsk_",
    "xai-",
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "xox",
    "AKIA",
    "ASIA",
    "AIza",
    "ya29.",
    "eyJ",
    "hf_",
    "r8_",
    "org-",
    "org_",
    "proj_",
    "user_",
    "acct_",
    "req_",
    "req-",
    "key-",
    "whsec_",
];

const ANNOUNCERS: &[&str] = &[
    "bearer",
    "basic",
    "password",
    "passwd",
    "pwd",
    "secret",
    "api_key",
    "apikey",
    "api-key",
    "access_token",
    "refresh_token",
    "authorization",
    "cookie",
    "x-api-key",
    "private_key",
    "session_id",
    "sessionid",
    "signature",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_keys_addresses_and_ids_in_their_own_shape() {
        let cases = [
            ("Incorrect API key provided: sk-abcd1234.", "Incorrect API key provided: xx-xxxx0000."),
            ("Authorization: Bearer hunter2", "Authorization: xxxxxx xxxxxx0"),
            (r#"{"password": "correct", "code": "limit"}"#, r#"{"password": "xxxxxxx", "code": "limit"}"#),
            ("mail ann@example.com from 203.0.113.7", "mail xxx@xxxxxxx.xxx from 000.0.000.0"),
            ("see https://u:p@host.example/a1?k=v now", "see https://host.example/x0?x=x now"),
            ("id 3f7c2a91-6d4e-4b0a-9c58-71e2d8a60b35.", "id 0x0x0x00-0x0x-0x0x-0x00-00x0x0x00x00."),
            ("account 203910448812", "account 000000000000"),
            ("nonce qWxEnrTyUvbsPaDkFmGzHjLcXoNiKeRt", "nonce xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        ];
        for (text, want) in cases {
            assert_eq!(redact(text), want);
        }
    }

    #[test]
    fn keeps_what_a_rule_needs() {
        for text in [
            "Rate limit reached for gpt-4o-mini-2024-07-18 on tokens per min (TPM): Limit 30000, Used 29412.",
            "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
            "generativelanguage.googleapis.com/generate_content_free_tier_requests",
            "Please try again in 7h14m52.123456789s, resets at 1755772800 or 2026-09-22 19:15:54 UTC",
            "已达到 5 小时的使用上限",
        ] {
            assert_eq!(redact(text), text);
        }
    }
}
