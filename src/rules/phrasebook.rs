//! Every phrase of every table, as the compiler lays them out: nothing is left to be built at the first call.
//!
//! A phrase is words with single spaces between; `#` stands for any number, `*` for any one word; the first word stands
//! for itself. Words are numbers, in the order of their hashes, and the phrases that begin with one word stand together,
//! each as its list, its length and the words that follow the first.

use super::{Cond, PROVIDERS, Provider, lexicon};
use crate::hash::{START, hash, step};

/// A phrase without its first word.
pub(crate) struct Phrase {
    pub(crate) list: u16,
    pub(crate) rest: &'static [u16],
}

/// `#` in a phrase.
pub(crate) const NUMBER: u16 = u16::MAX - 1;
/// `*` in a phrase.
pub(crate) const ANY: u16 = u16::MAX;
/// The number of every word that no phrase holds.
const UNKNOWN: u16 = 0;

/// The lists of the lexicon; those of each provider's marks follow, then those of the rules, equal ones once.
pub(crate) const MUTES: u16 = 0;
pub(crate) const MODEL_MARKS: u16 = 1;
pub(crate) const FIRST_MARKS: u16 = 2;
/// How many lists there are.
pub(crate) const LISTS: usize = BOOK.lists;

/// The number of a word with this hash.
pub(crate) fn word(hash: u32) -> u16 {
    let [top, low @ ..] = hash.to_be_bytes();
    let bounds = STARTS.get(usize::from(top)).zip(STARTS.get(usize::from(top) + 1));
    let words = bounds.and_then(|(first, end)| Some((first, WORDS.get(usize::from(*first)..usize::from(*end))?)));
    let place = words.and_then(|(first, words)| words.iter().zip(*first + 1..).find(|(word, _)| **word == low));
    place.map_or(UNKNOWN, |(_, place)| place)
}

/// The phrases that begin with a word.
pub(crate) fn beginning_with(word: u16) -> Phrases {
    let bounds = usize::from(word).checked_sub(1).and_then(|at| HEADS.get(at).zip(HEADS.get(at + 1)));
    let rows = bounds.and_then(|(first, end)| ROWS.get(usize::from(*first)..usize::from(*end)));
    Phrases { rows: rows.unwrap_or(&[]) }
}

pub(crate) struct Phrases {
    rows: &'static [u16],
}

impl Iterator for Phrases {
    type Item = Phrase;

    fn next(&mut self) -> Option<Phrase> {
        let (head, rest) = self.rows.split_first()?;
        let (rest, others) = rest.split_at_checked(usize::from(head >> LIST_BITS))?;
        self.rows = others;
        Some(Phrase { list: head & ((1 << LIST_BITS) - 1), rest })
    }
}

/// The number of a rule's list.
pub(super) const fn list(text: &str) -> u16 {
    BOOK.find(text) as u16
}

/// The text of a list.
#[cfg(test)]
pub(super) fn text(list: u16) -> &'static str {
    BOOK.texts[usize::from(list)]
}

/// A row's first number holds its list in so many bits, and above them how many words follow.
const LIST_BITS: u32 = 10;

/// The lower three bytes of the hash of each word.
static WORDS: [[u8; 3]; WORD_COUNT] = BOOK.words_by_hash();
/// By the upper byte of a hash: where its words begin in [`WORDS`].
static STARTS: [u16; 257] = BOOK.starts();
/// By word: where the phrases that begin with it stand in [`ROWS`].
static HEADS: [u16; WORD_COUNT + 1] = BOOK.heads();
static ROWS: [u16; ROW_LENGTH] = BOOK.rows();

const WORD_COUNT: usize = BOOK.distinct;
const ROW_LENGTH: usize = BOOK.row_length();

/// What the arrays above are made of.
static BOOK: Book = Book::read();

