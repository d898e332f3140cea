"""Mutations of SciSerialize's requirements, one module per group of requirements."""

from collections.abc import Sequence

from goldenwire_suite.mutations import Mutation
from goldenwire_suite.sciserialize.mutations import (
    arrays,
    crosses,
    dtypes,
    frames,
    further,
    general,
    json_grammar,
    json_reading,
    json_writing,
    msgpack_reading,
    packing,
    tags,
    times,
    utf8,
)

_MODULES = (
    general,
    json_grammar,
    json_reading,
    json_writing,
    msgpack_reading,
    packing,
    tags,
    times,
    dtypes,
    arrays,
    frames,
    utf8,
    crosses,
    further,
)


def mutations() -> Sequence[Mutation]:
    """Return all mutations."""
    return [wrong for module in _MODULES for wrong in module.MUTATIONS]
