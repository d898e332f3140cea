"""Every DAPHNE vector, confirmed by decoders that share no code with the reference that generated it."""

import functools
import itertools
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from daphne.oracle.codec import POLICIES, comparable, decode
from daphne.oracle.plan import canonical, plan_of, refusal, written_out
from daphne.oracle.request import normal
from daphne.oracle.structure import DESCRIPTION, OracleReject, parse, ranges
from kit import golden
from kit.each import each
from kit.exact import FLOATS, meaning, number, width
from kit.golden import Case, asks, has_bytes, layout, octets

# The most permissive choices.
LENIENT = {
    **POLICIES,
    "daphne.stored-zero": "keep",
    "daphne.label-encoding": "opaque",
    "daphne.duplicate-label": "keep",
    "daphne.empty-body": "accept",
}

# Outcomes that the oracles cannot judge, with the reason. Each must fail, so that one that is judged shows up.
UNJUDGED: Mapping[tuple[str, str], str] = {
    ("daphne.huge-object", "limit"): "how large an object a decoder can hold does not follow from the bytes",
}

cases = partial(golden.params, "daphne")
outcome_params = partial(golden.outcome_params, "daphne", unjudged=UNJUDGED)


def test_what_is_unjudged_exists() -> None:
    assert set(UNJUDGED) <= {(case["policy"], choice) for case, choice in golden.outcomes("daphne")}


# --- the layout -----------------------------------------------------------------------------------


# Fields of the grammar that a layout may show together in one line, because there can be many.
RUNS = ("value_types.", "labels.", "blocks.body.rows.", "blocks.body.entries.")


@pytest.mark.usefixtures("kaitai")
@each("case", cases(lambda case: case["verdict"] == "accept"))
def test_layout_has_the_fields_of_the_grammar(case: Case) -> None:
    fields = [field for field in ranges(parse(octets(case))[0]) if field[0] < field[1]]
    lines = {offset: name for offset, size, name, _ in layout(case) if size}
    # A long layout is cut; the rest of the fields are not in it.
    end = next((offset for offset, name in lines.items() if name == "(further-fields)"), len(octets(case)))
    unnamed = [path for begin, _, path in fields if begin < end and begin not in lines]
    assert [path for path in unnamed if not path.startswith(RUNS)] == []
    # The grammar does not split the values of a dense block: all other lines are fields of the grammar.
    values = [range(begin, end) for begin, end, path in fields if path == "blocks.body.cells"]
    unknown = lines.keys() - {begin for begin, _, _ in fields}
    assert [offset for offset in unknown if not any(offset in block for block in values)] == []


# --- what the bytes mean --------------------------------------------------------------------------


@pytest.mark.usefixtures("kaitai")
@each("case", cases(lambda case: case["verdict"] == "accept"))
def test_accepted_bytes_have_the_value(case: Case) -> None:
    # Values given only to encoders need not be sorted, and may list zeros.
    expected = case["value"] if "decode" in case["operations"] else normal(case["value"])
    assert comparable(decode(octets(case)), expected) == expected


def ends(one: str, other: str) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest finite number that both of two different types hold."""
    integers = [name for name in (one, other) if name not in FLOATS]
    if not integers:
        greatest = number(0x7F7FFFFF, "float")
        assert isinstance(greatest, Fraction)
        return -greatest, greatest
    bits = min(width(name) - name.startswith("int") for name in integers)
    low = -min(1 << width(name) - 1 for name in integers) if all(name.startswith("int") for name in integers) else 0
    # A float type holds as many leading bits of the greatest integer as its mantissa has.
    mantissa = min([FLOATS[name][2] + 1 for name in (one, other) if name in FLOATS], default=bits)
    cut = max(bits - mantissa, 0)
    return Fraction(low), Fraction((1 << bits) - (1 << cut) if cut else (1 << bits) - 1)


@each("case", cases(lambda case: case["summary"].endswith("number that both hold, and 0")))
def test_the_ends_are_those_of_what_both_types_hold(case: Case) -> None:
    header, stored = case["value"]["type"], case["plan"][0]["type"]
    held = {meaning(text, header) for _, _, text in case["value"]["cells"]}
    assert held == {*ends(header, stored)} - {0}
    assert len(case["value"]["cells"]) < 3  # the cells that are not listed are 0


@pytest.mark.usefixtures("kaitai")
@each("case", cases(lambda case: case["verdict"] == "reject" and "bytes" in case))
@pytest.mark.parametrize("policies", [POLICIES, LENIENT], ids=["as-the-reference", "whatever-a-policy-lets-in"])
def test_rejected_bytes_are_refused(case: Case, policies: Mapping[str, str]) -> None:
    expect_refusal(case, case, policies)


def expect_refusal(case: Case, expected: Mapping[str, Any], policies: Mapping[str, str] = POLICIES) -> None:
    with pytest.raises(OracleReject) as caught:
        decode(octets(case), policies)
    assert caught.value.code in expected["code"], caught.value
    if len(expected["code"]) == 1:
        assert caught.value.offset == expected["offset"], caught.value


@pytest.mark.usefixtures("kaitai")
@each(("case", "choice"), outcome_params(has_bytes))
def test_a_policy_leads_to_its_outcome(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        expect_refusal(case, expected, policies)
    else:
        assert comparable(decode(octets(case), policies), expected["value"]) == expected["value"]


def written_under(choice: str, value: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the value as `daphne.signalling-nan` changes it for writing: under `quiet` every NaN becomes quiet."""
    if choice == "keep":
        return value
    size = width(value["type"])
    quiet = 1 << (FLOATS[value["type"]][2] - 1)

    def quieted(bits: str) -> str:
        return f"0x{int(bits, 16) | quiet:0{size // 4}x}" if meaning(bits, value["type"]) == "nan" else bits

    return {**value, "cells": [[row, column, quieted(bits)] for row, column, bits in value["cells"]]}


