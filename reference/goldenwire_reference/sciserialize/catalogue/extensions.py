"""Sets, masked arrays and arrays of objects, where they are on."""

from collections.abc import Iterator, Sequence
from typing import Any

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.frames import frame
from goldenwire_reference.sciserialize.catalogue.words import (
    Words,
    atoms,
    mapping,
    ndarray,
    node,
    tagged,
    without,
)

_SET, _MASKED, _OBJECT = Words("set", "unique_set"), Words("masked-array", "maskedarray"), Words("object", "object")
_BOTH = Words("masked-array", "maskedarray", "object")
_OBJECT_FRAME = Words("object-frame", "object", needs=["dataframe"])
_MOMENT = {"datetime": "2015-02-18T21:40:23"}


def unique(*elements: Any) -> Any:
    """The notation of a set, its elements in order."""
    return {"unique_set": [node(element) for element in elements]}


def masked(dtype: str, shape: Sequence[int], elements: Sequence[Any], mask: Sequence[bool], fill: Any) -> Any:
    """The notation of a masked array."""
    head = {"dtype": dtype, "shape": [str(size) for size in shape], "elements": atoms(elements)}
    return {"maskedarray": {**head, "mask": list(mask), "fill": node(fill)}}


def _sets() -> Iterator[Case]:
    write = _SET.write
    yield from write("empty", unique(), "no elements", "EXT-01 CTX-02")
    yield from write("one", unique(1), "one element", "EXT-01 CTX-02")
    yield from write("order", unique("b", -1, 10, 9, None, True, mapping({})), "in the order of canonical JSON",
                     "CANON-08 EXT-01")  # fmt: skip
    yield from write("kinds", unique("1", 1, [1], True, mapping({"a": 1})), "1, true and the string 1", "EXT-08")
    yield from write("zeros", unique(-0.0, 0), "0 and -0.0 differ", "EXT-08")
    yield from write("typed", unique(b"\1", _MOMENT), "typed elements", "EXT-01 GEN-05")
    yield from write("nested", unique(unique(1, 2), unique(1), unique()), "sets of sets", "EXT-01 CANON-08")
    yield from write("number-order", unique([1.5], [1]), "[1.5] before [1], which has another place as [1.0]",
                     "EXT-01 CANON-08")  # fmt: skip
    yield from write("member", mapping({"a": unique(1)}), "as a member", "EXT-01 GEN-05")
    stored = tagged("unique_set", set=[3, 1, 2])
    yield from _SET.read("stored-order", stored, unique(1, 2, 3), "stored in another order", "EXT-01")
    yield from _SET.given("given-order", {"unique_set": [node(3), node(1)]}, unique(1, 3), "given in another order",
                          "CANON-08")  # fmt: skip
    yield _SET.read_bytes("float-order-json", "json", b'{"set":[1.5,1],"__type__":"unique_set"}', unique(1, 1.5),
                               "a double and an integer", "EXT-01")  # fmt: skip


def _bad_sets() -> Iterator[Case]:
    reject = _SET.reject
    for name, elements in {
        "integers": [1, 1], "apart": ["a", None, "a"], "integral": [1, 1.0], "arrays": [[1], [1.0]], "nulls": [None,
        None],
        "maps": [{"a": 1, "b": 2}, {"b": 2, "a": 1}], "binary": [b"a", b"a"],
        "moments": [tagged("datetime", isostr="2015-02-18T21:40:23"), tagged("datetime",
        isostr="2015-02-18T21:40:23.0")],
        "sets": [tagged("unique_set", set=[1, 2]), tagged("unique_set", set=[2, 1])],
    }.items():  # fmt: skip
        tree = tagged("unique_set", set=elements)
        yield from reject(f"repeated-{name}", "one", tree, "set.duplicate", "equal elements", "EXT-01 EXT-08")
    yield from reject("missing", "one", tagged("unique_set"), "tag.missing", "no member set", "EXT-01")
    yield from reject("extra", "one", tagged("unique_set", set=[1], size=1), "tag.extra", "a member size", "TAG-10")
    for kind, value in {"null": None, "map": {"1": 1}, "binary": b"\1"}.items():
        yield from reject(f"set-{kind}", "one", tagged("unique_set", set=value), "tag.kind", f"a {kind}", "TAG-11")


