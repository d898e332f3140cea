"""The profile cbor: an array as one CBOR item. Shares no code with the reference."""

import io
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import construct as cs

from dynd.oracle.leaves import (
    Item,
    adapted,
    atom,
    hexadecimal,
    known_size,
    need,
    number_of,
    octets,
    reported_at,
    text_octets,
    type_of,
    utf8,
)
from dynd.oracle.structure import Call, fits, members
from dynd.oracle.types import OracleReject, Type

TAG = 0x44794E44
UINT, NEGATIVE, OCTETS, TEXT, LIST, TAGGED, OTHER = 0, 1, 2, 3, 4, 6, 7  # major types
FALSE, TRUE, HALF, SINGLE, DOUBLE = 0xF4, 0xF5, 0xF9, 0xFA, 0xFB  # first bytes


def _of_major(*majors: int) -> set[int]:
    return {first for first in range(256) if first >> 5 in majors}


AT_THE_TOP = _of_major(UINT, NEGATIVE, OCTETS, TEXT, TAGGED) | {FALSE, TRUE, HALF, SINGLE, DOUBLE}


# --- heads ----------------------------------------------------------------------------------------

# By the low five bits of the first byte; if they are the argument themselves, nothing follows.
ARGUMENT = {24: cs.Int8ub, 25: cs.Int16ub, 26: cs.Int32ub, 27: cs.Int64ub}
LEAST = {24: 24, 25: 1 << 8, 26: 1 << 16, 27: 1 << 32}  # the first argument that needs this many bytes


class Head(NamedTuple):
    """The first byte of an item and its argument."""

    first: int
    argument: int


def _head(places: Collection[int]) -> Any:
    """Return the description of a head whose first byte may be one of `places`."""
    argument = cs.Switch(lambda this: this.first & 31, ARGUMENT, cs.Computed(lambda this: this.first & 31))
    head = cs.Struct("first" / adapted(cs.Byte, lambda first: _admitted(first, places), int), "argument" / argument)
    return Item(adapted(head, lambda this: _shortest(Head(this.first, this.argument)), Head._asdict))


def _admitted(first: int, places: Collection[int]) -> int:
    info = first & 31
    if info in (28, 29, 30) or (info == 31 and first >> 5 in (UINT, NEGATIVE, TAGGED, OTHER)):
        raise OracleReject("CBOR_SYNTAX", None, f"{first:02x} begins no item")
    if first not in places:
        raise OracleReject("CBOR_SYNTAX", None, f"an item that begins with {first:02x} has no place here")
    if info == 31 or first in (HALF, SINGLE):
        raise OracleReject("CBOR_NONCANONICAL", None, "an indefinite length, or a float of less than 64 bits")
    return first


def _shortest(head: Head) -> Head:
    if head.first != DOUBLE and head.argument < LEAST.get(head.first & 31, 0):
        raise OracleReject("CBOR_NONCANONICAL", None, f"{head.argument} has a shorter head")
    return head


def _written(major: int, argument: int) -> bytes:
    info = max((info for info, least in LEAST.items() if argument >= least), default=argument)
    return bytes(_head(range(256)).build(Head(major << 5 | info, argument)))


# --- single items ---------------------------------------------------------------------------------


def _signed(head: Head) -> str:
    if head.argument >= 1 << 63:
        raise OracleReject("CBOR_NONCANONICAL", None, "the integer is beyond int64")
    return str(head.argument if head.first >> 5 == UINT else -1 - head.argument)


def _integer(value: Any) -> bytes:
    number = number_of("int64", value)
    return _written(UINT, number) if number >= 0 else _written(NEGATIVE, -1 - number)


def _run(data: bytes, major: int) -> bytes:
    return _written(major, len(data)) + data


# By kind: how values are written, how they are read from the head, and how from the bytes after it.
SIMPLE: Mapping[str, Callable[[Any], bytes]] = {
    "bool": lambda value: bytes([TRUE if need(value, bool) else FALSE]),
    "int64": _integer,
    "float64": lambda value: bytes([DOUBLE]) + number_of("float64", value).to_bytes(8, "big"),
    "bytes": lambda value: _run(hexadecimal(value), OCTETS),
    "string": lambda value: _run(text_octets(value), TEXT),
}
WHOLE: Mapping[str, Callable[[Head], Any]] = {
    "bool": lambda head: head.first == TRUE,
    "int64": _signed,
    "float64": lambda head: atom("float64", head.argument),
}
RUNS: Mapping[str, Callable[[bytes], str]] = {"bytes": bytes.hex, "string": utf8}


def _simple_type(first: int) -> str:
    by_major = {UINT: "int64", NEGATIVE: "int64", OCTETS: "bytes", TEXT: "string"}
    return by_major.get(first >> 5, "float64" if first == DOUBLE else "bool")


# --- arrays ---------------------------------------------------------------------------------------


def read(call: Call, stream: io.BytesIO, this: Type) -> dict[str, Any]:
    """Read the value of an array type from the item at the stream's position. Raises OracleReject."""
    start = stream.tell()
    head = _parse(call, stream, _head(AT_THE_TOP))
    if head.first >> 5 == TAGGED:
        return _tagged(call, stream, this, start, head)
    kind = _simple_type(head.first)
    with reported_at(start):
        value = WHOLE[kind](head) if kind in WHOLE else None
        fits(call, call.type(kind), this.parts, 1)
    if kind in RUNS:
        value = _parse(call, stream, Item(adapted(octets(head.argument), RUNS[kind], bytes)))
    return {"type": kind, "value": value}


def _parse(call: Call, stream: io.BytesIO, description: Any) -> Any:
    return description.parse_stream(stream, call=call)


def _tagged(call: Call, stream: io.BytesIO, this: Type, start: int, tag: Head) -> dict[str, Any]:
    def content(text: str) -> Type:
        found = fits(call, type_of(text, call), this.parts, 1)
        if text in SIMPLE:
            raise OracleReject("CBOR_NONCANONICAL", start, f"a {text} stands for itself")
        return found

    with reported_at(start):
        _expect(tag.argument, TAG, "tag")
    with reported_at(stream.tell()):
        _expect(_parse(call, stream, _head(_of_major(LIST))).argument, 2, "number of items")
    with reported_at(stream.tell()):
        size = known_size(_parse(call, stream, _head(_of_major(TEXT))).argument, call)
    found = _parse(call, stream, Item(adapted(octets(size), lambda data: content(utf8(data)), bytes)))
    size = _parse(call, stream, _head(_of_major(OCTETS))).argument
    begin = stream.tell()
    with reported_at(begin):
        _parse(call, stream, octets(size))
    payload = io.BytesIO(stream.getvalue()[: stream.tell()])
    payload.seek(begin)
    value = _parse(call, payload, call.part(found, 2))
    if payload.tell() < stream.tell():
        raise OracleReject("TRAILING_BYTES", payload.tell(), "the byte string goes on after the value")
    return {"type": found.text, "value": value}


def _expect(found: int, expected: int, what: str) -> None:
    if found != expected:
        raise OracleReject("CBOR_SYNTAX", None, f"{found:#x} is not the {what}")


def written(call: Call, this: Type, value: Any) -> bytes:
    """Return the item that encodes the value of an array type. Raises OracleReject."""
    text, content = members(value)
    found = fits(call, type_of(utf8(text), call), this.parts, 1)
    if found.text in SIMPLE:
        return SIMPLE[found.text](content)
    data = bytes(call.part(found, 2).build(content, call=call))
    return _written(TAGGED, TAG) + _written(LIST, 2) + _run(text, TEXT) + _run(data, OCTETS)
