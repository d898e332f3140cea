"""The constructs of SciSerialize that repeat or nest, on each carrier, for `goldenwire scale`."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgpack

from goldenwire_reference.sciserialize.tables import DEPTH
from goldenwire_suite.suite import MANY, Construct

TEXT = 1 << 20  # octets of a string, of binary
ARGUMENTS = 160_000  # more than a call in JavaScript has room for
Json = Any


def _on(carrier: str, *extensions: str) -> Callable[[int], Json]:
    """Return the context of a carrier, with extensions."""
    return lambda _: {"carrier": carrier, **({"extensions": list(extensions)} if extensions else {})}


def _nulls(n: int) -> Json:
    return {"array": [None] * n}


def _numbers(n: int) -> Json:
    return [{"number": str(i)} for i in range(n)]


def _map(n: int) -> Json:
    return {"map": [[f"{i:06}", None] for i in range(n)]}


def _map_head(n: int) -> bytes:
    """Return the shortest head of a map of n pairs."""
    if n < 16:
        return bytes([0x80 | n])
    return b"\xde" + n.to_bytes(2, "big") if n < 1 << 16 else b"\xdf" + n.to_bytes(4, "big")


def _bin(n: int) -> Json:
    return {"bin": "c1" * n}


def _ndarray(n: int) -> Json:
    return {"dtype": "int32", "shape": [str(n)], "elements": [str(i) for i in range(n)]}


def _dataframe(rows: int, columns: int) -> Json:
    labels = {"columns": [{"str": f"c{i}"} for i in range(columns)], "rows": _numbers(rows)}
    return {"dataframe": {"dtype": "int8", **labels, "elements": ["7"] * rows * columns}}


def _masked(n: int) -> Json:
    return {"maskedarray": {**_ndarray(n), "mask": [i % 2 == 0 for i in range(n)], "fill": {"number": "7"}}}


def _set(n: int) -> Json:
    return {"unique_set": [{"str": f"{i:06}"} for i in range(n)]}


def _null_objects(n: int) -> Json:
    return {"ndarray": {"dtype": "object", "shape": [str(n)], "elements": [None] * n}}


def _null_objects_in_json(n: int) -> bytes:
    nest = b"null," * (n - 1) + b"null"
    return b'{"__type__":"ndarray","bytes":[%s],"dtype":"object","shape":[%d]}' % (nest, n)


def _null_objects_in_msgpack(n: int) -> bytes:
    members = {"__type__": "ndarray", "bytes": [None] * n, "dtype": "object", "shape": [n]}
    octets: Any = msgpack.packb(members)
    return bytes(octets)


def _objects(n: int) -> Json:
    return {"ndarray": {"dtype": "object", "shape": [str(n)], "elements": _numbers(n)}}


def _shape(n: int) -> bytes:
    """Return an array whose shape has n dimensions, and no bytes."""
    shape = ",".join(["9007199254740991"] * n)
    return f'{{"__type__":"ndarray","bytes":{{"__base64__":""}},"dtype":"int8","shape":[{shape}]}}'.encode()


def _arrays(levels: int) -> Json:
    value: Json = {"array": []}
    for _ in range(levels - 1):
        value = {"array": [value]}
    return value


# Asked on both carriers.
_BOTH = (
    Construct("array", "numbers in an array", ("SCISERIALIZE-GEN-03",), lambda n: {"array": _numbers(n)}),
    Construct(
        "doubles",
        "doubles in an array",
        ("SCISERIALIZE-GEN-03",),
        lambda n: {"array": [{"number": "0x3fb999999999999a"}] * n},
    ),
    Construct("map", "members of a map", ("SCISERIALIZE-GEN-03",), _map),
    Construct(
        "str",
        "characters of three octets each in a string",
        ("SCISERIALIZE-GEN-03",),
        lambda n: {"str": "€" * n},
        most=TEXT // 3,
        is_text=True,
    ),
    Construct(
        "key",
        "octets of a key",
        ("SCISERIALIZE-GEN-03",),
        lambda n: {"map": [["k" * n, True]]},
        most=TEXT,
        is_text=True,
    ),
    Construct("ndarray", "elements of an array", ("SCISERIALIZE-ND-03",), lambda n: {"ndarray": _ndarray(n)}),
    Construct(
        "times",
        "date-times in an array",
        ("SCISERIALIZE-GEN-05",),
        lambda n: {"array": [{"datetime": "2015-02-18T21:40:23"}] * n},
        most=20_000,
    ),
    Construct(
        "dataframe-rows",
        "rows of a data frame",
        ("SCISERIALIZE-DF-01",),
        lambda n: _dataframe(n, 2),
        needs=("dataframe",),
    ),
    Construct(
        "dataframe-columns",
        "columns of a data frame",
        ("SCISERIALIZE-DF-01",),
        lambda n: _dataframe(2, n),
        needs=("dataframe",),
    ),
    Construct("nested-arrays", "arrays in one another", ("SCISERIALIZE-GEN-10",), _arrays, most=DEPTH),
)

# Extensions, which the context names: asked on both carriers.
_EXTENSIONS = {
    "unique_set": Construct("set", "elements of a set", ("SCISERIALIZE-EXT-01",), _set),
    "maskedarray": Construct("maskedarray", "elements of a masked array", ("SCISERIALIZE-EXT-02",), _masked),
    "object": Construct("objects", "elements of an array of objects", ("SCISERIALIZE-EXT-03",), _objects, most=200_000),
}

_JSON, _MSGPACK = _on("json"), _on("msgpack")
_OF_JSON = (
    Construct(
        "bin-json",
        "octets of binary",
        ("SCISERIALIZE-JSON-11",),
        _bin,
        context=_JSON,
        needs=("json",),
        most=TEXT,
        is_text=True,
    ),
    Construct(
        "escapes-json",
        "escapes in a string",
        ("SCISERIALIZE-JSON-03",),
        lambda n: {"str": "é" * n},
        data=lambda n: b'"' + b"\\u00e9" * n + b'"',
        context=_JSON,
        needs=("json",),
        is_text=True,
    ),
    Construct(
        "quotes-json",
        "quotes in a string, which have to be escaped",
        ("SCISERIALIZE-JSON-03",),
        lambda n: {"str": '"' * n},
        context=_JSON,
        needs=("json",),
        most=TEXT,
        is_text=True,
    ),
    Construct(
        "many-nulls-json",
        "nulls in an array",
        ("SCISERIALIZE-GEN-03",),
        _nulls,
        data=lambda n: b"[" + b"null," * (n - 1) + b"null]",
        is_canonical=True,
        context=_JSON,
        needs=("json",),
        checked=MANY,
    ),
    Construct(
        "many-objects-json",
        "nulls in an array of objects",
        ("SCISERIALIZE-EXT-03",),
        _null_objects,
        data=_null_objects_in_json,
        is_canonical=True,
        context=_on("json", "object"),
        needs=("json", "object"),
        most=ARGUMENTS,
        checked=ARGUMENTS,
    ),
    Construct(
        "many-members-json",
        "members of an object",
        ("SCISERIALIZE-GEN-03", "SCISERIALIZE-CANON-01"),
        _map,
        data=lambda n: b"{" + b",".join(b'"%06d":null' % i for i in range(n)) + b"}",
        is_canonical=True,
        operations=("transcode",),
        context=_JSON,
        needs=("json",),
        checked=MANY,
    ),
    Construct(
        "spaces-json",
        "spaces before a value",
        ("SCISERIALIZE-JSON-16",),
        lambda n: True,
        context=_JSON,
        needs=("json",),
        most=TEXT,
        data=lambda n: b" " * n + b"true",
    ),
    Construct(
        "deep-arrays-json",
        "arrays in one another, and the input ends in the innermost",
        ("SCISERIALIZE-GEN-10",),
        data=lambda n: b"[" * n,
        codes=("LIMIT", "SYNTAX"),
        context=_JSON,
        needs=("json",),
    ),
    Construct(
        "dimensions-json",
        "dimensions of 2^53 - 1 in a shape, without bytes",
        ("SCISERIALIZE-ND-06", "SCISERIALIZE-ND-12"),
        data=_shape,
        codes=("SHAPE", "LIMIT"),
        context=_JSON,
        needs=("json",),
    ),
    Construct(
        "deep-objects-json",
        "objects in one another, and the input ends in the innermost",
        ("SCISERIALIZE-GEN-10",),
        data=lambda n: b'{"":' * n,
        codes=("LIMIT", "SYNTAX"),
        context=_JSON,
        needs=("json",),
    ),
)
_OF_MSGPACK = (
    Construct(
        "many-nulls-msgpack",
        "nils in an array",
        ("SCISERIALIZE-GEN-03",),
        _nulls,
        data=lambda n: b"\xdd" + n.to_bytes(4, "big") + b"\xc0" * n,
        context=_MSGPACK,
        needs=("msgpack",),
        checked=MANY,
    ),
    Construct(
        "many-objects-msgpack",
        "nulls in an array of objects",
        ("SCISERIALIZE-EXT-03",),
        _null_objects,
        data=_null_objects_in_msgpack,
        is_canonical=True,
        context=_on("msgpack", "object"),
        needs=("msgpack", "object"),
        most=ARGUMENTS,
        checked=ARGUMENTS,
    ),
    Construct(
        "many-members-msgpack",
        "pairs of a map",
        ("SCISERIALIZE-GEN-03", "SCISERIALIZE-CANON-11"),
        _map,
        data=lambda n: _map_head(n) + b"".join(b"\xa6%06d\xc0" % i for i in range(n)),
        is_canonical=True,
        operations=("transcode",),
        context=_MSGPACK,
        needs=("msgpack",),
        checked=MANY,
    ),
    Construct(
        "bin-msgpack",
        "octets of binary",
        ("SCISERIALIZE-MP-01",),
        _bin,
        context=_MSGPACK,
        needs=("msgpack",),
        most=TEXT,
        is_text=True,
    ),
    Construct(
        "deep-arrays-msgpack",
        "arrays in one another, and the input ends in the innermost",
        ("SCISERIALIZE-GEN-10",),
        data=lambda n: b"\x91" * n,
        codes=("LIMIT", "SYNTAX"),
        context=_MSGPACK,
        needs=("msgpack",),
    ),
    Construct(
        "deep-maps-msgpack",
        "maps in one another, and the input ends in the innermost",
        ("SCISERIALIZE-GEN-10",),
        data=lambda n: b"\x81\xa0" * n,
        codes=("LIMIT", "SYNTAX"),
        context=_MSGPACK,
        needs=("msgpack",),
    ),
)


def _constructs() -> Iterator[Construct]:
    """Yield the constructs of each carrier."""
    for carrier, own in {"json": _OF_JSON, "msgpack": _OF_MSGPACK}.items():
        for one in _BOTH:
            yield replace(one, name=f"{one.name}-{carrier}", context=_on(carrier), needs=(carrier, *one.needs))
        for extension, one in _EXTENSIONS.items():
            yield replace(
                one, name=f"{one.name}-{carrier}", context=_on(carrier, extension), needs=(carrier, extension)
            )
        yield from own


CONSTRUCTS = tuple(_constructs())