struct Book {
    texts: [&'static str; 1 << LIST_BITS],
    /// The hashes of the texts.
    keys: [u32; 1 << LIST_BITS],
    lists: usize,
    phrases: [Entry; 8192],
    phrase_count: usize,
    /// The hashes of the words of all phrases.
    words: [u32; 32_768],
    word_count: usize,
    /// The hashes of the words, each once and in order.
    sorted: [u32; 4096],
    distinct: usize,
}

/// A phrase's list, and where its words stand.
#[derive(Clone, Copy)]
struct Entry {
    list: u16,
    start: u16,
    end: u16,
}

/// Hashes of no word.
const HASH_OF_NUMBER: u32 = 1;
const HASH_OF_ANY: u32 = 2;

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
impl Book {
    const fn read() -> Self {
        let mut book = Self {
            texts: [""; 1 << LIST_BITS],
            keys: [0; 1 << LIST_BITS],
            lists: 0,
            phrases: [Entry { list: 0, start: 0, end: 0 }; 8192],
            phrase_count: 0,
            words: [0; 32_768],
            word_count: 0,
            sorted: [0; 4096],
            distinct: 0,
        };
        book.add(lexicon::MUTES);
        book.add(lexicon::MODEL_MARKS);
        let mut tables = PROVIDERS;
        while let [table, rest @ ..] = tables {
            tables = rest;
            // One list a provider, also where two have none.
            book.add(table.marks);
        }
        let mut tables = PROVIDERS;
        while let [table, rest @ ..] = tables {
            tables = rest;
            book.add_lists_of(table);
        }
        book.sort();
        book
    }

    const fn add_lists_of(&mut self, table: &Provider) {
        let mut rules = table.rules;
        while let [rule, rest @ ..] = rules {
            rules = rest;
            let mut conds = rule.when;
            while let [cond, rest @ ..] = conds {
                conds = rest;
                if let Cond::Said(list) | Cond::Also(list) | Cond::Near(list) | Cond::Not(list) = cond {
                    if self.find(list) == self.lists {
                        self.add(list);
                    }
                }
            }
        }
    }

    /// The rules' list with this text; how many lists there are where there is none.
    const fn find(&self, text: &str) -> usize {
        let key = hash(text.as_bytes());
        let mut at = FIRST_MARKS as usize + PROVIDERS.len();
        while at < self.lists {
            if self.keys[at] == key && same(self.texts[at].as_bytes(), text.as_bytes()) {
                break;
            }
            at += 1;
        }
        at
    }

    const fn add(&mut self, text: &'static str) {
        self.texts[self.lists] = text;
        self.keys[self.lists] = hash(text.as_bytes());
        let text = text.as_bytes();
        let mut start = self.word_count;
        let mut word = START;
        let mut previous = b' ';
        let mut at = 0;
        // Texts are split by `classify::words`, which knows more; a test compares the two.
        while at <= text.len() {
            let byte = if at < text.len() { text[at] } else { b'\n' };
            let ideograph = is_ideograph(text, at);
            let goes_on = (byte.is_ascii_alphanumeric() || byte >= 0x80) && !ideograph;
            let before_lower = at + 1 < text.len() && text[at + 1].is_ascii_lowercase();
            let hump = byte.is_ascii_uppercase()
                && (previous.is_ascii_lowercase() || previous.is_ascii_uppercase() && before_lower);
            if word != START && (hump || !goes_on) {
                self.push(word);
                word = START;
            }
            if goes_on {
                word = step(word, byte);
            } else if ideograph {
                self.push(step(step(step(START, byte), text[at + 1]), text[at + 2]));
                at += 2;
            } else if byte == b'#' {
                self.push(HASH_OF_NUMBER);
            } else if byte == b'*' {
                self.push(HASH_OF_ANY);
            } else if byte == b'\n' && start < self.word_count {
                let (from, end) = (start as u16, self.word_count as u16);
                self.phrases[self.phrase_count] = Entry { list: self.lists as u16, start: from, end };
                self.phrase_count += 1;
                start = self.word_count;
            }
            previous = byte;
            at += 1;
        }
        self.lists += 1;
    }

    const fn push(&mut self, hash: u32) {
        self.words[self.word_count] = hash;
        self.word_count += 1;
    }

    /// Fills [`Book::sorted`]: each word once, by a comb sort.
    const fn sort(&mut self) {
        let mut seen = [0; 4096];
        let mut at = 0;
        while at < self.word_count {
            let word = self.words[at];
            let mut slot = word as usize % seen.len();
            while seen[slot] != 0 && seen[slot] != word {
                slot = (slot + 1) % seen.len();
            }
            if seen[slot] == 0 && word > HASH_OF_ANY {
                seen[slot] = word;
                self.sorted[self.distinct] = word;
                self.distinct += 1;
            }
            at += 1;
        }
        let mut gap = self.distinct;
        let mut swapped = true;
        while gap > 1 || swapped {
            gap = if gap > 2 { gap * 10 / 13 } else { 1 };
            swapped = false;
            let mut at = 0;
            while at + gap < self.distinct {
                if self.sorted[at] > self.sorted[at + gap] {
                    (self.sorted[at], self.sorted[at + gap]) = (self.sorted[at + gap], self.sorted[at]);
                    swapped = true;
                }
                at += 1;
            }
        }
    }

