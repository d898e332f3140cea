"""The cases that the SciSerialize vectors are forged from, a module a subject; a base comes before its offspring."""

from collections.abc import Iterator

from goldenwire_reference.cases import Feature


def catalogue() -> Iterator[Feature]:
    """Every feature, in an order in which each case's base comes before it."""
    yield from ()
