"""Mutations of the equality of keys, and of repeated keys."""

from goldenwire_suite.msgpack.mutations.builders import KEPT, mutation
from goldenwire_suite.mutations import Edit, Mutation, Rewrite


def _same(expression: str) -> tuple[Rewrite, ...]:
    """Changes that compare keys by this expression, not by their canonical octets, which are computed on demand."""
    return (
        Rewrite(
            "decode._map", "places.setdefault(pack(key), len(pairs))", f"places.setdefault({expression}, len(pairs))"
        ),
        Rewrite("decode._map", KEPT, "return Map(pairs)"),
    )


MUTATIONS: tuple[Mutation, ...] = (
    mutation("keys-by-beginning", "MAP-04", "it compares the first 30 octets of keys",
        Edit("decode._map", "pack(key) -> pack(key)[:30]"),
        Edit("decode._map", "Map(pairs, [*places] if len(places) == len(pairs) else None) -> Map(pairs)")),
    mutation("keys-cut", "MAP-04", "it compares strings up to U+0000 or a space, in normal form",
        Edit("decode._map",
             "pack(key) -> "
             "__import__('unicodedata').normalize('NFC', key.partition(chr(0))[0].strip()).lower() if "
             "isinstance(key, str) else pack(key)"),
        Edit("decode._map", "Map(pairs, [*places] if len(places) == len(pairs) else None) -> Map(pairs)")),
    mutation("keys-by-storage", "MAP-04", "it compares the octets of keys as they are stored",
        Edit("decode._map", "pack(key) -> bytes(reader.data[at:reader.position])"),
        Edit("decode._map", "Map(pairs, [*places] if len(places) == len(pairs) else None) -> Map(pairs)")),
    mutation("repeated-kept", "MAP-05", "it keeps a repeated key, whatever its policy says",
        Edit("decode._map", "place < len(pairs) and (not (takes_last or takes_first)) -> False"),
        Edit("decode._map", "place == len(pairs) or not (takes_last or takes_first) -> True")),
    mutation("repeated-written", "MAP-05", "its encoder writes a repeated key",
        Edit("encode._check_map", "len({*pack_keys(value)}) < len(value.pairs) -> False")),
)
