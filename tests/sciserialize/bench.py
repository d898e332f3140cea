"""Benchmarks of the SciSerialize codec: against base64, json and msgpack, and cost by data size."""

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgpack
import numpy as np

from bench_size import sized
from goldenwire_reference.sciserialize.codec import decode, encode
from goldenwire_reference.sciserialize.model import NDArray, UniqueSet
from goldenwire_reference.sciserialize.tables import Carrier
from kit.measures import Action, Shape, at_most, growth, least

MIB, NODES = sized((64, 1_000_000), (4, 20_000))
SMALL = {"a": 1, "b": [True, "x", 2.5]}  # of 6 nodes


def _json_bytes(tree: Any) -> bytes:
    return json.dumps(tree).encode()


BASELINES: Mapping[Carrier, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "json": (_json_bytes, json.loads),
    "msgpack": (msgpack.packb, msgpack.unpackb),
}


def array_lines() -> Iterator[str]:
    """Compare a large array with the packages on its reduced tree, in JSON with base64."""
    octets = np.random.default_rng(1).bytes(MIB << 20)
    array = NDArray("float64", (len(octets) // 8,), octets)
    tree = {"__type__": "ndarray", "shape": [*array.shape], "dtype": "float64"}
    for carrier, (dump, load) in BASELINES.items():
        in_text = carrier == "json"

        def pack(dump: Any = dump, in_text: bool = in_text) -> Any:
            return dump(tree | {"bytes": {"__base64__": base64.b64encode(octets).decode()} if in_text else octets})

        packed, data = pack(), encode(array, carrier)

        def unpack(load: Any = load, packed: Any = packed, in_text: bool = in_text) -> Any:
            found = load(packed)["bytes"]
            return base64.b64decode(found["__base64__"]) if in_text else found

        assert unpack() == octets
        actions = (pack, partial(encode, array, carrier), unpack, partial(decode, data, carrier))
        name = "json and base64" if in_text else carrier
        yield from _compared(f"sciserialize ndarray of {MIB} MiB, {name}", actions, 1.5, rounds=3)


def tree_lines() -> Iterator[str]:
    """Compare a tree of many small nodes."""
    tree = [dict(SMALL) for _ in range(NODES // 6)]
    for carrier, (dump, load) in BASELINES.items():
        packed, data = dump(tree), encode(tree, carrier)
        assert load(packed) == tree
        actions = (partial(dump, tree), partial(encode, tree, carrier), partial(load, packed))
        title = f"sciserialize tree of {NODES:,} nodes, {carrier}"
        yield from _compared(title, (*actions, partial(decode, data, carrier)), 5, rounds=1)


def _compared(title: str, actions: tuple[Action, Action, Action, Action], target: float, rounds: int) -> Iterator[str]:
    """Yield comparisons; `actions` are their encoding and ours, their decoding and ours."""
    pack, write, unpack, read = least(*actions, rounds=rounds)
    yield f"{title}: encoded in {pack * 1e3:.0f} ms, decoded in {unpack * 1e3:.0f} ms"
    yield f"  encode {write / pack:.2f} times that {at_most(write / pack, target)}"
    yield f"  decode {read / unpack:.2f} times that {at_most(read / unpack, target)}"


# Cost against size


def _both(carrier: Carrier, value: Any, *extensions: str) -> Mapping[str, Action]:
    data = encode(value, carrier, extensions)
    return {
        "decode": partial(decode, data, carrier, extensions),
        "encode": partial(encode, value, carrier, extensions),
    }


def _nested(carrier: Carrier, count: int) -> Mapping[str, Action]:
    return _both(carrier, [dict(SMALL)] * (count // 6))


SHAPES = {
    "tree in JSON": Shape("node", 600, partial(_nested, "json")),
    "tree in MessagePack": Shape("node", 600, partial(_nested, "msgpack")),
    "one map": Shape("key", 200, lambda n: _both("json", {f"key {k}": k for k in range(n)})),
    "one text with escapes": Shape("line", 1000, lambda n: _both("json", "a line\n" * n)),
    "array of objects": Shape("element", 200, lambda n: _both("json", NDArray("object", (n,), ("x",) * n), "object")),
    "set": Shape("element", 100, lambda n: _both("json", UniqueSet(tuple(range(n))), "unique_set")),
}


def lines() -> Iterator[str]:
    yield from array_lines()
    yield from tree_lines()
    yield from growth("sciserialize", SHAPES)
