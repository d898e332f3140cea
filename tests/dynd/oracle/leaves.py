"""The bytes of DyND's leaf types as descriptions for the construct library, and how values are written there.

Defects found here have no offset: the Item around a description gives them that of its first byte.
"""

import contextlib
import math
import re
import struct
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import construct as cs

from dynd.oracle.types import NUMBERS, OracleReject, Type

_Kind = TypeVar("_Kind")


@contextlib.contextmanager
def reported_at(offset: int) -> Iterator[None]:
    """Add the offset to a defect that has none, and turn an end of the input into one."""
    try:
        yield
    except cs.StreamError as error:
        raise OracleReject("TRUNCATED", offset, str(error)) from None
    except OracleReject as defect:
        raise defect if defect.offset is not None else OracleReject(defect.code, offset, defect.reason) from None


class Item(cs.Subconstruct):  # type: ignore[misc] # construct has no types
    """A part that is read as a whole: a defect inside, or an end of the input, is reported at its first byte."""

    def _parse(self, stream: Any, context: Any, path: Any) -> Any:
        start = stream.tell()
        with reported_at(start):
            value = self.subcon._parsereport(stream, context, path)
        context._params.call.items.append((start, stream.tell()))
        return value


def need(value: Any, kind: type[_Kind], length: int | None = None) -> _Kind:
    """Return the value, which must be of this kind and, if a list, of this length. Raises OracleReject."""
    if not isinstance(value, kind):
        raise OracleReject("VALUE_INVALID", None, f"{value!r:.80} is no {kind.__name__}")
    if length is not None and isinstance(value, list) and len(value) != length:
        raise OracleReject("VALUE_INVALID", None, f"{len(value)} elements where {length} belong")
    return value


def match(pattern: str, value: Any) -> str:
    """Return the value, which must be a string that matches the pattern. Raises OracleReject."""
    if not re.fullmatch(pattern, need(value, str)):
        raise OracleReject("VALUE_INVALID", None, f"{value!r:.80} is not like {pattern}")
    return str(value)


def adapted(subcon: Any, decoder: Callable[[Any], Any], encoder: Callable[[Any], Any]) -> Any:
    """Return a description that passes the parsed object through decoder, and the object to build through encoder."""
    return cs.ExprAdapter(subcon, lambda obj, context: decoder(obj), lambda obj, context: encoder(obj))


def octets(size: int | Callable[[Any], int]) -> Any:
    """Describe so many raw bytes. Inputs fit in memory, so larger sizes find their end in any case."""
    return cs.Bytes(lambda context: min(size(context) if callable(size) else size, sys.maxsize))


# --- numbers --------------------------------------------------------------------------------------


def atom(kind: str, bits: int) -> str:
    """Return an integer, or the bits of a float, in neutral notation."""
    return f"0x{bits:0{2 * NUMBERS[kind]}x}" if kind.startswith("float") else str(bits)


def number_of(kind: str, value: Any) -> int:
    """Return the number of an atom(). Raises OracleReject if `value` is not in that form."""
    if kind.startswith("float"):
        return int(match(f"0x[0-9a-f]{{{2 * NUMBERS[kind]}}}", value), 16)
    number = int(match("0|-?[1-9][0-9]{0,40}", value))
    bits = 8 * NUMBERS[kind]
    low = 0 if kind.startswith("u") else -(1 << (bits - 1))
    if not low <= number < low + (1 << bits):
        raise OracleReject("VALUE_INVALID", None, f"{number} is no {kind}")
    return number


def part_of_complex(kind: str) -> str:
    return kind[len("complex[") : -1]


def number(kind: str) -> Any:
    """Return the description of a number type, of bool, or of complex[T]."""
    if kind == "bool":
        return adapted(cs.Byte, _truth, lambda value: int(need(value, bool)))
    if kind.startswith("complex"):
        parts = cs.Array(2, number(part_of_complex(kind)))
        return adapted(parts, list, lambda value: need(value, list, 2))
    whole = cs.BytesInteger(NUMBERS[kind], signed=kind.startswith("int"), swapped=True)
    return adapted(whole, lambda bits: atom(kind, bits), lambda value: number_of(kind, value))


def _truth(byte: int) -> bool:
    if byte > 1:
        raise OracleReject("BOOL_INVALID", None, f"{byte:02x} is neither false nor true")
    return byte == 1


def optional_number(content: Type, takes_any_nan: bool) -> Any:
    """Return the description of an option in sentinel form."""
    kind, sentinel = content.kind, content.sentinel
    plain = number(kind)

    def checked(data: bytes) -> bytes:
        if kind in ("float32", "float64") and not takes_any_nan and math.isnan(_float(data)):
            raise OracleReject("NA_NONCANONICAL", None, f"{data.hex()} is a NaN, but not the sentinel")
        return data

    def decode(data: bytes) -> Any:
        return None if data == sentinel else [plain.parse(checked(data))]

    def encode(value: Any) -> bytes | None:
        if value is None:
            return sentinel
        data: bytes = plain.build(need(value, list, 1)[0])
        if data == sentinel:
            raise OracleReject("SENTINEL_COLLISION", None, f"{value} would come back as missing")
        return checked(data)

    return adapted(cs.Bytes(content.width), decode, encode)


