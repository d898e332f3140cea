"""Benchmarks of the MessagePack codec: against msgpack, in C and in pure Python, and msgspec; and cost by data size."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgpack
import msgspec
from msgpack import fallback

from bench_size import sized
from goldenwire_reference.formats import load
from goldenwire_reference.msgpack.decode import decode
from goldenwire_reference.msgpack.encode import encode
from goldenwire_reference.msgpack.model import Ext, Map, Timestamp, Value
from kit.measures import Action, Shape, at_most, growth, least

MIB, NODES = sized((64, 100_000), (4, 10_000))
SMALL = {"a": 1, "b": [True, "x", 2.5]}  # of 6 nodes
OFF = load("msgpack").off()

Dump = Callable[[Any], bytes]
Load = Callable[[bytes], Any]
# The packages, and how many times their time the reference may take for a tree: the first two are in C.
BASELINES: Mapping[str, tuple[Dump, Load, float]] = {
    "msgpack": (msgpack.packb, msgpack.unpackb, 150),
    "msgspec": (msgspec.msgpack.encode, msgspec.msgpack.decode, 300),
    "msgpack in Python alone": (
        lambda tree: fallback.Packer().pack(tree),
        lambda data: _fed(fallback.Unpacker(), data).unpack(),
        5,
    ),
}


def _fed(unpacker: Any, data: bytes) -> Any:
    unpacker.feed(data)
    return unpacker


def _value(tree: Any) -> Value:
    """Return the reference's value of a tree of Python values."""
    match tree:
        case dict():
            return Map([(_value(key), _value(item)) for key, item in tree.items()])
        case list():
            return [_value(item) for item in tree]
    value: Value = tree
    return value


def octet_lines() -> Iterator[str]:
    """Compare large binary data, which every codec only copies."""
    octets = bytes(MIB << 20)
    yield from _compared(f"msgpack bin of {MIB} MiB", octets, octets, dict.fromkeys(BASELINES, 3.0), rounds=3)


def tree_lines() -> Iterator[str]:
    """Compare a tree of many small nodes."""
    tree = [dict(SMALL) for _ in range(NODES // 6)]
    targets = {name: target for name, (_, _, target) in BASELINES.items()}
    yield from _compared(f"msgpack tree of {NODES:,} nodes", tree, _value(tree), targets, rounds=3)


def _compared(title: str, tree: Any, value: Value, targets: Mapping[str, float], rounds: int) -> Iterator[str]:
    """Yield the codec's times as multiples of those of each package."""
    data = encode(value)
    actions: list[Action] = [partial(encode, value), partial(decode, data, off=OFF)]
    for dump, load_, _ in BASELINES.values():
        assert dump(tree) == data
        assert load_(data) == tree
        actions += (partial(dump, tree), partial(load_, data))
    write, read, *theirs = least(*actions, rounds=rounds)
    yield f"{title}: encoded in {write * 1e3:.0f} ms, decoded in {read * 1e3:.0f} ms"
    for (name, target), pack, unpack in zip(targets.items(), theirs[::2], theirs[1::2], strict=True):
        yield f"  {name}: encode {write / pack:.2f} times that {at_most(write / pack, target)}"
        yield f"  {name}: decode {read / unpack:.2f} times that {at_most(read / unpack, target)}"


# Cost against size


def _both(value: Value) -> Mapping[str, Action]:
    return {"decode": partial(decode, encode(value), off=OFF), "encode": partial(encode, value)}


SHAPES = {
    "tree": Shape("node", 600, lambda n: _both([_value(SMALL)] * (n // 6))),
    "one map": Shape("key", 200, lambda n: _both(Map([(f"key {k}", k) for k in range(n)]))),
    "one map with keys of all kinds": Shape(
        "key", 200, lambda n: _both(Map([([k, Map([(k, None)])] if k % 2 else float(k), k) for k in range(n)]))
    ),
    "one text": Shape("character", 10_000, lambda n: _both("é" * n)),
    "integers": Shape("integer", 500, lambda n: _both([k**3 for k in range(n)])),
    "extensions": Shape("extension", 200, lambda n: _both([Ext(5, b"12"), Timestamp(-1, 5)] * (n // 2))),
}


def lines() -> Iterator[str]:
    yield from octet_lines()
    yield from tree_lines()
    yield from growth("msgpack", SHAPES)
