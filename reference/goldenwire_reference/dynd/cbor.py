"""The profile cbor: a value of array[T] <-> one CBOR data item (RFC 8949) in its only form.

Five types have items of their own; all others are tag 0x44794e44 over [type string, serialization] (DYND-CBOR-02, -03).
"""

from typing import Any, NamedTuple

from goldenwire_reference.dynd.decode import check_content, finish, read_part
from goldenwire_reference.dynd.decode_leaf import Input, describe, read_text
from goldenwire_reference.dynd.encode import check_content as check_writable
from goldenwire_reference.dynd.encode import write_part
from goldenwire_reference.dynd.encode_leaf import Output, canonical, invalid, refuse, utf8
from goldenwire_reference.dynd.model import Array, Typed
from goldenwire_reference.dynd.primitives import PRIMITIVES, Type
from goldenwire_reference.dynd.tables import DEPTH, TAG, TYPE_LENGTH

# The major types, and the meanings of the low five bits of an initial byte that are no argument.
UNSIGNED, NEGATIVE, OCTETS, TEXT, ARRAY, MAP, TAGGED, SIMPLE = range(8)
MAJORS = ("unsigned", "negative", "bytes", "text", "array", "map", "tag", "simple")
FALSE, TRUE, HALF, SINGLE, DOUBLE = 20, 21, 25, 26, 27
RESERVED, INDEFINITE = (28, 29, 30), 31
ARGUMENT_SIZES = {24: 1, 25: 2, 26: 4, 27: 8}

# The types that have items of their own.
SIMPLE_TYPES = {
    UNSIGNED: PRIMITIVES["int64"],
    NEGATIVE: PRIMITIVES["int64"],
    OCTETS: PRIMITIVES["bytes"],
    TEXT: PRIMITIVES["string"],
}
MAX_INT64 = 2**63 - 1


class CborHead(NamedTuple):
    """The head of an item: its offset, its major type, its additional information, and its argument."""

    offset: int
    major: int
    info: int
    argument: int


def array_type(reader: Input, type: Type) -> Array:
    """Return the destination type, which must be an array's."""
    if not isinstance(type, Array):
        substitute = reader.refuse("destination.syntax", 0, "array[T], which alone has CBOR", str(type))
        return array_type(reader, reader.type(substitute, 0, "destination"))
    return type


def read_item(reader: Input, type: Array) -> Typed:
    """Return the value of an array type that the CBOR at the front of the input represents."""
    reader.depth = 1
    head = _read_head(reader, ".head", (UNSIGNED, NEGATIVE, OCTETS, TEXT, TAGGED, SIMPLE))
    return _read_tagged(reader, type, head) if head.major == TAGGED else _read_simple(reader, type, head)


def _read_head(reader: Input, name: str, majors: tuple[int, ...]) -> CborHead:
    """Read the next head, which must have one of these major types."""
    at = reader.position
    reader.need(1, name)
    major, info = divmod(reader.data[at], 32)
    found = f"{reader.data[at]:02x}"
    if info in RESERVED or (info == INDEFINITE and major in (UNSIGNED, NEGATIVE, TAGGED, SIMPLE)):
        info = reader.refuse("cbor.reserved", at, "a head that CBOR defines", found)
    if major not in majors or (major == SIMPLE and info not in (FALSE, TRUE, HALF, SINGLE, DOUBLE)):
        expected = " or ".join(MAJORS[one] for one in majors).replace("simple", "a boolean or a float")
        major, info = reader.refuse("cbor.kind", at, expected, f"{found}, {MAJORS[major]}")
    if info == INDEFINITE:
        info = reader.refuse("cbor.indefinite", at, "a definite length", found)
    if major == SIMPLE and info in (HALF, SINGLE):
        reader.refuse("cbor.short-float", at, "a float in 64 bits", found)
    size = ARGUMENT_SIZES.get(info, 0)
    octets = bytes(reader.take(1 + size, name))
    argument = int.from_bytes(octets[1:], "big") if size else info
    if size and major != SIMPLE and argument < (24 if size == 1 else 1 << 4 * size):
        reader.refuse("cbor.long-head", at, "the shortest head for its argument", octets.hex(" "))
    argument = _checked(reader, at, major, argument)
    meaning = f"{MAJORS[major]} {argument}"
    if major == SIMPLE:
        meaning = describe(argument, 8) if info == DOUBLE else f"{info == TRUE}".lower()
    reader.note(at, 1 + size, name, meaning)
    return CborHead(at, major, info, argument)


