"""The places of the items of a DataSetPack row, and of its defects, by arithmetic alone. Reads no values."""

from collections.abc import Generator, Iterator, Mapping
from typing import NamedTuple

from dspack.oracle.schema import STRINGS, Field, OracleReject, Schema

Item = tuple[int, int]  # start and end
Walk = Generator[Item, None, int]  # yields the items, then returns the end of the last


class Row(NamedTuple):
    """The octets of a row, with the schema and the choices under which they are read."""

    octets: bytes
    schema: Schema
    policies: Mapping[str, str]


def items(row: Row, *, partial: bool) -> Iterator[Item]:
    """Yield the items of a row, or of its first part, without those that have no octets. Raises OracleReject."""
    if not row.schema.fields:
        raise OracleReject("ROW", "SCHEMA-19", 0, "a row under a schema without fields")
    at = 0
    for field in row.schema.first_part if partial else row.schema.fields:
        at = yield from (_list if field.count else _single)(row, field, at)
    goes_on = partial and len(row.schema.first_part) < len(row.schema.fields)
    if at < len(row.octets) and not goes_on:
        raise OracleReject("ROW", "ROW-04", at, "octets are left over")


def _item(row: Row, at: int, size: int) -> Walk:
    if size > len(row.octets) - at:
        raise OracleReject("ROW", "ROW-04", at, f"{size} octets, but {len(row.octets) - at} are there")
    if size:
        yield at, at + size
    return at + size


def _list(row: Row, field: Field, at: int) -> Walk:
    assert field.count is not None
    start, number = at, field.count.number
    if field.count.prefixed:
        at = yield from _item(row, at, number)
        number = _number(row, start, at)
    least = field.length.number if field.length else row.schema.size(field.type)
    if number * least > len(row.octets) - at:
        raise OracleReject("ROW", "ROW-04", at, f"{number} items of {least} octets at least")
    for _ in range(number):
        at = yield from _single(row, field, at)
    return at


def _single(row: Row, field: Field, at: int) -> Walk:
    if field.type in STRINGS:
        return (yield from _string(row, field, at))
    size = row.schema.size(field.type)
    at = yield from _item(row, at, -at % size if row.schema.flag == "@" else 0)
    return (yield from _item(row, at, size))


def _string(row: Row, field: Field, at: int) -> Walk:
    assert field.length is not None
    prefix, width = at, field.length.number
    if field.length.prefixed:
        at = yield from _item(row, at, width)
        width = _number(row, prefix, at)
        if field.type == "p" and width == 0:
            raise OracleReject("FIELD", "STR-08", prefix, "no room for the length octet")
    end = yield from _item(row, at, width)
    if field.type == "p" and row.octets[at] > width - 1:
        if field.length.prefixed:
            raise OracleReject("FIELD", "STR-08", at, "the length octet is beyond its buffer")
        if row.policies["dspack.pascal-overrun"] == "reject":
            raise OracleReject("FIELD", "STR-10", at, "the length octet is beyond its width")
    return end


def _number(row: Row, start: int, end: int) -> int:
    return int.from_bytes(row.octets[start:end], "big" if row.schema.flag in "!>" else "little")
