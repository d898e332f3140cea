"""Floats, complex numbers and void."""

from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import Any

from goldenwire_reference.dynd.tables import SENTINELS
from goldenwire_suite.cases import Case, Feature, add_at, remove_at, replace_at
from goldenwire_suite.dynd.cases.builders import FLOATS, RowBuilder, float_bits

_FLOAT, _COMPLEX, _VOID = map(RowBuilder, ("float", "complex", "void"))

_FLOAT_IDS = {"float16": "FLT-04", "float128": "FLT-04"}


def float_id(type: str) -> str:
    """Return the requirement that defines a float type."""
    return _FLOAT_IDS.get(type, "FLT-01")


def specials(type: str) -> dict[str, tuple[int, str]]:
    """Return bit patterns of a float type that codecs often lose: name -> (bits, description)."""
    fraction, size = FLOATS[type]
    sign, infinity = 1 << (8 * size - 1), (1 << (8 * size - 1)) - (1 << fraction)
    quiet = 1 << (fraction - 1)
    one = infinity >> 1 & infinity
    return {
        "one-and-a-half": (one | quiet, "one and a half"),
        "minus-two": (sign | one + (1 << fraction), "minus two"),
        "zero": (0, "zero"),
        "negative-zero": (sign, "negative zero, which keeps its sign"),
        "least-subnormal": (1, "the least subnormal, which is not zero"),
        "negative-greatest": (sign | infinity - 1, "the most negative finite number"),
        "infinity": (infinity, "infinity"),
        "quiet-nan": (infinity | quiet, "the quiet NaN without a payload"),
        "negative-nan": (sign | infinity | quiet | 1, "a negative quiet NaN with a payload, which keeps both"),
        "signalling-nan": (infinity | 1, "a signalling NaN, which a floating-point register may make quiet"),
    }


# Patterns that a codec changes if it handles numbers instead of bits, and the mutation that does so.
_CHANGED = {
    "negative-zero": "zeros-alike",
    "least-subnormal": "subnormals-flushed",
    "negative-nan": "nans-alike",
    "signalling-nan": "nans-quieted",
}

# Requests with another value in place of a float: (name, its type, the value, description, mutation that writes it).
_NO_FLOAT: Any = (
    ("width", "float32", "0x3ff8000000000000", "the bits of a wider float", "floats-of-any-width"),
    ("number", "float64", "1", "a decimal number", "decimal-floats"),
    ("bool", "float64", True, "true", "bools-are-numbers"),
    ("two-prefixes", "float32", "0x0x3f8000", "bits with 0x in place of two digits, too,", "bits-of-any-digits"),
    ("sign", "float32", "0x+3f80000", "bits with a + in place of a digit", "bits-of-any-digits"),
    ("space", "float64", "0x 3ff000000000000", "bits with a space in place of a digit", "bits-of-any-digits"),
)


def _floats() -> Iterator[Case]:
    for type, (_, size) in FLOATS.items():
        for name, (value, what) in specials(type).items():
            cited = f"{float_id(type)} FLT-02" if name in _CHANGED else float_id(type)
            bits, catches = float_bits(value, size), _CHANGED.get(name, "")
            yield _FLOAT.accept(f"{type}-{name}", type, bits, f"a {type}: {what}", cited, catches)
        if type in SENTINELS:
            missing = float_bits(int.from_bytes(SENTINELS[type], "little"), size)
            summary = f"what means missing in ?{type} is a NaN like others in {type}"
            yield _FLOAT.accept(f"{type}-sentinel", type, missing, summary, "FLT-02", "nans-quieted")
    third = "0x3ffd5555555555555555555555555555"
    summary = "a third as binary128: neither a significand of fewer bits nor two doubles hold it"
    shortened = "float128-of-fewer-bits float128-of-two-doubles"
    yield _FLOAT.accept("float128-third", "float128", third, summary, "FLT-03 FLT-04", shortened)
    for type in ("float32", "float64"):
        zero, negative = (float_bits(specials(type)[name][0], FLOATS[type][1]) for name in ("zero", "negative-zero"))
        summary = f"a row of {type}: zero, negative zero twice, and zero, which compare equal"
        row: Any = (f"{type}-zeros", f"4 * {type}", [zero, negative, negative, zero], summary, "FLT-02 DIM-01")
        yield _FLOAT.accept(*row, "zeros-alike equal-floats-alike", numbers=[2])
    for name, type, given, what, catches in _NO_FLOAT:
        summary = f"an encoder refuses {what} where a {type} is due"
        row = (f"encode-{name}", f"{type}-one-and-a-half", given, "VALUE_INVALID", summary)
        yield _FLOAT.refusal(*row, "SER-04", catches)