def _float(data: bytes) -> float:
    return float(struct.unpack({4: "<f", 8: "<d"}[len(data)], data)[0])


# --- varints --------------------------------------------------------------------------------------

_LENIENT: Any = cs.VarInt  # accepts longer forms than needed, and more than 64 bits
_GROUPS = cs.RepeatUntil(lambda byte, groups, context: byte < 0x80 or len(groups) == 10, cs.Byte)


def _from_groups(groups: list[int]) -> int:
    if len(groups) == 10 and groups[-1] > 1:
        raise OracleReject("VARINT_OVERFLOW", None, "the varint has more than 64 bits")
    if len(groups) > 1 and groups[-1] == 0:
        raise OracleReject("VARINT_NONMINIMAL", None, "the varint has a shorter form")
    return int(_LENIENT.parse(bytes(groups)))


VARINT = adapted(_GROUPS, _from_groups, lambda count: list(_LENIENT.build(count)))


def sized(decode: Callable[[bytes, Any], Any], encode: Callable[[Any, Any], bytes], size: Any = VARINT) -> Any:
    """Describe a size, then that many bytes; decode and encode take them, or the value, and construct's context."""
    content = cs.ExprAdapter(octets(lambda this: this.size), decode, lambda data, context: data)
    whole = cs.FocusedSeq(
        "content",
        "size" / cs.Rebuild(Item(size), lambda this: len(this.content)),
        "content" / Item(content),
    )
    return cs.ExprAdapter(whole, lambda value, context: value, encode)


# --- text and types -------------------------------------------------------------------------------


def utf8(data: bytes) -> str:
    """Decode the bytes as UTF-8. Raises OracleReject."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise OracleReject("UTF8_INVALID", None, str(error)) from None


def text_octets(value: Any) -> bytes:
    """Return the bytes of a text in notation, which may be given as bytes. Raises OracleReject."""
    if isinstance(value, dict) and value.keys() == {"utf8"}:
        data = bytes.fromhex(value["utf8"])
    else:
        data = need(value, str).encode("utf-8", "surrogatepass")
    utf8(data)
    return data


def _is_whole(byte: int, seen: list[int], context: Any) -> bool:
    """Return True if the bytes seen are a complete character. Raises OracleReject if no character begins with them."""
    tries = [bytes(seen) + filler * missing for missing in range(4) for filler in (b"\x80", b"\xbf")]
    length = next((len(data) for data in tries if len(data.decode("utf-8", "ignore")) == 1 and _is_utf8(data)), 0)
    if not length:
        raise OracleReject("UTF8_INVALID", None, f"{bytes(seen).hex()} begins no character")
    return length == len(seen)


def _is_utf8(data: bytes) -> bool:
    try:
        return bool(data.decode("utf-8"))
    except UnicodeDecodeError:
        return False


def _char_octets(value: Any) -> list[int]:
    data = text_octets(value)
    if len(utf8(data)) != 1:
        raise OracleReject("VALUE_INVALID", None, f"{value!r} is not one character")
    return list(data)


def known_size(size: int, call: Any) -> int:
    """Return the size of a type string, if it is within the limit. Raises OracleReject."""
    if size > call.limits.octets:
        raise OracleReject("LIMIT_TYPE_LENGTH", None, f"a type string of {size} bytes is too long")
    return size


def type_of(text: str, call: Any) -> Type:
    """Return the type that a string within the data names. Raises OracleReject."""
    try:
        found: Type = call.type(text)
    except OracleReject as defect:  # the offset is one into the string
        raise OracleReject(defect.code, None, f"{defect.reason} ({defect.offset} in the type string)") from None
    return found


def type_string(check: Callable[[Type], Type]) -> Any:
    """Describe a type string that passes a check; it parses to the Type and builds from its notation."""
    return sized(
        lambda data, this: check(type_of(utf8(data), this._params.call)),
        lambda value, this: check(type_of(utf8(text_octets(value)), this._params.call)).text.encode(),
        cs.ExprAdapter(VARINT, lambda size, this: known_size(size, this._params.call), lambda size, this: size),
    )


# Descriptions of the leaf types with values of one or two items.
LEAF = {
    "void": adapted(cs.Pass, lambda nothing: None, lambda value: need(value, type(None))),
    "bytes": sized(lambda data, context: data.hex(), lambda value, context: hexadecimal(value)),
    "string": sized(lambda data, context: utf8(data), lambda value, context: text_octets(value)),
    "type": adapted(type_string(lambda found: found), lambda found: found.text, lambda value: value),
    "char": Item(adapted(cs.RepeatUntil(_is_whole, cs.Byte), lambda seen: utf8(bytes(seen)), _char_octets)),
    **{kind: Item(number(kind)) for kind in NUMBERS},
}


def hexadecimal(value: Any, size: int | None = None) -> bytes:
    """Return the bytes of hexadecimal digits, `size` of them if it is given. Raises OracleReject."""
    data = bytes.fromhex(match("([0-9a-f]{2})*", value))
    if size not in (None, len(data)):
        raise OracleReject("VALUE_INVALID", None, f"{len(data)} bytes where {size} belong")
    return data


def fixed_bytes(size: int) -> Any:
    """Return the description of bytes[N]."""
    return Item(adapted(octets(size), bytes.hex, lambda value: hexadecimal(value, size)))
