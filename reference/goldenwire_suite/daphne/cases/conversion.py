"""Every pair of header and block value types: the extremes that both hold, and the next value that only one holds."""

import struct
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from goldenwire_reference.notation import ANY_NAN
from goldenwire_suite.cases import Accept, Case, Feature, Refusal, Reject, put, replace_at
from goldenwire_suite.daphne.cases.builders import (
    FLOATS,
    INTEGERS,
    TYPES,
    Json,
    accept,
    article,
    atom,
    block,
    csr,
    dense,
    frame,
    ids,
    say,
    u32,
    u64,
    value_type_id,
    whole,
    wire,
)

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

FLOAT_MAX = struct.unpack("<f", bytes.fromhex("ffff7f7f"))[0]
DOUBLE_MAX = struct.unpack("<d", bytes.fromhex("ffffffffffffef7f"))[0]
_FRACTIONS = (0.5, 2.0**-149, 2.0**-150, 2.0**-1074, 0.1, FLOAT_MAX, -FLOAT_MAX, 2.0**128, DOUBLE_MAX)
_NAMED = {
    FLOAT_MAX: "the greatest float",
    -FLOAT_MAX: "the least float",
    DOUBLE_MAX: "the greatest double",
    2.0**-149: "the least positive float",
}


def told(value: Number) -> str:
    """Return a number in words, where words are clearer than digits."""
    return _NAMED.get(value) or say(value)


@cache
def holds(type_name: str, value: Number) -> bool:
    """Return whether the type has a value that is mathematically equal.

    The computation is independent of the codec's own conversion.
    """
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


def pairs() -> Iterator[tuple[str, str]]:
    """All pairs of a header's type and a different type of a block."""
    return ((header, stored) for header in TYPES for stored in TYPES if header != stored)


def beyond(lacking: str, having: str) -> Iterator[tuple[str, Number]]:
    """Yield the nearest numbers that type `having` has and `lacking` does not.

    They lie above, below and between the numbers that both hold; a fraction comes last.
    """
    mine = numbers(having)
    common = [value for value in mine if holds(lacking, value)]
    lost = [value for value in mine if not holds(lacking, value)]
    fractions = [value for value in lost if Fraction(value).denominator > 1]
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


def ends(header: str, stored: str) -> Json:
    """A matrix of the least and the greatest number that both types hold, and 0 between them."""
    common = [value for value in numbers(stored) if holds(header, value)]
    return dense(header, [common[0], 0, common[-1]])


def _accepts() -> Iterator[Case]:
    for header, stored in pairs():
        value = ends(header, stored)
        yield accept(
            f"{header}-from-{stored}",
            f"{article(header)} matrix in a block of {stored}: the least and the greatest number that both hold, and 0",
            f"VTX-01 VTX-03 VTX-04 {value_type_id(header)}",
            value,
            whole(value, "dense", stored),
        )
    for kind in ("csr", "coo"):
        for header, stored in (
            ("int64", "uint8"),
            ("uint8", "int64"),
            ("double", "int32"),
            ("int32", "double"),
            ("float", "double"),
        ):
            value = csr(header, [0, 100, 0], [7, 0, 0])
            yield accept(
                f"{kind}-{header}-from-{stored}",
                f"{article(header)} matrix in a {kind.upper()} block of {stored}",
                "VTX-01 VTX-03 VTX-04",
                value,
                whole(value, kind, stored),
            )


# Doubles that have one bit more than a float holds, where the floats become subnormal.
HALFWAY: dict[str, tuple[float, str]] = {
    "least": (1.5 * 2.0**-149, "the double halfway between the two least positive floats"),
    "subnormal": (2.0**-150 - 2.0**-126, "the negative of the double halfway between the greatest subnormal float and "
                  "the least positive normal one"),
    "normal": (2.0**-126 + 2.0**-150, "the double halfway between the least positive normal float and the next"),
}  # fmt: skip

# Signalling NaNs of each sign whose fraction is lost if only its highest bits are kept.
LOW_NANS = {"float": ("0x7f800001", "0xff800001"), "double": ("0x7ff0000000000001", "0xfff0000000000001")}


