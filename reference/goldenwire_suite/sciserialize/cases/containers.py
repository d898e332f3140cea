"""Arrays, maps and their content; order, depth and places of members."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.sciserialize.tables import DEPTH, Carrier
from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.colliding_names import COLLIDING, TOLD
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import array, f64, mapping, ndarray, nested, tagged

_WORDS = FeatureBuilder("containers")
_MOMENT = {"datetime": "2015-02-18T21:40:23"}
_DURATION = {"timedelta": ["1", "2", "3"]}

# The ends of each form of an array and of a map in MessagePack, below a thousand.
_ARRAY_SIZES, _MAP_SIZES = (15, 16, 255, 256), (15, 16, 255, 256)
# Sizes above a thousand; in JSON they would test nothing more.
_LONG_SIZES = {"65535": 65535, "65536": 65536}

# Keys, with a description; the value of each is its number in this order.
_KEYS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "keys-order": (("\uff61", "\U0001f600", "\xe9", "z", ""), "keys that are in another order by UTF-16 code units "
                   "than by code points: U+FF61 comes before U+1F600", "CANON-01 CTX-03"),
    "keys-prefix": (("a", "aa", "a b", "A"), "keys of which one is the beginning of others", "CANON-01"),
    "keys-octets": (("\x7f", "\x80", "\u07ff", "\u0800", "\uffff", "\U00010000", "a", "\xff"),
                    "keys that are in order only if their octets are compared without a sign", "CANON-01"),
    "keys-digits": (("10", "9", "1", "09", "-1"), "keys that are numerals, which are ordered as text", "CANON-01"),
    "keys-case": (("b", "A", "a", "B", "_"), "keys of upper and lower case", "CANON-01"),
    "key-empty": (("",), "the empty string as a key", "json:JSON-05 msgpack:MP-02 msgpack:CANON-11"),
    "key-escaped": (('"\n\\',), "a key that JSON has to escape",
                    "json:JSON-03 json:CANON-02 msgpack:MP-02 msgpack:CANON-10"),
    "keys-normalised": (("e\u0301", "\xe9"), "a letter composed and decomposed, which are two keys",
                        "json:JSON-09 msgpack:MP-09"),
    "keys-folded": (("Key", "key", "KEY"), "keys that differ by case alone", "json:JSON-09 msgpack:MP-09"),
    "keys-blank": ((" a", "a", "a "), "keys that differ by a blank at an end", "json:JSON-09 msgpack:MP-09"),
    "keys-host": (("__proto__", "constructor", "__class__", "toString"),
                  "keys that name members of every object in JavaScript or in Python", "GEN-13"),
    "keys-near": (("__type", "type", "__TYPE__", "base64", "__type__ ", "__base64"),
                  "keys that are almost the reserved ones", "TAG-01 CANON-01"),
    "keys-alike": (("k" * 70 + "b", "k" * 70 + "a", "k" * 70), "keys whose first 70 octets are alike", "CANON-01"),
    "keys-hashed": (tuple(COLLIDING), f"keys that {TOLD}",
                    "json:JSON-09 msgpack:MP-09"),
    "key-long": (("k" * 300,), "a key of 300 octets", "GEN-03 msgpack:CANON-10"),
    "key-str8": (("k" * 32,), "a key of 32 octets", "GEN-03 msgpack:CANON-10"),
    "key-fixstr": (("k" * 31,), "a key of 31 octets", "GEN-03 msgpack:CANON-10"),
}  # fmt: skip


def _plain() -> Iterator[Case]:
    write, both = _WORDS.write, "GEN-03 json:CANON-02 msgpack:CANON-11"
    yield from write("array-empty", [], "an empty array", "GEN-03 msgpack:CANON-11")
    yield from write("map-empty", mapping({}), "an empty map", "GEN-03 msgpack:CANON-11")
    yield from write("array-one", [1], "the array [1]", "GEN-03 msgpack:CANON-11")
    yield from write("array-two", [1, 2], "the array [1, 2]", f"{both} json:JSON-15")
    yield from write("array-inner", [[1], 2], "the array [[1], 2]", f"{both} json:JSON-15")
    yield from write("map-one", mapping({"a": 1}), "a map of one member", "GEN-03 msgpack:CANON-11")
    yield from write("map-two", mapping({"a": 1, "b": 2}), "a map of two members", f"{both} json:JSON-15")
    yield from write("map-three", mapping({"a": 1, "b": 2, "c": 3}), "a map of three members", f"{both} json:JSON-15")
    yield from write("map-nested", mapping({"a": mapping({"b": 1})}), "a map in a map", "GEN-05 msgpack:CANON-11")
    yield from write("map-string", mapping({"a": "AQID"}), "a map of one string", "GEN-03 msgpack:CANON-10")
    yield from write("array-map", [mapping({"a": 1, "b": None})], "a map in an array", "GEN-05 GEN-16 json:JSON-15")
    yield from write("array-strings", [["a", "b"]], "strings in an array of an array", f"{both} json:JSON-15")
    yield from write("array-of-nulls", [None, None, True, False], "nulls and booleans in an array",
                     f"{both} json:JSON-04 json:JSON-15")  # fmt: skip
    yield from write("map-of-nulls", mapping({"a": None, "b": None}), "nulls as members of a map",
                     "GEN-16 json:JSON-15")  # fmt: skip
    for count in _ARRAY_SIZES:
        numbers = [number % 100 for number in range(count)]
        yield from write(f"array-{count}", numbers, f"an array of {plural(count, 'item')}", "GEN-16 msgpack:CANON-11")
    for count in _MAP_SIZES:
        members = mapping({f"key{number:03}": number % 100 for number in range(count)})
        yield from write(f"map-{count}", members, f"a map of {plural(count, 'member')}", "GEN-16 msgpack:CANON-11")
    for name, count in _LONG_SIZES.items():
        mistake = {"65535": "packs-arrays-H-late", "65536": "packs-counts-cut"}[name]
        yield from write(f"array-{name}", array(*[None] * count), f"an array of {count:,} nulls", "GEN-16",
                         carriers=("msgpack",), catches=mistake)  # fmt: skip
    draft = mapping({"keyString": "value", "Object containing Numbers array": [1.1, 1.2, 1.3]})
    yield from write("map-draft", draft, "the object of the draft's table", "CANON-01 json:JSON-05 msgpack:MP-02")
    mixed = mapping({"a": [None, mapping({"b": [True, [1.5, "x"]]})]})
    what = "a map of an array of a map of an array, with values of other kinds beside them"
    yield from write("mixed", mixed, what, "json:CANON-02 json:JSON-05 msgpack:MP-02 msgpack:CANON-11")
    yield from write("arrays", [[], [[]], [[], []]], "empty arrays in arrays", "GEN-05 json:CANON-02 msgpack:CANON-11")
    yield from write("maps", mapping({"a": mapping({}), "b": mapping({"a": mapping({})})}), "empty maps in maps",
                     "json:CANON-02 msgpack:MP-02 msgpack:CANON-11")  # fmt: skip


def _keys() -> Iterator[Case]:
    for name, (keys, summary, requirements) in _KEYS.items():
        members = mapping({key: number for number, key in enumerate(keys, 1)})
        yield from _WORDS.write(name, members, summary, requirements)
    members = mapping({"~#type": "datetime", "isostr": "2015-02-18T21:40:23"})
    yield from _WORDS.write("key-old-tag", members, "a map with the key ~#type, the tag of an older format", "TAG-07")
    members = mapping({"isostr": "2015-02-18T21:40:23"})
    yield from _WORDS.write(
        "members-without-tag", members, "a map with the key isostr and no tag", "TAG-01 msgpack:CANON-11"
    )
    members = mapping({"key": "__type__", "other": ["__base64__", "datetime"]})
    yield from _WORDS.write(
        "reserved-as-value",
        members,
        "reserved keys and a tag as plain strings",
        "TAG-01 json:CANON-02 msgpack:CANON-11",
    )


def _stored() -> Iterator[Case]:
    read = _WORDS.read
    yield from read("order-map", {"b": 1, "a": 2}, mapping({"a": 2, "b": 1}), "members in descending order", "GEN-11")
    alike = {"k" * 70 + last: number for number, last in enumerate("ba", 1)}
    yield from read("order-alike", alike, mapping(dict(sorted(alike.items()))),
                    "two members in descending order, whose keys differ in the last of 71 octets",
                    "GEN-11 msgpack:MP-06")  # fmt: skip
    yield from read("order-nested", [{"b": {"d": 1, "c": 2}, "a": 2}],
                    [mapping({"a": 2, "b": mapping({"c": 2, "d": 1})})],
                    "members in descending order, in a map and in a map in it", "GEN-11")  # fmt: skip
    moment = tagged("datetime", isostr="2015-02-18T21:40:23")
    yield from read("order-tag-last", dict(reversed(moment.items())), _MOMENT, "a date-time whose tag is last",
                    "TAG-08")  # fmt: skip
    stored = {"shape": [1], "dtype": "float64", "__type__": "ndarray", "bytes": bytes.fromhex("000000000000f83f")}
    yield from read("order-tag-middle", stored, ndarray("float64", [1], f64(1.5)),
                    "an array whose tag is in the middle",
                    "TAG-08")  # fmt: skip


def _typed() -> Iterator[Case]:
    write = _WORDS.write
    recursive = "GEN-05 TAG-01 CANON-01"
    yield from write("typed-in-array", [_MOMENT, _DURATION, _MOMENT], "date-times and a duration in an array",
                     recursive)  # fmt: skip
    yield from write("typed-in-map", mapping({"a": _MOMENT, "b": _DURATION}), "a date-time and a duration in a map",
                     recursive)  # fmt: skip
    deep = [mapping({"a": [mapping({"b": [_DURATION, mapping({"c": _MOMENT})]})]})]
    yield from write("typed-deep", deep, "a date-time and a duration, deep in arrays and maps", recursive)
    everything = [_MOMENT, _DURATION, ndarray("uint8", [2], 1, 2), b"\0", None, True, 1, 1.5, "", [], mapping({})]
    yield from write("typed-all", everything, "an array with a value of each core kind", "GEN-03 GEN-05 CANON-01")
    yield from write("binary-in-array", [b"", [b"\1"], mapping({"b": b"\2"})], "binary in arrays and in a map",
                     "json:JSON-14 msgpack:MP-01 msgpack:CANON-11")  # fmt: skip


def _depth() -> Iterator[Case]:
    """Values of every kind at the deepest level that every codec accepts."""
    duration = {"timedelta": ["0", "0", "0"]}
    deepest, as_deep = "the deepest that every codec reads", "as deep as every codec reads"
    last: dict[str, tuple[Any, str]] = {
        "array": (nested(DEPTH), f"{DEPTH} arrays in one another, {as_deep}"),
        "map": (nested(DEPTH, "map"), f"{DEPTH} maps in one another, {as_deep}"),
        "mixed": (nested(64, "map", nested(64)), f"64 maps around 64 arrays, {as_deep}"),
        "empty-array": (nested(DEPTH - 1, "array", array()), f"an empty array at level {DEPTH}, {deepest}"),
        "empty-map": (nested(DEPTH - 1, "array", mapping({})), f"an empty map at level {DEPTH}, {deepest}"),
        "tagged": (nested(DEPTH - 1, "array", duration), f"a duration at level {DEPTH}, {deepest}"),
        "ndarray": (nested(DEPTH - 2, "map", ndarray("int8", [0])),
                    f"an ndarray whose shape is at level {DEPTH}, {deepest}"),
    }  # fmt: skip
    for name, (value, summary) in last.items():
        yield from _WORDS.write(f"depth-128-{name}", value, summary, "GEN-10", numbers=(DEPTH,))
    # Binary is an object in JSON, which counts as a level; in MessagePack it does not.
    binary: dict[Carrier, str] = {
        "json": f"empty binary at level {DEPTH}, {deepest}, in JSON",
        "msgpack": f"empty binary in the innermost of {DEPTH - 1} arrays, in MessagePack",
    }
    for carrier, summary in binary.items():
        value = nested(DEPTH - 1, "array", {"bin": ""})
        yield from _WORDS.write("depth-128-binary", value, summary, "GEN-10", (carrier,), numbers=(DEPTH,))
    yield from _WORDS.write("depth-128-bin", nested(DEPTH, "array", {"bin": ""}),
                            f"empty binary in the innermost of {DEPTH} arrays: a bin has no level", "GEN-10",
                            carriers=("msgpack",))  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of cases that are read and written."""
    cases = [*_plain(), *_keys(), *_stored(), *_typed(), *_depth()]
    yield Feature("containers", "Arrays, maps, order and depth", cases)
