"""The reference decoder for the judge and the canaries: functions over the neutral notation.

This is the only module of the checking path that depends on the reference; it imports it for the first question.
"""

import re
import secrets
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from goldenwire import corpus, formats
from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import CANARY, LoadedVector
from goldenwire.display.ruler import Range, first_differing_byte, layout
from goldenwire.errors import UserError
from goldenwire.judge.question import CANONICAL, NOT_CANONICAL, Question, Terms
from goldenwire.protocol import Observation, Rejection

if TYPE_CHECKING:
    from goldenwire_reference.requirements import Requirement


BRIEF = 0.0005  # seconds that a thread may run while another waits


@cache
def _format(name: str) -> Any:
    from goldenwire_reference import formats

    return formats.load(name)


def preload(formats: Iterable[str]) -> None:
    """Import the reference in the background while the codec starts."""

    def load() -> None:
        usual = sys.getswitchinterval()
        sys.setswitchinterval(BRIEF)  # so that the codec does not wait
        with suppress(Exception):  # any user of it will see the error again
            for format in formats:
                _format(format)
        sys.setswitchinterval(usual)

    Thread(target=load).start()


def _opened(raw: Raw) -> Any:
    return msgspec.json.decode(raw) if bytes(raw) else None


def _closed(value: Any) -> Raw:
    return Raw(msgspec.json.encode(value))


READ = 1 << 23  # octets that are always read: 2^20 cells of 8 octets, the most that a format has to take
TIMES = 16  # limit for longer bytes: a multiple of the size of an encoding of the expected value


def decode(
    format: str,
    context: Raw,
    data: bytes,
    policies: Mapping[str, str],
    *,
    written: bool = False,
    instead_of: tuple[Raw, bytes] | None = None,
    canonical: bool = False,
) -> Raw | Rejection | None:
    """Return the value that the bytes encode, or why they are invalid; `policies` override the reference's choices.

    With `written` they are read as an encoder's output, whose integers may exceed those that a decoder accepts. With
    `instead_of`, a value and an encoding of it, bytes far longer than the value needs are not read: None. With
    `canonical`, bytes other than the canonical ones of their value are a rejection of the class NOT_CANONICAL.
    """
    from goldenwire_reference.errors import DecodeError

    if instead_of and is_far_longer(format, context, data, *instead_of):
        return None
    try:
        value = _format(format).decode(data, _opened(context), policies=policies or None, written=written)
    except DecodeError as error:
        return Rejection(error.code, error.offset, error.message)
    meant = _closed(value)
    if canonical and encode(format, context, meant) not in {data, None}:
        return Rejection(NOT_CANONICAL)
    return meant


def encode(format: str, context: Raw, value: Raw) -> bytes | None:
    """Return the canonical bytes of a value; None for one that can only be read."""
    from goldenwire_reference.errors import EncodeError, NotationError

    try:
        return bytes(_format(format).encode(_opened(value), _opened(context)))
    except (EncodeError, NotationError):
        return None


def is_far_longer(format: str, context: Raw, data: bytes, value: Raw, encoding: bytes) -> bool:
    """Return whether bytes are far longer than a value's text, its encoding, and its canonical encoding."""
    if len(data) <= READ + TIMES * max(len(value), len(encoding)):
        return False
    canonical = encode(format, context, value)
    return canonical is None or len(data) > READ + TIMES * len(canonical)


def nonce(format: str, number: int, needs: tuple[str, ...] = ()) -> LoadedVector | None:
    """Return a vector that is in no file, of a value generated from a number; None if the format generates none."""
    canary = _format(format).declaration.canary
    if canary is None:
        return None
    context, value, data = canary(number)
    return LoadedVector(
        id=f"{format}/{CANARY}/nonce",
        summary=f"a value made of the number {number}, which no codec can know beforehand",
        requirements=(),
        level="draft",
        verdict="accept",
        operations=("decode", "encode", "transcode"),
        needs=needs,
        context=_closed(context) if context is not None else Raw(b""),
        canonical=True,
        value=_closed(value),
        data=data,
        format=format,
        feature=f"{format}/{CANARY}",
    )


