"""Mutations of the requirements of the DyND serialization, one module per group of requirements."""

from goldenwire_suite.mutations import Mutation, collected

_MODULES = (
    "general", "numbers", "prefixes", "text", "types", "dimensions", "options", "arrays", "limits", "encoders",
    "storage", "cbor", "further",
)  # fmt: skip


def mutations() -> tuple[Mutation, ...]:
    """Return all mutations, in the order of the modules."""
    return collected(__name__, _MODULES)
