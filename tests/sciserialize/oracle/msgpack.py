"""SciSerialize in MessagePack. The msgpack library reads and writes; a walk before it finds and locates defects.

The library accepts repeated keys, ext types and NaN, and does not report the byte at fault.
"""

import math
from collections.abc import Callable
from typing import Any

import msgpack

from sciserialize.oracle.call import Call, OracleReject

Hook = Callable[[int, list[tuple[str, Any]]], Any]

EXT = {*range(0xC7, 0xCA), *range(0xD4, 0xD9)}
ARRAYS = {*range(0x90, 0xA0), 0xDC, 0xDD}
MAPS = {*range(0x80, 0x90), 0xDE, 0xDF}
STRS = {*range(0xA0, 0xC0), 0xD9, 0xDA, 0xDB}

# By first byte: the octets of the length or count that follows it; the octets of the item if there is none.
PREFIXES = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
SIZES = {0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
SIZES |= {first: first & 0x1F for first in range(0xA0, 0xC0)}


def read(call: Call, data: bytes, hook: Hook) -> Any:
    """Read the input; `hook` converts each map from its offset and its pairs. Raises OracleReject."""
    scan = Scan(call, data)
    scan.document()
    starts = iter(scan.maps)
    return msgpack.unpackb(data, raw=False, object_pairs_hook=lambda pairs: hook(next(starts), pairs))


class Scan:
    """A walk over the input, from left to right, that stops at the first defect of the carrier."""

    def __init__(self, call: Call, data: bytes) -> None:
        self.call = call
        self.data = data
        self.at = 0
        # Offsets of maps, in the order in which the maps end, in which the msgpack library calls its hook.
        self.maps: list[int] = []

    def document(self) -> None:
        self.value(1)
        if self.at < len(self.data):
            raise OracleReject("SYNTAX", self.at, "there are bytes after the value")

    def value(self, level: int) -> None:
        start = self.at
        first = self.first()
        if first not in ARRAYS and first not in MAPS:
            self.scalar(first)
            return
        count = self.count(first)
        self.call.check_level(level, start)
        seen: set[str] = set()
        for _ in range(count):
            if first in MAPS:
                self.key(seen)
            self.value(level + 1)
        if first in MAPS:
            self.maps.append(start)

    def first(self) -> int:
        if self.at == len(self.data):
            raise OracleReject("SYNTAX", self.at, "the input ends before an item")
        first = self.data[self.at]
        if first == 0xC1:
            raise OracleReject("SYNTAX", self.at, "c1 begins no item")
        if first in EXT:
            raise OracleReject("CARRIER_TYPE", self.at, "an ext")
        return first

    def take(self, start: int, size: int) -> bytes:
        """Return the next octets of the item that begins at `start`."""
        if self.at + size > len(self.data):
            raise OracleReject("SYNTAX", start, f"{size} octets are not there")
        self.at += size
        return self.data[self.at - size : self.at]

    def count(self, first: int) -> int:
        start = self.at
        self.take(start, 1)
        return int.from_bytes(self.take(start, PREFIXES[first]), "big") if first in PREFIXES else first & 0x0F

    def scalar(self, first: int) -> Any:
        start = self.at
        self.take(start, 1)
        size = SIZES.get(first, 0)
        if first in PREFIXES:
            size = int.from_bytes(self.take(start, PREFIXES[first]), "big")
        self.take(start, size)
        try:
            value = msgpack.unpackb(self.data[start : self.at], raw=False)
        except UnicodeDecodeError as error:
            raise OracleReject("UTF8", start, str(error)) from None
        if isinstance(value, int):
            self.call.check_integer(value, start)
        if isinstance(value, float) and not math.isfinite(value) and self.call.chooses("non-finite", "reject"):
            raise OracleReject("NUMBER", start, f"the number {value}")
        return value

    def key(self, seen: set[str]) -> None:
        start = self.at
        first = self.first()
        if first not in STRS:
            raise OracleReject("KEY_TYPE", start, f"a key that begins with {first:02x}")
        key = self.scalar(first)
        if key in seen:
            raise OracleReject("DUPLICATE_KEY", start, f"the key {key!r} again")
        seen.add(key)


def written(tree: Any) -> bytes:
    """Return the canonical MessagePack of a value that is reduced to JSON types and bytes."""
    return bytes(msgpack.Packer(use_bin_type=True, use_single_float=False).pack(_sorted(tree)))


def _sorted(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _sorted(tree[key]) for key in sorted(tree)}
    return [_sorted(item) for item in tree] if isinstance(tree, list) else tree
