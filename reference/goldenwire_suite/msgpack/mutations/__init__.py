"""Mutations of MessagePack's requirements, one module per group of requirements."""

from collections.abc import Sequence

from goldenwire_suite.msgpack.mutations import (
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
from goldenwire_suite.mutations import Mutation

_MODULES = (inputs, integers, floats, text, containers, keys, extensions, timestamps, encoding)


def mutations() -> Sequence[Mutation]:
    """Return all mutations."""
    return [wrong for module in _MODULES for wrong in module.MUTATIONS]
