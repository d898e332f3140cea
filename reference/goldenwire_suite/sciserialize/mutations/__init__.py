"""Mutations of SciSerialize's requirements, one module per group of requirements."""

from goldenwire_suite.mutations import Mutation, collected

_MODULES = (
    "general", "json_grammar", "json_reading", "json_writing", "msgpack_reading", "packing", "tags", "times",
    "dtypes", "arrays", "frames", "utf8", "crosses", "further",
)  # fmt: skip


def mutations() -> tuple[Mutation, ...]:
    """Return all mutations, in the order of the modules."""
    return collected(__name__, _MODULES)