def _specials() -> Iterator[Case]:
    for header, stored in (("double", "float"), ("float", "double")):
        value = dense(header, [float(text) for text in ("inf", "-inf", "-0.0")])
        yield accept(
            f"{header}-from-{stored}-specials",
            f"the infinities and -0.0 pass exactly from {stored} to {header}",
            "VTX-06",
            value,
            whole(value, "dense", stored),
        )
        least = dense(header, [2.0**-149, -(2.0**-127), 2.0**-126])
        yield accept(
            f"{header}-from-{stored}-subnormals",
            f"subnormal floats and the least normal one pass exactly from {stored} to {header}",
            "VTX-03" if header == "float" else "VTX-04",
            least,
            whole(least, "dense", stored),
        )
        nan = {"float": "0x7fc00000", "double": "0x7ff8000000000000"}[stored]
        data = bytes.fromhex("0101") + (1).to_bytes(8, "little") * 2 + bytes([TYPES.index(header) + 1])
        data += bytes(16) + (1).to_bytes(4, "little") * 2 + bytes([1, TYPES.index(stored) + 1]) + wire(nan, stored)
        yield Accept(
            name=f"{header}-from-{stored}-nan",
            summary=f"a NaN in a block of {stored} becomes some NaN of {header}",
            requirements=ids("VTX-11"),
            value=dense(header, [ANY_NAN[FLOATS[header][2]]]),
            data=data,
            transcode=True,
        )
    halves = dense("double", [value for value, _ in HALFWAY.values()])
    yield accept(
        "double-near-subnormal-floats",
        "a double matrix of doubles halfway between two neighbouring floats, at least one of them subnormal or the "
        "least positive normal one",
        "CAN-05",
        halves,
    )
    yield from _low_nans()
    yield from _columns()
    each = dense("int64", [1, 300], [70000, -1])
    yield accept(
        "narrowest-block-by-block",
        "four blocks of uint8, uint16, uint32 and int8, each with the one value of an int64 matrix that it holds",
        "PART-09 VTX-01",
        each,
        [
            block((0, 0, 1, 1), "dense", "uint8"),
            block((0, 1, 1, 1), "dense", "uint16"),
            block((1, 0, 1, 1), "dense", "uint32"),
            block((1, 1, 1, 1), "dense", "int8"),
        ],
    )


def _columns() -> Iterator[Case]:
    """One block over the columns of a frame."""
    columns = [("u", "uint8"), ("d", "double"), ("i", "int32")]
    value = frame(columns, [200, 200.0, 200], [0, 255.0, 1])
    yield accept(
        "frame-columns-from-uint8",
        "a dense block of uint8 over columns of uint8, double and int32: each value gets its column's type",
        "VTX-07 PART-13 FRM-01",
        value,
        whole(value, "dense", "uint8"),
    )
    yield accept(
        "frame-columns-from-coo",
        "a COO block of double over columns of uint8, double and int32: each value gets its column's type",
        "VTX-07 PART-13 FRM-01",
        value,
        whole(value, "coo", "double"),
    )
    middle = frame([("a", "uint64"), ("b", "double"), ("c", "uint64")], [2**64 - 1, 7.0, 1], [0, 2.0**53, 2**53 + 1])
    for kind, told in (("dense", "a dense"), ("csr", "a CSR")):
        yield accept(
            f"frame-middle-column-from-{kind}",
            f"{told} block of uint64 over columns of uint64, double and uint64: each value gets its column's type",
            "VTX-07 PART-13 FRM-01",
            middle,
            whole(middle, kind, "uint64"),
        )


def _low_nans() -> Iterator[Case]:
    """NaNs with only the lowest bit of their fraction set, in blocks of every kind."""
    for kind, count in (("dense", b""), ("csr", u64(2) + u32(2)), ("coo", u32(2))):
        for header, stored in (("double", "float"), ("float", "double")):
            data = b"\1\1" + u64(1) + u64(2) + bytes([TYPES.index(header) + 1]) + u64(0) * 2 + u32(1) + u32(2)
            data += bytes([("dense", "csr", "coo").index(kind) + 1, TYPES.index(stored) + 1]) + count
            for column, bits in enumerate(LOW_NANS[stored]):
                data += {"dense": b"", "csr": u32(column), "coo": u32(0) + u32(column)}[kind] + wire(bits, stored)
            yield Accept(
                name=f"{header}-from-{stored}-low-nans"
                if kind == "dense"
                else f"{kind}-{header}-from-{stored}-low-nans",
                summary=f"two NaNs in a {'dense' if kind == 'dense' else kind.upper()} block of {stored}, with the "
                f"lowest bit of the fraction alone and either sign, become NaNs of {header}",
                requirements=ids("VTX-11"),
                catches=["nan-payload-cut-to-infinity"] if stored == "double" else [],
                value=dense(header, [ANY_NAN[FLOATS[header][2]]] * 2),
                data=data,
                transcode=True,
            )


