//! Answers as JSON text, for `JSON.parse`.
//!
//! One string across the boundary and one parse cost less than building the object member by member from here, in time
//! and in size; `make bench` shows both.

use std::fmt;

use serde::ser::{self, Impossible, Serialize, Serializer};

use crate::hash::hex;

/// Writes what the answers consist of: structs, maps, lists, tuples, strings, whole numbers, booleans, null.
pub(super) fn to_json(value: &impl Serialize) -> Result<String, Unsupported> {
    let mut text = String::with_capacity(1024);
    value.serialize(Writer { text: &mut text })?;
    Ok(text)
}

/// A kind of value that no answer has.
#[derive(Debug)]
pub(super) struct Unsupported;

impl fmt::Display for Unsupported {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a kind of value that no answer has")
    }
}

impl std::error::Error for Unsupported {}

impl ser::Error for Unsupported {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

struct Writer<'t> {
    text: &'t mut String,
}

/// An object or a list that is being written.
struct Members<'t> {
    text: &'t mut String,
    first: bool,
    close: &'static str,
}

impl<'t> Writer<'t> {
    fn open(self, open: &str, close: &'static str) -> Members<'t> {
        self.text.push_str(open);
        Members { text: self.text, first: true, close }
    }
}

impl Members<'_> {
    fn next(&mut self) {
        if !self.first {
            self.text.push(',');
        }
        self.first = false;
    }

    /// The name of a struct's field, which needs no escapes.
    fn key(&mut self, key: &str) {
        self.next();
        self.text.push('"');
        self.text.push_str(key);
        self.text.push_str("\":");
    }

    fn value(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Unsupported> {
        value.serialize(Writer { text: self.text })
    }

    fn end(self) -> Result<(), Unsupported> {
        self.text.push_str(self.close);
        Ok(())
    }
}

/// A string literal (RFC 8259, section 7).
fn quote(value: &str, text: &mut String) {
    text.push('"');
    let mut rest = value;
    while let Some(plain) = rest.bytes().position(|byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
        let Some((head, tail)) = rest.split_at_checked(plain) else { break };
        let Some((escaped, tail)) = tail.split_at_checked(1) else { break };
        rest = tail;
        text.push_str(head);
        match escaped {
            "\"" | "\\" => {
                text.push('\\');
                text.push_str(escaped);
            }
            "\n" => text.push_str("\\n"),
            control => {
                text.push_str("\\u00");
                text.push_str(&hex(control.bytes()));
            }
        }
    }
    text.push_str(rest);
    text.push('"');
}

fn number(value: u64, text: &mut String) {
    if value >= 10 {
        number(value / 10, text);
    }
    let digit = (value % 10) as usize;
    text.push_str("0123456789".get(digit..=digit).unwrap_or(""));
}

impl<'t> Serializer for Writer<'t> {
    type Ok = ();
    type Error = Unsupported;
    type SerializeSeq = Members<'t>;
    type SerializeTuple = Members<'t>;
    type SerializeTupleStruct = Impossible<(), Unsupported>;
    type SerializeTupleVariant = Impossible<(), Unsupported>;
    type SerializeMap = Members<'t>;
    type SerializeStruct = Members<'t>;
    type SerializeStructVariant = Impossible<(), Unsupported>;

    fn serialize_bool(self, value: bool) -> Result<(), Unsupported> {
        self.text.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Unsupported> {
        if value < 0 {
            self.text.push('-');
        }
        number(value.unsigned_abs(), self.text);
        Ok(())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Unsupported> {
        number(value, self.text);
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), Unsupported> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), Unsupported> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), Unsupported> {
        self.serialize_i64(value.into())
    }

    fn serialize_u8(self, value: u8) -> Result<(), Unsupported> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Unsupported> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Unsupported> {
        self.serialize_u64(value.into())
    }

    fn serialize_str(self, value: &str) -> Result<(), Unsupported> {
        quote(value, self.text);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Unsupported> {
        self.serialize_unit()
    }

    fn serialize_unit(self) -> Result<(), Unsupported> {
        self.text.push_str("null");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unsupported> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Unsupported> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Members<'t>, Unsupported> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Members<'t>, Unsupported> {
        Ok(self.open("[", "]"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'t>, Unsupported> {
        Ok(self.open("{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'t>, Unsupported> {
        Ok(self.open("{", "}"))
    }

    fn serialize_f32(self, _: f32) -> Result<(), Unsupported> {
        Err(Unsupported)
    }

    fn serialize_f64(self, _: f64) -> Result<(), Unsupported> {
        Err(Unsupported)
    }

    fn serialize_char(self, _: char) -> Result<(), Unsupported> {
        Err(Unsupported)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Unsupported> {
        Err(Unsupported)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unsupported> {
        Err(Unsupported)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Unsupported> {
        Err(Unsupported)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Unsupported> {
        Err(Unsupported)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Unsupported> {
        Err(Unsupported)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unsupported> {
        Err(Unsupported)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Unsupported> {
        Err(Unsupported)
    }
}

impl ser::SerializeSeq for Members<'_> {
    type Ok = ();
    type Error = Unsupported;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unsupported> {
        self.next();
        self.value(value)
    }

    fn end(self) -> Result<(), Unsupported> {
        Members::end(self)
    }
}

impl ser::SerializeTuple for Members<'_> {
    type Ok = ();
    type Error = Unsupported;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unsupported> {
        self.next();
        self.value(value)
    }

    fn end(self) -> Result<(), Unsupported> {
        Members::end(self)
    }
}

impl ser::SerializeMap for Members<'_> {
    type Ok = ();
    type Error = Unsupported;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unsupported> {
        self.next();
        self.value(key)?;
        self.text.push(':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unsupported> {
        self.value(value)
    }

    fn end(self) -> Result<(), Unsupported> {
        Members::end(self)
    }
}

impl ser::SerializeStruct for Members<'_> {
    type Ok = ();
    type Error = Unsupported;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Unsupported> {
        self.key(key);
        self.value(value)
    }

    fn end(self) -> Result<(), Unsupported> {
        Members::end(self)
    }
}
