"""Data sets, schemas and rows <-> the neutral notation (spec.md, Notation)."""

import math
import re
import struct
from collections.abc import Callable, Sequence
from typing import Any

from goldenwire_reference.dspack.encode_row import in_order
from goldenwire_reference.dspack.model import DataSet, Meta, Schema, SchemaField
from goldenwire_reference.dspack.schema import SchemaError, parse, refusal
from goldenwire_reference.dspack.tables import INTEGERS, MAX_META, META_CEILING, NAN, VERSION
from goldenwire_reference.errors import EncodeError, NotationError
from goldenwire_reference.notation import Json, bits, integer, items, members, octets, parse_bits

# ---- values -> JSON --------------------------------------------------------------------------------------------------


def file_to_json(data_sets: Sequence[DataSet], partial: bool = False) -> Json:
    """Return the notation of data sets whose rows hold all values, or only those before the first dynamic field."""
    return [_data_set_to_json(data_set, partial) for data_set in data_sets]


def _data_set_to_json(data_set: DataSet, partial: bool) -> Json:
    schema = data_set.schema
    return {
        "version": str(data_set.version),
        "schema": schema.text,
        "fields": [{"name": field.name, "note": field.note} for field in schema.fields],
        "description": _text_to_json(data_set.description, data_set.description),
        "meta": meta_to_json(data_set.meta),
        "rows": [row_to_json(schema, row, partial) for row in data_set.rows],
    }


def schema_to_json(schema: Schema) -> Json:
    """Return the notation of a schema by itself."""
    return {"flag": schema.flag_name, "fields": [_field_to_json(field) for field in schema.fields]}


def _field_to_json(field: SchemaField) -> Json:
    count = None if field.count is None else str(field.count)
    length = None if field.length is None else str(field.length)
    return {"type": field.type, "count": count, "length": length, "name": field.name, "note": field.note}


def row_to_json(schema: Schema, values: Sequence[Any], partial: bool = False) -> Json:
    """Return the notation of a row's values."""
    fields = [field for field in schema.fixed_fields if field.has_value] if partial else schema.values
    return [_value_to_json(field, value) for field, value in zip(fields, values, strict=True)]


def _value_to_json(field: SchemaField, value: Any) -> Json:
    return [_atom(field.type, item) for item in value] if field.count else _atom(field.type, value)


def _atom(type_: str, value: Any) -> Json:
    if type_ in NAN:
        return _float_bits(value, type_)
    if isinstance(value, bytes):
        return value.hex()
    return value if isinstance(value, bool) else str(value)


def _float_bits(value: float, type_: str) -> str:
    """Return the bits of a float as `type_`; every NaN becomes the default one, which all platforms preserve."""
    width = struct.calcsize(type_)
    return bits(NAN[type_] if math.isnan(value) else int.from_bytes(struct.pack(f">{type_}", value), "big"), width)


def meta_to_json(value: Any) -> Json:
    """Return the tagged tree of a value of the user meta."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text_to_json(value, {"str": value})
    tag, notation = _TO_JSON[type(value)]
    return {tag: notation(value)}


_TO_JSON: dict[type, tuple[str, Callable[[Any], Json]]] = {
    int: ("int", str),
    float: ("float", lambda value: _float_bits(value, "d")),
    bytes: ("bin", bytes.hex),
    list: ("array", lambda value: [meta_to_json(item) for item in value]),
    dict: ("map", lambda value: {key: meta_to_json(value[key]) for key in sorted(value, key=str.encode)}),
}


def _text_to_json(text: str, notation: Json) -> Json:
    """Return `notation`, or the octets of a text that is not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return {"utf8": text.encode("utf-8", "surrogateescape").hex()}
    return notation


# ---- JSON -> values --------------------------------------------------------------------------------------------------


def file_from_json(value: Json) -> list[DataSet]:
    """Return the data sets that a notation describes.

    Raises EncodeError if it is malformed (DSPACK-ENC-11) or has no encoding.
    """
    try:
        return [_data_set_from_json(one) for one in items(value, "data sets")]
    except NotationError as error:
        raise EncodeError("VALUE", "DSPACK-ENC-11", str(error)) from None


def _data_set_from_json(value: Json) -> DataSet:
    members(value, ("schema", "description", "meta", "rows"), ("version", "fields"), "data set")
    if value.get("version", str(VERSION)) != str(VERSION):
        sentence = f'version: expected "{VERSION}", the only one that is written, found {value["version"]!r:.60}'
        raise EncodeError("VALUE", "DSPACK-ENC-10", sentence)
    if isinstance(value["schema"], str) and len(value["schema"]) > MAX_META:
        sentence = f"the schema alone has {len(value['schema'])} characters; a meta block has at most {MAX_META} octets"
        raise EncodeError("LENGTH", "DSPACK-META-04", sentence)
    schema = schema_from_text(value["schema"])
    rows = [row_from_json(schema, row) for row in items(value["rows"], "rows")]
    try:
        return DataSet(schema, rows, _text_from_json(value["description"]), _user_meta_from_json(value["meta"]))
    except NotationError as error:
        raise EncodeError("VALUE", "DSPACK-ENC-06", str(error)) from None


