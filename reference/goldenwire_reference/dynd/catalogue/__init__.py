"""The cases that the DyND vectors are forged from, a module a subject; accepted ones come before what is made of them."""

from collections.abc import Iterator

from goldenwire_reference.cases import Feature


def catalogue() -> Iterator[Feature]:
    yield from ()
