"""The cases that the SciSerialize vectors are forged from, a module a subject; a base comes before its offspring."""

from collections.abc import Iterator

from goldenwire_reference.cases import Feature
from goldenwire_reference.sciserialize.catalogue import (
    arrays,
    containers,
    draft,
    extensions,
    frames,
    json_forms,
    json_rejects,
    msgpack_forms,
    msgpack_rejects,
    policies,
    refusals,
    scalars,
    tags,
    times,
)

# In this order, each case's base comes before it.
_MODULES = (
    draft,
    scalars,
    containers,
    json_forms,
    msgpack_forms,
    times,
    arrays,
    frames,
    extensions,
    json_rejects,
    msgpack_rejects,
    tags,
    policies,
    refusals,
)


def catalogue() -> Iterator[Feature]:
    """Every feature."""
    for module in _MODULES:
        yield from module.features()
