"""Tests of the oracle itself, on the specification's examples and on hand-written bytes."""

import random
import re
import struct
from collections.abc import Mapping
from typing import Any

import pytest

from msgpack_format.oracle import spec as msgpack_spec
from msgpack_format.oracle import text
from msgpack_format.oracle.codec import POLICIES, OracleReject, comparable, decode, encode, items


def examples(verdict: str) -> list[Any]:
    return [
        pytest.param(data, outcome, id=name)
        for name, (data, outcome) in msgpack_spec.examples().items()
        if outcome["verdict"] == verdict
    ]


def refused(data: bytes, policies: Mapping[str, str] = POLICIES) -> tuple[str, int | None]:
    """Decode the bytes, which must be refused, and return class and offset of the refusal."""
    with pytest.raises(OracleReject) as caught:
        decode(data, policies)
    return caught.value.code, caught.value.offset


def test_everything_in_the_specification_was_found() -> None:
    content = msgpack_spec.text()
    assert len(msgpack_spec.examples()) == content.count("\n### Example ")
    assert len(msgpack_spec.origins()) == content.count("\n- **MSGPACK-")
    classes = msgpack_spec.requirements_of_classes()
    assert len(classes) == 9
    assert set().union(*classes.values()) - msgpack_spec.origins().keys() == set()
    named = re.search(r"one\s+of\s+the\s+(\w+)\s+of\s+this\s+document", content)
    assert named is not None
    assert named[1] == "nine"


@pytest.mark.parametrize(("data", "outcome"), examples("accept"))
def test_an_example_has_its_value(data: bytes, outcome: dict[str, Any]) -> None:
    assert comparable(decode(data), outcome["value"]) == outcome["value"]
    if "canonical" in outcome:
        assert (encode(outcome["value"]) == data) == outcome["canonical"]


@pytest.mark.parametrize(("data", "outcome"), examples("reject"))
def test_an_example_is_refused(data: bytes, outcome: dict[str, Any]) -> None:
    assert [*refused(data)] == [*outcome["code"], outcome["offset"]]
    assert outcome["requirement"] in msgpack_spec.requirements_of_classes()[outcome["code"][0]]


@pytest.mark.parametrize(("data", "outcome"), examples("either"))
def test_an_example_is_judged_by_policy(data: bytes, outcome: dict[str, Any]) -> None:
    for choice, expected in outcome["outcomes"].items():
        policies = {outcome["policy"]: choice}
        if "code" in expected:
            code, offset = refused(data, policies)
            assert ([code], offset) == (expected["code"], expected.get("offset", offset if code == "LIMIT" else None))
        else:
            assert decode(data, policies) == expected["value"]


# By the first octet of the format's own table: items, their values, and where they end.
FORMS = {
    "7f": {"int": "127"},
    "e0": {"int": "-32"},
    "ff": {"int": "-1"},
    "cc80": {"int": "128"},
    "cd8000": {"int": "32768"},
    "ce80000000": {"int": "2147483648"},
    "cf8000000000000000": {"int": "9223372036854775808"},
    "d080": {"int": "-128"},
    "d18000": {"int": "-32768"},
    "d280000000": {"int": "-2147483648"},
    "d38000000000000000": {"int": "-9223372036854775808"},
    "a161": {"str": "a"},
    "d90161": {"str": "a"},
    "da000161": {"str": "a"},
    "db0000000161": {"str": "a"},
    "c40161": {"bin": "61"},
    "c5000161": {"bin": "61"},
    "c60000000161": {"bin": "61"},
    "9101": {"array": [{"int": "1"}]},
    "dc000101": {"array": [{"int": "1"}]},
    "dd0000000101": {"array": [{"int": "1"}]},
    "8101c0": {"map": [[{"int": "1"}, None]]},
    "de000101c0": {"map": [[{"int": "1"}, None]]},
    "df0000000101c0": {"map": [[{"int": "1"}, None]]},
    "d40561": {"ext": {"type": "5", "data": "61"}},
    "d58061ff": {"ext": {"type": "-128", "data": "61ff"}},
    "c7010561": {"ext": {"type": "5", "data": "61"}},
    "c800010561": {"ext": {"type": "5", "data": "61"}},
    "c9000000010561": {"ext": {"type": "5", "data": "61"}},
    "c0": None,
    "c2": False,
    "c3": True,
}


@pytest.mark.parametrize("digits", FORMS)
def test_a_form_is_read_and_refused_when_it_is_cut(digits: str) -> None:
    data = bytes.fromhex(digits)
    assert decode(data) == FORMS[digits]
    assert refused(data + b"\0") == ("TRAILING", len(data))
    assert {refused(data[:size])[0] for size in range(len(data))} == {"TRUNCATED"}


def test_singles_are_widened_as_the_machine_does() -> None:
    chance = random.Random(0)
    for _ in range(3000):
        bits = chance.choice((chance.randrange(1 << 32), chance.randrange(1 << 23), chance.randrange(1 << 24) << 8))
        octets = bits.to_bytes(4, "big")
        (single,) = struct.unpack(">f", octets)
        found = decode(b"\xca" + octets)
        due = {"float": {"nan": "16"}} if single != single else {"float": f"0x{struct.pack('>d', single).hex()}"}  # noqa: PLR0124
        assert comparable(found, due) == due


def test_text_is_read_as_python_reads_it() -> None:
    chance = random.Random(0)
    pieces = [
        bytes([octet]) for octet in (0x61, 0x80, 0xBF, 0xC1, 0xC2, 0xE0, 0xED, 0xA0, 0x9F, 0xF0, 0x90, 0xF4, 0xF5, 0xFF)
    ]
    for _ in range(5000):
        octets = b"".join(chance.choice(pieces) for _ in range(chance.randrange(7)))
        replaced = octets.decode("utf-8", "replace")
        assert text.read(octets) == (replaced, replaced.encode() == octets)


def test_items_are_told_where_they_begin() -> None:
    assert items(bytes.fromhex("9282a161c001d40561a3616263")) == [0, 1, 2, 4, 5, 6, 9]
