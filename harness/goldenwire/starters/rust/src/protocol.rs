//! The goldenwire protocol, version 1, for a codec written in Rust: the standard library alone, to be copied anywhere.
//!
//! `serve(&codec)` answers requests from standard input until it ends, or the one case that the command line names. A codec
//! returns `reject(...)` as its error to refuse its input and `unsupported(...)` for what it does not do; a panic is
//! `failed`. The atoms of the notation are read by `integer`, `bits`, `octets`, `boolean` and `text`, and written by the
//! functions of the same names with `_of`. Strings are octets, UTF-8 but for lone surrogates, which have three octets each
//! (`std::str::from_utf8` tells). Standard output belongs to the protocol: log with `eprintln!`. `goldenwire protocol` says
//! more.
#![allow(dead_code)] // what one codec does not need another does

use std::fmt::{Display, Write as _};
use std::io::{self, BufRead, Read, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::str::FromStr;

/// Any JSON. A number has its digits; the members of an object are in their order.
#[derive(Clone, Debug)]
pub enum Value {
    Null,
    Bool(bool),
    Number(String),
    Text(Vec<u8>),
    List(Vec<Value>),
    Object(Vec<(Vec<u8>, Value)>),
}

impl Value {
    /// The member of an object; null where there is none.
    pub fn get(&self, name: &str) -> &Value {
        self.member(name.as_bytes()).unwrap_or(&Value::Null)
    }

    pub fn member(&self, name: &[u8]) -> Option<&Value> {
        match self {
            Value::Object(members) => members.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text of a string; empty where it is none, or not UTF-8.
    pub fn str(&self) -> &str {
        match self {
            Value::Text(text) => std::str::from_utf8(text).unwrap_or(""),
            _ => "",
        }
    }

    /// An object of these members.
    pub fn object(members: Vec<(&str, Value)>) -> Value {
        Value::Object(members.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.into())
    }
}

/// Members may stand in any order.
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::List(a), Value::List(b)) => a == b,
            (Value::Object(a), Value::Object(b)) => {
                a.len() == b.len() && a.iter().all(|(name, value)| other.member(name) == Some(value))
            }
            _ => false,
        }
    }
}

/// What a codec says instead of an answer.
#[derive(Debug)]
pub enum No {
    /// It refuses the input: an error class of the format or "", the octet where the bad field begins, a sentence or "".
    Rejected { code: String, offset: Option<u64>, message: String },
    /// It does not do what it is asked.
    Unsupported(String),
    /// It made a mistake, which is no judgement of the input.
    Failed(String),
}

pub fn reject<T>(code: &str, offset: Option<u64>, message: impl Display) -> Result<T, No> {
    Err(No::Rejected { code: code.into(), offset, message: message.to_string() })
}

pub fn unsupported<T>(why: impl Display) -> Result<T, No> {
    Err(No::Unsupported(why.to_string()))
}

/// What a codec does. Contexts and plans are null where a request has none.
pub trait Codec {
    /// An object with the members `codec` and `formats`.
    fn hello(&self) -> Value;
    fn decode(&self, _format: &str, _data: &[u8], _context: &Value) -> Result<Value, No> {
        unsupported("decode")
    }
    fn encode(&self, _format: &str, _value: &Value, _context: &Value, _plan: &Value) -> Result<Vec<u8>, No> {
        unsupported("encode")
    }
    fn transcode(&self, _format: &str, _data: &[u8], _context: &Value) -> Result<Vec<u8>, No> {
        unsupported("transcode")
    }
}

// The atoms of the notation. What is none is refused, with the error class that the format has for a bad value.

fn refuse<T>(atom: &Value, expected: impl Display, code: &str) -> Result<T, No> {
    let mut shown = String::new();
    if write_json(&mut shown, atom).is_err() || shown.len() > 60 {
        shown = format!("{} octets of JSON", shown.len());
    }
    reject(code, None, format!("expected {expected}, found {shown}"))
}

/// The integer of "-128", of any integer type and its whole range: `integer::<i8>(atom, code)`.
pub fn integer<T: FromStr>(atom: &Value, code: &str) -> Result<T, No> {
    let text = atom.str();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
    let number = if plain && (text == "0" || !digits.starts_with('0')) { text.parse().ok() } else { None };
    number.map_or_else(|| refuse(atom, format!("an integer ({})", std::any::type_name::<T>()), code), Ok)
}

