"""The notation: the protocol examples of spec.md, played through the reference, and notation.schema.json."""

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from goldenwire.protocol import Garbled, read_call, read_hello, read_reply
from goldenwire.protocol.serve import Reference, answer
from goldenwire_reference.errors import EncodeError, NotationError
from goldenwire_reference.formats import load, spec_path
from goldenwire_suite.sciserialize.strategies import occurs
from kit.golden import Case, cases_of

SPEC = spec_path("sciserialize")
SCHEMA: dict[str, Any] = json.loads((SPEC.parent / "notation.schema.json").read_text(encoding="utf-8"))

EXCHANGES = re.findall(
    r"^```json request\n(.+)\n```\n```json reply\n(.+)\n```$", SPEC.read_text(encoding="utf-8"), re.MULTILINE
)


@cache
def validator(name: str) -> Draft202012Validator:
    """Return the validator of one definition."""
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


@pytest.fixture
def deep() -> Iterator[None]:
    """Make room for the validator, which recurses several times for each level of a value."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    yield
    sys.setrecursionlimit(before)


# --- the examples of spec.md ----------------------------------------------------------------------


def test_there_is_an_exchange_of_every_operation_carrier_and_extension() -> None:
    requests = [json.loads(request) for request, _ in EXCHANGES]
    assert {request["op"] for request in requests} == {"hello", "decode", "encode", "transcode"}
    contexts = [request.get("context", {}) for request in requests]
    assert {context.get("carrier") for context in contexts} == {None, "json", "msgpack"}
    assert {name for context in contexts for name in context.get("extensions", ())} == {
        "maskedarray", "object", "unique_set",
    }  # fmt: skip


@pytest.mark.parametrize(("request_line", "reply_line"), EXCHANGES, ids=lambda line: line[:60])
def test_the_reference_replies_as_shown(request_line: str, reply_line: str) -> None:
    due = json.loads(reply_line)
    found = json.loads(answer(Reference(["sciserialize"]), read_call(request_line.encode())))
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
    validator("context").validate(asked.get("context", {"carrier": "json"}))
    validator("asked").validate(asked.get("value"))
    validator("value").validate(json.loads(reply_line).get("value"))


# --- the schema -----------------------------------------------------------------------------------


def of_moderate_length(case: Case) -> bool:
    """Return False for the few cases that take the validator seconds."""
    return len(str(case.get("value"))) < 100_000


@pytest.mark.parametrize("feature", sorted({case.rpartition("/")[0] for case in cases_of("sciserialize")}))
@pytest.mark.usefixtures("deep")
def test_the_schema_has_all_that_vectors_hold(feature: str) -> None:
    cases = [case for case in cases_of("sciserialize").values() if case["id"].rpartition("/")[0] == feature]
    for case in filter(of_moderate_length, cases):
        validator("context").validate(case.get("context", {"carrier": "json"}))
        if "value" in case:
            validator("value" if case["verdict"] == "accept" else "asked").validate(case["value"])
        for outcome in case.get("outcomes", {}).values():
            validator("value").validate(outcome.get("value"))


def test_what_encoders_are_asked_in_vectors_occurs_in_properties() -> None:
    asked = [case for case in cases_of("sciserialize").values() if "encode" in case["operations"]]
    assert not [case["id"] for case in asked if not occurs(case["value"])]


MALFORMED = {
    "a-json-number": 1,
    "no-tag": {},
    "two-tags": {"str": "a", "bin": ""},
    "an-unknown-tag": {"text": "a"},
    "a-leading-zero": {"number": "01"},
    "a-minus-before-zero": {"number": "-0"},
    "capital-digits": {"number": "0x3FF0000000000000"},
    "a-short-double": {"number": "0x3f800000"},
    "half-an-octet": {"bin": "0"},
    "a-map-as-object": {"map": {"a": None}},
    "a-pair-of-three": {"map": [["a", None, None]]},
    "a-bare-string": {"array": ["a"]},
    "a-duration-of-two": {"timedelta": ["0", "0"]},
    "a-date-alone": {"datetime": "2015-02-18"},
    "an-offset-of-letters": {"datetime": "2015-02-18T21:40:23Z"},
    "a-number-as-dimension": {"ndarray": {"dtype": "int8", "shape": [1], "elements": ["1"]}},
    "a-negative-dimension": {"ndarray": {"dtype": "int8", "shape": ["-1"], "elements": []}},
    "an-element-of-another-dtype": {"ndarray": {"dtype": "int8", "shape": ["1"], "elements": [True]}},
    "a-negative-element-without-sign": {"ndarray": {"dtype": "uint8", "shape": ["1"], "elements": ["-1"]}},
    "a-real-element-of-complex": {"ndarray": {"dtype": "complex64", "shape": ["1"], "elements": ["0x00000000"]}},
    "an-unknown-dtype": {"ndarray": {"dtype": "<i2", "shape": ["0"], "elements": []}},
    "a-masked-array-of-objects": {
        "maskedarray": {"dtype": "object", "shape": ["0"], "elements": [], "mask": [], "fill": True}
    },
    "a-mask-of-numbers": {
        "maskedarray": {"dtype": "int8", "shape": ["1"], "elements": ["1"], "mask": ["1"], "fill": True}
    },
    "a-label-of-null": {"dataframe": {"dtype": "int8", "columns": [None], "rows": [], "elements": []}},
    "a-frame-with-a-shape": {
        "dataframe": {"dtype": "int8", "columns": [], "rows": [], "elements": [], "shape": ["0", "0"]}
    },
    "an-unknown-object-without-tag": {"unknown": [["a", None]]},
    "text-that-is-none": {"utf8": "eda080"},
}


@pytest.mark.parametrize("value", MALFORMED.values(), ids=MALFORMED.keys())
def test_the_schema_refuses_a_value_that_is_malformed(value: Any) -> None:
    assert not validator("value").is_valid(value)


CONTEXTS = {
    "no-carrier": {},
    "an-unknown-carrier": {"carrier": "cbor"},
    "no-extensions": {"carrier": "json", "extensions": []},
    "another-order": {"carrier": "json", "extensions": ["unique_set", "object"]},
    "an-extension-twice": {"carrier": "json", "extensions": ["object", "object"]},
    "a-further-member": {"carrier": "json", "depth": "128"},
    "a-string": "json",
}


@pytest.mark.parametrize("context", CONTEXTS.values(), ids=CONTEXTS.keys())
def test_the_schema_refuses_a_context_that_is_malformed(context: Any) -> None:
    assert not validator("context").is_valid(context)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


PLACES = {
    "string": {"utf8": "61"},
    "empty": {"utf8": ""},
    "key": {"map": [[{"utf8": "61"}, None]]},
    "member": {"array": [{"utf8": "61"}]},
}


@pytest.mark.parametrize("value", PLACES.values(), ids=PLACES)
def test_no_text_is_given_by_its_octets(value: Any) -> None:
    with pytest.raises(EncodeError, match="UTF8"):
        load("sciserialize").encode(value)


@pytest.mark.parametrize("octets", ["61", "ff"])
def test_the_text_of_a_str_is_no_object(octets: str) -> None:
    with pytest.raises(NotationError):
        load("sciserialize").encode({"str": {"utf8": octets}})
