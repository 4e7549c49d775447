//! The names that accounts have in gates and snapshots: never the credential.

use sha2::{Digest, Sha256};

use crate::shown::holds_key;

/// The first 64 bits of a credential's SHA-256, in hexadecimal digits.
pub(crate) fn fingerprint(credential: &str) -> String {
    digest(credential, 8)
}

/// So many bytes of a text's SHA-256, in hexadecimal digits.
pub(crate) fn digest(text: &str, bytes: usize) -> String {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    Sha256::digest(text.as_bytes()).iter().take(bytes).flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// A part of a gate's name as it is borne; one that begins as a key does is hashed.
pub(crate) fn shown(given: &str) -> String {
    if holds_key(given) { fingerprint(given) } else { given.to_owned() }
}
