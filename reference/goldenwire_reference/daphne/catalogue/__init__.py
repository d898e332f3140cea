"""The cases that the DAPHNE vectors are forged from, a module a subject; a base comes before what is made of it."""

from collections.abc import Iterator

from goldenwire_reference.cases import Feature
from goldenwire_reference.daphne.catalogue import (
    bad_plans,
    basics,
    conversion,
    coo,
    csr,
    dense,
    dialect,
    floats,
    frames,
    header,
    hostile,
    later,
    nocells,
    order,
    partition,
    plans,
    policies,
    requests,
    tiling,
    truncation,
    widths,
)

_ACCEPTED = (nocells, dense, csr, coo, conversion, tiling, frames, floats, plans, header, widths, later, bad_plans)
_REFUSED = (
    basics,
    dense,
    csr,
    coo,
    conversion,
    partition,
    frames,
    nocells,
    hostile,
    truncation,
    widths,
    later,
    plans,
    bad_plans,
    requests,
    dialect,
    policies,
    order,
)


def catalogue() -> Iterator[Feature]:
    """Every feature, in an order in which each case's base comes before it."""
    for module in _ACCEPTED:
        yield from module.features()
    for module in _REFUSED:
        yield from module.rejects()
