//! Writing a state down and reading it back, by one description of it that serves both ways.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::classify::provider_named;
use crate::cut;
use crate::verdict::{Class, Confidence, Reason, Scope, Sent, Verdict, WaitSource};

/// The longest that a time may be away, in milliseconds: beyond a day nothing is trusted.
pub(super) const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The longest text, in bytes, and the longest list.
const MAX_TEXT: usize = 2_048;
const MAX_LIST: usize = 100_000;

/// The largest number that JSON carries safely.
const MAX_NUMBER: i64 = (1 << 53) - 1;

/// What JSON can say, but for fractions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Flag(bool),
    Number(i64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// One object that is being written or read. Every member is named once, by the machine whose it is.
pub(super) struct Archive<'a> {
    way: Way<'a>,
    clock: Clock,
    /// The first member that is not what it should be.
    damage: &'a mut Option<String>,
    path: String,
}

enum Way<'a> {
    Save(&'a mut Vec<(String, Value)>),
    Load(&'a [(String, Value)]),
}

/// One moment by the gates' own clock and by the calendar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    pub(super) gate_ms: u64,
    pub(super) wall_ms: i64,
}

impl Clock {
    fn to_wall(self, at_ms: u64) -> i64 {
        let gate = i64::try_from(self.gate_ms).unwrap_or(i64::MAX);
        let at = i64::try_from(at_ms).unwrap_or(i64::MAX);
        self.wall_ms.saturating_add(at.saturating_sub(gate)).clamp(-MAX_NUMBER, MAX_NUMBER)
    }

    fn at_wall(self, wall_ms: i64) -> u64 {
        let away = wall_ms.abs_diff(self.wall_ms).min(DAY_MS);
        if wall_ms < self.wall_ms { self.gate_ms.saturating_sub(away) } else { self.gate_ms.saturating_add(away) }
    }
}

