"""Arrays, maps and what lies in them; order, depth and places of members."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.words import Words, array, mapping, ndarray, nested, tagged

_WORDS = Words("containers")
_BOTH = "json:JSON-05 msgpack:MP-02"
_MOMENT = {"datetime": "2015-02-18T21:40:23"}


def _plain() -> Iterator[Case]:
    write = _WORDS.write
    yield from write("array-empty", [], "no items", "GEN-03 json:JSON-01 json:JSON-15")
    yield from write("map-empty", mapping({}), "no members", "GEN-03 json:JSON-01 json:JSON-15")
    yield from write("array-of-nulls", [None, None, True, False], "items are kept apart", "GEN-03 json:JSON-15")
    yield from write("array-15", list(range(15)), "the most of a fixarray", "msgpack:CANON-05 json:JSON-05")
    yield from write("array-16", list(range(16)), "the least of an array 16", "msgpack:CANON-05 json:JSON-05")
    yield from write("array-65536", array(*[None] * 65536), "the least of an array 32", "CANON-05",
                     carriers=("msgpack",))  # fmt: skip
    for count in (15, 16, 256):
        members = mapping({f"key{number:03}": number for number in range(count)})
        yield from write(f"map-{count}", members, f"{count} members", "msgpack:CANON-05 json:JSON-05")
    draft = mapping({"keyString": "value", "Object containing Numbers array": [1.1, 1.2, 1.3]})
    yield from write("map-draft", draft, "the object of the draft's table", _BOTH)
    yield from write("mixed", mapping({"a": [None, mapping({"b": [True, [1.5, "x"]]})]}), "all in one another", _BOTH)


def _keys() -> Iterator[Case]:
    write = _WORDS.write
    by_code_point = mapping({"\uff61": 1, "\U0001f600": 2, "\xe9": 3, "z": 4, "": 5})
    yield from write("keys-order", by_code_point, "by code point: U+FF61 is before U+1F600", "CANON-01 GEN-12")
    yield from write("keys-prefix", mapping({"a": 1, "aa": 2, "a b": 3, "A": 4}), "a prefix comes first", "CANON-01")
    yield from write("key-empty", mapping({"": ""}), "the empty string is a key", _BOTH)
    yield from write("key-escaped", mapping({'"\n\\': 1}), "a key that JSON escapes", _BOTH)
    yield from write("keys-normalised", mapping({"e\u0301": 1, "\xe9": 2}), "two forms of one letter are two keys",
                     "json:JSON-09 msgpack:MP-09")  # fmt: skip
    yield from write("keys-host", mapping({"__proto__": 1, "constructor": 2, "__class__": 3, "toString": 4}),
                     "names that mean something in a host language", "GEN-13 CTX-03")  # fmt: skip
    yield from write("keys-near", mapping({"__type": 1, "type": "ndarray", "__TYPE__": "ndarray", "base64": "AA=="}),
                     "keys that only look like reserved ones", "TAG-02")  # fmt: skip
    yield from write("key-old-tag", mapping({"~#type": "datetime", "isostr": "2015-02-18T21:40:23"}),
                     "the tag of an older format is an ordinary key", "TAG-07")  # fmt: skip
    yield from write("members-without-tag", mapping({"isostr": "2015-02-18T21:40:23"}), "no tag, no type", "TAG-01")
    yield from write("key-long", mapping({"k" * 300: 1}), "a key of 300 octets", "json:JSON-05 msgpack:CANON-05")


def _stored() -> Iterator[Case]:
    read = _WORDS.read
    order = "members in another order"
    yield from read("order-map", {"b": 1, "a": 2}, mapping({"a": 2, "b": 1}), order, "GEN-11")
    yield from read("order-nested", [{"b": {"d": 1, "c": 2}, "a": 2}],
                    [mapping({"a": 2, "b": mapping({"c": 2, "d": 1})})], order, "GEN-11")  # fmt: skip
    moment = tagged("datetime", isostr="2015-02-18T21:40:23")
    yield from read("order-tag-last", dict(reversed(moment.items())), _MOMENT, "the tag is last", "TAG-08")
    stored = {"shape": [1], "dtype": "int8", "__type__": "ndarray", "bytes": b"\5"}
    yield from read("order-tag-middle", stored, ndarray("int8", [1], 5), "the tag is in the middle", "TAG-08")


def _typed() -> Iterator[Case]:
    write = _WORDS.write
    duration, numbers = {"timedelta": ["1", "2", "3"]}, ndarray("uint8", [2], 1, 2)
    recursive = "GEN-05 TAG-01 TAG-02"
    yield from write("typed-in-array", [_MOMENT, duration, _MOMENT], "typed values as items", recursive)
    yield from write("typed-in-map", mapping({"a": _MOMENT, "b": duration}), "typed values as members", recursive)
    deep = [mapping({"a": [mapping({"b": [duration, mapping({"c": _MOMENT})]})]})]
    yield from write("typed-deep", deep, "typed values at a depth of seven", recursive)
    yield from write("typed-all", [_MOMENT, duration, numbers, b"\0", None, 1, 1.5, "", [], mapping({})],
                     "every kind in one array", "GEN-03 GEN-14 GEN-16")  # fmt: skip
    yield from write("binary-in-array", [b"", [b"\1"], mapping({"b": b"\2"})], "binary as item and member",
                     "json:JSON-14 msgpack:MP-01")  # fmt: skip


def _depth() -> Iterator[Case]:
    write = _WORDS.write
    for kind in ("array", "map"):
        yield from write(f"depth-128-{kind}", nested(128, kind), f"128 levels of {kind}s", "GEN-10")
    mixed = nested(64, "map", nested(64, "array"))
    yield from write("depth-128-mixed", mixed, "64 maps around 64 arrays", "GEN-10")
    inside = {"timedelta": ["0", "0", "0"]}
    yield from write("depth-128-tagged", nested(127, "array", inside), "a duration at level 128", "GEN-10")
    yield from write("depth-128-ndarray", nested(126, "array", ndarray("int8", [0])), "an ndarray whose shape, and in "
                     "JSON whose binary object, is at level 128", "GEN-10")  # fmt: skip
    yield from write("depth-128-binary", nested(127, "array", {"bin": ""}), "binary at level 128, which in MessagePack "
                     "is none", "GEN-10")  # fmt: skip
    yield from write("depth-128-bin", nested(128, "array", {"bin": ""}), "bin in an array of level 128", "GEN-10",
                     carriers=("msgpack",))  # fmt: skip


def features() -> Iterator[Feature]:
    """What is read and written."""
    cases = [*_plain(), *_keys(), *_stored(), *_typed(), *_depth()]
    yield Feature("containers", "Arrays, maps, order and depth", cases)
