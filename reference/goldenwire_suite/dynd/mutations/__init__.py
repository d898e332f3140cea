"""Mutations of the requirements of the DyND serialization, one module per group of requirements."""

from collections.abc import Sequence

from goldenwire_suite.dynd.mutations import (
    arrays,
    cbor,
    dimensions,
    encoders,
    further,
    general,
    limits,
    numbers,
    options,
    prefixes,
    storage,
    text,
    types,
)
from goldenwire_suite.mutations import Mutation

_MODULES = (
    general, numbers, prefixes, text, types, dimensions, options, arrays, limits, encoders, storage, cbor, further,
)  # fmt: skip


def mutations() -> Sequence[Mutation]:
    """Return all mutations."""
    return [wrong for module in _MODULES for wrong in module.MUTATIONS]
