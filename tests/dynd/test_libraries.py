"""The DyND oracle against independent libraries, where the two formats have the same bytes or strings."""

import io
import random
import sys
from typing import Any

import cbor2
import numpy as np
import pytest
from google.protobuf.wrappers_pb2 import UInt64Value

from dynd.oracle.codec import decode, encode
from dynd.oracle.leaves import VARINT
from dynd.oracle.types import OracleReject, parse_type
from kit.each import each
from kit.golden import Case, cases_of, octets

# --- varints: protobuf writes the same; as a reader it accepts more than the format allows ---------

COUNTS = sorted({1, 2**64 - 1} | {(1 << shift) + step for shift in range(7, 64, 7) for step in (-1, 0)})


@pytest.mark.parametrize("count", COUNTS)
def test_protobuf_writes_the_same_varints(count: int) -> None:
    field = b"\x08"  # the number of the only field, and that it is a varint
    assert field + VARINT.build(count) == UInt64Value(value=count).SerializeToString()


# --- numbers: numpy, in whatever order the array lies in memory -----------------------------------

SHAPE = (2, 3, 4)
DTYPES = {f"{sign}int{bits}": f"<{sign or 'i'}{bits // 8}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
DTYPES |= {f"float{bits}": f"<f{bits // 8}" for bits in (16, 32, 64)}


def array_of(dtype: str) -> Any:
    size = np.dtype(dtype).itemsize * int(np.prod(SHAPE))
    return np.frombuffer(random.Random(dtype).randbytes(size), dtype).reshape(SHAPE)


def notation(array: Any) -> Any:
    """Return the array's elements as lists in C order, in neutral notation."""
    if array.ndim:
        return [notation(row) for row in array]
    if array.dtype.kind == "f":
        return "0x" + array.tobytes()[::-1].hex()
    return str(array)


@pytest.mark.parametrize(("kind", "dtype"), DTYPES.items())
def test_numpy_has_the_same_bytes_in_c_order(kind: str, dtype: str) -> None:
    array, context = array_of(dtype), {"type": f"2 * 3 * 4 * {kind}"}
    assert encode(context, notation(array)) == np.asfortranarray(array).tobytes()
    assert decode(context, array.tobytes()) == notation(array)


@pytest.mark.parametrize(("kind", "dtype"), DTYPES.items())
def test_rows_of_numbers_are_the_numbers_one_by_one(kind: str, dtype: str) -> None:
    array = array_of(dtype)
    fields = decode({"type": "(" + ", ".join([kind] * array.size) + ")"}, array.tobytes())
    assert fields == notation(array.reshape(-1))


@pytest.mark.parametrize("half", ["float32", "float64"])
def test_numpy_has_the_same_complex_numbers(half: str) -> None:
    array = array_of(DTYPES[half])
    value = decode({"type": f"2 * 3 * 2 * complex[{half}]"}, array.tobytes())
    assert value == notation(array.reshape(2, 3, 2, 2))


@pytest.mark.parametrize("axes", [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
def test_storage_is_numpy_transposed(axes: list[int]) -> None:
    array, context = array_of("<i2"), {"type": f"storage[2 * 3 * 4 * int16, axis={axes}]", "profile": "storage"}
    assert encode(context, notation(array)) == array.transpose(axes).tobytes()
    assert decode(context, array.transpose(axes).tobytes()) == notation(array)


# --- CBOR: cbor2 writes the same; as a reader it accepts more than the format allows --------------

INTEGERS = [sign * edge + step for edge in (0, 24, 2**8, 2**16, 2**32, 2**63) for sign in (1, -1) for step in (-1, 0)]
TEXTS = ["", "naïve", "a" * 23, "a" * 24, "a" * 256]
PAYLOAD = bytes(range(256))
ITEMS = {
    **{f"int64 {number}": ("int64", str(number), number) for number in INTEGERS if -(2**63) <= number < 2**63},
    "false": ("bool", False, False),
    "true": ("bool", True, True),
    "1.5": ("float64", "0x3ff8000000000000", 1.5),
    "-0.0": ("float64", "0x8000000000000000", -0.0),
    **{f"string of {len(text)}": ("string", text, text) for text in TEXTS},
    "no-bytes": ("bytes", "", b""),
    "bytes": ("bytes", PAYLOAD.hex(), PAYLOAD),
    "tagged": ("256 * uint8", [str(byte) for byte in PAYLOAD], cbor2.CBORTag(0x44794E44, ["256 * uint8", PAYLOAD])),
    "tagged-nothing": ("void", None, cbor2.CBORTag(0x44794E44, ["void", b""])),
}


@each(("kind", "content", "item"), ITEMS.values(), ids=ITEMS.keys())
def test_cbor2_writes_the_same_items(kind: str, content: Any, item: Any) -> None:
    context, value = {"type": "array[Any]", "profile": "cbor"}, {"type": kind, "value": content}
    assert encode(context, value) == cbor2.dumps(item)
    assert decode(context, cbor2.dumps(item)) == value


# Unless the input is truncated or has trailing bytes, invalid UTF-8 or an invalid CBOR head, refused input is
# one whole CBOR item, so that a codec on top of a library finds the same defect. (The library itself handles
# two of the other tags.)
OF_ITS_OWN = {"TRUNCATED", "TRAILING_BYTES", "UTF8_INVALID"}
NO_ITEMS = ("dynd/cbor/reserved-", "dynd/cbor/tag-number-date", "dynd/cbor/tag-number-bignum")
REFUSED = [
    case
    for case in cases_of("dynd").values()
    if case["verdict"] == "reject" and "bytes" in case and case["context"].get("profile") == "cbor"
    if OF_ITS_OWN.isdisjoint(case["code"]) and not case["id"].startswith(NO_ITEMS)
]


@each("case", [pytest.param(case, id=case["id"]) for case in REFUSED])
def test_cbor2_reads_what_is_refused_as_one_item(case: Case) -> None:
    data = octets(case)
    stream = io.BytesIO(data)
    cbor2.load(stream)
    assert stream.tell() == len(data)


# --- type strings: the datashape package, for the types that it has -------------------------------


@pytest.fixture(scope="module")
def datashape() -> Any:
    """Return the package. Its only release cannot be built for later Pythons; where it can, it must be installed."""
    if sys.version_info >= (3, 12):
        pytest.skip("datashape 0.5.2 cannot be installed on Python 3.12 and later")
    import datashape

    return datashape


SHAPED_LEAVES = [*DTYPES, "bool", "complex[float32]", "complex[float64]", "string", "void", "()", "{}"]
SHAPES = ["%s", "?%s", "3 * %s", "0 * %s", "var * %s", "2 * ?%s", "?var * %s", "(%s, bool)", "{x: %s, 'a b': bool}"]


@pytest.mark.parametrize("leaf", SHAPED_LEAVES)
@each("shape", SHAPES)
def test_datashape_has_the_same_string(datashape: Any, shape: str, leaf: str) -> None:
    string = shape % leaf
    assert str(datashape.dshape(string)) == parse_type(string).text == string


@pytest.mark.parametrize("string", ["{x: int8, x: int8}", "??int8", "?", "3 * ", "(int8", "{x int8}", "int24", ""])
def test_datashape_has_no_such_type_either(datashape: Any, string: str) -> None:
    with pytest.raises((ValueError, datashape.error.DataShapeSyntaxError)):
        datashape.dshape(string)
    with pytest.raises(OracleReject):
        parse_type(string)
