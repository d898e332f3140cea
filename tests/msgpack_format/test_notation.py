"""The notation: the protocol examples of spec.md, played through the reference, and notation.schema.json."""

import json
import re
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from goldenwire.protocol import Garbled, read_call, read_hello, read_reply
from goldenwire.protocol.serve import Reference, answer
from goldenwire_reference.errors import NotationError
from goldenwire_reference.formats import load, spec_path
from kit.golden import Case, cases_of

SPEC = spec_path("msgpack")
SCHEMA: dict[str, Any] = json.loads((SPEC.parent / "notation.schema.json").read_text(encoding="utf-8"))
MSGPACK = load("msgpack")

EXCHANGES = re.findall(
    r"^```json request\n(.+)\n```\n```json reply\n(.+)\n```$", SPEC.read_text(encoding="utf-8"), re.MULTILINE
)


@cache
def validator(name: str) -> Draft202012Validator:
    """Return the validator of one definition."""
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


# --- the examples of spec.md ----------------------------------------------------------------------


def test_there_is_an_exchange_of_every_operation_and_a_refusal_of_each() -> None:
    asked = [json.loads(request)["op"] for request, _ in EXCHANGES]
    assert set(asked) == {"hello", "decode", "encode", "transcode"}
    refused = [json.loads(request)["op"] for request, reply in EXCHANGES if "rejected" in reply]
    assert sorted(refused) == ["decode", "encode", "transcode"]


@pytest.mark.parametrize(("request_line", "reply_line"), EXCHANGES, ids=lambda line: line[:60])
def test_the_reference_replies_as_shown(request_line: str, reply_line: str) -> None:
    due = json.loads(reply_line)
    found = json.loads(answer(Reference(["msgpack"]), read_call(request_line.encode())))
    found.get("rejected", {}).pop("message", None)
    if "codec" in due:
        found["codec"] = due["codec"]
    assert found == due


@pytest.mark.parametrize(("request_line", "reply_line"), EXCHANGES, ids=lambda line: line[:60])
def test_what_is_shown_is_of_the_protocol(request_line: str, reply_line: str) -> None:
    asked = json.loads(request_line)
    try:
        (read_hello if asked["op"] == "hello" else read_reply)(reply_line.encode())
    except Garbled as error:
        pytest.fail(str(error))
    validator("asked").validate(asked.get("value"))
    validator("value").validate(json.loads(reply_line).get("value"))


def test_what_spec_says_can_be_declared_is_what_the_format_has() -> None:
    features, policies = (
        SPEC.read_text(encoding="utf-8").split("## 14.")[1].split("### What each choice")[0].split("| policy |")
    )
    assert re.findall(r"^\| (\w+) \|", features, re.M)[1:] == list(MSGPACK.declaration.features)
    rows = re.findall(r"^\| (msgpack\.[\w-]+) \| ([\w, ]+) \| (\w+) \| ([A-Z]+-\d\d) \|$", policies, re.M)
    assert {name: (tuple(choices.split(", ")), reference) for name, choices, reference, _ in rows} == {
        name: (policy.choices, policy.reference) for name, policy in MSGPACK.declaration.policies.items()
    }
    for name, _, _, requirement in rows:
        checks = [check for named in MSGPACK.declaration.policies[name].checks.values() for check in named]
        assert {MSGPACK.codec.checks[check].requirement for check in checks} == {f"MSGPACK-{requirement}"}


# --- the schema -----------------------------------------------------------------------------------


def of_moderate_size(case: Case) -> bool:
    """Return False for the few cases that take the validator seconds, or nest deeper than it can go."""
    return len(str(case.get("value"))) < 100_000 and not case["id"].startswith("msgpack/depth/")


@pytest.mark.parametrize(
    "feature", sorted({case.rpartition("/")[0] for case in cases_of("msgpack")} - {"msgpack/depth"})
)
def test_the_schema_has_all_that_vectors_hold(feature: str) -> None:
    cases = [case for case in cases_of("msgpack").values() if case["id"].rpartition("/")[0] == feature]
    for case in filter(of_moderate_size, cases):
        if "value" in case:
            validator("value" if case["verdict"] == "accept" else "asked").validate(case["value"])
        for outcome in case.get("outcomes", {}).values():
            if "value" in outcome:
                validator("value").validate(outcome["value"])


MALFORMED = {
    "a-json-number": 1,
    "no-tag": {},
    "two-tags": {"str": "a", "bin": ""},
    "an-unknown-tag": {"text": "a"},
    "a-leading-zero": {"int": "01"},
    "a-minus-before-zero": {"int": "-0"},
    "a-plus": {"int": "+1"},
    "an-integer-that-is-none": {"int": "1.0"},
    "capital-digits": {"float": "0x3FF0000000000000"},
    "a-short-float": {"float": "0x3f800000"},
    "a-float-in-decimal": {"float": "1.5"},
    "half-an-octet": {"bin": "0"},
    "capital-octets": {"bin": "FF"},
    "a-map-as-object": {"map": {"a": None}},
    "a-pair-of-three": {"map": [[None, None, None]]},
    "a-bare-string": {"array": ["a"]},
    "a-bare-key": {"map": [["a", None]]},
    "an-extension-without-type": {"ext": {"data": ""}},
    "an-extension-with-more": {"ext": {"type": "1", "data": "", "name": "x"}},
    "a-timestamp-of-one": {"timestamp": ["1"]},
    "a-timestamp-as-text": {"timestamp": "1970-01-01"},
}


@pytest.mark.parametrize("value", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_is_malformed_is_refused_by_schema_and_reference(value: Any) -> None:
    assert not validator("value").is_valid(value)
    assert not validator("asked").is_valid(value)
    with pytest.raises(NotationError):
        MSGPACK.encode(value)


@pytest.mark.parametrize("value", [{"utf8": "61"}, {"str": "\ud800"}, {"float": {"nan": "16"}}], ids=str)
def test_the_reference_refuses_what_a_schema_cannot(value: Any) -> None:
    with pytest.raises(NotationError):
        MSGPACK.encode(value)


@pytest.mark.parametrize("member", ["context", "plan"])
def test_there_are_neither_contexts_nor_plans(member: str) -> None:
    with pytest.raises(NotationError, match=f"{member}: this format has none"):
        MSGPACK.encode(None, **{member: {}})


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
