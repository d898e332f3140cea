"""Options with a sentinel, and the policy on NaN."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature, put
from goldenwire_reference.dynd.catalogue.words import FLOATS, INTEGERS, Words, float_bits, slug
from goldenwire_reference.dynd.primitives import PRIMITIVES, Complex, Float, Number
from goldenwire_reference.dynd.tables import SENTINELS

_SENTINEL, _NAN = map(Words, ("sentinel", "option-nan"))

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
        yield _SENTINEL.accept(f"{name}-missing", f"?{type}", None, summary, "OPT-01 OPT-02")
        if isinstance(primitive, Complex):
            yield from _complexes(type, primitive)
            continue
        for neighbour, value, what in _neighbours(type):
            near = ["OPT-05"] if neighbour == "neighbour" else []
            yield _SENTINEL.accept(
                f"{name}-{neighbour}", f"?{type}", [value], f"?{type}: {what}", "OPT-01 OPT-02", *near
            )
        if isinstance(primitive, Number):
            taken = int.from_bytes(sentinel, "little", signed=type.startswith("int"))
            value = float_bits(taken, primitive.size) if isinstance(primitive, Float) else str(taken)
            yield _SENTINEL.refusal(
                f"encode-{name}-collision",
                f"?{type}",
                [value],
                "SENTINEL_COLLISION",
                f"{name}-missing",
                "the sentinel as an available value",
                "an available value must not turn into a missing one",
                "OPT-05",
            )
    for octet in (0x03, 0x7F, 0x80, 0xFF):
        yield _SENTINEL.reject(
            f"bool-{octet:02x}",
            "?bool",
            "bool-true",
            [put("value", octet)],
            "bool",
            f"{octet:02x} in ?bool: only 02 is missing",
            "BOOL-02 OPT-02",
        )
    yield from _rows()


def _complexes(type: str, primitive: Complex) -> Iterator[Case]:
    """Only the sentinel in both parts is missing; all else is available, NaN as well."""
    part, name = primitive.part, slug(type)
    size = part.size
    missing = float_bits(int.from_bytes(SENTINELS[part.name], "little"), size)
    nan = float_bits((1 << (8 * size - 1)) - (1 << (FLOATS[part.name][0] - 1)), size)
    for case, value, what in (
        ("one", [_ONE[part.name], _ONE[part.name]], "1 + 1i"),
        ("real-only", [missing, _ONE[part.name]], "a sentinel in the real part"),
        ("imaginary-only", [_ONE[part.name], missing], "a sentinel in the imaginary part"),
        ("nan", [nan, nan], "a NaN in both parts"),
        ("sentinel-and-nan", [missing, nan], "a sentinel and another NaN"),
    ):
        yield _SENTINEL.accept(f"{name}-{case}", f"?{type}", [value], f"?{type}: {what} is available", "OPT-02 OPT-01")
    yield _SENTINEL.refusal(
        f"encode-{name}-collision",
        f"?{type}",
        [[missing, missing]],
        "SENTINEL_COLLISION",
        f"{name}-missing",
        "the sentinel as an available value",
        "an available value must not turn into a missing one",
        "OPT-05",
    )


def _rows() -> Iterator[Case]:
    row = [["1"], None, ["-3"], ["0"]]
    yield _SENTINEL.accept(
        "row-int16", "4 * ?int16", row, "a missing number among others, as DyND writes it", "OPT-01 OPT-02"
    )
    yield _SENTINEL.accept(
        "row-float64",
        "3 * ?float64",
        [["0x3ff8000000000000"], None, ["0x8000000000000000"]],
        "a missing float among others, as DyND writes it",
        "OPT-01 OPT-02",
    )
    yield _SENTINEL.accept(
        "row-bool", "3 * ?bool", [[True], [False], None], "bools and missing, as DyND writes them", "OPT-01 OPT-02"
    )
    yield _SENTINEL.accept(
        "var-uint32", "var * ?uint32", [["4294967294"], None], "the only unsigned type with a sentinel", "OPT-02"
    )
    yield _SENTINEL.accept(
        "field", "{x: ?int8, y: int8}", [None, "-128"], "80 is missing in one field, -128 in the next", "OPT-01 OPT-02"
    )
    yield _SENTINEL.accept(
        "to-pointer", "pointer[?int32]", None, "a pointer to a missing number", "OPT-01 OPT-02 PTR-01"
    )
    yield _SENTINEL.refusal(
        "encode-row-collision",
        "4 * ?int16",
        [["1"], ["-32768"], None, None],
        "SENTINEL_COLLISION",
        "row-int16",
        "an element is the sentinel",
        "an available value must not turn into a missing one",
        "OPT-05",
    )
    for name, value, edit in (
        ("bare", "1", "a number without its list"),
        ("two", ["1", "2"], "a list of two"),
        ("none", [], "a list of none"),
        ("inner-missing", [None], "a list of null"),
        ("range", ["40000"], "a number out of range"),
    ):
        yield _SENTINEL.refusal(
            f"encode-{name}", "?int16", value, "VALUE_INVALID", "int16-neighbour", edit, f"{edit}: no ?int16", "SER-04"
        )


def _nans() -> Iterator[Case]:
    """A NaN that is not the sentinel is refused or available; it never means missing."""
    for type in ("float32", "float64"):
        fraction, size = FLOATS[type]
        infinity, missing = (1 << (8 * size - 1)) - (1 << fraction), int.from_bytes(SENTINELS[type], "little")
        quiet = 1 << (fraction - 1)
        for name, value, what in (
            ("quiet", infinity | quiet, "the quiet NaN"),
            ("quieted", missing | quiet, "the sentinel as hardware quiets it"),
            ("negative", missing | 1 << (8 * size - 1), "the sentinel with its sign set"),
            ("next", missing + 1, "the NaN next to the sentinel"),
            ("signalling", infinity | 1, "the least signalling NaN"),
            ("all-ones", (1 << 8 * size) - 1, "the NaN of ones alone"),
        ):
            yield _NAN.either(
                f"{type}-{name}",
                f"?{type}",
                "dynd.option-nan",
                f"?{type}: {what}",
                "OPT-06",
                base=f"sentinel/{type}-one",
                edits=[put("value", value)],
            )
            if name in ("quiet", "quieted"):
                yield _NAN.either_encode(
                    f"encode-{type}-{name}",
                    f"?{type}",
                    "dynd.option-nan",
                    [float_bits(value, size)],
                    "NA_NONCANONICAL",
                    f"sentinel/{type}-one",
                    "another NaN than the sentinel",
                    f"?{type}: {what} as an available value",
                    "OPT-06",
                )
    yield _NAN.either(
        "in-a-row",
        "3 * ?float64",
        "dynd.option-nan",
        "a NaN between a number and a missing one",
        "OPT-06",
        base="sentinel/row-float64",
        edits=[put("value[0]", infinity | quiet)],
    )


def features() -> Iterator[Feature]:
    yield Feature("sentinel", "Options with a sentinel", list(_sentinels()))
    yield Feature("option-nan", "NaN in optional floats", list(_nans()))
