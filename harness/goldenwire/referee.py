"""The reference decoder as the judge and the canaries need it: functions over the neutral notation.

The only room of the checking path that knows the reference; it is imported when the first question needs it.
"""

import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
from msgspec import Raw

from goldenwire import corpus
from goldenwire.protocol import Rejection
from goldenwire.vector import Manifest, Vector


@cache
def _format(name: str) -> Any:
    from goldenwire_reference import formats

    return formats.load(name)


def warm(formats: Iterable[str]) -> None:
    """Import the reference in the background, while the codec starts; it takes as long as many a codec does."""

    def load() -> None:
        with suppress(ImportError, ValueError):  # whoever needs it will meet the error again
            for format in formats:
                _format(format)

    Thread(target=load).start()


def _opened(raw: Raw) -> Any:
    return msgspec.json.decode(raw) if bytes(raw) else None


def _closed(value: Any) -> Raw:
    return Raw(msgspec.json.encode(value))


def decode(
    format: str, context: Raw, data: bytes, policies: Mapping[str, str], *, written: bool = False
) -> Raw | Rejection:
    """The value that the bytes stand for, or why they stand for none; `policies` overrule the reference's choices.

    With `written` they are read as an encoder's, whose integers may be larger than any that may be read.
    """
    from goldenwire_reference.errors import DecodeError

    try:
        return _closed(_format(format).decode(data, _opened(context), policies=policies or None, written=written))
    except DecodeError as error:
        return Rejection(error.code, error.offset, error.message)


def canary(format: str, nonce: int, needs: tuple[str, ...] = ()) -> Vector:
    """A vector that no file holds: a legal value made from a number, and its canonical bytes."""
    context, value, data = _format(format).canary(nonce)
    return Vector(
        id=f"{format}/canary/nonce",
        summary=f"a value made of the number {nonce}, which no codec can know beforehand",
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
        feature=f"{format}/canary",
    )


def birds(format: str, root: Path, known: Manifest) -> dict[str, Vector]:
    """The three canaries of a format, by name."""
    named = known.facts(format).canaries
    good = _bird(named.accept, root, known)
    return {
        "good": good,
        "broken": _bird(named.reject, root, known),
        "nonce": canary(format, secrets.randbits(32), good.needs),  # a value of the same kind
    }


def _bird(id: str, root: Path, known: Manifest) -> Vector:
    """The vector of this id; the kit's own where the tree, as one of saved failures, has not got it."""
    if (root / id).with_suffix(".bin").is_file():
        return corpus.find(id, root=root, known=known)
    return corpus.find(id, root=corpus.own())


def sentence(id: str) -> str:
    """The sentence of a requirement of any format; empty where no spec.md has it."""
    from goldenwire_reference import requirements
    from goldenwire_reference.formats import FORMATS

    known = (requirements.load(format).get(id) for format in FORMATS)
    return next((found.text for found in known if found), "")
