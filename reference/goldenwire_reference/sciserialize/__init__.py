"""SciSerialize: scientific values as JSON or as MessagePack. The normative text is spec.md."""

from collections.abc import Mapping
from typing import Any

from goldenwire_reference.errors import NotationError
from goldenwire_reference.format import Declaration, Format, Json, ReferenceCodec
from goldenwire_reference.reader import Field
from goldenwire_reference.sciserialize import tables
from goldenwire_reference.sciserialize.library import CARRIER


def _read(data: bytes, context: Json, off: Mapping[str, Any], trace: list[Field] | None) -> tuple[Json, Json]:
    from goldenwire_reference.sciserialize.codec import decode
    from goldenwire_reference.sciserialize.notation import context as request_context
    from goldenwire_reference.sciserialize.notation import to_json

    carrier, extensions = request_context(context)
    return to_json(decode(data, carrier, extensions, off=off, trace=trace)), None


def _write(value: Json, context: Json, plan: Json) -> bytes:
    from goldenwire_reference.sciserialize.codec import encode
    from goldenwire_reference.sciserialize.notation import context as request_context
    from goldenwire_reference.sciserialize.notation import from_json

    carrier, extensions = request_context(context)
    if plan is not None:
        raise NotationError("plan: this format has none")
    return encode(from_json(value), carrier, extensions)


def _canary(nonce: int) -> tuple[Json, Json, bytes]:
    """A value that no adapter can have seen before, and its canonical JSON: a map that holds the nonce."""
    context = {"carrier": "json"}
    number = str(nonce % 2**53)
    value = {"map": [["nonce", {"str": str(nonce)}], ["number", {"number": number}]]}
    return context, value, f'{{"nonce":"{nonce}","number":{number}}}'.encode()


FORMAT = Format(
    name="sciserialize",
    title="SciSerialize",
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
        canaries={"accept": "sciserialize/draft/datetime-json", "reject": "sciserialize/json-rejects/empty"},
        carrier=CARRIER,
        comparison=tables.COMPARISON,
        integers_for_doubles=tables.INTEGERS_FOR_DOUBLES,
        off_for_written=tables.OFF_FOR_WRITTEN,
        no_encoder_offset="SCISERIALIZE-ENC-06",
        canonical_transcode="SCISERIALIZE-ENC-05",
        not_in_notation=tuple(
            f"sciserialize/refusals/element-*-{kind}-*"
            for kind in ("boolean", "integer", "real", "string", "null", "pair", "bits", "short", "long")
        ),
    ),
)
