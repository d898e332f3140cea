"""The cases from which the DyND vectors are built, one module per subject. A base precedes the cases made from it."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldenwire_suite.cases import Feature

# In this order the base of each case precedes it.
_MODULES = (
    "numbers", "floats", "varints", "text", "typestrings", "dimensions", "records", "arrays", "options", "tags",
    "limits", "sizes", "identity", "ends", "destinations", "storage", "cbor", "profiles", "profile_limits", "products",
    "rooms", "wide", "inside", "runs", "places", "utf8", "kinds", "order", "again", "lookalikes",
)  # fmt: skip


def catalogue() -> "Iterator[Feature]":
    """Yield every feature."""
    features: list[Feature] = []
    for name in _MODULES:
        features += import_module(f"{__name__}.{name}").features()
    yield from features
    yield from import_module(f"{__name__}.pairs").features(features)
