//! The worked examples of the specification: cargo test -- --nocapture.
//!
//! What the codec does not do yet is skipped. Values are compared to the letter, but for NaNs; `goldenwire smoke
//! --examples-of-spec` knows what else a format lets differ.

use crate::codec::MyCodec;
use crate::protocol::{octets, parse, Codec, No, Value};

/// Whether two values are the same; {"nan":"8"} stands for any NaN of eight digits.
fn same(expected: &Value, found: &Value) -> bool {
    if let Ok(digits) = expected.get("nan").str().parse::<usize>() {
        return found.str().len() == 2 + digits;
    }
    match (expected, found) {
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(x, y)| same(x, y)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, x)| found.member(name).map_or(false, |y| same(x, y)))
        }
        _ => expected == found,
    }
}

/// Whether one of what is due (an example, or one of its outcomes) is what the codec did; None means that it refused.
fn due(example: &Value, found: Option<&Value>) -> bool {
    let here = match found {
        Some(found) => example.member(b"value").map_or(false, |value| same(value, found)),
        None => example.member(b"rejected").is_some(),
    };
    let outcomes = match example.get("outcomes") {
        Value::Object(outcomes) => outcomes.as_slice(),
        _ => &[],
    };
    here || outcomes.iter().any(|(_, outcome)| due(outcome, found))
}

fn check(example: &Value) -> Result<bool, No> {
    let context = example.get("context");
    let found = match MyCodec.decode("sample", &octets(example.get("bytes"), "")?, context) {
        Ok(found) => found,
        Err(No::Rejected { .. }) => return Ok(due(example, None)),
        Err(no) => return Err(no),
    };
    let mut good = due(example, Some(&found));
    if good && *example.get("canonical") == Value::Bool(true) {
        let again = MyCodec.encode("sample", &found, context, &Value::Null)?;
        good = same(&found, &MyCodec.decode("sample", &again, context)?);
    }
    Ok(good)
}

#[test]
fn the_worked_examples_hold() {
    let mut counts = [0; 3];
    for line in include_bytes!("../examples.jsonl").split(|c| *c == b'\n').filter(|line| !line.is_empty()) {
        let example = parse(line).expect("JSON");
        let result = match check(&example) {
            Ok(true) => 0,
            Err(No::Unsupported(_)) => 1,
            no => {
                println!("{no:?}");
                2
            }
        };
        counts[result] += 1;
        let number = if let Value::Number(digits) = example.get("example") { digits } else { "" };
        println!("{}  Example {number}: {}", ["pass", "skip", "FAIL"][result], example.get("title").str());
    }
    println!("{} pass, {} skipped, {} fail", counts[0], counts[1], counts[2]);
    assert_eq!(counts[2], 0, "examples fail");
}
