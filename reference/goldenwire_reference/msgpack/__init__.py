"""MessagePack: an encoding of JSON-like values, binary, extensions and timestamps. The normative text is spec.md."""

from collections.abc import Mapping
from typing import Any

from goldenwire_reference.errors import NotationError
from goldenwire_reference.format import Format, Json
from goldenwire_reference.msgpack import tables
from goldenwire_reference.reader import Field


def _read(data: bytes, context: Json, off: Mapping[str, Any], trace: list[Field] | None) -> tuple[Json, Json]:
    from goldenwire_reference.msgpack.decode import decode
    from goldenwire_reference.msgpack.notation import to_json

    _refuse_any(context=context)
    return to_json(decode(data, off=off, trace=trace)), None


def _write(value: Json, context: Json, plan: Json) -> bytes:
    from goldenwire_reference.msgpack.encode import encode
    from goldenwire_reference.msgpack.notation import from_json

    _refuse_any(context=context, plan=plan)
    return encode(from_json(value))


def _recode(data: bytes, context: Json, off: Mapping[str, Any]) -> bytes:
    from goldenwire_reference.msgpack.decode import decode
    from goldenwire_reference.msgpack.encode import encode

    _refuse_any(context=context)
    return encode(decode(data, off=off))


def _refuse_any(**members: Json) -> None:
    for name, member in members.items():
        if member is not None:
            raise NotationError(f"{name}: this format has none")


def _canary(nonce: int) -> tuple[Json, Json, bytes]:
    """Return a value that no adapter can have seen before: a map that holds the nonce as an integer and as a string."""
    number = str(nonce % 2**64)
    value = {"map": [[{"str": "nonce"}, {"int": number}], [{"str": "number"}, {"str": number}]]}
    return None, value, _write(value, None, None)


def _catalogue() -> Any:
    from goldenwire_reference.msgpack.catalogue import catalogue

    return catalogue()


def _strategies() -> Any:
    from goldenwire_reference.msgpack import strategies

    return strategies


def _mutations() -> Any:
    from goldenwire_reference.msgpack.catalogue.mutations import mutations

    return mutations()


FORMAT = Format(
    name="msgpack",
    title="MessagePack",
    codes=tables.CODES,
    checks=tables.CHECKS,
    features=tables.FEATURES,
    policies=tables.POLICIES,
    read=_read,
    write=_write,
    recode=_recode,
    catalogue=_catalogue,
    canary=_canary,
    canaries={"accept": "msgpack/scalars/nil", "reject": "msgpack/ends/empty"},
    no_encoder_offset="MSGPACK-ENC-03",
    strategies=_strategies,
    properties={
        "decode-reference-encoding": ("MSGPACK-GEN-01",),
        "decode-other-encoding": ("MSGPACK-GEN-03",),
        "decode-reordered": ("MSGPACK-MAP-03",),
        "reference-decodes-encoding": ("MSGPACK-GEN-01", "MSGPACK-CANON-01"),
        "agree-on-edited-values": (
            "MSGPACK-INT-06",
            "MSGPACK-EXT-06",
        ),
        "transcode-settles": ("MSGPACK-ENC-02",),
        "agree-on-broken-bytes": ("MSGPACK-GEN-04", "MSGPACK-GEN-06"),
        "refuse-every-prefix": ("MSGPACK-GEN-05",),
    },
    proven=True,
    mutations=_mutations,
    without_vector=tables.WITHOUT_VECTOR,
    without_mutation=tables.WITHOUT_MUTATION,
)
