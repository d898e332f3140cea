"""Every MessagePack vector, confirmed by a codec that shares no code with the reference that generated it."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from kit import golden
from kit.each import each
from kit.golden import Case, asks, cases_of, layout, octets
from msgpack_format.oracle import spec as msgpack_spec
from msgpack_format.oracle.codec import POLICIES, WRITES, OracleReject, comparable, decode, encode, items

cases = partial(golden.params, "msgpack")
outcome_params = partial(golden.outcome_params, "msgpack")


def test_there_are_vectors_of_every_policy() -> None:
    assert {case["policy"] for case, _ in golden.outcomes("msgpack")} == POLICIES.keys()


def test_refusals_rest_on_a_requirement_of_their_class() -> None:
    due = msgpack_spec.requirements_of_classes()
    refusals = [case for case in cases_of("msgpack").values() if case["verdict"] == "reject"]
    assert [
        case["id"] for case in refusals if not any(due[code] & {*case["requirements"]} for code in case["code"])
    ] == []


@each("case", cases(asks("decode", "accept")))
def test_layout_has_the_items_of_the_oracle(case: Case) -> None:
    lines = [(offset, name) for offset, _, name, _ in layout(case)]
    # A long layout is cut; the rest of the fields are not in it.
    cut = next((offset for offset, name in lines if name in {"(further-fields)", "(not-read)"}), len(octets(case)))
    assert [start for start in items(octets(case)) if start < cut] == [offset for offset, _ in lines if offset < cut]


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


def reading(case: Case, choice: str) -> Mapping[str, str]:
    """Return the choices for reading back what was written: the case's own if it also affects writing."""
    return {case["policy"]: choice} if WRITES.get(case["policy"]) == choice else POLICIES


@each(("case", "choice"), outcome_params(asks("decode")))
def test_a_policy_leads_to_its_outcome(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        expect_refusal(case, expected, policies)
    else:
        assert comparable(decode(octets(case), policies), expected["value"]) == expected["value"]


@each(("case", "choice"), outcome_params(asks("transcode")))
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


@each(("case", "choice"), outcome_params(asks("encode")))
def test_a_policy_leads_to_what_is_written(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        expect_unwritable(case, expected["code"], policies)
    else:
        written = encode(case["value"], policies)
        assert decode(written, reading(case, choice)) == expected["value"]
