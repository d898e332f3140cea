"""The DataSetPack writer and reader: rows by position and by name, streams, refusals, memory."""

import io
import tracemalloc
from typing import Any

import pytest

from goldenwire_reference.dspack import api
from goldenwire_reference.dspack.api import DataSetReader, DataSetWriter, load
from goldenwire_reference.dspack.decode import decode
from goldenwire_reference.dspack.encode import encode
from goldenwire_reference.dspack.encode_row import encode_row
from goldenwire_reference.dspack.model import DataSet
from goldenwire_reference.dspack.schema import parse
from goldenwire_reference.errors import DecodeError, EncodeError

PROGRAM = """
    ! H(day) B(device) B(feed) 3S(country) I(category)
      2~:Q(app_ids) 2~:H(changes App's rank change)
"""
NAMES = ("day", "device", "feed", "country", "category", "app_ids", "changes")
VALUES: list[Any] = [234, 1, 2, b"CN", 12345, [12345, 23456], [2, 1]]
ROW = bytes.fromhex("00ea0102434e0000003039000200000000000030390000000000005ba0000200020001")


def written(schema: str, *rows: Any, **more: Any) -> bytes:
    """Return the bytes that a writer writes for rows in order."""
    sink = io.BytesIO()
    writer = DataSetWriter(sink, schema, **more)
    for row in rows:
        writer.add_row(row)
    return sink.getvalue()


# ---- the writer ------------------------------------------------------------------------------------------------------


def test_the_row_of_the_draft_has_its_bytes() -> None:
    assert written(PROGRAM, VALUES).endswith(b"\0\0\0\x23" + ROW)


def test_a_row_by_name_has_the_same_bytes() -> None:
    sink = io.BytesIO()
    writer = DataSetWriter(sink, PROGRAM)
    writer.add_row(**dict(reversed(list(zip(NAMES, VALUES, strict=True)))))
    assert sink.getvalue() == written(PROGRAM, VALUES)


@pytest.mark.parametrize("name", ["values", "self", "class", "named"])
def test_any_name_can_be_given(name: str) -> None:
    sink = io.BytesIO()
    DataSetWriter(sink, f"!B({name})").add_row(**{name: 7})
    assert sink.getvalue().endswith(b"\0\0\0\1\7")


def test_text_and_octets_are_written_alike() -> None:
    assert written("!~s c 3S", ["é", "x", "a"]) == written("!~s c 3S", [b"\xc3\xa9", b"x", bytearray(b"a")])


def test_an_integer_passes_for_a_float() -> None:
    assert written("!f d", [1, -2]) == written("!f d", [1.0, -2.0])


def test_several_data_sets_are_told_apart_by_a_marker() -> None:
    sink = io.BytesIO()
    writer = DataSetWriter(sink, "!B(a)", description="first", meta={"n": 1})
    writer.add_row([1])
    writer.new_data_set("<H(b)")
    writer.add_row(b=258)
    first = DataSet(parse("!B(a)"), [[1]], "first", {"n": 1})
    second = DataSet(parse("<H(b)"), [[258]])
    assert sink.getvalue() == encode([first, second])
    assert writer.names == ("b",)


BAD_ROWS: dict[str, tuple[Any, dict[str, Any], str, str]] = {
    "too few values": ([1], {}, "ARITY", "expected 2 values (a, b), found 1"),
    "too many values": ([1, b"", 3], {}, "ARITY", "expected 2 values (a, b), found 3"),
    "a missing name": (None, {"a": 1}, "ARITY", "no value for b; the fields are a, b"),
    "an unknown name": (None, {"a": 1, "b": b"", "c": 2}, "ARITY", "no field named c; the fields are a, b"),
    "a name of a pad": (None, {"a": 1, "b": b"", "gap": 0}, "ARITY", "no field named gap; the fields are a, b"),
    "in order and by name": ([1], {"b": b""}, "ARITY", "expected values in order or by name, found both"),
    "no list": (7, {}, "VALUE", "expected a list of values, found 7"),
    "text for a list": ("ab", {}, "VALUE", "expected a list of values, found 'ab'"),
    "nothing": (None, {}, "ARITY", "no value for a, b; the fields are a, b"),
    "out of range": ([256, b""], {}, "VALUE", "a: expected an integer from 0 to 255, found 256"),
    "a boolean for an integer": ([True, b""], {}, "VALUE", "a: expected an integer, found True"),
    "a float for an integer": ([1.0, b""], {}, "VALUE", "a: expected an integer, found 1.0"),
    "nothing for a string": ([1, None], {}, "VALUE", "b: expected octets or text for octets, found None"),
    "a surrogate": ([1, "\ud800"], {}, "VALUE", "b: expected text that UTF-8 can hold, found '\\ud800'"),
    "too long": ([1, b"x" * 256], {}, "LENGTH", "b: 256 octets; a prefix 1~ counts up to 255"),
}


