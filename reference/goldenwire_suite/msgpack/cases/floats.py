"""Floats of both widths."""

import struct
from collections.abc import Iterator

from goldenwire_reference.msgpack.model import Map
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.msgpack.cases.builders import NAN, given, read, write

_INFINITY = float("inf")

# Doubles that are not exact as singles.
_DOUBLES = {
    "tenth": (0.1, "a tenth"),
    "minus-tenth": (-0.1, "minus a tenth"),
    "pi": (3.141592653589793, "pi"),
    "third": (1 / 3, "a third"),
    "above-one": (1 + 2**-52, "the next double above one"),
    "below-one": (1 - 2**-53, "the next double below one"),
    "beyond-exact": (2.0**53 + 2, "an integral double of 54 bits"),
    "far-integer": (1e20, "an integral double of more than 64 bits"),
    "far": (1e300, "a very large double"),
    "near": (1e-300, "a very small double"),
}
# Limits of doubles.
_ENDS = {
    "greatest": (1.7976931348623157e308, "the greatest double"),
    "least": (-1.7976931348623157e308, "minus the greatest double"),
    "least-normal": (2.2250738585072014e-308, "the least normal double"),
    "greatest-subnormal": (2.225073858507201e-308, "the greatest subnormal double"),
    "least-subnormal": (5e-324, "the least subnormal double"),
    "minus-least-subnormal": (-5e-324, "minus the least subnormal double"),
    "zero": (0.0, "0.0"),
    "minus-zero": (-0.0, "-0.0"),
    "infinity": (_INFINITY, "infinity"),
    "minus-infinity": (-_INFINITY, "minus infinity"),
}
# Doubles that are exact as singles or as integers.
_SHORT = {
    "one": (1.0, "1.0"),
    "minus-one": (-1.0, "-1.0"),
    "half": (1.5, "1.5"),
    "hundred": (100.0, "100.0"),
    "exact": (2.0**53, "the double 2^53"),
    "byte": (255.0, "the double 255"),
    "single": (float(2**31), "the double 2^31"),
}

# Singles, by their bits.
_SINGLES = {
    "one": ("3f800000", "1.0", ""),
    "minus-half": ("bfc00000", "-1.5", ""),
    "tenth": ("3dcccccd", "the single nearest to a tenth", "float32-in-decimal"),
    "pi": ("40490fdb", "the single nearest to pi", "float32-in-decimal"),
    "greatest": ("7f7fffff", "the greatest single", ""),
    "least-normal": ("00800000", "the least normal single", ""),
    "greatest-subnormal": ("007fffff", "the greatest subnormal single", "subnormals-are-zero"),
    "least-subnormal": ("00000001", "the least subnormal single", "subnormals-are-zero"),
    "minus-subnormal": ("80000001", "minus the least subnormal single", "subnormals-are-zero"),
    "zero": ("00000000", "0.0", ""),
    "minus-zero": ("80000000", "-0.0", "zeros-without-sign"),
    "infinity": ("7f800000", "infinity", ""),
    "minus-infinity": ("ff800000", "minus infinity", ""),
    "above-one": ("3f800001", "the next single above one", "float32-in-decimal"),
    "exact": ("4b800000", "the single 2^24", ""),
}
_TO_THE_LETTER = {
    "zero",
    "minus-zero",
    "infinity",
    "minus-infinity",
    "least-subnormal",
    "greatest-subnormal",
    "minus-subnormal",
}

_NANS = {
    "double": ("cb7ff8000000000000", "a quiet NaN"),
    "single": ("ca7fc00000", "a quiet NaN"),
    "single-minus": ("caffc00000", "a quiet NaN with its sign bit"),
    "single-payload": ("ca7fc12345", "a quiet NaN with a payload"),
    "single-signalling": ("ca7f800001", "a signalling NaN"),
    "single-ones": ("caffffffff", "a NaN with all its bits set"),
    "double-minus": ("cbfff8000000000000", "a quiet NaN with its sign bit"),
    "double-payload": ("cb7ff8000000012345", "a quiet NaN with a payload"),
    "double-signalling": ("cb7ff0000000000001", "a signalling NaN"),
    "double-ones": ("cbffffffffffffffff", "a NaN with all its bits set"),
}


def _floats() -> Iterator[Case]:
    for name, (value, what) in _DOUBLES.items():
        yield write(
            name, value, f"{what}, in float 64", "FLOAT-02 FLOAT-06", numbers=(64, 54), catches="floats-cut-to-single"
        )
    for name, (value, what) in _ENDS.items():
        yield write(name, value, f"{what}, in float 64", "FLOAT-04", numbers=(64,))
    for name, (value, what) in _SHORT.items():
        yield write(
            name,
            value,
            f"{what}, in float 64",
            "FLOAT-02 CANON-07" + (" GEN-01" if value.is_integer() else ""),
            numbers=(64,),
            catches="floats-shortened" + (" integral-floats-are-integers" if value.is_integer() else ""),
        )


def _read() -> Iterator[Case]:
    for name, (digits, what, catches) in _SINGLES.items():
        (value,) = struct.unpack(">f", bytes.fromhex(digits))
        letter = " FLOAT-04" if name in _TO_THE_LETTER else " FLOAT-01"
        decimal = " FLOAT-03" if catches == "float32-in-decimal" else ""
        yield read(
            f"single-{name}",
            f"ca{digits}",
            value,
            f"{what}, in float 32",
            f"GEN-03{letter}{decimal}",
            catches=catches,
            numbers=(32,),
        )
    for name, (octets, what) in _NANS.items():
        yield read(
            f"nan-{name}",
            octets,
            NAN,
            f"{what} as {octets}",
            "FLOAT-05",
            numbers=[int(word) for word in [octets] if word.isdecimal()],
            catches="nan-is-nil",
        )
    nan, numbers = float("nan"), [_INFINITY, -_INFINITY, -0.0, 5e-324]
    yield given("nan-written", nan, "to be written: NaN", "CANON-07")
    yield given("nan-item", [nan, 0.1], "to be written: NaN in an array", "CANON-07")
    yield given("nan-value", Map([(1, nan)]), "to be written: NaN as a value of a map", "CANON-07")
    yield write("ends-items", numbers, "both infinities, -0.0 and a subnormal double in an array", "FLOAT-04")
    pairs = Map(list(enumerate(numbers)))
    yield write("ends-values", pairs, "both infinities, -0.0 and a subnormal double as values of a map", "FLOAT-04")


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of cases that are only read."""
    yield Feature("floats", "Floats in float 64", list(_floats()))
    yield Feature("float-forms", "Floats in float 32, and NaNs", list(_read()))
