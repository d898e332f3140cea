"""Sample as goldenwire sees it: FORMAT, which says where everything is.

Put here what your format has: features, policies, profiles, a context; what it has not may be left out.
"""

from typing import Any

from goldenwire_reference.errors import NotationError
from goldenwire_reference.format import ReferenceCodec, Declaration, Format, Json

from goldenwire_sample import tables
from goldenwire_sample.decode import decode
from goldenwire_sample.encode import encode


def _read(data: bytes, context: Json, off: Any, trace: Any) -> tuple[Json, Json]:
    """The value of the bytes in neutral notation, and no plan: there is one encoding of each value."""
    if context is not None:
        raise NotationError("context: this format has none")
    return [str(number) for number in decode(data, off=off, trace=trace)], None


def _write(value: Json, context: Json, plan: Json) -> bytes:
    if context is not None or plan is not None:
        raise NotationError("context, plan: this format has none")
    return encode(value)


def _canary(number: int) -> tuple[Json, Json, bytes]:
    """A value that no adapter can have seen before, and its bytes."""
    value = [str(number % tables.LIMIT), "7"]
    return None, value, encode(value)


FORMAT = Format(
    name="sample",
    title="Sample",
    package=__name__,
    version="0.1.0",
    codec=ReferenceCodec(
        codes=tables.CODES,
        checks=tables.CHECKS,
        read=_read,
        write=_write,
    ),
    declaration=Declaration(
        features=tables.FEATURES,
        canary=_canary,
    ),
)
