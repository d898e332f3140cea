//! A codec of the format sciserialize, at its beginning: null, true and false, on both carriers.
//!
//! Read `goldenwire spec sciserialize`, then go on, a part at a time:
//!
//! 1. decode: read field by field, and return `reject(code, Some(offset), message)` for what the text does not allow;
//! 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
//! 3. what you have not come to returns `unsupported(...)`, which is honest and never passes;
//! 4. declare in hello what the text lists as features and policies, once you keep what they promise.

use crate::protocol::{parse, reject, unsupported, Codec, No, Value};

// The values, and their octets in JSON and in MessagePack.
const ALL: [(Value, [&[u8]; 2]); 3] = [
    (Value::Null, [b"null", b"\xc0"]),
    (Value::Bool(true), [b"true", b"\xc3"]),
    (Value::Bool(false), [b"false", b"\xc2"]),
];

const HELLO: &str = r#"{
    "codec": {"name": "my-codec", "version": "0.1", "language": "Rust"},
    "formats": {"sciserialize": {"operations": ["decode", "encode", "transcode"], "features": ["json", "msgpack", "codes", "offsets"], "policies": {}}}
}"#;

pub struct MyCodec;

/// The place of the carrier of a request, which is JSON if it has no context.
fn carrier(context: &Value) -> usize {
    usize::from(context.get("carrier").str() == "msgpack")
}

impl Codec for MyCodec {
    fn hello(&self) -> Value {
        parse(HELLO.as_bytes()).expect("JSON")
    }

    fn decode(&self, _: &str, data: &[u8], context: &Value) -> Result<Value, No> {
        if data.is_empty() {
            return reject("SYNTAX", Some(0), "expected a value, found no octets");
        }
        for (value, octets) in ALL {
            if octets[carrier(context)] == data {
                return Ok(value);
            }
        }
        unsupported("another value than null, true and false: not written yet")
    }

    fn encode(&self, _: &str, value: &Value, context: &Value, _: &Value) -> Result<Vec<u8>, No> {
        for (known, octets) in ALL {
            if known == *value {
                return Ok(octets[carrier(context)].to_vec());
            }
        }
        unsupported("another value than null, true and false: not written yet")
    }

    fn transcode(&self, format: &str, data: &[u8], context: &Value) -> Result<Vec<u8>, No> {
        self.encode(format, &self.decode(format, data, context)?, context, &Value::Null)
    }
}
