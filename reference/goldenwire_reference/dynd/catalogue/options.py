"""Options: sentinels, tags, and the policy on NaN."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature, append, put
from goldenwire_reference.dynd.catalogue.composites import array
from goldenwire_reference.dynd.catalogue.words import FLOATS, INTEGERS, Words, float_bits, slug
from goldenwire_reference.dynd.primitives import PRIMITIVES, Complex, Float, Number
from goldenwire_reference.dynd.tables import SENTINELS

_SENTINEL, _TAG, _NAN = map(Words, ("sentinel", "tag", "option-nan"))

_ONE = {"float16": "0x3c00", "float32": "0x3f800000", "float64": "0x3ff0000000000000", "float128": "0x3fff" + "0" * 28}


def _neighbours(type: str) -> Iterator[tuple[str, object, str]]:
    """Available values whose bytes are next to the sentinel's: (name, value, what it is)."""
    if type in INTEGERS:
        low, high = INTEGERS[type]
        near, far = (high - 1, low) if type == "uint32" else (low + 1, high)
        yield "neighbour", str(near), "the number next to the sentinel"
        yield "far", str(far), "the other end of the range"
        if type != "uint32":
            yield "zero", "0", "0, which is not missing"
    elif type in FLOATS:
        _, size = FLOATS[type]
        infinity = (1 << (8 * size - 1)) - (1 << FLOATS[type][0])
        yield "one", _ONE[type], "1.0"
        yield "infinity", float_bits(infinity, size), "infinity, next to the NaNs"
        yield "negative-zero", float_bits(1 << (8 * size - 1), size), "-0.0"
    else:
        yield "true", True, "true"
        yield "false", False, "false, which is not missing"


def _sentinels() -> Iterator[Case]:
    for type, sentinel in SENTINELS.items():
        primitive = PRIMITIVES[type]
        name = slug(type)
        summary = f"missing in ?{type} is {sentinel.hex()}"
        yield _SENTINEL.accept(f"{name}-missing", f"?{type}", None, summary, "OPT-01", "OPT-02")
        if isinstance(primitive, Complex):
            yield from _complexes(type, primitive)
            continue
        for neighbour, value, what in _neighbours(type):
            yield _SENTINEL.accept(f"{name}-{neighbour}", f"?{type}", [value], f"?{type}: {what}", "OPT-01", "OPT-02")
        if isinstance(primitive, Number):
            taken = int.from_bytes(sentinel, "little", signed=type.startswith("int"))
            value = float_bits(taken, primitive.size) if isinstance(primitive, Float) else str(taken)
            yield _SENTINEL.refusal(
                f"encode-{name}-collision", f"?{type}", [value], "SENTINEL_COLLISION", f"{name}-missing",
                "the sentinel as an available value", "an available value must not turn into a missing one", "OPT-05",
            )  # fmt: skip
    for octet in (0x03, 0x7F, 0x80, 0xFF):
        yield _SENTINEL.reject(
            f"bool-{octet:02x}", "?bool", "bool-true", [put("value", octet)], "bool",
            f"{octet:02x} in ?bool: only 02 is missing", "BOOL-02", "OPT-02",
        )  # fmt: skip
    yield from _rows()


def _complexes(type: str, primitive: Complex) -> Iterator[Case]:
    """Only the sentinel in both parts is missing; all else is available, NaN as well."""
    part, name = primitive.part, slug(type)
    size = part.size
    missing = float_bits(int.from_bytes(SENTINELS[part.name], "little"), size)
    nan = float_bits((1 << (8 * size - 1)) - (1 << (FLOATS[part.name][0] - 1)), size)
    for case, value, what in (
        ("one", [_ONE[part.name], _ONE[part.name]], "1 + 1i"), ("real-only", [missing, _ONE[part.name]], "a sentinel in the real part"),
        ("imaginary-only", [_ONE[part.name], missing], "a sentinel in the imaginary part"), ("nan", [nan, nan], "a NaN in both parts"),
        ("sentinel-and-nan", [missing, nan], "a sentinel and another NaN"),
    ):  # fmt: skip
        yield _SENTINEL.accept(f"{name}-{case}", f"?{type}", [value], f"?{type}: {what} is available", "OPT-02", "OPT-01")
    yield _SENTINEL.refusal(
        f"encode-{name}-collision", f"?{type}", [[missing, missing]], "SENTINEL_COLLISION", f"{name}-missing",
        "the sentinel as an available value", "an available value must not turn into a missing one", "OPT-05",
    )  # fmt: skip


