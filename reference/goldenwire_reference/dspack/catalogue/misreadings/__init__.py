"""Mistakes that a person in a hurry makes with DataSetPack, each a change of the reference: a module a part of "
"spec.md."""

from goldenwire_reference.dspack.catalogue.misreadings import (
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
from goldenwire_reference.misreadings import Misreading

_MODULES = (
    framing, meta_content, meta_writing, meta_reading, schema, descriptions, flags, types, kinds, strings, lists, rows,
    interface, encoding, decoding, widely,
)  # fmt: skip


def misreadings() -> tuple[Misreading, ...]:
    """All of them."""
    return tuple(wrong for module in _MODULES for wrong in module.MISREADINGS)
