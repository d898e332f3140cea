"""Descriptions and user meta that every encoder refuses."""

from collections.abc import Iterator

from goldenwire_reference.dspack.tables import MAX_META
from goldenwire_suite.cases import Case, Refusal, replace_at
from goldenwire_suite.dspack.cases.builders import Json, ids
from goldenwire_suite.dspack.cases.files import described

_META = "/value/0/meta"

# Name, base, path, replacement, summary, mutation that writes it.
_VALUES: list[tuple[str, str, str, Json, str, str]] = [
    ("meta-integer-above", "integer-uint-64", f"{_META}/map/i/array/2/int", str(2**64),
     "2^64 in the user meta, which ends at 2^64 - 1", "meta-integers-wrap"),
    ("meta-integer-below", "integer-int-64", f"{_META}/map/i/array/1/int", str(-(2**63) - 1),
     "-2^63 - 1 in the user meta, which begins at -2^63", "meta-integers-wrap"),
    ("meta-integer-wraps", "integer-uint-64", f"{_META}/map/i/array/2/int", str(2**64 + 2**62),
     f"{2**64 + 2**62} in the user meta: within the widest type it wraps at the last digit, and still grows",
     "meta-integers-wrap"),
    ("meta-integer-huge", "integer-uint-64", f"{_META}/map/i/array/2/int", "1" * 400,
     "an integer of 400 digits in the user meta", "meta-integers-as-floats"),
    ("meta-integer-nested", "keys-sorted-inside", f"{_META}/map/a/array/0/map/c/map/e/int", str(2**64),
     "2^64 in a map in a map in an array", "meta-integers-wrap"),
    ("meta-not-utf8", "text", f"{_META}/map/b", {"utf8": "ff41"}, "a str of the user meta that is not UTF-8",
     "meta-octets-written"),
    (
        "meta-not-utf8-nested", "mixed-array", f"{_META}/map/a/array/4", {"utf8": "80"},
        "a str in an array that is not UTF-8", "meta-octets-written",
    ),
    (
        "description-not-utf8", "description-1", "/value/0/description", {"utf8": "ff41"},
        "a description that is not UTF-8", "meta-octets-written",
    ),
    ("meta-utf8", "text", f"{_META}/map/b", {"utf8": "6162"},
     "a str of the user meta given as its octets, 61 62, though they are UTF-8", "meta-octets-written"),
    ("meta-utf8-empty", "text", f"{_META}/map/b", {"utf8": ""},
     "a str of the user meta given as its octets, and there are none", "meta-octets-written"),
    ("meta-utf8-nested", "mixed-array", f"{_META}/map/a/array/4", {"utf8": "6162"},
     "a str in an array given as its octets, 61 62, though they are UTF-8", "meta-octets-written"),
    (
        "description-utf8", "description-1", "/value/0/description", {"utf8": "64"},
        "a description given as its octet, 64, though it is UTF-8", "meta-octets-written",
    ),
    ("description-null", "description-1", "/value/0/description", None, "null for a description", "meta-null-is-empty"),
    ("description-object", "description-1", "/value/0/description", {"str": "d"}, "an object for a description",
     "meta-of-any-kind"),
    ("meta-null", "map-empty", _META, None, "null for user meta", "meta-null-is-empty"),
    ("meta-without-tag", "map-empty", _META, {}, "an object without a tag for user meta", "meta-of-any-kind"),
    ("meta-array", "map-empty", _META, {"array": []}, "an empty array in place of the user meta",
     "meta-of-other-kinds-empty odd-meta-left-out"),
    ("meta-array-of-maps", "map-empty", _META, {"array": [{"map": {}}]}, "an array of a map in place of the user meta",
     "meta-of-other-kinds-empty odd-meta-left-out"),
    *((f"meta-{tag}", "map-empty", _META, {tag: value}, f"{what} in place of the user meta",
       "meta-of-other-kinds-empty odd-meta-left-out") for tag, value, what in (
        ("str", "a", "a str"), ("bin", "61", "a bin"), ("int", "0", "an integer"),
        ("float", "0x3ff0000000000000", "a float"))),
    ("meta-boolean", "map-empty", _META, False, "false in place of the user meta", "odd-meta-left-out"),
    ("meta-bare-text", "text", f"{_META}/map/b", "text", "a text without its tag in the user meta", "meta-of-any-kind"),
    (
        "meta-unknown-tag", "text", f"{_META}/map/b", {"ext": "00"},
        "an object with the unknown tag ext in the user meta",
        "meta-of-any-kind",
    ),
]  # fmt: skip