def _rows() -> Iterator[Case]:
    row = [["1"], None, ["-3"], ["0"]]
    yield _SENTINEL.accept("row-int16", "4 * ?int16", row, "a missing number among others, as DyND writes it", "OPT-01", "OPT-02")
    yield _SENTINEL.accept(
        "row-float64", "3 * ?float64", [["0x3ff8000000000000"], None, ["0x8000000000000000"]],
        "a missing float among others, as DyND writes it", "OPT-01", "OPT-02",
    )  # fmt: skip
    yield _SENTINEL.accept("row-bool", "3 * ?bool", [[True], [False], None], "bools and missing, as DyND writes them", "OPT-01", "OPT-02")
    yield _SENTINEL.accept("var-uint32", "var * ?uint32", [["4294967294"], None], "the only unsigned type with a sentinel", "OPT-02")
    yield _SENTINEL.accept("field", "{x: ?int8, y: int8}", [None, "-128"], "80 is missing in one field, -128 in the next", "OPT-01", "OPT-02")
    yield _SENTINEL.accept("to-pointer", "pointer[?int32]", None, "a pointer to a missing number", "OPT-01", "OPT-02", "PTR-01")
    yield _SENTINEL.refusal(
        "encode-row-collision", "4 * ?int16", [["1"], ["-32768"], None, None], "SENTINEL_COLLISION", "row-int16",
        "an element is the sentinel", "an available value must not turn into a missing one", "OPT-05",
    )  # fmt: skip
    for name, value, edit in (
        ("bare", "1", "a number without its list"), ("two", ["1", "2"], "a list of two"), ("none", [], "a list of none"),
        ("inner-missing", [None], "a list of null"), ("range", ["40000"], "a number out of range"),
    ):  # fmt: skip
        yield _SENTINEL.refusal(
            f"encode-{name}", "?int16", value, "VALUE_INVALID", "int16-neighbour", edit, f"{edit}: no ?int16", "SER-04"
        )


# Types without a sentinel, an available value of each, and what it shows.
TAGGED = {
    "uint8": ("255", "no unsigned type but uint32 has a sentinel"),
    "uint16": ("65535", "no unsigned type but uint32 has a sentinel"),
    "uint64": (str(2**64 - 1), "no unsigned type but uint32 has a sentinel"),
    "uint128": (str(2**128 - 1), "no unsigned type but uint32 has a sentinel"),
    "float16": ("0x7e0a", "a float16 has no sentinel, not even the NaN that DyND names"),
    "float128": ("0x7fff" + "8" + "0" * 27, "a float128 has no sentinel"),
    "void": (None, "an available void is 01 alone"),
    "bytes": ("", "an empty byte string is not missing"),
    "bytes[2]": ("0000", "two zeros are not missing"),
    "string": ("", "an empty text is not missing"),
    "char": ("\0", "U+0000 is not missing"),
    "type": ("void", "an optional type"),
    "2 * int8": (["0", "-128"], "a row has a tag, whatever its elements"),
    "var * int8": ([], "an empty row is not missing"),
    "()": ([], "the tuple without fields"),
    "(int32)": (["5"], "a tuple of one field has a tag"),
    "{x: int32}": (["5"], "a struct of one field has a tag"),
    "pointer[int32]": ("1", "a pointer has a tag though its target has a sentinel"),
    "array[Any]": ({"type": "int8", "value": "0"}, "an optional array"),
    "array[int8]": ({"type": "int8", "value": "-128"}, "an optional array of a known type"),
}


def _tags() -> Iterator[Case]:
    for type, (value, summary) in TAGGED.items():
        name = slug(type)
        targets = ["PTR-03"] if type.startswith("pointer") else ["OPT-02"]
        yield _TAG.accept(f"{name}-missing", f"?{type}", None, f"missing in ?{type} is 00", "OPT-03", *targets)
        yield _TAG.accept(f"{name}-available", f"?{type}", [value], f"?{type}: {summary}", "OPT-03", *targets)
    yield from _states()
    for tag in (0x02, 0x7F, 0x80, 0xFF):
        yield _TAG.reject(
            f"tag-{tag:02x}", "?string", "string-available", [put("value.tag", tag)], {"option.tag": 1},
            f"the tag {tag:02x}", "OPT-04", "UNIQ-02",
        )  # fmt: skip
    yield _TAG.reject(
        "tag-02-void", "?void", "void-available", [put("value.tag", 2)], {"option.tag": 1}, "the tag 02 of a void", "OPT-04"
    )
    for name, type, base, rest in (
        ("empty-after-missing", "?string", "string-missing", b"\0"), ("zeros-after-missing", "?uint16", "uint16-missing", bytes(2)),
        ("sentinel-after-missing", "?pointer[int32]", "pointer-int32-missing", SENTINELS["int32"]),
    ):  # fmt: skip
        yield _TAG.reject(name, type, base, [append(rest)], "trailing", "bytes after the tag 00", "OPT-04", "DES-02")
    yield _TAG.reject(
        "sentinel-for-tag", "?pointer[int32]", "pointer-int32-missing", [put("value.tag", SENTINELS["int32"])], "trailing",
        "the sentinel of the target in place of a tag: its first byte is the tag 00", "PTR-03",
    )  # fmt: skip
    for name, type, value, base, edit in (
        ("bare", "?string", "a", "string-available", "a text without its list"),
        ("two", "?string", ["a", "b"], "string-available", "a list of two"), ("none", "?string", [], "string-available", "a list of none"),
        ("void", "?void", [[]], "void-available", "a list in a list"), ("bool", "?string", False, "string-missing", "false for missing"),
    ):  # fmt: skip
        yield _TAG.refusal(f"encode-{name}", type, value, "VALUE_INVALID", base, edit, f"{edit}: no {type}", "SER-04")


