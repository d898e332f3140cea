"""The reference decoder as the judge and the canaries need it: functions over the neutral notation.

The only room of the checking path that knows the reference; it is imported when the first question needs it.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Raw

from goldenwire.protocol import Rejection
from goldenwire.vector import Vector


@cache
def _format(name: str) -> Any:
    from goldenwire_reference import formats

    return formats.load(name)


def warm(format: str) -> None:
    """Import the reference's codec of a format, so that the first question does not wait for it."""
    _format(format)


def _opened(raw: Raw) -> Any:
    return msgspec.json.decode(raw) if bytes(raw) else None


def _closed(value: Any) -> Raw:
    return Raw(msgspec.json.encode(value))


def decode(format: str, context: Raw, data: bytes, policies: Mapping[str, str]) -> Raw | Rejection:
    """The value that the bytes stand for, or why they stand for none; `policies` overrule the reference's choices."""
    from goldenwire_reference.errors import DecodeError

    try:
        return _closed(_format(format).decode(data, _opened(context), policies=policies or None))
    except DecodeError as error:
        return Rejection(error.code, error.offset, error.message)


def canary(format: str, nonce: int) -> Vector:
    """A vector that no file holds: a legal value made from a number, and its canonical bytes."""
    context, value, data = _format(format).canary(nonce)
    return Vector(
        id=f"{format}/canary/nonce",
        summary=f"a value made of the number {nonce}, which no codec can know beforehand",
        requirements=(),
        level="draft",
        verdict="accept",
        operations=("decode", "encode", "transcode"),
        context=_closed(context) if context is not None else Raw(b""),
        canonical=True,
        value=_closed(value),
        data=data,
    )
