//! Deciding: the first rule whose conditions all hold, narrowest rank first.

use std::borrow::Cow;

use crate::classify::phrases::{Coded, Index, Indexed, Said};
use crate::classify::{Facts, evidence_in, evidence_in_header, hosts, lower, quote};
use crate::cut;
use crate::hash::key_hash;
use crate::rules::{Cond, Numbers, Pair, Rank, items};
use crate::verdict::{Class, Confidence, Evidence, Place, Reason, Scope};
use crate::wait::MeterKind;

/// One of the caller's own rules. Every condition that is given must hold; of several values one is enough.
#[derive(Clone, Debug)]
pub struct CallerRule {
    /// The name that verdicts carry.
    pub id: String,
    /// The status of the response is one of these.
    pub status: Vec<u16>,
    /// One of these is the value of a code field, or stands as a whole word in a text. Case is ignored.
    pub code: Vec<String>,
    /// One of these stands in a text. Case is ignored.
    pub contains: Vec<String>,
    /// A header of that name has a value that contains this one; an empty value asks for presence only.
    pub header: Option<(String, String)>,
    /// The answer.
    pub class: Class,
    /// The answer's reason.
    pub reason: Reason,
    /// Whom it speaks for; where none is given, what the reason implies.
    pub scope: Option<Scope>,
}

/// What the rules say.
#[derive(Debug)]
pub(super) struct Decision<'r> {
    pub(super) class: Class,
    pub(super) reason: Reason,
    pub(super) scope: Option<Scope>,
    pub(super) rule: Cow<'r, str>,
    pub(super) provider: Option<&'static str>,
    pub(super) confidence: Confidence,
    pub(super) evidence: Vec<Evidence>,
}

pub(super) fn decide<'r>(facts: &Facts<'_, '_>, rules: &'r [CallerRule]) -> Option<Decision<'r>> {
    if let Some(decision) = rules.iter().find_map(|rule| caller(facts, rule)) {
        return Some(decision);
    }
    let index = Index::get();
    // The narrowest rank first; in it the tables of those whose failure this seems to be, then all others in order.
    let place = |at: u16, rule: &Indexed| {
        let owner = facts.owners.iter().position(|owner| owner.provider == usize::from(rule.provider));
        (rule.rule.rank, owner.unwrap_or(usize::MAX), at)
    };
    // Each rule once, however many fields call it up: it may look at all of them.
    let mut tried = vec![false; index.rules.len()];
    let mut meter = None;
    let holding = facts.hits.candidates.iter().filter_map(|&at| {
        if std::mem::replace(tried.get_mut(usize::from(at))?, true) {
            return None;
        }
        let rule = index.rules.get(usize::from(at))?;
        if !holds(facts, rule) {
            return None;
        }
        let place = place(at, rule);
        let counts = matches!(rule.rule.reason, Reason::RequestsPerMinute | Reason::TokensPerMinute);
        if counts && meter.is_none_or(|(known, _)| place < known) {
            meter = Some((place, rule.rule.reason));
        }
        Some((place, rule))
    });
    let (_, rule) = holding.min_by_key(|(place, _)| *place)?;
    let (confidence, evidence) = facts.evidence(rule);
    Some(Decision {
        class: rule.rule.reason.class(),
        // A code says that a rate is exceeded, and the text may say which.
        reason: match meter {
            Some((_, meter)) if rule.rule.reason == Reason::RateLimit && rule.rule.rank < Rank::Window => meter,
            _ => rule.rule.reason,
        },
        scope: rule.rule.scope,
        rule: Cow::Borrowed(rule.rule.id),
        provider: rule.owner(),
        confidence,
        evidence,
    })
}

fn holds(facts: &Facts<'_, '_>, rule: &Indexed) -> bool {
    let mut last = u16::MAX;
    rule.rule.when.iter().all(|cond| match cond {
        Cond::Said(list) => {
            last = *list;
            facts.hits.said(last).is_some()
        }
        Cond::Also(list) => facts.hits.said(*list).is_some(),
        Cond::Near(list) => facts.hits.near(last, *list),
        Cond::Not(list) => facts.hits.said(*list).is_none(),
        Cond::Code(list) => facts.hits.coded(*list).is_some(),
        Cond::Status(list) => facts.status.any(list),
        Cond::StatusIn(first, last) => {
            facts.status.effective().is_some_and(|status| (*first..=*last).contains(&status))
        }
        Cond::StatusNotIn(first, last) => {
            !facts.status.effective().is_some_and(|status| (*first..=*last).contains(&status))
        }
        Cond::NoStatus => facts.status.effective().is_none(),
        Cond::Field(pair) => facts.field(*pair).is_some(),
        Cond::Header(pair) => facts.header(*pair).is_some(),
        Cond::Host(list) => facts.hosts(list),
        Cond::Thrown(list) => items(list).any(|name| facts.failure.errors.iter().any(|thrown| thrown.name == name)),
        Cond::Own => facts.owners.iter().any(|owner| owner.provider == usize::from(rule.provider)),
        Cond::Numbers(numbers) => facts.numbers(*numbers),
    })
}

