"""What every encoder refuses: schemas, values, lengths, and numbers or names of values."""

from collections.abc import Iterator, Sequence
from typing import Any

from goldenwire_reference.cases import Case, Feature, Refusal
from goldenwire_reference.dspack.catalogue.words import TYPE_NAMES, Json, atoms, cases, data_set, f32, f64, ids, row_of


def _row(
    name: str, base: str, schema: str, value: Any, code: str, *, edit: str, requirements: str, needs: Sequence[str] = ()
) -> Case:
    return Refusal(
        name=name, summary=edit, requirements=ids(requirements), context=row_of(schema), value=atoms(value), code=code,
        base=f"dspack/{base}", edit=edit, needs=needs,
    )  # fmt: skip


def _file(name: str, base: str, value: Json, code: str, *, edit: str, requirements: str) -> Case:
    return Refusal(
        name=name,
        summary=edit,
        requirements=ids(requirements),
        value=value,
        code=code,
        base=f"dspack/{base}",
        edit=edit,
    )


def _schemas() -> Iterator[Case]:
    table = {
        "no-flag": ("B", "SCHEMA-02", "no flag"),
        "unknown-type": ("!z", "SCHEMA-18", "an unknown type"),
        "number": ("!10B", "SCHEMA-06", "a number before an integer type"),
        "list-of-lists": ("!::B", "SCHEMA-04", "a list of lists"),
        "zero": ("!0s", "SCHEMA-09", "a length of 0"),
        "width": ("!9~s", "SCHEMA-10", "a width of 9"),
        "pointer": ("<P", "TYPE-20", "P under <"),
        "open": ("!B(a", "SCHEMA-14", "a description without end"),
        "empty": ("", "SCHEMA-01", "no text"),
    }
    for name, (schema, rule, what) in table.items():
        edit = f"the schema is not legal: {what}"
        value = [{**data_set("!B", [1]), "schema": schema}]
        yield _file(f"schema-{name}", "file/one-row", value, "SCHEMA", edit=edit, requirements=f"API-01 {rule} ENC-02")
        if name in ("unknown-type", "number", "zero"):
            requirements = f"API-01 {rule} ENC-02 SCOPE-03"
            yield _row(
                f"row-schema-{name}", "rows/one-octet", schema, [1], "SCHEMA", edit=edit, requirements=requirements
            )


_LIMITS = {
    "b": (-(2**7), 2**7 - 1), "B": (0, 2**8 - 1), "h": (-(2**15), 2**15 - 1), "H": (0, 2**16 - 1),
    "i": (-(2**31), 2**31 - 1), "I": (0, 2**32 - 1), "l": (-(2**31), 2**31 - 1), "L": (0, 2**32 - 1),
    "q": (-(2**63), 2**63 - 1), "Q": (0, 2**64 - 1),
}  # fmt: skip


_RULES = dict(zip(_LIMITS, (f"TYPE-{number:02}" for number in (3, 4, 6, 7, 8, 9, 10, 11, 12, 13)), strict=True))


def _ranges() -> Iterator[Case]:
    rules = "TYPE-21 ENC-02"
    for type_, (low, high) in _LIMITS.items():
        name, rule = TYPE_NAMES[type_], _RULES[type_]
        for side, value in (("below", low - 1), ("above", high + 1)):
            base, edit = f"types/{name}-network", f"{value} for {type_}, which has {low} to {high}"
            schema = "!" + type_ * (8 if low else 6)
            values = [0] * (7 if low else 5) + [value]
            requirements = f"{rules} {rule}"
            yield _row(f"range-{name}-{side}", base, schema, values, "VALUE", edit=edit, requirements=requirements)
    for type_, low, high, base in (
        ("l", -(2**63), 2**63 - 1, "types/long-native"), ("L", 0, 2**64 - 1, "types/ulong-native"),
        ("P", 0, 2**64 - 1, "types/pointer"),
    ):  # fmt: skip
        for side, value in (("below", low - 1), ("above", high + 1)):
            name = f"range-native-{TYPE_NAMES[type_]}-{side}"
            edit = f"{value} for {type_} under @"
            values = [value] + [0] * (7 if low else 5)
            yield _row(name, base, "@" + type_ * len(values), values, "VALUE", edit=edit, requirements=rules)
    table: list[tuple[str, str, str, list[Any]]] = [
        ("range-in-list", "lists/bytes", "!:B", [[1, 2, 256]]),
        ("range-in-fixed-list", "lists/bytes-fixed-10", "!10:B", [[0] * 9 + [-1]]),
        ("range-huge", "lists/one-single", "!B", [10**30]),
        ("range-of-5000-digits", "lists/one-single", "!B", ["9" * 5000]),
    ]
    for name, base, schema, given in table:
        yield _row(name, base, schema, given, "VALUE", edit="an item or a number out of range", requirements=rules)