def _states() -> Iterator[Case]:
    """Options in options, by way of a type in between: all states differ."""
    for name, value, summary in (
        ("outer", None, "the pointer is missing"), ("inner", [None], "the number that is pointed to is missing"),
        ("neither", [["5"]], "nothing is missing"),
    ):  # fmt: skip
        yield _TAG.accept(f"three-states-{name}", "?pointer[?int32]", value, summary, "PTR-03", "OPT-03", "OPT-01")
        yield _TAG.accept(f"three-states-tuple-{name}", "?(?bool)", _in_tuple(value), summary, "OPT-03", "OPT-01", "OPT-02")
        yield _TAG.accept(f"three-states-tagged-{name}", "?pointer[?uint8]", value, summary, "PTR-03", "OPT-03")
    yield _TAG.accept("option-of-row", "?3 * int8", [["1", "2", "3"]], "one tag for the row", "OPT-08", "OPT-02", "OPT-03")
    yield _TAG.accept("row-of-options", "3 * ?uint8", [["1"], None, ["3"]], "a tag for each element", "OPT-08", "OPT-02", "OPT-03")
    yield _TAG.accept("both", "?2 * ?int8", [[["1"], None]], "a tag for the row, sentinels for the elements", "OPT-08")
    yield _TAG.accept("of-var", "?var * ?string", [[None, ["a"]]], "a tag, a count, and tags", "OPT-08", "OPT-02", "OPT-03")
    yield _TAG.accept("void-row", "3 * ?void", [None, [None], None], "optional voids are tags alone", "OPT-02", "OPT-03", "VOID-01")
    yield _TAG.accept(
        "in-array", "array[Any]", array("?pointer[?int32]", [None]), "an optional pointer with its type", "ARR-01", "OPT-03", "PTR-03"
    )


def _in_tuple(value: object) -> object:
    """The same state of `?(?bool)`."""
    return None if value is None else [[None]] if value == [None] else [[[True]]]


def _nans() -> Iterator[Case]:
    """A NaN that is not the sentinel is refused or available; it never means missing."""
    for type in ("float32", "float64"):
        fraction, size = FLOATS[type]
        infinity, missing = (1 << (8 * size - 1)) - (1 << fraction), int.from_bytes(SENTINELS[type], "little")
        quiet = 1 << (fraction - 1)
        for name, value, what in (
            ("quiet", infinity | quiet, "the quiet NaN"), ("quieted", missing | quiet, "the sentinel as hardware quiets it"),
            ("negative", missing | 1 << (8 * size - 1), "the sentinel with its sign set"), ("next", missing + 1, "the NaN next to the sentinel"),
            ("signalling", infinity | 1, "the least signalling NaN"), ("all-ones", (1 << 8 * size) - 1, "the NaN of ones alone"),
        ):  # fmt: skip
            yield _NAN.either(
                f"{type}-{name}", f"?{type}", "dynd.option-nan", f"?{type}: {what}", "OPT-06", base=f"sentinel/{type}-one",
                edits=[put("value", value)],
            )  # fmt: skip
            if name in ("quiet", "quieted"):
                yield _NAN.either_encode(
                    f"encode-{type}-{name}", f"?{type}", "dynd.option-nan", [float_bits(value, size)], "NA_NONCANONICAL",
                    f"sentinel/{type}-one", "another NaN than the sentinel", f"?{type}: {what} as an available value", "OPT-06",
                )  # fmt: skip
    yield _NAN.either(
        "in-a-row", "3 * ?float64", "dynd.option-nan", "a NaN between a number and a missing one", "OPT-06",
        base="sentinel/row-float64", edits=[put("value[0]", infinity | quiet)],
    )  # fmt: skip


def features() -> Iterator[Feature]:
    yield Feature("sentinel", "Options with a sentinel", list(_sentinels()))
    yield Feature("tag", "Options with a tag", list(_tags()))
    yield Feature("option-nan", "NaN in optional floats", list(_nans()))
