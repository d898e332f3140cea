"""The cases that the MessagePack vectors are forged from, a module a subject; a base comes before its offspring."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldenwire_reference.cases import Feature

# In this order, each case's base comes before it.
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
    """Every feature."""
    for name in _MODULES:
        yield from import_module(f"{__name__}.{name}").features()
