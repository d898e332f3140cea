"""Mutations of DAPHNE's requirements, one module per section of the specification."""

from goldenwire_suite.daphne.mutations import (
    blocks,
    body,
    canonical,
    conversion,
    coo,
    csr,
    dense,
    encoding,
    frames,
    general,
    header,
    labels,
    partition,
    requests,
    scope,
    value_types,
    widths,
)
from goldenwire_suite.mutations import Mutation


def mutations() -> tuple[Mutation, ...]:
    """Return all mutations in the order of the text; each is caught by a case."""
    return (
        *general.TABLE,
        *header.TABLE,
        *widths.TABLE,
        *value_types.TABLE,
        *frames.TABLE,
        *labels.TABLE,
        *body.TABLE,
        *partition.TABLE,
        *blocks.TABLE,
        *conversion.TABLE,
        *dense.TABLE,
        *csr.TABLE,
        *coo.TABLE,
        *encoding.TABLE,
        *requests.TABLE,
        *canonical.TABLE,
        *scope.TABLE,
    )
