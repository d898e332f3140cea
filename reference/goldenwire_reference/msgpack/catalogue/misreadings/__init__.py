"""Mutations of MessagePack's requirements, one module per group of requirements."""

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
    """Return all mutations."""
    return [wrong for module in _MODULES for wrong in module.MISREADINGS]
