"""Mutations of section 9 of spec.md: rows, unpacked in full and in part."""

from dataclasses import replace
from typing import Any

from goldenwire_reference.dspack.model import Schema
from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Change, Disabled, Edit, Replaced

_READ, _WRITE, _TO_JSON = "decode_row.read_row", "encode_row.encode_row", "notation.row_to_json"
_DYNAMIC = "any((length is not None and length.dynamic for length in (self.count, self.length)))"


def _fixed_first(schema: Schema) -> Schema:
    return replace(schema, fields=tuple(sorted(schema.fields, key=lambda field: field.is_dynamic)))


def _read_fixed_first(original: Any, reader: Any, schema: Schema, end: int, partial: bool = False) -> Any:
    if partial:
        return original(reader, schema, end, partial)
    moved = _fixed_first(schema)
    values = dict(zip(moved.values, original(reader, moved, end), strict=True))
    return [values[field] for field in schema.values]


def _write_fixed_first(original: Any, schema: Schema, values: Any) -> Any:
    if len(values) != len(schema.values):
        return original(schema, values)
    moved, given = _fixed_first(schema), dict(zip(schema.values, values, strict=True))
    return original(moved, [given[field] for field in moved.values])


ROW = (
    mutation("fixed-fields-first", "ROW-03", "it reads all fixed fields of a row before the dynamic ones",
        Replaced(_READ, _read_fixed_first)),
    mutation("fixed-fields-written-first", "ROW-03", "it writes all fixed fields of a row before the dynamic ones",
        Replaced(_WRITE, _write_fixed_first)),
    mutation("rest-of-row-ignored", "ROW-04 DEC-02", "it passes over what is left of a row", Disabled("row.left")),
    mutation("short-row-filled-up", "ROW-04 DEC-02", "it reads what a row has not got as zeros", Disabled("row.short")),
    mutation("reads-beyond-the-row", "ROW-04", "it reads what a row has not got from what follows it",
        Edit("decode_row._Row.need", "self.end - self.reader.position -> self.reader.remaining")),
    mutation("zeros-left-ignored", "ROW-04", "it passes over zeros at the end of a row",
        Edit(_READ, "row.end - reader.position -> len(bytes(reader.data[reader.position:row.end]).rstrip(b'\\0'))")),
    mutation("one-octet-left-ignored", "ROW-04", "it passes over one octet at the end of a row",
        Edit(_READ, "len(fields) == len(schema.fields) -> left > 1 and len(fields) == len(schema.fields)")),
)


def _to_last_value(original: Any, schema: Schema) -> Any:
    fields = original(schema)
    last = max((field.number for field in fields if field.has_value), default=0)
    return fields[:last] if len(fields) < len(schema.fields) else fields


def _off_if_partial(function: str, check: str) -> Change:
    """A change that switches a check off in partial mode; `partial` is the last argument of the function."""
    def by(original: Any, reader: Any, *given: Any) -> Any:
        if given[-1] is True:
            reader.off = {**reader.off, check: None}
        return original(reader, *given)

    return Replaced(function, by)


UNPACKING = (
    mutation("partial-is-full", "UNPACK-01 SCOPE-04", "it unpacks rows in full whatever the mode",
        Edit(_READ, "schema.fixed_fields if partial else schema.fields -> schema.fields"),
        Replaced(_TO_JSON, lambda original, schema, values, partial=False: original(schema, values))),
    mutation("no-dynamic-no-first-part", "UNPACK-01", "it delivers no values in partial mode where no field is dynamic",
        Edit("model.Schema.fixed_fields", "len(self.fields) -> 0")),
    mutation("full-is-partial", "UNPACK-02", "it delivers the first part of every row",
        Replaced(_TO_JSON, lambda original, schema, values, partial=False:
                 original(schema, values[: sum(field.has_value for field in schema.fixed_fields)], True))),
    mutation("lists-are-dynamic", "UNPACK-03", "it takes every list for dynamic",
        Edit("model.SchemaField.is_dynamic", f"{_DYNAMIC} -> self.count is not None or {_DYNAMIC}")),
    mutation("fixed-lists-are-fixed", "UNPACK-03", "it takes a list of a fixed number of dynamic strings for fixed",
        Edit("model.SchemaField.is_dynamic", "(self.count, self.length) -> (self.count or self.length,)")),
    mutation("strings-are-dynamic", "UNPACK-03", "it takes every string for dynamic",
        Edit("model.SchemaField.is_dynamic", f"{_DYNAMIC} -> self.is_string or {_DYNAMIC}")),
    mutation("pads-are-dynamic", "UNPACK-03", "it ends the first part at a pad",
        Edit("model.SchemaField.is_dynamic", f"{_DYNAMIC} -> not self.has_value or {_DYNAMIC}")),
    mutation("rest-unpacked", "UNPACK-04", "it unpacks all of a row, and delivers the first part",
        Edit(_READ, "schema.fixed_fields if partial else schema.fields -> schema.fields"),
        Edit(_TO_JSON, "zip(fields, values, strict=True) -> zip(fields, values, strict=False)")),
    mutation("end-of-partial-row-unchecked", "UNPACK-04", "it passes over what is left of a row in partial mode",
        Edit(_READ, "len(fields) == len(schema.fields) -> not partial and len(fields) == len(schema.fields)")),
    mutation("last-pads-unchecked", "UNPACK-04", "it does not look for pads after the last value it delivers",
        Replaced("model.Schema.fixed_fields", _to_last_value)),
    mutation("first-part-filled-up", "UNPACK-04", "it reads what the first part of a row has not got as zeros",
        _off_if_partial(_READ, "row.short")),
    mutation("framing-unchecked", "UNPACK-04", "it delivers a row that is cut short in partial mode",
        _off_if_partial("decode._read_rows", "truncated")),
)

MUTATIONS = (*ROW, *UNPACKING)
