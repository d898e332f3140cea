"""Name the requirements of the underlying format that a case rests on."""

from collections.abc import Iterable

import msgspec

from goldenwire.corpus.vector import ABSENT, LoadedVector, UnderlyingFormat
from goldenwire.judge.question import Question
from goldenwire.judge.reasons import Because, NotInNotation, OffsetNotAllowed, ViolatesProtocol, WrongClass, WrongOffset

# Reasons for which no library of the underlying format can be the cause.
OF_CODEC = (WrongClass, WrongOffset, OffsetNotAllowed, NotInNotation, ViolatesProtocol)


def may_be_of_library(question: Question, reasons: Iterable[Because]) -> bool:
    """Return whether a library of the underlying format can be the cause of a failure.

    It is not the cause of wrong error classes and offsets, nor of what an encoder makes of a value without encoding.
    """
    refuses_value = question.operation == "encode" and question.vector.verdict == "reject"
    return not refuses_value and not any(isinstance(reason, OF_CODEC) for reason in reasons)


def carried(vector: LoadedVector, carrier: UnderlyingFormat | None) -> str:
    """Return a sentence on a possible cause of a failure; empty if the case does not rest on the underlying format."""
    if carrier is None or not _calls_for(vector, carrier):
        return ""
    rests = {id: carrier.rests[id] for id in vector.requirements if id in carrier.rests}
    if not rests:
        return ""
    related = list(dict.fromkeys(id for ids in rests.values() for id in ids))
    verb = "rests" if len(rests) == 1 else "rest"
    return (
        f"{', '.join(rests)} {verb} on {', '.join(related)}; "
        f"goldenwire check {carrier.format} tells what a library does there"
    )


def _calls_for(vector: LoadedVector, carrier: UnderlyingFormat) -> bool:
    """Return whether the request's context calls for this underlying format."""
    context = msgspec.json.decode(vector.context) if vector.context != ABSENT else {}
    return isinstance(context, dict) and all(context.get(member) == word for member, word in carrier.context.items())
