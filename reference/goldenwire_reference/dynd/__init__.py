"""DyND serialization: typed values as bytes, one serialization per value. The normative text is spec.md."""

import struct
from collections.abc import Mapping
from typing import Any, cast, get_args

from goldenwire_reference.dynd import tables
from goldenwire_reference.errors import NotationError, UnsupportedError
from goldenwire_reference.format import Declaration, Format, Json, ReferenceCodec
from goldenwire_reference.notation import members
from goldenwire_reference.reader import Field


def _context(context: Json) -> tuple[str, tables.Profile | None]:
    """Return the type string and the profile of a context. Raises UnsupportedError for an unknown profile."""
    found = members(context, ("type",), ("profile",), "context")
    type_string, profile = found["type"], found.get("profile")
    if not isinstance(type_string, str) or not isinstance(found.get("profile", ""), str):
        raise NotationError(f"context: expected a type string and perhaps a profile, found {context!r:.200}")
    if profile is None or profile in get_args(tables.Profile):
        return type_string, cast("tables.Profile | None", profile)
    raise UnsupportedError(f"the profile {profile:.200}")


def _read(data: bytes, context: Json, off: Mapping[str, Any], trace: list[Field] | None) -> tuple[Json, Json]:
    from goldenwire_reference.dynd.codec import decode_typed
    from goldenwire_reference.dynd.notation import to_json

    destination, profile = _context(context)
    return to_json(*decode_typed(data, destination, profile=profile, off=off, trace=trace)), None


def _write(value: Json, context: Json, plan: Json) -> bytes:
    from goldenwire_reference.dynd.codec import encode
    from goldenwire_reference.dynd.encode_leaf import Output
    from goldenwire_reference.dynd.notation import from_json

    source, profile = _context(context)
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
