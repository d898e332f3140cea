"""Mutations of DataSetPack's requirements, one module per part of spec.md."""

from goldenwire_suite.mutations import Mutation, collected

_MODULES = (
    "framing", "meta_content", "meta_writing", "meta_reading", "schema", "descriptions", "flags", "types",
    "kinds", "strings", "lists", "rows", "interface", "encoding", "decoding", "widely",
)  # fmt: skip


def mutations() -> tuple[Mutation, ...]:
    """Return all mutations, in the order of the modules."""
    return collected(__name__, _MODULES)
