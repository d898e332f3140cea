"""N-dimensional arrays and boolean arrays."""

import math
from collections.abc import Iterator
from typing import Any

from goldenwire_reference.sciserialize.tables import DIMENSION, DTYPES, RANK
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.integers import turns
from goldenwire_suite.sciserialize.cases.builders import KINDS, FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import HOST_NAMES, Stored, ndarray, tagged

_ARRAY, _SHAPE, _BOOL = FeatureBuilder("ndarray"), FeatureBuilder("shape"), FeatureBuilder("boolean-array")

_FLOATS = {
    "float16": ["0x0000", "0x8000", "0x3c00", "0x7bff", "0x0001", "0x7c00", "0xfc00", "0x7e01", "0x7d00", "0xfe00"],
    "float32": ["0x00000000", "0x80000000", "0x3fc00000", "0x7f7fffff", "0x00000001", "0x7f800000", "0xff800000",
                "0x7fc00001", "0x7f800001", "0xffffffff"],
    "float64": ["0x0000000000000000", "0x8000000000000000", "0x3ff8000000000000", "0x7fefffffffffffff",
                "0x0000000000000001", "0x7ff0000000000000", "0xfff0000000000000", "0x7ff8000000000001",
                "0x7ff0000000000001", "0xffffffffffffffff"],
}  # fmt: skip
_COMPLEX = {"complex64": "float32", "complex128": "float64"}

# An element and its octets, which are also valid under the dtypes that replace its own below: 97 is the letter a, and
# the octets of the complex number are 1.0 as a long double.
_ONES: dict[str, tuple[Any, str]] = {
    "int8": (1, "01"), "bool": (True, "01"), "float16": ("0x3e00", "003e"), "uint32": (97, "61000000"),
    "int64": (97, "6100000000000000"), "float64": ("0x3ff8000000000000", "000000000000f83f"),
    "complex128": (["0x8000000000000000", "0x0000000000003fff"], "0000000000000080ff3f000000000000"),
}  # fmt: skip

# By the dtype that it replaces: the bad dtype, and the check that rejects it. The number of octets is what it would
# take, so that a codec that knows it has no other reason to reject it; a dtype without a size replaces int8.
_BAD_DTYPES = {
    "int8": {
        "empty": ("", "dtype"), "f3": ("<f3", "dtype"), "little-i1": ("<i1", "dtype"), "big-i1": (">i1", "dtype.order"),
        "digit": ("8", "dtype"), "int-space": ("int ", "dtype"),
        "zero-int8": ("int08", "dtype"), "zeros-int8": ("int0008", "dtype"), "zero-i1": ("|i01", "dtype"),
        "plus-int8": ("int+8", "dtype"), "minus-int8": ("int-8", "dtype"), "space-int8": ("int 8", "dtype"),
        "line-int8": ("int8\n", "dtype"),
    },
    "bool": {"bool8": ("bool8", "dtype"), "b1": ("<b1", "dtype"), "bool-underscore": ("bool_", "dtype"),
             "upper-bool": ("Bool", "dtype")},
    "float16": {"bfloat16": ("bfloat16", "dtype"), "big-i2": (">i2", "dtype.order"), "half": ("half", "dtype"),
                "zero-float16": ("float016", "dtype")},
    "uint32": {
        "zero-uint32": ("uint032", "dtype"), "upper-uint32": ("UINT32", "dtype"), "mixed-uint32": ("uInt32", "dtype"),
        "text": ("<U1", "dtype.element"), "bytes": ("|S4", "dtype.element"), "void": ("|V4", "dtype.element"),
        "subarray": ("(1,)i4", "dtype.element"), "big-u4": (">u4", "dtype.order"), "uint": ("uintc", "dtype"),
    },
    "int64": {
        "int": ("int", "dtype"), "datetime64": ("datetime64[ns]", "dtype.time"),
        "datetime64-bare": ("datetime64", "dtype.time"), "timedelta64": ("timedelta64[us]", "dtype.time"),
        "m8": ("<m8[ns]", "dtype.time"), "o": ("|O", "dtype.element"), "list": ("i4,f4", "dtype.element"),
        "structured": ("[('x', '<i4'), ('y', '<f4')]", "dtype.element"), "native-i8": ("=i8", "dtype"),
        "upper-i8": ("Int64", "dtype"), "zero-int64": ("int064", "dtype"), "little-int64": ("<int64", "dtype"),
        "native-int64": ("=int64", "dtype"), "bar-int64": ("|int64", "dtype"),
    },
    "float64": {
        "float": ("float", "dtype"), "double": ("double", "dtype"), "d": ("d", "dtype"), "native": ("=f8", "dtype"),
        "bar-f8": ("|f8", "dtype"), "upper-case": ("Float64", "dtype"), "space": ("float64 ", "dtype"),
        "space-before": (" float64", "dtype"), "big-f8": (">f8", "dtype.order"), "prefix": ("numpy.float64", "dtype"),
        "zero-float64": ("float064", "dtype"), "zero-f8": ("<f08", "dtype"),
    },
    "complex128": {
        "int128": ("int128", "dtype"), "big-c16": (">c16", "dtype.order"), "float128": ("float128", "dtype.long"),
        "longdouble": ("longdouble", "dtype.long"), "f16": ("<f16", "dtype.long"), "complex": ("complex", "dtype"),
        "zero-complex128": ("complex0128", "dtype"), "upper-complex128": ("Complex128", "dtype"),
        "space-complex128": ("complex 128", "dtype"),
    },
}  # fmt: skip

