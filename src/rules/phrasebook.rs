//! Every phrase of every table, as the compiler lays them out: nothing is left to be built at the first call.
//!
//! A phrase is words with single spaces between; `#` stands for any number, `*` for any one word; the first word stands
//! for itself. Words are numbers, in the order of their hashes. The phrases that begin with one word stand together, and
//! of these the ones that go on with the same word.

use super::{Cond, PROVIDERS, Provider, lexicon};
use crate::hash::{START, hash, step};

/// What of a phrase follows its second word.
pub(crate) struct Phrase {
    pub(crate) list: u16,
    pub(crate) rest: &'static [u16],
    /// How many words the whole phrase has.
    pub(crate) length: usize,
}

/// A word of a text.
#[derive(Clone, Copy)]
pub(crate) struct Token {
    pub(crate) word: u16,
    /// Whether it is a number.
    pub(crate) number: bool,
}

impl Token {
    /// Whether it is the word of a phrase.
    pub(crate) const fn is(self, wanted: u16) -> bool {
        wanted == self.word && wanted != UNKNOWN || wanted == ANY || wanted == NUMBER && self.number
    }
}

/// `#` in a phrase.
const NUMBER: u16 = u16::MAX - 1;
/// `*` in a phrase.
const ANY: u16 = u16::MAX;
/// The number of every word that no phrase holds; as the second word of a phrase, that there is none.
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

/// The phrases that begin with a word and go on with the next one of the sentence, or have one word only.
pub(crate) fn beginning_with(word: u16, next: Option<Token>) -> Phrases {
    let bounds = usize::from(word).checked_sub(1).and_then(|at| HEADS.get(at).zip(HEADS.get(at + 1)));
    let groups = bounds.and_then(|(first, end)| GROUPS.get(usize::from(*first)..usize::from(*end)));
    Phrases { groups: groups.unwrap_or(&[]), group: &[], length: 0, next }
}

pub(crate) struct Phrases {
    groups: &'static [u16],
    /// What is left of a group, whose phrases share so many words.
    group: &'static [u16],
    length: usize,
    next: Option<Token>,
}

impl Iterator for Phrases {
    type Item = Phrase;

