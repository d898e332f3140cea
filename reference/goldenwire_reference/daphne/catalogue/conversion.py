"""Every pair of header and block value types: the extremes that both hold, and the next value that only one does."""

import struct
from collections.abc import Iterator
from fractions import Fraction

from goldenwire_reference.cases import Accept, Case, Feature, Refusal, Reject, put
from goldenwire_reference.daphne.catalogue.words import (
    FLOATS,
    INTEGERS,
    TYPES,
    atom,
    block,
    csr,
    dense,
    frame,
    whole,
    wire,
)
from goldenwire_reference.notation import ANY_NAN

Number = int | float

# Where integer ranges and mantissas end, and a step to either side.
_CORNERS = sorted(
    {
        sign * (2**power + step)
        for power in (0, 7, 8, 15, 16, 24, 31, 32, 53, 63, 64)
        for step in (-2, -1, 0, 1, 2)
        for sign in (1, -1)
    }
    | {
        sign * (2**high - 2**low)
        for high in (31, 32, 63, 64)
        for low in (high - 24, high - 53)
        if low > 0
        for sign in (1, -1)
    }
)

_FLOAT_MAX = struct.unpack("<f", bytes.fromhex("ffff7f7f"))[0]
_FRACTIONS = (
    0.5,
    -1.5,
    2.0**-149,
    2.0**-150,
    2.0**-1074,
    0.1,
    _FLOAT_MAX,
    -_FLOAT_MAX,
    2.0**128,
    1.7976931348623157e308,
)


def holds(type_name: str, value: Number) -> bool:
    """Whether the type has a value of equal mathematical value; computed apart from the codec's own conversion."""
    if type_name in INTEGERS:
        low, high = INTEGERS[type_name]
        return Fraction(value).denominator == 1 and low <= value <= high
    try:
        packed = struct.pack(FLOATS[type_name][0], value)
    except OverflowError:
        return False
    return Fraction(struct.unpack(FLOATS[type_name][0], packed)[0]) == Fraction(value)


def numbers(type_name: str) -> list[Number]:
    """The interesting numbers that a type holds, ascending."""
    return sorted(value for value in {*_CORNERS, *_FRACTIONS} if holds(type_name, value))


def _pairs() -> Iterator[tuple[str, str]]:
    return ((header, stored) for header in TYPES for stored in TYPES if header != stored)


def _kind(type_name: str) -> str:
    return "float" if type_name in FLOATS else "integer"


def _accepts() -> Iterator[Case]:
    for header, stored in _pairs():
        common = [value for value in numbers(stored) if holds(header, value)]
        ends = [common[0], 0, common[-1]]
        value = dense(header, ends)
        yield Accept(
            name=f"{header}-from-{stored}",
            summary=f"a {header} object in a {stored} block: the extremes that both hold",
            requirements=["DAPHNE-VTX-01", "DAPHNE-VTX-03", "DAPHNE-VTX-04"],
            value=value,
            plan=whole(value, "dense", stored),
        )
    for kind, build in (("csr", csr), ("coo", csr)):
        for header, stored in (
            ("int64", "uint8"),
            ("uint8", "int64"),
            ("double", "int32"),
            ("int32", "double"),
            ("float", "double"),
        ):
            value = build(header, [0, 100, 0], [7, 0, 0])
            yield Accept(
                name=f"{kind}-{header}-from-{stored}",
                summary=f"the values of a {kind} block of {stored} in a {header} object",
                requirements=["DAPHNE-VTX-01", "DAPHNE-VTX-03", "DAPHNE-VTX-04"],
                value=value,
                plan=whole(value, kind, stored),
            )


def _specials() -> Iterator[Case]:
    for header, stored in (("double", "float"), ("float", "double")):
        wide = ["inf", "-inf", "-0.0"]
        value = dense(header, [float(text) for text in wide])
        yield Accept(
            name=f"{header}-from-{stored}-specials",
            summary=f"Inf and -0.0 pass exactly from {stored} to {header}",
            requirements=["DAPHNE-VTX-06"],
            value=value,
            plan=whole(value, "dense", stored),
        )
        nan = {"float": "0x7fc00000", "double": "0x7ff8000000000000"}[stored]
        data = bytes.fromhex("0101") + (1).to_bytes(8, "little") * 2 + bytes([TYPES.index(header) + 1])
        data += bytes(16) + (1).to_bytes(4, "little") * 2 + bytes([1, TYPES.index(stored) + 1]) + wire(nan, stored)
        yield Accept(
            name=f"{header}-from-{stored}-nan",
            summary=f"NaN passes from {stored} to {header} as some NaN",
            requirements=["DAPHNE-VTX-11"],
            value=dense(header, [ANY_NAN[FLOATS[header][2]]]),
            data=data,
        )
    columns = [("u", "uint8"), ("d", "double"), ("i", "int32")]
    value = frame(columns, [200, 200.0, 200], [0, 255.0, 1])
    yield Accept(
        name="frame-columns-from-uint8",
        summary="one block over three columns: each value goes to its column's type",
        requirements=["DAPHNE-VTX-07", "DAPHNE-PART-13"],
        value=value,
        plan=whole(value, "dense", "uint8"),
    )
    yield Accept(
        name="frame-columns-from-coo",
        summary="ultra-sparse entries of one block in columns of three types",
        requirements=["DAPHNE-VTX-07", "DAPHNE-PART-13"],
        value=value,
        plan=whole(value, "coo", "double"),
    )
    each = dense("int64", [1, 300], [70000, -1])
    yield Accept(
        name="narrowest-block-by-block",
        summary="four blocks, each with the narrowest type that holds its value",
        requirements=["DAPHNE-PART-09", "DAPHNE-VTX-02"],
        needs=["many-blocks"],
        value=each,
        plan=[
            block((0, 0, 1, 1), "dense", "uint8"),
            block((0, 1, 1, 1), "dense", "uint16"),
            block((1, 0, 1, 1), "dense", "uint32"),
            block((1, 1, 1, 1), "dense", "int8"),
        ],
    )


