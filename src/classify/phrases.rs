//! The index over every phrase and code of every table, and what of it one failure says.
//!
//! Phrases are words with single spaces between; `#` stands for any number, `*` for any one word; the first word
//! stands for itself. A phrase is said where its words follow one another within a sentence, outside adverts and
//! conditions. Finding all of them is one pass over the words.

use std::sync::OnceLock;

use crate::classify::scan::{Kind, Reading};
use crate::classify::words::{self, Words};
use crate::rules::{Cond, PROVIDERS, lexicon};

/// Where a phrase was said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    /// Index of its first word.
    pub(crate) word: u32,
    /// How many words it has.
    pub(crate) length: u8,
}

/// Where a code stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Coded {
    /// It is the value of this field.
    Field(u32),
    /// It is this range of a text.
    Text { text: u32, start: u32, end: u32 },
}

/// What of the tables' phrases and codes one failure says, by slot.
#[derive(Debug)]
pub(crate) struct Hits {
    pub(crate) said: Vec<Option<Said>>,
    pub(crate) coded: Vec<Option<Coded>>,
}

/// Slots of one rule: where its first phrase and its first code stand in [`Hits`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slots {
    pub(crate) phrase: usize,
    pub(crate) code: usize,
}

const BUCKETS: usize = 2048;
const END: u16 = u16::MAX;

/// Every phrase and code, found by the hash of its first word or of the whole code.
pub(crate) struct Index {
    phrase_heads: Vec<u16>,
    phrases: Vec<Phrase>,
    words: Vec<u32>,
    code_heads: Vec<u16>,
    codes: Vec<Code>,
    /// By provider, by rule.
    pub(crate) rules: Vec<Vec<Slots>>,
    /// By provider: where its marks start in [`Hits::said`].
    pub(crate) marks: Vec<usize>,
    /// The first phrases are the lexicon's: adverts and conditions.
    regions: usize,
    /// Where the marks of providers end; they are heard in adverts too.
    heard: usize,
}

struct Phrase {
    first: u32,
    rest: u32,
    length: u8,
    next: u16,
}

struct Code {
    word: &'static str,
    hash: u32,
    next: u16,
}

impl Hits {
    /// Whether a phrase ties the failure to a model.
    pub(crate) fn model_marked(&self) -> bool {
        let first = Index::get().heard;
        self.said.iter().skip(first).take(lexicon::MODEL_MARKS.len()).any(Option::is_some)
    }

    /// Whether a code proves that nothing was sent.
    pub(crate) fn never_sent(&self) -> bool {
        self.coded.iter().take(lexicon::NEVER_SENT.len()).any(Option::is_some)
    }
}

