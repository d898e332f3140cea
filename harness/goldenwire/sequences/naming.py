"""Names of questions in sequences: operation and case, or the request itself if it is of no case.

Examples of properties are in no file, so a sequence has their requests, as the codec reads them.
"""

from collections.abc import Callable

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire.errors import UserError
from goldenwire.judge import Question
from goldenwire.protocol import (
    Call,
    DecodeCall,
    EncodeCall,
    Garbled,
    HelloCall,
    Operation,
    TranscodeCall,
    read_call,
    unhex,
)
from goldenwire.results.scope import kind

OPERATION_OF: dict[type[Call], Operation] = {
    DecodeCall: "decode",
    EncodeCall: "encode",
    TranscodeCall: "transcode",
}
EXAMPLE = "property/example"  # the feature of questions that are named by their requests

# Returns the vector of an id. Raises UserError.
Find = Callable[[str], LoadedVector]
# Returns the question of an operation on a vector; None if the codec is not asked so.
Build = Callable[[LoadedVector, str], Question | None]


def named(question: Question) -> str:
    """Return a question in words, operation and case, or its request if its case is in no file, as --after takes it."""
    if kind(question.vector.feature) == "vectors":
        return f"{question.operation} {question.vector.id}"
    return question.request().line(1).decode().rstrip()


def question_of(words: str, find: Find, build: Build) -> Question | None:
    """Return the question that the words name; None if the codec is not asked so. Raises UserError."""
    if words.startswith("{"):
        return _read_request(words)
    operation, _, case = words.partition(" ")
    if case.count("/") != 2:
        raise UserError("expected an operation and a case, such as 'decode daphne/csr/uint8', or a request")
    return build(find(case), operation)


def _read_request(text: str) -> Question:
    """Return the question whose request this is; it has no verdict. Raises UserError."""
    try:
        call = read_call(text.encode())
        if isinstance(call, HelloCall):
            raise UserError("a request to decode, encode or transcode is expected, not hello")
        data = None if isinstance(call, EncodeCall) else unhex(call.data)
    except Garbled as error:
        raise UserError(f"this is no request: {error}") from None
    has_plan = isinstance(call, EncodeCall) and call.plan is not None
    operation: Operation = OPERATION_OF[type(call)]
    return Question(
        LoadedVector(
            id=f"{EXAMPLE}/{call.format}",
            summary="",
            requirements=(),
            level="draft",
            verdict="accept",
            operations=(operation,),
            context=_raw(call.context),
            value=_raw(call.value) if isinstance(call, EncodeCall) else ABSENT,
            plan=_raw(call.plan) if isinstance(call, EncodeCall) else ABSENT,
            data=data,
            format=call.format,
            feature=EXAMPLE,
        ),
        operation,
        planned=has_plan,
    )


def _raw(member: object) -> Raw:
    return ABSENT if member is None else Raw(msgspec.json.encode(member))
