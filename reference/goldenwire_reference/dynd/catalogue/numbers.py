"""Bools, integers, floats, complex numbers and void."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature, put
from goldenwire_reference.dynd.catalogue.words import FLOATS, INTEGERS, Words, float_bits
from goldenwire_reference.dynd.tables import SENTINELS

_BOOL, _INTEGER, _FLOAT, _COMPLEX, _VOID = map(Words, ("bool", "integer", "float", "complex", "void"))

_INTEGER_IDS = {"int128": "INT-04", "uint128": "INT-05"}
_FLOAT_IDS = {"float16": "FLT-04", "float128": "FLT-04"}


def integer_id(type: str) -> str:
    """The requirement that defines an integer type."""
    return _INTEGER_IDS.get(type, "INT-02" if type.startswith("u") else "INT-01")


def float_id(type: str) -> str:
    """The requirement that defines a float type."""
    return _FLOAT_IDS.get(type, "FLT-01")


def _bools() -> Iterator[Case]:
    yield _BOOL.accept("true", "bool", True, "true is the byte 01", "BOOL-01 SER-01")
    yield _BOOL.accept("row", "3 * bool", [True, False, True], "a byte each: bools are not packed into bits", "BOOL-01")
    for octet in (0x02, 0x03, 0x7F, 0x80, 0xFF):
        summary = f"{octet:02x} is no bool: the only truth is 01"
        yield _BOOL.reject(f"byte-{octet:02x}", "bool", "true", [put("value", octet)], "bool", summary, "UNIQ-02")
    yield _BOOL.reject(
        "byte-02-in-a-row",
        "3 * bool",
        "row",
        [put("value[1]", 2)],
        "bool",
        "an element is neither 00 nor 01",
        "BOOL-02",
    )
    for name, value, summary in (
        ("number", "1", "a number is no bool"),
        ("text", "true", "text is no bool"),
        ("none", None, "null is no bool"),
    ):
        yield _BOOL.refusal(f"encode-{name}", "bool", value, "VALUE_INVALID", "true", f"a {name}", summary, "SER-04")


def _integers() -> Iterator[Case]:
    for type, (low, high) in INTEGERS.items():
        size = (high - low).bit_length() // 8
        rising = int.from_bytes(bytes(range(size, 0, -1)), "little")
        named = {"least": low, "greatest": high, "one": 1, "rising": rising}
        summaries = {
            "least": f"the least {type}",
            "greatest": f"the greatest {type}",
            "one": f"{type} 1: the least significant byte comes first",
            "rising": f"{type} whose bytes fall from {size} to 1 shows the order of all of them",
        }
        if low < 0:
            named["minus-two"], summaries["minus-two"] = -2, f"{type} -2 in two's complement"
        for name, value in named.items():
            if name == "rising" and size == 1:
                continue
            extra = ["END-01"] if size > 1 and name in ("one", "rising") else []
            yield _INTEGER.accept(f"{type}-{name}", type, str(value), summaries[name], integer_id(type), *extra)
    yield from _integer_refusals()


def _integer_refusals() -> Iterator[Case]:
    for type, (low, high) in INTEGERS.items():
        for name, value, base in (("under", low - 1, "least"), ("over", high + 1, "greatest")):
            yield _INTEGER.refusal(
                f"encode-{type}-{name}",
                type,
                str(value),
                "VALUE_INVALID",
                f"{type}-{base}",
                f"one {name} the range",
                f"{value} is no {type}: an encoder must refuse it, not wrap it",
                "SER-04",
                integer_id(type),
            )
    for name, value, edit in (
        ("bool", True, "a bool"),
        ("list", ["1"], "a list"),
        ("missing", None, "null"),
        ("float", "0x3ff0000000000000", "the bits of a float"),
        ("typed", {"type": "int32", "value": "1"}, "an array"),
    ):
        yield _INTEGER.refusal(
            f"encode-{name}", "int32", value, "VALUE_INVALID", "int32-one", edit, f"{edit} is no int32", "SER-04"
        )


def _specials(type: str) -> dict[str, tuple[int, str]]:
    """Bit patterns of a float type that codecs lose: name -> (bits, what it is)."""
    fraction, size = FLOATS[type]
    sign, infinity = 1 << (8 * size - 1), (1 << (8 * size - 1)) - (1 << fraction)
    quiet = 1 << (fraction - 1)
    one = infinity >> 1 & infinity
    return {
        "one-and-a-half": (one | quiet, "1.5"),
        "minus-two": (sign | one + (1 << fraction), "-2"),
        "zero": (0, "0"),
        "negative-zero": (sign, "-0.0, which is not 0.0"),
        "least-subnormal": (1, "the least subnormal"),
        "negative-greatest": (sign | infinity - 1, "the most negative finite number"),
        "infinity": (infinity, "infinity"),
        "quiet-nan": (infinity | quiet, "the quiet NaN without a payload"),
        "negative-nan": (sign | infinity | quiet | 1, "a negative quiet NaN with a payload"),
        "signalling-nan": (infinity | 1, "a signalling NaN, which a floating-point register may change"),
    }


def _floats() -> Iterator[Case]:
    for type, (_, size) in FLOATS.items():
        defines = float_id(type)
        for name, (value, what) in _specials(type).items():
            requirements = [defines, *(["FLT-02"] if "nan" in name or "zero" in name or "sub" in name else [])]
            yield _FLOAT.accept(f"{type}-{name}", type, float_bits(value, size), f"{type}: {what}", *requirements)
        if type in SENTINELS:
            missing = int.from_bytes(SENTINELS[type], "little")
            summary = f"{type}: what means missing in ?{type} is a NaN like others here"
            yield _FLOAT.accept(f"{type}-sentinel", type, float_bits(missing, size), summary, "FLT-02 OPT-02")
    yield _FLOAT.accept(
        "float128-third",
        "float128",
        "0x3ffd5555555555555555555555555555",
        "1/3 in binary128: neither 80 bits nor two doubles hold it",
        "FLT-03 FLT-04",
    )
    for name, type, given, edit in (
        ("width", "float32", "0x3ff8000000000000", "the bits of a float64"),
        ("number", "float64", "1", "a number in decimal"),
        ("bool", "float64", True, "a bool"),
    ):
        base = f"{type}-one-and-a-half"
        yield _FLOAT.refusal(
            f"encode-{name}", type, given, "VALUE_INVALID", base, edit, f"{edit} is no {type}", "SER-04"
        )


def _complexes() -> Iterator[Case]:
    for type, part in (("complex[float32]", "float32"), ("complex[float64]", "float64")):
        size, special = FLOATS[part][1], _specials(part)
        bits = {name: float_bits(value, size) for name, (value, _) in special.items()}
        short = f"float{8 * size}"
        yield _COMPLEX.accept(
            f"{short}-parts",
            type,
            [bits["one-and-a-half"], bits["minus-two"]],
            "the real part, then the imaginary part",
            "CPLX-01",
        )
        yield _COMPLEX.accept(
            f"{short}-nan",
            type,
            [bits["signalling-nan"], bits["negative-zero"]],
            "each part keeps all its bits",
            "FLT-02",
        )
        missing = float_bits(int.from_bytes(SENTINELS[part], "little"), size)
        yield _COMPLEX.accept(
            f"{short}-sentinel", type, [missing, missing], "without an option the sentinel is a value", "FLT-02 OPT-02"
        )
        yield _COMPLEX.refusal(
            f"encode-{short}-alone",
            type,
            [bits["zero"]],
            "VALUE_INVALID",
            f"{short}-parts",
            "the imaginary part is gone",
            "a complex number has two parts",
            "SER-04",
        )
        yield _COMPLEX.refusal(
            f"encode-{short}-three",
            type,
            [bits["zero"]] * 3,
            "VALUE_INVALID",
            f"{short}-parts",
            "a third part",
            "a complex number has two parts",
            "SER-04",
        )


def _voids() -> Iterator[Case]:
    yield _VOID.accept("void", "void", None, "a void has no bytes", "VOID-01")
    yield _VOID.accept("fields", "(int8, void, int8)", ["1", None, "2"], "a void between two numbers", "VOID-01 TUP-01")
    yield _VOID.accept("fixed", "3 * void", [None] * 3, "three voids have no bytes", "VOID-01 DIM-01")
    yield _VOID.accept("var", "var * void", [None] * 5, "five voids are a count of 5", "VOID-01 VAR-02")
    yield _VOID.refusal("encode-bool", "void", False, "VALUE_INVALID", "void", "false", "false is no void", "SER-04")
    yield _VOID.refusal(
        "encode-list", "void", [], "VALUE_INVALID", "void", "an empty list", "a list is no void", "SER-04"
    )


def features() -> Iterator[Feature]:
    yield Feature("bool", "Truth values", list(_bools()))
    yield Feature("integer", "Integers of 8 to 128 bits", list(_integers()))
    yield Feature("float", "Floats of 16 to 128 bits", list(_floats()))
    yield Feature("complex", "Complex numbers", list(_complexes()))
    yield Feature("void", "Void", list(_voids()))
