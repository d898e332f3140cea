"""The reference decoder as the judge and the canaries need it: functions over the neutral notation.

The only room of the checking path that knows the reference; it is imported when the first question needs it.
"""

import secrets
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from goldenwire import corpus, formats
from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import CANARY, Vector
from goldenwire.protocol import Rejection

if TYPE_CHECKING:
    from goldenwire_reference.requirements import Requirement


BRIEF = 0.0005  # seconds that a thread may go on for while another waits


@cache
def _format(name: str) -> Any:
    from goldenwire_reference import formats

    return formats.load(name)


def preload(formats: Iterable[str], *, strategies: bool = False) -> None:
    """Import the reference in the background, while the codec starts, and what properties draw with: it takes as long
    as many a codec does."""

    def load() -> None:
        usual = sys.getswitchinterval()
        sys.setswitchinterval(BRIEF)  # the codec is not kept waiting
        with suppress(Exception):  # whoever needs it will meet the error again
            loaded = [_format(format) for format in formats]
            if strategies:
                for format in loaded:
                    format.strategies()
        sys.setswitchinterval(usual)

    Thread(target=load).start()


def _opened(raw: Raw) -> Any:
    return msgspec.json.decode(raw) if bytes(raw) else None


def _closed(value: Any) -> Raw:
    return Raw(msgspec.json.encode(value))


READ = 1 << 19  # octets that are read whatever they stand for
TIMES = 16  # as many octets as an encoding of the value that they are to stand for has


def decode(
    format: str,
    context: Raw,
    data: bytes,
    policies: Mapping[str, str],
    *,
    written: bool = False,
    instead_of: tuple[Raw, bytes] | None = None,
) -> Raw | Rejection | None:
    """The value that the bytes stand for, or why they stand for none; `policies` overrule the reference's choices.

    With `written` they are read as an encoder's, whose integers may be larger than any that may be read. With
    `instead_of`, a value and an encoding of it, what is far longer than the value takes is not read: None.
    """
    from goldenwire_reference.errors import DecodeError

    if instead_of and is_far_longer(format, context, data, *instead_of):
        return None
    try:
        return _closed(_format(format).decode(data, _opened(context), policies=policies or None, written=written))
    except DecodeError as error:
        return Rejection(error.code, error.offset, error.message)


def is_far_longer(format: str, context: Raw, data: bytes, value: Raw, encoding: bytes) -> bool:
    """Whether bytes are far longer than a value takes: than its text, its encoding, and its canonical encoding."""
    from goldenwire_reference.errors import EncodeError, NotationError

    if len(data) <= READ + TIMES * max(len(value), len(encoding)):
        return False
    try:
        canonical = _format(format).encode(_opened(value), _opened(context))
    except (EncodeError, NotationError):  # a value that is only read
        return True
    return len(data) > READ + TIMES * len(canonical)


def nonce(format: str, number: int, needs: tuple[str, ...] = ()) -> Vector | None:
    """A vector that no file holds, of a value made from a number; None where the format makes none."""
    canary = _format(format).canary
    if canary is None:
        return None
    context, value, data = canary(number)
    return Vector(
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


def canaries(format: str, trees: Trees) -> dict[str, Vector]:
    """The canaries of a format, by name: three, or two where it makes no value of a number."""
    named = trees.facts(format).canaries
    good = _stored(named.accept, trees)
    made_up = nonce(format, secrets.randbits(32), good.needs)  # a value of the same kind
    return {
        "good": good,
        "broken": _stored(named.reject, trees),
        **({"nonce": made_up} if made_up else {}),
    }


def _stored(id: str, trees: Trees) -> Vector:
    """The vector of this id; the released one where the tree, as one of saved failures, has not got it."""
    format = id.partition("/")[0]
    if (trees.root(format) / id).with_suffix(".bin").is_file():
        return trees.find(id)
    return corpus.find(id, root=formats.released_root(format))


def sentence(id: str) -> str:
    """The sentence of a requirement of any format; empty where no spec.md has it."""
    found = specified(id.partition("-")[0].lower()).get(id)
    return found.text if found else ""


def specified(format: str) -> "Mapping[str, Requirement]":
    """The requirements of a format by id, in the order of its spec.md; none where there is no such format."""
    from goldenwire_reference import requirements
    from goldenwire_reference.formats import FORMATS, load, names

    known = FORMATS if format in FORMATS else names()
    return requirements.load(format) if format in known and load(format) else {}
