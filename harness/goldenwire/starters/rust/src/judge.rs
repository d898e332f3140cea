//! Judges a codec's answers to the golden vectors as `goldenwire check` does: the standard library and protocol.rs alone.
//!
//! `judge` puts a question, a line of vectors.jsonl, to a codec and returns an outcome and the reason:
//!
//! - pass: the answer is as it has to be
//! - roundtrip: these bytes are not the golden ones, but the codec's own decoder reads the right value in them;
//!   `goldenwire check` is stricter, because it reads them with a decoder of its own
//! - declined: the codec does not do this
//! - fail: the answer is wrong
//!
//! `ask` returns the reply to a request of the protocol.

use crate::protocol::{json, parse, Value};
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    Pass,
    Roundtrip,
    Declined,
    Fail,
}

pub type Ask<'a> = &'a mut dyn FnMut(&Value) -> Value;

/// The questions of a file; an error ends them.
pub struct Questions {
    path: String,
    command: String,
    lines: BufReader<File>,
    count: usize,
}

/// Opens a file, or that which GOLDENWIRE_EXPORT names if it is set; none if only the usual file is missing.
pub fn questions(path: &str, command: &str) -> Result<Option<Questions>, String> {
    let named = std::env::var("GOLDENWIRE_EXPORT").ok().filter(|named| !named.is_empty());
    let path = named.clone().unwrap_or_else(|| path.into());
    match File::open(&path) {
        Ok(file) => Ok(Some(Questions { path, command: command.into(), lines: BufReader::new(file), count: 0 })),
        Err(error) if named.is_none() && error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{path}: {error}")),
    }
}

impl Iterator for Questions {
    type Item = Result<Value, String>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        self.count += 1;
        match self.lines.read_until(b'\n', &mut line) {
            Err(error) => Some(Err(format!("{}: {error}", self.path))),
            Ok(0) if self.count > 1 => None,
            Ok(0) => Some(Err(format!("{} has no questions; make it again: {}", self.path, self.command))),
            Ok(_) => Some(read(&line).map_err(|error| format!("{}, line {}: {error}", self.path, self.count))),
        }
    }
}

fn read(line: &[u8]) -> Result<Value, String> {
    let question = parse(line)?;
    let good = holds(&question, "request") && holds(&question, "passes");
    good.then(|| question).ok_or_else(|| "not a question".into())
}

/// Asks the codec, and says why it failed or declined.
pub fn judge(question: &Value, ask: Ask) -> (Outcome, String) {
    let reply = &ask(question.get("request"));
    let (expected, tags) = (items(question.get("passes")), question.get("compare"));
    match reply.member(b"unsupported") {
        Some(_) if expected.iter().any(|one| holds(one, "unsupported")) => return (Outcome::Pass, String::new()),
        Some(why) => return (Outcome::Declined, why.str().into()),
        None => {}
    }
    if expected.iter().any(|one| fits(one, reply, tags)) {
        return (Outcome::Pass, String::new());
    }
    let means = expected.iter().filter_map(|one| one.member(b"means"));
    let meanings: Vec<Value> = means.map(|means| Value::object(vec![("value", means.clone())])).collect();
    match reply.member(b"bytes") {
        Some(written) if !meanings.is_empty() => {
            let read = ask(&of_bytes(question.get("request"), written));
            judge_meaning(&meanings, written, &read, tags)
        }
        _ => (Outcome::Fail, differs(expected, reply)),
    }
}

/// Judges bytes that are not the golden ones by what the codec's own decoder reads in them.
fn judge_meaning(meanings: &[Value], written: &Value, read: &Value, tags: &Value) -> (Outcome, String) {
    if holds(read, "unsupported") {
        let why = "other bytes than the golden ones, and no decoder to read them; goldenwire check has one";
        return (Outcome::Declined, why.into());
    }
    if meanings.iter().any(|one| fits(one, read, tags)) {
        return (Outcome::Roundtrip, String::new());
    }
    (Outcome::Fail, format!("its bytes {}, decoded\n{}", brief(written), differs(meanings, read)))
}

/// The request to decode bytes in the context of another request.
fn of_bytes(request: &Value, written: &Value) -> Value {
    let get = |name| request.get(name).clone();
    let mut members = vec![("id", get("id")), ("op", "decode".into()), ("format", get("format")), ("bytes", written.clone())];
    members.extend(request.member(b"context").map(|context| ("context", context.clone())));
    Value::object(members)
}

fn fits(expected: &Value, reply: &Value, tags: &Value) -> bool {
    if let Some(due) = expected.member(b"value") {
        return reply.member(b"value").map_or(false, |value| same(due, value, tags));
    }
    if let Some(due) = expected.member(b"rejected") {
        return reply.member(b"rejected").map_or(false, |rejected| refuses(due, rejected));
    }
    expected.member(b"bytes").map_or(false, |due| due == reply.get("bytes"))
}

fn refuses(expected: &Value, found: &Value) -> bool {
    let (code, offset) = (found.get("code"), found.get("offset"));
    if holds(expected, "codes") && !items(expected.get("codes")).contains(code) {
        return false;
    }
    if *expected.get("no_offset") == Value::Bool(true) {
        return *offset == Value::Null;
    }
    let due = expected.member(b"offset").unwrap_or_else(|| expected.get("offsets").get(code.str()));
    *due == Value::Null || due == offset
}

// Values are the same as JSON, but for any NaN, and for what the tags hold: numbers by value, and sets.