def _masks() -> Iterator[Case]:
    write = _MASKED.write
    yield from write("doubles", masked("float64", [1], ["0x3ff8000000000000"], [True], 1e20), "a double", "EXT-02")
    yield from write("vector", masked("uint8", [3], [1, 2, 3], [True, False, True], 63), "a mask", "EXT-02 CTX-02")
    yield from write("nothing-masked", masked("int8", [2], [1, 2], [False, False], 0), "a mask of zeros", "EXT-02")
    yield from write("booleans", masked("bool", [2], [True, False], [False, True], True), "a boolean fill", "EXT-02")
    yield from write("matrix", masked("int16", [1, 2], [1, 2], [True, False], -1), "C order", "EXT-02")
    yield from write("scalar", masked("int8", [], [1], [True], 0.5), "no dimensions: a mask of one", "EXT-02 ND-07")
    yield from write("empty", masked("int8", [0], [], [], 0), "no elements, no mask", "EXT-02 ND-08")
    scalar = masked("int8", [], [1], [True], 0)
    yield from _BOTH.write("beside-object", scalar, "arrays of objects are on as well", "EXT-02 CTX-02")


def _bad_masks() -> Iterator[Case]:
    reject = _MASKED.reject
    tree = tagged("maskedarray", shape=[3], dtype="uint8", bytes=b"\1\2\3", mask_bytes=b"\1\0\1", fill_value=63)
    for name in ("shape", "dtype", "bytes", "mask_bytes", "fill_value"):
        bad = without(tree, name)
        yield from reject(f"missing-{name.replace('_', '-')}", "vector", bad, "tag.missing", f"no {name}", "EXT-02")
    yield from reject("extra", "vector", tree | {"mask": [True]}, "tag.extra", "a member mask", "TAG-10")
    for name, mask in {"none": b"", "one": b"\0", "short": b"\1\0", "over": b"\1\0\1\0"}.items():
        yield from reject(f"mask-{name}", "vector", tree | {"mask_bytes": mask}, "mask.size", "a mask of another size",
                          "EXT-07")  # fmt: skip
    for name, mask in {"two": b"\2\0\1", "last": b"\0\0\xff", "ascii": b"101"}.items():
        yield from reject(f"mask-octet-{name}", "vector", tree | {"mask_bytes": mask}, "mask.bool",
                          "an octet of the mask that is neither 00 nor 01", "EXT-07")  # fmt: skip
    fills = {"null": None, "string": "63", "array": [63], "binary": b"?", "complex": tagged(
        "ndarray", shape=[], dtype="complex64", bytes=bytes(8))}  # fmt: skip
    for name, fill in fills.items():
        bad = tree | {"fill_value": fill}
        yield from reject(f"fill-{name}", "vector", bad, "tag.fill", f"a fill value of kind {name}", "EXT-07")
    for kind, value in {"null": None, "array": [1, 0, 1], "boolean": True}.items():
        bad = tree | {"mask_bytes": value}
        yield from reject(f"mask-{kind}", "vector", bad, "tag.kind", f"mask_bytes is a {kind}", "TAG-11")
    bad = tree | {"mask_bytes": "AQAB"}
    yield from reject("mask-string", "vector", bad, "tag.text", "mask_bytes is a string", "EXT-07")
    yield from reject("size", "vector", tree | {"bytes": b"\1\2"}, "shape.size", "an octet too few", "ND-06 EXT-02")
    bools = tree | {"dtype": "bool", "bytes": b"\1\0\2"}
    yield from reject("octets", "vector", bools, "bool", "an element of 02", "BA-02 EXT-02")
    head = tagged("maskedarray", bytes=b"\1\0\2\0")
    big = head | {"dtype": ">i2", "fill_value": -1, "mask_bytes": b"\1\0", "shape": [1, 2]}
    yield from reject("dtype-big", "matrix", big, "dtype.order", "big-endian elements", "ND-16 EXT-02", instead="int16")
    head = tagged("maskedarray", bytes=b"\1")
    objects = head | {"dtype": "object", "fill_value": 0, "mask_bytes": b"\1", "shape": []}
    yield from _BOTH.reject("dtype-object", "beside-object", objects, "dtype.element", "no masked array of objects",
                            "EXT-03 ND-20", instead="int8")  # fmt: skip


