"""The format Track for goldenwire: FORMAT, with all that a format can have."""

from typing import Any

from goldenwire_reference.errors import NotationError
from goldenwire_reference.format import Format, Json, OwnProperty
from goldenwire_track import tables
from goldenwire_track.catalogue import catalogue
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


def _mutations() -> Any:
    from goldenwire_track.mutations import MUTATIONS

    return MUTATIONS


def _strategies() -> Any:
    from goldenwire_track import strategies

    return strategies


def _ends(*declared: Any) -> Any:
    return _strategies().ends(*declared)


FORMAT = Format(
    name="track",
    title="Track",
    package=__name__,
    version="0.3.0",
    codes=tables.CODES,
    checks=tables.CHECKS,
    features=tables.FEATURES,
    policies=tables.POLICIES,
    read=_read,
    write=_write,
    catalogue=catalogue,
    canary=_canary,
    canaries={"accept": "track/track/absolute", "reject": "track/end/sum"},
    proven=True,
    mutations=_mutations,
    retired={"track/track/backwards": "steps down are no case of their own"},
    type_names=("int16", "int8"),
    strategies=_strategies,
    properties={
        "decode-reference-encoding": ("TRACK-POINT-02", "TRACK-POINT-03"),
        "decode-other-encoding": ("TRACK-HEAD-02",),
        "reference-decodes-encoding": ("TRACK-ENC-01",),
        "agree-on-edited-values": ("TRACK-ENC-01",),
        "transcode-settles": ("TRACK-ENC-01",),
        "agree-on-broken-bytes": ("TRACK-SUM-01",),
        "refuse-every-prefix": ("TRACK-SUM-02",),
    },
    own_properties=(
        OwnProperty(
            "decode-the-ends",
            "decode",
            "points at both ends of what two bytes hold are read",
            ("TRACK-POINT-05",),
            _ends,
        ),
    ),
)
