//! The index over every phrase and code of every table, and what of it one failure says.
//!
//! Phrases are words with single spaces between; `#` stands for any number, `*` for any one word; the first word
//! stands for itself. A phrase is said where its words follow one another within a sentence, outside adverts and
//! conditions. Finding all of them is one pass over the words; what is found is kept by list, since a rule asks for
//! any phrase of a list, and only rules whose first list was found are looked at again.

use std::sync::OnceLock;

use crate::classify::hosts::ends_in;
use crate::classify::reading::{Kind, Reading, head};
use crate::classify::words::{self, Words};
use crate::cut;
use crate::hash::{hash, key_hash};
use crate::rules::{Cond, GENERIC, Provider, Rule, TABLES, items, lexicon, tables};

/// Where a phrase was said: its first word, and how many words it has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    pub(crate) word: u32,
    pub(crate) length: u32,
}

/// Where a code stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Coded {
    /// It is the value of this field.
    Field(u32),
    /// It is this range of a text.
    Text { text: u32, start: u32, end: u32 },
}

/// What one failure says of the tables' lists.
#[derive(Debug)]
pub(crate) struct Hits {
    /// By list of phrases: one more than an index into `phrases`.
    said: Vec<u32>,
    phrases: Vec<Said>,
    /// By list of codes: one more than an index into `places`.
    coded: Vec<u32>,
    places: Vec<Coded>,
    /// Lists of phrases and the sentences that they were said in.
    sentences: Vec<(u16, u32)>,
    /// Rules that may hold, as indices into [`Index::rules`].
    pub(crate) candidates: Vec<u16>,
}

impl Hits {
    pub(crate) fn said(&self, list: u16) -> Option<Said> {
        let phrase = self.said.get(usize::from(list)).copied()?.checked_sub(1)?;
        self.phrases.get(phrase as usize).copied()
    }

    pub(crate) fn coded(&self, list: u16) -> Option<Coded> {
        let place = self.coded.get(usize::from(list)).copied()?.checked_sub(1)?;
        self.places.get(place as usize).copied()
    }

    /// Whether one sentence holds phrases of both lists.
    pub(crate) fn near(&self, list: u16, other: u16) -> bool {
        let said_in =
            |list| self.sentences.iter().filter(move |(said, _)| *said == list).map(|(_, sentence)| *sentence);
        said_in(list).any(|sentence| said_in(other).any(|other| other == sentence))
    }

    /// Whether a phrase ties the failure to a model.
    pub(crate) fn model_marked(&self) -> bool {
        self.said(MODEL_MARKS).is_some()
    }

    /// Whether a code proves that nothing was sent.
    pub(crate) fn never_sent(&self) -> bool {
        self.coded(NEVER_SENT).is_some()
    }

    /// Whether a provider's marks are said.
    pub(crate) fn marked(&self, provider: usize) -> bool {
        u16::try_from(provider).is_ok_and(|provider| self.said(FIRST_MARKS.saturating_add(provider)).is_some())
    }
}

/// The first lists of phrases are the lexicon's and the providers' marks; the first list of codes is the lexicon's.
const MUTES: u16 = 0;
const MODEL_MARKS: u16 = 1;
const FIRST_MARKS: u16 = 2;
const NEVER_SENT: u16 = 0;

/// How long a code is at most.
const MAX_CODE: usize = 96;
/// How many phrases are remembered by sentence.
const MAX_SENTENCES: usize = 512;
const BUCKETS: usize = 2048;
const END: u16 = u16::MAX;

