"""Puts random objects, plans and damage to a codec: `check_properties.py [--seed N] [--rounds N] -- COMMAND`.

What must hold without knowing a single expected byte: what is encoded by a plan decodes to the same value and
transcodes to the same bytes; every proper prefix and every extension of it is rejected; damaged bytes are rejected or
transcode to a value of their own, and never end the codec. Conversions are compared with Python's exact arithmetic.
"""

from __future__ import annotations

import argparse
import math
import random
import struct
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from check_examples import Codec, Json, Problem  # beside this script

INTEGERS = {f"{sign}int{bits}": (bits, not sign) for sign in ("u", "") for bits in (8, 16, 32, 64)}
FLOATS = {"float": ("<f", "<I", 8), "double": ("<d", "<Q", 16)}
TYPES = (*INTEGERS, *FLOATS)  # in the order of their codes


class Rectangle(NamedTuple):
    """Position and dimensions of a block."""

    rx: int
    cx: int
    rows: int
    columns: int


# ---- random objects and plans ----


def atom(bits: int, kind: str) -> str:
    """Returns the atom of a value given by its bits."""
    if kind in FLOATS:
        return f"0x{bits:0{FLOATS[kind][2]}x}"
    width, signed = INTEGERS[kind]
    return str(bits - (1 << width) if signed and bits >> (width - 1) else bits)


def atom_of_small(number: int, kind: str) -> str:
    """Returns the atom of a number from 0 to 127, which every type has."""
    if kind not in FLOATS:
        return str(number)
    real, raw, digits = FLOATS[kind]
    return f"0x{struct.unpack(raw, struct.pack(real, number))[0]:0{digits}x}"


def random_bits(rng: random.Random, kind: str) -> int:
    """Returns the bits of a value that is not zero, special ones often."""
    width = 4 * FLOATS[kind][2] if kind in FLOATS else INTEGERS[kind][0]
    special = [1, 1 << (width - 1), (1 << width) - 1]
    if kind == "float":
        special += [0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001]
    if kind == "double":
        special += [0x7FF << 52, 0xFFF << 52, 0x7FF8 << 48, (0x7FF << 52) + 1]
    return rng.choice([*special, rng.randrange(1, 1 << width)])


def tiles(rng: random.Random, whole: Rectangle) -> Iterator[Rectangle]:
    """Yields a random tiling: cuts, pinwheels, or no cut at all."""
    rx, cx, rows, columns = whole
    if rng.random() < 0.35 or rows * columns <= 1:
        yield whole
    elif rows >= 3 and columns >= 3 and rng.random() < 0.5:
        a, b = sorted(rng.sample(range(1, rows), 2))
        c, d = sorted(rng.sample(range(1, columns), 2))
        for part in (
            Rectangle(rx, cx, a, d),
            Rectangle(rx, cx + d, b, columns - d),
            Rectangle(rx + b, cx + c, rows - b, columns - c),
            Rectangle(rx + a, cx, rows - a, c),
            Rectangle(rx + a, cx + c, b - a, d - c),
        ):
            yield from tiles(rng, part)
    elif columns == 1 or (rows > 1 and rng.random() < 0.5):
        cut = rng.randrange(1, rows)
        yield from tiles(rng, Rectangle(rx, cx, cut, columns))
        yield from tiles(rng, Rectangle(rx + cut, cx, rows - cut, columns))
    else:
        cut = rng.randrange(1, columns)
        yield from tiles(rng, Rectangle(rx, cx, rows, cut))
        yield from tiles(rng, Rectangle(rx, cx + cut, rows, columns - cut))


def random_order(rng: random.Random, layout: str, rows_of_entries: list[int]) -> Json:
    """Returns an order of a sparse block, given the row of each of its entries in ascending order."""
    choice = rng.choice(["asc", "desc", "colmajor" if layout == "coo" else "asc", "ranks"])
    if choice != "ranks":
        return choice
    ranks = list(range(len(rows_of_entries)))
    rng.shuffle(ranks)
    return [str(rank) for rank in (sorted(ranks, key=rows_of_entries.__getitem__) if layout == "csr" else ranks)]


def random_block(
    rng: random.Random, area: Rectangle, types: list[str], cells: dict[tuple[int, int], str]
) -> dict[str, Json]:
    """Returns a block of the plan over an area, after filling the area with cells that it can store."""
    targets = set(types[area.cx : area.cx + area.columns]) or {"uint8"}
    layout = rng.choice(["empty", "dense", "dense", "csr", "coo"])
    stored = rng.choice([*TYPES, *(4 * sorted(targets))])
    block: dict[str, Json] = {key: str(number) for key, number in area._asdict().items()} | {"block": layout}
    if layout == "empty":
        return block
    share = rng.choice([0.1, 0.5, 1.0])
    named = [
        (i, j)
        for i in range(area.rx, area.rx + area.rows)
        for j in range(area.cx, area.cx + area.columns)
        if rng.random() < share
    ]
    for i, j in named:
        kind = types[j]
        same = kind == stored
        cells[i, j] = atom(random_bits(rng, kind), kind) if same else atom_of_small(rng.randrange(1, 128), kind)
    block["type"] = stored
    if layout != "dense":
        block["order"] = random_order(rng, layout, [i for i, _ in named])
    return block


