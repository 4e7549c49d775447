//! The tables as the core carries them: one text without a single reference.
//!
//! Written out as structures, half of the tables' size would be the addresses of their strings. So the compiler writes
//! them into one static text ([`PACKED`]), and [`Tables::read`] reads it back once. Lists of phrases are numbers of the
//! [`phrasebook`].

use super::{Cond, Numbers, PROVIDERS, Rank, Rule, lexicon, phrasebook};
use crate::verdict::{Reason, Scope};

/// Every table, and the codes of all of them.
pub(crate) struct Tables {
    /// Providers first, as [`PROVIDERS`] lists them.
    pub(crate) tables: Vec<Table>,
    pub(crate) codes: Vec<Code>,
    /// How many lists of codes there are; the first is the lexicon's.
    pub(crate) code_lists: u16,
}

/// A [`Provider`](super::Provider), whose marks the [`phrasebook`] has.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) hosts: &'static str,
    pub(crate) headers: &'static str,
    pub(crate) zone_minutes: Option<i32>,
    pub(crate) rules: &'static [Rule<u16>],
}

/// A machine code and the list that holds it.
pub(crate) struct Code {
    pub(crate) text: &'static str,
    pub(crate) list: u16,
}

/// A text, not bytes, so that nothing in it is checked again at run time.
const PACKED: &str = {
    static BYTES: [u8; SIZE] = {
        let mut bytes = [0; SIZE];
        Writer { bytes: &mut bytes, at: 0 }.tables();
        bytes
    };
    match str::from_utf8(&BYTES) {
        Ok(text) => text,
        Err(_) => panic!("every byte of a number is below 0x80"),
    }
};

const SIZE: usize = Writer { bytes: &mut [], at: 0 }.tables();

/// Writes as much of the tables as there is room for.
struct Writer<'b> {
    bytes: &'b mut [u8],
    at: usize,
}

