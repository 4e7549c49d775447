//! Answers as JSON text, for `JSON.parse`.
//!
//! One string across the boundary and one parse cost less than building the object member by member from here, in time
//! and in size; `make bench` shows both.

use std::fmt;

use serde::ser::{self, Impossible, Serialize, Serializer};

/// Writes what the answers consist of: structs, maps, lists, tuples, strings, whole numbers, booleans, null.
pub(super) fn to_json(value: &impl Serialize) -> Result<String, Unsupported> {
    let mut text = Vec::with_capacity(1024);
    value.serialize(Writer { text: &mut text })?;
    String::from_utf8(text).map_err(|_| Unsupported)
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
    text: &'t mut Vec<u8>,
}

/// An object or a list that is being written.
struct Members<'t> {
    text: &'t mut Vec<u8>,
    first: bool,
    close: u8,
}

impl<'t> Writer<'t> {
    fn open(self, open: u8, close: u8) -> Members<'t> {
        self.text.push(open);
        Members { text: self.text, first: true, close }
    }
}

impl Members<'_> {
    fn next(&mut self) {
        if !self.first {
            self.text.push(b',');
        }
        self.first = false;
    }

    /// The name of a struct's field, which needs no escapes.
    fn key(&mut self, key: &str) {
        self.next();
        self.text.push(b'"');
        self.text.extend_from_slice(key.as_bytes());
        self.text.extend_from_slice(b"\":");
    }

    fn value(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Unsupported> {
        value.serialize(Writer { text: self.text })
    }

    fn end(self) -> Result<(), Unsupported> {
        self.text.push(self.close);
        Ok(())
    }
}

/// A string literal (RFC 8259, section 7).
fn quote(value: &str, text: &mut Vec<u8>) {
    text.push(b'"');
    let mut rest = value.as_bytes();
    while let Some(plain) = rest.iter().position(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
        let (head, tail) = rest.split_at(plain);
        let Some((&byte, tail)) = tail.split_first() else { break };
        rest = tail;
        text.extend_from_slice(head);
        match byte {
            b'"' | b'\\' => text.extend_from_slice(&[b'\\', byte]),
            b'\n' => text.extend_from_slice(b"\\n"),
            _ => {
                let hex = |digit: u8| digit + if digit < 10 { b'0' } else { b'a' - 10 };
                text.extend_from_slice(&[b'\\', b'u', b'0', b'0', hex(byte >> 4), hex(byte & 15)]);
            }
        }
    }
    text.extend_from_slice(rest);
    text.push(b'"');
}

fn number(value: u64, text: &mut Vec<u8>) {
    if value >= 10 {
        number(value / 10, text);
    }
    text.push(b'0' + (value % 10) as u8);
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
        self.text.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Unsupported> {
        if value < 0 {
            self.text.push(b'-');
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
        self.text.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unsupported> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Unsupported> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Members<'t>, Unsupported> {
        Ok(self.open(b'[', b']'))
    }

    fn serialize_tuple(self, _: usize) -> Result<Members<'t>, Unsupported> {
        Ok(self.open(b'[', b']'))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'t>, Unsupported> {
        Ok(self.open(b'{', b'}'))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'t>, Unsupported> {
        Ok(self.open(b'{', b'}'))
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
        self.text.push(b':');
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