    fn next(&mut self) -> Option<Phrase> {
        while self.group.is_empty() {
            let [second, length, rest @ ..] = self.groups else { return None };
            let (group, groups) = rest.split_at_checked(usize::from(*length))?;
            self.groups = groups;
            let single = *second == UNKNOWN;
            if single || self.next.is_some_and(|next| next.is(*second)) {
                self.group = group;
                self.length = if single { 1 } else { 2 };
            }
        }
        let (head, rest) = self.group.split_first()?;
        let (rest, others) = rest.split_at_checked(usize::from(head >> LIST_BITS))?;
        self.group = others;
        Some(Phrase { list: head & ((1 << LIST_BITS) - 1), rest, length: self.length + rest.len() })
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

/// A phrase in a group begins with its list, in so many bits, and above them how many words follow the second.
const LIST_BITS: u32 = 10;

/// The lower three bytes of the hash of each word.
static WORDS: [[u8; 3]; WORD_COUNT] = BOOK.words_by_hash();
/// By the upper byte of a hash: where its words begin in [`WORDS`].
static STARTS: [u16; 257] = BOOK.starts();
/// By word: where the groups of phrases that begin with it stand in [`GROUPS`].
static HEADS: [u16; WORD_COUNT + 1] = BOOK.heads();
/// Each group is its second word, its length, and its phrases.
static GROUPS: [u16; GROUPS_LENGTH] = BOOK.groups();

const WORD_COUNT: usize = BOOK.distinct;
const GROUPS_LENGTH: usize = HEADS[WORD_COUNT] as usize;

/// What the arrays above are made of.
static BOOK: Book = Book::read();

const MOST_WORDS: usize = 4096;
const MOST_PHRASES: usize = 8192;
const MOST_TOKENS: usize = 32_768;

struct Book {
    texts: [&'static str; 1 << LIST_BITS],
    /// The hashes of the texts.
    keys: [u32; 1 << LIST_BITS],
    lists: usize,
    phrases: [Entry; MOST_PHRASES],
    phrase_count: usize,
    /// The hashes of the words of all phrases.
    words: [u32; MOST_TOKENS],
    word_count: usize,
    /// The hashes of the words, each once and in order.
    sorted: [u64; MOST_WORDS],
    distinct: usize,
}

/// A phrase's list, where its words stand, and the numbers of the first two: from 0, and as a group has it.
#[derive(Clone, Copy)]
struct Entry {
    list: u16,
    start: u16,
    end: u16,
    first: u16,
    second: u16,
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
            phrases: [Entry { list: 0, start: 0, end: 0, first: 0, second: 0 }; MOST_PHRASES],
            phrase_count: 0,
            words: [0; MOST_TOKENS],
            word_count: 0,
            sorted: [0; MOST_WORDS],
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
        book.sort_words();
        book.sort_phrases();
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
                self.phrases[self.phrase_count] =
                    Entry { list: self.lists as u16, start: from, end, first: 0, second: 0 };
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

    /// Fills [`Book::sorted`] with each word once.
    const fn sort_words(&mut self) {
        let mut seen = [0; MOST_WORDS];
        let mut at = 0;
        while at < self.word_count {
            let word = self.words[at] as u64;
            let mut slot = self.words[at] as usize % seen.len();
            while seen[slot] != 0 && seen[slot] != word {
                slot = (slot + 1) % seen.len();
            }
            if seen[slot] == 0 && self.words[at] > HASH_OF_ANY {
                seen[slot] = word;
                self.sorted[self.distinct] = word;
                self.distinct += 1;
            }
            at += 1;
        }
        sort(self.sorted.split_at_mut(self.distinct).0);
    }

    /// Puts the phrases in the order of their first two words; equal ones stay in the order of their lists.
    const fn sort_phrases(&mut self) {
        let mut keys = [0; MOST_PHRASES];
        let mut at = 0;
        while at < self.phrase_count {
            let Entry { start, end, .. } = self.phrases[at];
            let first = self.rank(self.words[start as usize]) as u16;
            let second = if end - start > 1 { self.number(self.words[start as usize + 1]) } else { UNKNOWN };
            self.phrases[at].first = first;
            self.phrases[at].second = second;
            keys[at] = (first as u64) << 32 | (second as u64) << 16 | at as u64;
            at += 1;
        }
        sort(keys.split_at_mut(self.phrase_count).0);
        let phrases = self.phrases;
        let mut at = 0;
        while at < self.phrase_count {
            self.phrases[at] = phrases[keys[at] as usize & 0xFFFF];
            at += 1;
        }
    }

    /// Where a word stands among the sorted ones.
    const fn rank(&self, hash: u32) -> usize {
        let (mut low, mut high) = (0, self.distinct);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.sorted[middle] < hash as u64 {
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
            let [.., a, b, c] = self.sorted[at].to_be_bytes();
            words[at] = [a, b, c];
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
            let entry = self.phrases[at];
            heads[entry.first as usize + 1] += behind(entry) + 1 + if self.opens_group(at) { 2 } else { 0 };
            at += 1;
        }
        let mut at = 1;
        while at < heads.len() {
            heads[at] += heads[at - 1];
            at += 1;
        }
        heads
    }

    const fn groups(&self) -> [u16; GROUPS_LENGTH] {
        let mut groups = [0; GROUPS_LENGTH];
        let mut end = 0;
        let mut length_at = 0;
        let mut at = 0;
        while at < self.phrase_count {
            let entry = self.phrases[at];
            if self.opens_group(at) {
                groups[end] = entry.second;
                length_at = end + 1;
                end += 2;
            }
            groups[end] = entry.list | behind(entry) << LIST_BITS;
            end += 1;
            let mut word = entry.start + 2;
            while word < entry.end {
                groups[end] = self.number(self.words[word as usize]);
                end += 1;
                word += 1;
            }
            groups[length_at] = (end - length_at - 1) as u16;
            at += 1;
        }
        groups
    }

    /// Whether a phrase differs from the one before it in its first two words.
    const fn opens_group(&self, at: usize) -> bool {
        let phrase = self.phrases[at];
        at == 0 || self.phrases[at - 1].first != phrase.first || self.phrases[at - 1].second != phrase.second
    }

    const fn number(&self, hash: u32) -> u16 {
        match hash {
            HASH_OF_NUMBER => NUMBER,
            HASH_OF_ANY => ANY,
            hash => self.rank(hash) as u16 + 1,
        }
    }
}

/// How many words of a phrase follow the second.
const fn behind(phrase: Entry) -> u16 {
    (phrase.end - phrase.start).saturating_sub(2)
}

/// A comb sort.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn sort(keys: &mut [u64]) {
    let mut gap = keys.len();
    let mut swapped = true;
    while gap > 1 || swapped {
        gap = if gap > 2 { gap * 10 / 13 } else { 1 };
        swapped = false;
        let mut at = 0;
        while at + gap < keys.len() {
            if keys[at] > keys[at + gap] {
                (keys[at], keys[at + gap]) = (keys[at + gap], keys[at]);
                swapped = true;
            }
            at += 1;
        }
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
        let mut found = 0;
        for (text, list) in BOOK.texts[..BOOK.lists].iter().zip(0..) {
            for phrase in text.split('\n').filter(|phrase| !phrase.is_empty()) {
                let words: Vec<u32> = phrase
                    .split(' ')
                    .flat_map(|part| match part {
                        "#" => vec![HASH_OF_NUMBER],
                        "*" => vec![HASH_OF_ANY],
                        part => hashes_of(part),
                    })
                    .collect();
                assert!(entries().any(|(kept, hashes)| kept == list && hashes == words), "{phrase}");
                found += 1;
            }
        }
        assert_eq!(found, BOOK.phrase_count);
    }

    #[test]
    fn each_phrase_is_found_by_its_first_two_words() {
        for (list, hashes) in entries() {
            let words: Vec<Token> =
                hashes.iter().map(|&hash| Token { word: word(hash), number: hash == HASH_OF_NUMBER }).collect();
            let [first, behind @ ..] = &*words else { panic!("no word") };
            let found = beginning_with(first.word, behind.first().copied()).any(|phrase| {
                let rest = behind.get(1..).unwrap_or(&[]);
                let said = rest.len() == phrase.rest.len()
                    && rest.iter().zip(phrase.rest).all(|(word, wanted)| word.is(*wanted));
                phrase.list == list && phrase.length == words.len() && said
            });
            assert!(found, "{hashes:?} of list {list}");
        }
    }

    #[test]
    fn what_no_phrase_holds_begins_none() {
        let unknown = Token { word: word(HASH_OF_ANY), number: false };
        assert_eq!(unknown.word, UNKNOWN);
        assert_eq!(beginning_with(UNKNOWN, None).count(), 0);
        let rate = word(hash(b"rate"));
        let limit = Token { word: word(hash(b"limit")), number: false };
        assert!(beginning_with(rate, None).all(|phrase| phrase.length == 1));
        assert!(beginning_with(rate, Some(limit)).any(|phrase| phrase.length == 2));
    }

    fn entries() -> impl Iterator<Item = (u16, &'static [u32])> {
        let phrases = BOOK.phrases[..BOOK.phrase_count].iter();
        phrases.map(|entry| (entry.list, &BOOK.words[usize::from(entry.start)..usize::from(entry.end)]))
    }
}
