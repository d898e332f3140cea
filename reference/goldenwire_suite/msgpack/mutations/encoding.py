"""Mutations of an encoder's refusals."""

from goldenwire_suite.msgpack.mutations.builders import mutation
from goldenwire_suite.mutations import Mutation, Rewrite

MUTATIONS: tuple[Mutation, ...] = (
    mutation(
        "refusals-of-values-with-offset",
        "ENC-03",
        "its encoder's refusals have an offset",
        Rewrite("encode.refusal", "return EncodeError(", "error = EncodeError("),
        Rewrite(
            "encode.refusal",
            'f"MSGPACK-{requirement}", message)',
            'f"MSGPACK-{requirement}", message)\n    error.offset = 0\n    return error',
        ),
    ),
)