pub fn integer_of(number: impl Display) -> Value {
    Value::Text(number.to_string().into_bytes())
}

/// The bits of a float of so many octets: 0x3f800000 for "0x3f800000".
pub fn bits(atom: &Value, size: usize, code: &str) -> Result<u128, No> {
    let digits = atom.str().strip_prefix("0x").unwrap_or("");
    if digits.len() != 2 * size || !digits.bytes().all(|c| digit(c).is_some()) {
        return refuse(atom, format!("0x and {} digits of a float's bits", 2 * size), code);
    }
    Ok(digits.bytes().fold(0, |number, c| number << 4 | u128::from(digit(c).unwrap_or(0))))
}

pub fn bits_of(number: impl Into<u128>, size: usize) -> Value {
    Value::Text(format!("0x{:0width$x}", number.into(), width = 2 * size).into_bytes())
}

fn digit(c: u8) -> Option<u8> {
    match c {
        b'0'..=b'9' => Some(c - b'0'),
        b'a'..=b'f' => Some(c - b'a' + 10),
        _ => None,
    }
}

/// The octets of "01ff".
pub fn octets(atom: &Value, code: &str) -> Result<Vec<u8>, No> {
    if let Value::Text(text) = atom {
        let pair = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?);
        if let Some(data) = text.chunks(2).map(pair).collect() {
            return Ok(data);
        }
    }
    refuse(atom, "pairs of lower-case hex digits", code)
}

pub fn octets_of(data: &[u8]) -> Value {
    let mut text = Vec::with_capacity(2 * data.len());
    for octet in data {
        text.extend([octet >> 4, octet & 15].map(|half| b"0123456789abcdef"[usize::from(half)]));
    }
    Value::Text(text)
}

pub fn boolean(atom: &Value, code: &str) -> Result<bool, No> {
    match atom {
        Value::Bool(truth) => Ok(*truth),
        _ => refuse(atom, "true or false", code),
    }
}

/// The octets of a text in UTF-8; a lone surrogate has none.
pub fn text(atom: &Value, code: &str) -> Result<Vec<u8>, No> {
    match atom {
        Value::Text(text) if std::str::from_utf8(text).is_ok() => Ok(text.clone()),
        _ => refuse(atom, "text", code),
    }
}

/// The text of octets, which have to be UTF-8: it is for the codec to look before.
pub fn text_of(data: &[u8]) -> Value {
    Value::Text(data.into())
}

// Reading JSON

const DEEPEST: usize = 1000; // levels

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
}

