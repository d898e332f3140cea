"""The reference codec with one planted bug, as a codec: `python planted.py BUG`; with any other word it is healthy.

A decoder that misreads something is the reference reading bytes in which that is edited; an encoder that miswrites
something is the reference whose bytes are edited.
"""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from goldenwire.protocol import Rejected, Unsupported
from goldenwire.serve import Reference, serve

Json = Any
EVERYTHING = {
    "features": ["plans", "canonical"],
    "policies": {
        "daphne.duplicate-label": "keep",
        "daphne.huge-object": "accept",
        "daphne.signalling-nan": "keep",
    },
}
# The bits of the quiet NaN without a payload, and of infinity, by type.
NANS = {"float": ("0x7fc00000", 0x7F800000), "double": ("0x7ff8000000000000", 0x7FF0 << 48)}


class Planted(Reference):
    """The reference but for one bug."""

    def __init__(self, bug: str) -> None:
        self.bug = bug
        if bug not in SOON_DEAD:
            self._format("daphne")  # before hello, so that no case has to wait for it

    def hello(self) -> dict[str, Json]:
        support = {"features": FEATURES[self.bug], "policies": {}} if self.bug in FEATURES else EVERYTHING
        return {
            "codec": {"name": "planted", "version": "1", "language": "Python"},
            "formats": {"daphne": {"operations": ["decode", "encode"], **support}},
        }

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        misread, misdeliver = MISREADS.get(self.bug), MISDELIVERS.get(self.bug)
        value = super().decode(format, misread(data) if misread else data, context)
        return misdeliver(value) if misdeliver else value

    def encode(self, format: str, value: Json, context: Json, plan: Json) -> bytes:
        if self.bug in REFUSES:
            REFUSES[self.bug](value)
        data = super().encode(format, value, context, plan)
        return MISWRITES[self.bug](data) if self.bug in MISWRITES else data


# Bytes


def block_fields(data: bytes) -> list[tuple[str, str, int, int]]:
    """The fields of the blocks: (name without the block, block type, offset, size)."""
    from goldenwire_reference.formats import load

    plan, found = load("daphne").plan(data), []
    for field in load("daphne").explain(data).fields:
        number, _, name = field.name.removeprefix("block[").partition("].")
        if field.name.startswith("block["):
            found.append((name, plan[int(number)]["block"], field.offset, field.size))
    return found


def big_endian(layout: str) -> Callable[[bytes], bytes]:
    """The most significant byte of values comes first in blocks of this type."""

    def swap(data: bytes) -> bytes:
        octets = bytearray(data)
        for name, found, offset, size in block_fields(data):
            if found == layout and name.rpartition(".")[2].startswith("value") and name != "value-type":
                octets[offset : offset + size] = octets[offset : offset + size][::-1]
        return bytes(octets)

    return swap


def blocks_in_order(data: bytes) -> bytes:
    """The n-th block is put where the n-th from the top left is."""
    octets = bytearray(data)
    places = [offset for name, _, offset, _ in block_fields(data) if name == "rx"]
    sorted_places = sorted(places, key=lambda at: octets[at : at + 8][::-1] + octets[at + 8 : at + 16][::-1])
    for at, origin in zip(places, sorted_places, strict=True):
        octets[at : at + 16] = data[origin : origin + 16]
    return bytes(octets)


def coo_by_object(data: bytes) -> bytes:
    """Entries of an ultra-sparse block have a column index where the object has several columns."""
    if int.from_bytes(data[10:18], "little") == 1:
        return data
    fields = [(name, offset) for name, layout, offset, _ in block_fields(data) if layout == "coo"]
    after_row = {offset + 4 for name, offset in fields if name.endswith(".row")}
    for at in sorted(after_row - {offset for name, offset in fields if name.endswith(".column")}, reverse=True):
        data = data[:at] + bytes(4) + data[at:]
    return data


def crash_without_cells(data: bytes) -> bytes:
    if not any(data[2:10]) or not any(data[10:18]):
        os.abort()
    return data


def hang_on_coo(data: bytes) -> bytes:
    parent = os.getppid()
    while any(layout == "coo" for _, layout, _, _ in block_fields(data)) and os.getppid() == parent:
        time.sleep(0.1)
    return data


def no_memory_for_frames(data: bytes) -> bytes:
    return data + bytes(1 << 45) if data[1] == 3 else data


# Values


def changed(change: Callable[[str, str], str | None]) -> Callable[[Json], Json]:
    """Every atom, given with its type, becomes another one; None drops the cell."""

    def deliver(value: Json) -> Json:
        cells = []
        for row, column, atom in value["cells"]:
            new = change(value["types"][int(column)] if "types" in value else value["type"], atom)
            cells += [[row, column, new]] if new is not None else []
        return {**value, "cells": cells}

    return deliver


def int64_unsigned(type: str, atom: str) -> str:
    return str(int(atom) % 2**64) if type == "int64" else atom


def minus_zero_dropped(type: str, atom: str) -> str | None:
    return None if type in NANS and atom.strip("0") == "x8" else atom


def nan_payload_lost(type: str, atom: str) -> str:
    quiet, infinity = NANS.get(type, ("", 0))
    return quiet if quiet and int(atom, 16) % (1 << 4 * len(quiet) - 9) > infinity else atom


def labels_trimmed(value: Json) -> Json:
    return {**value, "labels": [label.strip() for label in value["labels"]]} if "labels" in value else value


# Refusals


def refuses_frames(value: Json) -> None:
    if value["kind"] == "Frame":
        raise Unsupported("no frames")


def refuses_many_blocks(value: Json) -> None:
    if value["kind"] == "Frame" and int(value["columns"]) > 1 and int(value["rows"]):
        raise Rejected("LIMIT", None, "one block only")


def refuses_everything(_: Json) -> None:
    raise Unsupported("not written yet")


MISREADS: dict[str, Callable[[bytes], bytes]] = {
    "dense-big-endian": big_endian("dense"),
    "csr-big-endian": big_endian("csr"),
    "blocks-in-order": blocks_in_order,
    "crash-without-cells": crash_without_cells,
    "hang-on-coo": hang_on_coo,
    "no-memory-for-frames": no_memory_for_frames,
}
MISDELIVERS: dict[str, Callable[[Json], Json]] = {
    "int64-unsigned": changed(int64_unsigned),
    "minus-zero-dropped": changed(minus_zero_dropped),
    "nan-payload-lost": changed(nan_payload_lost),
    "labels-trimmed": labels_trimmed,
}
MISWRITES: dict[str, Callable[[bytes], bytes]] = {
    "coo-by-object": coo_by_object,
    "coo-big-endian": big_endian("coo"),
}
REFUSES: dict[str, Callable[[Json], None]] = {
    "frames-unsupported": refuses_frames,
    "single-block": refuses_many_blocks,
    "encode-unsupported": refuses_everything,
}
SOON_DEAD = {"crash-without-cells", "no-memory-for-frames"}
FEATURES: dict[str, list[str]] = {"single-block": ["single-block"], "no-features": []}

if __name__ == "__main__":
    sys.exit(serve(lambda: Planted(sys.argv[1]), sys.argv[2:]))
