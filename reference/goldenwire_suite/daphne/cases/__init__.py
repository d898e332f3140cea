"""The cases from which the DAPHNE vectors are built, one module per subject. A base precedes the cases made from it."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldenwire_suite.cases import Feature

_ACCEPTED = (
    "nocells", "dense", "csr", "coo", "conversion", "tiling", "frames", "floats", "plans", "header", "widths", "later",
    "bad_plans",
)  # fmt: skip
_REFUSED = (
    "basics", "dense", "csr", "coo", "conversion", "partition", "frames", "nocells", "hostile", "truncation", "widths",
    "later", "plans", "bad_plans", "requests", "dialect", "policies", "order",
)  # fmt: skip


def catalogue() -> "Iterator[Feature]":
    """Yield every feature, ordered so that the base of each case precedes it."""
    features: list[Feature] = []
    for names, part in ((_ACCEPTED, "features"), (_REFUSED, "rejects")):
        for name in names:
            features += getattr(import_module(f"{__name__}.{name}"), part)()
    yield from features
    yield from import_module(f"{__name__}.pairs").features(features)