/// Whether two values are the same; {"nan":"8"} stands for any NaN of eight digits. Tags are a list, or null.
pub fn same(expected: &Value, found: &Value, tags: &Value) -> bool {
    if let Some((digits, infinity)) = any_nan(expected) {
        return is_nan(found, digits, infinity);
    }
    match (expected, found) {
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(x, y)| same(x, y, tags)),
        (Value::Object(a), Value::Object(b)) if a.len() == b.len() => same_members(a, b, tags),
        _ => expected == found,
    }
}

type Members = [(Vec<u8>, Value)];

/// Whether members of one number are the same; they are mostly in one order.
fn same_members(a: &Members, b: &Members, tags: &Value) -> bool {
    let find = |i: usize, name| {
        let beside = Some(&b[i]).filter(|(other, _)| other == name);
        beside.or_else(|| b.iter().find(|(other, _)| other == name)).map(|(_, value)| value)
    };
    a.iter().enumerate().all(|(i, (name, x))| match find(i, name) {
        None => false,
        Some(y) if a.len() == 1 && name == b"number" && tagged(tags, "number") => same(&whole(x), &whole(y), tags),
        Some(y) if a.len() == 1 && name == b"unique_set" && tagged(tags, "unique_set") => match (x, y) {
            (Value::List(x), Value::List(y)) => paired(x, y, tags),
            _ => false,
        },
        Some(y) => same(x, y, tags),
    })
}

fn tagged(tags: &Value, tag: &str) -> bool {
    items(tags).contains(&tag.into())
}

/// The digits of the NaNs for which an object stands, and the bits of infinity.
fn any_nan(object: &Value) -> Option<(usize, u128)> {
    match object {
        Value::Object(members) if members.len() == 1 => match object.get("nan").str() {
            "4" => Some((4, 0x7c00)),
            "8" => Some((8, 0x7f80_0000)),
            "16" => Some((16, 0x7ff0_0000_0000_0000)),
            "32" => Some((32, 0x7fff << 112)),
            _ => None,
        },
        _ => None,
    }
}

/// The bits of a float of so many digits.
fn bits(atom: &Value, digits: usize) -> Option<u128> {
    let text = atom.str().strip_prefix("0x").filter(|text| text.len() == digits)?;
    let lower = text.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    u128::from_str_radix(text, 16).ok().filter(|_| lower)
}

/// Whether an atom has the bits of a NaN, which are above those of infinity, without the sign.
fn is_nan(atom: &Value, digits: usize, infinity: u128) -> bool {
    bits(atom, digits).map_or(false, |bits| bits & !(8 << (4 * (digits - 1))) > infinity)
}

/// The integer of a double that is one, but for -0.0; any other atom as it is.
fn whole(atom: &Value) -> Value {
    let number = bits(atom, 16).map(|bits| f64::from_bits(bits as u64));
    match number.filter(|number| number.fract() == 0.0 && !(*number == 0.0 && number.is_sign_negative())) {
        Some(number) => Value::Text(format!("{number:.0}").into()),
        None => atom.clone(),
    }
}

/// Whether the elements of two sets have partners; one moves to another partner to make room.
fn paired(expected: &[Value], found: &[Value], tags: &Value) -> bool {
    let mut partners = vec![None; found.len()]; // of each found one, its place among the expected
    let mut pairs = |wanting| pair(wanting, expected, found, tags, &mut partners, &mut vec![false; found.len()]);
    expected.len() == found.len() && (0..expected.len()).all(&mut pairs)
}

fn pair(
    wanting: usize,
    expected: &[Value],
    found: &[Value],
    tags: &Value,
    partners: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for (place, element) in found.iter().enumerate() {
        if tried[place] || !same(&expected[wanting], element, tags) {
            continue;
        }
        tried[place] = true;
        if partners[place].map_or(true, |other| pair(other, expected, found, tags, partners, tried)) {
            partners[place] = Some(wanting);
            return true;
        }
    }
    false
}

fn holds(object: &Value, name: &str) -> bool {
    object.member(name.as_bytes()).is_some()
}

fn items(list: &Value) -> &[Value] {
    match list {
        Value::List(items) => items,
        _ => &[],
    }
}

// Messages

/// The text of a failure: the reason, and what the question is about.
pub fn explained(question: &Value, reason: &str) -> String {
    let request = brief(question.get("request"));
    let mut text = format!("{}\n{reason}\nrequest   {request}", question.get("summary").str());
    for one in items(question.get("requirements")) {
        text += &format!("\n{}: {}", one.get("id").str(), one.get("text").str());
    }
    text
}

/// The line that is printed after all questions, by the number of each outcome.
pub fn summary(tally: [usize; 4]) -> String {
    let [pass, roundtrip, declined, failed] = tally;
    let (asked, passed) = (tally.iter().sum::<usize>(), pass + roundtrip);
    let mut line = format!("vectors: {asked} asked, {passed} passed, {failed} failed, {declined} declined");
    if roundtrip > 0 {
        line += &format!("; {roundtrip} passed by the codec's own decoder alone, for which goldenwire check is stricter");
    }
    line
}

/// All of a failure; of another reply what is not its id.
fn differs(expected: &[Value], found: &Value) -> String {
    let due: Vec<String> = expected.iter().map(brief).collect();
    let said = match (found.member(b"failed"), found) {
        (Some(why), _) => why.str().into(),
        (None, Value::Object(members)) => {
            brief(&Value::Object(members.iter().filter(|(name, _)| name != b"id").cloned().collect()))
        }
        _ => brief(found),
    };
    format!("expected  {}\nfound     {said}", due.join("\nor        "))
}

/// The start of a value's JSON, and how long it is if there is more.
fn brief(value: &Value) -> String {
    let text = json(value).unwrap_or_else(|error| error);
    let mut end = 300;
    if text.len() <= end {
        return text;
    }
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}... ({} octets)", &text[..end], text.len())
}