def _beyond(header: str, stored: str) -> Iterator[tuple[str, Number]]:
    """The nearest numbers above and below the common range, and a fraction, that only the stored type holds."""
    mine = numbers(stored)
    common = [value for value in mine if holds(header, value)]
    lost = [value for value in mine if not holds(header, value)]
    fractions = [value for value in lost if Fraction(value).denominator > 1 and abs(value) < 1]
    whole_numbers = [value for value in lost if value not in fractions]
    above = [value for value in whole_numbers if value > common[-1]]
    below = [value for value in whole_numbers if value < common[0]]
    within = [value for value in whole_numbers if common[0] < value < common[-1]]
    for name, found in (
        ("above", above[:1]),
        ("below", below[-1:]),
        ("between", within[-1:]),
        ("fraction", fractions[-1:]),
    ):
        for value in found:
            yield name, value


def _rejects() -> Iterator[Case]:
    for header, stored in _pairs():
        for where, value in _beyond(header, stored):
            yield Reject(
                name=f"{header}-from-{stored}-{where}",
                summary=f"{value!r} in a block of {stored} is no value of {header}",
                requirements=["DAPHNE-VTX-05", "DAPHNE-VTX-09"]
                if _kind(header) != _kind(stored)
                else ["DAPHNE-VTX-05"],
                base=f"daphne/conversion/{header}-from-{stored}",
                edits=[put("block[0].value[0,1]", wire(value, stored))],
                checks={"dense.value": None},
            )
    specials = {
        "nan": {"float": "0x7fc00000", "double": "0x7ff8000000000000"},
        "infinity": {"float": "0x7f800000", "double": "0x7ff0000000000000"},
        "negative-infinity": {"float": "0xff800000", "double": "0xfff0000000000000"},
        "negative-zero": {"float": "0x80000000", "double": "0x8000000000000000"},
    }
    for special, atoms in specials.items():
        for header, stored in (("int32", "float"), ("uint64", "double")):
            yield Reject(
                name=f"{header}-from-{stored}-{special}",
                summary=f"{special.replace('-', ' ')} has no equal in {header}",
                requirements=["DAPHNE-VTX-06"],
                base=f"daphne/conversion/{header}-from-{stored}",
                edits=[put("block[0].value[0,1]", wire(atoms[stored], stored))],
                checks={"dense.value": None},
            )
    for kind, entry in (("csr", "block[0].row[1].entry[0].value"), ("coo", "block[0].entry[1].value")):
        for header, stored, value in (("uint8", "int64", 256), ("uint8", "int64", -1), ("int32", "double", 0.5)):
            name = {256: "above", -1: "below", 0.5: "fraction"}[value]
            yield Reject(
                name=f"{kind}-{header}-from-{stored}-{name}",
                summary=f"{value} in a {kind} block of {stored} is no value of {header}",
                requirements=["DAPHNE-VTX-05"],
                base=f"daphne/conversion/{kind}-{header}-from-{stored}",
                edits=[put(entry, wire(value, stored))],
                checks={f"{kind}.value": None},
            )
    yield Reject(
        name="frame-column-too-narrow",
        summary="256 fits the wide columns of a block's frame, but not the column it lies in",
        requirements=["DAPHNE-VTX-07"],
        base="daphne/conversion/frame-columns-from-coo",
        edits=[put("block[0].entry[0].value", wire(256.0, "double"))],
        checks={"coo.value": None},
    )


def _refusals() -> Iterator[Case]:
    """What an encoder must not narrow."""
    for name, header, stored, value in (
        ("above", "uint64", "uint8", 256),
        ("below", "int32", "uint32", -1),
        ("fraction", "double", "int64", 0.5),
        ("mantissa-float", "int32", "float", 2**24 + 1),
        ("mantissa-double", "uint64", "double", 2**53 + 1),
        ("rounding", "double", "float", 0.1),
        ("overflow", "double", "float", 1e39),
        ("negative-zero", "double", "int8", -0.0),
        ("nan", "float", "uint32", "0x7fc00000"),
        ("infinity", "float", "int64", "0x7f800000"),
    ):
        obj = dense(header, [value])
        yield Refusal(
            name=f"encode-{name}",
            summary=f"an encoder told to use {stored} must not lose {atom(value, header)} of {header}",
            requirements=[
                "DAPHNE-VTX-02",
                "DAPHNE-ENC-04",
                *(["DAPHNE-VTX-09"] if _kind(header) != _kind(stored) else []),
            ],
            value=obj,
            plan=whole(obj, "dense", stored),
            code="VALUE",
            base=f"daphne/conversion/{header}-from-{stored}",
            edit=f"a cell that {stored} does not hold exactly",
        )


def features() -> Iterator[Feature]:
    yield Feature("conversion", "Block value types that differ from the header's", [*_accepts(), *_specials()])


def rejects() -> Iterator[Feature]:
    yield Feature(
        "conversion-rejects", "Stored values that the header's type does not hold", [*_rejects(), *_refusals()]
    )
