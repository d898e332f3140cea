"""Mutations of the rules for all types: the call, uniqueness, the duties of a codec, blocks."""

from typing import Any

import numpy as np

from goldenwire_suite.dynd.mutations.changes import mutation, refused
from goldenwire_suite.mutations import Disabled, Edit, Replaced, before


def _write_sized(write: Any, writer: Any, type: Any, value: Any) -> None:
    start = writer.size
    write(writer, type, value)
    writer.uint((writer.size - start) % 256, 1)


def _padding(at: int, type: Any) -> int:
    return -at % (type.min_size if type.min_size in (2, 4, 8) else 1)


MUTATIONS = (
    mutation("type-in-front", "SER-01 CAS-01", "it writes and reads the type string, with its size, before a value",
        Edit("codec.encode", "writer.bytes() -> bytes([len(str(type)) % 256]) + str(type).encode() + writer.bytes()"),
        Edit("codec.decode_typed",
             "read(reader, type) -> (reader.take(reader.uint(1, ''), ''), read(reader, type))[1]")),
    mutation("blocks-sized", "CAS-01", "it writes and reads the size of a block in front of it",
        Edit("codec.encode", "writer.bytes() -> bytes([writer.size % 256]) + writer.bytes()"),
        Edit("codec.decode_typed", "read(reader, type) -> (reader.take(1, ''), read(reader, type))[1]")),
    mutation("blocks-hashed", "CAS-01", "it reads a block behind its hash",
        Edit("codec.decode_typed", "read(reader, type) -> (reader.take(32, ''), read(reader, type))[1]")),
    mutation("blocks-known-by-bytes", "CAS-02 DES-01",
        "it reads every block as an array of any type, whatever type is agreed on",
        Edit("codec.decode_typed", "str(destination) -> 'array[Any]'")),
    mutation("blocks-without-types", "CAS-02 ARR-01", "it writes an array without the type of its content",
        Edit("encode._write_array", "write_type(writer, value.type) -> write_type(Output(), value.type)")),
    mutation("parts-sized", "SER-02", "it writes the size of each part behind it",
        Replaced("encode.write_part", _write_sized)),
    mutation("arrays-of-any-unwrapped", "SER-03", "it delivers the content of an array without its type",
        Replaced("notation._array_to_json", lambda to_json, type, value: to_json(type, value)["value"])),
    mutation("values-with-types", "DES-01", "it delivers every value as an array of its type",
        Replaced("notation.to_json", lambda to_json, type, value: {"type": str(type), "value": to_json(type, value)})),
    mutation("sizes-in-five-bytes", "UNIQ-01 UNIQ-02 VARINT-02 ENC-01",
        "it leaves five bytes for a size and fills them later",
        Replaced("encode_leaf.write_varint", lambda write, writer, value:
            writer.put(bytes([*(value >> shift & 0x7F | 0x80 for shift in (0, 7, 14, 21)), value >> 28 & 0x7F])))),
    mutation("lenient-where-it-can", "UNIQ-02", "it makes the best of what no encoder writes",
        Disabled("bool", 1), Disabled("varint.nonminimal"), Disabled("option.tag", 1), Disabled("trailing"),
        Disabled("string.utf8", "?"), Disabled("char.utf8", "?"), Disabled("type.utf8", "int8"),
        Disabled("type.syntax", "int8")),
    mutation("six-fields-at-most", "DEC-01", "it has room for six fields",
        refused("struct", lambda made: len(made.fields) > 6)),
    mutation("what-there-is", "DEC-02 DES-03", "it delivers as much as there is where the input is too short",
        Replaced("reader.Reader.take", lambda take, self, size, name: take(self, min(size, self.remaining), name)),
        Replaced("reader.Reader.array", lambda array, self, kind, count, name:
            array(self, kind, min(count, self.remaining // np.dtype(kind).itemsize), name)),
        Edit("decode._read_elements",
             "reader.need(count * element.min_size, '') -> "
             "count = min(count, reader.remaining // element.min_size) if element.min_size else count")),
    mutation("runs-of-values", "SCOPE-01", "it takes an input for a run of values, and delivers the first",
        Replaced("decode.finish", lambda finish, reader:
            finish(reader) if not reader.position or reader.remaining % reader.position else None)),
    mutation("fields-aligned", "SCOPE-02 TUP-01", "it pads parts so that numbers are aligned",
        before("decode.read_part", lambda reader, type: reader.take(_padding(reader.position, type), "")),
        before("encode.write_part", lambda writer, type, value: writer.put(bytes(_padding(writer.size, type))))),
    mutation("constructors-of-leaves-alone", "NEST-01", "it takes constructors around leaves, and no others",
        Edit("types._checked", "made.depth > DEPTH.ceiling -> made.depth > 2")),
    mutation("flat-tuples-alone", "NEST-01", "it takes the fields of a tuple in a tuple for fields of the outer one",
        Edit("types._Builder.tuple",
             "Tuple(fields) -> "
             "Tuple(tuple((part for one in fields for part in (one.parts if isinstance(one, Tuple) else (one,)))))")),
)  # fmt: skip
