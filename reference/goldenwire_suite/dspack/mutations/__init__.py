"""Mutations of DataSetPack's requirements, one module per part of spec.md."""

from goldenwire_suite.dspack.mutations import (
    decoding,
    descriptions,
    encoding,
    flags,
    framing,
    interface,
    kinds,
    lists,
    meta_content,
    meta_reading,
    meta_writing,
    rows,
    schema,
    strings,
    types,
    widely,
)
from goldenwire_suite.mutations import Mutation

_MODULES = (
    framing, meta_content, meta_writing, meta_reading, schema, descriptions, flags, types, kinds, strings, lists, rows,
    interface, encoding, decoding, widely,
)


def mutations() -> tuple[Mutation, ...]:
    """Return all mutations."""
    return tuple(wrong for module in _MODULES for wrong in module.MUTATIONS)
