"""The judge of every starter makes of hostile answers what the kit makes of them."""

import json
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from goldenwire.corpus.vector import LoadedVector, PermittedOutcome
from goldenwire.export import passing
from goldenwire.judge import Question, Terms, judge
from goldenwire.protocol import Garbled, Observation, Rejection, read_reply
from goldenwire.starters import LANGUAGES
from starters.drivers import JUDGES, built_judge
from starters.judgements import rows
from starters.rows import Row

TABLE = list(rows())
SHOWN = 10  # failing rows in a report
OUTCOMES = {
    "pass": {"pass", "unspecified"},
    "roundtrip": {"pass", "unspecified"},
    "fail": {"fail"},
    "declined": {"declined"},
}


def raw(value: Any) -> Raw:
    return Raw(msgspec.json.encode(value))


def kits(row: Row) -> tuple[Question, Terms]:
    """Return the vector's question of which the row's is the export, and the terms of a codec that is asked so."""
    asked = row.question
    refusals = [one["rejected"] for one in asked["passes"] if "rejected" in one]
    has = {
        "codes": any("codes" in one for one in refusals),
        "offsets": any("offset" in one or "offsets" in one for one in refusals),
        "canonical": any("exact" in one for one in asked["passes"]),
    }
    policy = asked.get("policy", "")
    choices = [one["choice"] for one in asked["passes"]] if policy else []
    every = ("decode", "encode", "transcode")
    declared = Terms(
        every, tuple(name for name in has if has[name]), {policy: choices[0]} if len(choices) == 1 else {}, {},
        writes={policy: ()}, tags=tuple(tag for tag in asked.get("compare", ()) if tag != "nan"),
        no_encoder_offset="DAPHNE-ENC-10" if any("no_offset" in one for one in refusals) else "",
    )  # fmt: skip
    told = {"id": asked["id"], "summary": asked["summary"], "requirements": ("DAPHNE-ENC-10",), "level": "strict"}
    told |= {"format": asked["format"], "context": raw(asked["request"].get("context")), "operations": every}
    return Question(LoadedVector(**told, **shape(asked)), asked["operation"]), declared


def shape(asked: Any) -> dict[str, Any]:
    """Return the members of a vector that depend on its verdict."""
    first, data = asked["passes"][0], bytes.fromhex(asked["request"].get("bytes", ""))
    if "policy" in asked:
        outcomes = {one["choice"]: outcome(one, asked["operation"]) for one in asked["passes"]}
        return {"verdict": "either", "policy": asked["policy"], "outcomes": outcomes, "data": data}
    if "unsupported" in first:
        return {"verdict": "decline", "data": data}
    if "rejected" in first:
        return {"verdict": "reject", "data": data, **refusal(first["rejected"])}
    if "value" in first:
        return {"verdict": "accept", "data": data, "value": raw(first["value"])}
    told = {"data": bytes.fromhex(first["bytes"]), "canonical": first.get("exact", False)}
    return {"verdict": "accept", "value": raw(first.get("means")), **told}


def refusal(expected: Any) -> dict[str, Any]:
    several = tuple(expected.get("offsets", {})) and ("ANY", *expected["offsets"])
    codes = tuple(expected.get("codes", ())) or several or ("ANY",)
    return {"code": codes, "offset": expected.get("offset"), "offsets": expected.get("offsets", {})}


def outcome(one: Any, operation: str) -> PermittedOutcome:
    if "rejected" not in one:
        return PermittedOutcome(value=raw(one.get("value", one.get("means"))))
    if operation == "transcode" and one["rejected"].get("no_offset"):
        return PermittedOutcome(value=raw(None), transcode=tuple(one["rejected"]["codes"]))
    return PermittedOutcome(**refusal(one["rejected"]))


def seen(reply: str) -> Observation:
    try:
        return read_reply(reply.encode())[1]
    except Garbled as error:
        return Observation("garbled", detail=str(error))


def judged(row: Row) -> str:
    """Return the kit's finding, where what the codec's own decoder says is what the referee says."""
    question, declared = kits(row)
    replies = list(map(seen, row.replies))

    def referee(*_: Any, **__: Any) -> Raw | Rejection:
        said = replies[1]  # the same each time that it is asked
        return said.value if said.value is not None else said.rejection or Rejection("NONE")

    return judge(question, declared, replies[0], referee).finding


def test_the_questions_of_the_table_are_as_they_are_exported() -> None:
    known = {"value", "bytes", "exact", "means", "rejected", "unsupported", "choice"}
    for row in TABLE:
        found = json.loads(msgspec.json.encode(list(passing(*kits(row)))))
        due = json.loads(
            json.dumps([{name: one[name] for name in one if name in known} for one in row.question["passes"]])
        )
        for one in due:
            one.get("rejected", {}).pop("later", None)
        assert found == due, row.name


def test_the_kit_agrees_with_the_table() -> None:
    unlike = [
        f"{row.name}: due {row.outcome}, the kit finds {found}"
        for row in TABLE
        if not has_no_decoder(row) and (found := judged(row)) not in OUTCOMES[row.outcome]
    ]
    assert not unlike, "\n".join(unlike)
    assert len({row.name + row.line() for row in TABLE}) == len(TABLE)
    assert {row.outcome for row in TABLE} == set(OUTCOMES)


def has_no_decoder(row: Row) -> bool:
    """Return whether the codec cannot read what it wrote, while the kit has a decoder of its own."""
    return row.asked[:1] == ("decode",) and seen(row.replies[1]).kind == "unsupported"


@pytest.mark.slow
@pytest.mark.parametrize("language", JUDGES)
def test_the_judge_of_a_starter_agrees_with_the_table(language: str, tmp_path: Path) -> None:
    command = built_judge(language, tmp_path)
    text = "".join(row.line() for row in TABLE)
    done = subprocess.run(
        command, cwd=tmp_path, input=text, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = [json.loads(line) for line in done.stdout.splitlines()]
    faults = [f"{row.name}: {fault}" for row, said in zip(TABLE, found, strict=True) if (fault := wrong(row, said))]
    assert not faults, "\n".join([f"{len(faults)} of {len(TABLE)}", *faults[:SHOWN]])


def wrong(row: Row, said: Any) -> str:
    """Return the mistake of a language's judge in a row; "" if there is none."""
    due = [follow_up_of(row, operation) for operation in row.asked]
    asked = [
        {name: one.get(name) for name in ("op", "format", "bytes", "context", "value", "plan")} for one in said["asked"]
    ]
    return "" if (said["outcome"], asked) == (row.outcome, due) else f"due {row.outcome} {due}, found {said}"


def follow_up_of(row: Row, operation: str) -> Any:
    written = json.loads(row.replies[0])["bytes"]
    request = row.question["request"]
    told = {"op": operation, "format": "daphne", "bytes": written, "context": request.get("context")}
    return {**told, "value": None, "plan": None}


def test_every_language_that_has_a_judge_is_driven() -> None:
    assert {name for name, language in LANGUAGES.items() if language.judge} == JUDGES.keys()
