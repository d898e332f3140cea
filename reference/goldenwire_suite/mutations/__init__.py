"""Mutations: mistakes that a hurried implementer makes with a requirement, as runnable changes of the reference.

A vector that should catch a mistake is only useful if the mistake changes its outcome. So the build applies each change
to the reference, and runs it on the cases that should catch it.
"""

from goldenwire_suite.mutations.apply import mutated, run_through, touched
from goldenwire_suite.mutations.changes import (
    Change,
    Constant,
    Disabled,
    Edit,
    Entry,
    Mutation,
    MutationError,
    Replaced,
    Rewrite,
    after,
    before,
    check_names,
    collected,
    given,
    mutation,
    of_format,
    returned,
)

__all__ = [
    "Change", "Constant", "Disabled", "Edit", "Entry", "Mutation", "MutationError", "Replaced", "Rewrite", "after",
    "before", "check_names", "collected", "given", "mutated", "mutation", "of_format", "returned", "run_through",
    "touched",
]  # fmt: skip
