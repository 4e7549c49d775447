//! Words and names as numbers, so that comparing them costs one comparison and a table of them no pointers.

/// FNV-1a over bytes, upper case folded.
pub(crate) const fn hash(bytes: &[u8]) -> u32 {
    let mut hash = START;
    let mut rest = bytes;
    while let [byte, tail @ ..] = rest {
        hash = step(hash, *byte);
        rest = tail;
    }
    hash
}

/// The hash of a field's name, `_` and `-` left out: `errorCode`, `error_code` and `Error-Code` are one name.
pub(crate) const fn key_hash(key: &str) -> u32 {
    let mut hash = START;
    let mut rest = key.as_bytes();
    while let [byte, tail @ ..] = rest {
        if !matches!(byte, b'_' | b'-') {
            hash = step(hash, *byte);
        }
        rest = tail;
    }
    hash
}

/// The hash of nothing.
pub(crate) const START: u32 = 0x811C_9DC5;

/// The hash of one byte more.
pub(crate) const fn step(hash: u32, byte: u8) -> u32 {
    step_folded(hash, byte.to_ascii_lowercase())
}

/// [`step`] of a byte that is no upper case.
pub(crate) const fn step_folded(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

/// Whether a character is Chinese or a Japanese syllable, and so a word of its own.
pub(crate) const fn is_ideograph(character: u32) -> bool {
    matches!(character, 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xF900..=0xFAFF)
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: impl IntoIterator<Item = u8>) -> String {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    bytes.into_iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
