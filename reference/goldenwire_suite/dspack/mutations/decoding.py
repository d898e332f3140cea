"""Mutations of section 12 of spec.md: limits, error classes and offsets."""

from collections.abc import Callable
from typing import Any

from goldenwire_reference.dspack.model import SchemaField
from goldenwire_reference.dspack.tables import CHECKS
from goldenwire_reference.errors import DecodeError
from goldenwire_reference.reader import Check
from goldenwire_suite.dspack.mutations.builders import delivered, mutation
from goldenwire_suite.mutations import Change, Edit, Entry, Replaced, returned

_READ, _ITEMS, _PREFIX = "decode_row.read_row", "decode_row._Row.items", "decode_row._Row.prefix"


def _of_one_size(compared: Callable[[SchemaField], bool]) -> Change:
    def by(original: Any, reader: Any, schema: Any, *given: Any) -> Any:
        values = original(reader, schema, *given)
        if len({len(value) for field, value in zip(schema.values, values, strict=False) if compared(field)}) > 1:
            reader.refuse("row.short", reader.position, "lists of one size", "lists of several")
        return values

    return Replaced(_READ, by)


def _at_its_prefix(original: Any, row: Any, *given: Any) -> Any:
    at = row.reader.position
    try:
        return original(row, *given)
    except DecodeError as error:
        error.offset = at
        raise


def _class(check: str, code: str) -> Change:
    return Entry("tables.CHECKS", check, Check(code, CHECKS[check].requirement))


def _nul_of_two_octets(original: Any, data: Any, schema_text: str, **given: Any) -> Any:
    try:
        return original(data, schema_text, **given)
    except DecodeError as error:
        if error.code == "SCHEMA":
            error.offset += schema_text.encode()[: error.offset].count(0)
        raise


