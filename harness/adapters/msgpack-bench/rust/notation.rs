//! From objects to the notation of msgpack, and back.

use crate::object::Object;
use crate::protocol::{bits, bits_of, integer_of, octets, octets_of, text_of, unsupported, No, Value};
use crate::smallest::smallest;

/// The notation of an object.
pub fn describe(object: &Object) -> Value {
    match object {
        Object::Nil => Value::Null,
        Object::Bool(truth) => Value::Bool(*truth),
        Object::Signed(number) => tagged("int", integer_of(number)),
        Object::Unsigned(number) => tagged("int", integer_of(number)),
        Object::Wide(number) => tagged("int", integer_of(number)),
        Object::Float(number) => describe(&Object::Double(f64::from(*number))),
        Object::Double(number) => tagged("float", bits_of(number.to_bits(), 8)),
        Object::Text(text) => tagged("str", text_of(text.as_bytes())),
        Object::Octets(data) => tagged("bin", octets_of(data)),
        Object::Array(items) => tagged("array", Value::List(items.iter().map(describe).collect())),
        Object::Map(pairs) => {
            let mut pairs: Vec<_> = pairs.iter().collect();
            pairs.sort_by_cached_key(|(key, _)| smallest(key));
            let shown = pairs.iter().map(|(key, item)| Value::List(vec![describe(key), describe(item)]));
            tagged("map", Value::List(shown.collect()))
        }
        Object::Extension(kind, data) => {
            tagged("ext", Value::object(vec![("type", integer_of(kind)), ("data", octets_of(data))]))
        }
    }
}

fn tagged(tag: &str, content: Value) -> Value {
    Value::object(vec![(tag, content)])
}

/// The object of the notation; Unsupported where Rust has none.
pub fn build(value: &Value) -> Result<Object, No> {
    match value {
        Value::Null => Ok(Object::Nil),
        Value::Bool(truth) => Ok(Object::Bool(*truth)),
        Value::Object(members) => match members.as_slice() {
            [(tag, content)] => build_tagged(tag, content),
            _ => unknown(value),
        },
        _ => unknown(value),
    }
}

fn build_tagged(tag: &[u8], content: &Value) -> Result<Object, No> {
    match (tag, content) {
        (b"int", number) => build_integer(number.str()),
        (b"float", _) => Ok(Object::Double(f64::from_bits(bits(content, 8, "")? as u64))),
        (b"str", text) => Ok(Object::Text(text.str().into())),
        (b"utf8", _) => unsupported("a String has no such octets"),
        (b"bin", _) => octets(content, "").map(Object::Octets),
        (b"array", Value::List(items)) => items.iter().map(build).collect::<Result<_, _>>().map(Object::Array),
        (b"map", Value::List(pairs)) => pairs.iter().map(build_pair).collect::<Result<_, _>>().map(Object::Map),
        (b"ext", _) => match content.get("type").str().parse() {
            Ok(kind) => octets(content.get("data"), "").map(|data| Object::Extension(kind, data)),
            Err(_) => unsupported("the type of an extension has 8 bits"),
        },
        (b"timestamp", _) => unsupported("there are no timestamps"),
        _ => unknown(content),
    }
}

fn build_pair(pair: &Value) -> Result<(Object, Object), No> {
    match pair {
        Value::List(two) if two.len() == 2 => Ok((build(&two[0])?, build(&two[1])?)),
        _ => unknown(pair),
    }
}

/// As a user has it: in 64 bits if they hold it.
fn build_integer(digits: &str) -> Result<Object, No> {
    if let Ok(number) = digits.parse() {
        return Ok(Object::Signed(number));
    }
    if let Ok(number) = digits.parse() {
        return Ok(Object::Unsigned(number));
    }
    digits.parse().map(Object::Wide).or_else(|_| unsupported("integers have 128 bits"))
}

fn unknown<T>(value: &Value) -> Result<T, No> {
    Err(No::Failed(format!("no value of the notation: {value:?}")))
}
