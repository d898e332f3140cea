"""Mutations of dimensions, tuples and structs."""

from collections.abc import Callable
from typing import Any

from goldenwire_reference.dynd import decode, encode
from goldenwire_reference.dynd.encode_leaf import Output, items, write_varint
from goldenwire_reference.dynd.model import Fixed, Storage, Struct, Tuple, Var, levels_of
from goldenwire_reference.dynd.primitives import PRIMITIVES, Number
from goldenwire_suite.dynd.mutations.changes import mutation, refused
from goldenwire_suite.mutations import Edit, Replaced, before


def _write_in_bytes(write: Any, writer: Any, type: Any, value: Any) -> None:
    measured = Output()
    encode._write_elements(measured, type, type.element, items(type, value))
    write_varint(writer, measured.size)
    writer.put(measured.bytes())


def _sorted(kind: Any, key: Callable[[Any, int], Any]) -> Replaced:
    """A change with which an encoder sorts the fields of a tuple or struct by a key of the type and their places."""
    def write_tuple(write: Any, writer: Any, type: Any, value: Any) -> None:
        places = range(len(type.fields))
        order = sorted(places, key=lambda place: key(type, place)) if isinstance(type, kind) else places
        write(writer, Tuple(tuple(type.fields[place] for place in order)), [value[place] for place in order])
    return Replaced("encode._write_tuple", write_tuple)


def _with_names(type: Tuple) -> Tuple:
    return Tuple(tuple(one for field in type.fields for one in (PRIMITIVES["string"], field)))


_COUNT = "read_varint(reader, '.count')"
_WRITE_COUNT = "write_varint(writer, len(elements))"

MUTATIONS = (
    mutation("dimensions-counted", "DIM-01", "it writes a count in front of a dimension of a known size",
        before("encode._write_fixed", lambda writer, type, value: write_varint(writer, type.count))),
    mutation("dimensions-of-a-byte", "DIM-01", "it holds a dimension in a byte",
        Replaced("types._Builder.count", lambda count, self, token: count(self, token) % 256)),
    mutation("rows-of-numbers-alone", "NEST-01", "it takes dimensions of numbers alone",
        refused("fixed", lambda made: not isinstance(made.element, Number))),
    mutation("first-index-fastest", "DIM-02", "it reads arrays in F order",
        Replaced("decode._read_fixed", lambda read, reader, type:
            decode._read_storage(reader, Storage(type, tuple(range(len(levels_of(type))))[::-1]))
            if isinstance(type.element, Fixed) else read(reader, type))),
    mutation("nothing-is-a-zero", "DIM-03 TUP-01 STRUCT-01", "it writes and reads a zero byte where there are no parts",
        before("encode._write_fixed", lambda writer, type, value: writer.put(bytes(type.count == 0))),
        before("encode._write_tuple", lambda writer, type, value: writer.put(bytes(not type.fields))),
        before("decode._read_fixed", lambda reader, type: reader.take(type.count == 0, "")),
        before("decode._read_tuple", lambda reader, type: reader.take(not type.fields, ""))),
    mutation("rows-of-nothing-dropped", "DIM-03", "it delivers no rows where they have no elements",
        Edit("decode._read_equal", "[value] * count -> [value] * count if value is None or len(value) else []")),
    # counts
    mutation("counts-in-bytes", "VAR-02 CHAR-02", "it counts bytes instead of elements",
        Edit("decode._read_var", f"{_COUNT} -> {_COUNT} // max(1, type.element.min_size)"),
        Replaced("encode._write_var", _write_in_bytes)),
    mutation("counts-of-numbers", "VAR-02", "it counts the numbers in rows of rows",
        Edit("encode._write_var", "len(elements) -> len(elements) * getattr(type.element, 'count', 1)")),
    mutation("counts-of-the-last-index", "VAR-01", "it takes the count for the last index",
        Edit("decode._read_var", f"{_COUNT} -> {_COUNT} + 1"),
        Edit("encode._write_var", "len(elements) -> max(0, len(elements) - 1)")),
    mutation("counts-with-the-count", "VAR-01", "it takes the count for one of the elements",
        Edit("decode._read_var", f"{_COUNT} -> {_COUNT} - 1"),
        Edit("encode._write_var", "len(elements) -> len(elements) + 1")),
    mutation("a-count-of-0-is-to-the-end", "VAR-01", "it reads elements to the end where the count is 0",
        Edit("decode._read_var", f"{_COUNT} -> {_COUNT} or reader.remaining // max(1, type.element.min_size)")),
    mutation("to-the-end-without-count", "VAR-01", "it has no counts, and reads elements to the end",
        Edit("decode._read_var", f"{_COUNT} -> reader.remaining // max(1, type.element.min_size)"),
        Edit("encode._write_var", f"{_WRITE_COUNT} -> pass")),
    mutation("no-elements-no-count", "VAR-01", "it writes no count where there are no elements",
        Edit("encode._write_var", f"{_WRITE_COUNT} -> elements and {_WRITE_COUNT}")),
    mutation("inner-rows-uncounted", "VAR-03", "it writes a count for the outermost dimension alone",
        Edit("encode._write_var", f"{_WRITE_COUNT} -> writer.depth > 1 or {_WRITE_COUNT}")),
    mutation("one-count-for-all-rows", "VAR-03", "it reads the elements of all rows behind one count",
        Replaced("decode._read_fixed", lambda read, reader, type:
            read(reader, Fixed(1, type.element) if isinstance(type.element, Var) else type))),
    # fields
    mutation("fields-counted", "TUP-01", "it writes the number of its fields before a tuple",
        before("encode._write_tuple", lambda writer, type, value: writer.uint(len(type.fields) % 256, 1))),
    mutation("fields-by-size", "TUP-01 STRUCT-02", "it writes larger fields first",
        _sorted(Tuple, lambda type, place: -type.fields[place].min_size)),
    mutation("struct-fields-by-size", "STRUCT-02", "it writes larger fields of a struct first",
        _sorted(Struct, lambda type, place: -type.fields[place].min_size)),
    mutation("fields-by-name", "STRUCT-02", "it writes the fields of a struct by their names",
        _sorted(Struct, lambda type, place: type.names[place])),
    mutation("fields-by-columns", "STRUCT-01", "it writes all first fields of a row of structs, then all second ones",
        Replaced("encode._write_elements", lambda write, writer, type, element, elements:
            [write(writer, type, field, [one[place] for one in elements]) for place, field in enumerate(element.fields)]
            if isinstance(element, Struct) else write(writer, type, element, elements))),
    mutation("a-name-before-its-field", "STRUCT-01 STRUCT-03",
        "it writes and reads its name, with a size, before each field",
        Replaced("encode._write_tuple", lambda write, writer, type, value:
            write(writer, _with_names(type), [one for pair in zip(type.names, value, strict=True) for one in pair])
            if isinstance(type, Struct) else write(writer, type, value)),
        Replaced("decode._read_tuple", lambda read, reader, type:
            read(reader, _with_names(type))[1::2] if isinstance(type, Struct) else read(reader, type))),
)  # fmt: skip