/// The one value of a JSON text; an error says what is wrong.
pub fn parse(text: &[u8]) -> Result<Value, String> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let value = reader.value()?;
    reader.next();
    if reader.at < text.len() {
        return Err("more than one value".into());
    }
    Ok(value)
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn next(&mut self) -> u8 {
        while matches!(self.peek(), b' ' | b'\t' | b'\r' | b'\n') {
            self.at += 1;
        }
        self.peek()
    }

    fn value(&mut self) -> Result<Value, String> {
        match self.next() {
            b'"' => return Ok(Value::Text(self.string()?)),
            b'[' => {
                let mut items = Vec::new();
                self.list(b']', |reader| {
                    items.push(reader.value()?);
                    Ok(())
                })?;
                return Ok(Value::List(items));
            }
            b'{' => {
                let mut members = Vec::new();
                self.list(b'}', |reader| {
                    if reader.next() != b'"' {
                        return Err("a name is missing".into());
                    }
                    let name = reader.string()?;
                    if reader.next() != b':' {
                        return Err("a colon is missing".into());
                    }
                    reader.at += 1;
                    members.push((name, reader.value()?));
                    Ok(())
                })?;
                return Ok(Value::Object(members));
            }
            _ => {}
        }
        for (word, value) in [("null", Value::Null), ("true", Value::Bool(true)), ("false", Value::Bool(false))] {
            if self.text[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        self.number()
    }

    fn list(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Result<(), String>) -> Result<(), String> {
        self.at += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("it is nested too deeply".into());
        }
        let mut first = true;
        while self.next() != end {
            if !first {
                if self.peek() != b',' {
                    return Err("a comma is missing".into());
                }
                self.at += 1;
                if self.next() == end {
                    return Err("a comma too many".into());
                }
            }
            first = false;
            item(self)?;
        }
        self.at += 1;
        self.depth -= 1;
        Ok(())
    }

    fn number(&mut self) -> Result<Value, String> {
        let start = self.at;
        self.at += usize::from(self.peek() == b'-');
        let zero = self.peek() == b'0';
        let count = self.digits();
        if count == 0 || (zero && count > 1) {
            return Err("a value that is none".into());
        }
        let mut good = true;
        if self.peek() == b'.' {
            self.at += 1;
            good = self.digits() > 0;
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), b'+' | b'-'));
            good &= self.digits() > 0;
        }
        if !good {
            return Err("a bad number".into());
        }
        Ok(Value::Number(String::from_utf8_lossy(&self.text[start..self.at]).into_owned()))
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        self.at - start
    }

    fn string(&mut self) -> Result<Vec<u8>, String> {
        let mut text = Vec::new();
        self.at += 1;
        while self.at < self.text.len() {
            let c = self.peek();
            self.at += 1;
            match c {
                b'"' => return Ok(text),
                0..=0x1f => return Err("a control character in a string".into()),
                b'\\' => {
                    let escape = self.peek();
                    self.at += 1;
                    match escape {
                        b'"' | b'\\' | b'/' => text.push(escape),
                        b'b' => text.push(8),
                        b'f' => text.push(12),
                        b'n' => text.push(b'\n'),
                        b'r' => text.push(b'\r'),
                        b't' => text.push(b'\t'),
                        b'u' => self.escape(&mut text)?,
                        _ => return Err("a bad escape".into()),
                    }
                }
                _ => text.push(c),
            }
        }
        Err("a string without an end".into())
    }

    /// The character of \uXXXX, or of two of them; a lone surrogate becomes three octets.
    fn escape(&mut self, text: &mut Vec<u8>) -> Result<(), String> {
        let mut code = self.unit()?;
        if (0xd800..0xdc00).contains(&code) && self.text[self.at..].starts_with(b"\\u") {
            let behind = self.at;
            self.at += 2;
            match self.unit()? {
                low @ 0xdc00..=0xdfff => code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00),
                _ => self.at = behind,
            }
        }
        match char::from_u32(code) {
            Some(character) => text.extend(character.encode_utf8(&mut [0; 4]).bytes()),
            None => text.extend([0xed, 0x80 | (code >> 6 & 0x3f) as u8, 0x80 | (code & 0x3f) as u8]),
        }
        Ok(())
    }

    fn unit(&mut self) -> Result<u32, String> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or(b"");
        self.at += 4;
        let unit = digits.iter().try_fold(0, |unit, c| Some(unit << 4 | char::from(*c).to_digit(16)?));
        unit.filter(|_| digits.len() == 4).ok_or_else(|| "a bad \\u escape".into())
    }
}

// Writing JSON

/// Lone surrogates are escaped; an error says that there is text that is none.
fn write_json(out: &mut String, value: &Value) -> Result<(), String> {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Value::Number(digits) => out.push_str(digits),
        Value::Text(text) => write_string(out, text)?,
        Value::List(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                write_json(out, item)?;
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (i, (name, value)) in members.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                write_string(out, name)?;
                out.push(':');
                write_json(out, value)?;
            }
            out.push('}');
        }
    }
    Ok(())
}

fn write_string(out: &mut String, mut text: &[u8]) -> Result<(), String> {
    out.push('"');
    while !text.is_empty() {
        let good = match std::str::from_utf8(text) {
            Ok(_) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        for c in String::from_utf8_lossy(&text[..good]).chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                '\0'..='\x1f' | '\x7f' => write!(out, "\\u{:04x}", u32::from(c)).unwrap_or(()),
                _ => out.push(c),
            }
        }
        text = &text[good..];
        if let [0xed, second @ 0xa0..=0xbf, third @ 0x80..=0xbf, rest @ ..] = text {
            let unit = 0xd000 | u32::from(second & 0x3f) << 6 | u32::from(third & 0x3f);
            write!(out, "\\u{unit:04x}").unwrap_or(());
            text = rest;
        } else if !text.is_empty() {
            return Err("the codec put octets that are not UTF-8 into text".into());
        }
    }
    out.push('"');
    Ok(())
}

// The conversation

fn words(said: &str) -> Value {
    Value::from(said)
}