/// Every phrase and code, found by the hash of its first word or of the whole code.
pub(crate) struct Index {
    phrase_heads: Vec<u16>,
    phrases: Vec<Phrase>,
    /// The words of all phrases.
    words: Vec<u32>,
    code_heads: Vec<u16>,
    codes: Vec<Code>,
    /// The texts of the lists, to give equal lists one number.
    phrase_lists: Vec<&'static str>,
    code_lists: Vec<&'static str>,
    /// Every rule, in the order in which it is tried.
    pub(crate) rules: Vec<Indexed>,
    /// The numbers of the lists of all rules, in the order of their conditions.
    lists: Vec<u16>,
    /// By list: the first rule that it calls up; the others follow by [`Indexed::next`].
    said_calls: Vec<u16>,
    coded_calls: Vec<u16>,
    /// By the hash of a field's name and value: rules that ask for it, in the order of the hashes.
    field_calls: Vec<(u32, u16)>,
    /// By the hash of a host's end: its provider, in the order of the hashes.
    hosts: Vec<(u32, u16)>,
    longest_host: usize,
    /// Hosts with a wildcard, and beginnings of headers, with their providers.
    patterns: Vec<(&'static str, u16)>,
    headers: Vec<(&'static str, u16)>,
    /// Rules that nothing calls up.
    always: Vec<u16>,
}

struct Phrase {
    first: u32,
    rest: u32,
    length: u8,
    list: u16,
    next: u16,
}

struct Code {
    word: &'static str,
    hash: u32,
    list: u16,
    next: u16,
}

/// A rule and where its lists stand.
pub(crate) struct Indexed {
    pub(crate) rule: &'static Rule,
    pub(crate) provider: u16,
    lists: u32,
    next: u16,
}

impl Indexed {
    /// The provider's table; none for generic rules.
    pub(crate) fn table(&self) -> Option<&'static Provider> {
        let provider = usize::from(self.provider);
        tables().get(provider).filter(|_| provider + GENERIC < TABLES)
    }
}

impl Index {
    pub(crate) fn get() -> &'static Self {
        static INDEX: OnceLock<Index> = OnceLock::new();
        INDEX.get_or_init(Self::build)
    }

    /// The numbers of a rule's lists, in the order of its conditions.
    pub(crate) fn lists_of(&self, rule: &Indexed) -> &[u16] {
        self.lists.get(rule.lists as usize..).unwrap_or(&[])
    }

    fn build() -> Self {
        let mut index = Self {
            phrase_heads: vec![END; BUCKETS],
            phrases: Vec::with_capacity(4096),
            words: Vec::with_capacity(8192),
            code_heads: vec![END; BUCKETS],
            codes: Vec::with_capacity(1024),
            phrase_lists: Vec::with_capacity(512),
            code_lists: Vec::with_capacity(256),
            rules: Vec::with_capacity(512),
            lists: Vec::with_capacity(1024),
            said_calls: Vec::with_capacity(512),
            coded_calls: Vec::with_capacity(256),
            field_calls: Vec::with_capacity(512),
            hosts: Vec::new(),
            longest_host: 0,
            patterns: Vec::new(),
            headers: Vec::new(),
            always: Vec::new(),
        };
        index.phrase_list(lexicon::MUTES);
        index.phrase_list(lexicon::MODEL_MARKS);
        index.code_list(lexicon::NEVER_SENT);
        for provider in tables() {
            // One list a provider, also where two have none.
            index.new_phrase_list(provider.marks);
        }
        for (provider, table) in tables().iter().enumerate() {
            let provider = narrow(provider);
            for host in items(table.hosts) {
                if cut::at_first(host, b'*').is_some() {
                    index.patterns.push((host, provider));
                } else {
                    index.longest_host = index.longest_host.max(host.len());
                    insert(&mut index.hosts, hash(host.as_bytes()), provider);
                }
            }
            index.headers.extend(items(table.headers).map(|start| (start, provider)));
        }
        for (provider, table) in tables().iter().enumerate() {
            for rule in table.rules {
                index.rule(rule, narrow(provider));
            }
        }
        index
    }

    fn rule(&mut self, rule: &'static Rule, provider: u16) {
        let at = narrow(self.rules.len());
        let lists = u32::try_from(self.lists.len()).unwrap_or(u32::MAX);
        let mut next = END;
        let mut called = false;
        for cond in rule.when {
            let (list, calls) = match cond {
                Cond::Said(list) | Cond::Also(list) => {
                    let list = self.phrase_list(list);
                    (list, Some(&mut self.said_calls))
                }
                Cond::Near(list) | Cond::Not(list) => (self.phrase_list(list), None),
                Cond::Code(list) => {
                    let list = self.code_list(list);
                    (list, Some(&mut self.coded_calls))
                }
                _ => continue,
            };
            if let Some(call) = calls.filter(|_| !called).and_then(|calls| calls.get_mut(usize::from(list))) {
                next = std::mem::replace(call, at);
                called = true;
            }
            self.lists.push(list);
        }
        if !called {
            for cond in rule.when {
                let Cond::Field(pair) = cond else { continue };
                let (names, values) = cut::at_first(pair, b'=').unwrap_or((pair, ""));
                for path in cut::each(names, b'\n') {
                    let name = key_hash(cut::last(path, b'.'));
                    for value in cut::each(values, b'\n') {
                        insert(&mut self.field_calls, member(name, value), at);
                    }
                }
                called = true;
                break;
            }
        }
        if !called {
            self.always.push(at);
        }
        self.rules.push(Indexed { rule, provider, lists, next });
    }