def random_case(rng: random.Random) -> tuple[dict[str, Json], list[dict[str, Json]]]:
    """Returns a random value and a random legal plan of it."""
    rows, columns = rng.randrange(9), rng.randrange(9)
    kind = rng.choice(["DenseMatrix", "CSRMatrix", "Frame"])
    matrix_type = rng.choice(TYPES)
    types = [rng.choice(TYPES) if kind == "Frame" else matrix_type for _ in range(columns)]
    whole = Rectangle(0, 0, rows, columns)
    areas = list(tiles(rng, whole)) if rows * columns else [whole]
    rng.shuffle(areas)
    cells: dict[tuple[int, int], str] = {}
    plan = [random_block(rng, area, types, cells) for area in areas]
    header: dict[str, Json] = {"type": matrix_type}
    if kind == "Frame":
        labels = ["".join(rng.choices('aß€😀 "\\\0\n', k=rng.randrange(5))) for _ in range(columns)]
        header = {"types": types, "labels": labels}
    value = {"kind": kind, "rows": str(rows), "columns": str(columns), **header}
    value["cells"] = [[str(i), str(j), cells[i, j]] for i, j in sorted(cells)]
    return value, plan


def in_ranks(block: dict[str, Json], value: dict[str, Json]) -> dict[str, Json]:
    """Returns the same block with its order spelled as a list of ranks."""
    if isinstance(block.get("order", []), list):
        return block
    rx, cx, rows, columns = (int(block[key]) for key in Rectangle._fields)
    cells = [(int(row) - rx, int(column) - cx) for row, column, _ in value["cells"]]
    inside = [(i, j) for i, j in cells if 0 <= i < rows and 0 <= j < columns]
    keys = {
        "asc": lambda k: k,
        "desc": lambda k: (inside[k][0] if block["block"] == "csr" else -inside[k][0], -inside[k][1]),
        "colmajor": lambda k: inside[k][::-1],
    }
    return block | {"order": [str(k) for k in sorted(range(len(inside)), key=keys[block["order"]])]}


def check_case(codec: Codec, rng: random.Random) -> Iterator[Problem]:
    """Yields what is wrong with the answers about a random case and its bytes, whole and damaged."""
    value, plan = random_case(rng)
    encoded = codec.encode(value, plan)
    if "bytes" not in encoded:
        yield f"encode of {value} by {plan} gives {encoded}"
        return
    data = bytes.fromhex(encoded["bytes"])
    if codec.decode(data).get("value") != value:
        yield f"decode of {data.hex()} is not {value}"
    if codec.transcode(data).get("bytes") != data.hex():
        yield f"transcode of {data.hex()} gives other bytes"
    if codec.encode(value, [in_ranks(block, value) for block in plan]) != encoded:
        yield f"encode of {value} by {plan} is another with the orders spelled as ranks"
    canonical = bytes.fromhex(codec.encode(value)["bytes"])
    if codec.decode(canonical).get("value") != value:
        yield f"decode of the canonical {canonical.hex()} is not {value}"
    yield from (
        f"prefix of {size} bytes of {data.hex()} gives {reply}"
        for size in {*rng.sample(range(len(data)), min(len(data), 20)), len(data) - 1}
        if "rejected" not in (reply := codec.decode(data[:size]))
    )
    if codec.decode(data + b"\0").get("rejected", {}).get("code") != "TRAILING":
        yield f"a byte after {data.hex()} is not TRAILING"
    for _ in range(20):
        yield from check_damaged(codec, damaged(rng, data))


def damaged(rng: random.Random, data: bytes) -> bytes:
    """Returns bytes with a few of them changed, removed, inserted or repeated."""
    result = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(len(result) + 1)
        span = rng.choice([0, 1, 1, 1, 4, 8])
        fresh = bytes(rng.choice([0, 1, 2, 3, 0x7F, 0x80, 0xFF, rng.randrange(256)]) for _ in range(span))
        result[at : at + rng.choice([span, span, 0, 2 * span])] = fresh
    return bytes(result)