SPECIALS = {
    "nan": ("a NaN", {"float": "0x7fc00000", "double": "0x7ff8000000000000"}),
    "infinity": ("infinity", {"float": "0x7f800000", "double": "0x7ff0000000000000"}),
    "negative-infinity": ("-infinity", {"float": "0xff800000", "double": "0xfff0000000000000"}),
    "negative-zero": ("-0.0", {"float": "0x80000000", "double": "0x8000000000000000"}),
}


# Values of entries that the matrix's type does not have, by the types of matrix and block.
IN_ENTRIES: dict[tuple[str, str], dict[str, Number | str]] = {
    ("uint8", "int64"): {"above": 256, "below": -1},
    ("int32", "double"): {
        "fraction": 0.5,
        "above": 2.0**31,
        "below": -(2.0**31) - 1,
        **{name: atoms["double"] for name, (_, atoms) in SPECIALS.items()},
    },
    ("float", "double"): {"fraction": 0.1, "above": 2.0**128, "between": 2.0**24 + 1},
}

# Negative integers with more bits than the mantissa of the matrix's type: the nearest to zero, or the least.
NEGATIVES = (("float", "int32", -(2**24) - 1), ("float", "int64", 1 - 2**63), ("double", "int64", -(2**53) - 1))


def _rejects() -> Iterator[Case]:
    for header, stored in pairs():
        for where, value in beyond(header, stored):
            yield Reject(
                name=f"{header}-from-{stored}-{where}",
                summary=f"{told(value)} stored in a block of {stored}: {article(header)} matrix cannot hold it",
                requirements=[],
                base=f"daphne/conversion/{header}-from-{stored}",
                edits=[put("block[0].value[0,1]", wire(value, stored))],
                checks={"dense.value": None},
            )
    for header, stored, negative in NEGATIVES:
        yield Reject(
            name=f"{header}-from-{stored}-between-negative",
            summary=f"{say(negative)} stored in a block of {stored}: {article(header)} matrix cannot hold it",
            requirements=ids("VTX-05"),
            base=f"daphne/conversion/{header}-from-{stored}",
            edits=[put("block[0].value[0,1]", wire(negative, stored))],
            checks={"dense.value": None},
            catches=["negative-integers-rounded-to-floats"],
        )
    for special, (words, atoms) in SPECIALS.items():
        for header, stored in (("int32", "float"), ("uint64", "double")):
            yield Reject(
                name=f"{header}-from-{stored}-{special}",
                summary=f"{words} stored in a block of {stored}: {article(header)} matrix cannot hold it",
                requirements=ids("VTX-06"),
                base=f"daphne/conversion/{header}-from-{stored}",
                edits=[put("block[0].value[0,1]", wire(atoms[stored], stored))],
                checks={"dense.value": None},
            )
    for kind, entry in (("csr", "block[0].row[1].entry[0].value"), ("coo", "block[0].entry[1].value")):
        for (header, stored), values in IN_ENTRIES.items():
            for name, cell in values.items():
                words = SPECIALS[name][0] if isinstance(cell, str) else told(cell)
                yield Reject(
                    name=f"{kind}-{header}-from-{stored}-{name}",
                    summary=f"{words} stored in a {kind.upper()} block of {stored}: "
                    f"{article(header)} matrix cannot hold it",
                    requirements=ids("VTX-06" if name in SPECIALS else ""),
                    base=f"daphne/conversion/{kind}-{header}-from-{stored}",
                    edits=[put(entry, wire(cell, stored))],
                    checks={f"{kind}.value": None},
                )
    yield Reject(
        name="frame-column-too-narrow",
        summary="256 stored in a block of double over columns of uint8, double and int32: that of uint8 cannot hold it",
        requirements=ids("VTX-07"),
        base="daphne/conversion/frame-columns-from-coo",
        edits=[put("block[0].entry[0].value", wire(256.0, "double"))],
        checks={"coo.value": None},
        catches=["frame-types-of-the-widest-column"],
    )
    yield Reject(
        name="frame-middle-column-too-narrow",
        summary="2^53 + 1 stored in a block of uint64 over columns of uint64, double and uint64: that of double cannot "
        "hold it",
        requirements=ids("VTX-07"),
        base="daphne/conversion/frame-middle-column-from-dense",
        edits=[put("block[0].value[0,1]", wire(2**53 + 1, "uint64"))],
        checks={"dense.value": None},
        catches=["frame-types-of-the-ends"],
    )
    for where, (value, words) in HALFWAY.items():
        yield Reject(
            name=f"float-from-double-halfway-{where}",
            summary=f"{words}, in a block of double: a float matrix cannot hold it",
            requirements=ids("VTX-05"),
            base="daphne/conversion/float-from-double",
            edits=[put("block[0].value[0,1]", wire(value, "double"))],
            checks={"dense.value": None},
            catches=[] if where == "normal" else ["doubles-rounded-to-subnormal-floats"],
        )


