"""The functions of the draft, on values of Python, numpy and pandas."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from goldenwire_reference.errors import DecodeError, EncodeError
from goldenwire_reference.sciserialize import api
from goldenwire_reference.sciserialize.model import DataFrame, NDArray, UniqueSet, Unknown
from kit.each import each

Way = Callable[..., Any]

WAYS = [
    pytest.param(api.dumps, api.loads, id="json"),
    pytest.param(api.packb, api.unpackb, id="msgpack"),
    pytest.param(api.encode_types, api.decode_types, id="types"),
]
EAST = dt.timezone(dt.timedelta(hours=5, minutes=30))
GRID = np.arange(24, dtype="<i4").reshape(2, 3, 4)

LAYOUTS = {
    "C order": GRID,
    "F order": np.asfortranarray(GRID),
    "big-endian": GRID.astype(">i4"),
    "reversed": np.ascontiguousarray(GRID[::-1])[::-1],
    "strided": np.repeat(GRID, 2, axis=2)[:, :, ::2],
    "transposed twice": np.ascontiguousarray(GRID.T).T,
    "read-only": np.frombuffer(GRID.tobytes(), "<i4").reshape(2, 3, 4),
}


def _name(value: object) -> str:
    """Return an id that is the same in every process."""
    return "object" if type(value) is object else repr(value)


@pytest.mark.parametrize(("write", "read"), WAYS)
@each(
    "value",
    [
        None, True, 0, -1, 2**53 - 1, 2**64 - 1, 1.5, "", "h\u00e9llo", b"", b"\0\xff", [], [1, [2]], {},
        {"a": {"b": None}},
        dt.datetime(2015, 2, 18, 21, 40, 23, 511717), dt.datetime(1, 1, 1, tzinfo=EAST),
        dt.datetime(2015, 2, 18, tzinfo=dt.UTC), dt.timedelta(0, 11, 626512), dt.timedelta(microseconds=-1),
        dt.timedelta.max, dt.timedelta.min, {"a": [dt.timedelta(1), {"b": dt.datetime(2015, 2, 18)}]},
    ],
    ids=repr,
)  # fmt: skip
def test_values_come_back(write: Way, read: Way, value: Any) -> None:
    found = read(write(value))
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(("write", "read"), WAYS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_arrays_are_written_the_same_whatever_their_layout(write: Way, read: Way, layout: str) -> None:
    assert write(LAYOUTS[layout]) == write(GRID)
    assert np.array_equal(read(write(LAYOUTS[layout])), GRID)


@pytest.mark.parametrize(("write", "read"), WAYS)
@each(
    "dtype",
    ["bool", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", ">f8", "long", "intc"],
)
def test_arrays_keep_dtype_and_shape(write: Way, read: Way, dtype: str) -> None:
    for shape in ((), (1,), (2, 0, 3), (2, 2)):
        array = np.ones(shape, dtype)
        found = read(write(array))
        assert found.dtype == np.dtype(dtype).newbyteorder("<")
        assert found.shape == shape
        assert np.array_equal(found, array)


def test_the_bits_of_nans_are_kept() -> None:
    array = np.array([0x7FF8000000000001, 0xFFF0000000000000, 0x8000000000000000], "<u8").view("<f8")
    assert api.loads(api.dumps(array)).tobytes() == array.tobytes()


@pytest.mark.parametrize(("write", "read"), WAYS)
def test_sets_masked_arrays_and_objects_come_back_where_they_are_on(write: Way, read: Way) -> None:
    masked = np.ma.MaskedArray([1.5, 2.5], [True, False], fill_value=7.0)
    found = read(write(masked, extensions=["maskedarray"]), extensions=["maskedarray"])
    assert (found.filled().tolist(), found.fill_value) == ([7.0, 2.5], 7.0)
    assert read(write({1, "a"}, extensions=["unique_set"]), extensions=["unique_set"]) == {1, "a"}
    objects = np.empty(2, object)
    objects[:] = [[1, 2], {"a": None}]
    assert read(write(objects, extensions=["object"]), extensions=["object"]).tolist() == objects.tolist()


@pytest.mark.parametrize(("write", "read"), WAYS)
def test_a_set_that_python_has_not_stays_one_of_the_model(write: Way, read: Way) -> None:
    for elements in (([1], [2]), (1, True)):
        found = read(write(UniqueSet(elements), extensions=["unique_set"]), extensions=["unique_set"])
        assert isinstance(found, UniqueSet)
        assert len(found.elements) == 2


@pytest.mark.parametrize("write", [api.dumps, api.packb, api.encode_types])
@each(
    ("value", "code"),
    [
        ({1}, "UNKNOWN_TYPE"), (np.ma.MaskedArray([1]), "UNKNOWN_TYPE"), (np.array(["a", 1], object), "DTYPE"),
        (np.array(["a"]), "DTYPE"), (np.zeros(1, "M8[s]"), "DTYPE"), (np.zeros(1, "m8[s]"), "DTYPE"),
        (np.zeros(1, "i4,f8"), "DTYPE"), (np.zeros(1, "V4"), "DTYPE"), (np.zeros(1, np.longdouble), "DTYPE"),
        (np.float32(1), "VALUE"), (np.int64(1), "VALUE"), (1j, "VALUE"), (Decimal(1), "VALUE"), (object(), "VALUE"),
        (dt.date(2015, 2, 18), "VALUE"), (dt.time(21, 40), "VALUE"), (2**64, "NUMBER"), (-(2**63) - 1, "NUMBER"),
        (float("nan"), "NUMBER"), ([float("inf")], "NUMBER"), ("\ud800", "UTF8"), ({"\ud800": 1}, "UTF8"),
        ({1: 2}, "KEY_TYPE"), ({"__type__": "x"}, "RESERVED"), ([{"__base64__": "AA=="}], "RESERVED"),
        (Unknown({"__type__": "x"}), "UNKNOWN_TYPE"),
        (dt.datetime(2015, 2, 18, tzinfo=dt.timezone(dt.timedelta(seconds=1))), "VALUE"),
    ],
    ids=_name,
)  # fmt: skip
def test_values_without_a_representation_are_refused(write: Way, value: Any, code: str) -> None:
    with pytest.raises(EncodeError) as refusal:
        write(value)
    assert refusal.value.code == code


def test_a_value_that_holds_itself_is_refused() -> None:
    value: list[Any] = []
    value.append(value)
    with pytest.raises(EncodeError) as refusal:
        api.dumps(value)
    assert refusal.value.code == "LIMIT"


def test_json_is_text() -> None:
    assert api.dumps({"b": "\u00e9", "a": (1, 1.0)}) == '{"a":[1,1.0],"b":"\u00e9"}'


@pytest.mark.parametrize(
    "text", ["[1]", b"[1]", bytearray(b"[1]"), memoryview(b"[1]")], ids=lambda text: type(text).__name__
)
def test_json_is_read_from_text_and_octets(text: Any) -> None:
    assert api.loads(text) == [1]


def test_surrogates_in_text_are_refused() -> None:
    with pytest.raises(DecodeError) as refusal:
        api.loads('"\ud800"')
    assert refusal.value.code == "UTF8"


@pytest.mark.parametrize(
    ("text", "policies", "value"),
    [
        ('{"__type__":"x","a":[]}', {"unknown-type": "keep"}, Unknown({"__type__": "x", "a": []})),
        ("9007199254740993", {"big-integer": "double"}, 9007199254740992.0),
        ("9007199254740993", {}, 9007199254740993),
        ("[-0]", {"sciserialize.minus-zero": "float"}, [-0.0]),
        (
            '{"__type__":"datetime","isostr":"20150218T214023"}',
            {"isostr": "wide"},
            dt.datetime(2015, 2, 18, 21, 40, 23),
        ),
    ],
)
def test_policies(text: str, policies: dict[str, str], value: Any) -> None:
    assert api.loads(text, policies=policies) == value


@pytest.mark.parametrize(
    "options",
    [
        {"policies": {"depth": "none"}},
        {"policies": {"no": "accept"}},
        {"extensions": ["pickle"]},
        {"extensions": "object"},
    ],
    ids=repr,
)
def test_options_that_there_are_not(options: Any) -> None:
    with pytest.raises(ValueError, match="expected"):
        api.loads("1", **options)


def test_more_dimensions_than_numpy_has_are_refused_by_the_interface() -> None:
    text = '{"__type__":"ndarray","shape":[' + ",".join("1" * 99) + '],"dtype":"int8","bytes":{"__base64__":"AQ=="}}'
    with pytest.raises(DecodeError) as refusal:
        api.loads(text)
    assert refusal.value.code == "LIMIT"


def test_a_frame_of_the_model_is_written() -> None:
    frame = DataFrame(NDArray("int8", (1, 2), b"\1\2"), ("a", 7), (dt.datetime(2015, 2, 18),))
    assert api.encode_types(frame) == {
        "__type__": "dataframe",
        "bytes": b"\1\2",
        "columns": ["a", 7],
        "dtype": "int8",
        "rows": [{"__type__": "datetime", "isostr": "2015-02-18T00:00:00"}],
        "shape": [1, 2],
    }


@pytest.mark.parametrize(("write", "read"), WAYS)
def test_frames_of_pandas_come_back(write: Way, read: Way) -> None:
    pandas = pytest.importorskip("pandas")
    moments = [pandas.Timestamp("2015-02-18"), pandas.Timestamp("2015-02-19 12:00")]
    frame = pandas.DataFrame(np.array([[1.5, 2.5], [3.5, 4.5]]), columns=["a", "b"], index=moments)
    found = read(write(frame))
    assert found.columns.tolist() == ["a", "b"]
    assert [pandas.Timestamp(label) for label in found.index] == moments
    assert found.to_numpy().tolist() == frame.to_numpy().tolist()


@pytest.mark.parametrize("make", ["Timestamp(1)", "Timedelta(1)", "NaT"])
def test_nanoseconds_of_pandas_are_refused(make: str) -> None:
    pandas = pytest.importorskip("pandas")
    value = {"Timestamp(1)": pandas.Timestamp(1), "Timedelta(1)": pandas.Timedelta(1), "NaT": pandas.NaT}[make]
    with pytest.raises(EncodeError) as refusal:
        api.dumps(value)
    assert refusal.value.code == "VALUE"
