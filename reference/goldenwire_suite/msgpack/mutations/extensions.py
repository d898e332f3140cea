"""Mutations of extensions."""

from collections.abc import Callable
from typing import Any

from goldenwire_reference.msgpack.model import Ext
from goldenwire_reference.msgpack.tables import ItemForm
from goldenwire_suite.msgpack.mutations.builders import mutation
from goldenwire_suite.mutations import Disabled, Edit, Entry, Mutation, Replaced, returned


def _type_last(original: Callable[..., Any], reader: Any, at: int, type_: int, octets: bytes) -> Any:
    if 0xD4 <= reader.data[at] <= 0xD8:
        octets = bytes([type_ & 255]) + octets
        type_, octets = int.from_bytes(octets[-1:], "big", signed=True), octets[:-1]
    return original(reader, at, type_, octets)


MUTATIONS: tuple[Mutation, ...] = (
    mutation("fixext-type-last", "EXT-01", "it takes the last octet of a fixext for the type",
        Replaced("decode._ext", _type_last)),
    mutation("fixext-of-half", "EXT-01", "it takes a fixext for half as long",
        *(Entry("tables.FORMS", 0xD4 + power, ItemForm("ext", fixed=2**power // 2)) for power in range(5))),
    mutation("type-in-length", "EXT-02", "it takes the length of an extension to count its type",
        Edit("decode._item", "reader.take(count, '') -> reader.take(count - (kind == 'ext' and number is None), '')")),
    mutation("empty-extension-is-nil", "EXT-02", "it reads an extension without octets as nil",
        returned("decode._ext", lambda value: value if value.data else None, Ext)),
    mutation("type-unsigned", "EXT-03", "it reads types as 0 to 255",
        Edit("decode._item", "int.from_bytes(reader.take(1, ''), 'big', signed=True) -> reader.take(1, '')[0]")),
    mutation("type-by-magnitude", "EXT-03", "it reads a negative type as its magnitude",
        returned("decode._ext", lambda value: Ext(abs(value.type) % 128, value.data), Ext)),
    mutation("extensions-as-binary", "EXT-04", "it reads extensions as binary",
        returned("decode._ext", lambda value: value.data, Ext)),
    mutation("extensions-as-nil", "EXT-04", "it reads extensions that it does not know as nil",
        returned("decode._ext", lambda value: None, Ext)),
    mutation("undefined-is-nil", "EXT-04", "it reads an octet 0 of type 0 as nil, for what is undefined in JavaScript",
        returned("decode._ext", lambda value: None if value == Ext(0, b"\0") else value, Ext)),
    mutation("reserved-never-refused", "EXT-05", "it hands on extensions of reserved types, whatever its policy says",
        Disabled("ext.reserved")),
    mutation("reserved-never-written", "EXT-05", "its encoder refuses reserved types, whatever its policy says",
        Edit("encode._check_ext", "LEAST_TYPE <= value.type <= GREATEST_TYPE -> -1 <= value.type <= GREATEST_TYPE")),
    mutation("types-wrap", "EXT-06", "its encoder cuts types to an octet",
        Edit("encode._check_ext", "not LEAST_TYPE <= value.type <= GREATEST_TYPE -> False"),
        Edit("encode._ext", "value.type.to_bytes(1, 'big', signed=True) -> bytes([value.type & 255])")),
    mutation("no-fixext", "CANON-05", "it has no fixext",
        Edit("encode._ext", "length in FIXEXT -> False")),
    mutation("extensions-long", "CANON-05", "it writes the lengths of extensions in four octets",
        Entry("tables.HEADS", "ext", lambda old: old[-1:])),
)