# The bad dtypes that numpy reads as a dtype of the format.
_OF_NUMPY = {
    "half",
    "int",
    "float",
    "double",
    "d",
    "native",
    "big-i1",
    "big-i2",
    "big-u4",
    "big-f8",
    "big-c16",
    "complex",
    "uint",
    "zero-i1",
    "zero-f8",
}

_NESTS: dict[str, tuple[list[int], list[int], str, str]] = {
    "scalar": ([], [7], "the shape [], which has one element", "ND-07"),
    "one": ([1], [7], "the shape [1]", "ND-02"),
    "vector": ([3], [1, 2, 3], "the shape [3]", "ND-02 ND-04"),
    "matrix": ([2, 3], [1, 2, 3, 4, 5, 6], "the shape [2, 3], of which the last dimension varies fastest",
               "ND-02 ND-03"),
    "matrix-transposed": ([3, 2], [1, 4, 2, 5, 3, 6], "the shape [3, 2], with the rows 1 4, 2 5 and 3 6",
                          "ND-02 ND-03"),
    "cube": ([2, 2, 2], list(range(8)), "the shape [2, 2, 2]", "ND-03 CANON-01"),
    "box": ([2, 3, 4], list(range(24)), "the shape [2, 3, 4]", "ND-02 ND-03"),
    "block": ([4096], [at % 251 - 125 for at in range(4096)], "the shape [4096], a power of two", "ND-02"),
    "ones": ([1, 1, 1, 1], [7], "the shape [1, 1, 1, 1]", "ND-02"),
    "ones-around": ([1, 3, 1], [1, 2, 3], "the shape [1, 3, 1]", "ND-02"),
    "rank-32": ([1] * (RANK - 1) + [2], [1, 2], f"{RANK} dimensions, the most that every codec reads", "ND-12"),
    "empty-middle": ([2, 0, 3], [], "the shape [2, 0, 3], which has no element", "ND-08"),
    "empty-first": ([0, 3], [], "the shape [0, 3], which has no element", "ND-08"),
    "empty-both": ([0, 0], [], "the shape [0, 0], which has no element", "ND-08"),
    "empty-wide": ([0, DIMENSION], [], "the greatest dimension that every codec reads, after one of 0", "ND-12"),
    "empty-rank-32": ([0] * RANK, [], f"{RANK} dimensions of 0", "ND-12 ND-08"),
    "long": ([300], [number % 128 for number in range(300)], "the shape [300]", "ND-02 ND-04"),
}  # fmt: skip


