"""Mutations of the profile cbor."""

import struct
from typing import Any

from goldenwire_reference.dynd import cbor
from goldenwire_reference.dynd.decode_leaf import is_nan
from goldenwire_reference.dynd.model import Array, Typed
from goldenwire_reference.dynd.tables import TAG
from goldenwire_suite.dynd.mutations.changes import mutation
from goldenwire_suite.mutations import Constant, Disabled, Edit, Replaced


def _cut(bits: int) -> Replaced:
    def checked(original: Any, reader: Any, at: int, major: int, argument: int) -> Any:
        return original(reader, at, major, argument % 2**bits if major in (cbor.OCTETS, cbor.TEXT) else argument)
    return Replaced("cbor._checked", checked)


def _in_an_array(type: Any) -> Array:
    return type if isinstance(type, Array) else Array(type)


MUTATIONS = (
    mutation("everything-tagged", "CBOR-01 CBOR-02", "it puts every content into a tag",
        Replaced("cbor._is_simple", lambda is_simple, content: False)),
    mutation("tags-alone", "CBOR-02", "it reads contents in tags alone",
        Edit("cbor.read_item", "(UNSIGNED, NEGATIVE, OCTETS, TEXT, TAGGED, SIMPLE) -> (TAGGED,)")),
    mutation("tags-over-anything", "CBOR-02", "it takes a tag over what has an item of its own",
        Disabled("cbor.tagged-simple")),
    mutation("another-tag", "CBOR-03", "it takes the next number for the tag", Constant("TAG", 0x44794E45)),
    mutation("any-tag", "CBOR-03", "it takes any tag for the one", Disabled("cbor.tag")),
    mutation("pairs-without-tag", "CBOR-03", "it takes a pair without a tag for type and data",
        Replaced("cbor.read_item", lambda read, reader, type:
            cbor._read_tagged(reader, type, cbor.CborHead(0, cbor.TAGGED, 0, TAG))
            if bytes(reader.data[:1]) == b"\x82" else read(reader, type))),
    mutation("types-of-any-spelling", "CBOR-03", "it takes what is no type string for a type of one byte",
        Disabled("type.syntax", "int8")),
    mutation("ends-of-data-ignored", "CBOR-03", "it takes no heed of where the byte string ends",
        Edit("cbor._read_tagged", "reader.data = whole[:end] -> pass"),
        Edit("cbor._read_tagged", "reader.data, reader.position = (whole, end) -> pass")),
    mutation("heads-in-nine-bytes", "CBOR-04 ENC-01", "it writes heads in nine bytes",
        Replaced("cbor._write_head", lambda write, writer, major, argument:
            writer.put(bytes([major << 5 | 27]) + argument.to_bytes(8, "big")))),
    mutation("large-integers-as-floats", "CBOR-04", "it writes integers beyond 32 bits as floats",
        Replaced("cbor._write_simple", lambda write, writer, name, value, data:
            writer.put(b"\xfb" + struct.pack(">d", value))
            if name == "int64" and abs(value) >= 2**32 else write(writer, name, value, data))),
    mutation("floats-shortened", "CBOR-04", "it writes floats in 16 bits where the others are zeros, and NaNs",
        Replaced("cbor._write_simple", lambda write, writer, name, value, data:
            writer.put(b"\xf9" + struct.pack(">e", *struct.unpack("<d", data)))
            if name == "float64" and (value % 2**42 == 0 or is_nan(value, 8)) else write(writer, name, value, data))),
    mutation("known-types-tagged", "CBOR-06 CBOR-02", "it tags contents of a known type, whatever it is",
        Edit("cbor.write_item", "_is_simple(content) -> _is_simple(content) and type.content is None")),
    mutation("known-types-untagged", "CBOR-06 CBOR-03", "it writes the data alone where the type is known",
        Edit("cbor.write_item", "_write_head(writer, TAGGED, TAG) -> type.content or _write_head(writer, TAGGED, TAG)"),
        Edit("cbor.write_item", "_write_head(writer, ARRAY, 2) -> type.content or _write_head(writer, ARRAY, 2)"),
        Edit("cbor.write_item",
             "_write_string(writer, TEXT, text.encode()) -> "
             "type.content or _write_string(writer, TEXT, text.encode())")),
    mutation("any-type-as-an-array", "CBOR-06 DES-04", "it takes another type for an array of it",
        Replaced("cbor.array_type", lambda array_type, reader, type: _in_an_array(type)),
        Replaced("cbor.write_item", lambda write, writer, type, value:
            write(writer, _in_an_array(type), value if isinstance(type, Array) else Typed(type, value)))),
    mutation("core-form-in-profile", "CBOR-07", "it reads the core form where CBOR is due",
        Edit("codec.decode_typed", "profile == 'cbor' -> False")),
    mutation("cbor-within-cbor", "CBOR-07", "it reads CBOR in the byte string, for arrays in an array",
        Edit("cbor._read_tagged",
             "read_part(reader, content) -> "
             "(read_item if isinstance(content, Array) else read_part)(reader, content)")),
    *(
        mutation(f"cbor-sizes-of-{bits}-bits", "CBOR-04", f"it keeps {bits} bits of the lengths of strings", _cut(bits))
        for bits in (8, 16, 32)
    ),
)  # fmt: skip
