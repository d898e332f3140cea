"""Every DyND vector, confirmed by a codec that shares no code with the reference that generated it."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from dynd.oracle import spec as dynd_spec
from dynd.oracle.codec import decode, decode_items, encode
from dynd.oracle.structure import POLICIES
from dynd.oracle.types import LIMITS, Limits, OracleReject
from kit import golden
from kit.each import each
from kit.golden import Case, cases_of, has_bytes, layout, octets

cases = partial(golden.params, "dynd")
outcome_params = partial(golden.outcome_params, "dynd")


def is_accepted(case: Case) -> bool:
    return bool(case["verdict"] == "accept")


def is_rejected(case: Case) -> bool:
    return bool(case["verdict"] == "reject" and has_bytes(case))


def is_refusal(case: Case) -> bool:
    return bool(case["verdict"] == "reject" and not has_bytes(case))


def test_there_are_vectors_of_every_profile() -> None:
    known = {case["context"].get("profile") for case in cases_of("dynd").values() if case["verdict"] != "decline"}
    assert known == {None, *dynd_spec.profiles()}


@each("case", cases(lambda case: case["verdict"] == "decline"))
def test_a_decline_names_a_profile_that_the_specification_does_not(case: Case) -> None:
    assert case["context"]["profile"] not in dynd_spec.profiles()


# --- the case as a record -------------------------------------------------------------------------


@each("case", cases(lambda case: case["verdict"] == "reject"))
def test_a_refusal_rests_on_a_requirement_of_each_class_that_it_admits(case: Case) -> None:
    due = dynd_spec.requirements_of_classes()
    assert [code for code in case["code"] if due[code].isdisjoint(case["requirements"])] == []


@each("case", cases(lambda case: True))
def test_a_summary_has_an_before_a_vowel(case: Case) -> None:
    assert re.findall(r"\ba (?:array|int\d+|option|available|element|encoder|item|[ai] )\b", case["summary"]) == []


# --- the layout -----------------------------------------------------------------------------------


@each("case", cases(is_accepted))
def test_layout_has_the_items_of_the_oracle(case: Case) -> None:
    items = {start: end for start, end in decode_items(case["context"], octets(case))[1] if start < end}
    lines = {offset: name for offset, _, name, _ in layout(case)}
    # A long layout is cut; the rest of the fields are not in it.
    cut = next((offset for offset, name in lines.items() if name == "(further-fields)"), len(octets(case)))
    assert [start for start in items if start < cut and start not in lines] == []
    # The oracle reads rows of numbers, and both parts of a complex number, as one item.
    inside = [offset for offset in lines if offset not in items]
    assert [offset for offset in inside if not any(start < offset < end for start, end in items.items())] == []


# --- what the bytes mean --------------------------------------------------------------------------


@each("case", cases(lambda case: is_accepted(case) and "decode" in case["operations"]))
def test_accepted_bytes_have_the_value(case: Case) -> None:
    assert decode(case["context"], octets(case)) == case["value"]


@each("case", cases(lambda case: "canonical" in case))
def test_the_value_has_the_accepted_bytes(case: Case) -> None:
    assert case["canonical"] is True
    assert encode(case["context"], case["value"]) == octets(case)


@each("case", cases(is_rejected))
def test_rejected_bytes_are_refused(case: Case) -> None:
    expect_refusal(case, case)


def expect_refusal(case: Case, expected: Mapping[str, Any], policies: Mapping[str, str] = POLICIES) -> None:
    with pytest.raises(OracleReject) as caught:
        decode(case["context"], octets(case), policies)
    assert caught.value.code in expected["code"], caught.value
    # Of two defects in order the oracle finds the first, under every choice.
    assert caught.value.code == expected.get("first", caught.value.code), caught.value
    single = dict.fromkeys(expected["code"], expected["offset"]) if len(expected["code"]) == 1 else {}
    places = single | expected.get("offsets", {})
    assert caught.value.offset == places.get(caught.value.code, caught.value.offset), caught.value


@each("case", cases(is_refusal))
def test_a_value_without_bytes_is_refused(case: Case) -> None:
    expect_unwritable(case, case["code"])


# Each choice of a policy that is not the reference's.
OTHER_CHOICES = [{"dynd.limits": "accept"}, {"dynd.option-nan": "available"}]


@pytest.mark.slow
@pytest.mark.parametrize("policies", OTHER_CHOICES, ids=str)
@each("case", cases(lambda case: is_accepted(case) or is_rejected(case) or is_refusal(case)))
def test_what_no_policy_decides_is_the_same_under_every_choice(case: Case, policies: Mapping[str, str]) -> None:
    if is_accepted(case):
        assert "decode" not in case["operations"] or decode(case["context"], octets(case), policies) == case["value"]
        assert encode(case["context"], case["value"], policies) == octets(case)
    elif is_rejected(case):
        expect_refusal(case, case, policies)
    else:
        expect_unwritable(case, case["code"], policies)


def expect_unwritable(case: Case, codes: list[str], policies: Mapping[str, str] = POLICIES) -> None:
    with pytest.raises(OracleReject) as caught:
        encode(case["context"], case["value"], policies)
    assert caught.value.code in codes, caught.value


# --- policies -------------------------------------------------------------------------------------


@each(("case", "choice"), outcome_params(has_bytes))
def test_a_policy_leads_to_its_outcome(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        expect_refusal(case, expected, policies)
    else:
        assert decode(case["context"], octets(case), policies) == expected["value"]
        assert encode(case["context"], expected["value"], policies) == octets(case)


def test_a_transcode_owes_what_the_codec_may_write() -> None:
    """Check that no case expects anything of transcoding: both policies are about reading and writing alike."""
    assert [case["id"] for case, choice in golden.outcomes("dynd") if "transcode" in case["outcomes"][choice]] == []


@each(("case", "choice"), outcome_params(lambda case: not has_bytes(case)))
def test_a_policy_decides_what_is_written(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        expect_unwritable(case, expected["code"], policies)
    else:
        data = encode(case["context"], case["value"], policies)
        assert decode(case["context"], data, policies) == expected["value"]


# --- limits ---------------------------------------------------------------------------------------

# Cases within a limit, but not at it.
WITHIN = {
    "dynd/limit-type-length/many-fields",
    "dynd/limit-elements/1000-voids",
    "dynd/limit-elements/void-then-row",
    "dynd/limit-storage/no-bytes",
}

# Cases that pass a limit by more than one: at twice a limit, and behind another limit, which comes first.
FAR_BEYOND = {"dynd/limit-depth/reach-128", "dynd/limit-depth/encode-reach-128", "dynd/order/depth-elements"}


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add limits one below and one above those that every codec has."""
    level, size, elements = LIMITS["reject"].level, LIMITS["reject"].octets, LIMITS["reject"].elements
    monkeypatch.setitem(LIMITS, "less", Limits(level - 1, size - 1, elements - 1))
    monkeypatch.setitem(LIMITS, "more", Limits(level + 1, size + 1, elements + 1))


def at_a_limit(case: Case) -> bool:
    return case["id"].split("/")[1].startswith("limit-") and case["id"] not in WITHIN


@pytest.mark.usefixtures("moved")
@each("case", cases(lambda case: is_accepted(case) and at_a_limit(case)))
def test_what_is_at_a_limit_is_beyond_the_next_lower_one(case: Case) -> None:
    policies = {"dynd.limits": "less"}
    with pytest.raises(OracleReject, match=r"^LIMIT_"):
        decode(case["context"], octets(case), policies)
    with pytest.raises(OracleReject, match=r"^LIMIT_"):
        encode(case["context"], case["value"], policies)


@pytest.mark.usefixtures("moved")
@each("case", cases(lambda case: case.get("policy") == "dynd.limits" and case["id"] not in FAR_BEYOND))
def test_what_is_beyond_a_limit_is_at_the_next_higher_one(case: Case) -> None:
    policies, value = {"dynd.limits": "more"}, case["outcomes"]["accept"]["value"]
    if has_bytes(case):
        assert decode(case["context"], octets(case), policies) == value
    else:
        assert decode(case["context"], encode(case["context"], value, policies), policies) == value