/// One of the caller's rules.
#[inline(never)]
fn caller<'r>(facts: &Facts<'_, '_>, rule: &'r CallerRule) -> Option<Decision<'r>> {
    let mut evidence = Vec::new();
    let mut confidence = Confidence::Status;
    let given = !(rule.status.is_empty() && rule.code.is_empty() && rule.contains.is_empty() && rule.header.is_none());
    if !given {
        return None;
    }
    if !rule.code.is_empty() {
        evidence.push(rule.code.iter().find_map(|code| facts.code_anywhere(code, &rule.id))?);
        confidence = Confidence::Code;
    }
    if let Some((name, value)) = &rule.header {
        let wanted = lower(value);
        let (name, value) = facts
            .failure
            .headers
            .iter()
            .find(|(n, v)| n.eq_ignore_ascii_case(name) && cut::contains(&lower(v), &wanted))?;
        evidence.push(evidence_in_header(name, value, &rule.id));
        confidence = if confidence == Confidence::Code { confidence } else { Confidence::Header };
    }
    if !rule.contains.is_empty() {
        evidence.push(rule.contains.iter().find_map(|words| facts.words_anywhere(words, &rule.id))?);
        confidence = if confidence == Confidence::Status { Confidence::Phrase } else { confidence };
    }
    if !rule.status.is_empty() {
        if !facts.status.any(&rule.status) {
            return None;
        }
        evidence.extend(facts.status_evidence(&rule.id));
    }
    Some(Decision {
        class: rule.class,
        reason: rule.reason,
        scope: rule.scope,
        rule: Cow::Borrowed(&rule.id),
        provider: None,
        confidence,
        evidence,
    })
}

/// Whether a value is one of a list; an empty list asks for presence only.
fn one_of(value: &str, list: &str) -> bool {
    list.is_empty() || cut::each(list, b'\n').any(|item| value.trim_ascii().eq_ignore_ascii_case(item))
}

impl Facts<'_, '_> {
    fn field(&self, (names, values): Pair) -> Option<usize> {
        cut::each(names, b'\n').find_map(|path| {
            let name = key_hash(cut::last(path, b'.'));
            self.reading.fields.iter().enumerate().find_map(|(at, field)| {
                let matches = field.hash == name && one_of(&field.value, values) && self.reading.path_ends(at, path);
                matches.then_some(at)
            })
        })
    }

    fn header(&self, (names, values): Pair) -> Option<usize> {
        if self.failure.headers.is_empty() {
            return None;
        }
        let named = |header: &str| cut::each(names, b'\n').any(|name| header.eq_ignore_ascii_case(name));
        self.failure.headers.iter().position(|(name, value)| named(name) && one_of(value, values))
    }

    fn hosts(&self, list: &'static str) -> bool {
        let called = self.failure.url.map(hosts::host_of);
        items(list).any(|named| self.words.hosts.iter().chain(&called).any(|host| hosts::ends_in(host, named)))
    }

    fn numbers(&self, numbers: Numbers) -> bool {
        let hour = 3_600_000;
        let counts = |kind| {
            self.meters.iter().any(|meter| {
                meter.used_up && meter.kind == kind && meter.meter.window_ms.is_none_or(|window| window <= hour)
            })
        };
        match numbers {
            Numbers::RequestedOverLimit => self
                .stated_number("limit")
                .zip(self.stated_number("requested"))
                .is_some_and(|(limit, requested)| requested > limit && limit > 0),
            Numbers::CurrentOverLimit(meter) => self.current_over_limit(meter),
            Numbers::Over(window) => self.window_over(window),
            Numbers::EmptyMeterOver(window) => self.meters.iter().any(|meter| {
                meter.used_up && meter.meter.window_ms.is_some_and(|length| length >= u64::from(window) * 1_000)
            }),
            Numbers::EmptyRequestMeter => counts(MeterKind::Requests),
            Numbers::EmptyTokenMeter => counts(MeterKind::Tokens),
            Numbers::WaitStated => self.states_wait(u64::MAX),
            Numbers::ShortWaitStated => self.states_wait(60_000),
        }
    }

