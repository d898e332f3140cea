"""The format Track for goldenwire: FORMAT, with all that a format can have. Its suite is in the folder beside."""

from typing import Any

from goldenwire_reference.errors import NotationError
from goldenwire_reference.format import Declaration, Format, Json, ReferenceCodec
from goldenwire_track import tables
from goldenwire_track.decode import decode
from goldenwire_track.encode import encode
from goldenwire_track.notation import render_value


def _read(data: bytes, context: Json, off: Any, trace: Any) -> tuple[Json, Json]:
    if context is not None:
        raise NotationError("context: a track has none")
    label, points, form = decode(data, off=off, trace=trace)
    return render_value(label, points), {"form": form}


def _write(value: Json, context: Json, plan: Json) -> bytes:
    if context is not None:
        raise NotationError("context: a track has none")
    return encode(value, plan)


def _canary(number: int) -> tuple[Json, Json, bytes]:
    """Return a value that no adapter can have seen before, and its bytes."""
    value = render_value(f"{number % 10**8:08}", [number % 2**15, -1])
    return None, value, encode(value)


FORMAT = Format(
    name="track",
    title="Track",
    package=__name__,
    version="0.3.0",
    codec=ReferenceCodec(
        codes=tables.CODES,
        checks=tables.CHECKS,
        read=_read,
        write=_write,
    ),
    declaration=Declaration(
        features=tables.FEATURES,
        policies=tables.POLICIES,
        canary=_canary,
        canaries={"accept": "track/track/absolute", "reject": "track/end/sum"},
    ),
)
