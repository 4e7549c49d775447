//! The index over every phrase and code of every table, and what of it one failure says.
//!
//! A phrase is said where its words follow one another within a sentence, outside adverts and conditions. Finding all
//! of them is one pass over the words; what is found is kept by list, since a rule asks for any phrase of a list, and
//! only rules whose first list was found are looked at again.

use std::sync::OnceLock;

use crate::classify::hosts::ends_in;
use crate::classify::reading::{Kind, Reading, head};
use crate::classify::words::{Word, Words};
use crate::cut;
use crate::hash::{hash, key_hash};
use crate::rules::phrasebook::{self, FIRST_MARKS, LISTS, MODEL_MARKS, MUTES, Token};
use crate::rules::{Code, Cond, GENERIC, Rule, TABLES, Table, Tables, items, lexicon};

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

/// The first list of codes is the lexicon's.
const NEVER_SENT: u16 = 0;

/// How long a code is at most.
const MAX_CODE: usize = 96;
/// How many phrases are remembered by sentence.
const MAX_SENTENCES: usize = 512;
const BUCKETS: usize = 1024;
const END: u16 = u16::MAX;

/// The tables, and what of them a failure calls up. Phrases are found by the [`phrasebook`], codes by [`bucket`].
pub(crate) struct Index {
    /// Every table, those of providers first.
    pub(crate) tables: Vec<Table>,
    /// By bucket: its first code, one of [`Index::codes`].
    code_heads: Vec<u16>,
    codes: Vec<Code>,
    /// By code: the next one of its bucket.
    code_next: Vec<u16>,
    /// Every rule, in the order in which it is tried.
    pub(crate) rules: Vec<Indexed>,
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

/// A rule, whose table it is from, and the next one that its list calls up.
pub(crate) struct Indexed {
    pub(crate) rule: &'static Rule<u16>,
    pub(crate) provider: u16,
    next: u16,
}

impl Indexed {
    /// The provider's name; none for generic rules.
    pub(crate) fn owner(&self) -> Option<&'static str> {
        let provider = usize::from(self.provider);
        let table = Index::get().tables.get(provider).filter(|_| provider + GENERIC < TABLES)?;
        Some(table.name)
    }
}

impl Index {
    pub(crate) fn get() -> &'static Self {
        static INDEX: OnceLock<Index> = OnceLock::new();
        INDEX.get_or_init(Self::build)
    }

    fn build() -> Self {
        let Tables { tables, codes, code_lists } = Tables::read();
        let mut index = Self {
            tables: Vec::new(),
            code_heads: vec![END; BUCKETS],
            code_next: Vec::with_capacity(codes.len()),
            codes: Vec::new(),
            rules: Vec::with_capacity(512),
            said_calls: vec![END; LISTS],
            coded_calls: vec![END; usize::from(code_lists)],
            field_calls: Vec::with_capacity(512),
            hosts: Vec::new(),
            longest_host: 0,
            patterns: Vec::new(),
            headers: Vec::new(),
            always: Vec::new(),
        };
        for (at, code) in codes.iter().enumerate() {
            let head = index.code_heads.get_mut(bucket(code.text.as_bytes()));
            index.code_next.push(head.map_or(END, |head| std::mem::replace(head, narrow(at))));
        }
        for (provider, table) in tables.iter().enumerate() {
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
            for rule in table.rules {
                index.rule(rule, provider);
            }
        }
        index.tables = tables;
        index.codes = codes;
        index
    }

    fn rule(&mut self, rule: &'static Rule<u16>, provider: u16) {
        let at = narrow(self.rules.len());
        // The first list of the rule calls it up; without one, its first field.
        let called = rule.when.iter().find_map(|cond| {
            let call = match cond {
                Cond::Said(list) | Cond::Also(list) => self.said_calls.get_mut(usize::from(*list)),
                Cond::Code(list) => self.coded_calls.get_mut(usize::from(*list)),
                _ => None,
            };
            Some(std::mem::replace(call?, at))
        });
        self.rules.push(Indexed { rule, provider, next: called.unwrap_or(END) });
        if called.is_some() {
            return;
        }
        let field = rule.when.iter().find_map(|cond| if let Cond::Field(pair) = cond { Some(*pair) } else { None });
        let Some((names, values)) = field else { return self.always.push(at) };
        for path in cut::each(names, b'\n') {
            let name = key_hash(cut::last(path, b'.'));
            for value in cut::each(values, b'\n') {
                insert(&mut self.field_calls, member(name, value), at);
            }
        }
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
            said: vec![0; LISTS],
            phrases: Vec::new(),
            coded: vec![0; self.coded_calls.len()],
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
        let token = |word: &Word| Token { word: phrasebook::word(word.hash), number: word.number };
        let tokens: Vec<Token> = words.list.iter().map(token).collect();
        let mut end = 0;
        for (at, (word, token)) in words.list.iter().zip(&tokens).enumerate() {
            if at == end {
                let sentence = words.list.iter().skip(at).take_while(|next| next.sentence == word.sentence);
                end += sentence.count();
            }
            let (next, behind) = match tokens.get(at + 1..end) {
                Some([next, behind @ ..]) => (Some(*next), behind),
                _ => (None, &[] as &[Token]),
            };
            let mut mutes = false;
            for phrase in phrasebook::beginning_with(token.word, next) {
                let mut words = behind.iter();
                if !phrase.rest.iter().all(|wanted| words.next().is_some_and(|word| word.is(*wanted))) {
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
                    hits.phrases.push(Said { word: wide(at), length: wide(phrase.length) });
                    *said = wide(hits.phrases.len());
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

    /// The codes that are this value.
    fn coded(&self, value: &str) -> impl Iterator<Item = &Code> {
        let mut slot = self.code_heads.get(bucket(value.as_bytes())).copied().unwrap_or(END);
        std::iter::from_fn(move || {
            let at = usize::from(slot);
            slot = self.code_next.get(at).copied()?;
            self.codes.get(at)
        })
        .filter(move |code| code.text.eq_ignore_ascii_case(value))
    }

    /// The tables' own spelling of a code, if they know it.
    pub(crate) fn known_code(&self, value: &str) -> Option<&'static str> {
        self.coded(value).next().map(|code| code.text)
    }

    fn find_code(&self, value: &str, coded: Coded, hits: &mut Hits) {
        if value.is_empty() || value.len() > MAX_CODE {
            return;
        }
        for code in self.coded(value) {
            let list = usize::from(code.list);
            if let Some(place @ 0) = hits.coded.get_mut(list) {
                hits.places.push(coded);
                *place = wide(hits.places.len());
                self.call(self.coded_calls.get(list), &mut hits.candidates);
            }
        }
    }
}

/// Where a code is kept: by its length and its ends, case folded.
fn bucket(code: &[u8]) -> usize {
    let ends = code.iter().take(4).chain(code.iter().rev().take(4));
    let folded = ends.fold(code.len(), |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte | 0x20)));
    (folded ^ folded >> 10) % BUCKETS
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

fn narrow(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(END)
}

fn wide(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
