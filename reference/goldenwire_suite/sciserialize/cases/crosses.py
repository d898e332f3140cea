"""Combinations of rules: sets of every kind of value, types at the deepest level, defects far into an input."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.sciserialize.encode import in_order
from goldenwire_reference.sciserialize.notation import from_json, to_json
from goldenwire_reference.sciserialize.tables import DEPTH
from goldenwire_suite.cases import Case, Feature, add_at, replace_at
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder
from goldenwire_suite.sciserialize.cases.extensions import masked
from goldenwire_suite.sciserialize.cases.frames import frame
from goldenwire_suite.sciserialize.cases.values import Stored, mapping, ndarray, nested, node, tagged

_SETS = FeatureBuilder("crosses", "maskedarray", "object", "unique_set", needs=["dataframe"])
_SET, _MASKED, _OBJECT = (
    FeatureBuilder("crosses", "unique_set"),
    FeatureBuilder("crosses", "maskedarray"),
    FeatureBuilder("crosses", "object"),
)
_FRAME = FeatureBuilder("crosses", needs=["dataframe"])

_MOMENT = {"datetime": "2015-02-18T21:40:23"}
_STORED_MOMENT = tagged("datetime", isostr="2015-02-18T21:40:23")


# ---- sets of every kind of value ----


def _set(*elements: Any) -> Any:
    """Return the notation of a set, whatever the order of its elements."""
    return {"unique_set": [to_json(one) for one in in_order(from_json(node(element)) for element in elements)]}


def _of_one(fill: Any, mask: bool = True, dtype: str = "int8") -> Any:
    return masked(dtype, [1], [1], [mask], fill)


# Elements of float16: 0.0, -0.0, 1.0, and NaNs that differ in their payloads or signs.
_CELLS = ["0x0000", "0x8000", "0x3c00", "0x7e00", "0x7e01", "0xfe00"]
_SHAPES = ([6], [1, 6], [2, 3], [3, 2])

# Elements that all differ, and how.
_DISTINCT: dict[str, tuple[list[Any], str]] = {
    "masks": ([_of_one(0), _of_one(0, mask=False)], "masked arrays that differ in their masks"),
    "fills": ([_of_one(1), _of_one(True), _of_one(2)], "masked arrays that differ in their fill values: 1, true and 2"),
    "masked-dtypes": ([_of_one(0), _of_one(0, dtype="uint8")], "masked arrays that differ by dtype: int8 and uint8"),
    "masked-cells": ([*(masked("float16", [2], ["0x0000", cell], [False, True], 0) for cell in _CELLS),
                      *(masked("float16", [2], [cell, "0x0000"], [False, True], 0) for cell in _CELLS[1:])],
                     "masked arrays that differ in the element that is masked or in the other one: by value, by sign "
                     "or by the bits of a NaN"),
    "masked-all": ([masked("int8", [2], [1, last], [True, True], 0) for last in (1, 2)],
                   "masked arrays whose elements are all masked, and which differ in the last element"),
    "masked-shapes": ([masked("int8", shape, [1] * 6, [True] * 6, 0) for shape in _SHAPES],
                      "masked arrays that differ by shape: [6], [1, 6], [2, 3] and [3, 2]"),
    "masked-empty": ([masked("bool", [0], [], [], 0), masked("int8", [0], [], [], 0), masked("int8", [0], [], [], 1),
                      masked("int8", [0, 2], [], [], 0), masked("int8", [2, 0], [], [], 0)],
                     "masked arrays without elements, that differ by dtype, shape or fill value"),
    "fill-zeros": ([_of_one(0), _of_one(-0.0), _of_one(False)],
                   "masked arrays that differ in their fill values: 0, -0.0 and false"),
    "empty-arrays": ([ndarray("int8", [0]), ndarray("bool", [0]), ndarray("object", [0]), ndarray("int8", [0, 2]),
                      ndarray("int8", [2, 0]), ndarray("int8", [0, 0])],
                     "arrays without elements, that differ by dtype or shape"),
    "array-shapes": ([ndarray("int8", shape, *[1] * 6) for shape in _SHAPES],
                     "arrays of six elements that differ by shape: [6], [1, 6], [2, 3] and [3, 2]"),
    "frame-cells": ([frame("float16", [1], [2], cell) for cell in _CELLS],
                    "data frames that differ in their element alone: by value, by sign or by the bits of a NaN"),
    "frame-dtypes": ([frame("bool", [1], [2], True), frame("int8", [1], [2], 1), frame("uint8", [1], [2], 1)],
                     "data frames that differ by dtype: bool, int8 and uint8"),
    "masked-and-plain": ([_of_one(0), ndarray("int8", [1], 1)], "a masked array and the array in it"),
    "objects": ([ndarray("object", [1], element) for element in (node(1), True, node("1"))],
                "arrays of one object: 1, true and the string 1"),
    "object-zeros": ([ndarray("object", [1], node(zero)) for zero in (0, -0.0)], "arrays of one object: 0 and -0.0"),
    "object-shapes": ([ndarray("object", shape, node(1)) for shape in ([1], [], [1, 1])],
                      "arrays of an object that differ by shape"),
    "object-and-list": ([ndarray("object", [1], node(1)), [1]], "an array of one object and an array of it"),
    "frames": ([frame("int8", [1], [2], 3), frame("int8", ["1"], [2], 3), frame("int8", [2], [1], 3)],
               "data frames that differ in their labels"),
    "frame-and-array": ([frame("int8", [1], [2], 3), ndarray("int8", [1, 1], 3)], "a data frame and the array in it"),
    "array-zeros": ([ndarray("float16", [1], bits) for bits in ("0x0000", "0x8000")], "arrays of 0.0 and of -0.0"),
    "durations": ([{"timedelta": ["0", "1", "0"]}, {"timedelta": ["0", "0", "1"]}, 1],
                  "a duration of a second, one of a microsecond and the number 1"),
    "set-and-array": ([_set(1), [1]], "a set of 1 and an array of 1"),
    "empty": ([_set(), [], mapping({}), "", b""], "an empty set, array, map, string and binary"),
}  # fmt: skip


def _stored_masked(fill: Any) -> Any:
    return tagged("maskedarray", bytes=b"\1", dtype="int8", fill_value=fill, mask_bytes=b"\1", shape=[1])


def _stored_objects(element: Any) -> Any:
    return tagged("ndarray", bytes=[element], dtype="object", shape=[1])


def _stored_frame(row: Any) -> Any:
    return tagged("dataframe", bytes=b"\3", columns=["a"], dtype="int8", rows=[row], shape=[1, 1])


# Stored elements of which two are equal, and why.
_EQUAL: dict[str, tuple[list[Any], str]] = {
    "fills": ([_stored_masked(1), _stored_masked(1.0)], "masked arrays with fill values of 1 and 1.0"),
    "masked": ([_stored_masked(True), _stored_masked(True)], "a masked array twice"),
    "objects": ([_stored_objects(1), _stored_objects(1.0)], "arrays of the objects 1 and 1.0"),
    "object-maps": ([_stored_objects({"a": 1, "b": 2}), _stored_objects({"b": 2, "a": 1})],
                    "arrays of a map, with its members in another order"),
    "frames": ([_stored_frame(1), _stored_frame(1)], "a data frame twice"),
    "frame-moments": ([_stored_frame(tagged("datetime", isostr=f"2015-02-18T21:40:23{offset}"))
                       for offset in ("Z", "+00")], "data frames with a label in two spellings"),
    "deep": ([[{"a": [tagged("unique_set", set=[1])]}], [{"a": [tagged("unique_set", set=[1.0])]}]],
             "arrays that hold sets of 1 and 1.0 deep in them"),
}  # fmt: skip


def _sets() -> Iterator[Case]:
    for name, (elements, summary) in _DISTINCT.items():
        yield from _SETS.write(f"set-{name}", _set(*elements), f"a set of {summary}", "EXT-08")
    yield from _SETS.write("set-one", _set(1), "a set of 1 in a request that has all extensions on", "EXT-01")
    one = Stored("crosses/set-one", tagged("unique_set", set=[1]))
    for name, (elements, summary) in _EQUAL.items():
        yield from _SETS.reject(
            f"repeated-{name}", one, one.but(set=elements), "set.duplicate",
            f"a set with equal elements: {summary}", "EXT-08", in_order=False,
        )  # fmt: skip
    given = {
        "fills": [_of_one(1), _of_one(1.0)],
        "objects": [ndarray("object", [1], node(1)), ndarray("object", [1], node(1.0))],
        "frames": [frame("int8", [1], [2], 3)] * 2,
        "deep": [[_set(1)], [_set(1.0)]],
    }  # fmt: skip
    for name, elements in given.items():
        edits = [add_at("/value/unique_set/-", node(element)) for element in elements]
        yield from _SETS.refusal(f"given-{name}", "crosses/set-one", edits, "VALUE",
                                 f"to be written: a set with equal elements: {_EQUAL[name][1]}",
                                 "EXT-01 EXT-08")  # fmt: skip


# ---- types at the deepest level ----

# Words, a value, its stored object, its own levels, and its deepest part.
_DEEP: dict[str, tuple[FeatureBuilder, Any, Any, int, str]] = {
    "set": (_SET, _set(), tagged("unique_set", set=[]), 2, "the array of a set"),
    "set-item": (_SET, _set([]), tagged("unique_set", set=[[]]), 3, "an array in a set"),
    "label": (_FRAME, frame("int8", [_MOMENT], []),
              tagged("dataframe", shape=[0, 1], dtype="int8", bytes=b"", columns=[_STORED_MOMENT], rows=[]), 3,
              "a label that is a date-time"),
    "rows": (_FRAME, frame("int8", [], []),
             tagged("dataframe", shape=[0, 0], dtype="int8", bytes=b"", columns=[], rows=[]), 2,
             "the labels of a data frame"),
    "mask": (_MASKED, masked("int8", [0], [], [], 0),
             tagged("maskedarray", shape=[0], dtype="int8", bytes=b"", mask_bytes=b"", fill_value=0), 2,
             "the shape of a masked array"),
    "nest": (_OBJECT, ndarray("object", [1, 1], None),
             tagged("ndarray", shape=[1, 1], dtype="object", bytes=[[None]]), 3, "the inner array of a nest"),
    "element": (_OBJECT, ndarray("object", [1], {"map": []}),
                tagged("ndarray", shape=[1], dtype="object", bytes=[{}]), 3, "a map in an array of objects"),
}  # fmt: skip


def _depth() -> Iterator[Case]:
    for name, (words, value, tree, levels, what) in _DEEP.items():
        around = DEPTH - levels
        yield from words.write(f"depth-128-{name}", nested(around, "array", value), f"{what} at level {DEPTH}",
                               "GEN-10", numbers=(DEPTH,))  # fmt: skip
        deeper = tree
        for _ in range(around + 1):
            deeper = [deeper]
        yield from words.either(f"depth-129-{name}", "depth", deeper, f"{what} at level {DEPTH + 1}", "GEN-10",
                                numbers=(DEPTH + 1,))  # fmt: skip
        yield from words.either_encode(
            f"depth-129-written-{name}", "depth", f"crosses/depth-128-{name}",
            replace_at("/value" + "/array/0" * around, {"array": [value]}), "LIMIT",
            f"to be written: {what} at level {DEPTH + 1}", "GEN-10", numbers=(DEPTH + 1,),
        )  # fmt: skip
    deep = nested(DEPTH - 2, "array", node(b"\1"))
    yield from _SET.write("depth-128-set-bin", _set(deep),
                          f"binary in an array at level {DEPTH} in a set: a bin has no level",
                          "GEN-10", carriers=("msgpack",), numbers=(DEPTH,))  # fmt: skip


# ---- nests that no encoder can write, and integers of many digits ----


def _hostile() -> Iterator[Case]:
    yield from _OBJECT.write("nest-empty", ndarray("object", [3, 0]), "three rows of no objects", "EXT-03 ND-08")
    yield from _OBJECT.refusal("nest-far", "crosses/nest-empty", replace_at("/value/ndarray/shape/0", str(2**53 - 1)),
                               "LIMIT", "to be written: 2^53 - 1 rows of no objects, a nest of as many empty arrays",
                               "ND-12")  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of rejected cases."""
    yield Feature("crosses", "Rules that meet", [*_sets(), *_depth(), *_hostile()])
