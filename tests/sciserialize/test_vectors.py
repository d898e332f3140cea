"""Every SciSerialize vector, confirmed by a codec that shares no code with the reference that generated it."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from kit import golden
from kit.each import each
from kit.golden import Case, asks, cases_of, layout, octets
from sciserialize.oracle import spec as sciserialize_spec
from sciserialize.oracle.call import POLICIES, WRITES, OracleReject
from sciserialize.oracle.codec import decode, encode, objects
from sciserialize.oracle.notation import any_nan

cases = partial(golden.params, "sciserialize")
outcome_params = partial(golden.outcome_params, "sciserialize")


def context(case: Case) -> Any:
    """Return the case's context, if it has one."""
    return case.get("context")


def carrier(case: Case) -> str:
    """Return the carrier in which the case is asked."""
    return str((context(case) or {}).get("carrier", "json"))


def test_there_are_vectors_of_every_carrier_and_extension() -> None:
    every = cases_of("sciserialize").values()
    asked = {(carrier(case), *(context(case) or {}).get("extensions", ())) for case in every}
    extensions: list[tuple[str, ...]] = [(), ("maskedarray",), ("object",), ("unique_set",)]
    assert asked >= {(carrier, *extension) for carrier in ("json", "msgpack") for extension in extensions}


def test_there_are_vectors_of_every_policy() -> None:
    assert {case["policy"] for case, _ in golden.outcomes("sciserialize")} == POLICIES.keys()


def test_refusals_rest_on_a_requirement_of_their_class() -> None:
    due = sciserialize_spec.requirements_of_classes()
    refusals = [case for case in cases_of("sciserialize").values() if case["verdict"] == "reject"]
    assert [
        case["id"] for case in refusals if not any(due[code] & {*case["requirements"]} for code in case["code"])
    ] == []


def test_a_base_has_the_carrier_of_its_cases() -> None:
    every = cases_of("sciserialize")
    based = [(case, every[case["base"]]) for case in every.values() if case.get("base")]
    assert [case["id"] for case, base in based if carrier(case) != carrier(base)] == []


# --- the layout -----------------------------------------------------------------------------------


@each("case", cases(asks("decode", "accept")))
def test_layout_has_the_objects_of_the_oracle(case: Case) -> None:
    lines = {offset: name for offset, _, name, _ in layout(case)}
    # A long layout is cut; the rest of the fields are not in it.
    cut = next((offset for offset, name in lines.items() if name == "(further-fields)"), len(octets(case)))
    assert [start for start in objects(octets(case), context(case)) if start < cut and start not in lines] == []


# --- what the bytes mean --------------------------------------------------------------------------


@each("case", cases(asks("decode", "accept")))
def test_accepted_bytes_have_the_value(case: Case) -> None:
    assert decode(octets(case), context(case)) == case["value"]


@each("case", cases(asks("decode", "reject")))
def test_rejected_bytes_are_refused(case: Case) -> None:
    expect_refusal(case, case)


def expect_refusal(case: Case, expected: Mapping[str, Any], policies: Mapping[str, str] = POLICIES) -> None:
    with pytest.raises(OracleReject) as caught:
        decode(octets(case), context(case), policies)
    assert caught.value.code in expected["code"], caught.value
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
        assert decode(octets(case), context(case), policies) == expected["value"]


@each(("case", "choice"), outcome_params(asks("transcode")))
def test_a_transcode_owes_what_the_outcome_says(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        return  # bytes that are not read are not written
    value = decode(octets(case), context(case), policies)
    if "transcode" in expected:
        expect_unwritable({**case, "value": value}, expected["transcode"], policies)
    else:
        assert decode(encode(value, context(case), policies), context(case), reading(case, choice)) == value


# --- what is written ------------------------------------------------------------------------------


@each("case", cases(asks("encode", "accept")))
def test_a_value_is_written_as_recorded(case: Case) -> None:
    assert case["canonical"] is True
    assert encode(case["value"], context(case)) == octets(case)


@each("case", cases(asks("transcode", "accept")))
def test_what_was_read_is_written_again(case: Case) -> None:
    written = encode(decode(octets(case), context(case)), context(case))
    assert decode(written, context(case)) == case["value"]


@each("case", cases(asks("transcode", "accept")))
def test_the_value_goes_through_the_other_carrier(case: Case) -> None:
    other = {**(context(case) or {}), "carrier": {"json": "msgpack", "msgpack": "json"}[carrier(case)]}
    deeper = {"sciserialize.depth": "accept"}  # for JSON, in which binary is an object
    assert decode(encode(case["value"], other, deeper), other, deeper) == case["value"]


@each("case", cases(asks("encode", "reject")))
def test_encoders_must_refuse(case: Case) -> None:
    expect_unwritable(case, case["code"])


def expect_unwritable(case: Case, codes: list[str], policies: Mapping[str, str] = POLICIES) -> None:
    with pytest.raises(OracleReject) as caught:
        encode(case["value"], context(case), policies)
    assert caught.value.code in codes, caught.value


@each(("case", "choice"), outcome_params(asks("encode")))
def test_a_policy_leads_to_what_is_written(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        expect_unwritable(case, expected["code"], policies)
    else:
        written = encode(case["value"], context(case), policies)
        assert decode(written, context(case), reading(case, choice)) == any_nan(expected["value"])


# What one token is, by the vectors that have tokens across the ends of buffers.
TOKENS = {
    "ends-of-texts-json": rb"[\xc2-\xf4][\x80-\xbf]+",
    "ends-of-texts-msgpack": rb"[\xc2-\xf4][\x80-\xbf]+",
    "ends-of-numbers-json": rb"-1234567\.1",
    "ends-of-numbers-msgpack": rb"\xcb\xc1.{7}",
    "ends-of-escapes-json": rb"\\u0000|\\n|[\xc2-\xf4][\x80-\xbf]+",
}


@pytest.mark.parametrize("name", TOKENS)
def test_a_token_lies_across_the_end_of_each_buffer(name: str) -> None:
    data = octets(cases_of("sciserialize")[f"sciserialize/far/{name}"])
    spans = [match.span() for match in re.finditer(TOKENS[name], data, re.DOTALL)]
    for end in (4_096, 8_192, 16_384, 32_768, 65_536):
        assert any(start < end < stop for start, stop in spans), end
