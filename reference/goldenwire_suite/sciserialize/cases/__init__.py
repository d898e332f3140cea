"""The cases from which the SciSerialize vectors are built, one module per subject. A base precedes its cases."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldenwire_suite.cases import Feature

# In this order the base of each case precedes it.
_MODULES = (
    "draft", "scalars", "containers", "json_forms", "msgpack_forms", "times", "arrays", "frames", "sets", "extensions",
    "json_rejects", "msgpack_rejects", "utf8", "tags", "policies", "refusals",
    "crosses", "repeats", "far", "order",
)  # fmt: skip


def catalogue() -> "Iterator[Feature]":
    """Yield every feature."""
    features: list[Feature] = []
    for name in _MODULES:
        features += import_module(f"{__name__}.{name}").features()
    yield from features
    yield from import_module(f"{__name__}.pairs").features(features)