@each(
    ("case", "choice"),
    outcome_params(lambda case: not has_bytes(case)),
)
def test_what_is_written_under_a_policy_is_its_outcome(case: Case, choice: str) -> None:
    assert case["policy"] == "daphne.signalling-nan"
    expected = case["outcomes"][choice]["value"]
    assert refusal(expected, None) is None
    assert expected == written_under(choice, case["value"])


@each(("case", "choice"), golden.outcome_params("daphne", asks("transcode")))
def test_a_transcode_owes_what_an_encoding_of_the_value_does(case: Case, choice: str) -> None:
    outcome = case["outcomes"][choice]
    if "value" in outcome:
        due = refusal(outcome["value"], None)
        assert outcome.get("transcode", []) == ([due] if due else [])


# The minimum limits of DAPHNE-LIM-02; beyond them a codec may refuse with LIMIT, whatever other defect there is.
FLOORS = {"rows": 2**20, "columns": 2**12}
PAYLOAD = 2**31


@pytest.mark.usefixtures("kaitai")
@each("case", cases(lambda case: case["verdict"] == "reject" and "bytes" in case))
def test_a_refusal_admits_limit_just_beyond_the_floors(case: Case) -> None:
    parsed, _ = parse(octets(case))
    rows, columns = getattr(parsed, "num_rows", 0), getattr(parsed, "num_columns", 0)
    # A matrix without cells needs no memory.
    empty = 0 in (rows, columns) and max(rows, columns) < 2**32
    beyond = not empty and (rows > FLOORS["rows"] or columns > FLOORS["columns"] or rows * columns > 2**20)
    assert ("LIMIT" in case["code"]) == beyond


SPEC = DESCRIPTION.with_name("spec.md")


@functools.cache
def requirements_of_a_class() -> Mapping[str, set[str]]:
    """Return the requirements that the table of section 14 gives for each class."""
    _, _, rest = SPEC.read_text(encoding="utf-8").partition("The requirements that a refusal with each class rests on")
    rows = re.findall(r"^\| ([A-Z]+) \| (.+) \|$", rest.partition("###")[0], re.MULTILINE)
    return {code: {f"DAPHNE-{id_}" for id_ in re.findall(r"[A-Z]+-\d\d", told)} for code, told in rows}


@each("case", cases(lambda case: case["verdict"] != "accept" and "bytes" in case))
def test_a_class_is_that_of_a_requirement_that_the_case_cites(case: Case) -> None:
    admitted = {code for told in (case, *case.get("outcomes", {}).values()) for code in told.get("code", ())}
    # LIMIT is admitted beyond the minimum limits, whatever the case tests.
    wanted = admitted - {"LIMIT"} if len(admitted) > 1 else admitted
    assert {code for code in wanted if not requirements_of_a_class()[code].intersection(case["requirements"])} == set()


@pytest.mark.usefixtures("kaitai")
@each("case", cases(lambda case: "many-blocks" in case.get("needs", ()) and "bytes" in case))
def test_what_needs_many_blocks_comes_to_a_block_that_is_not_the_object(case: Case) -> None:
    parsed, _ = parse(octets(case))
    [first, *_] = parsed.blocks
    assert (first.num_rows, first.num_columns) != (parsed.num_rows, parsed.num_columns)


# The grammar checks the entries of a CSR block row by row, and so before the counts of later rows.
MET_BY_ROW = {"daphne/order/count-earlier-index"}


@pytest.mark.usefixtures("kaitai")
@each("case", cases(lambda case: "first" in case and case["id"] not in MET_BY_ROW))
def test_of_two_defects_the_first_is_met(case: Case) -> None:
    with pytest.raises(OracleReject) as caught:
        decode(octets(case))
    assert (caught.value.code, caught.value.offset) == (case["first"], case["offset"])


# --- plans ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("kaitai")
@each("case", cases(lambda case: case["verdict"] == "accept" and "plan" in case))
def test_plan_is_that_of_the_bytes(case: Case) -> None:
    assert refusal(case["value"], case["plan"]) is None
    assert written_out(case["plan"], case["value"]) == plan_of(octets(case))


@pytest.mark.usefixtures("kaitai")
@each("case", cases(lambda case: "canonical" in case))
def test_canonical_tells_whether_the_plan_is(case: Case) -> None:
    blocks = itertools.zip_longest(plan_of(octets(case)), canonical(normal(case["value"])))
    assert case["canonical"] == all(found == block for found, block in blocks)


@each("case", cases(lambda case: case["verdict"] == "reject" and case["operations"] == ["encode"]))
def test_encoders_must_refuse(case: Case) -> None:
    assert refusal(case["value"], case.get("plan")) in case["code"]