def _checked(reader: Input, at: int, major: int, argument: int) -> int:
    if major == TAGGED and argument != TAG:
        return reader.refuse("cbor.tag", at, f"tag {TAG}", argument) or TAG
    if major == ARRAY and argument != 2:
        return reader.refuse("cbor.length", at, "an array of 2", argument) or 2
    if major in (UNSIGNED, NEGATIVE) and argument > MAX_INT64:
        return int(reader.refuse("cbor.integer", at, "an integer of int64", f"{MAJORS[major]} {argument}"))
    return argument


def _read_simple(reader: Input, type: Array, head: CborHead) -> Typed:
    """Read the value of an item whose kind is its type."""
    of_simple = PRIMITIVES["float64" if head.info == DOUBLE else "bool"]
    content = SIMPLE_TYPES.get(head.major, of_simple)
    check_content(reader, type, content, head.offset)
    value: Any = head.argument
    if head.major == NEGATIVE:
        value = -1 - head.argument
    elif head.major == OCTETS:
        value = bytes(reader.take(head.argument, ".bytes"))
        if value:
            reader.note(reader.position - len(value), len(value), ".bytes", f"{len(value)} bytes")
    elif head.major == TEXT:
        value = read_text(reader, head.argument, "string.utf8")
    elif content == PRIMITIVES["bool"]:
        value = head.info == TRUE
    return Typed(content, value)


def _read_tagged(reader: Input, type: Array, tag: CborHead) -> Typed:
    """Read the value of a tag over its type string and its serialization."""
    _read_head(reader, ".array.head", (ARRAY,))
    reader.scope = "value.type"
    text = _read_head(reader, ".head", (TEXT,))
    reader.limit("type.length", TYPE_LENGTH, text.offset, text.argument, "bytes of a type string")
    at = reader.position
    content = reader.type(read_text(reader, text.argument, "type.utf8"), at, "type")
    check_content(reader, type, content, at)
    if _is_simple(content):
        reader.refuse("cbor.tagged-simple", tag.offset, f"an untagged item for {content}", "a tag over it")
    reader.limit("array.depth", DEPTH, at, reader.depth + content.depth, "levels")
    reader.scope = "value.value"
    octets = _read_head(reader, ".head", (OCTETS,))
    reader.need(octets.argument, "")
    whole, end = reader.data, reader.position + octets.argument
    reader.data = whole[:end]
    value = read_part(reader, content)
    finish(reader)
    reader.data, reader.position = whole, end
    return Typed(content, value)


def _is_simple(content: Type) -> bool:
    return content in (*SIMPLE_TYPES.values(), PRIMITIVES["bool"], PRIMITIVES["float64"])


def write_item(writer: Output, type: Type, value: Any) -> None:
    """Write the CBOR of a value of an array type."""
    if not isinstance(type, Array):
        refuse("destination.syntax", f"array[T], which alone has CBOR, found {type}")
    if not isinstance(value, Typed):
        raise invalid(type, value)
    writer.depth = 1
    text, content = canonical(writer, value.type)
    check_writable(writer, type, content)
    serialization = Output()
    serialization.depth = 1
    write_part(serialization, content, value.value)
    data = serialization.bytes()
    if _is_simple(content):
        _write_simple(writer, str(content), value.value, data)
    else:
        _write_head(writer, TAGGED, TAG)
        _write_head(writer, ARRAY, 2)
        _write_string(writer, TEXT, text.encode())
        _write_string(writer, OCTETS, data)


def _write_simple(writer: Output, name: str, value: Any, data: bytes) -> None:
    """Write the item of a value of a type that has items of its own; `data` is its serialization."""
    if name == "bool":
        _write_head(writer, SIMPLE, TRUE if value else FALSE)
    elif name == "int64":
        _write_head(writer, NEGATIVE if value < 0 else UNSIGNED, -1 - value if value < 0 else value)
    elif name == "float64":
        writer.uint(SIMPLE << 5 | DOUBLE, 1)
        writer.put(data[::-1])
    else:
        is_text = name == "string"
        _write_string(
            writer, TEXT if is_text else OCTETS, utf8(PRIMITIVES[name], value, "string.utf8") if is_text else value
        )


def _write_string(writer: Output, major: int, octets: bytes) -> None:
    _write_head(writer, major, len(octets))
    writer.put(octets)


def _write_head(writer: Output, major: int, argument: int) -> None:
    """Write a head in its shortest form."""
    if argument < 24:
        writer.uint(major << 5 | argument, 1)
        return
    info, size = next((info, size) for info, size in ARGUMENT_SIZES.items() if argument < 1 << 8 * size)
    writer.uint(major << 5 | info, 1)
    writer.put(argument.to_bytes(size, "big"))