def schema_from_text(text: Json) -> Schema:
    """Return the schema of a text that an encoder is given. Raises EncodeError SCHEMA (DSPACK-API-01)."""
    if not isinstance(text, str):
        raise NotationError(f"schema: expected a string, found {text!r:.60}")
    try:
        return parse(text)
    except SchemaError as error:
        raise refusal(error) from None


def row_from_json(schema: Schema, row: Json) -> list[Any]:
    """Return the values of a row, given in order or by name. Raises EncodeError ARITY, VALUE."""
    if isinstance(row, dict):
        row = in_order(schema, row)
    if not isinstance(row, list):
        raise EncodeError("VALUE", "DSPACK-ENC-08", f"row: expected values in order or by name, found {row!r:.60}")
    if len(row) != len(schema.values):
        return row  # the encoder says why not
    return [_value_from_json(field, value) for field, value in zip(schema.values, row, strict=True)]


def _value_from_json(field: SchemaField, value: Json) -> Any:
    if field.count is None:
        return _host(field, value)
    if not isinstance(value, list):
        raise _wrong(field, "a list", value)
    return [_host(field, item) for item in value]


_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_OCTETS = re.compile(r"(?:[0-9a-f]{2})*+")
_BITS = re.compile(r"0x(?:[0-9a-f]{8}|[0-9a-f]{16})")


def _host(field: SchemaField, atom: Json) -> Any:
    """Return the value of an atom; any other JSON is a value of the wrong kind (DSPACK-TYPE-21)."""
    if field.type == "?":
        if isinstance(atom, bool):
            return atom
        raise _wrong(field, "true or false", atom)
    if field.type in INTEGERS:
        # int() rejects numerals of thousands of digits, and these types need at most 20.
        if isinstance(atom, str) and len(atom) < 100 and _INTEGER.fullmatch(atom):
            return int(atom)
        raise _wrong(field, "an integer as a decimal string", atom)
    if field.type in NAN:
        return _float_from_json(field, atom)
    if isinstance(atom, dict) and set(atom) == {"text"} and isinstance(atom["text"], str):
        return atom["text"]
    if isinstance(atom, str) and _OCTETS.fullmatch(atom):
        return bytes.fromhex(atom)
    raise _wrong(field, "octets as hex digits", atom)


def _float_from_json(field: SchemaField, atom: Json) -> float:
    """Return a float of the type's own width; an f may also be given as a double, which is rounded (DSPACK-TYPE-24)."""
    widths = {"f": (10, 18), "d": (18,)}[field.type]
    if not isinstance(atom, str) or not _BITS.fullmatch(atom) or len(atom) not in widths:
        raise _wrong(field, "the bits of a float", atom)
    octets = bytes.fromhex(atom[2:])
    (value,) = struct.unpack({4: ">f", 8: ">d"}[len(octets)], octets)
    return float(value)


def _wrong(field: SchemaField, expected: str, found: Json) -> EncodeError:
    return EncodeError("VALUE", "DSPACK-TYPE-21", f"{field.label}: expected {expected}, found {found!r:.60}")


def _text_from_json(value: Json) -> str:
    """Return a text; octets that are not UTF-8 come only from decoders, and are refused here (DSPACK-ENC-06)."""
    if not isinstance(value, str):
        raise NotationError(f"expected text, found {value!r:.60}")
    return value


def _user_meta_from_json(value: Json) -> Meta:
    if not isinstance(value, dict) or set(value) != {"map"}:
        raise NotationError(f'meta: expected {{"map": ...}}, found {value!r:.60}')
    found: Meta = meta_from_json(value)
    return found


def meta_from_json(value: Json, level: int = 1) -> Any:
    """Return the value of a tagged tree.

    Raises NotationError if it is malformed, or has more levels than any codec must read.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, dict) and len(value) == 1 and level <= META_CEILING:
        ((tag, content),) = value.items()
        if tag in _FROM_JSON:
            return _FROM_JSON[tag](content, level)
    raise NotationError(f"meta: expected null, a boolean or one of {', '.join(_FROM_JSON)}, found {value!r:.60}")


def _meta_float(content: Json, level: int) -> float:
    (number,) = struct.unpack(">d", parse_bits(content, 8).to_bytes(8, "big"))
    return float(number)


def _meta_array(content: Json, level: int) -> list[Any]:
    return [meta_from_json(item, level + 1) for item in items(content, "array")]


def _meta_map(content: Json, level: int) -> Meta:
    if not isinstance(content, dict):
        raise NotationError(f"map: expected an object, found {content!r:.60}")
    return {key: meta_from_json(member, level + 1) for key, member in content.items()}


_FROM_JSON: dict[str, Callable[[Json, int], Any]] = {
    "int": lambda content, level: integer(content, "int"),
    "float": _meta_float,
    "str": lambda content, level: _text_from_json(content),
    "bin": lambda content, level: octets(content, "bin"),
    "array": _meta_array,
    "map": _meta_map,
}