    fn states_wait(&self, max_ms: u64) -> bool {
        use crate::verdict::WaitSource::{Body, Message};
        self.wait.as_ref().is_some_and(|wait| matches!(wait.source, Body | Message) && wait.ms <= max_ms)
    }

    /// The number that follows a word: "Limit 30,000", "requested: 41877".
    fn stated_number(&self, name: &str) -> Option<u64> {
        let hash = crate::hash::hash(name.as_bytes());
        let list = &self.words.list;
        list.iter().zip(list.iter().skip(1)).find_map(|(word, next)| {
            let follows = word.hash == hash && next.number && word.sentence == next.sentence;
            follows.then(|| self.number_at(next)).flatten()
        })
    }

    fn number_at(&self, word: &crate::classify::words::Word) -> Option<u64> {
        let text = self.reading.texts.get(word.text as usize)?;
        let digits = text.content.get(word.start as usize..word.end as usize)?;
        let mut value: u64 = 0;
        for byte in digits.bytes() {
            match byte {
                b'0'..=b'9' => value = value.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?,
                b',' => {}
                _ => break,
            }
        }
        Some(value)
    }

    /// "current tpm: 12260, tpm limit: 5000".
    #[inline(never)]
    fn current_over_limit(&self, meter: &str) -> bool {
        let hash = crate::hash::hash;
        let (current, name, limit) = (hash(b"current"), hash(meter.as_bytes()), hash(b"limit"));
        let list = &self.words.list;
        let after = |first: u32, second: u32| {
            list.windows(3).find_map(|words| match words {
                [a, b, number] if a.hash == first && b.hash == second && number.number => self.number_at(number),
                _ => None,
            })
        };
        after(current, name).zip(after(name, limit)).is_some_and(|(current, limit)| current >= limit)
    }

    /// "Minute limit: 100412 / 100000 tokens".
    #[inline(never)]
    fn window_over(&self, window: &str) -> bool {
        let hash = crate::hash::hash;
        let (window, limit) = (hash(window.as_bytes()), hash(b"limit"));
        self.words.list.windows(4).any(|words| match words {
            [a, b, used, most] if a.hash == window && b.hash == limit && used.number && most.number => {
                self.number_at(used).zip(self.number_at(most)).is_some_and(|(used, most)| used >= most)
            }
            _ => false,
        })
    }

    /// What decided: the confidence it gives and the words themselves.
    fn evidence(&self, rule: &Indexed) -> (Confidence, Vec<Evidence>) {
        let id = rule.rule.id;
        let mut confidence = Confidence::Status;
        let mut evidence = Vec::new();
        for cond in rule.rule.when {
            let (kind, piece) = match cond {
                Cond::Said(list) | Cond::Also(list) => {
                    let said = self.hits.said(*list);
                    (Confidence::Phrase, said.and_then(|said| self.said_evidence(said, id)))
                }
                Cond::Code(list) => {
                    let coded = self.hits.coded(*list);
                    (Confidence::Code, coded.and_then(|coded| self.coded_evidence(coded, id)))
                }
                Cond::Field(pair) => (Confidence::Code, self.field(*pair).and_then(|at| self.field_evidence(at, id))),
                Cond::Header(pair) => {
                    let header = self.header(*pair).and_then(|at| self.failure.headers.get(at));
                    (Confidence::Header, header.map(|(name, value)| evidence_in_header(name, value, id)))
                }
                Cond::Numbers(numbers) if numbers.are_of_meters() => {
                    let meter = self.meters.iter().find(|meter| meter.used_up);
                    let header = meter.and_then(|meter| self.failure.headers.get(meter.header));
                    (Confidence::Header, header.map(|(name, value)| evidence_in_header(name, value, id)))
                }
                Cond::Numbers(_) => (Confidence::Phrase, None),
                Cond::Thrown(_) => (Confidence::Code, self.thrown_evidence(id)),
                Cond::Status(_) | Cond::StatusIn(..) => (Confidence::Status, self.status_evidence(id)),
                Cond::Near(_) | Cond::Not(_) | Cond::Host(_) | Cond::Own | Cond::StatusNotIn(..) | Cond::NoStatus => {
                    continue;
                }
            };
            if (kind as u8) < confidence as u8 {
                confidence = kind;
            }
            evidence.extend(piece);
        }
        (confidence, evidence)
    }

