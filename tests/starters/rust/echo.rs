//! Says back what it is told, by the starter's protocol.rs: what tests/starters/hostile.py describes.

mod protocol;

use protocol::*;

struct Echo;

impl Codec for Echo {
    fn hello(&self) -> Value {
        let text = r#"{"codec":{"name":"echo","version":"1","language":"Rust"},
            "formats":{"echo":{"operations":["decode","encode","transcode"]}}}"#;
        parse(text.as_bytes()).unwrap()
    }

    fn decode(&self, _: &str, data: &[u8], context: &Value) -> Result<Value, No> {
        let message = match context.get("message") {
            Value::Text(text) => String::from_utf8_lossy(text).into_owned(),
            _ => String::new(),
        };
        match context.get("say").str() {
            "rejected" => return reject(context.get("code").str(), Some(data.len() as u64), message),
            "unsupported" => return unsupported(message),
            "failed" if message.len() > 1000 => panic!("{message}"),
            "failed" => return Err(No::Failed(message)),
            _ => {}
        }
        let mut wide = [0; 16];
        wide[..data.len().min(16)].copy_from_slice(&data[..data.len().min(16)]);
        let number = u128::from_le_bytes(wide);
        match context.get("atom").str() {
            "integer" if *context.get("signed") == Value::Bool(true) => {
                let unused = 128 - 8 * data.len();
                Ok(integer_of((number << unused) as i128 >> unused))
            }
            "integer" => Ok(integer_of(number)),
            "bits" => Ok(bits_of(number, data.len())),
            "octets" => Ok(octets_of(data)),
            "text" => Ok(text_of(data)),
            "boolean" => Ok(Value::Bool(data == [1])),
            _ => Ok(context.clone()),
        }
    }

    fn encode(&self, _: &str, value: &Value, context: &Value, plan: &Value) -> Result<Vec<u8>, No> {
        if *plan != Value::Null {
            return octets(plan, "");
        }
        let size: usize = if *context.get("size") == Value::Null { 0 } else { integer(context.get("size"), "")? };
        let number = match (context.get("atom").str(), *context.get("signed") == Value::Bool(true), size) {
            ("integer", true, 1) => integer::<i8>(value, "")? as u128,
            ("integer", true, 2) => integer::<i16>(value, "")? as u128,
            ("integer", true, 4) => integer::<i32>(value, "")? as u128,
            ("integer", true, 8) => integer::<i64>(value, "")? as u128,
            ("integer", true, _) => integer::<i128>(value, "")? as u128,
            ("integer", _, 1) => integer::<u8>(value, "")?.into(),
            ("integer", _, 2) => integer::<u16>(value, "")?.into(),
            ("integer", _, 4) => integer::<u32>(value, "")?.into(),
            ("integer", _, 8) => integer::<u64>(value, "")?.into(),
            ("integer", _, _) => integer::<u128>(value, "")?,
            ("bits", _, _) => bits(value, size, "")?,
            ("octets", _, _) => return octets(value, ""),
            ("text", _, _) => return text(value, ""),
            _ => return Ok(vec![boolean(value, "")?.into()]),
        };
        Ok(number.to_le_bytes()[..size].to_vec())
    }

    fn transcode(&self, _: &str, data: &[u8], _: &Value) -> Result<Vec<u8>, No> {
        Ok(data.to_vec())
    }
}

fn main() {
    std::process::exit(serve(&Echo));
}
