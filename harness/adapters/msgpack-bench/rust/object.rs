//! What a user reads into who does not know what there is: all that serde tells a type that takes anything.

use std::fmt;

use rmp_serde::MSGPACK_EXT_STRUCT_NAME;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub enum Object {
    Nil,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Wide(i128),
    Float(f32),
    Double(f64),
    Text(String),
    Octets(Vec<u8>),
    Array(Vec<Object>),
    Map(Vec<(Object, Object)>),
    Extension(i8, Vec<u8>),
}

/// The data of an extension, as serde's octets.
struct Data(Vec<u8>);

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Data, D::Error> {
        match deserializer.deserialize_byte_buf(Anything)? {
            Object::Octets(data) => Ok(Data(data)),
            _ => Err(D::Error::custom("an extension has octets")),
        }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Object::Nil => serializer.serialize_unit(),
            Object::Bool(truth) => serializer.serialize_bool(*truth),
            Object::Signed(number) => serializer.serialize_i64(*number),
            Object::Unsigned(number) => serializer.serialize_u64(*number),
            Object::Wide(number) => serializer.serialize_i128(*number),
            Object::Float(number) => serializer.serialize_f32(*number),
            Object::Double(number) => serializer.serialize_f64(*number),
            Object::Text(text) => serializer.serialize_str(text),
            Object::Octets(data) => serializer.serialize_bytes(data),
            Object::Array(items) => serializer.collect_seq(items),
            Object::Map(pairs) => {
                let mut map = serializer.serialize_map(Some(pairs.len()))?;
                for (key, item) in pairs {
                    map.serialize_entry(key, item)?;
                }
                map.end()
            }
            Object::Extension(kind, data) => {
                serializer.serialize_newtype_struct(MSGPACK_EXT_STRUCT_NAME, &(kind, Data(data.clone())))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        deserializer.deserialize_any(Anything)
    }
}

struct Anything;

impl<'de> Visitor<'de> for Anything {
    type Value = Object;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Object, E> {
        Ok(Object::Nil)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Object, E> {
        Ok(Object::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Object, E> {
        Ok(Object::Signed(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Object, E> {
        Ok(Object::Unsigned(number))
    }

    fn visit_f32<E>(self, number: f32) -> Result<Object, E> {
        Ok(Object::Float(number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Object, E> {
        Ok(Object::Double(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Object, E> {
        Ok(Object::Text(text.into()))
    }

    fn visit_bytes<E>(self, data: &[u8]) -> Result<Object, E> {
        Ok(Object::Octets(data.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Object, A::Error> {
        let mut items = Vec::new(); // its length is only announced
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Object::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(Object::Map(pairs))
    }

    /// An extension, which rmp-serde tells as a type and octets.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Object, D::Error> {
        let (kind, data): (i8, Data) = Deserialize::deserialize(deserializer)?;
        Ok(Object::Extension(kind, data.0))
    }
}
