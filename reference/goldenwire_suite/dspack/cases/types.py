"""Single values: every type with its boundaries, in both byte orders; pads, octets, booleans, floats."""

from collections.abc import Iterator

from goldenwire_reference.notation import ANY_NAN
from goldenwire_suite.cases import Accept, Case, Feature
from goldenwire_suite.dspack.cases.builders import (
    FLAG_NAMES,
    TYPE_NAMES,
    cases,
    f32,
    f64,
    given_row,
    ids,
    read_row,
    row,
    row_of,
)

# Type, its bits, True if signed, its requirement.
INTEGERS = (
    ("b", 8, True, "TYPE-03"), ("B", 8, False, "TYPE-04"), ("h", 16, True, "TYPE-06"), ("H", 16, False, "TYPE-07"),
    ("i", 32, True, "TYPE-08"), ("I", 32, False, "TYPE-09"), ("l", 32, True, "TYPE-10"), ("L", 32, False, "TYPE-11"),
    ("q", 64, True, "TYPE-12"), ("Q", 64, False, "TYPE-13"),
)  # fmt: skip


def boundaries(bits: int, signed: bool) -> list[int]:
    """Return extremes, neighbours of zero, and a value whose octets all differ."""
    pattern = int.from_bytes(bytes(range(1, bits // 8 + 1)), "big")
    if signed:
        return [-(2 ** (bits - 1)), -2, -1, 0, 1, 2 ** (bits - 1) - 1, pattern, -pattern]
    return [0, 1, 2 ** (bits - 1) - 1, 2 ** (bits - 1), 2**bits - 1, pattern]


def _integers() -> Iterator[Case]:
    for type_, bits, signed, requirement in INTEGERS:
        values, name = boundaries(bits, signed), TYPE_NAMES[type_]
        what = "its extremes, zero and its neighbours"
        if bits == 8:
            yield row(f"{name}-network", "!" + type_ * len(values), values, f"{type_}: {what}", f"{requirement} ROW-05")
            continue
        for flag, order in (("!", "FLAG-01"), ("<", "FLAG-02")):
            summary = f"{type_} under {flag}: {what}, a value whose octets differ"
            rules = f"{requirement} {order} ROW-05"
            yield row(f"{name}-{FLAG_NAMES[flag]}", flag + type_ * len(values), values, summary, rules)
    for type_, rule in (("q", "TYPE-12"), ("Q", "TYPE-13")):
        values = [2**53 + 1, 2**62 + 1, 2**63 - 1]
        summary = f"{type_}: 2^53 + 1, 2^62 + 1 and 2^63 - 1, none of which a double can hold"
        yield row(f"{TYPE_NAMES[type_]}-beyond-double", f"!{type_ * 3}", values, summary, rule)


_ORDINARY = [1.5, -2.25, 0.0, 100.0, -0.0078125, 1048576.0]
_EDGES = {
    "f": ["0x00000000", "0x80000000", "0x00000001", "0x807fffff", "0x00800000", "0x7f7fffff", "0xff7fffff"],
    "d": ["0x0000000000000000", "0x8000000000000000", "0x0000000000000001", "0x800fffffffffffff",
          "0x0010000000000000", "0x7fefffffffffffff", "0xffefffffffffffff"],
}  # fmt: skip
_INFINITIES = {"f": ["0x7f800000", "0xff800000"], "d": ["0x7ff0000000000000", "0xfff0000000000000"]}


def _floats() -> Iterator[Case]:
    for type_, atom, rule in (("f", f32, "TYPE-14"), ("d", f64, "TYPE-15")):
        name = TYPE_NAMES[type_]
        for flag, order in (("!", "FLAG-01"), ("<", "FLAG-02")):
            values = [atom(value) for value in _ORDINARY]
            summary = f"{type_} under {flag}: small numbers of both signs, and zero"
            yield row(f"{name}-{FLAG_NAMES[flag]}", flag + type_ * len(values), values, summary, f"{rule} {order}")
        summary = (
            f"{type_}: 0, -0, the least subnormal, minus the greatest subnormal, the least normal number, the greatest "
            "number, and minus that"
        )
        yield row(f"{name}-edges", f"!{type_ * 7}", _EDGES[type_], summary, f"{rule} TYPE-16")
        yield row(f"{name}-infinities", f"<{type_ * 2}", _INFINITIES[type_], f"{type_}: both infinities", "TYPE-16")
    precise = ["0x3fb999999999999a", "0x400921fb54442d18", "0x3ff0000000000001", "0xc37fffffffffffff"]
    yield row("double-precise", "!dddd", precise, "d: numbers whose last bits all count", "TYPE-15")
    precise = ["0x3dcccccd", "0x40490fdb", "0x3f800001", "0xccbebc21"]
    yield row("float-precise", "!ffff", precise, "f: numbers whose last bits all count", "TYPE-14")


# Bits of an f and of a d; those without sign and payload are the infinities.
_NANS = {
    "quiet-negative": ("ffc00000", "fff8000000000000", "the usual NaN with its sign bit set"),
    "quiet-payload": ("7fc00001", "7ff8000000000001", "a quiet NaN with a payload"),
    "signalling": ("7f800001", "7ff0000000000001", "the signalling NaN next to infinity"),
    "all-ones": ("ffffffff", "ffffffffffffffff", "a NaN whose bits are all 1"),
}


def _nans() -> Iterator[Case]:
    for name, schema, octets, atom in (
        ("float", "!f", "7fc00000", "0x7fc00000"),
        ("double", "<d", "000000000000f87f", "0x7ff8000000000000"),
    ):
        told = bytes.fromhex(octets).hex(" ")
        yield read_row(
            f"{name}-nan", schema, octets, [ANY_NAN[len(octets)]], requirements="TYPE-16", catches="nans-as-infinities",
            summary=f"{schema[1]}: the NaN that encoders write, {told}; a decoder may deliver any NaN for it",
        )  # fmt: skip
        yield given_row(
            f"given-{name}-nan", schema, [atom], [atom], requirements="TYPE-16", catches="nan-of-the-processor",
            summary=f"{schema[1]}: given the NaN that encoders write, {told}",
        )  # fmt: skip
    for name, (as_f, as_d, what) in _NANS.items():
        values = [ANY_NAN[8], ANY_NAN[16]]
        yield read_row(
            f"nan-{name}",
            "!fd",
            as_f + as_d,
            values,
            summary=f"both floats are {what}",
            requirements="TYPE-16",
        )
        yield Accept(
            name=f"given-nan-{name}", summary=f"both floats are given as {what}, and written as the usual one",
            requirements=ids("TYPE-16"), context=row_of("!fd"), value=["0x7fc00000", "0x7ff8000000000000"],
            given=[f"0x{as_f}", f"0x{as_d}"],
        )  # fmt: skip


def _octets() -> Iterator[Case]:
    yield row("char", "!ccccc", [b"A", b"\0", b"\xff", b" ", b"\x80"], "c: octets in ASCII and beyond it", "TYPE-02")
    yield row(
        "char-among-numbers", "<HcH", [258, b"c", 772], "a c between two numbers takes one octet", "TYPE-02 FLAG-04"
    )
    yield row("bool", "!??", [False, True], "?: false is 00 and true is 01", "TYPE-05 TYPE-23")
    yield row("bool-alone", "!?", [True], "?: true alone", "TYPE-05 TYPE-23")
    for octet in ("02", "7f", "80", "fe", "ff"):
        summary = f"?: the octet {octet} is read as true"
        yield read_row(
            f"bool-{octet}", "!?B", f"{octet}07", [True, 7], summary=summary, requirements="TYPE-23",
            catches={"02": "bool-lowest-bit", "80": "bool-highest-bit"}.get(octet, "bool-01-only"),
        )  # fmt: skip
    yield row(
        "bool-among-numbers",
        ">H?H",
        [1, True, 2],
        "a ? takes one octet, between two numbers",
        "TYPE-05 FLAG-04 TYPE-23",
    )


def _pads() -> Iterator[Case]:
    table = [
        ("pad-between", "!BxH", [1, 515], "a pad between two values", "TYPE-01 TYPE-22"),
        ("pad-first", "<xH", [515], "a pad before the first value", "TYPE-01 TYPE-22"),
        ("pad-last", "!Hx", [515], "a pad after the last value", "TYPE-01 TYPE-22"),
        ("pad-runs", "!xxBxxxB", [1, 2], "two and three pads in a row", "TYPE-01 TYPE-22"),
        ("pad-with-name", "!x(gap)B(a)x(rest)", [7], "pads with names, which have no values either", "TYPE-01 TYPE-22"),
        ("pad-alone", "!x", [], "a row of one pad, which has an octet and no values", "TYPE-01 TYPE-22"),
    ]
    for entry in table:
        yield row(*entry)
    yield read_row(
        "pad-nonzero", "!BxxH", "01ffff0203", [1, 515], summary="pads of ff are skipped", requirements="TYPE-22",
        catches="pads-checked",
    )  # fmt: skip
    yield read_row(
        "pad-alone-nonzero", "!x", "80", [], summary="a row of one pad that is not 00", requirements="TYPE-22",
        catches="pads-checked",
    )  # fmt: skip


def _pointers() -> Iterator[Case]:
    values = boundaries(64, False)
    extremes = "its extremes, zero and its neighbour, a value whose octets differ"
    yield row("pointer", "@" + "P" * len(values), values, f"P: {extremes}", "TYPE-20 FLAG-05")
    summary = "l under @, which has 8 bytes: its extremes, zero and its neighbours, a value whose octets differ"
    yield row("long-native", "@" + "l" * 8, boundaries(64, True), summary, "FLAG-05")
    yield row("ulong-native", "@" + "L" * 6, values, f"L under @, which has 8 bytes: {extremes}", "FLAG-05")


# A double that an encoder is given for an f, the bits it writes, and the purpose.
_ROUNDED = {
    "down": ("0x3ff0000010000000", "0x3f800000", "1 + 2^-24, halfway between two f, is rounded down to the even one",
             "float-ties-away"),
    "up": ("0x3ff0000030000000", "0x3f800002", "1 + 3 x 2^-24, halfway between two f, is rounded up to the even one",
           "float-cut"),
    "above-half": ("0x3ff0000010000001", "0x3f800001", "just above halfway between two f, it is rounded up",
                   "float-cut"),
    "below-half": ("0x3ff000000fffffff", "0x3f800000", "just below halfway between two f, it is rounded down",
                   "float-refused-inexact"),
    "tenth": ("0x3fb999999999999a", "0x3dcccccd", "0.1 is rounded up", "float-cut"),
    "negative": ("0xbfb999999999999a", "0xbdcccccd", "-0.1 is rounded away from 0", "float-cut"),
    "to-greatest": ("0x47efffffefffffff", "0x7f7fffff", "the greatest double that is rounded to the greatest f",
                    "float-above-greatest-refused"),
    "to-negative-greatest": ("0xc7efffffefffffff", "0xff7fffff", "the least double that is rounded to minus the "
                             "greatest f", "float-above-greatest-refused"),
    "among-subnormals": ("0x37f0000012345678", "0x00200000", "between two subnormal f, it is rounded to one of them",
                         "float-flushed"),
    "above-half-of-least": ("0x3690000000000001", "0x00000001", "just above half of the least subnormal f, it is "
                            "rounded to that", "float-cut"),
    "to-zero": ("0x3690000000000000", "0x00000000", "half of the least subnormal f is rounded to 0", "float-ties-away"),
    "to-negative-zero": ("0xb690000000000000", "0x80000000", "minus half of the least subnormal f is rounded to -0",
                         "float-zero-unsigned"),
    "to-normal": ("0x380fffffffffffff", "0x00800000", "just below the least normal f, it is rounded to that",
                  "float-cut"),
}  # fmt: skip
_EXACT = {
    "exact": ("0x3ff8000000000000", "0x3fc00000", "1.5", "TYPE-14 TYPE-24"),
    "subnormal": ("0x37f0000000000000", "0x00200000", "a subnormal f", "TYPE-24"),
    "least": ("0x36a0000000000000", "0x00000001", "the least subnormal f", "TYPE-24"),
    "greatest": ("0x47efffffe0000000", "0x7f7fffff", "the greatest f", "TYPE-14 TYPE-24"),
    "infinity": ("0x7ff0000000000000", "0x7f800000", "infinity", "TYPE-16 TYPE-24"),
    "nan": ("0x7ff8000000000000", "0x7fc00000", "a NaN", "TYPE-16 TYPE-24"),
}


# NaNs as doubles, whose payloads are in their lower halves: the lowest bit alone, the highest, those that an f has not,
# all.
LOW_NANS = [
    "0x7ff0000000000001",
    "0xfff0000000000001",
    "0x7ff0000080000000",
    "0x7ff000001fffffff",
    "0xfff00000ffffffff",
]


def _roundings() -> Iterator[Case]:
    for name, (double, single, what, mistake) in _ROUNDED.items():
        yield Accept(
            name=f"float-rounded-{name}", summary=f"a double given for an f: {what}", requirements=ids("TYPE-24"),
            context=row_of("!f"), value=[single], given=[double], catches=[mistake],
        )  # fmt: skip
    for name, (double, single, what, rule) in _EXACT.items():
        yield Accept(
            name=f"float-given-{name}", summary=f"a double given for an f, which is equal to one: {what}",
            requirements=ids(rule), context=row_of("!f"), value=[single], given=[double],
        )  # fmt: skip
    yield Accept(
        name="float-given-nans-of-low-bits", context=row_of("!" + "f" * len(LOW_NANS)), given=LOW_NANS,
        summary="doubles given for five f: NaNs of both signs, whose payloads are in their lower halves",
        requirements=ids("TYPE-16"), value=["0x7fc00000"] * len(LOW_NANS),
        catches=["nan-narrowed-by-bits", "nan-by-its-upper-half"],
    )  # fmt: skip
    for which, given in (("last", [f32(1.5), f64(0.1)]), ("first", [f64(0.1), f32(1.5)])):
        written = [f32(0.1) if one == f64(0.1) else one for one in given]
        yield Accept(
            name=f"float-rounded-{which}-of-list", summary=f"two items given for a list of f, the {which} a double",
            requirements=ids("TYPE-24 LIST-11"), context=row_of("!:f"), value=[written], given=[given],
        )  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of accepted cases."""
    groups = (_integers(), _floats(), _nans(), _octets(), _pads(), _pointers(), _roundings())
    yield Feature("types", "Single values of every type", cases(*groups))
