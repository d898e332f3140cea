"""The cases from which the DAPHNE vectors are built, one module per subject. A base precedes the cases made from it."""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goldenwire_suite.cases import Case, Feature

_ACCEPTED = (
    "nocells", "dense", "csr", "coo", "conversion", "tiling", "frames", "floats", "plans", "header", "widths", "later",
    "bad_plans", "successive", "rare",
)  # fmt: skip
_REFUSED = (
    "basics", "dense", "csr", "coo", "conversion", "partition", "frames", "nocells", "hostile", "truncation", "widths",
    "later", "plans", "bad_plans", "requests", "dialect", "policies", "order", "successive", "rare",
)  # fmt: skip


def catalogue() -> "Iterator[Feature]":
    """Yield every feature, ordered so that the base of each case precedes it."""
    features: list[Feature] = []
    for names, part in ((_ACCEPTED, "features"), (_REFUSED, "rejects")):
        for name in names:
            features += getattr(import_module(f"{__name__}.{name}"), part)()
    planned: dict[str, Any] = {}  # by id of an accepted case, its value and plan
    for feature in features:
        cases = [_with_needs(f"daphne/{feature.name}", case, planned) for case in feature.cases]
        yield replace(feature, cases=cases)
    yield from import_module(f"{__name__}.pairs").features(features)


def _with_needs(feature: str, case: "Case", planned: dict[str, Any]) -> "Case":
    """Return the case with the feature `many-blocks` if its request has a plan of several blocks (LIM-04)."""
    from goldenwire_suite.cases import Accept, Refusal, apply_changes

    if isinstance(case, Accept):
        planned[f"{feature}/{case.name}"] = {"value": case.value, **({} if case.plan is None else {"plan": case.plan})}
    if not isinstance(case, Refusal):
        return case
    plan = apply_changes(planned[case.base], case.edits)[0].get("plan")
    is_in_several = isinstance(plan, list) and len(plan) > 1
    return replace(case, needs=sorted({*case.needs, "many-blocks"})) if is_in_several else case
