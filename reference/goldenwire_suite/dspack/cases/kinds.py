"""Every type with every kind of value that it does not accept, and user meta outside the tree of section 13."""

from collections.abc import Iterator

from goldenwire_reference.dspack.tables import INTEGERS, NAN, SCALARS
from goldenwire_suite.cases import Case, Feature, Refusal, replace_at
from goldenwire_suite.dspack.cases.builders import TYPE_NAMES, Json, cases, ids, with_article

# The numbers of digits of a float's bits.
DIGITS = sorted(2 * SCALARS[type_].size(False) for type_ in NAN)

# A value of each type: a case, and the place in its row.
_PLACES = {
    "b": ("types/schar-network", 0), "B": ("types/uchar-network", 0), "h": ("types/short-network", 0),
    "H": ("types/ushort-little", 0), "i": ("types/int-little", 0), "I": ("types/uint-network", 0),
    "l": ("types/long-native", 0), "L": ("types/ulong-network", 0), "q": ("types/longlong-network", 0),
    "Q": ("types/ulonglong-little", 0), "P": ("types/pointer", 0), "?": ("types/bool", 1),
    "f": ("types/float-edges", 0), "d": ("types/double-edges", 0), "c": ("types/char-among-numbers", 1),
    "s": ("strings/dynamic-between", 1), "S": ("strings/trimmed-short", 0), "p": ("strings/pascal-dynamic", 0),
}  # fmt: skip

# Kinds of values: each in words, and an example.
_KINDS: dict[str, tuple[str, Json]] = {
    "null": ("null", None),
    "boolean": ("true", True),
    "object": ("an empty object", {}),
    "array": ("an empty array", []),
    "integer": ("the integer 7", "7"),
    "single": ("a float of 8 digits", "0x3fc00000"),
    "double": ("a float of 16 digits", "0x3ff8000000000000"),
    "octets": ("the octets 6a 6b", "6a6b"),
}


def _takes(type_: str) -> set[str]:
    if type_ in INTEGERS:
        return {"integer"}
    if type_ in NAN:
        return {"single", "double"} if type_ == "f" else {"double"}
    return {"boolean"} if type_ == "?" else {"octets"}


def _atoms() -> Iterator[Case]:
    for type_, (base, place) in _PLACES.items():
        # One integer type is tested with all kinds; the others, which are alike, with kinds easily taken for numbers.
        others = ("null", "double", "octets") if type_ in INTEGERS - {"B"} else _KINDS
        for kind in (kind for kind in others if kind not in _takes(type_)):
            what, value = _KINDS[kind]
            yield Refusal(
                name=f"{TYPE_NAMES[type_]}-{kind}", summary=f"{what} for {with_article(type_)}",
                requirements=ids("TYPE-21 ENC-02"), code="VALUE", base=f"dspack/{base}",
                edits=[replace_at(f"/value/{place}", value)], catches=["any-kind-written"], numbers=DIGITS,
            )  # fmt: skip


# What looks like a value of a type: type, name, description, value, mutation that takes it for one.
_LOOKALIKES: tuple[tuple[str, str, str, Json, str], ...] = (
    ("?", "text-true", 'the text "true"', "true", "text-for-boolean"),
    ("?", "text-false", 'the text "false"', "false", "text-for-boolean"),
    ("?", "text-0", "the integer 0", "0", "number-for-boolean"),
    ("?", "text-empty", "the empty text", "", "text-for-boolean"),
    ("?", "octet", "the octet 01", "01", "octets-for-boolean"),
    ("?", "list-of-one", "a list of true", [True], "list-for-single"),
    ("f", "list-of-one", "a list of one f", ["0x3fc00000"], "list-for-single"),
    ("d", "list-of-one", "a list of one d", ["0x3ff8000000000000"], "list-for-single"),
    ("c", "list-of-one", "a list of one c", ["6a"], "list-for-single"),
    ("i", "list-of-one", "a list of one i", ["7"], "list-for-single"),
    ("I", "single", "the f 1.0, which has as many bits as an I,", "0x3f800000", "float-for-integer"),
)


