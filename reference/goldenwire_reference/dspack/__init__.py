"""DataSetPack: rows of data behind the schema that explains them. The normative text is spec.md."""

import struct
from collections.abc import Iterable, Mapping
from typing import Any

from goldenwire_reference.dspack import tables
from goldenwire_reference.dspack.library import CARRIER
from goldenwire_reference.dspack.model import Row, Schema
from goldenwire_reference.errors import NotationError, UnsupportedError
from goldenwire_reference.format import Declaration, Format, Json, ReferenceCodec
from goldenwire_reference.notation import members
from goldenwire_reference.reader import Field, Reader


def _context(context: Json) -> tuple[str, str | None, bool]:
    """Return the scope, the schema of a row, and whether decoding is partial.

    Raises NotationError (DSPACK-SCOPE-01, -04), UnsupportedError.
    """
    given = members({"scope": "file"} if context is None else context, ("scope",), ("schema", "mode"), "context")
    scope, schema, mode = given["scope"], given.get("schema"), given.get("mode")
    wanted = {"file": ("mode",), "schema": (), "row": ("schema", "mode")}.get(scope if isinstance(scope, str) else "")
    if wanted is None or given.keys() - {"scope", *wanted} or given.get("mode", "partial") != "partial":
        raise NotationError(f"context: expected one of the contexts of spec.md, section 10, found {context!r:.100}")
    if isinstance(schema, str) != (scope == "row"):
        raise NotationError("context: expected a schema, as text, with the scope row and with no other")
    _check_length(schema or "")
    return scope, schema, mode is not None


def _check_length(schema: str | bytes) -> None:
    """Raise UnsupportedError if no meta block can hold the schema; this limits the cost of a request."""
    if len(schema) > tables.MAX_META:
        raise UnsupportedError(f"a schema of more than {tables.MAX_META} octets, which no meta block can hold")


def _read(data: bytes, context: Json, off: Mapping[str, Any], trace: list[Field] | None) -> tuple[Json, Json]:
    from goldenwire_reference.dspack.decode import decode, decode_row, decode_schema, read_schema
    from goldenwire_reference.dspack.notation import file_to_json, row_to_json, schema_to_json

    scope, schema, partial = _context(context)
    if schema is not None:
        row = decode_row(data, schema, partial=partial, off=off, trace=trace)
        # As it was read for the row: a check that is switched off puts another schema in the place of an illegal one.
        return row_to_json(read_schema(Reader(b"", tables.CHECKS, off=off), schema, 0), row, partial), None
    if scope == "schema":
        _check_length(data)
        return schema_to_json(decode_schema(data, off=off, trace=trace)), None
    return file_to_json(decode(data, partial=partial, off=off, trace=trace), partial), None


def _write(value: Json, context: Json, plan: Json) -> bytes:
    from goldenwire_reference.dspack.encode import encode
    from goldenwire_reference.dspack.encode_row import encode_row
    from goldenwire_reference.dspack.notation import file_from_json, row_from_json, schema_from_text

    scope, schema, partial = _context(context)
    if scope == "schema" or partial:
        raise NotationError("context: there is nothing to encode in the scope schema and in the mode partial")
    if plan is not None:
        raise NotationError("plan: this format has none")
    if schema is not None:
        parsed = schema_from_text(schema)
        row = row_from_json(parsed, value)
        _check_room([(parsed, row)])
        return encode_row(parsed, row)
    data_sets = file_from_json(value)
    _check_room((data_set.schema, row) for data_set in data_sets for row in data_set.rows)
    return encode(data_sets)


def _check_room(rows: Iterable[tuple[Schema, Row]]) -> None:
    """Raise UnsupportedError for rows that are longer than an answer may be, up to one that the encoder refuses."""
    size = 0
    for schema, row in rows:
        least = _least_size(schema, row)
        if least > tables.MAX_ROW:
            return
        size += least
        if size > tables.MOST_WRITTEN:
            raise UnsupportedError(f"an answer of more than {tables.MOST_WRITTEN:,} octets")


def _least_size(schema: Schema, values: Row) -> int:
    """Return a number of octets that the row has at least: its fixed parts, and the prefixes of its strings."""
    if len(values) != len(schema.values):
        return 0
    fields = zip(schema.values, values, strict=True)
    return sum(field.least(False) * (len(value) if field.count else 1) for field, value in fields)


def _canary(nonce: int) -> tuple[Json, Json, bytes]:
    """A value that no adapter can have seen before, and its canonical bytes: a row that holds the nonce."""
    schema, fields = "!Q(nonce)", [{"name": "nonce", "note": None}]
    head = {"version": "1", "schema": schema, "fields": fields, "description": "", "meta": {"map": {}}}
    block = b"\x84\xa7version\1\xa6schema\xa9" + schema.encode() + b"\xabdescription\xa0\xa4meta\x80"
    number = nonce % 2**64
    value = [{**head, "rows": [[str(number)]]}]
    return None, value, struct.pack(f">H{len(block)}sIQ", len(block), block, 8, number)


FORMAT = Format(
    name="dspack",
    title="DataSetPack",
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
        canaries={"accept": "dspack/file/draft-program", "reject": "dspack/meta-rejects/version-2"},
        carrier=CARRIER,
        any_nan=True,
        no_encoder_offset="DSPACK-ENC-09",
        canonical_transcode="DSPACK-ENC-07",
        not_in_notation=("dspack/wrong-kinds/*",),
    ),
)
