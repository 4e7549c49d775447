//! Values from outside that may be shown: short, of harmless characters, and nothing that begins as a key does.

/// The longest value that is taken over from outside.
pub(crate) const MAX_VALUE: usize = 128;

/// What the keys of well-known services begin with, and the header that carries one.
const KEYS: [&str; 21] = [
    "sk-",
    "sk_",
    "pk-",
    "pk_",
    "rk-",
    "rk_",
    "AIza",
    "ya29.",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "xox",
    "AKIA",
    "hf_",
    "gsk_",
    "eyJ",
    "Bearer",
];

/// Whether a word of the value begins as a key does.
pub(crate) fn holds_key(value: &str) -> bool {
    let begins = |at: usize| {
        let word = value.get(at..).unwrap_or("");
        KEYS.iter().any(|key| word.get(..key.len()).is_some_and(|head| head.eq_ignore_ascii_case(key)))
    };
    let first = |at: usize| {
        at.checked_sub(1).and_then(|at| value.as_bytes().get(at)).is_none_or(|b| !b.is_ascii_alphanumeric())
    };
    (0..value.len()).any(|at| first(at) && begins(at))
}

/// A value from outside, if it consists of at most 128 of `A-Z a-z 0-9 . _ : -` and is no key.
pub(crate) fn bounded(value: &str) -> Option<String> {
    bounded_by(value, |byte| matches!(byte, b'.' | b'_' | b':' | b'-'))
}

/// A method: every one that is registered or in use is a short word.
pub(crate) fn method(value: &str) -> Option<String> {
    bounded_by(value, |_| false).filter(|word| word.len() <= 16 && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// A model's name, in which `/` and `@` are usual, unless it is an address of mail.
pub(crate) fn bounded_name(value: &str) -> Option<String> {
    bounded_by(value, |byte| matches!(byte, b'.' | b'_' | b':' | b'-' | b'/' | b'@')).filter(|name| !is_mail(name))
}

/// Whether it holds `word@word.word`.
fn is_mail(name: &str) -> bool {
    let mut parts = name.split('@');
    let mut user = parts.next().unwrap_or("");
    parts.any(|domain| {
        let found = user.ends_with(|end: char| end.is_ascii_alphanumeric()) && domain.contains('.');
        user = domain;
        found
    })
}

fn bounded_by(value: &str, allowed: impl Fn(u8) -> bool) -> Option<String> {
    let value = value.trim();
    let harmless = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || allowed(byte));
    (harmless && !value.is_empty() && value.len() <= MAX_VALUE && !holds_key(value)).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_from_outside_is_taken_whole_or_not_at_all() {
        assert_eq!(bounded(" req_011CQ:a-b.c "), Some("req_011CQ:a-b.c".to_owned()));
        for refused in ["", "two words", "a=b", "quote\"", "ü", &"x".repeat(129)] {
            assert_eq!(bounded(refused), None, "{refused}");
        }
    }

    #[test]
    fn no_key_is_taken_for_an_id_or_a_name() {
        for key in [
            "sk-proj-abc123",
            "sk_live_abc",
            "pk-lf-123",
            "rk_live_1",
            "AIzaSyAbc",
            "ghp_abc",
            "gho_abc",
            "github_pat_1",
            "xoxb-1-2",
            "Bearer",
            "bearer:abc",
            "eyJhbGciOi.eyJzdWIi.c2ln",
            "AKIAIOSFODNN7EXAMPLE",
            "hf_abc",
            "gsk_abc",
            "prod:sk-abc",
            "SK-ABC",
        ] {
            assert_eq!(bounded(key), None, "{key}");
            assert_eq!(bounded_name(key), None, "{key}");
        }
        for id in ["req_task-1", "0af7651916cd43dd8448eb211c80319c", "8a1b2c3d4e5f-FRA", "disk_1"] {
            assert_eq!(bounded(id).as_deref(), Some(id));
        }
    }

    #[test]
    fn a_name_is_no_address_of_mail() {
        for name in ["@cf/meta/llama-3.1-8b", "claude-sonnet-4@20250514", "anthropic/claude-3.5", "gpt-4o"] {
            assert_eq!(bounded_name(name).as_deref(), Some(name));
        }
        for mail in ["me@host.example", "models/me@host.example", "a@b@c.d"] {
            assert_eq!(bounded_name(mail), None, "{mail}");
        }
    }
}
