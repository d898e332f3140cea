"""The fast row writer gives the same rows as encode_row, and leaves to it the cases that packing.py lists."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dspack.test_codec import SCHEMAS, data_set
from goldenwire_reference.dspack.encode import encode_framed
from goldenwire_reference.dspack.model import DataSet
from goldenwire_reference.dspack.packing import KEPT, RowPacker
from goldenwire_reference.dspack.rows import UnusualRow
from goldenwire_reference.dspack.schema import parse
from goldenwire_reference.errors import EncodeError
from kit.each import each

PACKED: list[tuple[str, list[Any]]] = [
    ("!B", [0]),
    ("!BbHhIiLlQq", [255, -128, 65535, -32768, 2**32 - 1, -(2**31), 2**32 - 1, -(2**31), 2**64 - 1, -(2**63)]),
    ("<I x ?", [1, True]),
    (">f d", [1.5, -0.0]),
    ("=d", [math.inf]),
    ("!f", [3.4028235677973366e38 * (1 - 2**-25)]),
    ("!c", [b"c"]),
    ("!3s", [b""]),
    ("!3s", [b"a\0"]),
    ("!3s", [b"abc"]),
    ("<~s 2~s", [b"", b"x" * 300]),
    ("!2~:H B", [[], 1]),
    ("<2~:H B", [[1, 2], 1]),
    ("!2:d", [[1.0, 2.0]]),
    ("!~:c 3:?", [[b"a", b"b"], [True, False, True]]),
    ("!8~:q", [[-1]]),
    ("!~:B", [[255] * 255]),
]
LEFT: list[tuple[str, list[Any]]] = [
    ("!", []),
    ("!B", []),
    ("!B", [1, 2]),
    ("!B", [256]),
    ("!b", [-129]),
    ("!B", [True]),
    ("!B", [1.0]),
    ("!?", [1]),
    ("!d", [1]),
    ("!d", [math.nan]),
    ("!f", [1e39]),
    ("!c", [b""]),
    ("!c", [b"cc"]),
    ("!s", ["a"]),
    ("!3s", [b"abcd"]),
    ("!3s", [bytearray(b"a")]),
    ("!~s", [b"x" * 256]),
    ("!2:B", [[1]]),
    ("!2:B", [[1, 2, 3]]),
    ("!2:B", [(1, 2)]),
    ("!~:B", [[1] * 256]),
    ("!~:B", [[1, True]]),
    ("!~:d", [[1.0, math.nan]]),
    ("!~:f", [[1.0, 1]]),
    ("!~:c", [[b"a", b"bc"]]),
    ("!~:B", [None]),
    ("!3~:B", [[1]]),
    ("!3~s", [b"a"]),
    ("!~:s", [[b"a"]]),
    ("!3S", [b"a"]),
    ("!3p", [b"a"]),
    ("@B", [1]),
]


@each(("schema", "row"), PACKED)
def test_what_is_as_it_should_be_is_packed_as_encode_row_does(schema: str, row: list[Any]) -> None:
    parsed = parse(schema)
    assert RowPacker(parsed).pack(row) == encode_framed(DataSet(parsed), row)


@each(("schema", "row"), LEFT)
def test_all_else_is_left_to_encode_row(schema: str, row: list[Any]) -> None:
    with pytest.raises(UnusualRow):
        RowPacker(parse(schema)).pack(row)


@given(SCHEMAS.map(parse).flatmap(data_set))
@settings(max_examples=200, deadline=None)
def test_any_row_is_packed_alike_or_left(found: DataSet) -> None:
    packer = RowPacker(found.schema)
    for row in found.rows:
        try:
            packed = packer.pack(row)
        except UnusualRow:
            continue
        assert packed == encode_framed(found, row)


@given(SCHEMAS.map(parse).flatmap(data_set), st.data())
@settings(max_examples=100, deadline=None)
def test_what_encode_row_refuses_is_not_packed(found: DataSet, draw: st.DataObject) -> None:
    wrong = st.sampled_from([None, True, -1, 256, 2**64, 1.5, math.nan, 1e300, b"", b"xxxx", "x", [], [1, 2], [b"x"]])
    for given_row in filter(None, found.rows):
        row = list(given_row)
        row[draw.draw(st.integers(0, len(row) - 1))] = draw.draw(wrong)
        try:
            packed = RowPacker(found.schema).pack(row)
        except UnusualRow:
            continue
        assert packed == encode_framed(found, row)


def test_structs_of_lengths_that_are_long_gone_are_not_kept() -> None:
    packer = RowPacker(parse("!2~s"))
    for number in range(2 * KEPT):
        packer.pack([b"x" * number])
    assert packer._record.cache_info().currsize == KEPT


def test_a_refused_row_leaves_the_packer_as_it_was() -> None:
    schema = parse("!B ~:H")
    packer = RowPacker(schema)
    with pytest.raises(UnusualRow):
        packer.pack([1, [2, "x"]])
    with pytest.raises(EncodeError):
        encode_framed(DataSet(schema), [1, [2, "x"]])
    assert packer.pack([1, [2, 3]]) == encode_framed(DataSet(schema), [1, [2, 3]])
