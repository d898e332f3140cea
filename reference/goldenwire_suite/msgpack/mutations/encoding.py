"""Mutations of an encoder's refusals."""

from collections.abc import Callable
from typing import Any

from goldenwire_suite.msgpack.mutations.builders import mutation
from goldenwire_suite.mutations import Mutation, Replaced


def _with_offset(original: Callable[..., Any], *words: str) -> Any:
    error = original(*words)
    error.offset = 0
    return error


MUTATIONS: tuple[Mutation, ...] = (
    mutation("refusals-of-values-with-offset", "ENC-03", "its encoder's refusals have an offset",
        Replaced("encode.refusal", _with_offset)),
)
