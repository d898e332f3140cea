"""Mutations of MessagePack's requirements, one module per group of requirements."""

from goldenwire_suite.mutations import Mutation, collected

_MODULES = ("inputs", "integers", "floats", "text", "containers", "keys", "extensions", "timestamps", "encoding")


def mutations() -> tuple[Mutation, ...]:
    """Return all mutations, in the order of the modules."""
    return collected(__name__, _MODULES)
