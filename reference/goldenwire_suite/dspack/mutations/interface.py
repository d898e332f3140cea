"""Mutations of sections 9 and 10 of spec.md: the interface and the scopes."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from goldenwire_reference.dspack.model import Schema, SchemaField
from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Change, Edit, Replaced

_READ, _ROW = "decode_row.read_row", "notation.row_from_json"


def _listed(change: Callable[[Schema, list[Any]], list[Any]]) -> Change:
    """A change of the values of a row that is given as a list."""
    return Replaced(
        _ROW, lambda original, schema, row: original(schema, change(schema, row) if isinstance(row, list) else row))


def _named(change: Callable[[Schema, dict[str, Any]], dict[str, Any]]) -> Change:
    """A change of the values of a row that is given by name."""
    return Replaced("encode_row.in_order", lambda original, schema, row: original(schema, change(schema, row)))


def _renamed(same: Callable[[SchemaField, str], bool]) -> Change:
    """A change with which further names stand for a field."""
    return _named(lambda schema, row: {
        next((field.name for field in schema.values if field.name and same(field, name)), name): value
        for name, value in row.items()})


def _pads_for_fields(schema: Schema, row: dict[str, Any]) -> dict[str, Any]:
    """Let the name of a pad stand for the field after it, or for the last one."""
    places = {field.name or f"f{field.number}": field.number for field in schema.fields if not field.has_value}
    after = {
        name: next((field.name for field in schema.values if field.number > place), schema.names[-1])
        for name, place in places.items() if schema.names
    }  # fmt: skip
    return {after.get(name) or name: value for name, value in row.items()}


def _counted_with_pads(schema: Schema, row: dict[str, Any]) -> dict[str, Any]:
    """Give what has no value by name nothing, if the names are as many as the values, and all are those of fields."""
    if len(row) != len(schema.names) or not row.keys() <= {field.name for field in schema.fields}:
        return row
    return {field.name or "": row.get(field.name or "", _nothing(field)) for field in schema.values}


def _by_place(schema: Schema, row: dict[str, Any]) -> dict[str, Any]:
    """Take a name of f and a number for the field at that place, if there is one."""
    places = {name: int(name[1:]) for name in row if re.fullmatch("f[0-9]{1,9}", name)}
    fields = {name: schema.fields[place - 1] for name, place in places.items() if 0 < place <= len(schema.fields)}
    return {(fields[name].name or name) if name in fields else name: value for name, value in row.items()}


def _nothing(field: SchemaField) -> Any:
    return [] if field.count else "" if field.length else "0"


def _unchecked(original: Any, text: Any) -> Any:
    parsed = original("!B")
    return Schema(text, parsed.flag_name, parsed.fields)


def _pads_too(original: Any, schema: Schema, values: Any, partial: bool = False) -> Any:
    found = iter(original(schema, values, partial))
    fields = schema.fixed_fields if partial else schema.fields
    return [next(found) if field.has_value else "" for field in fields]


def _in_one_order(original: Any, value: Any, *, kind: type) -> Any:
    """Take the values of later rows of a kind, lists or dicts, in the order of names of the first row by name."""
    rows: list[Any] = []
    order: list[str] = []
    for row in value["rows"]:
        is_taken = len(row) == len(order) > 0 and isinstance(row, kind)
        rows.append(dict(zip(order, row if kind is list else row.values(), strict=True)) if is_taken else row)
        order = order or (list(row) if isinstance(row, dict) else [])
    return original({**value, "rows": rows})


INTERFACE = (
    mutation("schema-not-looked-at", "API-01", "it writes a schema as it is given, and rows as under !B",
        Replaced("notation.schema_from_text", _unchecked)),
    mutation("schema-looked-at-late", "API-01", "it looks at a schema with the first row",
        Edit("notation._data_set_from_json", "schema_from_text(value['schema']) -> "
             "schema_from_text(value['schema']) if value['rows'] else Schema(value['schema'], '!', ())")),
    mutation("values-by-name-of-field", "API-02", "it takes the values of a row in the order of their names",
        _listed(lambda schema, row: [row[sorted(schema.names).index(name)] for name in schema.names]
                if len(row) == len(schema.names) else row)),
    mutation("values-backwards", "API-02", "it takes the values of a row from the last to the first",
        _listed(lambda schema, row: row[::-1])),
    mutation("by-name-as-given", "API-03", "it takes values by name in the order in which they are given",
        Edit("encode_row.in_order", "[named[name] for name in names] -> list(named.values())")),
    mutation("by-name-sorted", "API-03", "it takes values by name in the order of the names",
        Edit("encode_row.in_order", "[named[name] for name in names] -> [named[name] for name in sorted(names)]")),
    mutation("order-of-the-first-row", "API-03",
        "it takes values by name in the order of names that the first row of the data set has",
        Replaced("notation._data_set_from_json", partial(_in_one_order, kind=dict))),
    mutation("order-of-names-for-lists", "API-02 API-03",
        "it takes values in order in the order of names that a row by name before them has",
        Replaced("notation._data_set_from_json", partial(_in_one_order, kind=list))),
    mutation("missing-values-empty", "API-04", "it takes a missing value for 0, or for nothing",
        _listed(lambda schema, row: [*row, *map(_nothing, schema.values[len(row) :])])),
    mutation("further-values-dropped", "API-04", "it drops values beyond the last field",
        _listed(lambda schema, row: row[: len(schema.values)])),
    mutation("missing-names-empty", "API-04", "it takes a value that is not given by name for 0, or for nothing",
        _named(lambda schema, row: {field.name or "": _nothing(field) for field in schema.values} | row)),
    mutation("null-by-name-is-missing", "TYPE-21 ENC-02", "it takes null by a name for no value by that name",
        Edit("encode_row.in_order", "name not in named -> named.get(name) is None")),
    mutation("unknown-names-dropped", "API-04", "it drops values by names that no field has",
        Edit("encode_row.in_order", "missing or unknown -> missing")),
    mutation("pads-for-fields", "API-04", "it takes the name of a pad for that of the field after it, or of the last",
        _named(_pads_for_fields)),
    mutation("names-counted-with-pads", "API-04",
        "it wants as many names as there are values, each of some field, and takes those of pads for such",
        _named(_counted_with_pads)),
    mutation("names-in-any-case", "API-04", "it takes names without regard to upper and lower case",
        _renamed(lambda field, name: (field.name or "").lower() == name.lower())),
    mutation("names-end-at-nul", "API-04", "it takes U+0000 for the end of a name",
        _renamed(lambda field, name: field.name == name.partition("\0")[0])),
    mutation("empty-object-is-no-row", "API-03", "it takes an object without members for no row",
        Edit(_ROW, "isinstance(row, dict) -> isinstance(row, dict) and row")),
    mutation("rows-like-atoms", "API-03", "it takes an object with one member for no row if that is another notation's",
        Edit(_ROW, "isinstance(row, dict) -> isinstance(row, dict) and "
             "list(row) not in (['text'], ['utf8'], ['map'])")),
    mutation("default-names-always", "API-04 API-03", "it takes a default name for a field that has another",
        _renamed(lambda field, name: name == f"f{field.number}")),
    mutation("default-names-with-zeros", "API-04", "it passes over zeros in front of the number of a default name",
        _renamed(lambda field, name: name == field.name or
                 field.name == f"f{field.number}" == re.sub("^f0+(?=[1-9])", "f", name))),
    mutation("default-names-are-places", "API-03",
        "it takes a name of f and a number for the field at that place, whatever names the fields have",
        _named(_by_place)),
    mutation("rows-by-position-only", "API-03", "it takes values by name for the number of fields only",
        Edit("encode_row.in_order", "name not in names -> not name.startswith('f')"),
        Edit("encode_row.in_order", "[name for name in names if name not in named] -> []")),
    mutation("pads-by-name", "API-05 TYPE-01", "it delivers one value for each field, pads too",
        Replaced("notation.row_to_json", _pads_too)),
    mutation("fields-without-pads", "SCOPE-02", "it does not tell of pads among the fields of a schema",
        Edit("notation.schema_to_json", "schema.fields -> schema.values")),
    mutation("empty-schema-text", "SCOPE-02", "it takes an empty text for a schema without fields",
        Edit("decode.decode_schema", "bytes(reader.data) -> bytes(reader.data).strip() or b'!'")),
    mutation("end-of-lone-row-unchecked", "SCOPE-03", "it passes over what is left of a row in the scope row",
        Edit("decode.decode_row", "off -> {**(off or {}), 'row.left': None}")),
    mutation("lone-row-filled-up", "SCOPE-03", "it takes the octets of the scope row for a row that goes on with zeros",
        Edit("decode.decode_row", "off -> {**(off or {}), 'row.short': None}")),
    mutation("empty-rows-refused", "SCOPE-03", "it refuses no octets whatever the schema and the mode",
        Edit("decode.decode_row", "reader.scope = 'row.' -> "
             "len(reader.data) or reader.refuse('row.short', 0, '', '')")),
    mutation("rows-without-octets", "SCOPE-03 SCHEMA-19", "it takes no octets for a row without values",
        Edit(_READ, "not schema.fields -> not schema.fields and reader.position < end")),
    mutation("mode-for-files-only", "SCOPE-04", "it does not look at the mode in the scope row",
        Edit("decode.decode_row",
             "read_row(reader, schema, len(reader.data), partial) -> read_row(reader, schema, len(reader.data))"),
        Replaced("notation.row_to_json", lambda original, schema, values, partial=False:
                 original(schema, values, partial and len(values) < len(schema.values)))),
    mutation("implied-members-wanted", "SCOPE-05", "it wants version and fields in a request",
        Edit("notation._data_set_from_json", "('schema', 'description', 'meta', 'rows') -> "
             "('schema', 'description', 'meta', 'rows', 'version', 'fields')")),
    mutation("notes-as-text", "SCOPE-05", "it delivers an empty note where there is none",
        Edit("notation._data_set_to_json", "field.note -> field.note or ''")),
)

MUTATIONS = INTERFACE
