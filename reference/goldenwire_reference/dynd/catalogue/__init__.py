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
    kinds,
    limits,
    numbers,
    options,
    order,
    places,
    products,
    profile_limits,
    records,
    rooms,
    sizes,
    storage,
    tags,
    text,
    typestrings,
    utf8,
    varints,
    wide,
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
    profile_limits,
    products,
    rooms,
    wide,
    places,
    utf8,
    kinds,
    order,
)


def catalogue() -> Iterator[Feature]:
    """Every feature."""
    for module in _MODULES:
        yield from module.features()
