"""MessagePack: an encoding of JSON-like values, binary, extensions and timestamps. The normative text is spec.md."""

from collections.abc import Mapping
from typing import Any

from goldenwire_reference.errors import NotationError
from goldenwire_reference.format import Declaration, Format, Json, ReferenceCodec
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


FORMAT = Format(
    name="msgpack",
    title="MessagePack",
    codec=ReferenceCodec(
        codes=tables.CODES,
        checks=tables.CHECKS,
        read=_read,
        write=_write,
        recode=_recode,
    ),
    declaration=Declaration(
        features=tables.FEATURES,
        policies=tables.POLICIES,
        canary=_canary,
        canaries={"accept": "msgpack/scalars/nil", "reject": "msgpack/ends/empty"},
        no_encoder_offset="MSGPACK-ENC-03",
        own_classes=("LIMIT",),
    ),
)
