"""Sets, with their extension on."""

from collections.abc import Iterator, Sequence
from typing import Any

from goldenwire_reference.sciserialize import FORMAT
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.colliding_names import COLLIDING, TOLD
from goldenwire_suite.sciserialize.cases.builders import KINDS, FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import Stored, mapping, ndarray, node, tagged

_SET = FeatureBuilder("set", "unique_set")
_FRAME = FeatureBuilder("set", "unique_set", needs=["dataframe"])
_JSON = {"carrier": "json", "extensions": ["unique_set"]}
_MOMENT = {"datetime": "2015-02-18T21:40:23"}
_STORED_MOMENT = tagged("datetime", isostr="2015-02-18T21:40:23")


def unique(*elements: Any) -> Any:
    """The notation of a set, its elements in order."""
    return {"unique_set": [node(element) for element in elements]}


_ONE = Stored("set/one", tagged("unique_set", set=[1]))


def _stored_set(*elements: Any) -> dict[str, Any]:
    return tagged("unique_set", set=list(elements))


def _stored_array(**members: Any) -> dict[str, Any]:
    return tagged("ndarray", **{"bytes": b"\1", "dtype": "int8", "shape": [1], **members})


# Elements that differ, in the order of their canonical JSON, and how they differ.
_DISTINCT: dict[str, tuple[list[Any], str, str]] = {
    "kinds": (["1", 1, [1], True, mapping({"a": 1})], "1, true and the string 1, among others", "EXT-08"),
    "zeros": ([-0.0, 0], "0 and -0.0", "EXT-08"),
    "zero-and-false": ([0, False, None], "0, false and null", "EXT-08"),
    "strings": (["A", "a", "e\u0301", "\xe9"], "strings that differ by case or by form alone", "EXT-08"),
    "binary": (["a", b"a"], "octets and the string of the same characters", "EXT-08"),
    "moments": ([{"datetime": "2015-02-18T12:00:00"}, {"datetime": "2015-02-18T12:00:00+00:00"},
                 {"datetime": "2015-02-18T13:00:00+01:00"}], "one instant at two offsets, and its time without offset",
                "EXT-08"),
    "dtypes": ([ndarray("int8", [1], 1), ndarray("uint8", [1], 1)], "arrays that differ by dtype alone", "EXT-08"),
    "shapes": ([ndarray("int8", [1], 1), ndarray("int8", [], 1)], "arrays that differ by shape alone", "EXT-08"),
    "array-nans": ([ndarray("float32", [1], "0x7fc00000"), ndarray("float32", [1], "0x7fc00001")],
                   "arrays of two NaNs that differ in their bits", "EXT-08"),
    "lengths": ([[1, 1], [1], []], "arrays of different lengths", "EXT-08"),
    "maps": ([mapping({"a": 1}), mapping({"a": 2}), mapping({"b": 1})], "maps that differ in a key or a value",
             "EXT-08"),
}  # fmt: skip

_SPELLED = ("null", None, "true", True, "false", False, "10", 10, "1.5", 1.5)