def _items(dtype: str) -> list[Any]:
    """Return elements of a dtype, the ends of its range among them."""
    if dtype == "bool":
        return [True, False, True]
    if dtype in _FLOATS:
        return _FLOATS[dtype]
    if dtype in _COMPLEX:
        parts = _FLOATS[_COMPLEX[dtype]]
        return [[real, imaginary] for real, imaginary in zip(parts, reversed(parts), strict=True)]
    least, greatest = DTYPES[dtype].limits
    return [least, 0, 1, greatest // 3, greatest]


def _dtypes() -> Iterator[Case]:
    more = {"bool": "BA-01", "float16": "ND-17 ND-09", "complex64": "ND-10 ND-09", "complex128": "ND-10 ND-09",
            "float32": "ND-09", "float64": "ND-09"}  # fmt: skip
    for dtype in DTYPES:
        elements = _items(dtype)
        yield from _ARRAY.write(dtype, ndarray(dtype, [len(elements)], *elements), f"an array of {dtype}",
                                f"ND-05 {more.get(dtype, '')}")  # fmt: skip
        if DTYPES[dtype].code[1] in "iu":
            numbers = turns(*DTYPES[dtype].limits)
            yield from _ARRAY.write(f"{dtype}-turns", ndarray(dtype, [len(numbers)], *numbers),
                                    f"the elements of {dtype} at powers of two, each with its neighbours",
                                    "ND-05")  # fmt: skip
        empty = ndarray(dtype, [0])
        yield from _ARRAY.write(f"{dtype}-empty", empty, f"an array of {dtype} without elements", "ND-08 ND-05")
    order = ndarray("int32", [2], 0x01020304, -2)
    yield from _ARRAY.write("byte-order", order, "elements of four octets, the least significant first",
                            "ND-04 CANON-01")  # fmt: skip
    ones = ndarray("float64", [1], "0x3ff8000000000000")
    yield from _ARRAY.write("in-array", [order, ones], "two arrays in an array", "GEN-05 TAG-01 CANON-01")
    yield from _ARRAY.write(
        "in-map", {"map": [["a", ones], ["b", order]]}, "two arrays in a map", "GEN-05 TAG-01 CANON-01"
    )


def _shapes() -> Iterator[Case]:
    for name, (shape, elements, summary, requirements) in _NESTS.items():
        more = " CANON-01 TAG-14 msgpack:MP-03" if "ND-02" in requirements else ""
        yield from _SHAPE.write(name, ndarray("int16", shape, *elements), summary, requirements + more)


_PAIR = Stored("ndarray/int8-pair", tagged("ndarray", shape=[2], dtype="int8", bytes=b"\1\2"))


def _bad_members() -> Iterator[Case]:
    yield from _ARRAY.write(
        "int8-pair", ndarray("int8", [2], 1, 2), "two elements of int8", "ND-01 ND-02 CANON-01 GEN-12"
    )
    reject = _ARRAY.reject
    for name in ("shape", "dtype", "bytes"):
        more = "ND-13" if name == "shape" else ""
        yield from reject(f"missing-{name}", _PAIR, _PAIR.without(name), "tag.missing",
                          f"an ndarray without the member {name}", more)  # fmt: skip
    for name, value in {"order": "F", "strides": [1], "fill_value": 0, "": 0}.items():
        slug = name.replace("_", "-") or "empty"
        called = f"the further member {name}" if name else "a further member whose key is empty"
        yield from reject(f"extra-{slug}", _PAIR, _PAIR.but(**{name: value}), "tag.extra", f"an ndarray with {called}")
    kinds: dict[str, dict[str, Any]] = {
        "shape": {"null": None, "number": 2, "string": "2", "binary": b"\2", "map": {"0": 2}, "boolean": True},
        "dtype": {"null": None, "number": 8, "array": ["int8"], "binary": b"int8", "boolean": True,
                  "map": {"a": "int8"}},
        "bytes": {"null": None, "number": 1, "array": [1, 2], "map": {"0": 1}, "boolean": True},
    }  # fmt: skip
    for name, values in kinds.items():
        for kind, value in values.items():
            yield from reject(f"{name}-{kind}", _PAIR, _PAIR.but(**{name: value}), "tag.kind",
                              f"{KINDS[kind]} as the member {name}")  # fmt: skip
    for name, text, called in (
        ("base64", "AQI=", "of base64"),
        ("octets", "\1\2", "of a character for each octet"),
        ("empty", "", "that is empty"),
    ):
        yield from reject(f"bytes-text-{name}", _PAIR, _PAIR.but(bytes=text), "tag.text",
                          f"a string {called} as the member bytes")  # fmt: skip
    dimensions = {"null": None, "string": "2", "boolean": True, "fraction": 2.5, "array": [2], "binary": b"\2",
                  "map": {"0": 2}}  # fmt: skip
    for kind, value in dimensions.items():
        yield from reject(f"dimension-{kind}", _PAIR, _PAIR.but(shape=[value]), "tag.kind",
                          f"{KINDS[kind]} as a dimension")  # fmt: skip
    yield from reject("dimension-second", _PAIR, _PAIR.but(shape=[2, None]), "tag.kind", "null as the second dimension")
    yield from reject("bytes-nest", _PAIR, _PAIR.but(dtype="object", bytes=[1, 2]), "tag.kind",
                      "an ndarray of the dtype object, whose extension is not on, with a nest for its bytes",
                      "EXT-05")  # fmt: skip
    nested = _PAIR.but(bytes=_PAIR.tree)
    yield from reject("bytes-ndarray", _PAIR, nested, "tag.kind", "an ndarray as the member bytes of another")


def _bad_dtypes() -> Iterator[Case]:
    """Arrays in which only the dtype is wrong: a codec that knows it finds as many octets as it expects."""
    reject = _ARRAY.reject
    for right, (element, octets) in _ONES.items():
        base = Stored(f"ndarray/{right}-one", tagged("ndarray", shape=[1], dtype=right, bytes=bytes.fromhex(octets)))
        yield from _ARRAY.write(
            f"{right}-one",
            ndarray(right, [1], element),
            f"one element of {right}",
            "ND-04 CANON-01" if right == "float64" else "ND-05",
        )
        for name, (dtype, check) in _BAD_DTYPES[right].items():
            called = (
                f"the dtype {dtype.strip()!a} with a line feed after it"
                if dtype.endswith("\n")
                else (f"the dtype {dtype!a}" if dtype else "an empty dtype")
            )
            summary = f"{called}, with the octets of one element of {right}"
            more = "GEN-13" if name in _OF_NUMPY else ""
            yield from reject(f"dtype-{name}", base, base.but(dtype=dtype), check, summary, more, instead=right)
    one = Stored("ndarray/int8-one", tagged("ndarray", shape=[1], dtype="int8", bytes=b"\1"))
    yield from reject("dtype-nul-int8", one, one.but(dtype="int8\0"), "dtype",
                      "the dtype 'int8' with U+0000 after it", instead="int8")  # fmt: skip
    # No dtype is as large, but without elements none has to be.
    empty = Stored("ndarray/complex128-empty", tagged("ndarray", shape=[0], dtype="complex128", bytes=b""))
    yield from reject("dtype-complex256", empty, empty.but(dtype="complex256"), "dtype.long",
                      "the dtype 'complex256', without elements", instead="complex128")  # fmt: skip
    none = Stored("ndarray/int8-empty", tagged("ndarray", shape=[0], dtype="int8", bytes=b""))
    for name, (dtype, called) in HOST_NAMES.items():
        yield from reject(f"dtype-{name}", none, none.but(dtype=dtype), "dtype", f"as the dtype, {called}",
                          instead="int8")  # fmt: skip
    # In the shape [] the octets may be taken for the element of an array of objects.
    scalar = Stored("ndarray/int8-scalar", tagged("ndarray", shape=[], dtype="int8", bytes=b"\1"))
    yield from _ARRAY.write("int8-scalar", ndarray("int8", [], 1), "one element of int8, in no dimensions", "ND-07")
    yield from reject("dtype-object", scalar, scalar.but(dtype="object"), "dtype.element",
                      "the dtype 'object', whose extension is not on", "EXT-05", instead="int8")  # fmt: skip


def _bad_shapes() -> Iterator[Case]:
    vector = Stored("shape/vector", tagged("ndarray", shape=[3], dtype="int16", bytes=b"\1\0\2\0\3\0"))
    scalar = Stored("shape/scalar", tagged("ndarray", shape=[], dtype="int16", bytes=b"\7\0"))
    empty = Stored("ndarray/int16-empty", tagged("ndarray", shape=[0], dtype="int16", bytes=b""))
    pair = Stored("shape/empty-pair", tagged("ndarray", shape=[2, 0], dtype="int16", bytes=b""))
    matrix = Stored(
        "shape/matrix", tagged("ndarray", shape=[2, 3], dtype="int16", bytes=bytes.fromhex("010002000300040005000600"))
    )
    yield from _SHAPE.write("empty-pair", ndarray("int16", [2, 0]), "the shape [2, 0], which has no element", "ND-08")
    size, negative = "shape.size", "shape.negative"
    octets = vector.tree["bytes"]
    rows: list[tuple[str, Stored, dict[str, Any], str, str, str]] = [
        ("short", vector, {"bytes": octets[:5]}, size, "five octets for three elements of two octets", ""),
        ("short-element", vector, {"bytes": octets[:4]}, size, "two elements for the shape [3]", ""),
        ("over", vector, {"bytes": octets + b"\0"}, size, "seven octets for three elements of two octets", ""),
        ("over-element", vector, {"bytes": octets + b"\4\0"}, size, "four elements for the shape [3]", ""),
        ("none", vector, {"bytes": b""}, size, "no elements for the shape [3]", ""),
        ("double", vector, {"bytes": octets * 2}, size, "six elements for the shape [3]", ""),
        ("matrix-short", matrix, {"shape": [3, 3]}, size, "six elements for the shape [3, 3], a row too few", ""),
        ("matrix-sum", matrix, {"shape": [3, 3], "bytes": bytes(12)}, size,
         "six elements, the sum of the dimensions, for the shape [3, 3]", ""),
        ("matrix-over", matrix, {"shape": [2, 2]}, size, "six elements for the shape [2, 2]", ""),
        ("scalar-short", scalar, {"bytes": b""}, size, "no elements for the shape [], which has one", "ND-07"),
        ("scalar-over", scalar, {"bytes": bytes(4)}, size, "two elements for the shape [], which has one", "ND-07"),
        ("empty-over", empty, {"bytes": bytes(2)}, size, "one element for the shape [0]", "ND-08"),
        ("empty-over-matrix", pair, {"bytes": bytes(4)}, size, "two elements for the shape [2, 0]", "ND-08"),
        ("wrap", empty, {"shape": [2**32, 2**31]}, size, "no octets for a shape that takes 2^64 of them", "LIM-01"),
        ("wrap-squares", empty, {"shape": [2**32, 2**32]}, size, "no octets for a shape of 2^64 elements", "LIM-01"),
        ("wrap-32", empty, {"shape": [65536, 32768]}, size, "no octets for a shape that takes 2^32 of them",
         "LIM-01"),
        ("wrap-elements-32", empty, {"shape": [65536, 65536]}, size, "no octets for a shape of 2^32 elements",
         "LIM-01"),
        ("wrap-small", scalar, {"shape": [2**32 + 1, 1]}, size, "one element for a shape of 2^32 + 1 elements",
         "LIM-01"),
        ("wrap-octets", scalar, {"shape": [2**31 + 1]}, size, "one element for a shape of 2^31 + 1 elements",
         "LIM-01"),
        ("wrap-product", scalar, {"shape": [274177, 67280421310721]}, size,
         "one element for a shape of 2^64 + 1 elements", "LIM-01"),
        ("wrap-product-octets", scalar, {"shape": [3**3 * 19 * 43 * 5419, 77158673929]}, size,
         "one element for a shape of 2^63 + 1 elements", "LIM-01"),
        ("huge", scalar, {"shape": [2**53 - 1]}, size, "one element for a shape of 2^53 - 1 elements", ""),
        ("infer", vector, {"shape": [-1]}, negative, "the shape [-1], in which a dimension is left to be computed",
         "ND-13"),
        ("infer-matrix", matrix, {"shape": [2, -1]}, negative,
         "the shape [2, -1], in which a dimension is left to be computed", "ND-13"),
        ("infer-first", matrix, {"shape": [-1, 3]}, negative,
         "the shape [-1, 3], in which a dimension is left to be computed", "ND-13"),
        ("negative-three", vector, {"shape": [-3]}, negative, "the shape [-3]", ""),
        ("negative-pair", matrix, {"shape": [-2, -3]}, negative, "the shape [-2, -3], whose product is six", ""),
        ("negative-zero", empty, {"shape": [0, -1]}, negative, "the shape [0, -1]", ""),
    ]  # fmt: skip
    for name, base, members, check, summary, requirements in rows:
        elements = math.prod(members.get("shape", ()))
        yield from _SHAPE.reject(name, base, base.but(**members), check, summary, requirements,
                                 numbers=(elements, 2 * elements, *range(-3, 8)))  # fmt: skip


def _bools() -> Iterator[Case]:
    matrix = Stored("boolean-array/matrix", tagged("ndarray", shape=[2, 2], dtype="bool", bytes=b"\1\0\0\1"))
    nine = Stored("boolean-array/nine", tagged("ndarray", shape=[9], dtype="bool", bytes=b"\1" * 9))
    yield from _BOOL.write("matrix", ndarray("bool", [2, 2], True, False, False, True), "four booleans in two rows",
                           "BA-01")  # fmt: skip
    yield from _BOOL.write("one", ndarray("bool", [], True), "one boolean, in no dimensions", "BA-01 ND-07")
    yield from _BOOL.write("nine", ndarray("bool", [9], *[True] * 9), "nine booleans, which take nine octets", "BA-01")
    yield from _BOOL.write("in-map", {"map": [["mask", ndarray("bool", [1], False)]]}, "a boolean array in a map",
                           "BA-01 GEN-05")  # fmt: skip
    octets = {"two": (b"\2\0\0\1", "the first is 02"), "last": (b"\1\0\0\2", "the last is 02"),
              "all-ones": (b"\xff\0\0\1", "the first is ff"), "ascii": (b"1001", "all are digits of ASCII"),
              "high": (b"\1\x80\0\1", "the second is 80"),
              "three": (b"\1\0\3\1", "the third is 03")}  # fmt: skip
    for name, (data, called) in octets.items():
        yield from _BOOL.reject(f"octet-{name}", matrix, matrix.but(bytes=data), "bool",
                                f"an octet that is neither 00 nor 01: {called}", numbers=(80,))  # fmt: skip
    yield from _BOOL.reject("packed", nine, nine.but(bytes=b"\1\0"), "shape.size",
                            "nine booleans, packed into the bits of two octets", "BA-01")  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of rejected cases."""
    yield Feature("ndarray", "Arrays and their dtypes", [*_dtypes(), *_bad_members(), *_bad_dtypes()])
    yield Feature("shape", "Shapes", [*_shapes(), *_bad_shapes()])
    yield Feature("boolean-array", "Boolean arrays", list(_bools()))
