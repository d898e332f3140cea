"""Every check of a reference decoder matters: with it switched off, what the reference makes of some vector changes."""

from collections import defaultdict
from functools import cache
from typing import Any

import pytest

from goldenwire_reference import requirements
from goldenwire_reference.cases import Case, Refusal, Reject
from goldenwire_reference.errors import DecodeError
from goldenwire_reference.forging import Forger
from goldenwire_reference.formats import FORMATS, Format, load

# Checks whose breach is always a breach of another one too, or that cannot be breached at two places of a boundary.
ONE_IS_ENOUGH = {
    "daphne": {
        "header.version": "a set of one value has no boundary that a further case could sit on",
        "object.huge": "a policy; it decides either cases, not rejects",
        "frame.label.duplicate": "a policy; it decides either cases, not rejects",
    },
}


def observed(fmt: Format, data: bytes, context: Any, off: dict[str, Any]) -> object:
    try:
        return repr(fmt.read(data, context, off, None))
    except DecodeError as error:
        return error.code, error.offset


@cache
def forged(name: str) -> tuple[Forger, dict[str, tuple[Case, dict[str, Any], bytes | None]]]:
    """What the catalogue of a format comes to: each case with its record and bytes, by its id."""
    forger = Forger(load(name))
    found = {}
    for feature in load(name).catalogue():
        for case in feature.cases:
            id_ = f"{name}/{feature.name}/{case.name}"
            found[id_] = (case, *forger.forge(id_, case))
    assert found
    return forger, found


@cache
def inputs(name: str) -> tuple[tuple[str, bytes, Any, dict[str, Any]], ...]:
    """Every byte string of the catalogue with its context and the substitutes that its case names."""
    return tuple(
        (id_, data, case.context, dict(case.checks) if isinstance(case, Reject) else {})
        for id_, (case, _, data) in forged(name)[1].items()
        if data is not None
    )


@cache
def changed_by(name: str) -> dict[str, list[str]]:
    """For each check, the cases whose outcome changes without it."""
    fmt = load(name)
    off = fmt.off()
    usual = {case: observed(fmt, data, context, off) for case, data, context, _ in inputs(name)}
    changed: dict[str, list[str]] = defaultdict(list)
    for case, data, context, substitutes in inputs(name):
        for check, substitute in substitutes.items():
            if observed(fmt, data, context, off | {check: substitute}) != usual[case]:
                changed[check].append(case)
    for check in {check for policy in fmt.policies.values() for checks in policy.checks.values() for check in checks}:
        other = {key: off[key] for key in off if key != check} if check in off else off | {check: None}
        changed[check] += [
            case for case, data, context, _ in inputs(name) if observed(fmt, data, context, other) != usual[case]
        ]
    return changed


def checks() -> list[tuple[str, str]]:
    return [(name, check) for name in FORMATS for check in load(name).checks if not check.startswith("truncated")]


@pytest.mark.parametrize(("name", "check"), checks(), ids=lambda value: value)
def test_a_check_changes_at_least_two_vectors(name: str, check: str) -> None:
    cases = sorted(set(changed_by(name)[check]))
    wanted = 1 if check in ONE_IS_ENOUGH.get(name, {}) else 2
    assert len(cases) >= wanted, f"{check} matters only to {cases}"


@pytest.mark.parametrize("name", FORMATS)
def test_a_refused_value_has_a_twin_that_is_encoded(name: str) -> None:
    forger, cases = forged(name)
    twins = {id_: forger.accepted[case.base][0] for id_, (case, _, _) in cases.items() if isinstance(case, Refusal)}
    assert twins
    assert [id_ for id_, twin in twins.items() if twin.data is not None] == []


@pytest.mark.parametrize("name", FORMATS)
def test_a_requirement_has_a_vector_or_a_reason_why_not(name: str) -> None:
    targeted = {requirement for _, record, _ in forged(name)[1].values() for requirement in record["requirements"]}
    assert requirements.load(name).keys() - targeted == load(name).without_vector.keys()
