"""Mutations of the equality of keys, and of repeated keys."""

from goldenwire_suite.msgpack.mutations.builders import KEPT, mutation
from goldenwire_suite.mutations import Mutation, Rewrite


def _same(expression: str) -> tuple[Rewrite, ...]:
    """Changes that compare keys by this expression, not by their canonical octets, which are computed on demand."""
    return (
        Rewrite(
            "decode._map", "places.setdefault(pack(key), len(pairs))", f"places.setdefault({expression}, len(pairs))"
        ),
        Rewrite("decode._map", KEPT, "return Map(pairs)"),
    )


MUTATIONS: tuple[Mutation, ...] = (
    mutation(
        "keys-of-python",
        "MAP-04",
        "it takes keys for one that Python has as equal",
        *_same("(key if isinstance(key, int | float) else pack(key))"),
    ),
    mutation(
        "keys-by-text-form",
        "MAP-04",
        "it takes keys for one whose text is the same",
        *_same(
            "(key.decode('latin-1') if isinstance(key, bytes) else 'null' if key is None else str(key).lower() "
            "if isinstance(key, bool | int | str) else '[]' if key == [] else repr(key))"
        ),
    ),
    mutation(
        "keys-by-kind",
        "MAP-04",
        "it takes any two arrays, maps or extensions for one key",
        *_same("(str(type(key)) if isinstance(key, list | Map | Ext) else pack(key))"),
    ),
    mutation(
        "containers-as-keys-joined",
        "MAP-04",
        "it takes a key for the array or the octets of it",
        *_same(
            "(pack(key[0]) if isinstance(key, list) and key else b'' if key in ([], Map([])) else "
            "pack(key.data if isinstance(key, Ext) else key))"
        ),
    ),
    mutation(
        "keys-of-doubles",
        "MAP-04",
        "it compares integers as 64 bits without a sign, or as doubles",
        *_same(
            "(float(key) if isinstance(key, int) and abs(key) > 2**52 else str(key % 2**64) if isinstance(key, "
            "int) and not isinstance(key, bool) else pack(key))"
        ),
    ),
    mutation(
        "keys-of-few-bits",
        "MAP-04",
        "it compares the last eight bits of integers",
        *_same("(key % 256 if isinstance(key, int) and not isinstance(key, bool) else pack(key))"),
    ),
    mutation(
        "inner-keys-of-python",
        "MAP-04",
        "it takes arrays and maps for one key that Python has as equal, or whose octets and text are the same",
        *_same(
            "(repr(key).replace('True', '1').replace('False', '0').replace('None', '0').replace('-0.0', '0')"
            ".replace('0.0', '0').replace('1.0', '1').replace(\"b'\", \"'\") if isinstance(key, list | Map) "
            "else pack(key))"
        ),
    ),
    mutation(
        "keys-of-javascript",
        "MAP-04",
        "it takes keys for one of which JavaScript makes the same string",
        *_same(
            "('objectObject' if isinstance(key, Map) else key.data.decode('latin-1') if isinstance(key, Ext) else "
            "'Infinity' if key == float('inf') else ''.join(one for one in str(key).replace('None', '') "
            "if one not in '[] '))"
        ),
    ),
    mutation(
        "keys-of-pairs",
        "MAP-04",
        "it takes a map for the array of its keys and values",
        *_same("pack([one for pair in key.pairs for one in pair] if isinstance(key, Map) else key)"),
    ),
    mutation(
        "keys-by-beginning",
        "MAP-04",
        "it compares the first 30 octets of keys",
        *_same("pack(key)[:30]"),
    ),
    mutation(
        "keys-cut",
        "MAP-04",
        "it compares strings up to U+0000 or a space, in normal form",
        *_same(
            "(__import__('unicodedata').normalize('NFC', key.partition(chr(0))[0].strip()).lower() if "
            "isinstance(key, str) else pack(key))"
        ),
    ),
    mutation(
        "keys-by-storage",
        "MAP-04",
        "it compares the octets of keys as they are stored",
        *_same("bytes(reader.data[at : reader.position])"),
    ),
    mutation(
        "nans-differ",
        "MAP-04",
        "it takes no two NaNs for one key",
        *_same("(bytes([len(pairs)]) * 9 if isinstance(key, float) and key != key else pack(key))"),
    ),
    mutation(
        "zeros-equal",
        "MAP-04",
        "it takes floats for one key that are equal as numbers, and all that are not finite",
        *_same("((key if key - key == 0 else 'far') if isinstance(key, float) else pack(key))"),
    ),
    mutation(
        "float-with-nan",
        "MAP-04",
        "it takes NaN for one key with every float",
        *_same("(b'float' if isinstance(key, float) else pack(key))"),
    ),
    mutation(
        "maps-in-order",
        "MAP-04",
        "it takes maps for different keys whose pairs are in another order",
        *_same("(repr(key) if isinstance(key, Map) else pack(key))"),
    ),
    mutation(
        "repeated-kept",
        "MAP-05",
        "it keeps a repeated key, whatever its policy says",
        Rewrite("decode._map", "if place < len(pairs) and not (takes_last or takes_first):", "if False:"),
        Rewrite("decode._map", "if place == len(pairs) or not (takes_last or takes_first):", "if True:"),
    ),
    mutation(
        "repeated-side-by-side",
        "MAP-05",
        "it compares a key with the one before it alone",
        Rewrite("decode._map", "value = _item", "places = {pack(key): place}\n        value = _item"),
    ),
    mutation(
        "repeated-written",
        "MAP-05",
        "its encoder writes a repeated key",
        Rewrite("encode._check_map", "if len({*pack_keys(value)}) < len(value.pairs):", "if False:"),
    ),
    mutation(
        "repeated-merged",
        "MAP-05",
        "its encoder writes the last pair of a repeated key",
        Rewrite("encode._check_map", "if len({*pack_keys(value)}) < len(value.pairs):", "if False:"),
        Rewrite(
            "encode._map",
            "items = (",
            "value = Map([*{pack(key): (key, item) for key, item in value.pairs}.values()])\n    items = (",
        ),
    ),
)