# Elements that differ, and that a codec takes for equal if it compares texts made of their parts, in any order.
_ALIKE: dict[str, tuple[list[Any], str]] = {
    "joined": ([["a", "b"], ['a","b'], ["a,b"], ["a", "b", ""]], "arrays of strings that look alike once joined"),
    "joined-strings": (["a", "b", 'a","b', "a,b", '"a"', "a\\"],
                       "strings that contain the quotes and commas which stand between strings in JSON"),
    "joined-numbers": ([[1, 2], ["1,2"], [12], ["1", 2], "1,2", "[1,2]"],
                       "strings, and arrays of numbers and strings, that look alike"),
    "joined-nests": ([[[1], 2], [1, [2]], [[1, 2]], [1, 2], [[1], [2]]], "arrays that differ in their brackets alone"),
    "joined-members": ([mapping({"a": 1, "b": 2}), mapping({'a":1,"b': 2}), mapping({"a": "1,b:2"})],
                       "maps that look alike once their members are joined"),
    "joined-pairs": ([mapping({"a": 1}), ["a", 1], [["a", 1]], 'a":1', '{"a":1}'],
                     "a map, and arrays and strings that look like it"),
    "joined-unquoted": ([mapping({"a": 1, "b": 2}), mapping({"a:1,b": 2}), mapping({"a:1,b:2": 0})],
                        "maps that look alike once their members are joined without quotes"),
    "hex": ([b"\x10", 10, 16, "10", b"10", "0x10", b""], "the octet 10, the numbers 10 and 16, and strings like them"),
    "hex-in-arrays": ([[b"\x10"], [10], [16], ["10"], [b"10"], [[b"\x10"]], [[10]], [["10"]]],
                      "arrays of the octet 10, of the numbers 10 and 16, and of strings like them"),
    "hex-in-maps": ([*(mapping({"a": one}) for one in (b"\x10", 10, 16, "10", b"10", [b"\x10"], [10], ["10"]))],
                    "maps of the octet 10, of the numbers 10 and 16, and of strings like them"),
    "spelled-in-arrays": ([*([one] for one in _SPELLED)],
                          "arrays of strings, and arrays of values of other kinds that are spelled like them"),
    "spelled-in-maps": ([*(mapping({"a": one}) for one in _SPELLED)],
                        "maps of strings, and maps of values of other kinds that are spelled like them"),
    "spelled": (["null", None, "true", True, "1.5", 1.5, "[]", [], "{}", mapping({}), ""],
                "strings, and values of other kinds that are spelled like them"),
    "stored": (["YQ==", b"a", _MOMENT, "2015-02-18T21:40:23", unique(1, 2), [1, 2]],
               "binary, a date-time and a set, and strings and an array that look like them"),
    "hashed": (COLLIDING, f"strings that {TOLD}"),
}  # fmt: skip


def _by_json(elements: Sequence[Any]) -> list[Any]:
    """Return the elements in the order of their canonical JSON, as a set holds them."""
    return list(FORMAT.decode(FORMAT.encode(unique(*elements), _JSON), _JSON)["unique_set"])


# Stored elements of which two are equal, and why.
_EQUAL: dict[str, tuple[list[Any], str]] = {
    "integers": ([1, 1], "1 twice"), "apart": (["a", None, "a"], "a string twice, with null in between"),
    "around": ([[1], [1.0], [1.5]], "arrays that hold 1 and 1.0, and one whose canonical form lies between theirs"),
    "integral": ([1, 1.0], "1 and 1.0"), "arrays": ([[1], [1.0]], "arrays that hold 1 and 1.0"),
    "nulls": ([None, None], "null twice"), "booleans": ([True, 0, True], "true twice"),
    "maps": ([{"a": 1, "b": 2}, {"b": 2, "a": 1}], "a map twice, with its members in another order"),
    "map-numbers": ([{"a": 1}, {"a": 1.0}], "maps that hold 1 and 1.0"),
    "binary": ([b"a", b"a"], "an octet twice"),
    "moments": ([_STORED_MOMENT, tagged("datetime", isostr="2015-02-18T21:40:23.0")], "a date-time in two spellings"),
    "moment-offsets": ([tagged("datetime", isostr="2015-02-18T21:40:23Z"),
                        tagged("datetime", isostr="2015-02-18T21:40:23+00:00")],
                        "a date-time with offset 0 in two spellings"),
    "durations": ([tagged("timedelta", days=1, seconds=0, microsec=0),
                   tagged("timedelta", days=0, seconds=86400, microsec=0)],
                  "one day, and the seconds of a day"),
    "sets": ([_stored_set(1, 2), _stored_set(2, 1)], "a set twice, with its elements in another order"),
    "sets-spelled": ([_stored_set([1], [1.5]), _stored_set([1.0], [1.5])],
                     "a set twice, once with [1] and once with [1.0], which lie on different sides of [1.5] in "
                     "canonical order"),
    "ndarrays": ([_stored_array(), _stored_array()], "an array twice"),
    "doubles": ([0.5, 0.5], "a half twice"), "minus-zeros": ([-0.0, -0.0], "-0.0 twice"),
    "zeros": ([0, 0.0], "0 and 0.0"),
    "large": ([2**53 - 1, 2.0**53 - 1], "2^53 - 1 as an integer and as a double"),
}  # fmt: skip


