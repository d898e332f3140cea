"""Mutations of arrays, which carry their type."""

import re
from typing import Any, cast

from goldenwire_reference.dynd.decode import read_part
from goldenwire_reference.dynd.model import Array, Tuple, Typed
from goldenwire_suite.dynd.mutations.changes import mutation, written
from goldenwire_suite.mutations import Disabled, Edit, Replaced


def _last(read: Any, reader: Any, type: Any) -> Typed:
    content, value = read(reader, type)
    while reader.remaining and content.min_size:
        value = read_part(reader, content)
    return Typed(content, value)


def _is_known(type: Any) -> bool:
    return isinstance(type, Array) and type.content is not None


def _in_turn(original: Any, element: Any, elements: Any, *others: Any) -> Any:
    """Do something with the first of some elements, and with the others as with arrays of any type."""
    first, later = original(*others, element, elements[:1]), original(*others, Array(None), elements[1:])
    return None if first is None else [*first, *later]


def _loosened(type: Any) -> Any:
    """Return a tuple of any types where its fields behind the first are arrays of known ones."""
    return Tuple(type.fields[:1] + tuple(Array(None) if _is_known(field) else field for field in type.fields[1:]))


def _met(coder: Any) -> set[str]:
    """Return the strings of the types that a decoder or encoder has met."""
    return cast(set[str], coder.__dict__.setdefault("met", set()))


def _unless_met(check: Any, coder: Any, type: Any, content: Any, *at: Any) -> None:
    if str(content) not in _met(coder):
        check(coder, type, content, *at)
    _met(coder).add(str(content))


def _met_as_a_value(read: Any, reader: Any, type: Any) -> Any:
    found = read(reader, type)
    _met(reader).add(str(found))
    return found


def _elements_counted_once(read: Any, reader: Any, type: Any) -> Any:
    before = reader.without_bytes
    found = read(reader, type)
    if str(found.type) in _met(reader):
        reader.without_bytes = before
    _met(reader).add(str(found.type))
    return found


_LATER_OF_ANY_TYPE = (
    Replaced("decode._read_elements", lambda read, reader, element, count:
        [*read(reader, element, 1), *read(reader, Array(None), count - 1)]
        if _is_known(element) and count > 1 else read(reader, element, count)),
    Replaced("decode._read_tuple", lambda read, reader, type: read(reader, _loosened(type))),
    Replaced("notation._elements", lambda make, writer, element, json:
        _in_turn(make, element, json, writer) if _is_known(element) else make(writer, element, json)),
    Replaced("notation._tuple", lambda make, writer, type, json: make(writer, _loosened(type), json)),
    Replaced("encode._write_elements", lambda write, writer, type, element, elements:
        _in_turn(write, element, elements, writer, type)
        if _is_known(element) else write(writer, type, element, elements)),
    Replaced("encode._write_tuple", lambda write, writer, type, value: write(writer, _loosened(type), value)),
)

_READ = "read_part(reader, content)"
_WRITE = "write_type(writer, value.type)"
_DIFFERENT = "content != type.content"
_DIFFERENT_IN = "str(content)[:{0}] != str(type.content)[:{0}]"
_LIMITED = "reader.limit('array.depth', DEPTH, at, reader.depth + content.depth, 'levels')"
_WITHIN = "within('array.depth', DEPTH, writer.depth + content.depth, 'levels')"
_MET = "str(content) in {0}.__dict__.setdefault('met', set()) or ({1}, {0}.met.add(str(content)))"
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
    mutation("later-arrays-of-any-type", "ARR-02",
        "it compares the type of the first of several elements or fields alone with the one that is known",
        *_LATER_OF_ANY_TYPE),
    mutation("contents-judged-once", "ARR-02",
        "it compares the type of an array with the one that is known where it meets that type first alone",
        Replaced("decode.check_content", _unless_met), Replaced("encode.check_content", _unless_met)),
    mutation("depth-judged-once", "LIM-01 LIM-05 LIM-06",
        "it looks at how deep the type of an array is where it meets that type first alone",
        Replaced("decode_leaf._read_type", _met_as_a_value),
        Edit("decode._read_array", f"{_LIMITED} -> {_MET.format('reader', _LIMITED)}"),
        Edit("encode.check_content", f"{_WITHIN} -> {_MET.format('writer', _WITHIN)}")),
    mutation("contents-counted-before-their-depth", "ERR-02",
        "it counts the content of an array before it looks at how deep that is",
        Edit("decode._read_array", f"{_LIMITED} -> (reader.count(content), {_LIMITED})"),
        Edit("decode._read_array", f"{_READ} -> read(reader, content)")),
    mutation("elements-counted-once", "LIM-04 LIM-05",
        "it counts the elements without bytes of an array where it meets the type of that first alone",
        Replaced("decode._read_array", _elements_counted_once)),
    mutation("patterns-of-dimensions", "ARR-03", "it writes a pattern for the dimensions of an array",
        written(lambda text: re.sub(r"^\d+", "Fixed", text))),
    mutation("arrays-do-not-nest", "ARR-04", "it refuses arrays in arrays",
        Edit("decode.check_content", f"{_ANOTHER} -> isinstance(content, Array)"),
        Edit("encode.check_content", f"{_ANOTHER} -> isinstance(content, Array)")),
    mutation("pointers-unnamed", "ARR-01 PTR-01", "it takes a pointer for its target in types too",
        Edit("types._Builder.pointer", "_checked(Pointer(target)) -> target")),
)  # fmt: skip
