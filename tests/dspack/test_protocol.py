"""The protocol section of spec.md, played through the reference; and notation.schema.json against the vectors."""

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dspack.oracle import spec as dspack_spec
from dspack.test_vectors import cases, context
from goldenwire.protocol import read_call
from goldenwire.protocol.serve import Reference, answer
from kit import spec_text
from kit.each import each
from kit.golden import cases_of, has_many_items

SCHEMA = json.loads((spec_text.REFERENCE / "dspack/notation.schema.json").read_text("utf-8"))


@cache
def validator(definition: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{definition}", "$defs": SCHEMA["$defs"]})


def conversation() -> list[Any]:
    """Return every request of the section, and the reply to it."""
    pairs = re.findall(r"^```json request\n(.*)\n```\n```json reply\n(.*)\n```$", dspack_spec.text(), re.MULTILINE)
    return [
        pytest.param(json.loads(asked), json.loads(told), id=f"{n}-{told[:30]}")
        for n, (asked, told) in enumerate(pairs)
    ]


def test_every_request_has_its_reply() -> None:
    assert (
        len(conversation()) == dspack_spec.text().count("```json request") == dspack_spec.text().count("```json reply")
    )


@pytest.mark.parametrize(("asked", "told"), conversation())
def test_the_reference_answers_as_the_specification_says(asked: dict[str, Any], told: dict[str, Any]) -> None:
    found = json.loads(answer(Reference(["dspack"]), read_call(json.dumps(asked).encode())))
    found.get("rejected", {}).pop("message", None)
    assert found | {"codec": None} == told | {"codec": None}


@pytest.mark.parametrize(("asked", "told"), [pair for pair in conversation() if "format" in pair.values[0]])
def test_what_is_asked_and_answered_is_in_notation(asked: dict[str, Any], told: dict[str, Any]) -> None:
    for message in (asked, told):
        for name in message.keys() & {"value", "context"}:
            assert list(validator(name).iter_errors(message[name])) == []


def test_the_conversation_has_every_operation_and_context() -> None:
    asked = [pair.values[0] for pair in conversation()]
    assert {one["op"] for one in asked} == {"hello", "decode", "encode", "transcode"}
    contexts = {(one.get("context", {}).get("scope", "file"), one.get("context", {}).get("mode")) for one in asked}
    assert contexts == {("file", None), ("file", "partial"), ("schema", None), ("row", None), ("row", "partial")}


LONG = [
    pytest.param([""], {"scope": "row", "schema": "!16777216s"}, "bytes", id="row-of-2-to-the-24"),
    pytest.param([""], {"scope": "row", "schema": "!16777217s"}, "unsupported", id="row-of-one-octet-more"),
    pytest.param([""], {"scope": "row", "schema": "!2147483647p"}, "unsupported", id="row-of-2-GiB"),
    pytest.param(["", ""], {"scope": "row", "schema": "!2147483647ss"}, "rejected", id="row-too-long-for-the-format"),
    pytest.param(
        [{"schema": "!9000000s", "description": "", "meta": {"map": {}}, "rows": [[""], [""]]}], None,
        "unsupported", id="file-of-two-rows-of-9-MB",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("value", "asked", "kind"), LONG)
def test_no_answer_is_longer_than_2_to_the_24_octets(value: Any, asked: Any, kind: str) -> None:
    assert kind in encoded(value, asked)


def encoded(value: Any, asked: Any) -> dict[str, Any]:
    """Return the reply to a request to encode."""
    request = {"id": 1, "op": "encode", "format": "dspack", "value": value, "context": asked}
    reply: dict[str, Any] = json.loads(answer(Reference(["dspack"]), read_call(json.dumps(request).encode())))
    return reply


def test_a_mode_that_is_null_is_none_of_the_modes() -> None:
    assert "failed" in encoded(["1"], {"scope": "row", "schema": "!B", "mode": None})


# --- notation.schema.json -------------------------------------------------------------------------


@pytest.fixture
def deep_stack() -> Iterator[None]:
    """Make room for a validator that recurses several times for each of 128 levels."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    yield
    sys.setrecursionlimit(before)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@each("case", cases(lambda case: case["verdict"] == "accept" and not has_many_items(case)))
def test_a_value_is_in_notation(case: dict[str, Any]) -> None:
    scope = context(case).get("scope", "file")
    assert list(validator(scope).iter_errors(case["value"])) == []
    assert list(validator("value").iter_errors(case["value"])) == []


@each("case", cases(lambda case: case["verdict"] == "either"))
def test_a_value_that_a_policy_lets_in_is_in_notation(case: dict[str, Any], deep_stack: None) -> None:
    values = [outcome["value"] for outcome in case["outcomes"].values() if "value" in outcome]
    assert [error for value in values for error in validator("value").iter_errors(value)] == []


def test_every_context_is_in_notation() -> None:
    found = [context(case) for case in cases_of("dspack").values() if context(case)]
    assert [error for one in found for error in validator("context").iter_errors(one)] == []


_SET = {"schema": "!B", "description": "", "meta": {"map": {}}, "rows": []}
_FIELD = {"type": "B", "count": None, "length": None, "name": "a", "note": None}
MALFORMED: dict[str, tuple[str, Any]] = {
    "no-data-set": ("file", []),
    "number": ("row", [7]),
    "null": ("row", [None]),
    "minus-zero": ("row", ["-0"]),
    "leading-zero-of-three": ("row", ["012"]),
    "capital-bits": ("row", ["0x3FC00000"]),
    "bits-of-twelve-digits": ("row", ["0x3ff800000000"]),
    "odd-octets": ("row", ["abc"]),
    "list-of-lists": ("row", [[["1"]]]),
    "any-nan-of-seven": ("row", [{"nan": "7"}]),
    "name-with-hyphen": ("row", {"a-b": "1"}),
    "no-rows": ("file", [{name: _SET[name] for name in ("schema", "description", "meta")}]),
    "version-2": ("file", [{**_SET, "version": "2"}]),
    "further-member": ("file", [{**_SET, "names": []}]),
    "meta-not-a-map": ("file", [{**_SET, "meta": {"array": []}}]),
    "meta-number": ("file", [{**_SET, "meta": {"map": {"a": 1}}}]),
    "meta-two-tags": ("file", [{**_SET, "meta": {"map": {"a": {"int": "1", "str": ""}}}}]),
    "meta-short-float": ("file", [{**_SET, "meta": {"map": {"a": {"float": "0x3fc00000"}}}}]),
    "meta-short-nan": ("file", [{**_SET, "meta": {"map": {"a": {"float": {"nan": "8"}}}}}]),
    "flag-unknown": ("schema", {"flag": "?", "fields": []}),
    "field-without-note": ("schema", {"flag": "!", "fields": [{k: v for k, v in _FIELD.items() if k != "note"}]}),
    "field-of-no-type": ("schema", {"flag": "!", "fields": [{**_FIELD, "type": "z"}]}),
    "width-9": ("schema", {"flag": "!", "fields": [{**_FIELD, "count": "9~"}]}),
    "empty-note": ("schema", {"flag": "!", "fields": [{**_FIELD, "note": ""}]}),
    "scope-unknown": ("context", {"scope": "meta"}),
    "row-without-schema": ("context", {"scope": "row"}),
    "schema-partially": ("context", {"scope": "schema", "mode": "partial"}),
    "mode-full": ("context", {"scope": "file", "mode": "full"}),
}  # fmt: skip


@pytest.mark.parametrize(("definition", "value"), MALFORMED.values(), ids=MALFORMED.keys())
def test_what_is_not_in_notation_is_refused(definition: str, value: Any) -> None:
    assert not validator(definition).is_valid(value)
