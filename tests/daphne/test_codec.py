"""The DAPHNE reference codec through its Python interface: arrays, laziness, errors."""

import pickle
import tracemalloc
from typing import Any

import numpy as np
import pytest

from goldenwire_reference.daphne.convert import convert
from goldenwire_reference.daphne.decode import decode
from goldenwire_reference.daphne.encode import encode
from goldenwire_reference.daphne.model import DaphneObject, DensePart, SparsePart
from goldenwire_reference.daphne.notation import plan_from_json, plan_to_json, value_from_json, value_to_json
from goldenwire_reference.daphne.plan import BlockPlan, Tiling
from goldenwire_reference.daphne.tables import BY_NAME, VALUE_TYPES, BlockType, DataType
from goldenwire_reference.errors import DecodeError, EncodeError, NotationError, WireError
from goldenwire_reference.formats import load
from goldenwire_suite.daphne.cases.builders import dense, frame, matrix
from kit.each import each


def dense_object(array: np.ndarray[Any, Any], type_name: str) -> DaphneObject:
    rows, columns = array.shape
    return DaphneObject(DataType.DenseMatrix, rows, columns, (BY_NAME[type_name],), (), (DensePart(0, 0, array),))


@pytest.mark.parametrize("value_type", VALUE_TYPES.values(), ids=lambda t: t.name)
def test_an_array_comes_back_as_a_view_of_the_bytes(value_type: Any) -> None:
    array = np.arange(12, dtype=value_type.dtype).reshape(3, 4)
    data = encode(dense_object(array, value_type.name))
    assert len(data) == 45 + 12 * value_type.size
    obj, _ = decode(data)
    (part,) = obj.parts
    assert isinstance(part, DensePart)
    assert np.array_equal(part.values, array)
    assert np.shares_memory(part.values, np.frombuffer(data, "u1"))


STRIDES = {
    "column-major": np.asfortranarray,
    "reversed rows": lambda array: array[::-1].copy()[::-1],
    "every second column": lambda array: np.repeat(array, 2, axis=1)[:, ::2],
    "read-only": lambda array: np.frombuffer(array.tobytes(), array.dtype).reshape(array.shape),
}


@pytest.mark.parametrize("view", STRIDES.values(), ids=STRIDES)
def test_the_bytes_do_not_depend_on_the_memory_layout(view: Any) -> None:
    array = np.arange(20, dtype="<i4").reshape(4, 5)
    assert encode(dense_object(view(array), "int32")) == encode(dense_object(array, "int32"))


def test_a_decoded_object_costs_no_copy_of_a_large_payload() -> None:
    data = encode(dense_object(np.ones((1024, 1024)), "double"))
    tracemalloc.start()
    obj, _ = decode(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert obj.rows == 1024
    assert peak < 100_000


def test_equality_is_of_cells_and_not_of_storage() -> None:
    value = matrix("CSRMatrix", 3, 3, "int16", {(0, 1): 5, (2, 2): -6})
    obj = value_from_json(value)
    tiles = ((0, 0, 2, 2), (0, 2, 2, 1), (2, 0, 1, 2), (2, 2, 1, 1))
    stored = [
        decode(encode(obj, tuple(BlockPlan(*tile, block, BY_NAME["int16"]) for tile in tiles)))[0]
        for block in (BlockType.dense, BlockType.csr, BlockType.coo)
    ]
    assert all(other == obj for other in stored)
    assert value_from_json({**value, "cells": value["cells"][:1]}) != obj
    assert value_from_json({**value, "kind": "DenseMatrix"}) != obj
    zero = matrix("DenseMatrix", 1, 1, "double", {})
    assert value_from_json({**zero, "cells": [["0", "0", "0x8000000000000000"]]}) != value_from_json(zero)


ERRORS: dict[str, WireError] = {
    "decode": DecodeError("VERSION", "DAPHNE-HDR-02", 0, "expected 1"),
    "encode": EncodeError("PLAN", "DAPHNE-PART-04", "a gap"),
}


@pytest.mark.parametrize("error", ERRORS.values(), ids=ERRORS)
def test_errors_cross_process_boundaries(error: WireError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), vars(again), str(again)) == (type(error), vars(error), str(error))