# Name, base, schema, a row whose value is of the wrong kind.
_KINDS: list[tuple[str, str, str, list[Json]]] = [
    ("null-for-integer", "lists/one-single", "!B", [None]),
    ("null-for-float", "types/float-nan", "!f", [None]),
    ("null-for-bool", "types/bool", "!??", [True, None]),
    ("null-for-string", "strings/dynamic", "!~s", [None]),
    ("null-for-char", "types/char-among-numbers", "<HcH", ["1", None, "2"]),
    ("null-for-list", "lists/bytes", "!:B", [None]),
    ("null-in-list", "lists/bytes", "!:B", [["1", None]]),
    ("list-for-integer", "lists/one-single", "!B", [["1"]]),
    ("list-for-string", "strings/dynamic", "!~s", [["61"]]),
    ("integer-for-list", "lists/bytes", "!:B", ["1"]),
    ("string-for-list", "lists/strings-of-vs", "!:~s", ["6162"]),
    ("list-in-list", "lists/bytes", "!:B", [[["1"]]]),
    ("object-for-integer", "lists/one-single", "!B", [{"int": "1"}]),
    ("object-for-list", "lists/bytes", "!:B", [{"0": "1"}]),
    ("float-for-integer", "lists/one-single", "!B", [f64(1.0)]),
    ("octets-for-integer", "types/pad-between", "!BxH", ["1", "ff"]),
    ("text-for-integer", "lists/one-single", "!B", ["one"]),
    ("integer-for-bool", "types/bool", "!??", [True, "1"]),
    ("octets-for-float", "types/float-nan", "!f", ["3fc00000"]),
    ("bool-for-float", "types/double-nan", "<d", [True]),
    ("float-for-double", "types/double-nan", "<d", [f32(1.5)]),
    ("bool-for-string", "strings/dynamic", "!~s", [True]),
    ("bool-for-char", "types/char-among-numbers", "<HcH", ["1", False, "2"]),
    ("float-for-string", "strings/dynamic", "!~s", [f32(1.5)]),
]


def _kinds() -> Iterator[Case]:
    for name, base, schema, values in _KINDS:
        edit = f"a value of the wrong kind: {name.replace('-', ' ')}"
        yield _row(f"kind-{name}", base, schema, values, "VALUE", edit=edit, requirements="TYPE-21 ENC-02")
    overflows = {
        "2-to-the-128": "0x47f0000000000000", "largest-double": "0x7fefffffffffffff",
        "negative": "0xffefffffffffffff", "halfway": "0x47effffff0000000",
    }  # fmt: skip
    for name, atom in overflows.items():
        edit = f"a finite double that rounds to an infinity: {atom}"
        yield _row(
            f"overflow-{name}", "types/float-nan", "!f", [atom], "VALUE", edit=edit, requirements="TYPE-24 ENC-02"
        )


