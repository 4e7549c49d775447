//! Deciding: the first rule whose conditions all hold, narrowest rank first.

use std::borrow::Cow;

use crate::classify::phrases::{Coded, Index, Slots};
use crate::classify::{Facts, evidence_in, evidence_in_header, lower, owner, quote};
use crate::rules::{Cond, GENERIC, Numbers, PROVIDERS, Provider, Rank, Rule};
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
    let order = order(facts);
    let holding: Vec<(usize, usize)> = order.iter().flat_map(|&at| holding(facts, at)).collect();
    for rank in Rank::ALL {
        for &(provider, rule) in &holding {
            let Some(table) = PROVIDERS.get(provider) else { continue };
            let Some(rule) = table.rules.get(rule).filter(|rule| rule.rank == rank) else { continue };
            return Some(decision(facts, provider, table, rule));
        }
    }
    None
}

/// The tables in the order in which they are tried.
fn order(facts: &Facts<'_, '_>) -> Vec<usize> {
    let mut order: Vec<usize> = facts.owners.iter().map(|owner| owner.provider).collect();
    let owners = order.len();
    for at in 0..PROVIDERS.len() {
        if !order.iter().take(owners).any(|&owner| owner == at) {
            order.push(at);
        }
    }
    order
}

/// The rules of a table that hold.
fn holding<'f>(facts: &'f Facts<'_, '_>, provider: usize) -> impl Iterator<Item = (usize, usize)> + 'f {
    let own = facts.owners.iter().any(|owner| owner.provider == provider);
    let rules = PROVIDERS.get(provider).map_or(&[][..], |table| table.rules);
    let slots = Index::get().rules.get(provider).map_or(&[][..], |slots| slots);
    rules
        .iter()
        .zip(slots)
        .enumerate()
        .filter(move |(_, (rule, slots))| holds(facts, rule, **slots, own))
        .map(move |(at, _)| (provider, at))
}

fn holds(facts: &Facts<'_, '_>, rule: &Rule, mut slots: Slots, own: bool) -> bool {
    for cond in rule.when {
        let holds = match cond {
            Cond::Said(list) | Cond::Also(list) => {
                let said = facts.said(slots.phrase, list.len()).is_some();
                slots.phrase += list.len();
                said
            }
            Cond::Not(list) => {
                let said = facts.said(slots.phrase, list.len()).is_some();
                slots.phrase += list.len();
                !said
            }
            Cond::Code(list) => {
                let coded = facts.coded(slots.code, list.len()).is_some();
                slots.code += list.len();
                coded
            }
            Cond::Status(list) => facts.status.any(list),
            Cond::StatusIn(first, last) => facts.status.effective().is_some_and(|status| (*first..=*last).contains(&status)),
            Cond::Field(list) => facts.field(list).is_some(),
            Cond::Header(list) => facts.header(list).is_some(),
            Cond::Host(list) => facts.hosts(list),
            Cond::Thrown(list) => facts.failure.errors.iter().any(|thrown| list.contains(&thrown.name)),
            Cond::Own => own,
            Cond::Numbers(numbers) => facts.numbers(*numbers),
        };
        if !holds {
            return false;
        }
    }
    true
}

fn decision<'r>(facts: &Facts<'_, '_>, provider: usize, table: &Provider, rule: &Rule) -> Decision<'r> {
    let own = provider < PROVIDERS.len() - GENERIC;
    let slots = Index::get().rules.get(provider).zip(rule_index(table, rule)).and_then(|(all, at)| all.get(at).copied());
    let (confidence, evidence) = slots.map_or((Confidence::None, Vec::new()), |slots| facts.evidence(rule, slots));
    Decision {
        class: rule.reason.class(),
        reason: rule.reason,
        scope: rule.scope,
        rule: Cow::Borrowed(rule.id),
        provider: own.then_some(table.name),
        confidence,
        evidence,
    }
}

fn rule_index(table: &Provider, rule: &Rule) -> Option<usize> {
    table.rules.iter().position(|other| other.id == rule.id)
}

/// One of the caller's rules.
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
            .find(|(n, v)| n.eq_ignore_ascii_case(name) && lower(v).contains(&*wanted))?;
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

impl Facts<'_, '_> {
    /// The first of a run of phrases that is said, as its slot.
    fn said(&self, first: usize, length: usize) -> Option<usize> {
        (first..first + length).find(|slot| self.hits.said.get(*slot).is_some_and(Option::is_some))
    }

    fn coded(&self, first: usize, length: usize) -> Option<usize> {
        (first..first + length).find(|slot| self.hits.coded.get(*slot).is_some_and(Option::is_some))
    }

    fn field(&self, list: &[(&str, &str)]) -> Option<usize> {
        self.reading.fields.iter().enumerate().find_map(|(at, field)| {
            let matches = list.iter().any(|(suffix, value)| {
                (value.is_empty() || field.value.trim().eq_ignore_ascii_case(value)) && self.reading.path_ends(at, suffix)
            });
            matches.then_some(at)
        })
    }

    fn header(&self, list: &[(&str, &str)]) -> Option<usize> {
        self.failure.headers.iter().position(|(name, value)| {
            list.iter().any(|(n, v)| {
                name.eq_ignore_ascii_case(n) && (v.is_empty() || value.trim().eq_ignore_ascii_case(v))
            })
        })
    }

    fn hosts(&self, list: &[&str]) -> bool {
        self.words.hosts.iter().any(|host| owner::ends_in(host, list))
            || self.failure.url.is_some_and(|url| owner::ends_in(owner::host_of(url), list))
    }