MALFORMED: dict[str, Any] = {
    "no object": [],
    "no kind": {"rows": "1"},
    "another kind": {"kind": "Tensor"},
    "a number": {**dense("uint8", [1]), "rows": 1},
    "a member too many": {**dense("uint8", [1]), "colour": "red"},
    "a member too few": {"kind": "DenseMatrix", "rows": "1", "columns": "1", "type": "uint8"},
    "a cell outside": {**dense("uint8", [1]), "cells": [["1", "0", "1"]]},
    "a cell twice": {**dense("uint8", [1]), "cells": [["0", "0", "1"], ["0", "0", "1"]]},
    "leading zeros": {**dense("uint8", [1]), "cells": [["0", "0", "01"]]},
    "a float that is decimal": {**dense("float", [1.0]), "cells": [["0", "0", "1.0"]]},
    "bits of another width": {**dense("float", [1.0]), "cells": [["0", "0", "0x3ff0000000000000"]]},
    "capital digits": {**dense("float", [1.0]), "cells": [["0", "0", "0x3F800000"]]},
    "an unknown type": {**dense("uint8", [1]), "type": "uint7"},
    "labels that are too few": {**frame([("a", "uint8")], [1]), "labels": []},
}


@pytest.mark.parametrize("value", MALFORMED.values(), ids=MALFORMED)
def test_what_is_not_the_notation_of_a_value_is_told_apart_from_a_refusal(value: Any) -> None:
    with pytest.raises(NotationError):
        value_from_json(value)


@pytest.mark.parametrize("column", [2, 3, 2**64])
def test_a_block_beyond_the_frame_is_refused_though_it_names_no_type(column: int) -> None:
    value = frame([("a", "int8"), ("b", "float")], [1], [0])
    plan = [{"rx": "0", "cx": str(column), "rows": "1", "columns": "1", "block": "coo"}]
    with pytest.raises(EncodeError) as caught:
        load("daphne").encode(value, None, plan)
    assert (caught.value.code, caught.value.requirement) == ("PLAN", "DAPHNE-PART-02")


def test_notation_round_trips_through_objects_and_plans() -> None:
    value = frame([("a", "int8"), ("é", "float")], [-1, -0.0], [0, 2.5])
    assert value_to_json(value_from_json(value)) == value
    plan = [
        {"rx": "0", "cx": "0", "rows": "1", "columns": "2", "block": "coo", "type": "double", "order": ["1", "0"]},
        {"rx": "1", "cx": "0", "rows": "1", "columns": "2", "block": "csr", "type": "double", "order": "desc"},
    ]
    assert plan_to_json(plan_from_json(plan)) == plan


# Rectangles in stream order, and whether the last of them overlaps an earlier one.
TILINGS: dict[str, tuple[list[tuple[int, int, int, int]], bool]] = {
    "rows": ([(0, 0, 1, 4), (1, 0, 1, 4), (2, 0, 1, 4)], False),
    "columns": ([(0, 0, 4, 1), (0, 1, 4, 1), (0, 2, 4, 1)], False),
    "grid": ([(0, 0, 2, 2), (0, 2, 2, 2), (2, 0, 2, 2), (2, 2, 2, 2)], False),
    "grid backwards": ([(2, 2, 2, 2), (2, 0, 2, 2), (0, 2, 2, 2), (0, 0, 2, 2)], False),
    "reaching up": ([(0, 0, 2, 2), (2, 0, 2, 4), (0, 2, 2, 2)], False),
    "reaching up too far": ([(0, 0, 2, 2), (2, 0, 2, 4), (0, 1, 2, 2)], True),
    "pinwheel": ([(0, 0, 1, 2), (0, 2, 2, 1), (2, 1, 1, 2), (1, 0, 2, 1), (1, 1, 1, 1)], False),
    "pinwheel overlapped": ([(0, 0, 1, 2), (0, 2, 2, 1), (2, 1, 1, 2), (1, 0, 2, 1), (1, 1, 2, 1)], True),
    "the same twice": ([(0, 0, 2, 2), (0, 0, 2, 2)], True),
    "inside": ([(0, 0, 9, 9), (4, 4, 1, 1)], True),
    "across": ([(0, 4, 9, 1), (4, 0, 1, 9)], True),
    "at the end of the range": ([(2**64 - 2, 0, 1, 1), (2**64 - 1, 0, 1, 1)], False),
}


@pytest.mark.parametrize(("rectangles", "overlaps"), TILINGS.values(), ids=TILINGS)
def test_an_overlap_is_seen(rectangles: list[tuple[int, int, int, int]], overlaps: bool) -> None:
    tiling = Tiling()
    found = [tiling.overlaps(*rectangle) for rectangle in rectangles]
    assert found == [False] * (len(rectangles) - 1) + [overlaps]


