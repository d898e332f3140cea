"""The cases that the DyND vectors are forged from, a module a subject: a case's base comes before it."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Feature
from goldenwire_reference.dynd.catalogue import (
    arrays,
    cbor,
    destinations,
    dimensions,
    ends,
    floats,
    identity,
    limits,
    numbers,
    options,
    records,
    sizes,
    storage,
    tags,
    text,
    typestrings,
    varints,
)

# In this order, each case's base comes before it.
_MODULES: Any = (
    numbers,
    floats,
    varints,
    text,
    typestrings,
    dimensions,
    records,
    arrays,
    options,
    tags,
    limits,
    sizes,
    identity,
    ends,
    destinations,
    storage,
    cbor,
)


def catalogue() -> Iterator[Feature]:
    """Every feature."""
    for module in _MODULES:
        yield from module.features()