/// The reply to a request, as JSON.
pub fn answer(codec: &dyn Codec, request: &Value) -> String {
    let op = request.get("op").str();
    if op == "hello" {
        let hello = codec.hello();
        let mut members = vec![("protocol", Value::Number("1".into()))];
        members.extend(["codec", "formats"].map(|name| (name, hello.get(name).clone())));
        return json(&Value::object(members)).unwrap_or_default();
    }
    let mut reply: Vec<(&str, Value)> = request.member(b"id").map(|id| ("id", id.clone())).into_iter().collect();
    let done = catch_unwind(AssertUnwindSafe(|| ask(codec, request, op))).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().cloned();
        let said = said.or_else(|| panic.downcast_ref::<&str>().map(|said| said.to_string()));
        Err(No::Failed(said.unwrap_or_else(|| "a panic".into())))
    });
    let written = done.and_then(|(name, value)| {
        let one = Value::object(reply.iter().cloned().chain([(name, value)]).collect());
        json(&one).map_err(No::Failed)
    });
    written.unwrap_or_else(|no| {
        reply.push(match no {
            No::Rejected { code, offset, message } => {
                let mut members = Vec::new();
                members.extend((!code.is_empty()).then(|| ("code", words(&code))));
                members.extend(offset.map(|offset| ("offset", Value::Number(offset.to_string()))));
                members.extend((!message.is_empty()).then(|| ("message", words(&message))));
                ("rejected", Value::object(members))
            }
            No::Unsupported(why) => ("unsupported", words(&why)),
            No::Failed(why) => ("failed", words(&why)),
        });
        json(&Value::object(reply)).unwrap_or_default()
    })
}

/// A value as JSON; an error says that there is text that is none.
pub fn json(value: &Value) -> Result<String, String> {
    let mut out = String::new();
    write_json(&mut out, value)?;
    Ok(out)
}

fn ask(codec: &dyn Codec, request: &Value, op: &str) -> Result<(&'static str, Value), No> {
    let (format, context) = (request.get("format").str(), request.get("context"));
    if op == "encode" {
        let data = codec.encode(format, request.get("value"), context, request.get("plan"))?;
        return Ok(("bytes", octets_of(&data)));
    }
    if op != "decode" && op != "transcode" {
        return unsupported(format!("the operation {op}"));
    }
    let data = octets(request.get("bytes"), "").map_err(|_| No::Failed("a request without bytes".into()))?;
    match op {
        "decode" => Ok(("value", codec.decode(format, &data, context)?)),
        _ => Ok(("bytes", octets_of(&codec.transcode(format, &data, context)?))),
    }
}

/// The exit status: 0 at the end of input, 2 where a request cannot be read.
pub fn serve(codec: &dyn Codec) -> i32 {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = if arguments.is_empty() { serve_all(codec) } else { serve_one(codec, &arguments) };
    match done {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("{error}");
            2
        }
    }
}

fn serve_all(codec: &dyn Codec) -> Result<(), String> {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).map_err(|error| error.to_string())? > 0 {
        let request = parse(&line).map_err(|error| format!("cannot read a request: {error}"))?;
        send(&answer(codec, &request))?;
        line.clear();
    }
    Ok(())
}

/// One case, as the command line names it: hello, or OPERATION FORMAT [CONTEXT].
fn serve_one(codec: &dyn Codec, arguments: &[String]) -> Result<(), String> {
    let op = arguments[0].as_str();
    let mut members = vec![("op", Value::from(op))];
    let known = matches!(op, "decode" | "encode" | "transcode") && (2..=3).contains(&arguments.len());
    if !known && !(op == "hello" && arguments.len() == 1) {
        return Err("expected hello, or decode, encode or transcode with FORMAT and perhaps CONTEXT".into());
    }
    let mut given = Vec::new();
    if known {
        let mut input = Vec::new();
        io::stdin().read_to_end(&mut input).map_err(|error| error.to_string())?;
        members.push(("format", Value::from(arguments[1].as_str())));
        if let Some(context) = arguments.get(2) {
            members.push(("context", parse(context.as_bytes())?));
        }
        match op {
            "encode" => given.extend(["value", "plan"].map(|name| parse(&input).map(|it| (name, it.get(name).clone())))),
            _ => members.push(("bytes", octets_of(&input))),
        }
    }
    members.extend(given.into_iter().collect::<Result<Vec<_>, _>>()?);
    send(&answer(codec, &Value::object(members)))
}

fn send(reply: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let sent = out.write_all(format!("{reply}\n").as_bytes()).and_then(|()| out.flush());
    sent.map_err(|error| error.to_string())
}