def test_overlaps_agree_with_a_bitmap_on_random_rectangles() -> None:
    draw = np.random.default_rng(7)
    disagreements = []
    for trial in range(300):
        tiling, bitmap = Tiling(), np.zeros((8, 8), bool)
        for step in range(12):
            rx, cx = (int(n) for n in draw.integers(0, 8, 2))
            rows, columns = int(draw.integers(1, 9 - rx)), int(draw.integers(1, 9 - cx))
            area = bitmap[rx : rx + rows, cx : cx + columns]
            if tiling.overlaps(rx, cx, rows, columns) != area.any():
                disagreements.append((trial, step))
            area[:] = True
    assert disagreements == []


@pytest.mark.parametrize("target", VALUE_TYPES.values(), ids=lambda t: f"to-{t.name}")
@each("source", VALUE_TYPES.values(), ids=lambda t: t.name)
def test_conversion_is_exact_or_masked(source: Any, target: Any) -> None:
    """Convert random bits of the source type: a converted value is equal, by fractions; a masked one has no equal."""
    from fractions import Fraction

    draw = np.random.default_rng(source.code * 16 + target.code)
    octets = draw.integers(0, 256, 400 * source.size, dtype="u1")
    octets[: 200 * source.size] &= draw.integers(0, 2, 200 * source.size, dtype="u1") * 255
    values = octets.view(source.dtype)
    converted, inexact = convert(values, source, target)
    lost = (np.zeros(len(values), bool) if inexact is None else inexact).tolist()
    wrong = []
    for value, result, is_lost in zip(values, converted, lost, strict=True):
        number = value.item()
        if source.is_float and not np.isfinite(value):
            right = target.is_float and not is_lost and (np.isnan(value) == np.isnan(result))
            right = right or (not target.is_float and bool(is_lost))
        elif source.is_float and number == 0 and np.signbit(value):
            right = bool(is_lost) if not target.is_float else bool(np.signbit(result) and result == 0)
        else:
            right = bool(is_lost) != (Fraction(result.item()) == Fraction(number) if np.isfinite(result) else False)
        if not right:
            wrong.append((str(value), str(result), is_lost))
    assert wrong == []


def test_many_cells_of_an_object_too_large_for_any_block_are_kept() -> None:
    rows = np.array([0, 2**32 + 5], "<u8")
    parts = (SparsePart(0, 0, 5 * 10**9, 1, rows, np.zeros(2, "<u8"), np.array([1.5, 2.5])),)
    obj = DaphneObject(DataType.DenseMatrix, 5 * 10**9, 1, (BY_NAME["double"],), (), parts)
    plan = (
        BlockPlan(0, 0, 2**32 - 1, 1, BlockType.coo),
        BlockPlan(2**32 - 1, 0, 5 * 10**9 - 2**32 + 1, 1, BlockType.coo),
    )
    data = encode(obj, plan)
    assert len(data) == 19 + 2 * (16 + 14 + 12)
    assert decode(data, off={"object.huge": None})[0] == obj


HUGE = {
    "strips without end": ("DenseMatrix", 2**63, 2**63, "uint8"),
    "strips of a sparse matrix": ("CSRMatrix", 2**64 - 1, 2**64 - 1, "uint8"),
    "dense values of one byte": ("DenseMatrix", 2**31 + 1, 1, "uint8"),
    "dense values of eight bytes": ("DenseMatrix", 1, 2**28 + 1, "double"),
    "dense values in strips": ("DenseMatrix", 2**32, 2**20, "uint8"),
    "row counts": ("CSRMatrix", 2**29 + 1, 1, "uint8"),
}


@pytest.mark.parametrize(("kind", "rows", "columns", "type_name"), HUGE.values(), ids=HUGE)
def test_an_object_beyond_the_encoders_limits_is_refused_before_anything_is_built(
    kind: str, rows: int, columns: int, type_name: str
) -> None:
    value = {"kind": kind, "rows": str(rows), "columns": str(columns), "type": type_name, "cells": []}
    tracemalloc.start()
    try:
        with pytest.raises(EncodeError) as caught:
            load("daphne").encode(value)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
    assert (caught.value.code, caught.value.requirement) == ("LIMIT", "DAPHNE-LIM-01")
