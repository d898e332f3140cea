//! A codec of the format dynd, at its beginning: truth values and integers.
//!
//! Read `goldenwire spec dynd`, then go on, a part at a time:
//!
//! 1. decode: read field by field, and return `reject(code, Some(offset), message)` for what the text does not allow;
//! 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
//! 3. what you have not come to returns `unsupported(...)`, which is honest, and passes under unknown profiles alone;
//! 4. declare in hello what the text lists as features and policies, once you keep what they promise.

use crate::protocol::{boolean, integer, integer_of, parse, reject, unsupported, Codec, No, Value};

const HELLO: &str = r#"{
    "codec": {"name": "my-codec", "version": "0.1", "language": "Rust"},
    "formats": {"dynd": {"operations": ["decode", "encode", "transcode"], "features": ["codes", "offsets"], "policies": {}}}
}"#;

pub struct MyCodec;

/// The type string of a core call, its octets, and whether it is signed.
fn find(context: &Value) -> Result<(&str, usize, bool), No> {
    if let Some(profile) = context.member(b"profile") {
        return unsupported(format!("the profile {}", profile.str()));
    }
    let name = context.get("type").str();
    let size = match name.trim_start_matches('u') {
        "bool" | "int8" => 1,
        "int16" => 2,
        "int32" => 4,
        "int64" => 8,
        "int128" => 16,
        _ => 0,
    };
    if size == 0 || name.starts_with("uu") || name == "ubool" {
        return unsupported("another type than bool and integers: not written yet");
    }
    Ok((name, size, name.starts_with('i')))
}

/// The octets of an atom.
fn stored(atom: &Value, size: usize, signed: bool) -> Result<Vec<u8>, No> {
    const CODE: &str = "VALUE_INVALID";
    let number = match (size, signed) {
        (1, true) => integer::<i8>(atom, CODE)? as u128,
        (2, true) => integer::<i16>(atom, CODE)? as u128,
        (4, true) => integer::<i32>(atom, CODE)? as u128,
        (8, true) => integer::<i64>(atom, CODE)? as u128,
        (_, true) => integer::<i128>(atom, CODE)? as u128,
        (1, _) => integer::<u8>(atom, CODE)?.into(),
        (2, _) => integer::<u16>(atom, CODE)?.into(),
        (4, _) => integer::<u32>(atom, CODE)?.into(),
        (8, _) => integer::<u64>(atom, CODE)?.into(),
        (_, _) => integer::<u128>(atom, CODE)?,
    };
    Ok(number.to_le_bytes()[..size].to_vec())
}

impl Codec for MyCodec {
    fn hello(&self) -> Value {
        parse(HELLO.as_bytes()).expect("JSON")
    }

    fn decode(&self, _: &str, data: &[u8], context: &Value) -> Result<Value, No> {
        let (name, size, signed) = find(context)?;
        if data.len() < size {
            return reject("TRUNCATED", Some(0), format!("expected {size} octets, found {}", data.len()));
        }
        if name == "bool" && data[0] > 1 {
            return reject("BOOL_INVALID", Some(0), format!("expected 00 or 01, found {:02x}", data[0]));
        }
        if data.len() > size {
            return reject("TRAILING_BYTES", Some(size as u64), "expected the end of the input");
        }
        if name == "bool" {
            return Ok(Value::Bool(data[0] == 1));
        }
        let number = data.iter().rev().fold(0u128, |number, octet| number << 8 | u128::from(*octet));
        let unused = 128 - 8 * size;
        Ok(if signed { integer_of((number << unused) as i128 >> unused) } else { integer_of(number) })
    }

    fn encode(&self, _: &str, value: &Value, context: &Value, _: &Value) -> Result<Vec<u8>, No> {
        let (name, size, signed) = find(context)?;
        match name {
            "bool" => Ok(vec![boolean(value, "VALUE_INVALID")?.into()]),
            _ => stored(value, size, signed),
        }
    }

    fn transcode(&self, format: &str, data: &[u8], context: &Value) -> Result<Vec<u8>, No> {
        self.encode(format, &self.decode(format, data, context)?, context, &Value::Null)
    }
}
