"""Every MessagePack vector, confirmed by a codec that shares no code with the reference that generated it."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from kit import golden
from kit.each import each
from kit.golden import VECTORS, Case, cases_of
from msgpack_format.oracle import spec as msgpack_spec
from msgpack_format.oracle.codec import POLICIES, WRITES, OracleReject, comparable, decode, encode, items

ROOT = VECTORS / "msgpack"


def vectors() -> dict[str, Case]:
    return cases_of("msgpack")


def cases(wanted: Callable[[Case], bool]) -> list[Any]:
    return [pytest.param(case, id=case["id"], marks=golden.marks(case)) for case in vectors().values() if wanted(case)]


def has_bytes(case: Case) -> bool:
    return "bytes" in case


def asks(operation: str, verdict: str) -> Callable[[Case], bool]:
    return lambda case: case["verdict"] == verdict and operation in case["operations"]


def octets(case: Case) -> bytes:
    return Path(ROOT / case["bytes"]["file"]).read_bytes()


def test_there_are_vectors_of_every_verdict_and_policy() -> None:
    assert {case["verdict"] for case in vectors().values()} == {"accept", "reject", "either"}
    assert {case["policy"] for case, _ in outcomes()} == POLICIES.keys()


# --- the case as a record -------------------------------------------------------------------------


@each("case", cases(has_bytes))
def test_file_has_the_recorded_size_and_hash(case: Case) -> None:
    data = octets(case)
    assert (len(data), hashlib.sha256(data).hexdigest()) == (case["bytes"]["size"], case["bytes"]["sha256"])


@each("case", cases(lambda case: case.get("base") is not None))
def test_a_base_is_accepted_and_differs(case: Case) -> None:
    base = vectors()[case["base"]]
    assert base["verdict"] == "accept"
    assert comparable(decode(octets(base)), base["value"]) == base["value"]
    assert case["edit"]


def test_levels_follow_from_the_origins_of_the_requirements() -> None:
    level = msgpack_spec.level
    assert [case["id"] for case in vectors().values() if case["level"] != level(case["requirements"])] == []


def test_refusals_rest_on_a_requirement_of_their_class() -> None:
    due = msgpack_spec.requirements_of_classes()
    refusals = [case for case in vectors().values() if case["verdict"] == "reject"]
    assert [
        case["id"] for case in refusals if not any(due[code] & {*case["requirements"]} for code in case["code"])
    ] == []


@each("case", cases(has_bytes))
def test_layout_tiles_the_file(case: Case) -> None:
    data, end = octets(case), 0
    for line in case["layout"].splitlines():
        offset, size, _, shown = line.split(" ")[:4]
        assert int(offset) == end
        end += int(size)
        first, _, last = shown.partition("..")
        assert data[int(offset) : end].hex().startswith(first)
        assert data[int(offset) : end].hex().endswith(last)
    assert end == len(data)


@each("case", cases(asks("decode", "accept")))
def test_layout_has_the_items_of_the_oracle(case: Case) -> None:
    lines = [line.split(" ")[:3] for line in case["layout"].splitlines()]
    # A long layout is cut; the rest of the fields are not in it.
    cut = next(
        (int(offset) for offset, _, name in lines if name in {"(further-fields)", "(not-read)"}), len(octets(case))
    )
    assert [start for start in items(octets(case)) if start < cut] == [
        int(line[0]) for line in lines if int(line[0]) < cut
    ]


# --- what the bytes mean --------------------------------------------------------------------------


@each("case", cases(asks("decode", "accept")))
def test_accepted_bytes_have_the_value(case: Case) -> None:
    assert comparable(decode(octets(case)), case["value"]) == case["value"]


@each("case", cases(asks("decode", "reject")))
def test_rejected_bytes_are_refused(case: Case) -> None:
    expect_refusal(case, case)


def expect_refusal(case: Case, expected: Mapping[str, Any], policies: Mapping[str, str] = POLICIES) -> None:
    with pytest.raises(OracleReject) as caught:
        decode(octets(case), policies)
    assert caught.value.code in expected["code"], caught.value
    # Each codec chooses its own depth limit, and so the place where it stops.
    if len(expected["code"]) == 1 and "offset" in expected:
        assert caught.value.offset == expected["offset"], caught.value


def outcomes() -> Iterator[tuple[Case, str]]:
    for case in vectors().values():
        for choice in case.get("outcomes", ()):
            yield case, choice


def reading(case: Case, choice: str) -> Mapping[str, str]:
    """Return the choices for reading back what was written: the case's own if it also affects writing."""
    return {case["policy"]: choice} if WRITES.get(case["policy"]) == choice else POLICIES


def outcome_params(operation: str) -> list[Any]:
    asked = (pair for pair in outcomes() if operation in pair[0]["operations"])
    return [pytest.param(case, choice, id=f"{case['id']}={choice}", marks=golden.marks(case)) for case, choice in asked]


@each(("case", "choice"), outcome_params("decode"))
def test_a_policy_leads_to_its_outcome(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        expect_refusal(case, expected, policies)
    else:
        assert comparable(decode(octets(case), policies), expected["value"]) == expected["value"]


@each(("case", "choice"), outcome_params("transcode"))
def test_a_transcode_owes_what_the_outcome_says(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        return  # bytes that are not read are not written
    assert "transcode" not in expected, "whatever a policy lets in, somebody may write"
    value = decode(octets(case), policies)
    again = decode(encode(value, policies), reading(case, choice))
    assert comparable(again, expected["value"]) == expected["value"]


# --- what is written ------------------------------------------------------------------------------


@each("case", cases(asks("encode", "accept")))
def test_a_value_is_written_as_recorded(case: Case) -> None:
    assert case["canonical"] is True
    assert encode(case["value"]) == octets(case)


@each("case", cases(asks("transcode", "accept")))
def test_what_was_read_is_written_again(case: Case) -> None:
    assert comparable(decode(encode(decode(octets(case)))), case["value"]) == case["value"]


@each("case", cases(asks("encode", "reject")))
def test_encoders_must_refuse(case: Case) -> None:
    expect_unwritable(case, case["code"])


def expect_unwritable(case: Case, codes: list[str], policies: Mapping[str, str] = POLICIES) -> None:
    with pytest.raises(OracleReject) as caught:
        encode(case["value"], policies)
    assert caught.value.code in codes, caught.value


@each(("case", "choice"), outcome_params("encode"))
def test_a_policy_leads_to_what_is_written(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        expect_unwritable(case, expected["code"], policies)
    else:
        written = encode(case["value"], policies)
        assert decode(written, reading(case, choice)) == expected["value"]
