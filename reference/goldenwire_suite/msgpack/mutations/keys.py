"""Mutations of the equality of keys, and of repeated keys."""

import unicodedata
from collections.abc import Callable
from typing import Any
from zlib import crc32

from goldenwire_reference.msgpack.encode import pack
from goldenwire_reference.msgpack.model import Ext, Timestamp
from goldenwire_suite.msgpack.mutations.builders import mutation
from goldenwire_suite.mutations import Edit, Mutation, Replaced

# Without the octets of the keys by which it found equal ones.
_MAP = Edit("decode._map", "Map(pairs, [*places] if len(places) == len(pairs) else None) -> Map(pairs)")


def _cut(key: Any) -> object:
    if not isinstance(key, str):
        return pack(key)
    return unicodedata.normalize("NFC", key.partition("\0")[0].strip().lower())


def _beginning(key: Any) -> object:
    if isinstance(key, bytes):
        return len(key), key[:16]
    return (key.type, len(key.data), key.data[:16]) if isinstance(key, Ext) else pack(key)


def _of_short_length(key: Any) -> object:
    if isinstance(key, Ext):
        return key.type, key.data[: len(key.data) % 256]
    return key[: len(key) % 256] if isinstance(key, str | bytes) else pack(key), type(key)


def _compared(by: Callable[[Any], object]) -> Replaced:
    """A change with which keys are compared by what a function makes of them."""
    def read(original: Callable[..., Any], reader: Any, *words: Any) -> Any:
        value = original(reader, *words)
        if len({by(key) for key, _ in value.pairs}) < len(value.pairs):
            reader.refuse("key.repeated", 0, "other keys", "")
        return value

    return Replaced("decode._map", read)


MUTATIONS: tuple[Mutation, ...] = (
    mutation("keys-by-beginning", "MAP-04", "it compares the first 30 octets of keys",
        Edit("decode._map", "pack(key) -> pack(key)[:30]"), _MAP),
    mutation("keys-cut", "MAP-04", "it compares strings up to U+0000, in normal form, without case and spaces around",
        _compared(_cut)),
    mutation("keys-by-storage", "MAP-04", "it compares the octets of keys as they are stored",
        Edit("decode._map", "pack(key) -> bytes(reader.data[at:reader.position])"), _MAP),
    mutation("keys-by-their-hash", "MAP-04", "it takes keys of one CRC-32 for one key",
        _compared(lambda key: crc32(pack(key)))),
    mutation("binary-keys-by-beginning", "MAP-04", "it compares the first 16 octets of binary and of extensions",
        _compared(_beginning)),
    mutation("keys-by-lengths-in-an-octet", "MAP-04",
        "it holds the lengths of strings, binary and extensions that are keys in an octet",
        _compared(_of_short_length)),
    mutation("times-by-seconds", "MAP-04", "it compares timestamps by their seconds",
        _compared(lambda key: ("time", key.seconds) if isinstance(key, Timestamp) else pack(key))),
    mutation("repeated-kept", "MAP-05", "it keeps a repeated key, whatever its policy says",
        Edit("decode._map", "place < len(pairs) and (not (takes_last or takes_first)) -> False"),
        Edit("decode._map", "place == len(pairs) or not (takes_last or takes_first) -> True")),
    mutation("repeated-written", "MAP-05", "its encoder writes a repeated key",
        Edit("encode._check_map", "len({*pack_keys(value)}) < len(value.pairs) -> False")),
)
