"""The constructs of MessagePack that repeat or nest, for `goldenwire scale`."""

import struct
from collections.abc import Callable
from typing import Any

from goldenwire_reference.msgpack.tables import DEPTH
from goldenwire_suite.suite import MANY, Construct

# The sizes of strings, binaries and extensions, and of arrays and maps, that every codec has to read (MSGPACK-LIM-03).
TEXT, ITEMS = 1 << 21, 1 << 18
TOO_DEEP = ("LIMIT", "TRUNCATED")  # of what nests deeper than any codec reads, and ends in the innermost container
Json = Any


def _nested(container: Callable[[Json], Json]) -> Callable[[int], Json]:
    """Return the value with n containers in one another, around nil."""
    return lambda n: container(_nested(container)(n - 1)) if n else None


def _head(fixed: int, wide: int, n: int) -> bytes:
    """Return the head of an array or map of n, from the first octets of its shortest and of its 16-bit form."""
    if n < 16:
        return bytes((fixed | n,))
    return struct.pack(">BH", wide, n) if n < 1 << 16 else struct.pack(">BI", wide + 1, n)


CONSTRUCTS = (
    Construct(
        "array",
        "integers in an array",
        ("MSGPACK-ARRAY-01",),
        lambda n: {"array": [{"int": str(i)} for i in range(n)]},
        most=ITEMS,
    ),
    Construct(
        "many-nils",
        "nils in an array",
        ("MSGPACK-ARRAY-01", "MSGPACK-LIM-03"),
        lambda n: {"array": [None] * n},
        data=lambda n: _head(0x90, 0xDC, n) + b"\xc0" * n,
        is_canonical=True,
        most=ITEMS,
        checked=ITEMS,
    ),
    Construct(
        "many-pairs",
        "pairs of a map whose keys are strings",
        ("MSGPACK-MAP-01", "MSGPACK-LIM-03"),
        lambda n: {"map": [[{"str": f"{i:06}"}, None] for i in range(n)]},
        data=lambda n: _head(0x80, 0xDE, n) + b"".join(b"\xa6%06d\xc0" % i for i in range(n)),
        is_canonical=True,
        operations=("transcode",),
        most=ITEMS,
        checked=MANY,
    ),
    Construct("arrays", "arrays in an array", ("MSGPACK-ARRAY-01",), lambda n: {"array": [{"array": [None]}] * n}),
    Construct(
        "map",
        "pairs of a map",
        ("MSGPACK-MAP-01",),
        lambda n: {"map": [[{"str": f"{i:06}"}, {"int": str(i)}] for i in range(n)]},
    ),
    Construct(
        "map-of-integers",
        "pairs of a map whose keys are integers",
        ("MSGPACK-MAP-02",),
        lambda n: {"map": [[{"int": str(i)}, None] for i in range(n)]},
        most=ITEMS,
    ),
    Construct(
        "str", "characters of a string", ("MSGPACK-STR-01",), lambda n: {"str": "a" * n}, most=TEXT, is_text=True
    ),
    Construct(
        "str-wide",
        "characters of three octets each in a string",
        ("MSGPACK-STR-01",),
        lambda n: {"str": "€" * n},
        most=TEXT // 3,
        is_text=True,
    ),
    Construct("bin", "octets of a binary", ("MSGPACK-BIN-01",), lambda n: {"bin": "c1" * n}, most=TEXT, is_text=True),
    Construct(
        "ext",
        "octets of an extension",
        ("MSGPACK-EXT-01",),
        lambda n: {"ext": {"type": "5", "data": "c1" * n}},
        most=TEXT,
        is_text=True,
    ),
    Construct(
        "nested-arrays",
        "arrays in one another",
        ("MSGPACK-LIM-01",),
        _nested(lambda inside: {"array": [inside]}),
        most=DEPTH,
    ),
    Construct(
        "nested-maps",
        "maps in one another",
        ("MSGPACK-LIM-01",),
        _nested(lambda inside: {"map": [[{"str": "a"}, inside]]}),
        most=DEPTH,
    ),
    Construct(
        "deep-arrays",
        "arrays in one another, and the input ends in the innermost",
        ("MSGPACK-LIM-01",),
        data=lambda n: b"\x91" * n,
        codes=TOO_DEEP,
    ),
    Construct(
        "deep-maps",
        "maps in one another, and the input ends in the innermost",
        ("MSGPACK-LIM-01",),
        data=lambda n: b"\x81\xa0" * n,
        codes=TOO_DEEP,
    ),
)
