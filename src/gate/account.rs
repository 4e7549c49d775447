//! The names that accounts have in gates and snapshots: never the credential.

use hmac_sha256::Hash;

use crate::hash::hex;
use crate::shown::holds_key;

/// The first 64 bits of a credential's SHA-256, in hexadecimal digits.
pub(crate) fn fingerprint(credential: &str) -> String {
    digest(credential, 8)
}

/// So many bytes of a text's SHA-256, in hexadecimal digits.
pub(crate) fn digest(text: &str, bytes: usize) -> String {
    hex(Hash::hash(text.as_bytes()).into_iter().take(bytes))
}

/// A part of a gate's name as it is borne; one that begins as a key does is hashed.
pub(crate) fn shown(given: &str) -> String {
    if holds_key(given) { fingerprint(given) } else { given.to_owned() }
}
