//! A codec of the format sample, at its beginning: it knows one value by heart, and declines everything else.
//!
//! Read `goldenwire spec sample`, then replace what is known by heart with what reads and writes octets, a part at a time:
//!
//! 1. decode: read field by field, and return `reject(code, Some(offset), message)` for what the text does not allow;
//! 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
//! 3. what you have not come to returns `unsupported(...)`, which is honest and never passes;
//! 4. declare in hello what the text lists as features and policies, once you keep what they promise.

use crate::protocol::{octets, parse, unsupported, Codec, No, Value};

// One value of the format: the context of its request, its octets in hex, and what they mean.
const CONTEXT: &str = "@CONTEXT@";
const OCTETS: &str = "@BYTES@";
const VALUE: &str = "@VALUE@";

const HELLO: &str = r#"{
    "codec": {"name": "my-codec", "version": "0.1", "language": "Rust"},
    "formats": {"sample": {"operations": ["decode", "encode", "transcode"], "features": ["@FEATURE@"], "policies": {}}}
}"#;

pub struct MyCodec;

fn known(text: &str) -> Value {
    parse(text.as_bytes()).expect("JSON")
}

impl Codec for MyCodec {
    fn hello(&self) -> Value {
        known(HELLO)
    }

    fn decode(&self, format: &str, data: &[u8], context: &Value) -> Result<Value, No> {
        if octets(&Value::from(OCTETS), "")? == data && known(CONTEXT) == *context {
            return Ok(known(VALUE));
        }
        unsupported(format!("these octets of {format}: not written yet"))
    }

    fn encode(&self, format: &str, value: &Value, context: &Value, plan: &Value) -> Result<Vec<u8>, No> {
        if known(VALUE) == *value && known(CONTEXT) == *context && *plan == Value::Null {
            return octets(&Value::from(OCTETS), "");
        }
        unsupported(format!("this value of {format}: not written yet"))
    }

    fn transcode(&self, format: &str, data: &[u8], context: &Value) -> Result<Vec<u8>, No> {
        self.encode(format, &self.decode(format, data, context)?, context, &Value::Null)
    }
}