impl Writer<'_> {
    /// Says how long the tables are.
    const fn tables(mut self) -> usize {
        self.codes(lexicon::NEVER_SENT);
        let mut tables = PROVIDERS;
        while let [table, rest @ ..] = tables {
            tables = rest;
            self.text(table.name);
            self.text(table.hosts);
            self.text(table.headers);
            match table.zone_minutes {
                Some(minutes) => {
                    self.byte(1);
                    self.number(minutes.cast_unsigned());
                }
                None => self.byte(0),
            }
            self.number(table.rules.len() as u32);
            let mut rules = table.rules;
            while let [rule, rest @ ..] = rules {
                rules = rest;
                self.rule(rule);
            }
        }
        self.at
    }

    const fn rule(&mut self, rule: &Rule) {
        self.text(rule.id);
        self.byte(rule.rank as u8);
        self.byte(rule.reason as u8);
        self.byte(match rule.scope {
            Some(scope) => scope as u8,
            None => Scope::ALL.len() as u8,
        });
        self.byte(rule.when.len() as u8);
        let mut conds = rule.when;
        while let [cond, rest @ ..] = conds {
            conds = rest;
            self.cond(cond);
        }
    }

    const fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::Code(list) => {
                self.byte(0);
                self.codes(list);
            }
            Cond::Said(list) => self.phrases(1, list),
            Cond::Also(list) => self.phrases(2, list),
            Cond::Near(list) => self.phrases(3, list),
            Cond::Not(list) => self.phrases(4, list),
            Cond::Field((names, values)) => {
                self.tagged(5, names);
                self.text(values);
            }
            Cond::Header((names, values)) => {
                self.tagged(6, names);
                self.text(values);
            }
            Cond::Host(list) => self.tagged(7, list),
            Cond::Thrown(list) => self.tagged(8, list),
            Cond::Own => self.byte(9),
            Cond::NoStatus => self.byte(10),
            Cond::Status(list) => {
                self.byte(11);
                self.byte(list.len() as u8);
                let mut list = *list;
                while let [status, rest @ ..] = list {
                    list = rest;
                    self.number(*status as u32);
                }
            }
            Cond::StatusIn(first, last) => self.range(12, *first, *last),
            Cond::StatusNotIn(first, last) => self.range(13, *first, *last),
            Cond::Numbers(numbers) => match numbers {
                Numbers::RequestedOverLimit => self.byte(14),
                Numbers::EmptyRequestMeter => self.byte(15),
                Numbers::EmptyTokenMeter => self.byte(16),
                Numbers::WaitStated => self.byte(17),
                Numbers::ShortWaitStated => self.byte(18),
                Numbers::EmptyMeterOver(seconds) => {
                    self.byte(19);
                    self.number(*seconds);
                }
                Numbers::CurrentOverLimit(word) => self.tagged(20, word),
                Numbers::Over(word) => self.tagged(21, word),
            },
        }
    }

    const fn tagged(&mut self, tag: u8, text: &str) {
        self.byte(tag);
        self.text(text);
    }

    const fn phrases(&mut self, tag: u8, list: &str) {
        self.byte(tag);
        self.number(phrasebook::list(list) as u32);
    }

    /// A list of codes, each as a text; an empty one ends it.
    #[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
    const fn codes(&mut self, list: &str) {
        let mut rest = list;
        loop {
            let (mut end, bytes) = (0, rest.as_bytes());
            while end < bytes.len() && bytes[end] != b'\n' {
                end += 1;
            }
            let (code, tail) = rest.split_at(end);
            self.text(code);
            if tail.is_empty() {
                return self.text("");
            }
            (_, rest) = tail.split_at(1);
        }
    }

    const fn range(&mut self, tag: u8, first: u16, last: u16) {
        self.byte(tag);
        self.number(first as u32);
        self.number(last as u32);
    }

    const fn text(&mut self, text: &str) {
        self.number(text.len() as u32);
        let mut rest = text.as_bytes();
        while let [byte, tail @ ..] = rest {
            rest = tail;
            self.byte(*byte);
        }
    }

    /// Six bits a byte, the lowest first; the seventh says that more follow.
    const fn number(&mut self, mut number: u32) {
        while number >= 0x40 {
            self.byte((number & 0x3F) as u8 | 0x40);
            number >>= 6;
        }
        self.byte(number as u8);
    }

    #[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
    const fn byte(&mut self, byte: u8) {
        if self.at < self.bytes.len() {
            self.bytes[self.at] = byte;
        }
        self.at += 1;
    }
}

/// Reads what [`Writer`] wrote.
struct Reader {
    rest: &'static [u8],
    codes: Vec<Code>,
    code_lists: u16,
}

impl Tables {
    pub(crate) fn read() -> Self {
        let mut reader = Reader { rest: PACKED.as_bytes(), codes: Vec::with_capacity(1024), code_lists: 0 };
        reader.codes();
        let mut tables = Vec::with_capacity(PROVIDERS.len());
        while !reader.rest.is_empty() {
            tables.push(reader.table());
        }
        Self { tables, codes: reader.codes, code_lists: reader.code_lists }
    }
}

impl Reader {
    fn table(&mut self) -> Table {
        let (name, hosts, headers) = (self.text(), self.text(), self.text());
        let zone_minutes = if self.byte() == 0 { None } else { Some(self.number().cast_signed()) };
        let rules = (0..self.number()).map(|_| self.rule()).collect::<Vec<_>>().leak();
        Table { name, hosts, headers, zone_minutes, rules }
    }

    fn rule(&mut self) -> Rule<u16> {
        let id = self.text();
        let rank = Rank::ALL.get(usize::from(self.byte())).copied().unwrap_or(Rank::Status);
        let reason = Reason::ALL.get(usize::from(self.byte())).copied().unwrap_or(Reason::Unknown);
        let scope = Scope::ALL.get(usize::from(self.byte())).copied();
        let when = (0..self.byte()).map(|_| self.cond()).collect::<Vec<_>>().leak();
        Rule {
            id,
            rank,
            reason,
            scope,
            when,
            #[cfg(test)]
            known: super::Known::default(),
        }
    }

