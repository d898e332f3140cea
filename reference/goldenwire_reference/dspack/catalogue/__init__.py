"""The cases that the DataSetPack vectors are forged from, a module a subject; a base comes before its offspring."""

from collections.abc import Iterator

from goldenwire_reference.cases import Feature
from goldenwire_reference.dspack.catalogue import (
    files,
    flags,
    framing_errors,
    lists,
    meta_errors,
    metas,
    policies,
    refusals,
    row_errors,
    rows,
    schema_errors,
    schemas,
    strings,
    types,
)

_ACCEPTED = (schemas, types, flags, strings, lists, rows, files, metas)
_REFUSED = (schema_errors, framing_errors, meta_errors, row_errors, refusals, policies)


def catalogue() -> Iterator[Feature]:
    """Every feature, in an order in which each case's base comes before it."""
    for module in _ACCEPTED:
        yield from module.features()
    for module in _REFUSED:
        yield from module.rejects()
