"""Bytes -> data sets. The mirror image of encode.py; every condition is named in tables.CHECKS.

The order of checks is that of spec.md: a data set's meta_length, its meta, its schema; then row by row (DSPACK-ERR-02).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from goldenwire_reference.dspack.decode_meta import MetaBlock, read_block
from goldenwire_reference.dspack.decode_row import read_row
from goldenwire_reference.dspack.model import DataSet, Schema
from goldenwire_reference.dspack.schema import SchemaError, parse, repeated_name
from goldenwire_reference.dspack.tables import CHECKS, ESCAPE, MAX_ROW
from goldenwire_reference.reader import Buffer, Field, Reader
from goldenwire_reference.wording import plural

# Beyond this number of rows, each is one range of the trace.
TRACED = 256

# Beyond this number of a schema's fields, all further ones are one range of the trace.
TRACED_FIELDS = 16_384


def decode(
    data: Buffer, *, partial: bool = False, off: Mapping[str, Any] | None = None, trace: list[Field] | None = None
) -> list[DataSet]:
    """Return the data sets of a whole input, with all values of each row, or those before the first dynamic field.

    `off` names the checks to skip; `trace` receives every field that is read. Raises DecodeError (DSPACK-DEC-02).
    """
    reader = Reader(data, CHECKS, off=off, trace=trace)
    data_sets: list[DataSet] = []
    while not data_sets or reader.remaining:
        data_sets.append(_read_data_set(reader, f"dataset[{len(data_sets)}].", partial))
    return data_sets


def decode_row(
    data: Buffer, schema_text: str, *, partial: bool = False, off: Mapping[str, Any] | None = None,
    trace: list[Field] | None = None,
) -> list[Any]:  # fmt: skip
    """Return the values of one row without row_length under that schema (DSPACK-SCOPE-03). Raises DecodeError."""
    reader = Reader(data, CHECKS, off=off, trace=trace)
    schema = read_schema(reader, schema_text, 0)
    reader.scope = "row."
    return read_row(reader, schema, len(reader.data), partial)


def decode_schema(data: Buffer, *, off: Mapping[str, Any] | None = None, trace: list[Field] | None = None) -> Schema:
    """Return the schema whose text in UTF-8 is the input (DSPACK-SCOPE-02). Raises DecodeError SCHEMA."""
    reader = Reader(data, CHECKS, off=off, trace=trace)
    octets = bytes(reader.data)
    try:
        text = octets.decode()
    except UnicodeDecodeError as error:
        found = octets[error.start : error.end].hex(" ")
        text = reader.refuse("schema.utf8", error.start, "well-formed UTF-8", found)
    schema = read_schema(reader, text, 0)
    if trace is not None:
        for part in parts_of(schema, 0, "schema"):
            trace.append(part)
    return schema


def _read_data_set(reader: Reader, scope: str, partial: bool) -> DataSet:
    head = read_head(reader, scope)
    return replace(head, rows=list(_read_rows(reader, scope, head.schema, partial)))


def read_head(reader: Reader, scope: str) -> DataSet:
    """Read the data set at the reader's position, up to its rows. Raises DecodeError."""
    reader.scope = scope
    trace: list[Field] = [] if reader.trace is None else reader.trace
    noted = len(trace)
    block = _read_meta(reader)
    schema = read_schema(reader, block.schema, block.schema_at)
    for place in range(noted, len(trace)):
        if trace[place].offset == block.schema_at:
            trace[place : place + 1] = parts_of(schema, block.schema_at, f"{scope}meta.schema")
            break
    return DataSet(schema, (), block.description, block.meta)


def _read_meta(reader: Reader) -> MetaBlock:
    at = reader.position
    size = reader.uint(2, "meta_length", order="big")
    if size == ESCAPE:
        size += reader.uint(2, "meta_length_more", order="big")
    if not size:
        instead = reader.refuse("meta.length.zero", at, "a meta block of at least 1 octet", "meta_length 0")
        return MetaBlock(instead, 0, "", {})
    reader.need(size, "meta")
    return read_block(reader, size)


def read_schema(reader: Reader, text: str, at: int) -> Schema:
    """Return the schema of a text that begins at the offset `at`; with a check off, that of its substitute text."""
    try:
        schema = parse(text, duplicates=True)
    except SchemaError as error:
        return read_schema(reader, _refuse(reader, error, at), at)
    if error_of_names := repeated_name(schema):
        _refuse(reader, error_of_names, at)
    return schema


def _refuse(reader: Reader, error: SchemaError, at: int) -> Any:
    return reader.refuse(error.check, at + error.offset, error.expected, f"{error.found}\n{error.caret}")


def parts_of(schema: Schema, at: int, name: str) -> Iterator[Field]:
    """Yield the flag and the fields of a schema whose text begins at the offset `at`, spacing included."""
    fields, rest = schema.fields[:TRACED_FIELDS], schema.fields[TRACED_FIELDS:]
    parts = [("-flag", schema.flag.meaning, 0, fields[0].start if fields else len(schema.text))]
    parts += [(f".{one.label}", one.describe(schema.flag.native), one.start, one.end) for one in fields]
    for label, meaning, start, end in parts:
        text = schema.text[start:end]
        size = len(text.encode())
        yield Field(at, size, name + label, f"{text.strip()!a}, {meaning}")
        at += size
    if rest:
        size = len(schema.text[rest[0].start :].encode())
        yield Field(at, size, f"{name}.{rest[0].label}..{rest[-1].label}", plural(len(rest), "more field"))


def _read_rows(reader: Reader, scope: str, schema: Schema, partial: bool) -> Iterator[list[Any]]:
    """Read the rows up to the end of the input or a row_length of 0 (DSPACK-SET-01 to -03)."""
    trace, number = reader.trace, 0
    while reader.remaining:
        at = reader.position
        reader.trace = trace if number < TRACED else None
        size = read_row_length(reader, scope, number)
        if not size:
            break
        yield read_row(reader, schema, reader.position + size, partial)
        if number >= TRACED and trace is not None:
            reader.trace, reader.scope = trace, scope
            reader.note(at, reader.position - at, f"row[{number}]", f"{size} octets after their row_length")
        number += 1
    reader.trace = trace


def read_row_length(reader: Reader, scope: str, number: int) -> int:
    """Return the size in octets of the data set's row of that number, which the input has; 0 at the data set's end."""
    reader.scope = scope
    at = reader.position
    size = int.from_bytes(reader.take(4, "row_length"), "big")
    if size > MAX_ROW:
        reader.refuse("row.length.reserved", at, f"a row_length of at most {MAX_ROW}", size)
        size &= MAX_ROW
    reader.note(at, 4, f"row_length[{number}]" if size else "end", str(size) if size else "0: the data set ends")
    reader.scope = f"{scope}row[{number}]."
    reader.need(size, "octets")
    return size
