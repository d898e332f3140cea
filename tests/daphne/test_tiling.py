"""`Tiling`, which tells if a rectangle overlaps earlier ones, against a comparison with each of them."""

from itertools import pairwise
from random import Random

import pytest

from goldenwire_reference.daphne.plan import Tiling

Rectangle = tuple[int, int, int, int]  # row, column, rows, columns


def share_a_cell(one: Rectangle, other: Rectangle) -> bool:
    """Return True if two rectangles overlap on both axes."""
    return all(max(one[axis], other[axis]) < min(one[axis] + one[axis + 2], other[axis] + other[axis + 2])
               for axis in (0, 1))  # fmt: skip


@pytest.mark.parametrize(
    ("most", "reach"),
    [
        pytest.param(1, 40, id="cells"),
        pytest.param(3, 60, id="small ones"),
        pytest.param(64, 400, id="of every size"),
        pytest.param(2**32 - 1, 2**33, id="as large as there are"),
    ],
)
@pytest.mark.parametrize("base", [0, 2**64 - 2**33], ids=["at the front", "at the far end"])
def test_a_rectangle_overlaps_an_earlier_one(most: int, reach: int, base: int) -> None:
    random = Random(f"{most} {reach}")
    outcomes = set()
    for _ in range(20):
        tiling, placed = Tiling(), list[Rectangle]()
        for _ in range(60):
            rows, columns = (random.randint(1, min(most, 2 ** random.randint(0, 32))) for _ in "rc")
            rx, cx = (base + random.randrange(reach) for _ in "rc")
            expected = any(share_a_cell((rx, cx, rows, columns), other) for other in placed)
            assert tiling.overlaps(rx, cx, rows, columns) is expected, (rx, cx, rows, columns)
            placed.append((rx, cx, rows, columns))
            outcomes.add(expected)
    assert outcomes == {True, False}


def test_neighbours_in_any_order_do_not_overlap() -> None:
    cuts = [0, 1, 2, 5, 6, 14, 40, 41, 100]
    spans = [(start, end - start) for start, end in pairwise(cuts)]
    tiles = [(rx, cx, rows, columns) for rx, rows in spans for cx, columns in spans]
    for seed in range(10):
        Random(seed).shuffle(tiles)
        tiling = Tiling()
        assert not any(tiling.overlaps(*tile) for tile in tiles)
        assert all(tiling.overlaps(rx + rows - 1, cx + columns - 1, 1, 1) for rx, cx, rows, columns in tiles)