    fn phrase_list(&mut self, list: &'static str) -> u16 {
        // The lists that several rules share are long; short ones are not worth the search.
        let shared = list.len() > 40;
        let known = if shared {
            self.phrase_lists.iter().position(|known| known.len() == list.len() && *known == list)
        } else {
            None
        };
        known.map_or_else(|| self.new_phrase_list(list), narrow)
    }

    fn new_phrase_list(&mut self, list: &'static str) -> u16 {
        let number = narrow(self.phrase_lists.len());
        self.phrase_lists.push(list);
        self.said_calls.push(END);
        let mut rest = list;
        while !rest.is_empty() {
            let start = self.words.len();
            rest = words::pattern(rest, &mut self.words);
            let first = self.words.get(start).copied().unwrap_or(0);
            let length = u8::try_from(self.words.len() - start).unwrap_or(u8::MAX).saturating_sub(1);
            let slot = narrow(self.phrases.len());
            if let Some(head) = self.phrase_heads.get_mut(bucket(first)) {
                let next = std::mem::replace(head, slot);
                let rest = u32::try_from(start + 1).unwrap_or(u32::MAX);
                self.phrases.push(Phrase { first, rest, length, list: number, next });
            }
        }
        number
    }

    fn code_list(&mut self, list: &'static str) -> u16 {
        let number = narrow(self.code_lists.len());
        self.code_lists.push(list);
        self.coded_calls.push(END);
        for word in items(list) {
            let hash = hash(word.as_bytes());
            let slot = narrow(self.codes.len());
            if let Some(head) = self.code_heads.get_mut(bucket(hash)) {
                let next = std::mem::replace(head, slot);
                self.codes.push(Code { word, hash, list: number, next });
            }
        }
        number
    }

    /// Calls for each provider whose host this is, or whose host it is below.
    pub(crate) fn hosted(&self, host: &str, mut call: impl FnMut(u16)) {
        let mut tail = Some(host);
        while let Some(end) = tail {
            // A text may hold a host of any length and any number of labels.
            if end.len() <= self.longest_host {
                equal(&self.hosts, hash(end.as_bytes())).for_each(&mut call);
            }
            tail = cut::at_first(end, b'.').map(|(_, end)| end);
        }
        self.patterns.iter().filter(|(pattern, _)| ends_in(host, pattern)).for_each(|(_, provider)| call(*provider));
    }

