"""Arrays, data frames and masked arrays that an encoder refuses."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.sciserialize.tables import DTYPES, dtype_fault
from goldenwire_suite.cases import Case, Change, add_at, remove_at, replace_at
from goldenwire_suite.sciserialize.cases.builders import KINDS, FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import f64, node

_WORDS, _FRAME = FeatureBuilder("refusals"), FeatureBuilder("refusals", needs=["dataframe"])
_MASKED, _OBJECT = FeatureBuilder("refusals", "maskedarray"), FeatureBuilder("refusals", "object")
_BOTH = FeatureBuilder("refusals", "maskedarray", "object")
_OBJECT_FRAME = FeatureBuilder("refusals", "object", needs=["dataframe"])

_BAD_DTYPES = {
    "float128": "float128", "big": ">f8", "datetime64": "datetime64[ns]", "timedelta64": "timedelta64[us]",
    "text": "<U3",
    "int": "int", "double": "double", "alias": "<f8", "alias-short": "f8", "native": "=f8", "empty": "",
    "structured": "f8,f8",
    "upper-case": "Float64", "o": "|O", "constructor": "constructor", "method": "toString",
}  # fmt: skip

# The least and the greatest element of every integer dtype, and the end of each whose case needs no longer name.
_LIMITS = {name: dtype.limits for name, dtype in DTYPES.items() if dtype.is_integer}
_UNNAMED = {"int8": "most", "int32": "least", "int64": "most", "uint8": "least", "uint16": "most", "uint64": "most"}

# Elements that a dtype does not have: the dtype and the place of one, its replacement, a description.
_STRANGE: dict[str, tuple[str, Any, str]] = {
    "int8-boolean": ("int8", True, "true"), "int8-bits": ("int8", "0x01", "the bits of one octet"),
    "int8-string": ("int8", node("1"), "a string"), "int8-null": ("int8", None, "null"),
    "uint64-bits": ("uint64", f64(1.0), "the bits of a double"),
    "int8-pair": ("int8", ["1", "1"], "a pair of integers"),
    "bool-integer": ("bool", "1", "an integer"), "bool-null": ("bool", None, "null"),
    "float64-integer": ("float64", "1", "an integer"),
    "float64-short": ("float64", "0x3f800000", "the bits of a shorter float"),
    "float32-long": ("float32", f64(1.0), "the bits of a longer float"),
    "float16-short": ("float16", "0x3c", "the bits of one octet"),
    "float64-boolean": ("float64", False, "false"),
    "float64-pair": ("float64", [f64(1.0), f64(0.0)], "a complex number"),
    "complex64-real": ("complex64", "0x3f800000", "a real number"),
    "complex128-single": ("complex128", [f64(1.0)], "a real part alone"),
    "complex128-short": ("complex128", ["0x3f800000", "0x00000000"], "parts that are too short"),
    "complex64-three": ("complex64", ["0x3f800000"] * 3, "three parts"),
}  # fmt: skip


def _dtypes() -> Iterator[Case]:
    for name, dtype in _BAD_DTYPES.items():
        called = f"the dtype {dtype!a}" if dtype else "an empty dtype"
        requirement = {"dtype.alias": "ND-14", "dtype.order": "ND-16"}.get(dtype_fault(dtype), "")
        yield from _WORDS.refusal(f"dtype-{name}", "ndarray/float64-one", replace_at("/value/ndarray/dtype", dtype),
                                  "DTYPE",
                                  called, requirement)  # fmt: skip
    yield from _FRAME.refusal("dtype-frame", "dataframe/two-rows", replace_at("/value/dataframe/dtype", "i1"), "DTYPE",
                              "the dtype 'i1' of a data frame", "ND-14")  # fmt: skip
    yield from _MASKED.refusal("dtype-masked", "masked-array/vector", replace_at("/value/maskedarray/dtype", "|u1"),
                               "DTYPE",
                               "the dtype '|u1' of a masked array", "ND-14")  # fmt: skip


def _sizes() -> Iterator[Case]:
    refusal = _WORDS.refusal
    shapes = {
        "short": (["3"], "two elements for the shape [3]"), "over": (["1"], "two elements for the shape [1]"),
        "matrix": (["2", "2"], "two elements for the shape [2, 2]"),
        "scalar": ([], "two elements for the shape []"), "empty": (["0"], "two elements for the shape [0]"),
        "empty-matrix": (["2", "0"], "two elements for the shape [2, 0]"),
        "wrap": (["2", str(2**32), str(2**32)], "two elements for a shape of 2^65 elements"),
        "wrap-32": ([str(2**32 + 2)], "two elements for a shape of 2^32 + 2 elements"),
    }  # fmt: skip
    for name, (shape, summary) in shapes.items():
        numbers = (2**65, 2**32 + 2)
        yield from refusal(f"elements-{name}", "ndarray/int8-pair", replace_at("/value/ndarray/shape", shape), "SHAPE",
                           summary,
                           "ENC-02" + (" LIM-01" if "wrap" in name else ""), numbers=numbers)  # fmt: skip
    yield from refusal("elements-missing", "ndarray/int8-pair", remove_at("/value/ndarray/elements/1"), "SHAPE",
                       "one element for the shape [2]", "ENC-02")  # fmt: skip
    yield from refusal("elements-more", "ndarray/int8-pair", add_at("/value/ndarray/elements/-", "3"), "SHAPE",
                       "three elements for the shape [2]", "ENC-02")  # fmt: skip
    negative = {"elements-negative": (["-2"], "the shape [-2]"),
                "negative-pair": (["-1", "-2"], "the shape [-1, -2], whose product is 2"),
                "negative-infer": (["1", "-1"],
                                   "the shape [1, -1], in which a dimension is left to be computed")}  # fmt: skip
    for name, (shape, summary) in negative.items():
        yield from refusal(name, "ndarray/int8-pair", replace_at("/value/ndarray/shape", shape), "SHAPE", summary,
                           "ND-06" + (" ND-13" if name == "negative-infer" else ""))  # fmt: skip
    yield from refusal("negative-zero", "shape/empty-pair", replace_at("/value/ndarray/shape/0", "-1"), "SHAPE",
                       "the shape [-1, 0]", "ND-06")  # fmt: skip


def _elements() -> Iterator[Case]:
    for dtype, limits in _LIMITS.items():
        for which, beyond, place in (("least", limits[0] - 1, 0), ("most", limits[1] + 1, 4)):
            name = f"element-{dtype}" if _UNNAMED.get(dtype) == which else f"element-{dtype}-{which}"
            edit = replace_at(f"/value/ndarray/elements/{place}", str(beyond))
            yield from _WORDS.refusal(
                name, f"ndarray/{dtype}", edit, "VALUE", f"{beyond:,} in an array of {dtype}", "ENC-02"
            )
    for name, (dtype, element, called) in _STRANGE.items():
        base, place = (f"ndarray/{dtype}-pair", 1) if dtype == "int8" else (f"ndarray/{dtype}", 1)
        yield from _WORDS.refusal(f"element-{name}", base, replace_at(f"/value/ndarray/elements/{place}", element),
                                  "VALUE",
                                  f"{called} in an array of {dtype}", "ENC-02")  # fmt: skip
    yield from _FRAME.refusal("element-frame", "dataframe/two-rows", replace_at("/value/dataframe/elements/1", "128"),
                              "VALUE",
                              "128 in a data frame of int8", "ENC-02")  # fmt: skip
    yield from _MASKED.refusal("element-masked", "masked-array/vector",
                               replace_at("/value/maskedarray/elements/2", "256"), "VALUE",
                               "256 in a masked array of uint8", "ENC-02")  # fmt: skip


def _frames() -> Iterator[Case]:
    labels = {"null": None, "boolean": True, "fraction": node(1.5), "array": node([1]), "binary": node(b"a"),
              "map": {"map": []}, "timedelta": {"timedelta": ["0", "0", "0"]}}  # fmt: skip
    for name, label in labels.items():
        yield from _FRAME.refusal(f"label-{name}", "dataframe/two-rows",
                                  replace_at("/value/dataframe/columns/0", label),
                                  "MEMBER", f"{KINDS[name]} as the label of a column", "DF-03")  # fmt: skip
        yield from _FRAME.refusal(f"label-row-{name}", "dataframe/two-rows",
                                  replace_at("/value/dataframe/rows/1", label),
                                  "MEMBER", f"{KINDS[name]} as the label of a row", "DF-03")  # fmt: skip
    changes: dict[str, tuple[Change, str]] = {
        "elements": (remove_at("/value/dataframe/elements/1"), "one element for two rows and one column"),
        "elements-more": (add_at("/value/dataframe/elements/-", "3"), "three elements for two rows and one column"),
        "rows": (add_at("/value/dataframe/rows/-", node(12)), "two elements for three rows and one column"),
        "columns": (remove_at("/value/dataframe/columns/0"), "two elements for two rows and no columns"),
    }  # fmt: skip
    for name, (change, summary) in changes.items():
        yield from _FRAME.refusal(f"frame-{name}", "dataframe/two-rows", change, "SHAPE", summary, "ENC-02")


def _masks() -> Iterator[Case]:
    refusal = _MASKED.refusal
    masks = {"short": (remove_at("/value/maskedarray/mask/2"), "a mask of two values for three elements"),
             "over": (add_at("/value/maskedarray/mask/-", True), "a mask of four values for three elements"),
             "none": (replace_at("/value/maskedarray/mask", []), "an empty mask for three elements")}  # fmt: skip
    for name, (change, summary) in masks.items():
        yield from refusal(f"mask-{name}", "masked-array/vector", change, "SHAPE", summary, "ENC-02")
    for name, value, called in (("integer", "1", "an integer"), ("null", None, "null")):
        yield from refusal(f"mask-{name}", "masked-array/vector", replace_at("/value/maskedarray/mask/1", value),
                           "VALUE",
                           f"{called} in a mask", "ENC-02")  # fmt: skip
    for name, fill in {"null": None, "string": node("0"), "array": node([0]), "binary": node(b"\0")}.items():
        yield from refusal(f"fill-{name}", "masked-array/vector", replace_at("/value/maskedarray/fill", fill), "MEMBER",
                           f"{KINDS[name]} as fill value", "EXT-07")  # fmt: skip
    objects = [replace_at("/value/maskedarray/dtype", "object"), replace_at("/value/maskedarray/elements/0", node(1))]
    yield from _BOTH.refusal("masked-object", "masked-array/beside-object", objects, "DTYPE",
                             "a masked array of objects, in a request that has both extensions on",
                             "EXT-03")  # fmt: skip


def _objects() -> Iterator[Case]:
    yield from _OBJECT.refusal("object-elements", "object/vector", remove_at("/value/ndarray/elements/2"), "SHAPE",
                               "two objects for the shape [3]", "ENC-02")  # fmt: skip
    yield from _OBJECT.refusal("object-negative", "object/empty-rows", replace_at("/value/ndarray/shape/0", "-1"),
                               "SHAPE",
                               "an array of objects of the shape [-1, 0]", "ND-06")  # fmt: skip
    yield from _OBJECT.refusal("object-element", "object/vector",
                               replace_at("/value/ndarray/elements/0", {"map": [["__type__", None]]}),
                               "RESERVED", "an array of objects, one a map with the key __type__",
                               "TAG-05")  # fmt: skip
    yield from _OBJECT_FRAME.refusal("object-frame-elements", "object-frame/mixed",
                                     remove_at("/value/dataframe/elements/0"),
                                     "SHAPE", "one object for one row and two columns", "ENC-02")  # fmt: skip


def cases() -> Iterator[Case]:
    """Requests that encoders refuse."""
    for group in (_dtypes(), _sizes(), _elements(), _frames(), _masks(), _objects()):
        yield from group