def check_damaged(codec: Codec, data: bytes) -> Iterator[Problem]:
    """Yields a problem if bytes of any kind are neither rejected nor the encoding of what they decode to."""
    decoded, transcoded = codec.decode(data), codec.transcode(data)
    if "rejected" in decoded:
        if transcoded != decoded:
            yield f"{data.hex()}: decode and transcode differ in their rejection"
    elif "value" not in decoded or codec.decode(bytes.fromhex(transcoded["bytes"])) != decoded:
        yield f"{data.hex()} gives {decoded} and {transcoded}"


# ---- conversions ----


def number_of(bits: int, kind: str) -> Any:
    """Returns the number that bits stand for; None for -0.0, which is a value of its own."""
    if kind not in FLOATS:
        return int(atom(bits, kind))
    real, raw, digits = FLOATS[kind]
    return None if bits == 1 << (4 * digits - 1) else struct.unpack(real, struct.pack(raw, bits))[0]


def exact(number: Any, kind: str) -> str | None:
    """Returns the atom of exactly this number (None: -0.0), "nan" for a NaN, or None if the type has no such value."""
    if number is None:
        return atom(1 << (4 * FLOATS[kind][2] - 1), kind) if kind in FLOATS else None
    if kind in FLOATS:
        if math.isnan(number):
            return "nan"
        real, raw, digits = FLOATS[kind]
        try:
            packed = struct.pack(real, number)
        except OverflowError:
            return None
        return f"0x{struct.unpack(raw, packed)[0]:0{digits}x}" if struct.unpack(real, packed)[0] == number else None
    if isinstance(number, float) and not number.is_integer():
        return None
    width, signed = INTEGERS[kind]
    least = -(1 << (width - 1)) if signed else 0
    return str(int(number)) if least <= number < least + (1 << width) else None


def edge_bits(kind: str) -> set[int]:
    """Returns the bits of values of a type at which conversions turn."""
    width = 4 * FLOATS[kind][2] if kind in FLOATS else INTEGERS[kind][0]
    edges = {sign * ((1 << power) + step) for power in range(66) for step in (-1, 0, 1) for sign in (1, -1)}
    if kind not in FLOATS:
        return {edge % (1 << width) for edge in edges}
    real, raw, _ = FLOATS[kind]
    numbers = [scale * edge for edge in edges for scale in (1.0, 0.5, 1 + 2**-23, 1 + 2**-24, 1 - 2**-24, 2.0**-140)]
    numbers += [sign * m * 2.0**e for sign in (1, -1) for m in (1, 1.5) for e in (-1074, -150, -149, -126, 127, 128)]
    numbers += [sign * 2.0**128 * (1 - 2.0**-e) for sign in (1, -1) for e in (23, 24, 25)]
    numbers += [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 0.1]
    packed = (struct.pack(real, number) for number in numbers if real == "<d" or exact(number, "float"))
    return {struct.unpack(raw, data)[0] for data in packed}


def check_conversions(codec: Codec) -> Iterator[Problem]:
    """Yields each conversion between two types whose result is not that of exact arithmetic."""
    for stored in TYPES:
        width = 4 * FLOATS[stored][2] if stored in FLOATS else INTEGERS[stored][0]
        for target in TYPES:
            for bits in edge_bits(stored):
                head = struct.pack("<BBQQB", 1, 1, 1, 1, TYPES.index(target) + 1)
                block = struct.pack("<QQIIBB", 0, 0, 1, 1, 1, TYPES.index(stored) + 1)
                reply = codec.decode(head + block + bits.to_bytes(width // 8, "little"))
                expected = atom(bits, target) if stored == target else exact(number_of(bits, stored), target)
                if not conversion_is(reply, expected, target):
                    yield f"{stored} {bits:#x} as {target}: expected {expected}, found {reply}"


def conversion_is(reply: Json, expected: str | None, target: str) -> bool:
    """Says whether a reply delivers the expected atom in its one cell, or rejects with VALUE if there is none."""
    if expected is None:
        rejected = reply.get("rejected", {})
        return bool(rejected.get("code") == "VALUE" and rejected.get("offset") == 45)
    cells = reply.get("value", {}).get("cells")
    if expected == "nan":
        found = number_of(int(cells[0][2], 16), target) if cells else 0
        return found is not None and math.isnan(found)
    is_zero = expected == "0" or set(expected) == {"0", "x"}
    return bool(cells == ([] if is_zero else [["0", "0", expected]]))


def main() -> int:
    """Returns 0 if everything holds, 1 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=300, help="random cases (default: %(default)s)")
    parser.add_argument("command", nargs="+", help="the codec")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    codec = Codec(options.command)
    problems = [problem for _ in range(options.rounds) for problem in check_case(codec, rng)]
    problems += check_conversions(codec)
    if codec.close() != 0:
        problems.append("the codec's exit status is not 0")
    sys.stdout.write("".join(f"{problem}\n" for problem in problems[:20]))
    sys.stdout.write(f"{options.rounds} random cases and the conversions, {len(problems)} problem(s)\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