    fn numbers(&self, numbers: Numbers) -> bool {
        let hour = 3_600_000;
        let counts = |kind| {
            self.meters.iter().any(|meter| {
                meter.used_up && meter.kind == kind && meter.meter.window_ms.is_none_or(|window| window <= hour)
            })
        };
        match numbers {
            Numbers::RequestedOverLimit => self.stated_number("limit").zip(self.stated_number("requested")).is_some_and(
                |(limit, requested)| requested > limit && limit > 0,
            ),
            Numbers::CurrentOverLimit(meter) => self.current_over_limit(meter),
            Numbers::EmptyMeterOver(window) => self
                .meters
                .iter()
                .any(|meter| meter.used_up && meter.meter.window_ms.is_some_and(|length| length >= window)),
            Numbers::EmptyRequestMeter => counts(MeterKind::Requests),
            Numbers::EmptyTokenMeter => counts(MeterKind::Tokens),
            Numbers::EmptyMeter => self.meters.iter().any(|meter| meter.used_up),
            Numbers::WaitStated => self.states_wait(u64::MAX),
            Numbers::ShortWaitStated => self.states_wait(60_000),
        }
    }

    fn states_wait(&self, max_ms: u64) -> bool {
        use crate::verdict::WaitSource::{Body, Message};
        self.wait.as_ref().is_some_and(|wait| matches!(wait.source, Body | Message) && wait.ms > 0 && wait.ms <= max_ms)
    }

    /// The number that follows a word: "Limit 30,000", "requested: 41877".
    fn stated_number(&self, name: &str) -> Option<u64> {
        let hash = crate::classify::words::hash(name.as_bytes());
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
    fn current_over_limit(&self, meter: &str) -> bool {
        let hash = crate::classify::words::hash;
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

    /// What decided: the confidence it gives and the words themselves.
    fn evidence(&self, rule: &Rule, mut slots: Slots) -> (Confidence, Vec<Evidence>) {
        let mut confidence = Confidence::Status;
        let mut evidence = Vec::new();
        let rank = |confidence: Confidence| confidence as u8;
        for cond in rule.when {
            let (kind, piece) = match cond {
                Cond::Said(list) | Cond::Also(list) => {
                    let slot = self.said(slots.phrase, list.len());
                    slots.phrase += list.len();
                    (Confidence::Phrase, slot.and_then(|slot| self.said_evidence(slot, rule.id)))
                }
                Cond::Not(list) => {
                    slots.phrase += list.len();
                    continue;
                }
                Cond::Code(list) => {
                    let slot = self.coded(slots.code, list.len());
                    slots.code += list.len();
                    (Confidence::Code, slot.and_then(|slot| self.coded_evidence(slot, rule.id)))
                }
                Cond::Field(list) => {
                    (Confidence::Code, self.field(list).and_then(|at| self.field_evidence(at, rule.id)))
                }
                Cond::Header(list) => {
                    let header = self.header(list).and_then(|at| self.failure.headers.get(at));
                    (Confidence::Header, header.map(|(name, value)| evidence_in_header(name, value, rule.id)))
                }
                Cond::Numbers(Numbers::RequestedOverLimit | Numbers::CurrentOverLimit(_)) => {
                    (Confidence::Phrase, None)
                }
                Cond::Numbers(Numbers::WaitStated | Numbers::ShortWaitStated) => (Confidence::Phrase, None),
                Cond::Numbers(_) => {
                    let meter = self.meters.iter().find(|meter| meter.used_up);
                    let header = meter.and_then(|meter| self.failure.headers.get(meter.header));
                    (Confidence::Header, header.map(|(name, value)| evidence_in_header(name, value, rule.id)))
                }
                Cond::Thrown(_) => (Confidence::Code, self.thrown_evidence(rule.id)),
                Cond::Status(_) | Cond::StatusIn(..) => (Confidence::Status, self.status_evidence(rule.id)),
                Cond::Host(_) | Cond::Own => continue,
            };
            if rank(kind) < rank(confidence) {
                confidence = kind;
            }
            evidence.extend(piece);
        }
        (confidence, evidence)
    }

    fn said_evidence(&self, slot: usize, rule: &str) -> Option<Evidence> {
        let said = self.hits.said.get(slot).copied().flatten()?;
        let first = self.words.list.get(said.word as usize)?;
        let last = self.words.list.get(said.word as usize + usize::from(said.length) - 1)?;
        let text = self.reading.texts.get(first.text as usize)?;
        let words = text.content.get(first.start as usize..last.end as usize)?;
        let offset = text.offset.map(|offset| offset + first.start as usize);
        Some(evidence_in(self.reading, text.source, offset, text.field, words, rule))
    }

    fn coded_evidence(&self, slot: usize, rule: &str) -> Option<Evidence> {
        match self.hits.coded.get(slot).copied().flatten()? {
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
        let field = self.reading.fields.iter().position(|field| field.value.trim().eq_ignore_ascii_case(code));
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
            let (at, _) = content.match_indices(&*wanted).find(|(at, found)| {
                let before = content.get(..*at).and_then(|head| head.chars().next_back());
                let after = content.get(at + found.len()..).and_then(|tail| tail.chars().next());
                fits(before, after)
            })?;
            let words = text.content.get(at..at + wanted.len())?;
            let offset = text.offset.map(|offset| offset + at);
            Some(evidence_in(self.reading, text.source, offset, text.field, words, rule))
        })
    }
}