    /// Where a word stands among the sorted ones.
    const fn rank(&self, hash: u32) -> usize {
        let (mut low, mut high) = (0, self.distinct);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.sorted[middle] < hash {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    const fn words_by_hash(&self) -> [[u8; 3]; WORD_COUNT] {
        let mut words = [[0; 3]; WORD_COUNT];
        let mut at = 0;
        while at < words.len() {
            let [_, low @ ..] = self.sorted[at].to_be_bytes();
            words[at] = low;
            at += 1;
        }
        words
    }

    const fn starts(&self) -> [u16; 257] {
        let mut starts = [self.distinct as u16; 257];
        let mut top = 0;
        while top < 256 {
            starts[top] = self.rank((top as u32) << 24) as u16;
            top += 1;
        }
        starts
    }

    const fn heads(&self) -> [u16; WORD_COUNT + 1] {
        let mut heads = [0; WORD_COUNT + 1];
        let mut at = 0;
        while at < self.phrase_count {
            let Entry { start, end, .. } = self.phrases[at];
            heads[self.rank(self.words[start as usize]) + 1] += end - start;
            at += 1;
        }
        let mut at = 1;
        while at < heads.len() {
            heads[at] += heads[at - 1];
            at += 1;
        }
        heads
    }

    const fn row_length(&self) -> usize {
        self.heads()[WORD_COUNT] as usize
    }

    const fn rows(&self) -> [u16; ROW_LENGTH] {
        let mut rows = [0; ROW_LENGTH];
        let mut next = self.heads();
        let mut at = 0;
        while at < self.phrase_count {
            let Entry { list, start, end } = self.phrases[at];
            let mut from = start as usize;
            let place = &mut next[self.rank(self.words[from])];
            rows[*place as usize] = list | (end - start - 1) << LIST_BITS;
            *place += 1;
            from += 1;
            while from < end as usize {
                rows[*place as usize] = match self.words[from] {
                    HASH_OF_NUMBER => NUMBER,
                    HASH_OF_ANY => ANY,
                    hash => self.rank(hash) as u16 + 1,
                };
                *place += 1;
                from += 1;
            }
            at += 1;
        }
        rows
    }
}

/// Whether a Chinese character or a Japanese syllable begins here, as `classify::words` has them.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn is_ideograph(text: &[u8], at: usize) -> bool {
    if at + 2 >= text.len() || text[at] & 0xF0 != 0xE0 {
        return false;
    }
    let [a, b, c] = [text[at] as u32 & 0x0F, text[at + 1] as u32 & 0x3F, text[at + 2] as u32 & 0x3F];
    crate::hash::is_ideograph(a << 12 | b << 6 | c)
}

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify::hashes_of;

    #[test]
    fn phrases_are_split_as_texts_are() {
        let mut at = 0;
        for text in &BOOK.texts[..BOOK.lists] {
            for phrase in text.split('\n').filter(|phrase| !phrase.is_empty()) {
                let words: Vec<u32> = phrase
                    .split(' ')
                    .flat_map(|part| match part {
                        "#" => vec![HASH_OF_NUMBER],
                        "*" => vec![HASH_OF_ANY],
                        part => hashes_of(part),
                    })
                    .collect();
                let Entry { start, end, .. } = BOOK.phrases[at];
                assert_eq!(BOOK.words[usize::from(start)..usize::from(end)], words, "{phrase}");
                at += 1;
            }
        }
        assert_eq!(at, BOOK.phrase_count);
    }

    #[test]
    fn each_phrase_is_found_by_its_first_word() {
        let mut rows = 0;
        for &Entry { list, start, end } in &BOOK.phrases[..BOOK.phrase_count] {
            let [first, rest @ ..] = &BOOK.words[usize::from(start)..usize::from(end)] else { panic!("no word") };
            let rest: Vec<u16> = rest
                .iter()
                .map(|&hash| match hash {
                    HASH_OF_NUMBER => NUMBER,
                    HASH_OF_ANY => ANY,
                    hash => word(hash),
                })
                .collect();
            assert!(!rest.contains(&UNKNOWN));
            assert!(beginning_with(word(*first)).any(|phrase| phrase.list == list && phrase.rest == rest));
            rows += end - start;
        }
        assert_eq!(usize::from(rows), ROWS.len());
        assert_eq!(word(HASH_OF_ANY), UNKNOWN);
        assert_eq!(beginning_with(UNKNOWN).count(), 0);
    }
}