/// Writes one object.
pub(super) fn save(clock: Clock, write: impl FnOnce(&mut Archive<'_>)) -> Value {
    let mut members = Vec::new();
    write(&mut Archive { way: Way::Save(&mut members), clock, damage: &mut None, path: String::new() });
    Value::Object(members)
}

/// Reads one object; the path of the first member that is not what it should be where there is one.
pub(super) fn load(value: &Value, clock: Clock, read: impl FnOnce(&mut Archive<'_>)) -> Result<(), String> {
    let Value::Object(members) = value else { return Err(String::new()) };
    let mut damage = None;
    read(&mut Archive { way: Way::Load(members), clock, damage: &mut damage, path: String::new() });
    damage.map_or(Ok(()), Err)
}

impl Archive<'_> {
    /// Whether it is being read.
    pub(super) const fn loads(&self) -> bool {
        matches!(self.way, Way::Load(_))
    }

    pub(super) fn count(&mut self, name: &'static str, count: &mut u64) {
        match self.exchange(name, number(*count)) {
            Some(Value::Number(read)) if read >= 0 => *count = read.unsigned_abs(),
            other => self.expect_none(name, other.as_ref()),
        }
    }

    pub(super) fn small(&mut self, name: &'static str, count: &mut u32) {
        let mut wide = u64::from(*count);
        self.count(name, &mut wide);
        *count = u32::try_from(wide).unwrap_or(u32::MAX);
    }

    pub(super) fn maybe(&mut self, name: &'static str, count: &mut Option<u64>) {
        match self.exchange(name, count.map_or(Value::Null, number)) {
            Some(Value::Null) => *count = None,
            Some(Value::Number(read)) if read >= 0 => *count = Some(read.unsigned_abs()),
            other => self.expect_none(name, other.as_ref()),
        }
    }

    pub(super) fn flag(&mut self, name: &'static str, flag: &mut bool) {
        match self.exchange(name, Value::Flag(*flag)) {
            Some(Value::Flag(read)) => *flag = read,
            other => self.expect_none(name, other.as_ref()),
        }
    }

    /// A time of the gates' own clock, by the calendar outside.
    pub(super) fn moment(&mut self, name: &'static str, at_ms: &mut Option<u64>) {
        let mut date_ms = at_ms.map(|at| self.clock.to_wall(at));
        self.date(name, &mut date_ms);
        if self.loads() {
            *at_ms = date_ms.map(|at| self.clock.at_wall(at));
        }
    }

    /// A time that is always there.
    pub(super) fn time(&mut self, name: &'static str, at_ms: &mut u64) {
        let mut at = Some(*at_ms);
        self.moment(name, &mut at);
        match at {
            Some(at) => *at_ms = at,
            None => self.refuse(name),
        }
    }

    /// A time of the calendar.
    pub(super) fn date(&mut self, name: &'static str, date_ms: &mut Option<i64>) {
        let saved = date_ms.map_or(Value::Null, |at| Value::Number(at.clamp(-MAX_NUMBER, MAX_NUMBER)));
        match self.exchange(name, saved) {
            Some(Value::Null) => *date_ms = None,
            Some(Value::Number(read)) => *date_ms = Some(read),
            other => self.expect_none(name, other.as_ref()),
        }
    }

    pub(super) fn text(&mut self, name: &'static str, text: &mut String) {
        let mut given = Some(std::mem::take(text));
        self.maybe_text(name, &mut given);
        match given {
            Some(given) => *text = given,
            None => self.refuse(name),
        }
    }

    pub(super) fn maybe_text(&mut self, name: &'static str, text: &mut Option<String>) {
        match self.exchange(name, text.clone().map_or(Value::Null, Value::Text)) {
            Some(Value::Null) => *text = None,
            Some(Value::Text(read)) if read.len() <= MAX_TEXT => *text = Some(read),
            other => self.expect_none(name, other.as_ref()),
        }
    }

    /// One of our own words.
    pub(super) fn word<T>(&mut self, name: &'static str, value: &mut T, word: &str, from: fn(&str) -> Option<T>) {
        let mut text = word.to_owned();
        self.text(name, &mut text);
        match from(&text) {
            Some(known) => *value = known,
            None => self.refuse(name),
        }
    }

    pub(super) fn object(&mut self, name: &'static str, each: &mut dyn FnMut(&mut Archive<'_>)) {
        let path = self.at(name);
        match &mut self.way {
            Way::Save(members) => {
                let mut inner = Vec::new();
                each(&mut Archive { way: Way::Save(&mut inner), clock: self.clock, damage: self.damage, path });
                members.push((name.to_owned(), Value::Object(inner)));
            }
            Way::Load(members) => match find(members, name) {
                Some(Value::Object(inner)) => {
                    each(&mut Archive { way: Way::Load(inner), clock: self.clock, damage: self.damage, path });
                }
                _ => self.damaged(path),
            },
        }
    }

    /// A part that may be missing: null outside.
    pub(super) fn part<T: Default>(
        &mut self,
        name: &'static str,
        part: &mut Option<T>,
        each: fn(&mut T, &mut Archive<'_>),
    ) {
        if self.is_null(name, part.is_some()) {
            *part = None;
        } else {
            let part = part.get_or_insert_default();
            self.object(name, &mut |archive| each(part, archive));
        }
    }

    pub(super) fn list<T: Default>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        mut each: impl FnMut(&mut T, &mut Archive<'_>),
    ) {
        if let Way::Load(members) = &self.way {
            let length = find(members, name).map(length).filter(|length| *length <= MAX_LIST).unwrap_or(0);
            list.clear();
            list.resize_with(length, T::default);
        }
        let mut items = list.iter_mut();
        self.items(name, &mut |archive| items.next().map(|item| each(item, archive)));
    }

    /// The items of a list, one after another, for as long as there are any.
    fn items(&mut self, name: &'static str, next: &mut dyn FnMut(&mut Archive<'_>) -> Option<()>) {
        let path = self.at(name);
        let clock = self.clock;
        match &mut self.way {
            Way::Save(members) => {
                let mut saved = Vec::new();
                loop {
                    let mut inner = Vec::new();
                    let way = Way::Save(&mut inner);
                    if next(&mut Archive { way, clock, damage: self.damage, path: String::new() }).is_none() {
                        break;
                    }
                    saved.push(Value::Object(inner));
                }
                members.push((name.to_owned(), Value::List(saved)));
            }
            Way::Load(members) => {
                let Some(Value::List(items)) = find(members, name).filter(|value| length(value) <= MAX_LIST) else {
                    return self.damaged(path);
                };
                for (index, item) in items.iter().enumerate() {
                    let path = cut::joined(&[&path, "[", &index.to_string(), "]"]);
                    let Value::Object(inner) = item else { return self.damaged(path) };
                    next(&mut Archive { way: Way::Load(inner), clock, damage: self.damage, path });
                }
            }
        }
    }

    /// Says that a member is not what it should be.
    pub(super) fn refuse(&mut self, name: &'static str) {
        let path = self.at(name);
        self.damaged(path);
    }

    /// Writes a member, or reads what there is in its place.
    fn exchange(&mut self, name: &'static str, saved: Value) -> Option<Value> {
        match &mut self.way {
            Way::Save(members) => {
                members.push((name.to_owned(), saved));
                None
            }
            Way::Load(members) => {
                let found = find(members, name).cloned();
                if found.is_none() {
                    self.refuse(name);
                }
                found
            }
        }
    }

    /// What was read is not what it should be, if anything was.
    fn expect_none(&mut self, name: &'static str, read: Option<&Value>) {
        if read.is_some() {
            self.refuse(name);
        }
    }

    /// Whether a part is null: while writing the one that is not there, of which this is written.
    fn is_null(&mut self, name: &'static str, there: bool) -> bool {
        match &mut self.way {
            Way::Save(_) if there => false,
            Way::Save(members) => {
                members.push((name.to_owned(), Value::Null));
                true
            }
            Way::Load(members) => find(members, name) == Some(&Value::Null),
        }
    }

    fn at(&self, name: &str) -> String {
        if !self.loads() || self.damage.is_some() {
            return String::new();
        }
        if self.path.is_empty() { name.to_owned() } else { cut::joined(&[&self.path, ".", name]) }
    }

    fn damaged(&mut self, path: String) {
        self.damage.get_or_insert(path);
    }
}

