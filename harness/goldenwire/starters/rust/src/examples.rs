//! The worked examples of the specification and the golden vectors: cargo test -- --nocapture.
//!
//! What the codec does not do yet is skipped. Values of the examples are compared to the letter, but for NaNs; `goldenwire
//! smoke --examples-of-spec` knows what else a format lets differ. `GOLDENWIRE_SELECT=daphne/csr cargo test vectors` asks
//! only the vectors with this in their names. GOLDENWIRE_VERBOSE=1 names each of them before it is asked, so that the last
//! one is seen if the codec does not come back.

use crate::codec::MyCodec;
use crate::judge::{explained, judge, questions, same, summary, Outcome};
use crate::protocol::{answer, octets, parse, Codec, No, Value};
use std::env::var;
use std::io::{stdout, Write};

/// Whether one of what is due (an example, or one of its outcomes) is what the codec did; None means that it refused.
fn due(example: &Value, found: Option<&Value>) -> bool {
    let here = match found {
        Some(found) => example.member(b"value").map_or(false, |value| same(value, found, &Value::Null)),
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
        good = same(&found, &MyCodec.decode("sample", &again, context)?, &Value::Null);
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

const EXPORT: &str = "@EXPORT@";

/// Asks a vector, and prints why it fails.
fn ask_vector(question: &Value, name: &str) -> Outcome {
    let verbose = var("GOLDENWIRE_VERBOSE").map_or(false, |value| !value.is_empty());
    if verbose {
        print!("{name} ... ");
        stdout().flush().unwrap_or(());
    }
    let ask = &mut |request: &Value| parse(answer(&MyCodec, request).as_bytes()).expect("JSON");
    let (outcome, reason) = judge(question, ask);
    if verbose {
        println!("{}", format!("{outcome:?}").to_lowercase());
    }
    if outcome == Outcome::Fail {
        println!("FAIL  {name}\n    {}", explained(question, &reason).replace('\n', "\n    "));
    }
    outcome
}

#[test]
fn the_golden_vectors_hold() {
    let selected = var("GOLDENWIRE_SELECT").unwrap_or_default();
    let questions = questions("vectors.jsonl", EXPORT).unwrap_or_else(|error| panic!("{error}"));
    if questions.is_none() {
        println!("vectors: no vectors.jsonl, which this makes: {EXPORT}");
        return assert!(selected.is_empty(), "there are no vectors");
    }
    let mut tally = [0; 4];
    for question in questions.into_iter().flatten() {
        let question = question.unwrap_or_else(|error| panic!("{error}"));
        let name = format!("{}/{}", question.get("id").str(), question.get("operation").str());
        if name.contains(&selected) {
            tally[ask_vector(&question, &name) as usize] += 1;
        }
    }
    println!("{}", summary(tally));
    assert!(tally[Outcome::Fail as usize] == 0, "vectors fail");
    assert!(tally != [0; 4], "no question has {selected} in its name");
}
