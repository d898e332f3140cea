"""Mutations of inputs as a whole, forms, depth and lengths."""

from collections.abc import Callable
from typing import Any

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.msgpack.decode import InsteadError
from goldenwire_reference.msgpack.encode import pack
from goldenwire_reference.msgpack.tables import ItemForm
from goldenwire_suite.msgpack.mutations.builders import mutation, then
from goldenwire_suite.mutations import Constant, Disabled, Edit, Entry, Mutation, Replaced, given, returned

Original = Callable[..., Any]


def _past_nil(original: Original, reader: Any, check: str, at: int, *words: object) -> Any:
    return None if check == "trailing" and set(reader.data[at:]) == {0xC0} else original(reader, check, at, *words)


def _what_there_is(original: Original, reader: Any, size: int, name: str) -> Any:
    if size == 1 and not reader.remaining:
        raise InsteadError(b"\xc0")
    return original(reader, min(size, reader.remaining), name)


def _without_c1(original: Original, reader: Any, *words: Any) -> Any:
    while reader.data[reader.position : reader.position + 1] == b"\xc1":
        reader.position += 1
    return original(reader, *words)


def _shortest(original: Original, data: bytes, **words: Any) -> Any:
    value = original(data, **words)
    if len(pack(value)) < len(data):
        raise DecodeError("NEVER_USED", "", 0, "")
    return value


_INPUTS: tuple[Mutation, ...] = (
    mutation("rest-ignored", "GEN-04", "it ignores what follows the item",
        Disabled("trailing")),
    mutation("rest-of-nil-ignored", "GEN-04", "it passes over nil behind the item",
        Replaced("reader.Reader.refuse", _past_nil)),
    mutation("nothing-is-nil", "GEN-05", "it reads an empty input as nil",
        given("decode.decode", lambda data: data or b"\xc0")),
    mutation("cut-short", "GEN-05 LIM-02",
        "it makes do with the octets that there are, and reads an input that lacks an item as nil",
        Replaced("reader.Reader.take", _what_there_is)),
    mutation("made-up", "GEN-05", "it takes what is missing for zeros",
        Replaced("decode._Items.need",
            lambda original, reader, size, name: reader.make_up(size - reader.remaining, len(reader.data)))),
    mutation("c1-is-nil", "GEN-06", "it reads c1 as nil",
        Entry("tables.FORMS", 0xC1, ItemForm("nil"))),
    mutation("c1-passed-over", "GEN-06", "it passes over c1",
        Replaced("decode._item", _without_c1)),
    mutation("shortest-only", "GEN-03", "it refuses an item in a longer form than it needs",
        Replaced("decode.decode", _shortest)),
    mutation("positive-without-sign-only", "GEN-03", "it reads an integer of 0 or more in a form with a sign as nil",
        then("int", lambda value: value if value < 0 else None)),
    mutation("singles-refused", "GEN-03", "it has no float 32",
        Entry("tables.FORMS", 0xCA, ItemForm("never used"))),
)


_LIMITS: tuple[Mutation, ...] = (
    mutation("depth-23", "LIM-01", "it ends at level 23", Constant("DEPTH", 23)),
    mutation("depth-16", "LIM-01", "it ends at level 16", Constant("DEPTH", 16)),
    mutation("depth-95", "LIM-01", "who accepts more ends at level 95", Constant("DEPTH_CEILING", 95)),
    mutation("depth-without-limit", "LIM-01", "its encoder has no limit",
        Edit("encode._check_level", "level > DEPTH -> level > 999")),
    mutation("depth-never-left", "LIM-01", "it does not leave a level when a container in an array ends",
        Edit("decode._array", "level -> level + place")),
    mutation("depth-never-left-by-keys", "LIM-01", "it does not leave a level when a container that is a key ends",
        Edit("decode._map",
             "_item(reader, f'{name}.key[{number}]' if reader.trace is not None else '', level) -> "
             "_item(reader, '', level + number)")),
    mutation("depth-never", "LIM-01", "it has no limit, whatever its policy says", Constant("DEPTH", 999)),
    mutation("lengths-signed", "LIM-02",
        "it takes lengths and counts of 32 bits for signed ones, and those below 0 for 0",
        Edit("decode._item", "int.from_bytes(head, 'big') -> max(0, int.from_bytes(head, 'big', signed=size == 4))")),
    mutation("lengths-cut", "GEN-02 LIM-02", "it holds lengths and counts in seven bits",
        Edit("decode._item", "int.from_bytes(head, 'big') -> int.from_bytes(head, 'big') & 127")),
    mutation("binary-of-a-mebibyte-at-most", "LIM-03", "it reads no more than 2^20 octets of binary",
        returned("decode._item", lambda octets: octets[: 2**20], bytes)),
    mutation("arrays-of-2-to-the-17-at-most", "LIM-03", "it reads no more than 2^17 items of an array",
        returned("decode._array", lambda items: items[: 2**17])),
    mutation("depth-end-is-truncated", "LIM-01", "it says of what is deeper than it reads that it is cut short",
        Edit("decode._check_level", "rule.code -> 'TRUNCATED'")),
)

MUTATIONS = (*_INPUTS, *_LIMITS)
