"""N-dimensional arrays and boolean arrays."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.words import Words, ndarray, tagged, without
from goldenwire_reference.sciserialize.tables import DTYPES

_ARRAY, _SHAPE, _BOOL = Words("ndarray"), Words("shape"), Words("boolean-array")

_FLOATS = {
    "float16": ["0x0000", "0x8000", "0x3c00", "0x7bff", "0x0001", "0x7c00", "0xfc00", "0x7e01", "0x7d00", "0xfe00"],
    "float32": ["0x00000000", "0x80000000", "0x3fc00000", "0x7f7fffff", "0x00000001", "0x7f800000", "0xff800000",
                "0x7fc00001", "0x7f800001", "0xffffffff"],
    "float64": ["0x0000000000000000", "0x8000000000000000", "0x3ff8000000000000", "0x7fefffffffffffff",
                "0x0000000000000001", "0x7ff0000000000000", "0xfff0000000000000", "0x7ff8000000000001",
                "0x7ff0000000000001", "0xffffffffffffffff"],
}  # fmt: skip
_COMPLEX = {"complex64": "float32", "complex128": "float64"}

# An element and its octets, from which the dtypes that are put on it below could be read as well: 97 is the letter a,
# and the octets of the complex number are 1.0 as a long double.
_ONES: dict[str, tuple[Any, str]] = {
    "int8": (1, "01"), "bool": (True, "01"), "float16": ("0x3e00", "003e"), "uint32": (97, "61000000"),
    "int64": (97, "6100000000000000"), "float64": ("0x3ff8000000000000", "000000000000f83f"),
    "complex128": (["0x8000000000000000", "0x0000000000003fff"], "0000000000000080ff3f000000000000"),
}  # fmt: skip

# By the dtype in whose place it stands: the bad dtype, and the check that refuses it. The octets are as many as it
# would take, so that a codec that knows it has no other reason to refuse; what is of no size stands for int8.
_BAD_DTYPES = {
    "int8": {
        "empty": ("", "dtype"), "f3": ("<f3", "dtype"), "little-i1": ("<i1", "dtype"), "big-i1": (">i1", "dtype.order"),
    },
    "bool": {"bool8": ("bool8", "dtype"), "b1": ("<b1", "dtype"), "bool-underscore": ("bool_", "dtype")},
    "float16": {"bfloat16": ("bfloat16", "dtype"), "big-i2": (">i2", "dtype.order")},
    "uint32": {
        "text": ("<U1", "dtype.element"), "bytes": ("|S4", "dtype.element"), "void": ("|V4", "dtype.element"),
        "subarray": ("(1,)i4", "dtype.element"),
    },
    "int64": {
        "int": ("int", "dtype"), "datetime64": ("datetime64[ns]", "dtype.time"),
        "datetime64-bare": ("datetime64", "dtype.time"), "timedelta64": ("timedelta64[us]", "dtype.time"),
        "m8": ("<m8[ns]", "dtype.time"), "o": ("|O", "dtype.element"), "list": ("i4,f4", "dtype.element"),
        "structured": ("[('a', '<i4'), ('b', '<f4')]", "dtype.element"),
    },
    "float64": {
        "float": ("float", "dtype"), "double": ("double", "dtype"), "d": ("d", "dtype"), "native": ("=f8", "dtype"),
        "bar-f8": ("|f8", "dtype"), "upper-case": ("Float64", "dtype"), "space": ("float64 ", "dtype"),
        "space-before": (" float64", "dtype"), "big-f8": (">f8", "dtype.order"),
    },
    "complex128": {
        "int128": ("int128", "dtype"), "big-c16": (">c16", "dtype.order"), "float128": ("float128", "dtype.long"),
        "longdouble": ("longdouble", "dtype.long"), "f16": ("<f16", "dtype.long"),
    },
}  # fmt: skip

_NESTS = {
    "scalar": ([], [7], "no dimensions: one element", "ND-07"),
    "one": ([1], [7], "one dimension of 1", "ND-01 ND-02"),
    "vector": ([3], [1, 2, 3], "one dimension", "ND-01 ND-02 ND-03"),
    "matrix": ([2, 3], [1, 2, 3, 4, 5, 6], "the last axis varies fastest", "ND-02 ND-03"),
    "matrix-transposed": ([3, 2], [1, 4, 2, 5, 3, 6], "the same octets would be another matrix", "ND-02 ND-03"),
    "cube": ([2, 2, 2], list(range(8)), "three dimensions", "ND-02 ND-03"),
    "ones": ([1, 1, 1, 1], [7], "dimensions of 1 are kept", "ND-02"),
    "rank-32": ([1] * 31 + [2], [1, 2], "32 dimensions", "ND-02 ND-12"),
    "empty-middle": ([2, 0, 3], [], "a dimension of 0 in the middle", "ND-08"),
    "empty-both": ([0, 0], [], "two dimensions of 0", "ND-08"),
    "empty-wide": ([0, 2147483647], [], "beside a dimension that everybody has", "ND-08 ND-12"),
    "long": ([300], [number % 128 for number in range(300)], "300 elements", "ND-02 ND-03"),
}


def _items(dtype: str) -> list[Any]:
    """Elements of a dtype, the ends of its range among them."""
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
    more = {"bool": " BA-01", "float16": " ND-17 ND-09", "complex64": " ND-10 ND-09", "complex128": " ND-10 ND-09",
            "float32": " ND-09", "float64": " ND-09"}  # fmt: skip
    for dtype in DTYPES:
        elements = _items(dtype)
        requirements = f"ND-05 ND-04{more.get(dtype, '')}"
        yield from _ARRAY.write(dtype, ndarray(dtype, [len(elements)], *elements), f"an array of {dtype}", requirements)
        empty = ndarray(dtype, [0])
        yield from _ARRAY.write(f"{dtype}-empty", empty, f"no elements, but the dtype {dtype}", "ND-08 ND-05")
    order = ndarray("int32", [2], 0x01020304, -2)
    yield from _ARRAY.write("byte-order", order, "the least octet comes first", "ND-04 ND-03")
    yield from _ARRAY.write("in-array", [order, ndarray("float64", [1], "0x3ff8000000000000")],
                            "two arrays in an array",
                            "GEN-05 TAG-01 ND-01")  # fmt: skip


def _shapes() -> Iterator[Case]:
    for name, (shape, elements, summary, requirements) in _NESTS.items():
        yield from _SHAPE.write(name, ndarray("int16", shape, *elements), summary, requirements)


def _bad_members() -> Iterator[Case]:
    base, tree = "int8", tagged("ndarray", shape=[2], dtype="int8", bytes=b"\1\2")
    for name in ("shape", "dtype", "bytes"):
        bad = without(tree, name)
        requirements = "ND-01" if name != "shape" else "ND-01 ND-13"
        yield from _ARRAY.reject(f"missing-{name}", base, bad, "tag.missing", f"no {name}", requirements)
    for name, value in {"order": "F", "strides": [1], "fill_value": 0}.items():
        yield from _ARRAY.reject(f"extra-{name.replace('_', '-')}", base, tree | {name: value}, "tag.extra",
                                 f"a member {name}", "TAG-10")  # fmt: skip
    kinds: dict[str, dict[str, Any]] = {
        "shape": {"null": None, "number": 2, "string": "2", "binary": b"\2", "map": {"0": 2}},
        "dtype": {"null": None, "number": 8, "array": ["int8"], "binary": b"int8"},
        "bytes": {"null": None, "number": 1, "array": [1, 2], "map": {"0": 1}},
    }
    for name, values in kinds.items():
        for kind, value in values.items():
            yield from _ARRAY.reject(f"{name}-{kind}", base, tree | {name: value}, "tag.kind", f"{name} is a {kind}",
                                     "TAG-11")  # fmt: skip
    for name, text in {"base64": "AQI=", "octets": "\1\2", "empty": ""}.items():
        yield from _ARRAY.reject(f"bytes-text-{name}", base, tree | {"bytes": text}, "tag.text", "bytes is a string",
                                 "ND-15")  # fmt: skip
    for kind, value in {"null": None, "string": "2", "boolean": True, "fraction": 2.5, "array": [2]}.items():
        yield from _ARRAY.reject(f"dimension-{kind}", base, tree | {"shape": [value]}, "tag.kind",
                                 f"a dimension is a {kind}", "TAG-11 ND-02")  # fmt: skip


def _bad_dtypes() -> Iterator[Case]:
    """Arrays in which nothing but the dtype is wrong: even a codec that knows it finds as many octets as it takes."""
    for right, (element, octets) in _ONES.items():
        base = f"{right}-one"
        yield from _ARRAY.write(base, ndarray(right, [1], element), f"one element of {right}", "ND-05 ND-02")
        for name, (dtype, check) in _BAD_DTYPES[right].items():
            tree = tagged("ndarray", bytes=bytes.fromhex(octets), dtype=dtype, shape=[1])
            yield from _ARRAY.reject(f"dtype-{name}", base, tree, check, f"dtype {dtype!a} for {right}", "ND-05 GEN-13",
                                     instead=right)  # fmt: skip
    # No dtype is as large, but without elements none has to be.
    tree = tagged("ndarray", bytes=b"", dtype="complex256", shape=[0])
    yield from _ARRAY.reject("dtype-complex256", "complex128-empty", tree, "dtype.long", "dtype 'complex256'",
                             "ND-05 GEN-13", instead="complex128")  # fmt: skip
    # In the shape [] the octets may be taken for the element of an array of objects.
    yield from _ARRAY.write("int8-scalar", ndarray("int8", [], 1), "one element of no dimensions", "ND-05 ND-07")
    tree = tagged("ndarray", bytes=b"\1", dtype="object", shape=[])
    yield from _ARRAY.reject("dtype-object", "int8-scalar", tree, "dtype.element", "dtype 'object'", "ND-05 GEN-13",
                             instead="int8")  # fmt: skip


def _bad_shapes() -> Iterator[Case]:
    def reject(  # noqa: PLR0917
        name: str, shape: list[int], data: bytes, check: str, summary: str, requirements: str
    ) -> Iterator[Case]:
        tree = tagged("ndarray", shape=shape, dtype="int16", bytes=data)
        yield from _SHAPE.reject(name, "vector", tree, check, summary, requirements)

    size, negative = "shape.size", "shape.negative"
    yield from reject("short", [3], bytes(5), size, "one octet too few", "ND-06")
    yield from reject("short-element", [3], bytes(4), size, "one element too few", "ND-06")
    yield from reject("over", [3], bytes(7), size, "one octet too many", "ND-06")
    yield from reject("over-element", [3], bytes(8), size, "one element too many", "ND-06")
    yield from reject("none", [3], b"", size, "no octets at all", "ND-06")
    yield from reject("scalar-short", [], b"", size, "no octets for the one element", "ND-06 ND-07")
    yield from reject("scalar-over", [], bytes(4), size, "two elements in no dimensions", "ND-06 ND-07")
    yield from reject("empty-over", [0], bytes(2), size, "an element in none", "ND-06 ND-08")
    yield from reject("empty-over-matrix", [2, 0], bytes(4), size, "elements in none", "ND-06 ND-08")
    yield from reject("wrap", [2**32, 2**31], b"", size, "a product that is 0 modulo 2^64", "LIM-01 ND-06")
    yield from reject("wrap-squares", [2**32, 2**32], b"", size, "a product of 2^64", "LIM-01 ND-06")
    yield from reject("wrap-32", [65536, 32768], b"", size, "a size of 2^32 octets", "LIM-01 ND-06")
    yield from reject("wrap-small", [2**32 + 1, 1], bytes(2), size, "2^32 + 1 elements for one", "LIM-01 ND-06")
    yield from reject("huge", [2**53 - 1], bytes(2), size, "more than anybody has", "LIM-01 ND-06")
    yield from reject("infer", [-1], bytes(6), negative, "a dimension to be inferred", "ND-06 ND-13")
    yield from reject("infer-matrix", [2, -1], bytes(4), negative, "one of two dimensions to be inferred", "ND-13")
    yield from reject("negative-pair", [-1, -3], bytes(6), negative, "two negative dimensions", "ND-06")
    yield from reject("negative-zero", [0, -1], b"", negative, "a negative dimension beside 0", "ND-06")


def _bools() -> Iterator[Case]:
    yield from _BOOL.write("matrix", ndarray("bool", [2, 2], True, False, False, True), "four elements", "BA-01")
    yield from _BOOL.write("one", ndarray("bool", [], True), "one element", "BA-01 ND-07")
    long = ndarray("bool", [9], *[True] * 9)
    yield from _BOOL.write("nine", long, "nine octets, not two", "BA-01 BA-02")
    yield from _BOOL.write("in-map", {"map": [["mask", ndarray("bool", [1], False)]]}, "as a member", "BA-01 GEN-05")
    for name, data in {"two": b"\2\0\1\0", "last": b"\0\0\0\2", "all-ones": b"\xff\0\1\1", "ascii": b"0101"}.items():
        tree = tagged("ndarray", shape=[2, 2], dtype="bool", bytes=data)
        yield from _BOOL.reject(f"octet-{name}", "matrix", tree, "bool", "an octet that is neither 00 nor 01", "BA-02")
    packed = tagged("ndarray", shape=[9], dtype="bool", bytes=b"\xff\x80")
    yield from _BOOL.reject("packed", "nine", packed, "shape.size", "nine bits in two octets", "BA-02 ND-06")


def features() -> Iterator[Feature]:
    """What is read and written, and what is refused."""
    yield Feature("ndarray", "Arrays and their dtypes", [*_dtypes(), *_bad_members(), *_bad_dtypes()])
    yield Feature("shape", "Shapes", [*_shapes(), *_bad_shapes()])
    yield Feature("boolean-array", "Boolean arrays", list(_bools()))
