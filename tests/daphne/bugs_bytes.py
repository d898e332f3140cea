"""Functions that change the bytes of DAPHNE as a codec with a bug reads and writes them."""

import os
import time
from collections.abc import Callable

from kit.planting import Healthy, Json


def block_fields(healthy: Healthy, data: bytes) -> list[tuple[str, str, int, int]]:
    """Return the fields of the blocks: (name without the block, block type, offset, size)."""
    plan, found = healthy.known.plan(data), []
    for field in healthy.fields(data, None):
        number, _, name = field.name.removeprefix("block[").partition("].")
        if field.name.startswith("block["):
            found.append((name, plan[int(number)]["block"], field.offset, field.size))
    return found


def big_endian(layout: str) -> Callable[[Healthy, bytes, Json], bytes]:
    """Reverse the bytes of the values in blocks of this type."""

    def swap(healthy: Healthy, data: bytes, _: Json) -> bytes:
        octets = bytearray(data)
        for name, found, offset, size in legal_fields(healthy, data):
            if found == layout and name.rpartition(".")[2].startswith("value") and name != "value-type":
                octets[offset : offset + size] = octets[offset : offset + size][::-1]
        return bytes(octets)

    return swap


def legal_fields(healthy: Healthy, data: bytes) -> list[tuple[str, str, int, int]]:
    """Return the fields of the blocks if the bytes are valid, otherwise none."""
    return [] if healthy.known.explain(data).error else block_fields(healthy, data)


def blocks_in_order(healthy: Healthy, data: bytes, _: Json) -> bytes:
    """Move the blocks to the places in order: the n-th block gets the n-th smallest place."""
    octets = bytearray(data)
    places = [offset for name, _, offset, _ in legal_fields(healthy, data) if name == "rx"]
    sorted_places = sorted(places, key=lambda at: octets[at : at + 8][::-1] + octets[at + 8 : at + 16][::-1])
    for at, origin in zip(places, sorted_places, strict=True):
        octets[at : at + 16] = data[origin : origin + 16]
    return bytes(octets)


def coo_transposed(healthy: Healthy, data: bytes, _: Json) -> bytes:
    """Swap the row and the column of the entries of ultra-sparse blocks."""
    octets = bytearray(data)
    for name, layout, at, _size in legal_fields(healthy, data):
        if layout == "coo" and name.endswith(".column"):
            octets[at - 4 : at + 4] = octets[at : at + 4] + octets[at - 4 : at]
    return bytes(octets)


def coo_by_object(healthy: Healthy, data: bytes, _: Json) -> bytes:
    """Add a column index to the entries of ultra-sparse blocks if the object has several columns."""
    if int.from_bytes(data[10:18], "little") == 1:
        return data
    fields = [(name, offset) for name, layout, offset, _ in block_fields(healthy, data) if layout == "coo"]
    after_row = {offset + 4 for name, offset in fields if name.endswith(".row")}
    for at in sorted(after_row - {offset for name, offset in fields if name.endswith(".column")}, reverse=True):
        data = data[:at] + bytes(4) + data[at:]
    return data


def crash_without_cells(_: Healthy, data: bytes, __: Json) -> bytes:
    if len(data) > 18 and (not any(data[2:10]) or not any(data[10:18])):
        os.abort()
    return data


def hang_on_coo(healthy: Healthy, data: bytes, _: Json) -> bytes:
    parent = os.getppid()
    while any(layout == "coo" for _, layout, _, _ in legal_fields(healthy, data)) and os.getppid() == parent:
        time.sleep(0.1)
    return data


def no_memory_for_frames(_: Healthy, data: bytes, __: Json) -> bytes:
    return data + bytes(1 << 45) if data[1:2] == b"\3" else data
