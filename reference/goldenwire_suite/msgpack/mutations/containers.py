"""Mutations of arrays and maps."""

from collections.abc import Callable
from typing import Any

from goldenwire_reference.msgpack.model import Map
from goldenwire_suite.msgpack.mutations.builders import KEPT, mutation
from goldenwire_suite.mutations import Edit, Entry, Mutation, Rewrite


def _container(kind: str, change: Callable[[Any], Any]) -> Entry:
    return Entry("decode.CONTAINERS", kind, lambda old: lambda *words: change(old(*words)))


_PAIRS = "zip(pack_keys(value), value.pairs, strict=True)"
_KEY = 'key = _item(reader, name and f"{name}.key[{number}]", level)'


def _key(line: str) -> Rewrite:
    """A change after a key is read."""
    return Rewrite("decode._map", _KEY, f"{_KEY}\n        {line}")


MUTATIONS: tuple[Mutation, ...] = (
    mutation("arrays-without-last", "ARRAY-01", "it reads an item less than the count",
        Edit("decode._array", "range(count) -> range(count - 1)")),
    mutation(
        "arrays-turned-round",
        "ARRAY-01",
        "it reads the items from the last to the first",
        _container("array", lambda value: value[::-1]),
    ),
    mutation(
        "empty-array-is-nil",
        "ARRAY-01",
        "it reads an empty array as nil",
        _container("array", lambda value: value or None),
    ),
    mutation(
        "equal-items-once",
        "ARRAY-01",
        "it drops items that it has had",
        _container("array", lambda value: [item for place, item in enumerate(value) if item not in value[:place]]),
    ),
    mutation(
        "arrays-flattened",
        "ARRAY-01",
        "it takes the items of inner arrays for its own",
        _container(
            "array", lambda value: [inner for item in value for inner in (item if isinstance(item, list) else [item])]
        ),
    ),
    mutation(
        "pairs-are-maps",
        "GEN-01 ARRAY-01",
        "it takes an array of a string and something else for a pair of a map",
        _container(
            "array",
            lambda value: Map([(value[0], value[1])]) if len(value) == 2 and isinstance(value[0], str) else value,
        ),
    ),
    mutation(
        "kinds-of-items",
        "GEN-01",
        "it makes strings of all items of an array of many kinds",
        _container("array", lambda value: [str(item) for item in value] if len(value) > 8 else value),
    ),
    mutation("count-of-keys-and-values", "MAP-01", "it takes the count of a map for that of keys and values",
        Edit("decode._map", "range(count) -> range((count + 1) // 2)")),
    mutation("maps-without-last", "MAP-01", "it reads a pair less than the count",
        Edit("decode._map", "range(count) -> range(count - 1)")),
    mutation(
        "empty-map-is-an-array",
        "MAP-01 GEN-01",
        "it reads an empty map as an empty array",
        _container("map", lambda value: value if value.pairs else []),
    ),
    mutation(
        "empty-keys-dropped",
        "MAP-01",
        "it drops pairs whose key is an empty string",
        _container("map", lambda value: Map([pair for pair in value.pairs if pair[0] != ""])),
    ),
    mutation(
        "nil-values-dropped",
        "MAP-01",
        "it drops pairs whose value is nil",
        _container("map", lambda value: Map([pair for pair in value.pairs if pair[1] is not None])),
    ),
    mutation(
        "private-keys-dropped",
        "MAP-01",
        "it drops a pair whose key is __proto__",
        _container("map", lambda value: Map([pair for pair in value.pairs if pair[0] != "__proto__"])),
    ),
    mutation(
        "string-keys-only",
        "MAP-02",
        "it reads no keys but strings",
        _key(
            'if not isinstance(key, str):\n            reader.refuse("never-used", at, "a string", key)\n'
            '            raise DecodeError("NEVER_USED", "", at, "")'
        ),
    ),
    mutation(
        "keys-as-strings",
        "MAP-02 MAP-04",
        "it makes strings of keys",
        _container("map", lambda value: Map([(str(key), item) for key, item in value.pairs])),
    ),
    mutation(
        "ascending-keys-only",
        "MAP-03",
        "it wants keys in ascending order",
        _key(
            'if pairs and pack(pairs[-1][0]) > pack(key):\n            raise DecodeError("DUPLICATE_KEY", "", at, "")'
        ),
    ),
    mutation("order-of-storage", "MAP-03", "it tells pairs in the order in which they are stored",
        Edit("notation._map_to_json",
             "sorted(zip(pack_keys(value), value.pairs, strict=True), key=lambda pair: pair[0]) -> "
             "zip(pack_keys(value), value.pairs, strict=True)")),
    mutation(
        "order-of-stored-octets",
        "MAP-03",
        "it orders pairs by the octets of their keys as they are stored",
        _key("stored = bytes(reader.data[at : reader.position])"),
        Rewrite("decode._map", "pairs.append((key, value))", "pairs.append((stored, (key, value)))"),
        Rewrite("decode._map", KEPT, "return Map([one[1] for one in sorted(pairs, key=lambda one: one[0])])"),
        Rewrite("notation._map_to_json", f"sorted({_PAIRS}, key=lambda pair: pair[0])", _PAIRS),
    ),
    mutation(
        "counts-long",
        "CANON-04",
        "it writes counts in four octets",
        Entry("tables.HEADS", "array", lambda old: old[-1:]),
        Entry("tables.HEADS", "map", lambda old: old[-1:]),
    ),
    mutation("keys-by-length", "CANON-08", "it orders keys by their lengths first",
        Edit("encode._map", "pair[0] -> (len(pair[0]), pair[0])")),
    mutation("keys-signed", "CANON-08", "it compares the octets of keys as signed",
        Edit("encode._map", "pair[0] -> [octet ^ 128 for octet in pair[0]]")),
    mutation("keys-by-units", "CANON-08", "it orders strings of one length by their units of UTF-16",
        Edit("encode._map",
             "pair[0] -> "
             "pair[0][:1] + (pair[0][1:].decode().encode('utf-16-be') if 160 <= pair[0][0] <= 191 else "
             "pair[0][1:])")),
    mutation("keys-by-text", "CANON-08", "it orders strings by their text alone, whatever their lengths",
        Edit("encode._map", "pair[0] -> pair[0][1:] or pair[0]")),
)
