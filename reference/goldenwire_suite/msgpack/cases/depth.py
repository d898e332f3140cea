"""Nested arrays and maps: as deep as every codec reads, deeper, and much deeper."""

from collections.abc import Iterator
from itertools import cycle, islice

from goldenwire_reference.msgpack.tables import DEEP, DEPTH
from goldenwire_suite.cases import Case, Feature, replace_at
from goldenwire_suite.msgpack.cases.builders import Json, either, either_encode, reject, write

# Nested containers: the octets before the content, and the kinds in words.
_KINDS = {
    "arrays": ("91", "arrays in one another"),
    "maps": ("81a161", "maps in one another"),
    "mixed": ("9181a161", "levels of arrays and maps by turns"),
    "pairs": ("92c0", "arrays of two items, each the second item of the one around it"),
    "array32": ("dd00000001", "arrays 32 in one another"),
}
_BOMBS = {
    "arrays": ("91", "arrays of one item in one another"),
    "maps": ("81a0", "maps of one pair in one another"),
    "keys": ("81", "maps of one pair, each the key of the one around it"),
    "counts": ("ddffffffff", "arrays in one another, each of which says that it has 2^32 - 1 items"),
    "counts-16": ("dcffff", "arrays in one another, each of which says that it has 65,535 items"),
    "map-counts": ("dfffffffffc0", "maps in one another, each of which says that it has 2^32 - 1 pairs"),
}
_MANY = 1_100  # containers, more than any limit of levels in use
_WHOLE = 66_000
_LEVELS = (1_000, 3_000, 20_000, 100_000)


def _array(inside: Json) -> Json:
    return {"array": [inside]}


def _map(inside: Json) -> Json:
    return {"map": [[{"str": "a"}, inside]]}


def _key(inside: Json) -> Json:
    return {"map": [[inside, None]]}


_MAKERS = {"arrays": (_array,), "maps": (_map,), "mixed": (_array, _map), "keys": (_key,)}
_CALLED = {
    "arrays": "arrays in one another",
    "maps": "maps in one another",
    "mixed": "levels of arrays and maps by turns",
    "keys": "maps, each the key of the one around it",
}


def nested(kind: str, levels: int, inside: Json = None) -> Json:
    """Containers of that many levels around nil, or another value."""
    value = inside
    for make in islice(cycle(_MAKERS[kind]), levels):
        value = make(value)
    return value


def _accepted() -> Iterator[Case]:
    for kind in _MAKERS:
        for levels in (12, DEPTH):
            yield write(
                f"{kind}-{levels}",
                nested(kind, levels),
                f"{levels} {_CALLED[kind]}" + (", as deep as every codec reads" if levels == DEPTH else ""),
                "LIM-01"
                if levels == DEPTH
                else ("MAP-02" if kind == "keys" else "MAP-01" if kind == "maps" else "ARRAY-01"),
            )
    yield write(
        "breadth",
        {"array": [nested("arrays", DEPTH - 1)] * 3},
        f"an array of three items, each of which is {DEPTH - 1} arrays in one another",
        "LIM-01",
    )
    side = "in one array, side by side"
    many: Json = {"array": [{"array": []}] * _MANY}
    yield write("many-arrays", many, f"{_MANY:,} arrays {side}", "LIM-01", catches="depth-never-left", numbers=(_MANY,))
    many = {"array": [{"map": []}] * _MANY}
    yield write("many-maps", many, f"{_MANY:,} maps {side}", "LIM-01", catches="depth-never-left", numbers=(_MANY,))
    many = {"map": [[{"array": [{"int": str(number)}]}, None] for number in range(_MANY)]}
    what = f"a map of {_MANY:,} keys, each an array of an integer"
    yield write("many-keys", many, what, "LIM-01", catches="depth-never-left-by-keys", numbers=(_MANY,))
    for kind, tag in {"arrays": "array", "maps": "map"}.items():
        yield write(
            f"{kind}-empty",
            nested(kind, DEPTH - 1, {tag: []}),
            f"{DEPTH} {_CALLED[kind]}, the innermost empty",
            "LIM-01",
            numbers=(DEPTH,),
        )


def _decided() -> Iterator[Case]:
    for name, (octets, what) in _KINDS.items():
        units = len(bytes.fromhex(octets)) if name == "mixed" else 1
        count = DEEP // (2 if name == "mixed" else 1)
        yield either(
            f"{name}-{DEEP}",
            "depth",
            octets * count + "c0",
            f"{DEEP} {what}",
            "LIM-01",
            anywhere=True,
            numbers=(DEEP, 32, units),
        )
    yield either(
        f"keys-{DEEP}",
        "depth",
        "81" * DEEP + "c0" * (DEEP + 1),
        f"{DEEP} {_CALLED['keys']}",
        "LIM-01",
        anywhere=True,
        numbers=(DEEP,),
    )
    for kind in _MAKERS:
        yield either_encode(
            f"write-{kind}",
            "depth",
            "scalars/nil",
            replace_at("/value", nested(kind, DEEP)),
            "LIMIT",
            f"to be written: {DEEP} {_CALLED[kind]}",
            "LIM-01" + (" ENC-03" if kind == "arrays" else ""),
            numbers=(DEEP,),
        )


def _bombs() -> Iterator[Case]:
    for name, (octets, what) in _BOMBS.items():
        for levels in _LEVELS if name in {"arrays", "maps"} else _LEVELS[1:3]:
            # Deeper than the reference accepts under any choice; and truncated, so decoders without a limit reject it.
            yield reject(
                f"bomb-{name}-{levels}",
                "arrays/empty",
                octets * levels,
                {"depth": None, "cut": None},
                f"{levels:,} {what}, and the input ends in the innermost",
                then="LIMIT",
                numbers=(levels, 2**32 - 1, 65535),
            )


def _whole() -> Iterator[Case]:
    """Nests that are whole, so that a decoder which first looks for the end of the input goes on to read them."""
    for kind, octets in {"arrays": "91" * _WHOLE + "c0", "keys": "81" * _WHOLE + "c0" * (_WHOLE + 1)}.items():
        summary = f"{_WHOLE:,} {_CALLED[kind]}, more than any codec may read"
        yield either(f"whole-{kind}-{_WHOLE}", "depth", octets, summary, "LIM-01", anywhere=True, numbers=(_WHOLE,))


def features() -> Iterator[Feature]:
    """Features of accepted, of policy-dependent and of rejected cases."""
    yield Feature("depth", "Depth", [*_accepted(), *_decided(), *_bombs(), *_whole()])
