//! The tables as the core carries them: one text without a single reference.
//!
//! Written out as structures, half of the tables' size would be the addresses of their strings. So the compiler writes
//! them into one static text ([`PACKED`]), and [`tables`] reads it back once.

use std::sync::OnceLock;

use super::{Cond, Numbers, PROVIDERS, Provider, Rank, Rule};
use crate::verdict::{Reason, Scope};

/// Every table, providers first, as [`PROVIDERS`] lists them.
pub(crate) fn tables() -> &'static [Provider] {
    static TABLES: OnceLock<Vec<Provider>> = OnceLock::new();
    TABLES.get_or_init(|| Reader { rest: PACKED }.tables())
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
        let mut tables = PROVIDERS;
        while let [table, rest @ ..] = tables {
            tables = rest;
            self.text(table.name);
            self.text(table.hosts);
            self.text(table.headers);
            self.text(table.marks);
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
            Cond::Code(list) => self.tagged(0, list),
            Cond::Said(list) => self.tagged(1, list),
            Cond::Also(list) => self.tagged(2, list),
            Cond::Near(list) => self.tagged(3, list),
            Cond::Not(list) => self.tagged(4, list),
            Cond::Field(pair) => self.tagged(5, pair),
            Cond::Header(pair) => self.tagged(6, pair),
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
    rest: &'static str,
}

impl Reader {
    fn tables(mut self) -> Vec<Provider> {
        let mut tables = Vec::with_capacity(PROVIDERS.len());
        while !self.rest.is_empty() {
            let (name, hosts, headers, marks) = (self.text(), self.text(), self.text(), self.text());
            let zone_minutes = if self.byte() == 0 { None } else { Some(self.number().cast_signed()) };
            let rules = (0..self.number()).map(|_| self.rule()).collect::<Vec<_>>().leak();
            tables.push(Provider { name, hosts, headers, marks, zone_minutes, rules });
        }
        tables
    }

    fn rule(&mut self) -> Rule {
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

    fn cond(&mut self) -> Cond {
        match self.byte() {
            0 => Cond::Code(self.text()),
            1 => Cond::Said(self.text()),
            2 => Cond::Also(self.text()),
            3 => Cond::Near(self.text()),
            4 => Cond::Not(self.text()),
            5 => Cond::Field(self.text()),
            6 => Cond::Header(self.text()),
            7 => Cond::Host(self.text()),
            8 => Cond::Thrown(self.text()),
            9 => Cond::Own,
            10 => Cond::NoStatus,
            11 => Cond::Status((0..self.byte()).map(|_| self.status()).collect::<Vec<_>>().leak()),
            12 => Cond::StatusIn(self.status(), self.status()),
            13 => Cond::StatusNotIn(self.status(), self.status()),
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

    fn status(&mut self) -> u16 {
        u16::try_from(self.number()).unwrap_or(0)
    }

    fn text(&mut self) -> &'static str {
        let length = self.number() as usize;
        let (text, rest) = self.rest.split_at_checked(length).unwrap_or_default();
        self.rest = rest;
        text
    }

    fn number(&mut self) -> u32 {
        let byte = u32::from(self.byte());
        if byte < 0x40 { byte } else { (byte & 0x3F) | (self.number() << 6) }
    }

    fn byte(&mut self) -> u8 {
        let (first, rest) = self.rest.split_at_checked(1).unwrap_or_default();
        self.rest = rest;
        first.bytes().next().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_back_is_what_the_tables_say() {
        let read = tables();
        assert_eq!(read.len(), PROVIDERS.len());
        for (read, written) in read.iter().zip(PROVIDERS) {
            assert_eq!(
                (read.name, read.hosts, read.headers, read.marks, read.zone_minutes),
                (written.name, written.hosts, written.headers, written.marks, written.zone_minutes)
            );
            assert_eq!(read.rules.len(), written.rules.len());
            for (read, written) in read.rules.iter().zip(written.rules) {
                assert_eq!(
                    (read.id, read.rank, read.reason, read.scope),
                    (written.id, written.rank, written.reason, written.scope)
                );
                assert_eq!(read.when, written.when, "{}", read.id);
            }
        }
    }
}
