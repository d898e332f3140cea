"""Integers: in the forms that encoders write, at the ends of each, and in all longer forms."""

from collections.abc import Iterator

from goldenwire_reference.msgpack.encode import pack
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.msgpack.cases.builders import read, write

# The first octet of each family of forms, and True if it has a sign.
_FORMS = {"uint": (0xCC, False), "int": (0xD0, True)}

# Integers with a single shortest form, and the requirement of that form.
_SHORTEST = {
    "INT-01": (0, 1, 2, 31, 32, 64, 126, 127),
    "INT-02": (-1, -2, -16, -31, -32),
    "INT-03": (
        128,
        129,
        200,
        254,
        255,
        2**15,
        2**16 - 2,
        2**16 - 1,
        2**31,
        2**32 - 2,
        2**32 - 1,
        2**63,
        2**64 - 2,
        2**64 - 1,
    ),
    "INT-04": (
        -33,
        -34,
        -127,
        -128,
        -129,
        -255,
        -256,
        -257,
        -(2**15),
        -(2**15) - 1,
        -(2**16),
        -(2**31) + 1,
        -(2**31),
        -(2**31) - 1,
        -(2**32),
        -(2**53) - 1,
        -(2**63) + 1,
        -(2**63),
    ),
}
# Integers for which a form with a sign and one without are equally short.
_TIED = (
    256,
    257,
    1000,
    2**15 - 1,
    2**16,
    2**16 + 1,
    2**24 + 1,
    2**31 - 1,
    2**32,
    2**32 + 1,
    2**53 - 1,
    2**53,
    2**53 + 1,
    2**62 + 1,
    2**63 - 1,
)

# Integers that are read in every longer form into which they fit.
_LONGER = (
    0,
    1,
    5,
    127,
    128,
    255,
    2**15 - 1,
    2**15,
    2**16 - 1,
    2**31 - 1,
    2**31,
    2**32 - 1,
    2**63 - 1,
    -1,
    -32,
    -33,
    -128,
    -129,
    -(2**15),
    -(2**15) - 1,
    -(2**31),
)

_EXACT = 2**53


def name_of(value: int) -> str:
    """Return the name of a case of an integer."""
    return f"minus-{-value}" if value < 0 else str(value)


def _shortest() -> Iterator[Case]:
    for requirement, values in _SHORTEST.items():
        for value in values:
            exact = " INT-05" if abs(value) > _EXACT and value & 0x3FF else ""
            order = (
                " GEN-02" if abs(value) >= 2**15 and value not in {-(2**16), 2**16 - 1, 2**32 - 1, 2**64 - 1} else ""
            )
            yield write(name_of(value), value, f"the integer {value}", f"{requirement}{_short(value)}{exact}{order}")
    for value in _TIED:
        exact = " INT-05" if value > _EXACT else ""
        yield write(
            name_of(value),
            value,
            f"the integer {value}",
            f"INT-03 CANON-09{_short(value)}{exact}",
            catches="signed-where-as-short",
        )


def _longer() -> Iterator[Case]:
    for value in _LONGER:
        for form, (first, signed) in _FORMS.items():
            for place, size in enumerate((1, 2, 4, 8)):
                if not _fits(value, size, signed):
                    continue
                octets = bytes([first + place]) + value.to_bytes(size, "big", signed=signed)
                if octets != pack(value):
                    yield read(
                        f"{name_of(value)}-{form}{8 * size}",
                        octets.hex(),
                        value,
                        f"the integer {value} as {octets.hex(' ')}",
                        f"GEN-03 INT-0{4 if signed else 3}",
                    )


def _short(value: int) -> str:
    """Return the requirement of short forms, if an integer has another form than the longest."""
    return " CANON-02" if -(2**31) <= value < 2**32 else ""


def _fits(value: int, size: int, signed: bool) -> bool:
    bits = 8 * size
    return -(1 << bits - 1) <= value < 1 << bits - 1 if signed else 0 <= value < 1 << bits


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of cases that are only read."""
    yield Feature("integers", "Integers in their shortest forms", list(_shortest()))
    yield Feature("integer-forms", "Integers in longer forms", list(_longer()))
