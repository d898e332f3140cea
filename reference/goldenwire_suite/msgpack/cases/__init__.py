"""The cases from which the MessagePack vectors are built, one module per subject. A base precedes its cases."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldenwire_suite.cases import Feature

# In this order the base of each case precedes it.
_MODULES = (
    "scalars",
    "integers",
    "floats",
    "strings",
    "binary",
    "containers",
    "keys",
    "extensions",
    "timestamps",
    "every",
    "ends",
    "claims",
    "utf8",
    "repeated",
    "depth",
    "refusals",
    "order",
)


def catalogue() -> "Iterator[Feature]":
    """Yield every feature."""
    for name in _MODULES:
        yield from import_module(f"{__name__}.{name}").features()