def _lookalikes() -> Iterator[Case]:
    for type_, name, what, value, catches in _LOOKALIKES:
        base, place = _PLACES[type_]
        yield Refusal(
            name=f"{TYPE_NAMES[type_]}-{name}", summary=f"{what} for {with_article(type_)}",
            requirements=ids("TYPE-21 ENC-02"), code="VALUE", base=f"dspack/{base}",
            edits=[replace_at(f"/value/{place}", value)], catches=["any-kind-written", catches],
        )  # fmt: skip
    yield Refusal(
        name="list-of-booleans-item-text", summary='the text "true" in a list of ?',
        requirements=ids("TYPE-21 ENC-02"), code="VALUE", base="dspack/lists/bool-dynamic",
        edits=[replace_at("/value/0/1", "true")], catches=["any-kind-written", "text-for-boolean"],
    )  # fmt: skip


# Floats in another number of digits than their place takes: name, base, path, float, place, mutations.
_BITS: tuple[tuple[str, str, str, str, str, str], ...] = (
    ("f-of-4-digits", "types/float-edges", "/value/0", "0x3fc0", "for an f", "bits-in-other-number"),
    ("d-of-4-digits", "types/double-edges", "/value/0", "0x3ff8", "for a d", ""),
    ("listed-f-of-4-digits", "lists/float-dynamic", "/value/0/1", "0x3fc0", "in a list of f", "bits-in-other-number"),
    ("listed-d-of-8-digits", "lists/double-dynamic", "/value/0/1", "0x3fc00000", "in a list of d", "float-for-double"),
    (
        "d-in-file-of-8-digits",
        "file/everything",
        "/value/0/rows/0/0",
        "0x3fc00000",
        "for a d in a row of a file",
        "float-for-double",
    ),
)
# The same in the user meta of meta/mixed-array.
_META_BITS: tuple[tuple[str, str, Json, str, str], ...] = (
    ("4-digits-in-array", "/3", {"float": "0x3fc0"}, "in an array", "meta-floats-filled-up"),
    (
        "8-digits-in-array",
        "/3",
        {"float": "0x3f800000"},
        "in an array",
        "meta-floats-of-8-digits meta-floats-filled-up",
    ),
    (
        "8-digits-in-map",
        "/7",
        {"map": {"a": {"float": "0x3ff8000000000000"}, "b": {"float": "0x7fc00000"}}},
        "in a map, after one of 16",
        "meta-floats-of-8-digits meta-floats-filled-up",
    ),
    ("9-digits", "", {"float": "0x3ff800000"}, "as the only value", "meta-floats-filled-up"),
)


def _bits() -> Iterator[Case]:
    """Floats of 4, of 8 and of 16 digits at every place that takes another number of them."""
    for name, base, path, value, where, catches in _BITS:
        yield Refusal(
            name=f"bits-{name}", summary=f"a float of {len(value) - 2} digits {where}",
            requirements=ids("TYPE-21 ENC-02"), code="VALUE", base=f"dspack/{base}", edits=[replace_at(path, value)],
            catches=["any-kind-written", *catches.split()], numbers=[len(value) - 2],
        )  # fmt: skip
    for name, item, tree, where, catches in _META_BITS:
        path = f"/value/0/meta/map/a{'/array' * bool(item)}{item}"
        digits = name.partition("-")[0]
        yield Refusal(
            name=f"meta-bits-{name}", summary=f"in the user meta: a float of {digits} digits {where}",
            requirements=ids("ENC-06 ENC-02"), code="VALUE", base="dspack/meta/mixed-array",
            edits=[replace_at(path, tree)], catches=["odd-meta-left-out", *catches.split()],
            numbers=[*DIGITS, int(digits)],
        )  # fmt: skip


