"""The cases that the DyND vectors are forged from, a module a subject: a case's base comes before it."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldenwire_reference.cases import Feature

# In this order, each case's base comes before it.
_MODULES = (
    "numbers", "floats", "varints", "text", "typestrings", "dimensions", "records", "arrays", "options", "tags",
    "limits", "sizes", "identity", "ends", "destinations", "storage", "cbor", "profile_limits", "products", "rooms",
    "wide", "places", "utf8", "kinds", "order",
)  # fmt: skip


def catalogue() -> "Iterator[Feature]":
    """Every feature."""
    for name in _MODULES:
        yield from import_module(f"{__name__}.{name}").features()
