"""The DyND codec beyond its vectors: Python and numpy values, layouts, uniqueness, traces."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldenwire_reference.dynd import FORMAT, codec
from goldenwire_reference.dynd.model import Some, Typed
from goldenwire_reference.dynd.types import parse
from goldenwire_reference.errors import DecodeError, EncodeError, NotationError, UnsupportedError

GRID = np.arange(24, dtype="<i4").reshape(2, 3, 4)
POINTS = np.array([(1, 0.5), (-2, np.inf)], [("x", "<i4"), ("y", "<f8")])

# Equal arrays in other layouts.
LAYOUTS = {
    "C order": GRID,
    "F order": np.asfortranarray(GRID),
    "big-endian": GRID.astype(">i4"),
    "transposed twice": np.ascontiguousarray(GRID.T).T,
    "negative strides": np.ascontiguousarray(GRID[::-1, :, ::-1])[::-1, :, ::-1],
    "a view of every second": np.repeat(GRID, 2, axis=2)[:, :, ::2],
    "zero stride": np.broadcast_to(GRID[:1], (2, 3, 4)),
    "a list of arrays": list(GRID),
    "lists": GRID.tolist(),
}


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "zero stride"])
def test_layouts_of_an_array_have_the_same_bytes(layout: str) -> None:
    assert codec.encode(LAYOUTS[layout], "2 * 3 * 4 * int32") == GRID.tobytes()


def test_a_stride_of_zero_repeats_the_bytes() -> None:
    assert codec.encode(LAYOUTS["zero stride"], "2 * 3 * 4 * int32") == GRID[0].tobytes() * 2


@pytest.mark.parametrize(
    "array",
    [
        POINTS,
        POINTS[::-1][::-1],
        POINTS.astype([("x", ">i4"), ("y", ">f8")]),
        POINTS.astype(np.dtype(POINTS.dtype, align=True)),
    ],
    ids=["packed", "reversed twice", "big-endian", "aligned"],
)
def test_layouts_of_structs_have_the_same_bytes(array: Any) -> None:
    assert codec.encode(array, "var * {x: int32, y: float64}") == b"\2" + POINTS.tobytes()


def test_a_fixed_array_is_a_view_of_the_input() -> None:
    data = GRID.tobytes()
    found = codec.decode(data, "2 * 3 * 4 * int32")
    assert np.array_equal(found, GRID)
    assert np.shares_memory(found, np.frombuffer(data, "u1"))


def test_structs_of_fixed_width_are_a_record_array() -> None:
    found = codec.decode(b"\2" + POINTS.tobytes(), "var * {x: int32, y: float64}")
    assert found.dtype == POINTS.dtype
    assert np.array_equal(found, POINTS)


@pytest.mark.parametrize(
    ("type", "data", "shape"),
    [("var * int32", b"\0", (0,)), ("var * 2 * int32", b"\0", (0, 2)), ("0 * {x: int32, y: float64}", b"", (0,))],
)
def test_no_elements_of_fixed_width_are_an_array_too(type: str, data: bytes, shape: tuple[int, ...]) -> None:
    found = codec.decode(data, type)
    assert (found.shape, found.itemsize) == (shape, 12 if "x:" in type else 4)


@pytest.mark.parametrize(
    ("type", "data", "value"),
    [
        ("int128", "ff" * 16, -1),
        ("float64", "000000000000f83f", 0x3FF8000000000000),
        ("float32", "0100807f", 0x7F800001),
        ("complex[float32]", "0000803f000000c0", (0x3F800000, 0xC0000000)),
        ("?int8", "80", None),
        ("?int8", "7f", Some(127)),
        ("?void", "01", Some(None)),
        ("?pointer[?int32]", "0100000080", Some(None)),
        ("(bool, string)", "010161", (True, "a")),
        ("{x: bytes[2], y: bytes}", "00010102", (b"\0\1", b"\2")),
        ("var * string", "0201610162", ["a", "b"]),
        ("array[Any]", "04696e743805", Typed(parse("int8"), 5)),
        ("type", "04696e7438", parse("int8")),
        ("2 * ()", "", [(), ()]),
    ],
)
def test_values_in_python(type: str, data: str, value: object) -> None:
    assert codec.decode(bytes.fromhex(data), type) == value
    assert codec.encode(value, type).hex() == data


STORAGE = "storage[2 * 3 * 4 * int32, axis=[1, 2, 0]]"


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "zero stride"])
def test_storage_is_the_transposed_array(layout: str) -> None:
    data = GRID.transpose(1, 2, 0).tobytes()
    assert codec.encode(LAYOUTS[layout], STORAGE, profile="storage") == data
    assert np.array_equal(codec.decode(data, STORAGE, profile="storage"), GRID)


def test_storage_of_other_elements_is_the_transposed_array() -> None:
    texts = [[f"{row}{column}" for column in range(3)] for row in range(2)]
    type = "storage[2 * 3 * string, axis=[1, 0]]"
    data = codec.encode(texts, type, profile="storage")
    assert data == codec.encode([list(column) for column in zip(*texts, strict=True)], "3 * 2 * string")
    assert codec.decode(data, type, profile="storage") == texts


@pytest.mark.parametrize(
    ("type", "value", "code"),
    [
        ("int32", 2**31, "VALUE_INVALID"),
        ("int32", True, "VALUE_INVALID"),
        ("float64", 1.5, "VALUE_INVALID"),
        ("3 * int32", np.arange(4, dtype="i4"), "VALUE_INVALID"),
        ("3 * int32", np.arange(3, dtype="i8"), "VALUE_INVALID"),
        ("3 * int32", np.arange(3, dtype="u4"), "VALUE_INVALID"),
        ("3 * float32", np.arange(3, dtype="f8"), "VALUE_INVALID"),
        ("2 * 3 * int32", np.arange(6, dtype="i4"), "VALUE_INVALID"),
        ("2 * 3 * int32", np.arange(6, dtype="i4").reshape(3, 2), "VALUE_INVALID"),
        ("3 * int32", np.int32(3), "VALUE_INVALID"),
        ("var * {x: int32, y: float64}", POINTS[["x"]], "VALUE_INVALID"),
        ("?int8", Some(-128), "SENTINEL_COLLISION"),
        ("?int8", 5, "VALUE_INVALID"),
        ("?float32", Some(0x7FC00000), "NA_NONCANONICAL"),
        ("string", "\ud800", "UTF8_INVALID"),
        ("char", "ab", "VALUE_INVALID"),
        ("array[Any]", 5, "VALUE_INVALID"),
        ("array[int8]", Typed(parse("int16"), 5), "ARRAY_TYPE_MISMATCH"),
        ("T", 5, "TYPE_SYNTAX"),
    ],
)
def test_values_that_a_type_has_not(type: str, value: object, code: str) -> None:
    with pytest.raises(EncodeError) as refusal:
        codec.encode(value, type)
    assert refusal.value.code == code


@pytest.mark.parametrize("value", [5, 1.5, {"utf8": "zz", "more": 1}, {"value": "1"}])
def test_what_is_no_notation_is_the_callers_mistake(value: object) -> None:
    with pytest.raises(NotationError):
        FORMAT.encode(value, {"type": "int8"})


@pytest.mark.parametrize(
    "context", [None, {}, {"type": 5}, {"type": "int8", "profile": 5}, {"type": "int8", "more": 1}], ids=str
)
def test_a_context_is_a_type_and_perhaps_a_profile(context: object) -> None:
    with pytest.raises(NotationError):
        FORMAT.decode(b"\0", context)


def test_a_profile_that_nobody_knows_is_no_verdict() -> None:
    with pytest.raises(UnsupportedError, match="xml"):
        FORMAT.decode(b"", {"type": "Any", "profile": "xml"})


# Types with every kind of prefix, for byte strings of all kinds.
FUZZED = [
    "(bool, ?bool, ?int8, ?float32)",
    "var * (?string, char)",
    "var * {x: int16, y: var * ?uint8}",
    "array[Any]",
    "2 * array[Any]",
    "type",
    "var * 2 * int16",
    "?(?pointer[?int8], string)",
]
TYPE_PIECES = [b"\4int8", b"\5?int8", b"\x0aarray[Any]", b"\2()", b"\x0avar * bool"]
OTHER_PIECES = [b"\0", b"\1", b"\2", b"\x80", b"\x80\1", b"a", b"\xc3\xa9", b"\xff", b"\xa2\7\x80\x7f"]
PIECES = st.sampled_from(TYPE_PIECES + OTHER_PIECES)
CBOR = st.sampled_from([b"\x05", b"\x18", b"\x41", b"\x61", b"a", b"\xda\x44\x79\x4e\x44\x82", b"\x64int8", b"\xfb"])


def decoded(data: bytes, context: Any) -> Any:
    """Return the value in its notation, or the refusal."""
    try:
        return FORMAT.decode(data, context)
    except DecodeError as error:
        return error


@given(st.sampled_from(FUZZED), st.lists(PIECES, max_size=12).map(b"".join))
@settings(max_examples=300, deadline=None)
def test_what_is_decoded_encodes_to_the_same_bytes(type: str, data: bytes) -> None:
    """Check that decode(b) = v implies encode(v) = b, with and without the notation in between (DYND-UNIQ-02)."""
    context = {"type": type}
    value = decoded(data, context)
    if isinstance(value, DecodeError):
        assert 0 <= value.offset <= len(data)
    else:
        assert FORMAT.encode(value, context) == data
        assert codec.encode(codec.decode(data, type), type) == data


@given(st.lists(CBOR | st.binary(max_size=2), max_size=8).map(b"".join))
@settings(max_examples=200, deadline=None)
def test_cbor_that_is_decoded_encodes_to_the_same_bytes(data: bytes) -> None:
    context = {"type": "array[Any]", "profile": "cbor"}
    value = decoded(data, context)
    if isinstance(value, DecodeError):
        assert 0 <= value.offset <= len(data)
    else:
        assert FORMAT.encode(value, context) == data


def test_a_trace_names_every_byte() -> None:
    context = {"type": "{name: string, x: var * ?float64, 'a b': (int8, ?pointer[bool]), of: array[Any]}"}
    value = ["probe", [["0x3ff8000000000000"], None], ["-1", [True]], {"type": "bytes[2]", "value": "0001"}]
    data = FORMAT.encode(value, context)
    explanation = FORMAT.explain(data, context)
    assert explanation.error is None
    assert [
        (field.name, data[field.offset : field.offset + field.size].hex(), field.meaning)
        for field in explanation.fields
    ] == [
        ("value.name.size", "05", "5"),
        ("value.name.text", "70726f6265", "'probe'"),
        ("value.x.count", "02", "2"),
        ("value.x[0]", "000000000000f83f", "1.5 (0x3ff8000000000000)"),
        ("value.x[1]", "a20700000000f07f", "missing"),
        ("value.2.0", "ff", "-1"),
        ("value.2.1.tag", "01", "1 available"),
        ("value.2.1", "01", "1 true"),
        ("value.of.type.size", "08", "8"),
        ("value.of.type.text", "62797465735b325d", "'bytes[2]'"),
        ("value.of.value", "0001", "2 bytes"),
    ]


@pytest.mark.parametrize("type", ["300 * int8", "var * string", "storage[20 * 20 * int8, axis=[1, 0]]"])
def test_a_trace_puts_long_runs_into_one_field(type: str) -> None:
    row = [str(n % 100) for n in range(300)]
    values = {"300 * int8": row, "var * string": row, "storage[20 * 20 * int8, axis=[1, 0]]": [row[:20]] * 20}
    context = {"type": type, "profile": "storage"}
    data = FORMAT.encode(values[type], context)
    fields = FORMAT.explain(data, context).fields
    assert sum(field.size for field in fields) == len(data)
    assert fields[-1].name.startswith("value[256..")


def test_a_value_that_repeats_without_bytes_counts_what_is_in_it() -> None:
    """Count three for each of these elements: itself and its two fields (DYND-LIM-04)."""
    within, beyond = 2**20 // 3, 2**20 // 3 + 1
    assert codec.decode(b"", f"{within} * (void, ())") == [(None, ())] * within
    with pytest.raises(DecodeError) as refusal:
        codec.decode(b"", f"{beyond} * (void, ())")
    assert refusal.value.code == "LIMIT_ELEMENTS"
    with pytest.raises(EncodeError) as encoding:
        codec.encode([(None, ())] * beyond, f"{beyond} * (void, ())")
    assert encoding.value.code == "LIMIT_ELEMENTS"
