"""Benchmarks of the DyND codec: against numpy's own bytes, and cost by data size."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from bench_size import sized
from goldenwire_reference.dynd.codec import decode, encode
from goldenwire_reference.dynd.model import Some
from kit.measures import Action, Shape, at_most, growth, least

Array = npt.NDArray[Any]


def array_lines(type: str, array: Array, target: float) -> Iterator[str]:
    """Compare an array with numpy's bytes of it; a view is free until it is used, so both views are also summed."""
    octets, data = array.tobytes(), encode(array, type)

    def view() -> Array:
        return np.frombuffer(octets, array.dtype).reshape(array.shape)

    def ours() -> Array:
        found: Array = decode(data, type)
        return found

    as_bytes, written = least(array.tobytes, partial(encode, array, type))
    theirs, read, their_sum, our_sum = least(view, ours, lambda: _sum(view()), lambda: _sum(ours()), rounds=10)
    title = f"dynd, {array.nbytes / 1e6:,.0f} MB, {type}"
    yield f"{title}: tobytes {as_bytes * 1e3:.1f} ms, frombuffer and sum {their_sum * 1e3:.1f} ms"
    yield f"  encode {written / as_bytes:.2f} times that {at_most(written / as_bytes, target)}"
    yield f"  decode and sum {our_sum / their_sum:.2f} times that {at_most(our_sum / their_sum, target)}"
    yield f"    of which the view {read * 1e6:.0f} us whatever the size (frombuffer {theirs * 1e6:.1f} us)"


def _sum(array: Array) -> Any:
    return array.sum() if array.dtype.names is None else array[array.dtype.names[-1]].sum()


# Cost against size


def _both(type: str, value: Any) -> Mapping[str, Action]:
    return {"decode": partial(decode, encode(value, type), type), "encode": partial(encode, value, type)}


def _fields(count: int) -> Mapping[str, Action]:
    """Return the actions on a struct of many fields, which are in its type, too."""
    return _both(f"{{{', '.join(f'f{number}: int32' for number in range(count))}}}", (1,) * count)


SHAPES = {
    "structs with text": Shape(
        "struct", 300, lambda n: _both("var * {x: int32, s: string}", [(k, f"text {k}") for k in range(n)])
    ),
    "lists of numbers": Shape("list", 500, lambda n: _both("var * var * int16", [[1, 2, 3]] * n)),
    "options": Shape("option", 500, lambda n: _both("var * ?int32", [Some(1), None] * (n // 2))),
    "one text": Shape("byte", 3_000, lambda n: _both("string", "x" * n)),
    "one struct": Shape("field", 40, _fields),
}


def lines() -> Iterator[str]:
    draw, blocks = np.random.default_rng(1), sized(1000, 100)
    yield from array_lines(f"{blocks} * 1000 * 8 * float64", draw.random((blocks, 1000, 8)), 2)
    structs = np.empty(blocks * 1000, [("x", "<i4"), ("y", "<f8")])
    structs["x"], structs["y"] = draw.integers(0, 1000, len(structs)), draw.random(len(structs))
    yield from array_lines("var * {x: int32, y: float64}", structs, 10)
    yield from growth("dynd", SHAPES)