def _lengths() -> Iterator[Case]:
    text = ["text"]
    table: list[tuple[str, str, str, list[Any], str, str, list[str]]] = [
        ("fixed", "strings/fixed-12", "!12s", [b"x" * 13], "STR-06", "13 octets for 12s", []),
        ("fixed-one", "strings/one", "!s", [b"ab"], "STR-06 STR-01", "2 octets for s", []),
        ("fixed-trimmed", "strings/trimmed-full", "!3S", [b"abcd"], "STR-06", "4 octets for 3S", []),
        ("fixed-in-list", "lists/strings-of-3s", "!:3s", [[b"abc", b"abcd"]], "STR-06", "4 octets in a list of 3s", []),
        ("trimmed-inner", "strings/trimmed-full", "!3S", [b"a\0\0d\0"], "STR-06 STR-07", "4 octets after trimming", []),
        ("dynamic-256", "strings/dynamic-255", "!~s", [b"x" * 256], "STR-05", "256 octets for ~s", []),
        ("dynamic-trimmed-256", "strings/trimmed-dynamic", "!~S", [b"x" * 256], "STR-05", "256 octets for ~S", []),
        ("dynamic-65536", "strings/dynamic-2-65535", "!2~s", [b"x" * 65536], "STR-05", "65536 octets for 2~s", []),
        ("dynamic-in-list", "lists/strings-long", "!2:~s", [[b"", b"x" * 256]], "STR-05", "256 octets in a list", []),
        ("text-in-octets", "strings/fixed-between", ">H3sH", [1, {"text": "éé"}, 2], "STR-06 STR-09",
         "2 characters of 2 octets each for 3s", text),
        ("text-char", "types/char-among-numbers", "<HcH", [1, {"text": "é"}, 2], "ENC-04 STR-09",
         "a character of 2 octets for c", text),
        ("char-empty", "types/char-among-numbers", "<HcH", [1, b"", 2], "ENC-04", "no octet for c", []),
        ("char-two", "types/char-among-numbers", "<HcH", [1, b"ab", 2], "ENC-04", "2 octets for c", []),
        ("pascal", "strings/pascal", "!5p", [b"abcde"], "ENC-04 TYPE-19", "5 octets for 5p", []),
        ("pascal-one", "strings/pascal-one", "!p", [b"a"], "ENC-04 STR-01", "1 octet for p", []),
        ("pascal-256", "strings/pascal-300", "!300p", [b"x" * 256], "ENC-04", "256 octets for 300p", []),
        ("pascal-dynamic-255", "strings/pascal-dynamic-254", "!~p", [b"x" * 255], "ENC-04 STR-08", "255 for ~p", []),
        ("pascal-dynamic-256", "strings/pascal-dynamic-255", "!2~p", [b"x" * 256], "ENC-04", "256 for 2~p", []),
        ("list-more", "lists/bytes-fixed-10", "!10:B", [[0] * 11], "LIST-09", "11 items for 10:B", []),
        ("list-fewer", "lists/bytes-fixed-10", "!10:B", [[0] * 9], "LIST-09", "9 items for 10:B", []),
        ("list-none", "lists/one-fixed", "!1:B", [[]], "LIST-09 LIST-10", "no item for 1:B", []),
        ("list-of-strings", "lists/strings-2-of-vs", "!2:~s", [[b"a"]], "LIST-09 LIST-08", "1 item for 2:~s", []),
        ("list-256", "lists/items-255", "!:B", [[7] * 256], "LIST-05", "256 items for :B", []),
        ("list-65536", "lists/items-65535", "!2~:B", [[1] * 65536], "LIST-05", "65536 items for 2~:B", []),
        ("list-of-2-to-the-31", "rows/one-octet", "!2147483647:Q", [[1, 2]], "LIST-09 LIM-04",
         "2 items for a list of 2147483647", []),
        ("row-of-2-to-the-31", "rows/one-octet", "!2147483647sB", [b"a", 1], "ENC-06 LIM-01 ROW-07",
         "a row of 2147483648 octets", []),
        ("row-of-2-to-the-32", "rows/one-octet", "!2147483647s2147483647s3s", [b"a", b"b", b"c"], "ENC-06 LIM-01",
         "a row of 4294967297 octets, which is 1 in 32 bits", []),
    ]  # fmt: skip
    for name, base, schema, values, requirements, edit, needs in table:
        rules = f"{requirements} ENC-02"
        yield _row(f"length-{name}", base, schema, values, "LENGTH", edit=edit, requirements=rules, needs=needs)


