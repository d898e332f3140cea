"""Every DataSetPack vector, confirmed by a codec that shares no code with the reference that generated it."""

import functools
import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from dspack.oracle import spec as dspack_spec
from dspack.oracle.atoms import comparable
from dspack.oracle.codec import POLICIES, decode, encode, places, transcode
from dspack.oracle.schema import OracleReject
from kit import golden
from kit.each import each
from kit.golden import Case, asks, cases_of, layout, octets

cases = partial(golden.params, "dspack")
outcome_params = partial(golden.outcome_params, "dspack")


def context(case: Case) -> dict[str, str]:
    return case.get("context") or {}


def test_there_are_vectors_of_every_scope_and_mode() -> None:
    asked = {(context(case).get("scope", "file"), context(case).get("mode")) for case in cases_of("dspack").values()}
    assert asked == {("file", None), ("file", "partial"), ("schema", None), ("row", None), ("row", "partial")}


def test_there_are_vectors_of_every_policy() -> None:
    assert {case["policy"] for case, _ in golden.outcomes("dspack")} == POLICIES.keys()


def test_a_base_has_the_scope_of_its_cases() -> None:
    every = cases_of("dspack")
    based = [(case, every[case["base"]]) for case in every.values() if case.get("base")]
    assert [case["id"] for case, base in based if context(case).get("scope") != context(base).get("scope")] == []


# --- the layout -----------------------------------------------------------------------------------


def is_of_items(case: Case) -> bool:
    return case["verdict"] == "accept" and "bytes" in case and context(case).get("scope") != "schema"


@each("case", cases(is_of_items))
def test_layout_has_the_items_of_the_format(case: Case) -> None:
    lines = list(layout(case))
    # Many items of a list share a line, and a long layout is cut.
    runs = [range(offset, offset + size) for offset, size, name, _ in lines if name.endswith(RUNS)]
    named = {offset for offset, _, _, _ in lines}.union(*runs)
    assert [start for start, _ in places(octets(case), context(case)) if start not in named] == []


RUNS = ("[..]", "(further-fields)")


# --- what the bytes mean --------------------------------------------------------------------------


@each("case", cases(asks("decode", "accept")))
def test_accepted_bytes_have_the_value(case: Case) -> None:
    assert comparable(decode(octets(case), context(case)), case["value"]) == case["value"]


def with_other_nans(value: Any) -> Any:
    """Return the value with the sign set in every NaN: any NaN is as good as another (section 13)."""
    if isinstance(value, str):
        return OTHER_NANS.get(value, value)
    if isinstance(value, list):
        return [with_other_nans(item) for item in value]
    return {key: with_other_nans(item) for key, item in value.items()} if isinstance(value, dict) else value


OTHER_NANS = {"0x7fc00000": "0xffc00000", "0x7ff8000000000000": "0xfff8000000000000"}


@each("case", cases(asks("decode", "accept")))
def test_a_decoder_may_deliver_any_nan(case: Case) -> None:
    found = with_other_nans(decode(octets(case), context(case)))
    assert comparable(found, case["value"]) == case["value"]


@each("case", cases(lambda case: "bytes" in case and case["verdict"] == "reject"))
def test_rejected_bytes_are_refused(case: Case) -> None:
    expect_refusal(case, case)


def expect_refusal(case: Case, expected: Mapping[str, Any], policies: Mapping[str, str] = POLICIES) -> None:
    with pytest.raises(OracleReject) as caught:
        decode(octets(case), context(case), policies)
    assert caught.value.code in expected["code"], caught.value
    if len(expected["code"]) == 1 and "offset" in expected:
        assert caught.value.offset == expected["offset"], caught.value


@each("case", cases(lambda case: case["verdict"] == "reject" and len(case["code"]) == 1))
def test_refusals_rest_on_a_requirement_of_the_case(case: Case) -> None:
    with pytest.raises(OracleReject) as caught:
        decode(octets(case), context(case)) if "bytes" in case else encode(case["value"], context(case))
    assert caught.value.requirement in case["requirements"], caught.value


@each(("case", "choice"), outcome_params(asks("decode")))
def test_a_policy_leads_to_its_outcome(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        expect_refusal(case, expected, policies)
    else:
        found = decode(octets(case), context(case), policies)
        assert comparable(found, expected["value"]) == expected["value"]


# --- what is written ------------------------------------------------------------------------------


@each("case", cases(asks("encode", "accept")))
def test_a_value_is_written_as_recorded(case: Case) -> None:
    written = encode(case["value"], context(case))
    assert (written == octets(case)) == case["canonical"]
    assert decode(written, context(case)) == decode(octets(case), context(case))


@functools.cache
def written_elsewhere() -> frozenset[bytes]:
    """Return the canonical bytes of cases for encoders alone: those with NaNs, which decoders may deliver as others."""
    return frozenset(
        octets(case) for case in cases_of("dspack").values() if case.get("operations") == ["encode"] and "bytes" in case
    )


@each("case", cases(asks("transcode", "accept")))
def test_what_was_read_is_written_again(case: Case) -> None:
    value = decode(octets(case), context(case))
    written = encode(value, context(case))
    assert decode(written, context(case)) == value
    assert (written == octets(case)) == case.get("canonical", octets(case) in written_elsewhere())


@each("case", cases(asks("encode", "reject")))
def test_encoders_must_refuse(case: Case) -> None:
    with pytest.raises(OracleReject) as caught:
        encode(case["value"], context(case))
    assert ([caught.value.code], caught.value.offset) == (case["code"], None), caught.value


@each("case", cases(lambda case: case["verdict"] == "reject" and "bytes" not in case))
def test_a_refusal_to_encode_rests_on_no_policy(case: Case) -> None:
    """Check that policies are about reading alone (section 12)."""
    policies = re.findall(r"^\| dspack\.[a-z0-9-]+ \|.*\| ([A-Z]+-\d\d) \|$", dspack_spec.text(), re.MULTILINE)
    assert len(policies) == len(POLICIES)
    assert {f"DSPACK-{id}" for id in policies}.isdisjoint(case["requirements"])


# The expected transcode of bytes that a policy lets in: exactly what any encoder writes (DSPACK-ENC-07).
@each(("case", "choice"), outcome_params(asks("transcode")))
def test_a_policy_leads_to_what_a_transcode_owes(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected or "transcode" in expected:
        with pytest.raises(OracleReject) as caught:
            transcode(octets(case), context(case), policies)
        assert [caught.value.code] == (expected.get("code") or expected["transcode"])
        if "code" not in expected or "offset" in expected:
            assert caught.value.offset == expected.get("offset")
    else:
        written = transcode(octets(case), context(case), policies)
        assert decode(written, context(case)) == expected["value"]


def test_every_policy_is_asked_in_transcoding() -> None:
    asked = {case["policy"] for case, _ in golden.outcomes("dspack") if "transcode" in case["operations"]}
    assert asked == POLICIES.keys()