def _sets() -> Iterator[Case]:
    write = _SET.write
    yield from write("empty", unique(), "an empty set", "EXT-01 CTX-02")
    yield from write("one", unique(1), "a set of one element", "EXT-01 CTX-02")
    yield from write("order", unique("b", -1, 10, 9, None, True, mapping({})),
                     "a set of elements of many kinds", "CANON-08")  # fmt: skip
    for name, (elements, summary, requirements) in _DISTINCT.items():
        yield from write(name, unique(*elements), f"a set of {summary}", requirements)
    for name, (elements, summary) in _ALIKE.items():
        yield from write(f"alike-{name}", unique(*_by_json(elements)), f"a set of {summary}", "EXT-08")
    yield from write("typed", unique(b"\1", _MOMENT), "a set of octets and a date-time", "EXT-01 GEN-05")
    yield from write("nested", unique(unique(1, 2), unique(1), unique()), "a set of sets", "EXT-01 CANON-08")
    yield from write("number-order", unique([1.5], [1]),
                     "a set of [1.5] and [1], in this order, which would be the other one if 1 were spelled 1.0",
                     "CANON-08")  # fmt: skip
    yield from write("string-order", unique("\xe9", "\uff61", "\U0001f600"),
                     "a set of strings that are in another order by UTF-16 code units", "CANON-08")  # fmt: skip
    yield from write("member", mapping({"a": unique(1)}), "a set in a map", "EXT-01 GEN-05")
    yield from _SET.read("stored-order", _stored_set(3, 1, 2), unique(1, 2, 3), "a set that is stored as 3, 1, 2",
                         "EXT-01")  # fmt: skip
    yield from _SET.given("given-order", {"unique_set": [node(3), node(1)]}, unique(1, 3),
                          "to be written: a set that is given as 3, 1", "CANON-08")  # fmt: skip
    inner = {"unique_set": [{"unique_set": [node(2), node(1)]}, node(0)]}
    yield from _SET.given("given-order-inner", inner, unique(0, unique(1, 2)),
                          "to be written: a set in a set, neither of which is given in order", "CANON-08")  # fmt: skip
    yield _SET.read_bytes("float-order-json", "json", b'{"set":[1.5,1],"__type__":"unique_set"}', unique(1, 1.5),
                          "a set that is stored as 1.5, 1", "EXT-01")  # fmt: skip


def _bad_sets() -> Iterator[Case]:
    reject = _SET.reject
    for name, (elements, summary) in _EQUAL.items():
        numbers = {"large": (2**53 - 1,), "sets-spelled": (1.5,)}.get(name, (0,))
        yield from reject(f"repeated-{name}", _ONE, _stored_set(*elements), "set.duplicate",
                          f"a set with equal elements: {summary}",
                          "EXT-08", in_order=False, numbers=numbers)  # fmt: skip
    shape = tagged("ndarray", shape=_stored_set(1), dtype="int8", bytes=b"\1")
    yield from reject("shape-set", _ONE, shape, "tag.kind", "a set as the member shape of an array",
                      "TAG-11", catches="sets-are-arrays")  # fmt: skip
    columns = tagged("dataframe", shape=[1, 1], dtype="int8", bytes=b"\1", columns=_stored_set("a"), rows=["b"])
    yield from _FRAME.reject("columns-set", _ONE, columns, "tag.kind", "a set as the member columns of a data frame",
                             "TAG-11", catches="sets-are-arrays")  # fmt: skip
    yield from reject("missing", _ONE, _ONE.without("set"), "tag.missing", "a set without the member set", "EXT-01")
    yield from reject("extra", _ONE, _ONE.but(size=1), "tag.extra", "a set with the further member size")
    for kind, value in {"null": None, "map": {"1": 1}, "binary": b"\1", "string": "1", "number": 1}.items():
        yield from reject(f"set-{kind}", _ONE, _ONE.but(set=value), "tag.kind", f"{KINDS[kind]} as the member set")


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of rejected cases."""
    yield Feature("set", "The extension unique_set", [*_sets(), *_bad_sets()])
