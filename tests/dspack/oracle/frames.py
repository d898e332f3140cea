"""DataSetPack's framing: the meta blocks and rows of an input, as construct reads and writes their lengths."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import construct as cs

from dspack.oracle.schema import OracleReject

LONGEST_ROW = 2147483647
ESCAPE = 65535

ADDITION = cs.ExprAdapter(cs.Int16ub, lambda e, _: e + ESCAPE, lambda size, _: size - ESCAPE)
META = cs.Select(
    cs.Prefixed(cs.ExprValidator(cs.Int16ub, lambda size, _: size != ESCAPE), cs.GreedyBytes),
    cs.FocusedSeq("block", cs.Const(ESCAPE, cs.Int16ub), "block" / cs.Prefixed(ADDITION, cs.GreedyBytes)),
)
ROW = cs.Prefixed(cs.Int32ub, cs.GreedyBytes)
MARKER = bytes(4)


class Frame(NamedTuple):
    """A "meta" block or a "row", or the "marker" after the last row: where its length begins, and its own octets."""

    kind: str
    at: int
    start: int
    end: int


def frames(data: bytes) -> Iterator[Frame]:
    """Yield the frames of an input, each as soon as it is known to be complete. Raises OracleReject."""
    at = 0
    while at < len(data) or not data:
        start, end = _meta(data, at)
        yield Frame("meta", at, start, end)
        at = end
        for frame in _rows(data, at):
            yield frame
            at = frame.end


def written(data_sets: Iterable[tuple[bytes, Iterable[bytes]]]) -> bytes:
    """Return the input with these data sets, each a meta block and rows."""
    return MARKER.join(b"".join([META.build(meta), *map(ROW.build, rows)]) for meta, rows in data_sets)


def _meta(data: bytes, at: int) -> tuple[int, int]:
    size, start = _number(cs.Int16ub, data, at)
    if size == ESCAPE:
        size, start = _number(ADDITION, data, start)
    if size == 0:
        raise OracleReject("META", "META-04", at, "a meta block of 0 octets")
    return start, _end(data, start, size)


def _rows(data: bytes, at: int) -> Iterator[Frame]:
    while at < len(data):
        size, start = _number(cs.Int32ub, data, at)
        if size > LONGEST_ROW:
            raise OracleReject("ROW", "ROW-02", at, f"row_length {size:#x}")
        end = _end(data, start, size)
        yield Frame("row" if size else "marker", at, start, end)
        if size == 0:
            return
        at = end


def _number(form: Any, data: bytes, at: int) -> tuple[int, int]:
    """Return the number that begins here, and its end."""
    end = _end(data, at, form.sizeof())
    return form.parse(data[at:end]), end


def _end(data: bytes, at: int, size: int) -> int:
    """Return the end of an item of this size that begins here, if the input has all of it."""
    if size > len(data) - at:
        raise OracleReject("TRUNCATED", "SET-05", at, f"{len(data) - at} of {size} octets")
    return at + size
