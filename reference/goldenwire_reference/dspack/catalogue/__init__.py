"""The cases that the DataSetPack vectors are forged from; a base comes before what is made of it."""

from collections.abc import Iterator

from goldenwire_reference.cases import Feature


def catalogue() -> Iterator[Feature]:
    """Every feature, in an order in which each case's base comes before it."""
    yield from ()
