"""Masked arrays and arrays of objects, with their extensions on."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.sciserialize.cases.builders import KINDS, FeatureBuilder
from goldenwire_suite.sciserialize.cases.frames import frame
from goldenwire_suite.sciserialize.cases.values import Stored, atoms, ndarray, node, tagged

_MASKED, _OBJECT = FeatureBuilder("masked-array", "maskedarray"), FeatureBuilder("object", "object")
_BOTH = FeatureBuilder("masked-array", "maskedarray", "object")
_OBJECT_FRAME = FeatureBuilder("object-frame", "object", needs=["dataframe"])
_MOMENT = {"datetime": "2015-02-18T21:40:23"}
_STORED_MOMENT = tagged("datetime", isostr="2015-02-18T21:40:23")


def masked(dtype: str, shape: Sequence[int], elements: Sequence[Any], mask: Sequence[bool], fill: Any) -> Any:
    """The notation of a masked array."""
    head = {"dtype": dtype, "shape": [str(size) for size in shape], "elements": atoms(elements)}
    return {"maskedarray": {**head, "mask": list(mask), "fill": node(fill)}}


# ---- masked arrays ----

_VECTOR = Stored(
    "masked-array/vector",
    tagged("maskedarray", shape=[3], dtype="uint8", bytes=b"\1\2\3", mask_bytes=b"\1\0\1", fill_value=63),
)
BOOLEANS = Stored(
    "masked-array/booleans",
    tagged("maskedarray", shape=[2], dtype="bool", bytes=b"\1\0", mask_bytes=b"\0\1", fill_value=True),
)
_MATRIX = Stored(
    "masked-array/matrix",
    tagged("maskedarray", shape=[2, 3], dtype="int16", bytes=bytes.fromhex("010002000300040005000600"),
           mask_bytes=b"\1\0\0\0\1\1", fill_value=-1),
)  # fmt: skip
_EMPTY = Stored(
    "masked-array/empty", tagged("maskedarray", shape=[0], dtype="int8", bytes=b"", mask_bytes=b"", fill_value=0)
)


def _masks() -> Iterator[Case]:
    write = _MASKED.write
    yield from write("doubles", masked("float64", [1], ["0x3ff8000000000000"], [True], 1e20),
                     "a masked double, and a double as fill value",
                     "EXT-02")  # fmt: skip
    yield from write("vector", masked("uint8", [3], [1, 2, 3], [True, False, True], 63),
                     "three elements, of which two are masked", "EXT-02 CTX-02")  # fmt: skip
    yield from write("nothing-masked", masked("int8", [2], [1, 2], [False, False], 0),
                     "two elements, of which none is masked", "EXT-02")  # fmt: skip
    yield from write("booleans", masked("bool", [2], [True, False], [False, True], True),
                     "two booleans, of which one is masked, and true as fill value",
                     "EXT-02 BA-01")  # fmt: skip
    matrix = masked("int16", [2, 3], [1, 2, 3, 4, 5, 6], [True, False, False, False, True, True], -1)
    yield from write("matrix", matrix, "two rows with a mask of two rows, both in C order", "EXT-02 ND-03")
    yield from write("scalar", masked("int8", [], [1], [True], 0.5), "a masked array of no dimensions", "EXT-02 ND-07")
    yield from write("empty", masked("int8", [0], [], [], 0), "a masked array without elements", "ND-08")
    yield from write("fill-minus-zero", masked("float32", [1], ["0x80000000"], [False], -0.0), "-0.0 as fill value",
                     "EXT-02 json:JSON-17")  # fmt: skip
    yield from write("fill-false", masked("int8", [1], [0], [True], False), "false as fill value", "EXT-02")
    yield from _BOTH.write("beside-object", masked("int8", [], [1], [True], 0),
                           "a masked array in a request that has the extension object on as well",
                           "EXT-02 CTX-02")  # fmt: skip


def _bad_masks() -> Iterator[Case]:
    reject = _MASKED.reject
    for name in ("shape", "dtype", "bytes", "mask_bytes", "fill_value"):
        yield from reject(f"missing-{name.replace('_', '-')}", _VECTOR, _VECTOR.without(name), "tag.missing",
                          f"a masked array without the member {name}",
                          "EXT-02" + (" ND-13" if name == "shape" else ""))  # fmt: skip
    yield from reject("extra", _VECTOR, _VECTOR.but(mask=[True]), "tag.extra",
                      "a masked array with the further member mask")  # fmt: skip
    for name, mask, called in (("none", b"", "no octets"), ("one", b"\1", "one octet of 01"),
                               ("short", b"\1\0", "two octets"), ("over", b"\1\0\1\0", "four octets"),
                               ("bits", b"\0", "three bits in one octet")):  # fmt: skip
        yield from reject(f"mask-{name}", _VECTOR, _VECTOR.but(mask_bytes=mask), "mask.size",
                          f"{called} as the mask of three elements")  # fmt: skip
    yield from reject("mask-of-none", _EMPTY, _EMPTY.but(mask_bytes=b"\0"), "mask.size",
                      "one octet as the mask of no elements")  # fmt: skip
    yield from reject("mask-of-octets", _MATRIX, _MATRIX.but(mask_bytes=bytes(12)), "mask.size",
                      "a mask with an octet for each octet of the elements")  # fmt: skip
    for name, mask, called in (("two", b"\2\0\1", "the first is 02"),
                               ("last", b"\1\0\xff", "the last is ff"),
                               ("ascii", b"101", "all are digits of ASCII"),
                               ("high", b"\1\x80\1", "the second is 80")):  # fmt: skip
        yield from reject(f"mask-octet-{name}", _VECTOR, _VECTOR.but(mask_bytes=mask), "mask.bool",
                          f"a mask with an octet that is neither 00 nor 01: {called}", numbers=(80,))  # fmt: skip
    for name, mask, called in (("first", b"\2\1", "first"), ("last", b"\0\2", "last")):
        yield from reject(f"boolean-mask-octet-{name}", BOOLEANS, BOOLEANS.but(mask_bytes=mask), "mask.bool",
                          f"a masked array of booleans, in whose mask the {called} octet is 02, neither 00 nor 01",
                          catches="masks-of-booleans-unchecked")  # fmt: skip
    fills = {"null": None, "string": "63", "array": [63], "binary": b"?", "map": {"a": 63}, "datetime": _STORED_MOMENT,
             "complex": tagged("ndarray", shape=[], dtype="complex64", bytes=bytes(8))}  # fmt: skip
    for name, fill in fills.items():
        yield from reject(f"fill-{name}", _VECTOR, _VECTOR.but(fill_value=fill), "tag.fill",
                          f"{KINDS[name]} as fill value")  # fmt: skip
    for kind, value in {"null": None, "array": [1, 0, 1], "boolean": True, "number": 5, "map": {"0": 1}}.items():
        yield from reject(f"mask-{kind}", _VECTOR, _VECTOR.but(mask_bytes=value), "tag.kind",
                          f"{KINDS[kind]} as the member mask_bytes")  # fmt: skip
    yield from reject("mask-string", _VECTOR, _VECTOR.but(mask_bytes="AQAB"), "tag.text",
                      "a string as the member mask_bytes")  # fmt: skip
    yield from reject("bytes-string", _VECTOR, _VECTOR.but(bytes="AQID"), "tag.text", "a string as the member bytes")
    yield from reject("size", _VECTOR, _VECTOR.but(bytes=b"\1\2"), "shape.size", "two octets for three elements")
    yield from reject("size-both", _VECTOR, _VECTOR.but(shape=[4]), "shape.size",
                      "three octets, and a mask of three octets, for four elements")  # fmt: skip
    yield from reject("negative", _VECTOR, _VECTOR.but(shape=[-3]), "shape.negative",
                      "a masked array with a dimension of -3")  # fmt: skip
    yield from reject("octets", BOOLEANS, BOOLEANS.but(bytes=b"\1\2"), "bool",
                      "a masked array of booleans with an octet of 02")  # fmt: skip
    yield from reject("dtype-big", _MATRIX, _MATRIX.but(dtype=">i2"), "dtype.order",
                      "a masked array of a big-endian dtype", instead="int16")  # fmt: skip
    beside = Stored("masked-array/beside-object",
                    tagged("maskedarray", shape=[], dtype="int8", bytes=b"\1", mask_bytes=b"\1",
                                                         fill_value=0))  # fmt: skip
    yield from _BOTH.reject("dtype-object", beside, beside.but(dtype="object"), "dtype.element",
                            "a masked array of the dtype object, whose extension is on", instead="int8")  # fmt: skip
    yield from _BOTH.reject("bytes-nest", beside, beside.but(bytes=[1]), "tag.kind",
                            "a masked array of int8 with a nest for its bytes")  # fmt: skip
    yield from _BOTH.reject("object-nest", beside, beside.but(dtype="object", shape=[1], bytes=[1]), "tag.kind",
                            "a masked array of the dtype object, whose extension is on, with a nest for its bytes",
                            "EXT-03")  # fmt: skip
    yield from reject(
        "object-nest-off",
        _VECTOR,
        _VECTOR.but(dtype="object", bytes=[1, 2, 3]),
        "tag.kind",
        "a masked array of the dtype object, whose extension is not on, with a nest for its bytes",
    )


# ---- arrays of objects ----


def _objects() -> Iterator[Case]:
    write = _OBJECT.write
    mixed = [node(1), node("a"), node(2.5)]
    yield from write("vector", ndarray("object", [3], *mixed), "three elements, each of another kind", "EXT-03 CTX-02")
    lists = [node([1, 2]), node([3, 4])]
    yield from write("lists", ndarray("object", [2], *lists),
                     "two elements that are arrays: the shape has one dimension",
                     "EXT-03")  # fmt: skip
    yield from write("matrix", ndarray("object", [2, 2], *map(node, (1, 2, 3, 4))),
                     "four elements in two rows: the shape has two dimensions", "EXT-03 ND-03")  # fmt: skip
    cube = ndarray("object", [2, 1, 2], *map(node, (1, "a", 2.5, True)))
    yield from write("cube", cube, "four elements in three dimensions", "EXT-03 ND-03")
    box = ndarray("object", [3, 4, 2], *map(node, range(24)))
    yield from write("box", box, "24 elements in three dimensions of different lengths", "EXT-03 ND-03")
    yield from write("scalar", ndarray("object", [], node([1])), "no dimensions, and one element that is an array",
                     "EXT-03 ND-07")  # fmt: skip
    yield from write("scalar-null", ndarray("object", [], None), "no dimensions, and one element that is null",
                     "EXT-03 ND-07")  # fmt: skip
    yield from write("scalar-binary", ndarray("object", [], node(b"\1")),
                     "no dimensions, and one element that is binary", "EXT-03 ND-07")  # fmt: skip
    yield from write("empty", ndarray("object", [0]), "an array of objects without elements", "EXT-03 ND-08")
    yield from write("empty-rows", ndarray("object", [2, 0]), "two rows of no elements", "EXT-03 ND-08")
    yield from write("empty-columns", ndarray("object", [0, 2]), "no rows of two elements", "EXT-03 ND-08")
    yield from write("empty-deep", ndarray("object", [2, 1, 0, 5]), "a nest that ends at the first dimension of 0",
                     "EXT-03 ND-08")  # fmt: skip
    typed = [_MOMENT, ndarray("int8", [1], 1), node(b"\1"), None]
    yield from write("typed", ndarray("object", [2, 2], *typed), "a date-time, an array, binary and null as elements",
                     "EXT-03 GEN-05")  # fmt: skip
    yield from write("inner", ndarray("object", [1], ndarray("object", [1], node(1))),
                     "an array of objects as the element of another", "EXT-03 GEN-05")  # fmt: skip
    yield from write("other-dtype", ndarray("int8", [1], 1),
                     "an array of int8 in a request that has the extension object on", "CTX-02")  # fmt: skip
    yield from write("other-scalar", ndarray("int8", [], 1),
                     "an array of int8 and no dimensions in a request that has the extension object on",
                     "ND-07")  # fmt: skip
    mixed_frame = frame("object", ["a", "b"], [1], node("x"), node(1.5))
    yield from _OBJECT_FRAME.write("mixed", mixed_frame, "a data frame of objects, a string and a number",
                                   "EXT-03 DF-05")  # fmt: skip
    rows = frame("object", ["a"], [1, 2], node([1, 2]), node([3]))
    yield from _OBJECT_FRAME.write("rows", rows, "a data frame of objects, two rows of an array each", "EXT-03 DF-01")


# Shape, nest, and its defect.
_NESTS: dict[str, tuple[list[int], Any, str]] = {
    "binary": ([1], b"\1", "binary in place of the nest of one element"),
    "null": ([1], None, "null in place of the nest of one element"),
    "short": ([2], [1], "a nest of one element where the shape has two"),
    "over": ([1], [1, 2], "a nest of two elements where the shape has one"),
    "flat": ([1, 2], [1, 2], "a flat nest of two elements where the shape has one row of two"),
    "ragged": ([2, 2], [[1, 2], [3]], "a nest whose second row is too short"),
    "ragged-even": ([2, 2], [[1], [2, 3, 4]],
                    "a nest of rows of one and of three elements where the shape has two rows of two"),
    "ragged-over": ([2, 2], [[1, 2], [3, 4, 5]], "a nest whose second row is too long"),
    "deep-missing": ([1, 1, 1], [[1]], "a nest of two dimensions where the shape has three"),
    "map": ([1], {"0": 1}, "a map in place of the nest of one element"),
    "string": ([1], "a", "a string in place of the nest of one element"),
    "empty-over": ([0], [1], "a nest of one element where the shape has none"),
    "rows-missing": ([2, 0], [], "an empty nest where the shape has two empty rows"),
    "rows-full": ([2, 0], [[], [1]], "a nest with an element in the second of two empty rows"),
    "columns-over": ([0, 2], [[]], "a nest of one row where the shape has none"),
}  # fmt: skip

# Values of other kinds, of two elements where the kind has any; what they are called, the extensions that they need
# beside object, and a mistake.
_ANY = "nests-of-any-shape"
_OTHERS: dict[str, tuple[Any, str, tuple[str, ...], str]] = {
    "datetime": (_STORED_MOMENT, "a date-time", (), _ANY),
    "timedelta": (tagged("timedelta", days=1, seconds=2, microsec=3), "a duration", (), _ANY),
    "ndarray": (tagged("ndarray", shape=[2], dtype="int8", bytes=b"\1\2"), "an ndarray of two elements", (),
                "arrays-in-nests"),
    "objects": (tagged("ndarray", shape=[2], dtype="object", bytes=[1, 2]), "an ndarray of two objects", (),
                "arrays-in-nests"),
    "set": (tagged("unique_set", set=[1, 2]), "a set of two elements", ("unique_set",), "sets-in-nests"),
    "masked": (tagged("maskedarray", shape=[2], dtype="int8", bytes=b"\1\2", mask_bytes=b"\0\1", fill_value=0),
               "a masked array of two elements", ("maskedarray",), "arrays-in-nests"),
    "frame": (tagged("dataframe", shape=[2, 1], dtype="int8", bytes=b"\1\2", columns=["a"], rows=[1, 2]),
              "a data frame of two rows", (), "arrays-in-nests"),
    "string": ("ab", "a string of two characters", (), _ANY),
    "binary": (b"\1\2", "binary of two octets", (), _ANY),
    "map": ({"0": 1, "1": 2}, "a map of two members", (), _ANY),
}  # fmt: skip
_IN_FRAMES = ("ndarray", "set", "string")


def _other_nests() -> Iterator[Case]:
    """Values of other kinds in place of a nest, of its second row, and of the one row of a data frame."""
    vector = Stored("object/vector", tagged("ndarray", shape=[3], dtype="object", bytes=[1, "a", 2.5]))
    mixed = Stored("object-frame/mixed", tagged("dataframe", shape=[1, 2], dtype="object", bytes=[["x", 1.5]],
                                                columns=["a", "b"], rows=[1]))  # fmt: skip
    places: tuple[tuple[str, Stored, Callable[[Any], Any], str], ...] = (
        ("nest-other", vector, lambda other: vector.but(shape=[2], bytes=other), "the nest of two elements"),
        ("row-other", vector, lambda other: vector.but(shape=[2, 2], bytes=[[1, 2], other]), "the second of two rows"),
        ("row-other", mixed, lambda other: mixed.but(bytes=[other]), "the one row of a data frame"),
    )
    for name, (other, what, extensions, mistake) in _OTHERS.items():
        for place, base, stored, called in places:
            is_framed = name == "frame" or base is mixed
            if (place == "nest-other" and name in _NESTS) or (base is mixed and name not in _IN_FRAMES):
                continue
            words = FeatureBuilder("object", *sorted(["object", *extensions]), needs=["dataframe"] if is_framed else [])
            yield from words.reject(f"{place}-{name}", base, stored(other), "object.nest",
                                    f"{what} in place of {called}", catches=mistake)  # fmt: skip


def _bad_objects() -> Iterator[Case]:
    vector = Stored("object/vector", tagged("ndarray", shape=[3], dtype="object", bytes=[1, "a", 2.5]))
    scalar = Stored("object/other-scalar", tagged("ndarray", shape=[], dtype="int8", bytes=b"\1"))
    mixed = Stored("object-frame/mixed", tagged("dataframe", shape=[1, 2], dtype="object", bytes=[["x", 1.5]],
                                                columns=["a", "b"], rows=[1]))  # fmt: skip
    for name, (shape, nest, summary) in _NESTS.items():
        yield from _OBJECT.reject(f"nest-{name}", vector, vector.but(shape=shape, bytes=nest), "object.nest", summary)
    yield from _OBJECT.reject("alias", scalar, scalar.but(dtype="|O"), "dtype.element",
                              "the dtype |O, numpy's short name of object",
                              instead="int8")  # fmt: skip
    yield from _OBJECT.reject("negative", vector, vector.but(shape=[-3]), "shape.negative",
                              "an array of objects with a dimension of -3")  # fmt: skip
    int8 = Stored("object/other-dtype", tagged("ndarray", shape=[1], dtype="int8", bytes=b"\1"))
    yield from _OBJECT.reject("other-nest", int8, int8.but(bytes=[1]), "tag.kind",
                              "an array of int8 with a nest for its bytes")  # fmt: skip
    yield from _OBJECT_FRAME.reject("nest", mixed, mixed.but(bytes=[["x"]]), "object.nest",
                                    "a nest whose row has one element, for two columns")  # fmt: skip
    yield from _OBJECT_FRAME.reject("labels", mixed, mixed.but(columns=["a"]), "frame.labels",
                                    "a data frame of objects with one label for two columns")  # fmt: skip
    rank = mixed.but(bytes=["x", 1.5], shape=[2])
    yield from _OBJECT_FRAME.reject("rank", mixed, rank, "frame.rank", "a data frame of objects of one dimension",
                                    "TAG-09")  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of rejected cases."""
    yield Feature("masked-array", "The extension maskedarray", [*_masks(), *_bad_masks()])
    objects: list[Case] = []
    frames: list[Case] = []
    for case in (*_objects(), *_bad_objects(), *_other_nests()):
        (frames if "dataframe" in case.needs else objects).append(case)
    yield Feature("object", "The extension object", objects)
    yield Feature("object-frame", "Data frames of objects", frames)