def _objects() -> Iterator[Case]:
    write = _OBJECT.write
    mixed = [node(1), node("a"), node(2.5)]
    yield from write("vector", ndarray("object", [3], *mixed), "any values as elements", "EXT-03 CTX-02")
    lists = [node([1, 2]), node([3, 4])]
    yield from write("lists", ndarray("object", [2], *lists), "arrays as elements: the shape decides", "EXT-03")
    yield from write(
        "matrix", ndarray("object", [2, 2], *map(node, (1, 2, 3, 4))), "the same nest, four elements", "EXT-03"
    )
    yield from write("scalar", ndarray("object", [], node([1])), "no dimensions: the element itself", "EXT-03 ND-07")
    yield from write("scalar-null", ndarray("object", [], None), "null in no dimensions", "EXT-03 ND-07")
    yield from write("empty", ndarray("object", [0]), "no elements", "EXT-03 ND-08")
    yield from write("empty-rows", ndarray("object", [2, 0]), "two empty rows", "EXT-03 ND-08")
    yield from write("empty-columns", ndarray("object", [0, 2]), "no rows of two", "EXT-03 ND-08")
    typed = [_MOMENT, ndarray("int8", [1], 1), node(b"\1"), None]
    yield from write("typed", ndarray("object", [2, 2], *typed), "typed elements", "EXT-03 GEN-05")
    yield from write("other-dtype", ndarray("int8", [1], 1), "another dtype, as ever", "EXT-03")
    yield from write("other-scalar", ndarray("int8", [], 1), "another dtype in no dimensions", "EXT-03 ND-07")
    mixed_frame = frame("object", ["a", "b"], [1], node("x"), node(1.5))
    yield from _OBJECT_FRAME.write("mixed", mixed_frame, "columns of different kinds", "EXT-03 DF-05")


def _bad_objects() -> Iterator[Case]:
    nests: dict[str, tuple[list[int], Any]] = {
        "binary": ([1], b"\1"), "null": ([1], None), "short": ([2], [1]), "over": ([1], [1, 2]), "flat": ([1, 2], [1,
        2]),
        "ragged": ([2, 2], [[1, 2], [3]]), "deep-missing": ([1, 1, 1], [[1]]), "map": ([1], {"0": 1}),
        "empty-over": ([0], [1]), "rows-missing": ([2, 0], []), "columns-over": ([0, 2], [[]]),
    }  # fmt: skip
    for name, (shape, nest) in nests.items():
        tree = tagged("ndarray", shape=shape, dtype="object", bytes=nest)
        yield from _OBJECT.reject(f"nest-{name}", "vector", tree, "object.nest", f"{name}: not the shape", "EXT-03")
    tree = tagged("ndarray", bytes=b"\1", dtype="|O", shape=[])
    yield from _OBJECT.reject("alias", "other-scalar", tree, "dtype.element", "another name is no array of objects",
                              "EXT-03 ND-20", instead="int8")  # fmt: skip
    tree = tagged("dataframe", shape=[1, 2], dtype="object", bytes=[["x"]], columns=["a", "b"], rows=[1])
    yield from _OBJECT_FRAME.reject("nest", "mixed", tree, "object.nest", "a row of one for two", "EXT-03")


def features() -> Iterator[Feature]:
    """What is read and written, and what is refused."""
    yield Feature("set", "The extension unique_set", [*_sets(), *_bad_sets()])
    yield Feature("masked-array", "The extension maskedarray", [*_masks(), *_bad_masks()])
    objects: list[Case] = []
    frames: list[Case] = []
    for case in (*_objects(), *_bad_objects()):
        (frames if "dataframe" in case.needs else objects).append(case)
    yield Feature("object", "The extension object", objects)
    yield Feature("object-frame", "Data frames of objects", frames)
