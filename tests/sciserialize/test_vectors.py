"""Every SciSerialize vector, confirmed by a codec that shares no code with the reference that generated it."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from kit import golden
from kit.each import each
from kit.golden import VECTORS, Case, cases_of
from sciserialize.oracle import spec as sciserialize_spec
from sciserialize.oracle.call import POLICIES, WRITES, OracleReject
from sciserialize.oracle.codec import decode, encode, objects
from sciserialize.oracle.notation import any_nan

ROOT = VECTORS / "sciserialize"

# Cases that the oracle cannot judge, with the reason. Each is expected to fail, so one that is judged shows up.
UNJUDGED: Mapping[str, str] = {}


def vectors() -> dict[str, Case]:
    return cases_of("sciserialize")


def cases(wanted: Callable[[Case], bool]) -> list[Any]:
    xfails = {case: [pytest.mark.xfail(reason=reason)] for case, reason in UNJUDGED.items()}
    return [
        pytest.param(case, id=case["id"], marks=[*golden.marks(case), *xfails.get(case["id"], ())])
        for case in vectors().values()
        if wanted(case)
    ]


def has_bytes(case: Case) -> bool:
    return "bytes" in case


def asks(operation: str, verdict: str) -> Callable[[Case], bool]:
    return lambda case: case["verdict"] == verdict and operation in case["operations"]


def context(case: Case) -> Any:
    """Return the case's context, if it has one."""
    return case.get("context")


def carrier(case: Case) -> str:
    """Return the carrier in which the case is asked."""
    return str((context(case) or {}).get("carrier", "json"))


def octets(case: Case) -> bytes:
    return Path(ROOT / case["bytes"]["file"]).read_bytes()


def test_there_are_vectors_of_every_verdict_carrier_and_extension() -> None:
    assert {case["verdict"] for case in vectors().values()} == {"accept", "reject", "either"}
    asked = {(carrier(case), *(context(case) or {}).get("extensions", ())) for case in vectors().values()}
    extensions: list[tuple[str, ...]] = [(), ("maskedarray",), ("object",), ("unique_set",)]
    assert asked >= {(carrier, *extension) for carrier in ("json", "msgpack") for extension in extensions}


def test_there_are_vectors_of_every_policy() -> None:
    assert {case["policy"] for case, _ in outcomes()} == POLICIES.keys()


def test_what_is_unjudged_exists() -> None:
    assert UNJUDGED.keys() <= vectors().keys()


# --- the case as a record -------------------------------------------------------------------------


@each("case", cases(has_bytes))
def test_file_has_the_recorded_size_and_hash(case: Case) -> None:
    data = octets(case)
    assert (len(data), hashlib.sha256(data).hexdigest()) == (case["bytes"]["size"], case["bytes"]["sha256"])


@each("case", cases(lambda case: case.get("base") is not None))
def test_a_base_is_accepted_and_differs(case: Case) -> None:
    base = vectors()[case["base"]]
    assert base["verdict"] == "accept"
    assert carrier(base) == carrier(case)
    assert decode(octets(base), context(base)) == base["value"]
    told_apart = ("context", "edit") if has_bytes(case) else ("context", "value")
    assert [case.get(key) for key in told_apart] != [base.get(key, []) for key in told_apart]


def test_levels_follow_from_the_origins_of_the_requirements() -> None:
    level = sciserialize_spec.level
    assert [case["id"] for case in vectors().values() if case["level"] != level(case["requirements"])] == []


def test_refusals_rest_on_a_requirement_of_their_class() -> None:
    due = sciserialize_spec.requirements_of_classes()
    refusals = [case for case in vectors().values() if case["verdict"] == "reject"]
    assert [
        case["id"] for case in refusals if not any(due[code] & {*case["requirements"]} for code in case["code"])
    ] == []


# --- the layout -----------------------------------------------------------------------------------


def layout(case: Case) -> Iterator[tuple[int, int, str, str]]:
    """Yield offset, size, name and hexadecimal octets of each line."""
    for line in case["layout"].splitlines():
        offset, size, name, shown = line.split(" ")[:4]
        yield int(offset), int(size), name, shown


@each("case", cases(has_bytes))
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
        assert decode(octets(case), context(case), policies) == expected["value"]


@each(("case", "choice"), outcome_params("transcode"))
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


@each(("case", "choice"), outcome_params("encode"))
def test_a_policy_leads_to_what_is_written(case: Case, choice: str) -> None:
    expected, policies = case["outcomes"][choice], {case["policy"]: choice}
    if "code" in expected:
        expect_unwritable(case, expected["code"], policies)
    else:
        written = encode(case["value"], context(case), policies)
        assert decode(written, context(case), reading(case, choice)) == any_nan(expected["value"])