# Values of the user meta whose tags are in another case: the place in an array with one of each kind, and the value.
_TAGS: list[tuple[int, dict[str, Json]]] = [
    (2, {"Int": "-1"}), (3, {"FLOAT": "0x4004000000000000"}), (4, {"Str": "s"}), (5, {"bIN": "62"}),
    (6, {"Array": []}), (7, {"MAP": {}}),
]  # fmt: skip


def _tags() -> Iterator[Case]:
    array = f"{_META}/map/a/array"
    places = [("mixed-array", f"{array}/{place}", value, "in the user meta") for place, value in _TAGS]
    for base, path, value, where in (*places, ("map-empty", _META, {"Map": {}}, "in place of the user meta")):
        (tag,) = value
        name = "whole" if path == _META else tag.lower()
        yield Refusal(
            name=f"meta-case-{name}", summary=f"{where}: an object with the member {tag} in place of {tag.lower()}",
            code="VALUE", requirements=ids("ENC-06 ENC-02"), base=f"dspack/meta/{base}",
            edits=[replace_at(path, value)], catches=["tags-in-any-case"],
        )  # fmt: skip


def _innermost(kind: str) -> str:
    """Return the path of the innermost value of metas.nested(16, kind) in a request."""
    steps = [
        "map/k",
        *("array/0" if kind == "array" or (kind == "both" and level % 2) else "map/k" for level in range(2, 17)),
    ]
    return "/".join((_META, *steps))


def _levels() -> Iterator[Case]:
    seven = {"int": "7"}
    for name, base, kind, given, what in (
        ("arrays", "levels-16-arrays", "array", {"array": [seven]}, "an array of one item"),
        ("maps", "levels-16-maps", "map", {"map": {"k": seven}}, "a map of one pair"),
        ("both", "levels-16", "both", {"array": [seven]}, "an array inside of arrays and maps"),
        ("empty-array", "levels-16-maps", "map", {"array": []}, "an empty array inside of maps"),
        ("empty-map", "levels-16-arrays", "array", {"map": {}}, "an empty map inside of arrays"),
    ):
        yield Refusal(
            name=f"meta-level-17-{name}", summary=f"at level 17 of the user meta: {what}", code="VALUE",
            requirements=ids("ENC-06 ENC-02"), base=f"dspack/meta/{base}", edits=[replace_at(_innermost(kind), given)],
            catches=["meta-level-17-written"], numbers=[17],
        )  # fmt: skip
    deep: Json = seven
    for _ in range(24):
        deep = {"array": [deep]}
    yield Refusal(
        name="meta-level-40", summary="24 arrays at level 16 of the user meta", code="VALUE", numbers=[16, 24],
        requirements=ids("ENC-06 ENC-02"), base="dspack/meta/levels-16-arrays",
        edits=[replace_at(_innermost("array"), deep)], catches=["meta-levels-unlimited"],
    )  # fmt: skip


def refusals() -> Iterator[Case]:
    """Requests that encoders refuse."""
    for name, base, path, value, summary, catches in _VALUES:
        yield Refusal(
            name=name, summary=summary, requirements=ids("ENC-06 ENC-02"), code="VALUE", base=f"dspack/meta/{base}",
            edits=[replace_at(path, value)], catches=catches.split(),
        )  # fmt: skip
    yield from _tags()
    yield from _levels()
    yield Refusal(
        name="length-meta",
        summary="a meta block of 131071 octets, by a space in the schema of one of 131070",
        code="LENGTH",
        requirements=ids("META-04 ENC-02"),
        base="dspack/sizes/meta-of-131070",
        edits=[replace_at("/value/0/schema", "!B ")],
        catches=["meta-of-131071"],
        numbers=[131070, 131071],
    )
    yield Refusal(
        name="length-meta-few-characters",
        summary="a meta block of 131071 octets, with a description of 43676 characters, the last of three octets",
        code="LENGTH",
        requirements=ids("META-04 ENC-02"),
        base="dspack/sizes/meta-of-131070-few-characters",
        edits=[replace_at("/value/0/description", "東" * 43676)],
        catches=["meta-of-131071", "meta-measured-in-characters"],
        numbers=[MAX_META + 1],
    )
    yield Refusal(
        name="length-meta-second",
        summary="in the second data set: a meta block of 131071 octets, by its description",
        code="LENGTH",
        requirements=ids("META-04 ENC-02"),
        base="dspack/file/same-schema-twice",
        edits=[replace_at("/value/1/description", described(MAX_META + 1)["description"])],
        catches=["meta-of-131071"],
        numbers=[MAX_META + 1],
    )
