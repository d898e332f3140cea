"""The cases that the DAPHNE vectors are forged from, a module a subject; accepted cases come before what is made of them."""

from collections.abc import Iterator

from goldenwire_reference.cases import Feature
from goldenwire_reference.daphne.catalogue import (
    conversion,
    dense,
    dialect,
    frames,
    header,
    hostile,
    nocells,
    partition,
    policies,
    sparse,
)

_ACCEPTED = (nocells, dense, sparse, conversion, partition, frames, hostile)
_REFUSED = (dense, sparse, conversion, partition, frames, nocells, hostile, dialect, policies)


def catalogue() -> Iterator[Feature]:
    """Every feature, in an order in which each case's base comes before it."""
    for module in _ACCEPTED:
        yield from module.features()
    yield from header.features()
    for module in _REFUSED:
        yield from module.rejects()