DECODING = (
    mutation("255-fields", "DEC-01 LIM-04", "it reads 255 fields of a schema",
        Edit("notation.schema_to_json", "schema.fields -> schema.fields[:255]"),
        returned("notation.row_to_json", lambda values: values[:255])),
    mutation("32-data-sets", "DEC-01 LIM-04", "it reads 32 data sets", delivered(lambda data_sets: data_sets[:32])),
    mutation("255-rows", "DEC-01 LIM-04", "it reads 255 rows of a data set",
        Edit("notation._data_set_to_json", "data_set.rows -> data_set.rows[:255]")),
    mutation("names-of-255", "DEC-01 LIM-04", "it reads 255 characters of a name",
        Edit("fields._Draft.field", "self.name or default -> (self.name or default or '')[:255] or None")),
    mutation("lists-of-4095", "DEC-01 LIM-04", "it reads 4095 items of a list",
        Edit("notation._value_to_json", "[_atom(field.type, item) for item in value] -> "
             "[_atom(field.type, item) for item in value[:4095]]")),
    mutation("strings-of-65535", "DEC-01 LIM-04", "it reads 65535 octets of a string",
        Edit("notation._atom", "value.hex -> value[:65535].hex")),
    mutation("meta-without-nan", "DEC-01", "it refuses NaNs in the user meta",
        returned("decode_meta._item", lambda item: item if item and item.value == item.value else None)),
    mutation("dictionaries-even", "DEC-04",
        "it refuses two lists for a dictionary that have different numbers of items",
        _of_one_size(lambda field: field.name in ("meta_keys", "meta_vals"))),
    mutation("lists-of-one-size", "DEC-04", "it refuses a row whose lists have different numbers of items",
        _of_one_size(lambda field: field.count is not None)),
    mutation("sizes-of-64-bits", "LIM-01", "it computes the size of a list in 64 bits",
        Edit(_ITEMS, "number * field.least(self.native) -> number * field.least(self.native) % 2**64")),
    mutation("sizes-of-32-bits", "LIM-01", "it computes the size of a list in 32 bits",
        Edit(_ITEMS, "number * field.least(self.native) -> number * field.least(self.native) % 2**32")),
    mutation("positions-of-31-bits", "LIM-01", "it computes the end of an item in 32 bits with a sign",
        Edit("decode_row._Row.need", "size <= rest -> "
             "(self.reader.position + size + 2**31) % 2**32 - 2**31 <= self.end")),
    mutation("counts-of-32-bits", "LIM-01", "it reads counts and lengths in 32 bits",
        returned(_PREFIX, lambda number: number % 2**32)),
    mutation("counts-of-63-bits", "LIM-01", "it takes a count or length of 2^63 for 0",
        returned(_PREFIX, lambda number: number % 2**63)),
    mutation("messagepack-sizes-of-31-bits", "LIM-01",
        "it takes a length or count of 4 bytes in MessagePack for negative from 2^31 on, and reads nothing",
        Edit("decode_meta._item", "(value,) = struct.unpack_from(code, block, at + 1) -> value = "
             "0 if (form.says, form.size, block[at + 1] > 127) == ('n', 4, True) else "
             "struct.unpack_from(code, block, at + 1)[0]")),
    mutation("buffers-are-rows", "ERR-01", "it names ROW for a Pascal string without a buffer",
        _class("field.pascal.empty", "ROW")),
    mutation("octets-are-scalars", "ERR-01", "it names FIELD for a row that is too short",
        _class("row.short", "FIELD")),
    mutation("versions-are-meta", "ERR-01 META-08", "it names META for another version",
        _class("meta.version", "META")),
    mutation("schemas-are-meta", "ERR-01", "it names META for a schema that is not UTF-8 in the scope schema",
        _class("schema.utf8", "META")),
    mutation("truncated-rows-are-rows", "ERR-01", "it names ROW for an input that ends early",
        _class("truncated", "ROW")),
    mutation("schema-offsets-in-text", "ERR-03",
        "it counts offsets in the schema of a file from the first octet of the schema",
        Edit("decode._refuse", "at + error.offset -> error.offset")),
    mutation("schema-offsets-in-characters", "ERR-03", "it counts offsets in a schema in characters",
        Replaced("schema.SchemaError.offset", lambda original, error: error.position)),
    mutation("schema-offsets-in-units", "ERR-03", "it counts offsets in a schema in units of UTF-16",
        Replaced("schema.SchemaError.offset", lambda original, error:
                 len(error.text[: error.position].encode("utf-16-le")) // 2)),
    mutation("context-nul-of-two-octets", "ERR-03",
        "it keeps U+0000 in the schema of a context as the octets c0 80, and counts both",
        Replaced("decode.decode_row", _nul_of_two_octets)),
    mutation("offsets-at-the-end", "ERR-03", "it gives the end of the input as the place where it is cut short",
        Edit("reader.Reader.need", "self.position -> len(self.data)")),
    mutation("row-offsets-of-the-list", "ERR-03", "it gives the begin of a list as the place of items that do not fit",
        Replaced(_ITEMS, _at_its_prefix)),
    mutation("row-offsets-with-alignment", "ERR-03",
        "it counts alignment bytes among the octets that the items of a list need",
        Edit(_ITEMS, "number * field.least(self.native) -> "
             "number * field.least(self.native) + (3 if self.native and number else 0)")),
    mutation("row-offsets-of-the-row", "ERR-03", "it gives the first octet of a row as the place of what is left over",
        Edit(_READ,
             "reader.refuse('row.left', reader.position, 'the end of the row', f\"{plural(left, 'more octet')}\") -> "
             "reader.refuse('row.left', row.start, 'the end of the row', str(left))")),
    mutation("meta-offsets-of-the-block", "ERR-03",
        "it gives the first octet of a meta block as the place of what is malformed",
        Edit("decode_meta._walk", "reader.refuse('meta.malformed', base + at, 'a whole MessagePack object', found) -> "
             "reader.refuse('meta.malformed', base, 'a whole MessagePack object', found)")),
)

MUTATIONS = DECODING
