"""Every check of a reference decoder matters: with it switched off, what the reference makes of some vector changes."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from goldenwire_reference import requirements
from goldenwire_reference.cases import Accept, Either, Refusal, Reject
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
def inputs(name: str) -> tuple[tuple[str, bytes, Any, dict[str, Any]], ...]:
    """Every byte string of the catalogue with its context and the substitutes that its case names."""
    forger = Forger(load(name))
    found = []
    for feature in load(name).catalogue():
        for case in feature.cases:
            _, data = forger.forge(f"{name}/{feature.name}/{case.name}", case)
            if data is None:
                continue
            assert isinstance(case, Accept | Either | Reject)
            substitutes = dict(case.checks) if isinstance(case, Reject) else {}
            found.append((f"{feature.name}/{case.name}", data, case.context, substitutes))
    assert found
    return tuple(found)


@cache
def changed_by(name: str) -> dict[str, list[str]]:
    """For each check, the cases whose outcome changes without it."""
    fmt = load(name)
    usual = fmt.off()
    changed: dict[str, list[str]] = defaultdict(list)
    for case, data, context, substitutes in inputs(name):
        before = observed(fmt, data, context, usual)
        for check, substitute in substitutes.items():
            if observed(fmt, data, context, usual | {check: substitute}) != before:
                changed[check].append(case)
    for policy in fmt.policies.values():
        for checks in policy.checks.values():
            for check in checks:
                off = (
                    {key: value for key, value in usual.items() if key != check}
                    if check in usual
                    else usual | {check: None}
                )
                changed[check] += [
                    case for case, data, context, _ in inputs(name)
                    if observed(fmt, data, context, off) != observed(fmt, data, context, usual)
                ]  # fmt: skip
    return changed


def checks() -> list[tuple[str, str]]:
    return [(name, check) for name in FORMATS for check in load(name).checks if not check.startswith("truncated")]


@pytest.mark.parametrize(("name", "check"), checks(), ids=lambda value: value)
def test_a_check_changes_at_least_two_vectors(name: str, check: str) -> None:
    cases = sorted(set(changed_by(name)[check]))
    wanted = 1 if check in ONE_IS_ENOUGH.get(name, {}) else 2
    assert len(cases) >= wanted, f"{check} matters only to {cases}"


def refusals() -> list[Any]:
    return [
        pytest.param(name, case, id=f"{name}/{feature.name}/{case.name}")
        for name in FORMATS
        for feature in load(name).catalogue()
        for case in feature.cases
        if isinstance(case, Refusal)
    ]


@cache
def accepted(name: str) -> Mapping[str, tuple[Accept, bytes]]:
    """The accepted cases of a format by id, each with its bytes."""
    forger = Forger(load(name))
    for feature in load(name).catalogue():
        for case in feature.cases:
            if isinstance(case, Accept):
                forger.forge(f"{name}/{feature.name}/{case.name}", case)
    return forger.accepted


@pytest.mark.parametrize(("name", "case"), refusals())
def test_a_refused_value_has_a_twin_that_is_encoded(name: str, case: Refusal) -> None:
    assert case.base is not None
    assert accepted(name)[case.base][0].data is None, "the twin is encoded, not only decoded"


def requirement_ids() -> list[tuple[str, str]]:
    return [(name, requirement) for name in FORMATS for requirement in requirements.load(name)]


@cache
def targeted(name: str) -> frozenset[str]:
    forger = Forger(load(name))
    return frozenset(
        requirement
        for feature in load(name).catalogue()
        for case in feature.cases
        for requirement in forger.forge(f"{name}/{feature.name}/{case.name}", case)[0]["requirements"]
    )


@pytest.mark.parametrize(("name", "requirement"), requirement_ids(), ids=lambda value: value)
def test_a_requirement_has_a_vector_or_a_reason_why_not(name: str, requirement: str) -> None:
    reason = load(name).without_vector.get(requirement, "")
    assert (requirement in targeted(name)) != bool(reason), reason or "neither vector nor reason"
