"""Every check of a reference decoder matters: disabling it changes the reference's result for some vector."""

import json
from collections import defaultdict
from functools import cache
from itertools import islice
from typing import Any

import pytest

from goldenwire_reference import requirements
from goldenwire_reference.errors import DecodeError
from goldenwire_reference.formats import FORMATS, Format, load
from goldenwire_suite.cases import Accept, Case, Decline, Either, Refusal, Reject
from goldenwire_suite.suite import suite_of
from kit.each import each
from kit.golden import VECTORS, cases_of, large

# Checks whose breach always breaches another one too, or that cannot be breached at two places of a boundary.
ONE_IS_ENOUGH = {
    "daphne": {
        "header.version": "a set of one value has no boundary that a further case could sit on",
        "object.huge": "a policy; it decides either cases, not rejects",
        "frame.label.duplicate": "a policy; it decides either cases, not rejects",
    },
}


OF_LARGE_CASES = {"elements"}


def observed(fmt: Format, data: bytes, context: Any, off: dict[str, Any]) -> object:
    try:
        return repr(fmt.codec.read(data, context, off, None))
    except DecodeError as error:
        return error.code, error.offset


@cache
def catalogue(name: str) -> dict[str, Case]:
    """Return the cases of a format by their ids."""
    features = suite_of(load(name)).cases()
    found = {f"{name}/{feature.name}/{case.name}": case for feature in features for case in feature.cases}
    assert found.keys() == cases_of(name).keys()
    return found


@cache
def inputs(name: str, *, of_large_cases: bool) -> tuple[tuple[str, bytes, Any, dict[str, Any]], ...]:
    """Return the byte strings of the vectors that are read, with their contexts and the substitutes of their cases."""
    return tuple(
        (id_, path.read_bytes(), case.context, dict(case.checks) if isinstance(case, Reject) else {})
        for id_, case in catalogue(name).items()
        if (id_ in large(name)) == of_large_cases
        and (path := VECTORS / f"{id_}.bin").exists()
        and not isinstance(case, Decline)
    )


@cache
def changed_by(name: str, *, of_large_cases: bool = False) -> dict[str, list[str]]:
    """Return for each check the cases whose outcome changes without it: all that name it, and two of a policy's."""
    fmt, given = load(name), inputs(name, of_large_cases=of_large_cases)
    off = fmt.off()
    usual = cache(lambda data, context: observed(fmt, data, json.loads(context), off))

    def changes(data: bytes, context: Any, other: dict[str, Any]) -> bool:
        return observed(fmt, data, context, other) != usual(data, json.dumps(context))

    changed: dict[str, list[str]] = defaultdict(list)
    for case, data, context, substitutes in given:
        for check, substitute in substitutes.items():
            if changes(data, context, off | {check: substitute}):
                changed[check].append(case)
    likely = sorted(given, key=lambda one: not isinstance(catalogue(name)[one[0]], Either))
    for check in {
        check for policy in fmt.declaration.policies.values() for checks in policy.checks.values() for check in checks
    }:
        other = {key: off[key] for key in off if key != check} if check in off else off | {check: None}
        changed[check] += islice((case for case, data, context, _ in likely if changes(data, context, other)), 2)
    return changed


def checks() -> list[Any]:
    """Return the checks of every format; those that only a million elements can breach are long."""
    return [
        pytest.param(name, check, marks=[pytest.mark.slow] * (check in OF_LARGE_CASES))
        for name in FORMATS
        for check in load(name).codec.checks
        if not check.startswith("truncated")
    ]


@pytest.mark.slow
@each(("name", "check"), checks(), groups=FORMATS)
def test_a_check_changes_at_least_two_vectors(name: str, check: str) -> None:
    cases = set(changed_by(name)[check])
    if check in OF_LARGE_CASES:
        cases |= set(changed_by(name, of_large_cases=True)[check])
    wanted = 1 if check in ONE_IS_ENOUGH.get(name, {}) else 2
    assert len(cases) >= wanted, f"{check} matters only to {sorted(cases)}"


@pytest.mark.parametrize("name", FORMATS)
def test_a_refused_value_has_a_twin_that_is_encoded(name: str) -> None:
    cases = catalogue(name)
    twins = {id_: cases[case.base] for id_, case in cases.items() if isinstance(case, Refusal)}
    assert twins
    assert [id_ for id_, twin in twins.items() if not isinstance(twin, Accept) or twin.data is not None] == []


@pytest.mark.parametrize("name", FORMATS)
def test_a_requirement_has_a_vector_or_a_reason_why_not(name: str) -> None:
    targeted = {requirement for record in cases_of(name).values() for requirement in record["requirements"]}
    assert requirements.load(name).keys() - targeted == suite_of(load(name)).without_vector.keys()