    fn said_evidence(&self, said: Said, rule: &str) -> Option<Evidence> {
        let first = self.words.list.get(said.word as usize)?;
        let last = self.words.list.get((said.word + said.length - 1) as usize)?;
        let text = self.reading.texts.get(first.text as usize)?;
        let words = text.content.get(first.start as usize..last.end as usize)?;
        let offset = text.offset.map(|offset| offset + first.start as usize);
        Some(evidence_in(self.reading, text.source, offset, text.field, words, rule))
    }

    fn coded_evidence(&self, coded: Coded, rule: &str) -> Option<Evidence> {
        match coded {
            Coded::Field(at) => self.field_evidence(at as usize, rule),
            Coded::Text { text, start, end } => {
                let text = self.reading.texts.get(text as usize)?;
                let code = text.content.get(start as usize..end as usize)?;
                let offset = text.offset.map(|offset| offset + start as usize);
                Some(evidence_in(self.reading, text.source, offset, text.field, code, rule))
            }
        }
    }

    fn field_evidence(&self, at: usize, rule: &str) -> Option<Evidence> {
        let field = self.reading.fields.get(at)?;
        Some(evidence_in(self.reading, field.source, field.offset, Some(at), &field.value, rule))
    }

    #[inline(never)]
    fn thrown_evidence(&self, rule: &str) -> Option<Evidence> {
        let thrown = self.failure.errors.iter().find(|thrown| !thrown.name.is_empty())?;
        Some(Evidence {
            place: Place::Error,
            path: Some("name".to_owned()),
            text: quote(thrown.name),
            span: Some((0, thrown.name.len())),
            rule: rule.to_owned(),
        })
    }

    #[inline(never)]
    fn status_evidence(&self, rule: &str) -> Option<Evidence> {
        if let Some(status) = self.status.given.filter(|status| Some(*status) == self.status.effective()) {
            let digits = [status / 100 % 10, status / 10 % 10, status % 10];
            let text = digits.iter().filter_map(|digit| char::from_digit(u32::from(*digit), 10)).collect();
            return Some(Evidence { place: Place::Status, path: None, text, span: None, rule: rule.to_owned() });
        }
        if let Some((_, word)) = self.status.in_text {
            let word = self.words.list.get(word)?;
            let text = self.reading.texts.get(word.text as usize)?;
            let digits = text.content.get(word.start as usize..word.end as usize)?;
            let offset = text.offset.map(|offset| offset + word.start as usize);
            return Some(evidence_in(self.reading, text.source, offset, text.field, digits, rule));
        }
        let (_, field) = self.status.in_field?;
        self.field_evidence(field, rule)
    }

    /// A code of the caller's, as the value of a code field or a whole word of a text.
    fn code_anywhere(&self, code: &str, rule: &str) -> Option<Evidence> {
        let field = self.reading.fields.iter().position(|field| field.value.trim_ascii().eq_ignore_ascii_case(code));
        if let Some(evidence) = field.and_then(|at| self.field_evidence(at, rule)) {
            return Some(evidence);
        }
        self.find_in_texts(code, rule, |before, after| {
            let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            !part(before) && !part(after)
        })
    }

    fn words_anywhere(&self, words: &str, rule: &str) -> Option<Evidence> {
        self.find_in_texts(words, rule, |_, _| true)
    }

    fn find_in_texts(
        &self,
        wanted: &str,
        rule: &str,
        fits: impl Fn(Option<char>, Option<char>) -> bool,
    ) -> Option<Evidence> {
        if wanted.is_empty() {
            return None;
        }
        let wanted = lower(wanted);
        self.reading.texts.iter().find_map(|text| {
            let content = lower(&text.content);
            let first = wanted.chars().next()?;
            let (at, _) = content.char_indices().find(|&(at, c)| {
                let rest =
                    if c == first { content.get(at..).and_then(|rest| rest.strip_prefix(&*wanted)) } else { None };
                rest.is_some_and(|rest| {
                    fits(content.get(..at).and_then(|head| head.chars().next_back()), rest.chars().next())
                })
            })?;
            let words = text.content.get(at..at + wanted.len())?;
            let offset = text.offset.map(|offset| offset + at);
            Some(evidence_in(self.reading, text.source, offset, text.field, words, rule))
        })
    }
}