# name -> (the matrix's type, the block's, the value, the requirement)
NARROWED: dict[str, tuple[str, str, Number | str, str]] = {
    "above": ("uint64", "uint8", 256, "VTX-02"),
    "below": ("int32", "uint32", -1, "VTX-02"),
    "fraction": ("double", "int64", 0.5, "VTX-09"),
    "mantissa-float": ("int32", "float", 2**24 + 1, "VTX-09"),
    "mantissa-double": ("uint64", "double", 2**53 + 1, "VTX-09"),
    "mantissa-negative": ("int32", "float", -(2**24) - 1, "VTX-09"),
    "rounding": ("double", "float", 0.1, "VTX-09"),
    "overflow": ("double", "float", 2.0**128, "VTX-02"),
    "negative-zero": ("double", "int8", -0.0, "VTX-02"),
    "nan": ("float", "uint32", "0x7fc00000", "VTX-02"),
    "infinity": ("float", "int64", "0x7f800000", "VTX-02"),
}


def _refusals() -> Iterator[Case]:
    """Values that an encoder must not narrow."""
    for name, (header, stored, value, requirement) in NARROWED.items():
        words = SPECIALS[name][0] if isinstance(value, str) or name in SPECIALS else say(value)
        yield _narrowed(f"encode-{name}", words, (header, stored), value, f"{requirement} ENC-10")
    for where, (number, words) in HALFWAY.items():
        yield _narrowed(f"encode-halfway-{where}", f"{words},", ("double", "float"), number, "VTX-09")
    known = [(header, stored, value) for header, stored, value, _ in NARROWED.values()]
    for header, stored in pairs():
        for where, number in beyond(stored, header):
            if (header, stored, number) not in known:
                yield _narrowed(f"encode-{header}-in-{stored}-{where}", told(number), (header, stored), number)


def _narrowed(name: str, words: str, types: tuple[str, str], value: Number | str, requirement: str = "") -> Case:
    header, stored = types
    last = len(ends(header, stored)["cells"]) - 1
    return Refusal(
        name=name,
        summary=f"{words} in {article(header)} matrix, to be stored in a block of {stored}, which cannot hold it",
        requirements=ids(f"{requirement} ENC-02 ENC-04"),
        base=f"daphne/conversion/{header}-from-{stored}",
        edits=[replace_at(f"/value/cells/{last}/2", atom(value, header))],
        code="VALUE",
        catches=["values-that-do-not-fit-written"],
    )


def features() -> Iterator[Feature]:
    yield Feature("conversion", "Block value types that differ from the header's", [*_accepts(), *_specials()])


def rejects() -> Iterator[Feature]:
    yield Feature(
        "conversion-rejects", "Stored values that the header's type does not hold", [*_rejects(), *_refusals()]
    )