def canaries(format: str, trees: Trees) -> dict[str, LoadedVector]:
    """Return the canaries of a format, by name: three, or two if it generates no value from a number."""
    named = trees.facts(format).canaries
    good = _stored(named.accept, trees)
    made_up = nonce(format, secrets.randbits(32), good.needs)  # a value of the same kind
    return {
        "good": good,
        "broken": _stored(named.reject, trees),
        **({"nonce": made_up} if made_up else {}),
    }


def _stored(id: str, trees: Trees) -> LoadedVector:
    """Return the vector with this id; the released one if the tree, such as one of saved failures, lacks it."""
    format = id.partition("/")[0]
    if (trees.root(format) / id).with_suffix(".bin").is_file():
        return trees.find(id)
    return corpus.find(id, root=formats.released_root(format))


def sentence(id: str) -> str:
    """Return the sentence of a requirement of any format; empty if no spec.md has it."""
    found = specified(id.partition("-")[0].lower()).get(id)
    return found.text if found else ""


@cache
def is_of_encoders(id: str) -> bool:
    """Return whether a requirement is of encoders: its first clause speaks of them, and nothing of it of decoders."""
    text = sentence(id).lower()
    return "encoder" in re.split("[;.]", text, maxsplit=1)[0] and "decoder" not in text


@cache
def rests_on(case: str) -> frozenset[str]:
    """Return the requirements that the fields of a case rest on, by the rules of its format's guide.

    There are none if the case is no vector of the kit, or if the format has no such rules.
    """
    format = case.partition("/")[0]
    return _resting(format, layout(_layouts(format).get(case, "")))


def points_to(question: Question, declared: Terms, seen: Observation) -> tuple[str, ...]:
    """Return the requirements of the field where a wrong answer goes wrong, and of the field before it.

    A refusal goes wrong at the offset that it names; prescribed or canonical bytes, where they first differ. There are
    none if the answer does not tell its place.
    """
    vector = question.vector
    at = seen.rejection.offset if seen.rejection else None
    if seen.data is not None and (question.prescribed or CANONICAL in declared.features):
        at = first_differing_byte(vector.octets, seen.data)
    if at is None or not vector.layout or not is_known(vector.format):
        return ()
    before = [field for field in layout(vector.layout) if field.size and field.offset <= at]
    return tuple(sorted(_resting(vector.format, before[-2:])))


def _resting(format: str, fields: Iterable[Range]) -> frozenset[str]:
    return frozenset(id for field in fields for id in _rules(format)(field.name, field.meaning, field.size))


@cache
def _layouts(format: str) -> Mapping[str, str]:
    with suppress(UserError):  # there may be no vectors but those that are given
        return {vector.id: vector.layout for vector in formats.trees().load(format, data=False)}
    return {}


@cache
def _rules(format: str) -> Callable[[str, str, int], list[str]]:
    """Return a function that returns, and remembers, the requirements of a field of this name, meaning and size."""
    from goldenwire_reference.reader import Field
    from goldenwire_suite.guides import Guide
    from goldenwire_suite.suite import suite_of

    guide = suite_of(_format(format)).guide() or Guide()
    return cache(lambda name, meaning, size: guide.cited(Field(0, size, name, meaning)))


def is_in_notation(question: Question) -> bool:
    """Return False for a request to encode that the format's declaration lists as not in the notation.

    Such a request tests how the adapter reads JSON, not the format.
    """
    vector = question.vector
    if question.operation != "encode" or vector.verdict != "reject" or not is_known(vector.format):
        return True
    return not any(fnmatchcase(vector.id, glob) for glob in _format(vector.format).declaration.not_in_notation)


def is_known(format: str) -> bool:
    """Return whether there is a reference for a format."""
    from goldenwire_reference.formats import FORMATS, names

    return format in (FORMATS if format in FORMATS else names())


def specified(format: str) -> "Mapping[str, Requirement]":
    """Return the requirements of a format by id, in the order of its spec.md; empty if there is no such format."""
    from goldenwire_reference import requirements

    return requirements.load(format) if is_known(format) and _format(format) else {}