CATCHES = {"alone": "complex-of-alone", "three": "complex-of-three"}


def _complexes() -> Iterator[Case]:
    for type, part in (("complex[float32]", "float32"), ("complex[float64]", "float64")):
        size = FLOATS[part][1]
        name = f"float{8 * size}"
        bits = {special: float_bits(value, size) for special, (value, _) in specials(part).items()}
        missing = float_bits(int.from_bytes(SENTINELS[part], "little"), size)
        zero, negative = bits["zero"], bits["negative-zero"]
        signs = [[zero, negative], [negative, zero], [negative, negative], [zero, zero]]
        parts, odd = [bits["one-and-a-half"], bits["minus-two"]], [bits["signalling-nan"], bits["negative-zero"]]
        yield from starmap(
            _COMPLEX.accept,
            (
                (f"{name}-parts", type, parts, f"{type}: the real part comes first", "CPLX-01", "imaginary-part-first"),
                (f"{name}-nan", type, odd, f"{type}: each part keeps all its bits", "FLT-02", "complex-nans-quieted"),
                (f"{name}-sentinel", type, [missing, missing], f"what means missing in ?{type} is a value in {type}",
                 "FLT-02", "complex-nans-quieted"),
                (f"{name}-zeros", f"4 * {type}", signs,
                 f"a row of {type}: the four combinations of signs of two zeros, which compare equal",
                 "FLT-02 DIM-01", "zeros-alike equal-floats-alike"),
            ),
        )  # fmt: skip
        for fault, change, what in (
            ("alone", remove_at("/value/1"), "a real part alone"),
            ("three", add_at("/value/-", bits["zero"]), "three parts"),
            ("short", replace_at("/value/0", bits["zero"][:-1]), "a real part with a digit too few"),
            ("decimal", replace_at("/value/1", "1.5"), "an imaginary part in decimal"),
            ("uneven", replace_at("/value", _uneven(parts)), "two parts, each with digits of the other's number,"),
        ):
            summary = f"an encoder refuses {what} where a {type} is due"
            row: Any = (f"encode-{name}-{fault}", f"{name}-parts", change, "VALUE_INVALID", summary)
            yield _COMPLEX.refusal(*row, "SER-04", CATCHES.get(fault, ""))


def _uneven(parts: Sequence[str]) -> list[str]:
    """Complex numbers with the right number of digits in total, two of which are in the wrong part."""
    return [parts[0][:-2], parts[1] + parts[0][-2:]]


_VOIDS: Any = (
    ("void", "void", None, "a void has no bytes", "VOID-01", "void-is-a-byte"),
    ("fields", "(int8, void, int8)", ["1", None, "2"], "a void between two numbers leaves no trace", "VOID-01"),
    ("fixed", "3 * void", [None] * 3, "three voids have no bytes", "VOID-01"),
    ("var", "var * void", [None] * 5, "five voids are a count of 5 and nothing else", "VOID-01 VAR-02"),
)  # fmt: skip


def _voids() -> Iterator[Case]:
    yield from starmap(_VOID.accept, _VOIDS)
    for name, value, what in (("bool", False, "false"), ("list", [], "an empty list")):
        summary = f"an encoder refuses {what} where a void is due"
        yield _VOID.refusal(f"encode-{name}", "void", value, "VALUE_INVALID", summary, "SER-04", "anything-is-a-void")


def features() -> Iterator[Feature]:
    yield Feature("float", "Floats of 16 to 128 bits", list(_floats()))
    yield Feature("complex", "Complex numbers", list(_complexes()))
    yield Feature("void", "Void", list(_voids()))
