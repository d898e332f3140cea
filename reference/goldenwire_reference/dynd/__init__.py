"""DyND serialization: typed values as bytes, one serialization per value. The normative text is spec.md."""

import struct
from collections.abc import Mapping
from typing import Any

from goldenwire_reference.dynd import tables
from goldenwire_reference.format import Declaration, Format, Json, ReferenceCodec
from goldenwire_reference.reader import Field


def _read(data: bytes, context: Json, off: Mapping[str, Any], trace: list[Field] | None) -> tuple[Json, Json]:
    from goldenwire_reference.dynd.codec import decode_typed
    from goldenwire_reference.dynd.notation import parse_context, to_json

    destination, profile = parse_context(context)
    return to_json(*decode_typed(data, destination, profile=profile, off=off, trace=trace)), None


def _write(value: Json, context: Json, plan: Json) -> bytes:
    from goldenwire_reference.dynd.codec import encode
    from goldenwire_reference.dynd.encode_leaf import Output
    from goldenwire_reference.dynd.notation import from_json, parse_context

    source, profile = parse_context(context)
    writer = Output(storage=profile == "storage")
    type = writer.type(source, "destination")
    return encode(from_json(writer, type, value), source, profile=profile)


def _canary(nonce: int) -> tuple[Json, Json, bytes]:
    """A value that no adapter can have seen before, and its serialization: a struct that holds the nonce."""
    context = {"type": "{nonce: uint64, text: string}"}
    number = nonce % 2**64
    text = f"{number:x}"
    return context, [str(number), text], struct.pack("<QB", number, len(text)) + text.encode()


FORMAT = Format(
    name="dynd",
    title="DyND serialization",
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
        canaries={"accept": "dynd/struct/three-fields", "reject": "dynd/truncation/bool-true-before-value"},
        no_encoder_offset="DYND-ENC-04",
        not_in_notation=("dynd/kind/*", "dynd/kind-cbor/*", "dynd/kind-storage/*"),
    ),
)
