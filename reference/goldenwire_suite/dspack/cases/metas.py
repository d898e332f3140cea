"""Meta blocks: user meta of every kind, and every form of MessagePack that a reader must accept."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.notation import ANY_NAN
from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.colliding_names import COLLIDING, TOLD
from goldenwire_suite.dspack.cases.builders import (
    Json,
    block,
    cases,
    data_set,
    file,
    framed,
    given_file,
    read_file,
)


def nested(levels: int, kind: str) -> Any:
    """Return user meta of that many levels (it is the first one): of arrays, of maps, or of both in turn."""
    value: Any = 7
    for level in range(levels, 1, -1):
        value = [value] if kind == "array" or (kind == "both" and level % 2) else {"k": value}
    return {"k": value}


def tree(*values: Any) -> Json:
    """Return a data set without rows, whose user meta has an array of these values in neutral notation."""
    return {**data_set("!B"), "meta": {"map": {"v": {"array": list(values)}}}}


# By form, integers that are written in it: the least and the greatest.
_INTEGERS = {
    "fixint": [0, 1, 127], "negative-fixint": [-1, -32], "uint-8": [128, 255], "uint-16": [256, 65535],
    "uint-32": [65536, 2**32 - 1], "uint-64": [2**32, 2**63, 2**64 - 1], "int-8": [-33, -128],
    "int-16": [-129, -32768], "int-32": [-32769, -(2**31)], "int-64": [-(2**31) - 1, -(2**63)],
}  # fmt: skip


def content(length: int) -> str:
    """Return a text of that many octets: U+FEFF, U+0000, letters of one to four octets, and U+0000 at the end."""
    marks = "\ufeff\0é東😀"
    return marks + "a" * (length - len(marks.encode()) - 1) + "\0"


def _written() -> Iterator[Case]:
    for form, values in _INTEGERS.items():
        summary = f"integers that are written as {form.replace('-', ' ')}: {', '.join(map(str, values))}"
        catches = "unsigned-forms-signed" if form == "uint-8" else ""
        yield file(f"integer-{form}", [data_set("!B", meta={"i": values})], summary, "META-16", catches)
    pairs = {f"k{n:02}": n for n in range(16)}
    fifteen = dict(list(pairs.items())[:15])
    table: list[tuple[str, dict[str, Any], str, str]] = [
        ("nil-and-booleans", {"a": None, "b": False, "c": True}, "nil, false and true", "META-05 META-12"),
        ("floats", {"a": 0.0, "b": -0.0, "c": 1.5, "d": 0.1, "e": float("inf"), "f": 5e-324},
         "every float is a float 64: 0.0, -0.0, 1.5, 0.1, infinity and the least subnormal", "META-16"),
        ("float-whole", {"a": 1.0, "b": 1}, "1.0 is a float and 1 an integer", "META-16"),
        ("text", {"a": "", "b": "text", "c": "Größe \u65e5 \U0001f600", "d": "\0\ufeff"},
         "strs: empty, in ASCII, beyond ASCII, with U+0000 and U+FEFF", "META-05"),
        ("text-controls", {"a": "".join(map(chr, range(32))) + "\x7f"}, "a str of every control character of ASCII",
         "META-05"),
        ("text-31", {"a": "x" * 31}, "a str of 31 octets, the longest fixstr", "META-16"),
        ("text-32", {"a": "x" * 32}, "a str of 32 octets, the shortest str 8", "META-16"),
        ("text-255", {"a": "x" * 255}, "a str of 255 octets, the longest str 8", "META-16"),
        ("text-256", {"a": "x" * 256}, "a str of 256 octets, the shortest str 16", "META-16"),
        ("text-65535", {"a": "x" * 65535}, "a str of 65535 octets, the longest str 16", "META-16 META-11"),
        ("text-65536", {"a": "x" * 65536}, "a str of 65536 octets, the shortest str 32", "META-16 META-11"),
        ("octets", {"a": b"", "b": b"\x00\xff"}, "bins: an empty one, and one that is no text", "META-16"),
        ("octets-255", {"a": b"x" * 255}, "a bin of 255 octets, the longest bin 8", "META-16"),
        ("octets-256", {"a": b"x" * 256}, "a bin of 256 octets, the shortest bin 16", "META-16"),
        ("octets-65535", {"a": b"x" * 65535}, "a bin of 65535 octets, the longest bin 16", "META-16 META-11"),
        ("octets-65536", {"a": b"x" * 65536}, "a bin of 65536 octets, the shortest bin 32", "META-16 META-11"),
        ("array-empty", {"a": []}, "an array without items", "META-05"),
        ("array-15", {"a": [1] * 15}, "an array of 15 items, the longest fixarray", "META-16"),
        ("array-16", {"a": [1] * 16}, "an array of 16 items, the shortest array 16", "META-16"),
        ("array-65535", {"a": [None] * 65535}, "an array of 65535 items, the longest array 16", "META-16 META-11"),
        ("array-65536", {"a": [None] * 65536}, "an array of 65536 items, the shortest array 32", "META-16 META-11"),
        ("map-empty", {"a": {}}, "a map without pairs", "META-05"),
        ("map-15", fifteen, "user meta of 15 pairs, the longest fixmap", "META-16"),
        ("map-16", pairs, "user meta of 16 pairs, the shortest map 16", "META-16"),
        ("map-inside-15", {"a": fifteen}, "a map of 15 pairs inside, the longest fixmap", "META-16"),
        ("map-inside-16", {"a": pairs}, "a map of 16 pairs inside, the shortest map 16", "META-16"),
        ("keys-sorted", {"b": 1, "a": 2, "ab": 3, "B": 4, "": 5}, "keys in ascending order, a prefix first", "META-06"),
        (
            "keys-by-octets", {"\uffff": 1, "\U00010000": 2, "z": 3, "ä": 4},
            "keys in the order of their UTF-8, which is not that of their UTF-16", "META-06",
        ),
        (
            "keys-sorted-inside", {"a": [{"d": 1, "c": {"f": 2, "e": 3}}]},
            "the keys of maps inside the user meta are in ascending order too",
            "META-06",
        ),
        ("keys-with-nul", {"a": 1, "a\0b": 2, "a\0c": 3}, "three keys that differ only from U+0000 on",
         "META-13"),
        ("keys-of-digits", {"10": 2, "9": 1, "1": 3, "0": 4}, "keys of digits, in the order of their octets",
         "META-06"),
        ("keys-with-a-meaning", {"constructor": 1, "class": 2, "__proto__": 3, "toString": 4, "_x": 5, "007": 6},
         "keys that are special in some programming language", "META-06"),
        ("keys-of-equal-hashes", {name: number for number, name in enumerate(COLLIDING, 1)},
         f"keys that {TOLD}", "META-06 META-13"),
        ("text-contents", {str(length): content(length) for length in (33, 65, 201, 257, 4097)},
         "strs of 33 to 4097 octets, each with U+FEFF and U+0000 in front and U+0000 at its end", "META-05"),
        ("key-contents", {content(length): length for length in (33, 65, 201, 257)},
         "keys of 33 to 257 octets, each with U+FEFF and U+0000 in front and U+0000 at its end", "META-05"),
        ("keys-like-the-four", {"version": 2, "schema": "!z", "meta": {}},
         "keys of the user meta with the names of keys of the meta block: version, schema, meta", "META-12"),
        (
            "mixed-array", {"a": [None, True, -1, 2.5, "s", b"b", [], {}]}, "an array with an item of every kind",
            "META-16",
        ),
        ("levels-16-arrays", nested(16, "array"), "user meta of 16 levels, of arrays", "LIM-03"),
        ("levels-16-maps", nested(16, "map"), "user meta of 16 levels, of maps", "LIM-03"),
        ("levels-16", nested(16, "both"), "user meta of 16 levels, of arrays and maps by turns", "LIM-03"),
        ("levels-beside-empty-arrays", {"a": [[]] * 20}, "20 empty arrays side by side, all of level 3", "LIM-03"),
        ("levels-beside-empty-maps", {f"k{n:02}": {} for n in range(20)},
         "20 empty maps side by side, all of level 2", "LIM-03"),
        ("levels-beside-arrays", {"a": [[1]] * 20}, "20 arrays of one item side by side, all of level 3", "LIM-03"),
        ("levels-16-twice", {"a": nested(15, "both"), "b": nested(15, "both")},
         "two branches of the user meta that both reach level 16", "LIM-03"),
    ]  # fmt: skip
    for name, meta, summary, requirements in table:
        catches = {
            "array-65535": "array-dc-too-short", "array-65536": "array-dc-too-long", "text-65536": "str-da-too-long",
            "keys-sorted-inside": "inner-keys-backwards",
        }.get(name, "")  # fmt: skip
        yield file(name, [data_set("!B", meta=meta)], summary, requirements, catches)
    few = {text: len(text) for text in ("東" * 10, "東" * 11, "😀" * 7, "😀" * 8)}
    strs = {"v": ["東" * 85, "東" * 86, "😀" * 63, "😀" * 64]}
    one = data_set(f"!B(a {'東' * 9})", description="😀" * 8, meta=few | strs)
    yield file(
        "few-characters", [one], "characters of three octets and of four: a schema of 33 octets, a description of 32, "
        "keys of 28, 30, 32 and 33, and strs of 252, 255, 256 and 258", "META-16", "strs-by-characters strs-by-units",
        numbers=[28, 30, 33],
    )  # fmt: skip
    for size, what in ((1, ""), (31, ", the longest fixstr"), (32, ", the shortest str 8"), (255, ", the longest "
                                                                                                  "str 8"),
                       (256, ", the shortest str 16"), (65535, ", the longest str 16")):  # fmt: skip
        one = data_set("!B", description="d" * size)
        rules = "META-05" + " META-16" * (size > 1) + " META-11" * (size == 65535)
        yield file(f"description-{size}", [one], f"a description of {plural(size, 'octet')}{what}", rules)
    for name, text, what in (
        ("unicode", "Größe\n\u65e5\0", "beyond ASCII, with a line end and U+0000"),
        ("spaced", " d\n", "with a space before it and a line end after it"),
    ):
        yield file(f"description-{name}", [data_set("!B", description=text)], f"a description {what}", "META-05")
    for size in (31, 32, 255, 256):
        one = data_set(f"!B(a {'n' * (size - 6)})")
        yield file(f"schema-{size}", [one], f"a schema of {size} octets", "META-12 META-16")


# A value of each kind that has a tag in the notation, under a key with the name of the tag.
_TAGGED: dict[str, Any] = {
    "array": [True], "bin": b"\x00\xff", "float": 1.5, "int": 7, "map": {"a": None}, "str": "text",
}  # fmt: skip
# The same keys, each with the value of the next one.
_MIXED = dict(zip(_TAGGED, [*list(_TAGGED.values())[1:], [True]], strict=True))

# Keys with the names of tags: name, user meta, what it is, mutations.
_TAG_KEYS: list[tuple[str, dict[str, Any], str, str]] = [
    *(
        (tag, {tag: value},
         f"the only key is {tag}, which is also a tag of the notation, and its value is of that kind",
         "keys-delivered-as-tags" + " map-keys-are-tags" * (tag == "map"))
        for tag, value in _TAGGED.items()
    ),
    ("maps", {"map": {"map": {"map": {"a": None}}}},
     "three maps inside one another, whose only key is map, around a map with nil",
     "map-keys-are-tags keys-delivered-as-tags"),
    ("empty", {"map": {"map": {"map": {}}}},
     "three maps inside one another, whose only key is map, around an empty map",
     "map-keys-are-tags keys-delivered-as-tags"),
    ("by-turns", {"array": [{"map": {"array": [{"map": {}}]}}]},
     "maps whose only key is array and map by turns, each with a value of that kind, around an empty map",
     "keys-delivered-as-tags"),
    ("all", _TAGGED, "all tags are keys beside one another, each with a value of its kind", "map-keys-among-others"),
    ("mixed", _MIXED,
     "all tags are keys beside one another, each with a value of the next one's kind, the last of the first's",
     "other-keys-are-tags"),
    ("first", {"map": {"a": None}, "z": 7}, "the key map with a map, before another key", "map-keys-among-others"),
    ("last", {"a": 7, "map": {"b": None}}, "the key map with a map, after another key", "map-keys-among-others"),
    ("others", {"a": [{"nan": "16"}, {"text": "a"}, {"utf8": "ff"}, {"str": None}, {"int": False}]},
     "maps whose only key is another word of the notation, and maps of a tag with nil or false",
     "keys-delivered-as-tags"),
]  # fmt: skip


def _tag_keys() -> Iterator[Case]:
    for name, meta, what, catches in _TAG_KEYS:
        summary = f"in the user meta: {what}"
        yield file(f"keys-of-tags-{name}", [data_set("!B", meta=meta)], summary, "META-05 SCOPE-05", catches)


def _given() -> Iterator[Case]:
    """Yield cases for encoders alone: values with members in another order, and NaNs that no encoder writes."""
    shuffled = {"b": 1, "\U00010000": 6, "a": 2, "ab": 3, "B": 4, "": 5, "\uffff": 7, "ä": 8}
    inner = {"z": {"b": 1, "a": 2}, "y": [{"d": 1, "c": 2}]}
    table: list[tuple[str, dict[str, Any], str, str]] = [
        (
            "keys-shuffled", shuffled, "members of the user meta that are not in ascending order",
            "keys-as-given keys-by-utf-16 keys-by-length",
        ),
        ("keys-shuffled-inside", inner, "members that are not in ascending order, of maps in a map and in an array",
         "inner-keys-as-given keys-in-arrays-as-given"),
        ("keys-with-nul-shuffled", {"a\0c": 1, "a\0b": 2, "a": 3},
         "three members of the user meta that differ only from U+0000 on, the last first", "keys-as-given"),
    ]  # fmt: skip
    for name, meta, summary, catches in table:
        one = data_set("!B", meta=meta)
        given = {**one, "meta": _as_given(meta)}
        yield given_file(
            f"given-{name}", [given], [one], summary=f"given {summary}", requirements="META-06", catches=catches
        )
    for name, digits, what in (
        ("quiet-negative", "fff8000000000000", "the usual NaN with its sign bit set"),
        ("payload", "7ff8000000000001", "a quiet NaN with a payload"),
        ("signalling", "7ff0000000000001", "a signalling NaN"),
    ):
        one, given = tree({"float": "0x7ff8000000000000"}), tree({"float": f"0x{digits}"})
        summary = f"given {what} in the user meta, which is written as the usual one"
        yield given_file(
            f"given-nan-{name}", [given], [one], summary=summary, requirements="META-16", catches="nan-written-as-it-is"
        )


def _nan() -> Iterator[Case]:
    """Yield cases of the NaN that encoders write for every NaN; a decoder may deliver any NaN for it."""
    head, written = data_set("!B"), "cb 7f f8 00 00 00 00 00 00"
    one = {**head, "meta": {"map": {"a": {"float": ANY_NAN[16]}}}}
    yield read_file(
        "float-nan", framed(block(meta=b"\x81\xa1a" + bytes.fromhex(written))), [one], requirements="DEC-01",
        summary=f"the NaN that encoders write, {written}; a decoder may deliver any NaN for it",
        catches="meta-without-nan",
    )  # fmt: skip
    one = data_set("!B", meta={"a": float("nan")})
    yield given_file(
        "given-float-nan", [one], [one], requirements="META-16", catches="meta-nan-of-the-processor",
        summary=f"given the NaN that encoders write, {written}, in the user meta",
    )  # fmt: skip


def _as_given(value: Any) -> Json:
    """Return the notation of user meta with its members in the given order."""
    if isinstance(value, dict):
        return {"map": {key: _as_given(item) for key, item in value.items()}}
    return {"array": [_as_given(item) for item in value]} if isinstance(value, list) else {"int": str(value)}


def _read() -> Iterator[Case]:
    plain = data_set("!B")
    keys = ("version", "schema", "description", "meta")
    orders = {
        "reversed": (keys[::-1], "META-07 META-18"),
        "by-name": (tuple(sorted(keys)), "META-07 META-18"),
        "schema-first": (("schema", "version", "meta", "description"), "META-07 META-18"),
    }
    for name, (order, rules) in orders.items():
        data, summary = framed(block(keys=order)), f"the four keys in the order {', '.join(order)}"
        catches = "keys-in-order-only version-first-key-only"
        yield read_file(f"order-{name}", data, [plain], summary=summary, requirements=rules, catches=catches)
    for octets in (
        "cc01", "cd0001", "ce00000001", "cf0000000000000001", "d001", "d10001", "d200000001", "d30000000000000001",
    ):  # fmt: skip
        data, summary = framed(block(version=bytes.fromhex(octets))), f"version 1 as {bytes.fromhex(octets).hex(' ')}"
        yield read_file(
            f"version-{octets[:2]}",
            data,
            [plain],
            summary=summary,
            requirements="META-07 META-08",
            catches="version-fixint",
        )
    strs = {"str-8": b"\xd9\x02", "str-16": b"\xda\0\x02", "str-32": b"\xdb\0\0\0\x02"}
    longer = "shortest-strs-only"
    for form, head in strs.items():
        what = form.replace("-", " ")
        data, summary = framed(block(head + b"!B")), f"the schema as a {what}"
        yield read_file(f"schema-{form}", data, [plain], summary=summary, requirements="META-07", catches=longer)
        data, summary = framed(block(description=head + b"ab")), f"the description as a {what}"
        sets = [data_set("!B", description="ab")]
        yield read_file(f"description-{form}", data, sets, summary=summary, requirements="META-07", catches=longer)
    counts = "shortest-counts-only"
    for form, head in {"map-16": b"\xde\0", "map-32": b"\xdf\0\0\0"}.items():
        what = form.replace("-", " ")
        data, summary = framed(block(head=head + b"\x04")), f"the meta block as a {what}"
        yield read_file(f"block-{form}", data, [plain], summary=summary, requirements="META-07", catches=counts)
        data, summary = framed(block(meta=head + b"\x00")), f"empty user meta as a {what}"
        yield read_file(f"meta-{form}", data, [plain], summary=summary, requirements="META-07", catches=counts)
    for form, head in {"str-8": b"\xd9\x07", "str-16": b"\xda\0\x07", "str-32": b"\xdb\0\0\0\x07"}.items():
        data, summary = framed(b"\x84" + head + block()[2:]), f"the key version as a {form.replace('-', ' ')}"
        yield read_file(f"key-{form}", data, [plain], summary=summary, requirements="META-07", catches=longer)
    yield from _read_values()


# By name: octets of MessagePack in a form that no DSPack encoder writes, their value, their description, and the
# mutation that rejects them or reads another value.
_VALUES: dict[str, tuple[str, Any, str, str]] = {
    "zero-uint-8": ("cc00", 0, "0 as a uint 8", "shortest-integers-only"),
    "one-uint-64": ("cf0000000000000001", 1, "1 as a uint 64", "shortest-integers-only"),
    "minus-one-int-8": ("d0ff", -1, "-1 as an int 8", "signed-forms-negative"),
    "minus-one-int-64": ("d3ffffffffffffffff", -1, "-1 as an int 64", "signed-forms-negative"),
    "positive-int-16": ("d10100", 256, "256 as an int 16", "signed-forms-of-negatives-only"),
    "positive-int-64": ("d37fffffffffffffff", 2**63 - 1, "2^63 - 1 as an int 64", "signed-forms-of-negatives-only"),
    "float-32": ("ca3fc00000", 1.5, "1.5 as a float 32", "float-32-little-endian"),
    "float-32-subnormal": ("ca00000001", 2.0**-149, "the least subnormal float 32", "float-32-flushed"),
    "float-32-tenth": ("ca3dcccccd", 13421773 / 2**27, "the float 32 nearest to 0.1", "float-32-rounded"),
    "float-32-negative-zero": ("ca80000000", -0.0, "-0.0 as a float 32", "float-32-little-endian"),
    "float-32-infinity": ("caff800000", float("-inf"), "minus infinity as a float 32", "float-32-little-endian"),
    "str-16-empty": ("da0000", "", "an empty str 16", "shortest-strs-only"),
    "str-32": ("db0000000161", "a", "a str 32 of one octet", "shortest-strs-only"),
    "bin-16": ("c5000161", b"a", "a bin 16 of one octet", "bin-for-str"),
    "bin-32": ("c60000000161", b"a", "a bin 32 of one octet", "bin-for-str"),
    "array-16-empty": ("dc0000", [], "an empty array 16", "shortest-counts-only"),
    "array-32": ("dd00000002c2c3", [False, True], "an array 32 of two items", "shortest-counts-only"),
    "map-32": ("df00000001a16b07", {"k": 7}, "a map 32 of one pair", "shortest-counts-only"),
    "map-keys-unsorted": ("82a16201a16102", {"a": 2, "b": 1}, "a map whose keys are not in ascending order",
                          "sorted-keys-only"),
    "key-str-16": ("81da00016b07", {"k": 7}, "a key that is a str 16 of one octet", "shortest-strs-only"),
    "key-str-32": ("81db000000016b07", {"k": 7}, "a key that is a str 32 of one octet", "shortest-strs-only"),
}  # fmt: skip


def _read_values() -> Iterator[Case]:
    for name, (octets, value, what, catches) in _VALUES.items():
        data = framed(block(meta=b"\x81\xa1v" + bytes.fromhex(octets)))
        rules = "META-17" if name.startswith("float-32") else "META-07"
        summary = f"{what} in the user meta: {bytes.fromhex(octets).hex(' ')}"
        sets = [data_set("!B", meta={"v": value})]
        yield read_file(f"value-{name}", data, sets, summary=summary, requirements=rules, catches=catches)
    for name, octets in {
        "float-64": "cbfff8000000000001",
        "float-32": "caffc00000",
        "signalling": "ca7f800001",
    }.items():
        data = framed(block(meta=b"\x81\xa1v" + bytes.fromhex(octets)))
        value = [{**data_set("!B"), "meta": {"map": {"v": {"float": ANY_NAN[16]}}}}]
        summary = f"another NaN than the one that encoders write: {bytes.fromhex(octets).hex(' ')}"
        yield read_file(f"nan-{name}", data, value, summary=summary, requirements="DEC-01", catches="meta-without-nan")


def features() -> Iterator[Feature]:
    """Features of accepted cases."""
    yield Feature("meta", "Meta blocks", cases(_written(), _tag_keys(), _nan(), _given(), _read()))
