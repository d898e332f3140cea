"""Mutations of DAPHNE's requirements, one module per section of the specification."""

from goldenwire_suite.mutations import Mutation, collected

_MODULES = (
    "general", "header", "widths", "value_types", "frames", "labels", "body", "partition", "blocks", "conversion",
    "dense", "csr", "coo", "encoding", "requests", "canonical", "scope",
)  # fmt: skip


def mutations() -> tuple[Mutation, ...]:
    """Return all mutations, in the order of the modules."""
    return collected(__name__, _MODULES)
