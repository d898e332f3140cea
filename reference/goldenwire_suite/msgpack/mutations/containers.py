"""Mutations of arrays and maps."""

from collections.abc import Callable
from typing import Any

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.msgpack.encode import pack_keys
from goldenwire_reference.msgpack.model import Map
from goldenwire_suite.msgpack.mutations.builders import mutation
from goldenwire_suite.mutations import Edit, Entry, Mutation, Replaced, returned


def _array(change: Callable[[Any], Any]) -> Replaced:
    return returned("decode._array", change)


def _pairs(wanted: Callable[[Any, Any], bool]) -> Replaced:
    """A change that drops pairs of a map."""
    return returned("decode._map", lambda value: Map([pair for pair in value.pairs if wanted(*pair)]))


def _maps(wanted: Callable[[Any], bool]) -> Replaced:
    """A change that refuses maps."""

    def checked(value: Map) -> Map:
        if not wanted(value):
            raise DecodeError("NEVER_USED", "", 0, "")
        return value

    return returned("decode._map", checked)


MUTATIONS: tuple[Mutation, ...] = (
    mutation("arrays-without-last", "ARRAY-01", "it reads an item less than the count",
        Edit("decode._array", "range(count) -> range(count - 1)")),
    mutation("arrays-turned-round", "ARRAY-01", "it reads the items from the last to the first",
        _array(lambda value: value[::-1])),
    mutation("empty-array-is-nil", "ARRAY-01", "it reads an empty array as nil",
        _array(lambda value: value or None)),
    mutation("equal-items-once", "ARRAY-01", "it drops items that it has had",
        _array(lambda value: [item for place, item in enumerate(value) if item not in value[:place]])),
    mutation("arrays-flattened", "ARRAY-01", "it takes the items of inner arrays for its own",
        _array(lambda value: [one for item in value for one in (item if isinstance(item, list) else [item])])),
    mutation("pairs-are-maps", "GEN-01 ARRAY-01",
        "it takes an array of a string and something else for a pair of a map",
        _array(lambda value: Map([tuple(value)]) if len(value) == 2 and isinstance(value[0], str) else value)),
    mutation("kinds-of-items", "GEN-01", "it makes strings of all items of an array of many kinds",
        _array(lambda value: [str(item) for item in value] if len(value) > 8 else value)),
    mutation("count-of-keys-and-values", "MAP-01", "it takes the count of a map for that of keys and values",
        Edit("decode._map", "range(count) -> range((count + 1) // 2)")),
    mutation("maps-without-last", "MAP-01", "it reads a pair less than the count",
        Edit("decode._map", "range(count) -> range(count - 1)")),
    mutation("empty-map-is-an-array", "MAP-01 GEN-01", "it reads an empty map as an empty array",
        returned("decode._map", lambda value: value if value.pairs else [])),
    mutation("empty-keys-dropped", "MAP-01", "it drops pairs whose key is an empty string",
        _pairs(lambda key, _: key != "")),
    mutation("nil-values-dropped", "MAP-01", "it drops pairs whose value is nil",
        _pairs(lambda _, item: item is not None)),
    mutation("private-keys-dropped", "MAP-01", "it drops a pair whose key is __proto__",
        _pairs(lambda key, _: key != "__proto__")),
    mutation("string-keys-only", "MAP-02", "it reads no keys but strings",
        _maps(lambda value: all(isinstance(key, str) for key, _ in value.pairs))),
    mutation("keys-as-strings", "MAP-02 MAP-04", "it makes strings of keys",
        returned("decode._map", lambda value: Map([(str(key), item) for key, item in value.pairs]))),
    mutation("ascending-keys-only", "MAP-03", "it wants keys in ascending order",
        _maps(lambda value: pack_keys(value) == sorted(pack_keys(value)))),
    mutation("order-of-storage", "MAP-03", "it tells pairs in the order in which they are stored",
        Edit("notation._map_to_json",
             "sorted(zip(pack_keys(value), value.pairs, strict=True), key=lambda pair: pair[0]) -> "
             "zip(pack_keys(value), value.pairs)")),
    mutation("counts-long", "CANON-04", "it writes counts in four octets",
        Entry("tables.HEADS", "array", lambda old: old[-1:]),
        Entry("tables.HEADS", "map", lambda old: old[-1:])),
    mutation("keys-by-length", "CANON-08", "it orders keys by their lengths first",
        Edit("encode._map", "pair[0] -> (len(pair[0]), pair[0])")),
    mutation("keys-signed", "CANON-08", "it compares the octets of keys as signed",
        Edit("encode._map", "pair[0] -> [octet ^ 128 for octet in pair[0]]")),
    mutation("keys-by-units", "CANON-08", "it orders strings of one length by their units of UTF-16",
        Edit("encode._map",
             "pair[0] -> "
             "(pair[0][:1], pair[0][1:].decode().encode('utf-16-be') if 160 <= pair[0][0] <= 191 else pair[0][1:])")),
    mutation("keys-by-text", "CANON-08", "it orders strings by their text alone, whatever their lengths",
        Edit("encode._map", "pair[0] -> pair[0][1:] or pair[0]")),
)
