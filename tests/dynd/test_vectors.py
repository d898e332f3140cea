"""Every DyND vector, confirmed by a codec that shares no code with the reference that generated it."""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from dynd.oracle import spec as dynd_spec
from dynd.oracle.codec import decode, decode_items, encode
from dynd.oracle.structure import POLICIES
from dynd.oracle.types import LIMITS, Limits, OracleReject
from kit import golden
from kit.each import each
from kit.golden import VECTORS, Case, cases_of

ROOT = VECTORS / "dynd"

# Cases that the oracle cannot judge, with the reason. Each is expected to fail, so one that is judged shows up.
UNJUDGED: Mapping[str, str] = {}
UNJUDGED_OUTCOMES: Mapping[tuple[str, str], str] = {}


def vectors() -> dict[str, Case]:
    return cases_of("dynd")


def cases(wanted: Callable[[Case], bool]) -> list[Any]:
    xfails = {case: [pytest.mark.xfail(reason=reason)] for case, reason in UNJUDGED.items()}
    return [
        pytest.param(case, id=case["id"], marks=[*golden.marks(case), *xfails.get(case["id"], ())])
        for case in vectors().values()
        if wanted(case)
    ]


def is_decoded(case: Case) -> bool:
    return "bytes" in case


def is_edited(case: Case) -> bool:
    return isinstance(case.get("edit"), list)


def is_accepted(case: Case) -> bool:
    return bool(case["verdict"] == "accept")


def is_rejected(case: Case) -> bool:
    return bool(case["verdict"] == "reject" and is_decoded(case))


def is_refusal(case: Case) -> bool:
    return bool(case["verdict"] == "reject" and not is_decoded(case))


def octets(case: Case) -> bytes:
    return Path(ROOT / case["bytes"]["file"]).read_bytes()


def test_there_are_vectors_of_every_verdict() -> None:
    assert {case["verdict"] for case in vectors().values()} == {"accept", "reject", "either"}


def test_there_are_vectors_of_every_profile() -> None:
    assert {case["context"].get("profile") for case in vectors().values()} == {None, "storage", "cbor"}


def test_what_is_unjudged_exists() -> None:
    assert UNJUDGED.keys() <= vectors().keys()
    assert set(UNJUDGED_OUTCOMES) <= {(case["policy"], choice) for case, choice in outcomes()}


# --- the case as a record -------------------------------------------------------------------------


@each("case", cases(is_decoded))
def test_file_has_the_recorded_size_and_hash(case: Case) -> None:
    data = octets(case)
    assert (len(data), hashlib.sha256(data).hexdigest()) == (case["bytes"]["size"], case["bytes"]["sha256"])


@each("case", cases(lambda case: case.get("base") is not None))
def test_a_base_is_accepted_and_differs(case: Case) -> None:
    base = vectors()[case["base"]]
    assert base["verdict"] == "accept"
    told_apart = ("context", "edit") if is_decoded(case) else ("context", "value")
    assert [case.get(key) for key in told_apart] != [base.get(key, []) for key in told_apart]


@each("case", cases(lambda case: True))
def test_level_follows_from_the_origins_of_its_requirements(case: Case) -> None:
    assert case["level"] == dynd_spec.level(case["requirements"])


@each("case", cases(lambda case: case["verdict"] == "reject"))
def test_a_refusal_rests_on_a_requirement_of_each_class_that_it_admits(case: Case) -> None:
    due = dynd_spec.requirements_of_classes()
    assert [code for code in case["code"] if due[code].isdisjoint(case["requirements"])] == []


@each("case", cases(lambda case: True))
def test_a_summary_has_an_before_a_vowel(case: Case) -> None:
    assert re.findall(r"\ba (?:array|int\d+|option|available|element|encoder|item|[ai] )\b", case["summary"]) == []


# --- the layout -----------------------------------------------------------------------------------


def layout(case: Case) -> Iterator[tuple[int, int, str, str]]:
    """Yield offset, size, name and hexadecimal octets of each line."""
    for line in case["layout"].splitlines():
        offset, size, name, shown = line.split(" ")[:4]
        yield int(offset), int(size), name, shown


@each("case", cases(is_decoded))
def test_layout_tiles_the_file(case: Case) -> None:
    data, end = octets(case), 0
    for offset, size, _, shown in layout(case):
        assert offset == end
        assert size > 0
        end += size
        first, _, last = shown.partition("..")
        assert data[offset:end].hex().startswith(first)
        assert data[offset:end].hex().endswith(last)
    assert end == len(data)


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


@pytest.mark.fast("quick-{'dynd.option-nan'")
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


def outcomes() -> Iterator[tuple[Case, str]]:
    for case in vectors().values():
        for choice in case.get("outcomes", ()):
            yield case, choice


def outcome_params(decoded: bool) -> list[Any]:
    xfails = {pair: [pytest.mark.xfail(reason=reason)] for pair, reason in UNJUDGED_OUTCOMES.items()}
    return [
        pytest.param(
            case,
            choice,
            id=f"{case['id']}={choice}",
            marks=[*golden.marks(case), *xfails.get((case["policy"], choice), ())],
        )
        for case, choice in outcomes()
        if is_decoded(case) == decoded
    ]


@each(("case", "choice"), outcome_params(decoded=True))
def test_a_policy_leads_to_its_outcome(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        expect_refusal(case, expected, policies)
    else:
        assert decode(case["context"], octets(case), policies) == expected["value"]
        assert encode(case["context"], expected["value"], policies) == octets(case)


def test_a_transcode_owes_what_the_codec_may_write() -> None:
    """Check that no case expects anything of transcoding: both policies are about reading and writing alike."""
    assert [case["id"] for case, choice in outcomes() if "transcode" in case["outcomes"][choice]] == []


@each(("case", "choice"), outcome_params(decoded=False))
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

# Cases at twice a limit.
TWICE = {"dynd/limit-depth/reach-128", "dynd/limit-depth/encode-reach-128"}


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
@each("case", cases(lambda case: case.get("policy") == "dynd.limits" and case["id"] not in TWICE))
def test_what_is_beyond_a_limit_is_at_the_next_higher_one(case: Case) -> None:
    policies, value = {"dynd.limits": "more"}, case["outcomes"]["accept"]["value"]
    if is_decoded(case):
        assert decode(case["context"], octets(case), policies) == value
    else:
        assert decode(case["context"], encode(case["context"], value, policies), policies) == value