    fn cond(&mut self) -> Cond<u16> {
        match self.byte() {
            0 => Cond::Code(self.codes()),
            1 => Cond::Said(self.short()),
            2 => Cond::Also(self.short()),
            3 => Cond::Near(self.short()),
            4 => Cond::Not(self.short()),
            5 => Cond::Field((self.text(), self.text())),
            6 => Cond::Header((self.text(), self.text())),
            7 => Cond::Host(self.text()),
            8 => Cond::Thrown(self.text()),
            9 => Cond::Own,
            10 => Cond::NoStatus,
            11 => Cond::Status((0..self.byte()).map(|_| self.short()).collect::<Vec<_>>().leak()),
            12 => Cond::StatusIn(self.short(), self.short()),
            13 => Cond::StatusNotIn(self.short(), self.short()),
            14 => Cond::Numbers(Numbers::RequestedOverLimit),
            15 => Cond::Numbers(Numbers::EmptyRequestMeter),
            16 => Cond::Numbers(Numbers::EmptyTokenMeter),
            17 => Cond::Numbers(Numbers::WaitStated),
            18 => Cond::Numbers(Numbers::ShortWaitStated),
            19 => Cond::Numbers(Numbers::EmptyMeterOver(self.number())),
            20 => Cond::Numbers(Numbers::CurrentOverLimit(self.text())),
            _ => Cond::Numbers(Numbers::Over(self.text())),
        }
    }

    /// Keeps the codes of a list and answers its number.
    fn codes(&mut self) -> u16 {
        let list = self.code_lists;
        loop {
            let text = self.text();
            if text.is_empty() {
                break;
            }
            self.codes.push(Code { text, list });
        }
        self.code_lists += 1;
        list
    }

    fn short(&mut self) -> u16 {
        u16::try_from(self.number()).unwrap_or(0)
    }

    fn text(&mut self) -> &'static str {
        let length = self.number() as usize;
        let start = PACKED.len() - self.rest.len();
        self.rest = self.rest.get(length..).unwrap_or(&[]);
        PACKED.get(start..start + length).unwrap_or("")
    }

    fn number(&mut self) -> u32 {
        let byte = u32::from(self.byte());
        if byte < 0x40 { byte } else { (byte & 0x3F) | (self.number() << 6) }
    }

    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        *first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_back_is_what_the_tables_say() {
        let read = Tables::read();
        let codes = |list: u16| {
            let codes = read.codes.iter().filter(|code| code.list == list).map(|code| code.text);
            codes.collect::<Vec<_>>().join("\n")
        };
        let phrases = |list: u16| phrasebook::text(list);
        assert_eq!(codes(0), lexicon::NEVER_SENT);
        assert_eq!(read.tables.len(), PROVIDERS.len());
        for (marks, (read, written)) in (phrasebook::FIRST_MARKS..).zip(read.tables.iter().zip(PROVIDERS)) {
            assert_eq!(
                (read.name, read.hosts, read.headers, phrases(marks), read.zone_minutes),
                (written.name, written.hosts, written.headers, written.marks, written.zone_minutes)
            );
            assert_eq!(read.rules.len(), written.rules.len());
            for (read, written) in read.rules.iter().zip(written.rules) {
                assert_eq!(
                    (read.id, read.rank, read.reason, read.scope),
                    (written.id, written.rank, written.reason, written.scope)
                );
                assert_eq!(read.when.len(), written.when.len());
                for (read, written) in read.when.iter().zip(written.when) {
                    match (*read, *written) {
                        (Cond::Code(list), Cond::Code(text)) => assert_eq!(codes(list), text),
                        (Cond::Said(list), Cond::Said(text))
                        | (Cond::Also(list), Cond::Also(text))
                        | (Cond::Near(list), Cond::Near(text))
                        | (Cond::Not(list), Cond::Not(text)) => assert_eq!(phrases(list), text),
                        // Those that name no list are written alike.
                        (read, written) => assert_eq!(format!("{read:?}"), format!("{written:?}")),
                    }
                }
            }
        }
    }
}