@pytest.mark.parametrize(("values", "named", "code", "message"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_a_refused_row_says_why_and_writes_nothing(values: Any, named: dict[str, Any], code: str, message: str) -> None:
    sink = io.BytesIO()
    writer = DataSetWriter(sink, "!B(a) x(gap) ~s(b)")
    before = sink.getvalue()
    with pytest.raises(EncodeError) as caught:
        writer.add_row(values, **named)
    assert (caught.value.code, caught.value.message) == (code, message)
    assert sink.getvalue() == before


def nested(levels: int) -> dict[str, Any]:
    value: Any = []
    for _ in range(levels - 2):
        value = [value]
    return {"a": value}


BAD_HEADS: dict[str, tuple[str, dict[str, Any], str]] = {
    "a schema": ("!10B", {}, "SCHEMA"),
    "a repeated name": ("!B(a)B(a)", {}, "SCHEMA"),
    "a surrogate in the description": ("!B", {"description": "\udcff"}, "VALUE"),
    "a set in the meta": ("!B", {"meta": {"a": {1}}}, "VALUE"),
    "a large integer in the meta": ("!B", {"meta": {"a": [2**64]}}, "VALUE"),
    "an integer as a key": ("!B", {"meta": {"a": {1: 2}}}, "VALUE"),
    "too many levels": ("!B", {"meta": nested(17)}, "VALUE"),
    "too long a meta": ("!B", {"description": "d" * 131072}, "LENGTH"),
}


@pytest.mark.parametrize(("schema", "more", "code"), BAD_HEADS.values(), ids=BAD_HEADS)
def test_a_refused_head_writes_nothing(schema: str, more: dict[str, Any], code: str) -> None:
    sink = io.BytesIO()
    writer = DataSetWriter(sink, "!B")
    before = sink.getvalue()
    with pytest.raises(EncodeError) as caught:
        writer.new_data_set(schema, **more)
    assert caught.value.code == code
    writer.add_row([7])
    assert sink.getvalue() == before + b"\0\0\0\1\7"


def test_a_writer_shows_where_a_schema_is_wrong() -> None:
    with pytest.raises(EncodeError) as caught:
        DataSetWriter(io.BytesIO(), "! H(day) 3q(x)")
    assert caught.value.requirement == "DSPACK-SCHEMA-06"
    assert caught.value.message.splitlines()[1:] == ["    ! H(day) 3q(x)", "              ^"]


def test_a_row_under_no_fields_is_refused() -> None:
    with pytest.raises(EncodeError) as caught:
        written("!", [])
    assert (caught.value.code, caught.value.requirement) == ("ARITY", "DSPACK-SCHEMA-19")


def test_a_schema_that_repeats_a_name_is_refused_at_once() -> None:
    sink = io.BytesIO()
    with pytest.raises(EncodeError, match="the name a again") as caught:
        DataSetWriter(sink, "!B(a)B(a)")
    assert (caught.value.code, sink.getvalue()) == ("SCHEMA", b"")


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        ("!2147483647s B", [b"", 1]),
        ("!2147483647s 2147483647s 3s", [b"", b"", b""]),
        ("!x 2147483647p", [b""]),
        ("@B 2147483645s H", [1, b"", 1]),
    ],
)
def test_a_row_that_is_too_long_is_refused_before_it_is_made(schema: str, values: list[Any]) -> None:
    parsed = parse(schema)
    tracemalloc.start()
    with pytest.raises(EncodeError) as caught:
        encode_row(parsed, values)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (caught.value.code, caught.value.requirement) == ("LENGTH", "DSPACK-ENC-06")
    assert peak < 2**20


# ---- the reader ------------------------------------------------------------------------------------------------------


class Drip:
    """A stream that gives a few octets at a time, and counts the octets requested."""

    def __init__(self, data: bytes, size: int) -> None:
        self.stream = io.BytesIO(data)
        self.size = size
        self.largest = 0

    def read(self, size: int) -> bytes:
        self.largest = max(self.largest, size)
        return self.stream.read(min(size, self.size))


def only(source: Any, **more: Any) -> DataSetReader:
    """Return the only data set of a source, its rows not yet read."""
    return next(load(source, **more))


def test_rows_unpack_into_one_variable_a_value() -> None:
    for day, device, feed, country, category, app_ids, changes in only(written(PROGRAM, VALUES)):
        assert [day, device, feed, country, category, app_ids, changes] == VALUES


