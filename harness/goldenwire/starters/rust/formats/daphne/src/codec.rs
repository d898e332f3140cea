//! A codec of the format daphne, at its beginning: dense matrices of integers, in one block.
//!
//! Read `goldenwire spec daphne`, then go on, a part at a time:
//!
//! 1. decode: read field by field, and return `reject(code, Some(offset), message)` for what the text does not allow;
//! 2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
//! 3. what you have not come to returns `unsupported(...)`, which is honest and never passes;
//! 4. declare in hello what the text lists as features and policies, once you keep what they promise.

use crate::protocol::{integer, integer_of, parse, reject, unsupported, Codec, No, Value};

const DENSE_MATRIX: u8 = 1;
const DENSE_BLOCK: u8 = 1;
const BLOCK: usize = 19; // where the block begins, behind version, data type, rows, columns, value type
const START: usize = BLOCK + 26; // and the values, behind its position, rows and columns, block type, value type
const MOST: u64 = 1 << 20; // cells, for now

/// The types by their codes, from 1: name and octets. Those from 5 on are signed.
const TYPES: [(&str, usize); 8] = [
    ("uint8", 1),
    ("uint16", 2),
    ("uint32", 4),
    ("uint64", 8),
    ("int8", 1),
    ("int16", 2),
    ("int32", 4),
    ("int64", 8),
];

const HELLO: &str = r#"{
    "codec": {"name": "my-codec", "version": "0.1", "language": "Rust"},
    "formats": {"daphne": {"operations": ["decode", "encode", "transcode"], "features": [], "policies": {}}}
}"#;

pub struct MyCodec;

/// The integer of up to eight octets, least significant first.
fn get(data: &[u8]) -> u64 {
    data.iter().rev().fold(0, |number, octet| number << 8 | u64::from(*octet))
}

/// The atom of a stored value.
fn atom(data: &[u8], signed: bool) -> Value {
    let unused = 64 - 8 * data.len();
    if signed { integer_of((get(data) << unused) as i64 >> unused) } else { integer_of(get(data)) }
}

/// The octets of an atom, of the type with that code.
fn stored(atom: &Value, code: usize) -> Result<Vec<u8>, No> {
    Ok(match code {
        1 => integer::<u8>(atom, "VALUE")?.to_le_bytes().to_vec(),
        2 => integer::<u16>(atom, "VALUE")?.to_le_bytes().to_vec(),
        3 => integer::<u32>(atom, "VALUE")?.to_le_bytes().to_vec(),
        4 => integer::<u64>(atom, "VALUE")?.to_le_bytes().to_vec(),
        5 => integer::<i8>(atom, "VALUE")?.to_le_bytes().to_vec(),
        6 => integer::<i16>(atom, "VALUE")?.to_le_bytes().to_vec(),
        7 => integer::<i32>(atom, "VALUE")?.to_le_bytes().to_vec(),
        _ => integer::<i64>(atom, "VALUE")?.to_le_bytes().to_vec(),
    })
}

impl Codec for MyCodec {
    fn hello(&self) -> Value {
        parse(HELLO.as_bytes()).expect("JSON")
    }

    fn decode(&self, _: &str, data: &[u8], _: &Value) -> Result<Value, No> {
        match data.first() {
            None => return reject("TRUNCATED", Some(0), "expected the version, found no octets"),
            Some(1) => {}
            Some(other) => return reject("VERSION", Some(0), format!("expected version 1, found {other}")),
        }
        if data.len() < START {
            return unsupported("an input that ends in a header: not written yet");
        }
        let (rows, columns, code) = (get(&data[2..10]), get(&data[10..18]), usize::from(data[BLOCK - 1]));
        if data[1] != DENSE_MATRIX || code < 1 || code > TYPES.len() || rows == 0 || columns == 0 {
            return unsupported("another object than a dense matrix of integers: not written yet");
        }
        let block = &data[BLOCK..START];
        let shape = [&block[..8], &block[8..16], &block[16..20], &block[20..24]].map(get);
        if shape != [0, 0, rows, columns] || block[24] != DENSE_BLOCK || usize::from(block[25]) != code {
            return unsupported("another block than one dense block: not written yet");
        }
        let (name, size) = TYPES[code - 1];
        let values = &data[START..];
        // rows times columns may be more than 2^64 octets
        if columns > (values.len() / size) as u64 / rows {
            return reject("TRUNCATED", Some(START as u64), format!("expected values of more than {} octets", values.len()));
        }
        let end = (rows * columns) as usize * size;
        if values.len() > end {
            return reject("TRAILING", Some((START + end) as u64), "expected the end of the input");
        }
        let numbers = (0..).zip(values.chunks(size)).filter(|(_, number)| get(number) != 0);
        let cell = |(n, number): (u64, &[u8])| {
            Value::List(vec![integer_of(n / columns), integer_of(n % columns), atom(number, code > 4)])
        };
        Ok(Value::object(vec![
            ("kind", "DenseMatrix".into()),
            ("rows", integer_of(rows)),
            ("columns", integer_of(columns)),
            ("type", name.into()),
            ("cells", Value::List(numbers.map(cell).collect())),
        ]))
    }

    fn encode(&self, _: &str, value: &Value, _: &Value, plan: &Value) -> Result<Vec<u8>, No> {
        if *plan != Value::Null || value.get("kind").str() != "DenseMatrix" {
            return unsupported("another object than a dense matrix: not written yet");
        }
        let (cells, name) = match (value, value.get("cells"), value.get("type")) {
            (Value::Object(members), Value::List(cells), Value::Text(_)) if members.len() == 5 => (cells, value.get("type").str()),
            _ => return reject("VALUE", None, "expected kind, rows, columns, type and cells"),
        };
        let code = match TYPES.iter().position(|(known, _)| *known == name) {
            Some(place) => place + 1,
            None => return unsupported(format!("the type {name}: not written yet")),
        };
        let rows: u64 = integer(value.get("rows"), "VALUE")?;
        let columns: u64 = integer(value.get("columns"), "VALUE")?;
        if rows == 0 || columns == 0 || columns > MOST / rows {
            return unsupported(format!("a matrix without cells, or of more than {MOST}: not written yet"));
        }
        let size = TYPES[code - 1].1;
        let mut data = vec![1, DENSE_MATRIX];
        data.extend([rows.to_le_bytes(), columns.to_le_bytes()].concat());
        data.push(code as u8);
        data.extend([0; 16]);
        data.extend([(rows as u32).to_le_bytes(), (columns as u32).to_le_bytes()].concat());
        data.extend([DENSE_BLOCK, code as u8]);
        data.resize(START + (rows * columns) as usize * size, 0);
        let mut seen = vec![false; (rows * columns) as usize];
        for cell in cells {
            let (row, column, number) = match cell {
                Value::List(items) if items.len() == 3 => (&items[0], &items[1], &items[2]),
                _ => return reject("VALUE", None, "expected row, column and value"),
            };
            let (row, column): (u64, u64) = (integer(row, "VALUE")?, integer(column, "VALUE")?);
            if row >= rows || column >= columns || seen[(row * columns + column) as usize] {
                return reject("VALUE", None, "expected each cell once, inside of the matrix");
            }
            let place = (row * columns + column) as usize;
            seen[place] = true;
            data[START + place * size..][..size].copy_from_slice(&stored(number, code)?);
        }
        Ok(data)
    }

    fn transcode(&self, format: &str, data: &[u8], context: &Value) -> Result<Vec<u8>, No> {
        self.encode(format, &self.decode(format, data, context)?, context, &Value::Null)
    }
}
