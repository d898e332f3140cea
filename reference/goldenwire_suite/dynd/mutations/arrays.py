"""Mutations of arrays, which carry their type."""

import re
from typing import Any

from goldenwire_reference.dynd.decode import read_part
from goldenwire_reference.dynd.model import Typed
from goldenwire_suite.dynd.mutations.changes import mutation, written
from goldenwire_suite.mutations import Disabled, Edit, Replaced


def _last(read: Any, reader: Any, type: Any) -> Typed:
    content, value = read(reader, type)
    while reader.remaining and content.min_size:
        value = read_part(reader, content)
    return Typed(content, value)


_READ = "read_part(reader, content)"
_WRITE = "write_type(writer, value.type)"
_DIFFERENT = "content != type.content"
_DIFFERENT_IN = "str(content)[:{0}] != str(type.content)[:{0}]"
_ANOTHER = f"type.content is not None and {_DIFFERENT}"

MUTATIONS = (
    mutation("one-type-for-a-row", "ARR-01", "it writes a type at the beginning of the output alone",
        Edit("encode._write_array", f"{_WRITE} -> write_type(Output() if writer.size else writer, value.type)")),
    mutation("types-without-data", "ARR-01", "it takes a type without data for an array of nothing",
        Edit("decode._read_array", f"{_READ} -> {_READ} if reader.remaining else None")),
    mutation("data-repeated", "ARR-01", "it reads data to the end and keeps the last",
        Replaced("decode._read_array", _last)),
    mutation("known-types-left-out", "ARR-02", "it writes and reads no type where that is known",
        Edit("encode._write_array", f"{_WRITE} -> write_type(Output() if type.content else writer, value.type)"),
        Edit("decode._read_array",
             "read_type(reader) -> (type.content, reader.position) if type.content else read_type(reader)")),
    mutation("contents-of-any-type", "ARR-02 CBOR-06", "it takes contents of any type where another one is known",
        Disabled("array.mismatch"), Edit("encode.check_content", f"{_ANOTHER} -> False")),
    *(
        mutation(f"types-alike-in-{size}-bytes", "ARR-02", f"it compares the first {size} bytes of types alone",
            Edit("decode.check_content", f"{_DIFFERENT} -> {_DIFFERENT_IN.format(size)}"),
            Edit("encode.check_content", f"{_DIFFERENT} -> {_DIFFERENT_IN.format(size)}"))
        for size in (16, 32, 64, 128, 256)
    ),
    mutation("patterns-of-dimensions", "ARR-03", "it writes a pattern for the dimensions of an array",
        written(lambda text: re.sub(r"^\d+", "Fixed", text))),
    mutation("arrays-do-not-nest", "ARR-04", "it refuses arrays in arrays",
        Edit("decode.check_content", f"{_ANOTHER} -> isinstance(content, Array)"),
        Edit("encode.check_content", f"{_ANOTHER} -> isinstance(content, Array)")),
    mutation("pointers-unnamed", "ARR-01 PTR-01", "it takes a pointer for its target in types too",
        Edit("types._Builder.pointer", "_checked(Pointer(target)) -> target")),
)  # fmt: skip