def test_a_reader_tells_what_the_data_set_is() -> None:
    data_set = only(written(PROGRAM, VALUES, description="a day", meta={"n": [1, None]}))
    assert data_set.names == NAMES
    assert data_set.schema.text == PROGRAM
    assert (data_set.description, data_set.meta) == ("a day", {"n": [1, None]})


def test_rows_come_by_name_too() -> None:
    assert list(only(written(PROGRAM, VALUES)).by_name()) == [dict(zip(NAMES, VALUES, strict=True))]


def test_partial_rows_end_before_the_first_dynamic_field() -> None:
    data_set = only(written(PROGRAM, VALUES, VALUES), partial=True)
    assert data_set.names == NAMES[:5]
    assert list(data_set) == [tuple(VALUES[:5])] * 2


def test_rows_are_read_once() -> None:
    data_set = only(written("!B", [1], [2]))
    assert next(iter(data_set)) == (1,)
    assert list(data_set) == [(2,)]
    assert list(data_set) == []


SETS = encode(
    [
        DataSet(parse("!B(a)"), [[n] for n in range(5)], "fixed"),
        DataSet(parse("!")),
        DataSet(parse("<~s(b)H"), [[b"x" * n, n] for n in range(5)], "dynamic"),
    ]
)


@pytest.mark.parametrize("taken", [0, 1, 5, 9])
def test_what_was_not_read_of_a_data_set_is_skipped(taken: int) -> None:
    found: list[tuple[str, list[Any]]] = []
    for data_set in load(SETS):
        rows = iter(data_set)
        found.append((data_set.description, [row for row, _ in zip(rows, range(taken), strict=False)]))
    whole: list[tuple[str, list[Any]]] = [
        ("fixed", [(n,) for n in range(5)]),
        ("", []),
        ("dynamic", [(b"x" * n, n) for n in range(5)]),
    ]
    assert found == [(description, rows[:taken]) for description, rows in whole]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 10**6])
def test_a_stream_is_read_however_it_comes(size: int) -> None:
    assert [list(one) for one in load(Drip(SETS, size))] == [list(one) for one in load(SETS)]


@pytest.mark.parametrize("wrap", [bytes, bytearray, memoryview, io.BytesIO])
def test_any_bytes_can_be_read(wrap: Any) -> None:
    assert [list(one) for one in load(wrap(SETS))] == [[tuple(row) for row in one.rows] for one in decode(SETS)]


def test_rows_before_a_fault_are_delivered() -> None:
    rows = iter(only(Drip(written("!H", [1], [2]) + b"\0\0\0\1\7", 5)))
    assert [next(rows), next(rows)] == [(1,), (2,)]
    with pytest.raises(DecodeError) as caught:
        next(rows)
    assert (caught.value.code, caught.value.offset) == ("ROW", 41 + 6 + 6 + 4)
    assert caught.value.message.startswith("expected 2 more octets for dataset[0].row[2].f1, found 1 ")


def test_a_fault_in_a_skipped_row_is_none_but_one_in_its_framing_is() -> None:
    short = written("!H", [1]) + b"\0\0\0\1\7"
    assert len([one.names for one in load(short)]) == 1
    with pytest.raises(DecodeError, match="TRUNCATED at byte 52"):
        list(load(short + b"\0\0\0"))


HUGE = {
    "a row": written("!~s") + b"\x7f\xff\xff\xff\0",
    "a string": written("!8~s") + b"\0\0\0\x09" + b"\xff" * 8 + b"\0",
    "a list": written("!8~:Q") + b"\0\0\0\x09" + b"\x20" + bytes(8),
    "a list of strings": written("!8~:~s") + b"\0\0\0\x09" + b"\xff" * 8 + b"\0",
    "a fixed list": written("!2147483647:2147483647s") + b"\0\0\0\1\0",
    "fixed lists": written("!" + "2147483647:2147483647s" * 5) + b"\0\0\0\1\0",
    "a fixed row": written("!2147483647s 2147483647s") + b"\0\0\0\1\0",
    "an array in the meta": b"\0\x06\x81\xdd\xff\xff\xff\xff",
    "a str in the meta": b"\0\x06\x81\xdb\xff\xff\xff\xff",
}


@pytest.mark.parametrize("data", HUGE.values(), ids=HUGE)
@pytest.mark.parametrize("stream", [False, True], ids=["bytes", "stream"])
def test_no_memory_is_taken_for_what_is_only_declared(data: bytes, stream: bool) -> None:
    source = Drip(data, 10**6) if stream else data
    with pytest.raises(DecodeError):
        list(only(data))  # all imports and compilations are done now
    tracemalloc.start()
    with pytest.raises(DecodeError):
        list(only(source))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**21
    assert not isinstance(source, Drip) or source.largest <= api.CHUNK