def _arities() -> Iterator[Case]:
    names = ["rows-by-name"]
    by_name, alternating = "rows/alternating", "<H:BH~sH2~:H"

    def without(name: str) -> dict[str, Any]:
        return {key: value for key, value in six.items() if key != name}

    six = {"f1": 1, "f2": [2], "f3": 3, "f4": b"4", "f5": 5, "f6": [6, 7]}
    table: list[tuple[str, str, str, Any, str, list[str]]] = [
        ("too-few", "types/pad-between", "!BxH", [1], "one value of two", []),
        ("too-many", "types/pad-between", "!BxH", [1, 2, 3], "a value for the pad", []),
        ("none", "rows/one-octet", "!B", [], "no values", []),
        ("one-for-pad", "types/pad-alone", "!x", [0], "a value for a pad alone", []),
        ("null-for-pad", "types/pad-between", "!BxH", [1, None, 2], "null for a pad", []),
        ("items-as-values", "lists/several", "!:B:B2:B", [1, 2, 3, 4, 5], "the items of lists as values", []),
        ("by-name-missing", by_name, alternating, without("f4"), "a name is missing", names),
        ("by-name-unknown", by_name, alternating, {**six, "f7": 1}, "an unknown name", names),
        ("by-name-other-case", by_name, alternating, {**without("f1"), "F1": 1},
         "a name in upper case", names),
        ("by-name-none", by_name, alternating, {}, "no names at all", names),
        ("by-name-pad", "types/pad-with-name", "!x(gap)B(a)x(rest)", {"a": 7, "gap": 0}, "a pad by its name", names),
        ("by-name-default", "types/pad-with-name", "!x(gap)B(a)x(rest)", {"f2": 7}, "a default name not in use", names),
    ]  # fmt: skip
    for name, base, schema, value, edit, needs in table:
        given = {key: atoms(one) for key, one in value.items()} if isinstance(value, dict) else value
        rules = "API-04 ENC-02 API-03" if needs else "API-04 ENC-02"
        yield _row(f"arity-{name}", base, schema, given, "ARITY", edit=edit, requirements=rules, needs=needs)
    edit = "a row under a schema without fields"
    yield _row("arity-no-fields", "rows/one-octet", "!", [], "ARITY", edit=edit, requirements="SCHEMA-19 ENC-02")
    empty = data_set("!")
    value = [{**empty, "rows": [[]]}]
    yield _file("arity-no-fields-file", "file/no-fields", value, "ARITY", edit=edit, requirements="SCHEMA-19 API-02")
    edit = "no data sets"
    yield _file("arity-no-data-sets", "file/no-fields", [], "ARITY", edit=edit, requirements="ENC-05 ENC-02")
    value = [data_set("!B", [1]), {**data_set("!B"), "rows": [["1"], ["1", "2"]]}]
    edit = "two values in the last row of the second data set"
    yield _file("arity-second-data-set", "file/same-schema-twice", value, "ARITY", edit=edit, requirements="API-04")


def _metas() -> Iterator[Case]:
    def user(tree: Json) -> Json:
        return [{**data_set("!B"), "meta": {"map": {"v": tree}}}]

    table = {
        "integer-above": ({"int": str(2**64)}, "2^64 in the user meta"),
        "integer-below": ({"int": str(-(2**63) - 1)}, "-2^63-1 in the user meta"),
        "integer-huge": ({"int": "1" * 400}, "400 digits in the user meta"),
        "integer-nested": ({"array": [None, {"map": {"k": {"int": str(2**64)}}}]}, "2^64 inside of the user meta"),
        "not-utf8": ({"utf8": "ff41"}, "a str that is not UTF-8 in the user meta"),
        "not-utf8-nested": ({"array": [{"utf8": "80"}]}, "a str that is not UTF-8 in an array"),
    }
    for name, (tree, edit) in table.items():
        requirements = "ENC-06 ENC-02"
        yield _file(f"meta-{name}", "meta/mixed-array", user(tree), "VALUE", edit=edit, requirements=requirements)
    described = [{**data_set("!B"), "description": {"utf8": "ff41"}}]
    edit = "a description that is not UTF-8"
    rules = "ENC-06 ENC-02"
    yield _file("description-not-utf8", "meta/description-1", described, "VALUE", edit=edit, requirements=rules)
    long = [data_set("!B", description="d" * 131030)]
    edit = "a meta block of 131071 octets"
    rules = "META-04 ENC-02"
    yield _file("length-meta", "sizes/meta-of-131070", long, "LENGTH", edit=edit, requirements=rules)


def rejects() -> Iterator[Feature]:
    """What is refused."""
    groups = (_schemas(), _ranges(), _kinds(), _lengths(), _arities(), _metas())
    yield Feature("encoder-refusals", "What every encoder refuses", cases(*groups))