    /// Calls for each provider that alone sends headers of such a name.
    pub(crate) fn sent(&self, header: &str, mut call: impl FnMut(u16)) {
        for (start, provider) in &self.headers {
            if header.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start)) {
                call(*provider);
            }
        }
    }

    /// Finds every phrase and code in one pass.
    pub(crate) fn find(&self, reading: &Reading<'_>, words: &Words<'_>) -> Hits {
        let mut hits = Hits {
            said: vec![0; self.phrase_lists.len()],
            phrases: Vec::new(),
            coded: vec![0; self.code_lists.len()],
            places: Vec::new(),
            sentences: Vec::new(),
            candidates: self.always.clone(),
        };
        self.find_phrases(words, &mut hits);
        for (at, field) in reading.fields.iter().enumerate() {
            let value = field.value.trim_ascii();
            if value.len() <= MAX_CODE {
                hits.candidates.extend(equal(&self.field_calls, member(field.hash, value)));
            }
            hits.candidates.extend(equal(&self.field_calls, field.hash));
            if field.kind != Kind::Container && lexicon::CODE_FIELDS.contains(&field.hash) {
                let coded = Coded::Field(u32::try_from(at).unwrap_or(u32::MAX));
                self.find_code(field.value.trim_ascii(), coded, &mut hits);
                if let Some((head, _)) = cut::at_first(head(&field.value, MAX_CODE + 1), b':') {
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
            if let Some((_, tail)) = cut::at_last(value, b'.') {
                self.find_code(tail, coded, &mut hits);
            }
            if let Some((head, tail)) = cut::at_first(value, b':') {
                self.find_code(head, coded, &mut hits);
                self.find_code(tail, coded, &mut hits);
            }
        }
        hits
    }

    fn find_phrases(&self, words: &Words<'_>, hits: &mut Hits) {
        // The sentence that an advert or a condition has taken over, from some word on.
        let mut muted = u32::MAX;
        let marks = FIRST_MARKS..FIRST_MARKS.saturating_add(narrow(TABLES));
        for (at, word) in words.list.iter().enumerate() {
            let mut slot = self.phrase_heads.get(bucket(word.hash)).copied().unwrap_or(END);
            let mut mutes = false;
            while let Some(phrase) = self.phrases.get(usize::from(slot)) {
                slot = phrase.next;
                if phrase.first != word.hash || !self.follows(phrase, words, at, word.sentence) {
                    continue;
                }
                mutes |= phrase.list == MUTES;
                // What a provider alone says tells who speaks, in an advert too.
                if muted == word.sentence && !marks.contains(&phrase.list) {
                    continue;
                }
                if hits.sentences.last() != Some(&(phrase.list, word.sentence)) && hits.sentences.len() < MAX_SENTENCES
                {
                    hits.sentences.push((phrase.list, word.sentence));
                }
                let list = usize::from(phrase.list);
                if let Some(said @ 0) = hits.said.get_mut(list) {
                    let word = u32::try_from(at).unwrap_or(u32::MAX);
                    hits.phrases.push(Said { word, length: u32::from(phrase.length) + 1 });
                    *said = u32::try_from(hits.phrases.len()).unwrap_or(0);
                    self.call(self.said_calls.get(list), &mut hits.candidates);
                }
            }
            if mutes {
                muted = word.sentence;
            }
        }
    }

    /// Calls up the rules of a list.
    fn call(&self, first: Option<&u16>, candidates: &mut Vec<u16>) {
        let mut at = first.copied().unwrap_or(END);
        while let Some(rule) = self.rules.get(usize::from(at)) {
            candidates.push(at);
            at = rule.next;
        }
    }

    fn follows(&self, phrase: &Phrase, words: &Words<'_>, at: usize, sentence: u32) -> bool {
        let start = phrase.rest as usize;
        let pattern = self.words.get(start..start + usize::from(phrase.length)).unwrap_or(&[]);
        let mut next = words.list.get(at + 1..).unwrap_or(&[]).iter();
        pattern.iter().all(|&hash| {
            next.next().is_some_and(|word| {
                let fits = hash == word.hash || hash == words::ANY || hash == words::NUMBER && word.number;
                fits && word.sentence == sentence
            })
        })
    }

    /// The tables' own spelling of a code, if they know it.
    pub(crate) fn known_code(&self, value: &str) -> Option<&'static str> {
        let hash = hash(value.as_bytes());
        let mut slot = self.code_heads.get(bucket(hash)).copied().unwrap_or(END);
        while let Some(code) = self.codes.get(usize::from(slot)) {
            if code.hash == hash && code.word.eq_ignore_ascii_case(value) {
                return Some(code.word);
            }
            slot = code.next;
        }
        None
    }

    fn find_code(&self, value: &str, coded: Coded, hits: &mut Hits) {
        if value.is_empty() || value.len() > MAX_CODE {
            return;
        }
        let hash = hash(value.as_bytes());
        let mut slot = self.code_heads.get(bucket(hash)).copied().unwrap_or(END);
        while let Some(code) = self.codes.get(usize::from(slot)) {
            slot = code.next;
            if code.hash != hash || !code.word.eq_ignore_ascii_case(value) {
                continue;
            }
            let list = usize::from(code.list);
            if let Some(place @ 0) = hits.coded.get_mut(list) {
                hits.places.push(coded);
                *place = u32::try_from(hits.places.len()).unwrap_or(0);
                self.call(self.coded_calls.get(list), &mut hits.candidates);
            }
        }
    }
}

/// The hash of a field with this value; of any value where it is empty.
fn member(name: u32, value: &str) -> u32 {
    if value.is_empty() { name } else { name.rotate_left(7) ^ hash(value.as_bytes()) }
}

/// Adds to a list in the order of its hashes.
fn insert(list: &mut Vec<(u32, u16)>, hash: u32, value: u16) {
    let at = list.partition_point(|(other, _)| *other <= hash);
    list.insert(at, (hash, value));
}

/// What a list in the order of its hashes has for one of them.
fn equal(list: &[(u32, u16)], hash: u32) -> impl Iterator<Item = u16> + '_ {
    let at = list.partition_point(|(other, _)| *other < hash);
    list.get(at..).unwrap_or(&[]).iter().take_while(move |(other, _)| *other == hash).map(|(_, value)| *value)
}

fn bucket(hash: u32) -> usize {
    (hash ^ (hash >> 15)) as usize & (BUCKETS - 1)
}

fn narrow(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(END)
}