/// A verdict without what it quotes.
pub(super) fn archive_verdict(verdict: &mut Verdict, archive: &mut Archive<'_>) {
    let word = verdict.class.as_str();
    archive.word("class", &mut verdict.class, word, Class::from_word);
    let word = verdict.scope.as_str();
    archive.word("scope", &mut verdict.scope, word, Scope::from_word);
    let word = verdict.reason.as_str();
    archive.word("reason", &mut verdict.reason, word, Reason::from_word);
    archive.flag("retryable", &mut verdict.retryable);
    archive.flag("persists", &mut verdict.persists);
    archive.flag("stopsBatch", &mut verdict.stops_batch);
    let word = verdict.sent.as_str();
    archive.word("sent", &mut verdict.sent, word, Sent::from_word);
    archive.maybe("waitMs", &mut verdict.wait_ms);
    let mut source = verdict.wait_source.map_or("", WaitSource::as_str).to_owned();
    archive.text("waitSource", &mut source);
    verdict.wait_source = WaitSource::from_word(&source);
    archive.flag("malformed", &mut verdict.malformed);
    archive.date("retryAt", &mut verdict.retry_at);
    let mut provider = verdict.provider.unwrap_or("").to_owned();
    archive.text("provider", &mut provider);
    verdict.provider = provider_named(&provider);
    let word = verdict.confidence.as_str();
    archive.word("confidence", &mut verdict.confidence, word, Confidence::from_word);
    let mut rule = verdict.rule.take().unwrap_or_default();
    archive.text("rule", &mut rule);
    verdict.rule = Some(rule).filter(|rule| !rule.is_empty());
    archive.text("explain", &mut verdict.explain);
}

fn find<'v>(members: &'v [(String, Value)], name: &str) -> Option<&'v Value> {
    members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

fn number(count: u64) -> Value {
    Value::Number(i64::try_from(count).unwrap_or(MAX_NUMBER).min(MAX_NUMBER))
}

/// How many items a list has; 0 for what is none.
fn length(value: &Value) -> usize {
    if let Value::List(items) = value { items.len() } else { 0 }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                items.iter().try_for_each(|item| list.serialize_element(item))?;
                list.end()
            }
            Self::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                members.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Value;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("null, a boolean, a whole number, a text, a list or an object")
            }

            fn visit_unit<E: Error>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }

            fn visit_bool<E: Error>(self, flag: bool) -> Result<Value, E> {
                Ok(Value::Flag(flag))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
                Ok(Value::Number(number))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
                i64::try_from(number).map(Value::Number).map_err(|_| E::custom("the number is too large"))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
                Ok(Value::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(Value::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
                let mut object = Vec::new();
                while let Some(member) = members.next_entry()? {
                    object.push(member);
                }
                Ok(Value::Object(object))
            }
        }

        deserializer.deserialize_any(Any)
    }
}
