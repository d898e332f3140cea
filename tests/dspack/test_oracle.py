"""Tests of the oracle itself, on the specification's examples and on hand-written bytes."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from dspack.oracle import spec as dspack_spec
from dspack.oracle.asked import (
    DESCRIPTION,
    META,
    PLAIN,
    SCHEMA,
    TEXT,
    VERSION,
    B,
    Context,
    meta,
    reject,
    row,
    told,
    user,
)
from dspack.oracle.atoms import comparable
from dspack.oracle.codec import decode, encode, places, transcode
from dspack.oracle.schema import OracleReject

HERE = Path(__file__).parent

# --- the worked examples of the specification -----------------------------------------------------


def examples(*verdicts: str) -> list[Any]:
    return [
        pytest.param(data, outcome, id=name)
        for name, (data, outcome) in dspack_spec.examples().items()
        if outcome["verdict"] in verdicts
    ]


def test_every_example_of_the_specification_was_found() -> None:
    assert len(dspack_spec.examples()) == dspack_spec.text().count("\n### Example ")
    assert len(dspack_spec.origins()) == dspack_spec.text().count("\n- **DSPACK-")


@pytest.mark.parametrize(("data", "outcome"), examples("accept"))
def test_an_example_has_its_value(data: bytes, outcome: dict[str, Any]) -> None:
    assert comparable(decode(data, outcome["context"]), outcome["value"]) == outcome["value"]


@pytest.mark.parametrize(("data", "outcome"), [e for e in examples("accept") if "canonical" in e.values[1]])
def test_an_example_is_written_canonically_or_not(data: bytes, outcome: dict[str, Any]) -> None:
    written = encode(outcome["value"], outcome["context"])
    assert (written == data) == outcome["canonical"]
    assert decode(written, outcome["context"]) == outcome["value"]


@pytest.mark.parametrize(("data", "outcome"), [e for e in examples("accept") if e.values[1]["context"] != SCHEMA])
def test_items_tile_an_example(data: bytes, outcome: dict[str, Any]) -> None:
    end = 0
    for start, following in places(data, outcome["context"]):
        assert (start, following > start) == (end, True)
        end = following
    assert end == len(data) or outcome["context"].get("mode") == "partial"


@pytest.mark.parametrize(("data", "outcome"), examples("reject"))
def test_an_example_is_refused(data: bytes, outcome: dict[str, Any]) -> None:
    refusal = reject(data, outcome["context"])
    found = ([refusal.code], refusal.offset, refusal.requirement)
    assert found == (outcome["code"], outcome["offset"], outcome["requirement"])


def outcomes() -> list[Any]:
    return [
        pytest.param(*param.values, choice, id=f"{param.id}={choice}")
        for param in examples("either")
        for choice in param.values[1]["outcomes"]
    ]


@pytest.mark.parametrize(("data", "outcome", "choice"), outcomes())
def test_an_example_is_judged_by_policy(data: bytes, outcome: dict[str, Any], choice: str) -> None:
    expected, policies = outcome["outcomes"][choice], {outcome["policy"]: choice}
    if "code" in expected:
        refusal = reject(data, outcome["context"], policies)
        assert ([refusal.code], refusal.offset) == (expected["code"], expected["offset"])
    else:
        assert decode(data, outcome["context"], policies) == expected["value"]


# --- frames ---------------------------------------------------------------------------------------

BAD_FRAMES = {
    "marker-then-a-byte": (PLAIN + bytes(5), "TRUNCATED", 45, "SET-05"),
    "marker-then-a-marker": (PLAIN + bytes(8), "META", 45, "META-04"),
    "inputs-end-to-end": (PLAIN + PLAIN, "TRUNCATED", 45, "SET-05"),
    "row-length-with-bit-31-before-room": (PLAIN + b"\x80\0\0\0", "ROW", 41, "ROW-02"),
    "row-absent": (PLAIN + b"\0\0\0\1", "TRUNCATED", 45, "SET-05"),
    "row-cut-before-its-fields": (PLAIN + b"\0\0\0\3\1\2", "TRUNCATED", 45, "SET-05"),
    "row-left-over": (PLAIN + b"\0\0\0\2\1\2", "ROW", 46, "ROW-04"),
    "second-row": (PLAIN + b"\0\0\0\1\1\0\0\0\2\1\2", "ROW", 51, "ROW-04"),
    "second-data-set": (PLAIN + bytes(4) + PLAIN + b"\0\0\0\2\1\2", "ROW", 91, "ROW-04"),
}


@pytest.mark.parametrize(("data", "code", "offset", "requirement"), BAD_FRAMES.values(), ids=BAD_FRAMES.keys())
def test_a_frame_is_refused_where_it_is_at_fault(data: bytes, code: str, offset: int, requirement: str) -> None:
    assert told(reject(data)) == (code, offset, requirement)


@pytest.mark.parametrize("mode", [{}, {"mode": "partial"}], ids=["full", "partial"])
def test_data_sets_are_apart_and_a_last_marker_says_nothing(mode: Context) -> None:
    one = b"\0\0\0\1\7"
    found = decode(PLAIN + one + one + bytes(4) + PLAIN + one + bytes(4), {"scope": "file", **mode})
    assert [data_set["rows"] for data_set in found] == [[["7"], ["7"]], [["7"]]]


# --- policies -------------------------------------------------------------------------------------


def test_the_last_of_repeated_keys_counts() -> None:
    policies = {"dspack.duplicate-meta-key": "last"}
    repeated = meta(VERSION, "02", TEXT, "a121", DESCRIPTION, "a161", META, "82a16101a16102", VERSION, "01", TEXT, B)
    assert decode(repeated, None, policies) == [
        {
            "version": "1",
            "schema": "!B",
            "fields": [{"name": "f1", "note": None}],
            "description": "a",
            "meta": {"map": {"a": {"int": "2"}}},
            "rows": [],
        }
    ]
    untyped = meta(VERSION, "01", DESCRIPTION, "c0", TEXT, B, DESCRIPTION, "a0", META, "80")
    assert reject(untyped, None, policies).requirement == "DSPACK-META-12"


def test_octets_that_are_no_text_are_kept() -> None:
    [found] = decode(user("81a16192a2c080a3eda080"), None, {"dspack.meta-utf8": "keep"})
    assert found["meta"] == {"map": {"a": {"array": [{"utf8": "c080"}, {"utf8": "eda080"}]}}}


def test_keys_that_are_no_text_are_refused_whatever_the_policy() -> None:
    assert reject(user("81a1ff00"), None, {"dspack.meta-utf8": "keep"}).requirement == "DSPACK-META-07"


def test_user_meta_of_128_levels_is_read() -> None:
    [found] = decode(user("81a0" * 128 + "c0"), None, {"dspack.meta-depth": "accept"})
    assert str(found["meta"]).count("map") == 128


def test_user_meta_is_refused_at_the_level_that_is_not_read() -> None:
    refusal = reject(user("81a0" * 129 + "c0"), None, {"dspack.meta-depth": "accept"})
    assert told(refusal) == ("META", 40 + 2 * 128, "META-15")


@pytest.mark.parametrize("schema", ["!4p", "!4p:B"])
def test_a_length_octet_is_clamped(schema: str) -> None:
    octets = b"\xffabc" + bytes(":" in schema)
    assert decode(octets, row(schema), {"dspack.pascal-overrun": "clamp"})[0] == "616263"
    assert decode(octets, row(schema, mode="partial"), {"dspack.pascal-overrun": "clamp"}) == ["616263"]


def test_a_repeated_name_is_kept_but_not_written() -> None:
    policies = {"dspack.duplicate-names": "keep"}
    assert decode(b"\1\2", row("!B(a)B(a)"), policies) == ["1", "2"]
    with pytest.raises(OracleReject) as caught:
        transcode(b"\1\2", row("!B(a)B(a)"), policies)
    assert (caught.value.code, caught.value.offset) == ("SCHEMA", None)


# --- requirements ---------------------------------------------------------------------------------

SOURCES = sorted((Path(__file__).parent / "oracle").glob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=[source.name for source in SOURCES])
def test_requirements_that_the_oracle_names_exist(source: Path) -> None:
    strings = [node.value for node in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(node, ast.Constant)]
    named = {text for text in strings if isinstance(text, str) and re.fullmatch(r"[A-Z]+-\d\d", text)}
    assert {f"DSPACK-{text}" for text in named} - dspack_spec.origins().keys() == set()