_LISTS = {
    "numbers": ("lists/bytes", "a list of B"),
    "booleans": ("lists/bool-dynamic", "a list of ?"),
    "floats": ("lists/float-dynamic", "a list of f"),
    "chars": ("lists/char-dynamic", "a list of c"),
    "strings": ("lists/strings-of-vs", "a list of ~s"),
    "fixed": ("lists/strings-2-of-3s", "a list of two 3s"),
    "pascal": ("lists/strings-2v-of-vp", "a list of ~p"),
}


def _items() -> Iterator[Case]:
    """Lists whose second item is null or a list; null or an object in place of a list."""
    for name, (base, what) in _LISTS.items():
        for kind, path, value, told in (
            ("item-null", "/value/0/1", None, f"null in {what}"),
            ("item-list", "/value/0/1", [], f"an empty list in {what}"),
            ("null", "/value/0", None, f"null for {what}"),
            ("object", "/value/0", {}, f"an empty object for {what}"),
            ("text", "/value/0", "", f"an empty string for {what}"),
        ):
            yield Refusal(
                name=f"list-of-{name}-{kind}", summary=told, requirements=ids("TYPE-21 ENC-02"), code="VALUE",
                base=f"dspack/{base}", edits=[replace_at(path, value)], catches=["any-kind-written"],
            )  # fmt: skip


# Replacements of a value in the user meta, each with a description.
_TREES: dict[str, tuple[Json, str]] = {
    "int-leading-zero": ({"int": "01"}, 'the integer "01": a number is written without leading zeros'),
    "int-minus-zero": ({"int": "-0"}, 'the integer "-0": zero is written without a sign'),
    "int-plus": ({"int": "+1"}, 'the integer "+1": a number above 0 is written without a sign'),
    "int-fraction": ({"int": "1.0"}, 'the integer "1.0": it is written without a point'),
    "int-boolean": ({"int": True}, "true for an integer"),
    "int-null": ({"int": None}, "null for an integer"),
    "float-of-8-digits": ({"float": "0x3fc00000"}, "a float of 8 digits, where 16 are due"),
    "float-decimal": ({"float": "1.5"}, 'the float "1.5" in decimal: its bits are due'),
    "float-capitals": ({"float": "0x3FF8000000000000"}, "a float with a digit in upper case"),
    "float-null": ({"float": None}, "null for a float"),
    "str-null": ({"str": None}, "null for a str"),
    "str-object": ({"str": {"text": "a"}}, "an object for a str"),
    "bin-odd": ({"bin": "616"}, "a bin of an odd number of digits"),
    "bin-capitals": ({"bin": "6A"}, "a bin with a digit in upper case"),
    "bin-null": ({"bin": None}, "null for a bin"),
    "array-null": ({"array": None}, "null for an array"),
    "array-object": ({"array": {}}, "an object for an array"),
    "array-text": ({"array": ["a"]}, "a text without its tag in an array"),
    "map-null": ({"map": None}, "null for a map"),
    "map-array": ({"map": []}, "an array for a map"),
    "map-text": ({"map": {"k": "a"}}, "a text without its tag in a map"),
    "two-tags": ({"int": "1", "str": ""}, "an object with two tags"),
    "no-tag": ({}, "an object without a tag"),
    "array-without-tag": ([], "an array without its tag"),
}


def _trees() -> Iterator[Case]:
    for name, (value, what) in _TREES.items():
        yield Refusal(
            name=f"meta-{name}", summary=f"in the user meta: {what}", requirements=ids("ENC-06 ENC-02"), code="VALUE",
            base="dspack/meta/nil-and-booleans", edits=[replace_at("/value/0/meta/map/b", value)],
            catches=["odd-meta-left-out"], numbers=DIGITS,
        )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """Features of requests that encoders refuse."""
    yield Feature(
        "wrong-kinds",
        "Values of the wrong kind, type by type",
        cases(_atoms(), _lookalikes(), _bits(), _items(), _trees()),
    )
