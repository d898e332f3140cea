//! A codec of the format dspack, at its beginning: a data set whose rows have one field, a Q.
//!
//! Read `goldenwire spec dspack`, then go on, a part at a time:
//!
//! 1. decode: read field by field, and return `reject(code, Some(offset), message)` for what the text does not allow;
//! 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
//! 3. what you have not come to returns `unsupported(...)`, which is honest and never passes;
//! 4. declare in hello what the text lists as features and policies, once you keep what they promise.

use crate::protocol::{integer, integer_of, parse, reject, unsupported, Codec, No, Value};

// The meta block before and after the schema, as an encoder writes it without a description and user meta.
const BEFORE: &[u8] = b"\x84\xa7version\x01\xa6schema";
const AFTER: &[u8] = b"\xabdescription\xa0\xa4meta\x80";
const VERSION: usize = 9; // where the version stands in the block

const HELLO: &str = r#"{
    "codec": {"name": "my-codec", "version": "0.1", "language": "Rust"},
    "formats": {"dspack": {"operations": ["decode", "encode", "transcode"], "features": ["codes", "offsets"], "policies": {}}}
}"#;

pub struct MyCodec;

fn block(schema: &str) -> Vec<u8> {
    [BEFORE, &[0xa0 | schema.len() as u8], schema.as_bytes(), AFTER].concat()
}

/// The name in "!Q(name)".
fn name(schema: &str) -> Option<&str> {
    let name = schema.strip_prefix("!Q(")?.strip_suffix(')')?;
    let good = !name.is_empty() && schema.len() < 32 && name.bytes().all(|c| c.is_ascii_lowercase());
    good.then(|| name)
}

fn only_files(context: &Value) -> Result<(), No> {
    if *context == Value::Null || *context == Value::object(vec![("scope", "file".into())]) {
        return Ok(());
    }
    unsupported("another scope than file: not written yet")
}

fn no_meta() -> Value {
    Value::object(vec![("map", Value::object(vec![]))])
}

/// Whether an object has no members but those of a data set, and no version but 1.
fn is_plain(set: &Value) -> bool {
    let fits = |name: &[u8], value: &Value| match name {
        b"version" => *value == Value::from("1"),
        b"schema" | b"fields" | b"description" | b"meta" | b"rows" => true,
        _ => false,
    };
    matches!(set, Value::Object(members) if members.iter().all(|(name, value)| fits(name, value)))
}

fn big(data: &[u8]) -> u64 {
    data.iter().fold(0, |number, octet| number << 8 | u64::from(*octet))
}

impl Codec for MyCodec {
    fn hello(&self) -> Value {
        parse(HELLO.as_bytes()).expect("JSON")
    }

    fn decode(&self, _: &str, data: &[u8], context: &Value) -> Result<Value, No> {
        only_files(context)?;
        if data.len() < 2 {
            return reject("TRUNCATED", Some(0), format!("expected a meta_length of 2 octets, found {}", data.len()));
        }
        let size = big(&data[..2]) as usize;
        let meta = match data.get(2..2 + size) {
            Some(meta) if size != 0xffff && meta.starts_with(&BEFORE[..VERSION]) && meta.ends_with(AFTER) => meta,
            _ => return unsupported("another meta block than that of an encoder: not written yet"),
        };
        if let found @ 2..=0x7f = meta[VERSION] {
            return reject("VERSION", Some(2 + VERSION as u64), format!("expected version 1, found {found}"));
        }
        let schema = meta.get(BEFORE.len() + 1..size - AFTER.len()).unwrap_or(b"");
        let schema = std::str::from_utf8(schema).unwrap_or("");
        let name = match name(schema) {
            Some(name) if meta == block(schema) => name,
            _ => return unsupported("another schema than one Q, or another form of the meta block: not written yet"),
        };
        let mut rows = Vec::new();
        for (n, row) in data[2 + size..].chunks(12).enumerate() {
            let at = (2 + size + 12 * n) as u64;
            if row.len() < 4 {
                return reject("TRUNCATED", Some(at), "expected a row_length of 4 octets");
            }
            if big(&row[..4]) != 8 {
                return unsupported("a row of another length, or the end of a data set: not written yet");
            }
            if row.len() < 12 {
                return reject("TRUNCATED", Some(at + 4), "expected a row of 8 octets");
            }
            rows.push(Value::List(vec![integer_of(big(&row[4..]))]));
        }
        let field = Value::object(vec![("name", name.into()), ("note", Value::Null)]);
        Ok(Value::List(vec![Value::object(vec![
            ("version", "1".into()),
            ("schema", schema.into()),
            ("fields", Value::List(vec![field])),
            ("description", "".into()),
            ("meta", no_meta()),
            ("rows", Value::List(rows)),
        ])]))
    }

    fn encode(&self, _: &str, value: &Value, context: &Value, _: &Value) -> Result<Vec<u8>, No> {
        only_files(context)?;
        let set = match value {
            Value::List(sets) if sets.len() == 1 && is_plain(&sets[0]) => &sets[0],
            _ => return unsupported("another value than one data set of version 1: not written yet"),
        };
        let schema = set.get("schema").str();
        let rows = match set.get("rows") {
            Value::List(rows) if name(schema).is_some() => rows,
            _ => return unsupported("another schema than one Q: not written yet"),
        };
        if *set.get("description") != Value::from("") || *set.get("meta") != no_meta() {
            return unsupported("a description and user meta: not written yet");
        }
        let meta = block(schema);
        let mut data = [&(meta.len() as u16).to_be_bytes(), meta.as_slice()].concat();
        for row in rows {
            let number: u64 = match row {
                Value::List(items) if items.len() == 1 => integer(&items[0], "VALUE")?,
                _ => return unsupported("a row that is no list of one: not written yet"),
            };
            data.extend(8u32.to_be_bytes());
            data.extend(number.to_be_bytes());
        }
        Ok(data)
    }

    fn transcode(&self, format: &str, data: &[u8], context: &Value) -> Result<Vec<u8>, No> {
        self.encode(format, &self.decode(format, data, context)?, context, &Value::Null)
    }
}
