//! Puts goldenwire's questions to rmp-serde: `adapter rmp-serde default|careful HELLO`, HELLO being a file with the reply to
//! hello.

mod notation;
mod object;
mod protocol;
mod smallest;

use std::fmt::Display;
use std::io::{self, BufRead, Cursor, Write};

use object::Object;
use protocol::{answer, parse, reject, Codec, No, Value};
use serde::Deserialize;

struct Adapter {
    careful: bool,
    hello: Value,
}

impl Codec for Adapter {
    fn hello(&self) -> Value {
        self.hello.clone()
    }

    fn decode(&self, _: &str, data: &[u8], _: &Value) -> Result<Value, No> {
        self.read(data).map(|object| notation::describe(&object))
    }

    fn encode(&self, _: &str, value: &Value, _: &Value, _: &Value) -> Result<Vec<u8>, No> {
        notation::build(value).and_then(|object| self.write(&object))
    }

    fn transcode(&self, _: &str, data: &[u8], _: &Value) -> Result<Vec<u8>, No> {
        self.read(data).and_then(|object| self.write(&object))
    }
}

impl Adapter {
    /// What `from_slice` reads; the careful user looks whether anything is left over.
    fn read(&self, data: &[u8]) -> Result<Object, No> {
        if !self.careful {
            return rmp_serde::from_slice(data).or_else(refuse);
        }
        let mut reader = rmp_serde::Deserializer::new(Cursor::new(data));
        let object = Object::deserialize(&mut reader).or_else(refuse)?;
        if reader.position() < data.len() as u64 {
            return refuse("something is left over");
        }
        Ok(object)
    }

    fn write(&self, object: &Object) -> Result<Vec<u8>, No> {
        rmp_serde::to_vec(object).or_else(refuse)
    }
}

fn refuse<T>(why: impl Display) -> Result<T, No> {
    reject("", None, why)
}

fn main() -> Result<(), String> {
    let given: Vec<String> = std::env::args().collect();
    let text = std::fs::read(&given[3]).map_err(|error| error.to_string())?;
    let adapter = Adapter { careful: given[2] == "careful", hello: parse(&text)? };
    for line in io::stdin().lock().split(b'\n') {
        let request = parse(&line.map_err(|error| error.to_string())?)?;
        writeln!(io::stdout(), "{}", answer(&adapter, &request)).map_err(|error| error.to_string())?;
    }
    Ok(())
}
