//! Plays the rows of tests/starters/judgements.py to the starter's judge.

#[allow(dead_code)] // a row needs no file and no message
mod judge;
mod protocol;

use protocol::{json, parse, Value};

fn played(row: &Value) -> Value {
    let Value::List(replies) = row.get("replies") else { panic!("a row without replies") };
    let (mut left, mut requests) = (replies.iter(), Vec::new());
    let (outcome, _) = judge::judge(row.get("question"), &mut |request| {
        requests.push(request.clone());
        left.next().cloned().unwrap_or_else(|| Value::object(vec![("failed", "asked too often".into())]))
    });
    let name = format!("{outcome:?}").to_lowercase();
    Value::object(vec![("outcome", name.as_str().into()), ("asked", Value::List(requests.split_off(1)))])
}

fn main() -> Result<(), String> {
    for line in std::io::stdin().lines() {
        let row = parse(line.map_err(|error| error.to_string())?.as_bytes())?;
        println!("{}", json(&played(&row))?);
    }
    Ok(())
}
