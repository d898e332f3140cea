"""Values that an encoder refuses."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.extensions import masked, unique
from goldenwire_reference.sciserialize.catalogue.frames import frame
from goldenwire_reference.sciserialize.catalogue.words import Words, f64, mapping, ndarray, node

_WORDS, _FRAME = Words("refusals"), Words("refusals", needs=["dataframe"])
_SET, _MASKED, _OBJECT = Words("refusals", "unique_set"), Words("refusals", "maskedarray"), Words("refusals", "object")
_BOTH = Words("refusals", "maskedarray", "object")


def _pairs(*pairs: tuple[Any, Any]) -> Any:
    return {"map": [[key, node(member)] for key, member in pairs]}


def _carrier() -> Iterator[Case]:
    refusal = _WORDS.refusal
    for name, number in {"infinity": float("inf"), "minus-infinity": float("-inf"), "nan": float("nan")}.items():
        atom = {"number": f64(number)}
        summary = f"{name} by itself, which JSON has not"
        yield from refusal(name, "numbers/double-one", atom, "NUMBER", "the number is not finite", summary, "JSON-06",
                           carriers=("json",))  # fmt: skip
    in_map = mapping({"a": [{"number": f64(float("inf"))}]})
    yield from refusal("infinity-inside", "containers/map-empty", in_map, "NUMBER", "it holds an infinity",
                       "deep in a value",
                       "JSON-06 ENC-01", carriers=("json",))  # fmt: skip
    for name, integer in {
        "uint64-beyond": 2**64,
        "int64-beyond": -(2**63) - 1,
        "far": 10**30,
        "far-minus": -(10**400),
    }.items():
        requirements = "json:JSON-21 msgpack:MP-12"
        yield from refusal(f"integer-{name}", "numbers/integer-one", integer, "NUMBER",
                           "the integer needs more than 64 bits",
                           "an integer out of range", requirements)  # fmt: skip
    for name, key in {"type": "__type__", "base64": "__base64__"}.items():
        for place, value in (
            ("top", mapping({key: "datetime"})),
            ("inside", [mapping({"a": mapping({"b": 1, key: None})})]),
        ):
            yield from refusal(f"reserved-{name}-{place}", "containers/map-empty", value, "RESERVED",
                               "a key of it is reserved", f"the key {key}", "TAG-05")  # fmt: skip
    whole = mapping({"__type__": "datetime", "isostr": "2015-02-18T21:40:23"})
    yield from refusal("reserved-datetime", "containers/map-empty", whole, "RESERVED", "a key of it is reserved",
                       "a map that would come back as a date-time", "TAG-05 GEN-14")  # fmt: skip
    for name, pairs in {"adjacent": [("a", 1), ("a", 1)], "apart": [("a", 1), ("b", 2), ("a", 3)]}.items():
        yield from refusal(f"duplicate-{name}", "containers/map-empty", _pairs(*pairs), "DUPLICATE_KEY",
                           "a key is there twice",
                           "a key twice", "ENC-03")  # fmt: skip
    yield from refusal("duplicate-inside", "containers/map-empty", [_pairs(("", 1), ("", None))], "DUPLICATE_KEY",
                       "a key is there twice", "deep in a value", "ENC-03")  # fmt: skip
    for name, octets in {"surrogate": "eda080", "stray": "80", "cut": "61e697", "latin-1": "47f6"}.items():
        edit = "the text is not UTF-8"
        yield from refusal(
            f"utf8-{name}", "strings/hello", {"utf8": octets}, "UTF8", edit, "a string that is no text", "ENC-04"
        )
    yield from refusal("utf8-key", "containers/map-empty", _pairs(({"utf8": "edb080"}, 1)), "UTF8",
                       "a key is not UTF-8",
                       "a key that is no text", "ENC-04")  # fmt: skip
    yield from refusal("utf8-inside", "strings/hello", [1, ["a", {"utf8": "ff"}]], "UTF8", "an item is not UTF-8",
                       "deep in a value", "ENC-04")  # fmt: skip


def _types() -> Iterator[Case]:
    refusal = _WORDS.refusal
    for name, text in {"date": "2015-02-18", "day-30": "2015-02-30T00:00:00", "free": "now",
                       "hour-24": "2015-02-18T24:00:00",
                       "year-10000": "10000-01-01T00:00:00",
                       "offset": "2015-02-18T21:40:23+24:00"}.items():  # fmt: skip
        yield from refusal(f"datetime-{name}", "datetime/whole", {"datetime": text}, "VALUE", "it is no date-time",
                           f"{text!a}", "DT-07 EXT-06")  # fmt: skip
    for name, members in {"days": ("1000000000", "0", "0"), "minus": ("-999999999", "0", "-1"),
                          "seconds": ("999999999", "86400", "0")}.items():  # fmt: skip
        yield from refusal(f"timedelta-{name}", "timedelta/most", {"timedelta": list(members)}, "VALUE",
                           "it is out of range",
                           "a duration out of range", "TD-05")  # fmt: skip
    for name, dtype in {"float128": "float128", "big": ">f8", "datetime64": "datetime64[ns]", "text": "<U3",
                        "int": "int",
                        "alias": "<f8"}.items():  # fmt: skip
        bits = {"big": "ND-16", "float128": "ND-19", "datetime64": "ND-18", "text": "ND-20", "alias": "ND-14"}.get(
            name, "ND-05"
        )
        yield from refusal(f"dtype-{name}", "ndarray/float64", ndarray(dtype, [1], f64(1.5)), "DTYPE",
                           "the dtype is another",
                           f"the dtype {dtype!a}", bits)  # fmt: skip
    for name, shape in {
        "short": [3],
        "over": [1],
        "matrix": [2, 2],
        "scalar": [],
        "empty": [0],
        "negative": [-2],
    }.items():
        yield from refusal(f"elements-{name}", "ndarray/int8", ndarray("int8", shape, 1, 2), "SHAPE",
                           "the shape has another number of elements", f"two elements in the shape {shape}",
                           "ENC-02")  # fmt: skip
    for dtype, element in {
        "int8": 128,
        "uint8": -1,
        "uint16": 65536,
        "int64": 2**63,
        "uint64": 2**64,
        "int32": -(2**31) - 1,
    }.items():
        yield from refusal(f"element-{dtype}", f"ndarray/{dtype}", ndarray(dtype, [2], 0, element), "VALUE",
                           "an element is out of range", f"{element} in an array of {dtype}", "ENC-02")  # fmt: skip


def _frames() -> Iterator[Case]:
    refusal = _FRAME.refusal
    for name, label in {"null": None, "boolean": True, "fraction": 1.5, "array": [1], "binary": b"a"}.items():
        yield from refusal(f"label-{name}", "dataframe/two-rows", frame("int8", [label], [10, 11], 1, 2), "MEMBER",
                           f"a label is a {name}", "a label of another kind", "DF-03")  # fmt: skip
        yield from refusal(f"label-row-{name}", "dataframe/two-rows", frame("int8", ["a"], [10, label], 1, 2), "MEMBER",
                           f"a label is a {name}", "a label of another kind", "DF-03")  # fmt: skip
    yield from refusal("frame-elements", "dataframe/two-rows", frame("int8", ["a"], [10, 11], 1), "SHAPE",
                       "an element is missing", "one element in two rows", "ENC-02")  # fmt: skip


def _extensions() -> Iterator[Case]:
    edit = "the extension is not on"
    yield from _WORDS.refusal(
        "set-off", "containers/array-empty", unique(1), "UNKNOWN_TYPE", edit, "a set", "EXT-05 GEN-07"
    )
    yield from _WORDS.refusal("set-off-inside", "containers/array-empty", [[unique()]], "UNKNOWN_TYPE", edit,
                              "in an array",
                              "EXT-05 GEN-07")  # fmt: skip
    yield from _MASKED.refusal("set-off-beside", "containers/array-empty", unique(1), "UNKNOWN_TYPE", edit,
                               "on is another one",
                               "EXT-05")  # fmt: skip
    value = masked("int8", [1], [1], [True], 0)
    yield from _WORDS.refusal(
        "masked-off", "ndarray/int8", value, "UNKNOWN_TYPE", edit, "a masked array", "EXT-05 GEN-07"
    )
    objects = ndarray("object", [1], node("a"))
    yield from _WORDS.refusal("object-off", "ndarray/int8", objects, "DTYPE", edit, "an array of objects", "EXT-05")
    in_frame = frame("object", ["a"], [1], node("x"))
    yield from _FRAME.refusal("object-frame-off", "dataframe/two-rows", in_frame, "DTYPE", edit,
                              "a data frame of objects",
                              "EXT-05 DF-05")  # fmt: skip
    for name, elements in {"integers": (1, 1), "integral": (1, 1.0), "arrays": ([1], [1])}.items():
        yield from _SET.refusal(f"set-{name}", "set/one", unique(*elements), "VALUE", "two elements are equal",
                                "a set with equal elements", "EXT-01 EXT-08")  # fmt: skip
    for name, mask in {"short": [True], "over": [True] * 3, "none": []}.items():
        bad = masked("int8", [2], [1, 2], mask, 0)
        yield from _MASKED.refusal(f"mask-{name}", "masked-array/vector", bad, "SHAPE", "the mask has another size",
                                   f"{len(mask)} values of mask for two elements", "ENC-02")  # fmt: skip
    for name, fill in {"null": None, "string": "0", "array": [0]}.items():
        bad = masked("int8", [1], [1], [True], fill)
        yield from _MASKED.refusal(f"fill-{name}", "masked-array/vector", bad, "MEMBER",
                                   "the fill value is of another kind",
                                   f"a fill value of kind {name}", "EXT-07")  # fmt: skip
    bad = masked("object", [], [node(1)], [True], 0)
    yield from _BOTH.refusal("masked-object", "masked-array/beside-object", bad, "DTYPE", "the dtype is object",
                             "a masked array of objects, both being on", "EXT-03 ND-05")  # fmt: skip
    short = ndarray("object", [2], node(1))
    yield from _OBJECT.refusal("object-elements", "object/vector", short, "SHAPE", "an element is missing",
                               "one of two",
                               "ENC-02 EXT-03")  # fmt: skip


def features() -> Iterator[Feature]:
    """What is refused."""
    yield Feature("refusals", "Values without a representation", [*_carrier(), *_types(), *_frames(), *_extensions()])
