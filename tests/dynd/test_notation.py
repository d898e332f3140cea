"""The reference and the vectors use the notation that spec.md shows and notation.schema.json describes."""

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from goldenwire.protocol import read_call
from goldenwire.protocol.serve import Reference, answer
from kit import golden
from kit.each import each

HOME = files("goldenwire_reference.dynd")
SPEC = (HOME / "spec.md").read_text(encoding="utf-8")
SCHEMA: dict[str, Any] = json.loads((HOME / "notation.schema.json").read_text(encoding="utf-8"))

# --- the conversation of the specification ---------------------------------------------------------

_PAIR = re.compile(r"^```json request\n(.*)\n```\n```json reply\n(.*)\n```$", re.M)


def conversation() -> list[tuple[str, str]]:
    """Return the requests of spec.md and their replies."""
    pairs = _PAIR.findall(SPEC)
    assert len(pairs) == SPEC.count("```json request") == SPEC.count("```json reply") > 10
    return pairs


def essential(reply: Any) -> Any:
    """Return a reply without the texts that each codec words for itself."""
    reply["rejected"].pop("message", None) if "rejected" in reply else None
    return reply | {"codec": "its own name"} if "codec" in reply else reply


@pytest.mark.parametrize(("request_line", "reply_line"), conversation(), ids=lambda line: line[:40])
def test_the_reference_answers_as_the_specification_says(request_line: str, reply_line: str) -> None:
    found = json.loads(answer(Reference(["dynd"]), read_call(request_line.encode())))
    assert essential(found) == essential(json.loads(reply_line))


def test_a_profile_that_is_null_is_not_taken_for_a_core_call() -> None:
    line = '{"id":1,"op":"encode","format":"dynd","value":"1","context":{"type":"int8","profile":null}}'
    assert "failed" in json.loads(answer(Reference(["dynd"]), read_call(line.encode())))


def test_every_operation_and_profile_is_shown() -> None:
    requests = [json.loads(request) for request, _ in conversation()]
    assert {request["op"] for request in requests} == {"hello", "decode", "encode", "transcode"}
    assert {request["context"].get("profile") for request in requests[1:]} == {None, "storage", "cbor", "sql"}


# --- the schema -----------------------------------------------------------------------------------


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{name}"}]})


def cases() -> list[Any]:
    found = [case for case in golden.cases_of("dynd").values() if case["verdict"] != "decline"]
    return [
        pytest.param(case, id=case["id"], marks=golden.marks(case)) for case in found if not golden.has_many_items(case)
    ]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@each("case", cases())
def test_contexts_and_values_of_the_vectors_are_such(case: golden.Case) -> None:
    values = [case["value"]] if "value" in case else []
    values += [outcome["value"] for outcome in case.get("outcomes", {}).values() if "value" in outcome]
    assert validator("context").is_valid(case["context"])
    assert all(map(validator("value").is_valid, values))


@pytest.mark.parametrize(
    ("name", "malformed"),
    [
        ("context", {}),
        ("context", {"profile": "cbor"}),
        ("context", {"type": None}),
        ("context", {"type": "int8", "profile": None}),
        ("context", {"type": "int8", "profile": "sql"}),
        ("context", {"type": "int8", "plan": []}),
        ("context", "int8"),
        ("value", 1),
        ("value", 1.5),
        ("value", {}),
        ("value", ["1", 2]),
        ("value", {"type": "int8"}),
        ("value", {"type": "int8", "value": "1", "name": "x"}),
        ("value", {"type": None, "value": "1"}),
        ("value", {"utf8": "FF"}),
        ("value", {"utf8": "f"}),
        ("value", {"nan": "8"}),
        ("integer", "+5"),
        ("integer", "-0"),
        ("integer", "007"),
        ("integer", ""),
        ("float", "0x3F80"),
        ("float", "0x3f8000"),
        ("octets", "0"),
    ],
    ids=str,
)
def test_what_is_malformed_is_not(name: str, malformed: Any) -> None:
    assert not validator(name).is_valid(malformed)
