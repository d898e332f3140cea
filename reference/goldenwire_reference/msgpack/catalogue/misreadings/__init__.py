"""The mistakes that the vectors of MessagePack are to catch, a module a group of requirements."""

from collections.abc import Sequence

from goldenwire_reference.misreadings import Misreading
from goldenwire_reference.msgpack.catalogue.misreadings import (
    containers,
    encoding,
    extensions,
    floats,
    inputs,
    integers,
    keys,
    text,
    timestamps,
)

_MODULES = (inputs, integers, floats, text, containers, keys, extensions, timestamps, encoding)


def misreadings() -> Sequence[Misreading]:
    """Every misreading."""
    return [wrong for module in _MODULES for wrong in module.MISREADINGS]