impl Index {
    pub(crate) fn get() -> &'static Self {
        static INDEX: OnceLock<Index> = OnceLock::new();
        INDEX.get_or_init(Self::build)
    }

    fn build() -> Self {
        let mut index = Self {
            phrase_heads: vec![END; BUCKETS],
            phrases: Vec::new(),
            words: Vec::new(),
            code_heads: vec![END; BUCKETS],
            codes: Vec::new(),
            rules: Vec::new(),
            marks: Vec::new(),
            regions: 0,
            heard: 0,
        };
        for phrase in lexicon::ADVERTS.iter().chain(lexicon::CONDITIONS) {
            index.phrase(phrase);
        }
        index.regions = index.phrases.len();
        for provider in PROVIDERS {
            index.marks.push(index.phrases.len());
            for mark in provider.marks {
                index.phrase(mark);
            }
        }
        index.heard = index.phrases.len();
        for phrase in lexicon::MODEL_MARKS {
            index.phrase(phrase);
        }
        for code in lexicon::NEVER_SENT {
            index.code(code);
        }
        for provider in PROVIDERS {
            let mut slots = Vec::with_capacity(provider.rules.len());
            for rule in provider.rules {
                slots.push(Slots { phrase: index.phrases.len(), code: index.codes.len() });
                for cond in rule.when {
                    match cond {
                        Cond::Said(list) | Cond::Also(list) | Cond::Not(list) => {
                            list.iter().for_each(|phrase| index.phrase(phrase));
                        }
                        Cond::Code(list) => list.iter().for_each(|code| index.code(code)),
                        _ => {}
                    }
                }
            }
            index.rules.push(slots);
        }
        index
    }

    fn phrase(&mut self, phrase: &'static str) {
        let mut pattern = words::pattern(phrase);
        let first = pattern.next().unwrap_or(0);
        let rest = self.words.len();
        self.words.extend(pattern);
        let length = u8::try_from(self.words.len() - rest).unwrap_or(u8::MAX);
        let rest = u32::try_from(rest).unwrap_or(u32::MAX);
        let slot = u16::try_from(self.phrases.len()).unwrap_or(END);
        if let Some(head) = self.phrase_heads.get_mut(bucket(first)) {
            self.phrases.push(Phrase { first, rest, length, next: *head });
            *head = slot;
        }
    }

    fn code(&mut self, word: &'static str) {
        let hash = words::hash(word.as_bytes());
        let slot = u16::try_from(self.codes.len()).unwrap_or(END);
        if let Some(head) = self.code_heads.get_mut(bucket(hash)) {
            self.codes.push(Code { word, hash, next: *head });
            *head = slot;
        }
    }

    /// Finds every phrase and code in one pass.
    pub(crate) fn find(&self, reading: &Reading<'_>, words: &Words<'_>) -> Hits {
        let mut hits = Hits { said: vec![None; self.phrases.len()], coded: vec![None; self.codes.len()] };
        self.find_phrases(words, &mut hits);
        for (at, field) in reading.fields.iter().enumerate() {
            if field.kind != Kind::Container && is_code_field(&field.key) {
                let coded = Coded::Field(u32::try_from(at).unwrap_or(u32::MAX));
                self.find_code(field.value.trim(), coded, &mut hits);
                if let Some((head, _)) = field.value.split_once(':') {
                    self.find_code(head, coded, &mut hits);
                }
            }
        }
        for identifier in &words.identifiers {
            let (start, end) = (identifier.start, identifier.end);
            let text = reading.texts.get(identifier.text as usize);
            let Some(value) = text.and_then(|text| text.content.get(start as usize..end as usize)) else { continue };
            let coded = Coded::Text { text: identifier.text, start, end };
            self.find_code(value, coded, &mut hits);
            if let Some((_, tail)) = value.rsplit_once('.') {
                self.find_code(tail, coded, &mut hits);
            }
            if let Some((head, tail)) = value.split_once(':') {
                self.find_code(head, coded, &mut hits);
                self.find_code(tail, coded, &mut hits);
            }
        }
        hits
    }

    fn find_phrases(&self, words: &Words<'_>, hits: &mut Hits) {
        // The sentence that an advert or a condition has taken over, from some word on.
        let mut muted = u32::MAX;
        for (at, word) in words.list.iter().enumerate() {
            let mut slot = self.phrase_heads.get(bucket(word.hash)).copied().unwrap_or(END);
            let mut mutes = false;
            while let Some(phrase) = self.phrases.get(usize::from(slot)) {
                let here = usize::from(slot);
                if phrase.first == word.hash && self.follows(phrase, words, at, word.sentence) {
                    if here < self.regions {
                        mutes = true;
                    }
                    let heard = muted != word.sentence || (self.regions..self.heard).contains(&here);
                    if let Some(said @ None) = hits.said.get_mut(here).filter(|_| heard) {
                        let word = u32::try_from(at).unwrap_or(u32::MAX);
                        *said = Some(Said { word, length: phrase.length + 1 });
                    }
                }
                slot = phrase.next;
            }
            if mutes {
                muted = word.sentence;
            }
        }
    }

    fn follows(&self, phrase: &Phrase, words: &Words<'_>, at: usize, sentence: u32) -> bool {
        let start = phrase.rest as usize;
        let pattern = self.words.get(start..start + usize::from(phrase.length)).unwrap_or(&[]);
        pattern.iter().enumerate().all(|(nth, hash)| {
            words.list.get(at + 1 + nth).is_some_and(|word| {
                word.sentence == sentence
                    && match *hash {
                        words::NUMBER => word.number,
                        words::ANY => true,
                        hash => hash == word.hash,
                    }
            })
        })
    }

    fn find_code(&self, value: &str, coded: Coded, hits: &mut Hits) {
        if value.is_empty() || value.len() > 96 {
            return;
        }
        let hash = words::hash(value.as_bytes());
        let mut slot = self.code_heads.get(bucket(hash)).copied().unwrap_or(END);
        while let Some(code) = self.codes.get(usize::from(slot)) {
            if code.hash == hash && code.word.eq_ignore_ascii_case(value) {
                if let Some(hit) = hits.coded.get_mut(usize::from(slot)) {
                    hit.get_or_insert(coded);
                }
            }
            slot = code.next;
        }
    }
}

fn bucket(hash: u32) -> usize {
    (hash ^ (hash >> 15)) as usize & (BUCKETS - 1)
}

fn is_code_field(key: &str) -> bool {
    same_key(key, lexicon::CODE_FIELDS)
}

/// Whether a key is in a list of keys in lower case, `_` and `-` apart.
pub(crate) fn same_key(key: &str, list: &[&str]) -> bool {
    list.iter().any(|entry| {
        let mut letters = key.bytes().filter(|byte| !matches!(byte, b'_' | b'-')).map(|byte| byte.to_ascii_lowercase());
        entry.bytes().all(|byte| letters.next() == Some(byte)) && letters.next().is_none()
    })
}
