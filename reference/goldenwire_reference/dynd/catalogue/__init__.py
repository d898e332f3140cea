"""The cases that the DyND vectors are forged from, a module a subject: a case's base comes before it."""

from collections.abc import Iterator

from goldenwire_reference.cases import Feature
from goldenwire_reference.dynd.catalogue import composites, limits, numbers, options, profiles, text, typestrings, whole

_MODULES = (numbers, text, typestrings, composites, options, limits, whole, profiles)


def catalogue() -> Iterator[Feature]:
    """Every feature, in an order in which each case's base comes before it."""
    for module in _MODULES:
        yield from module.features()
