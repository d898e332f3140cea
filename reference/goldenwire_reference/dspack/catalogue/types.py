"""Single values: every type with its boundaries, in both byte orders; pads, octets, booleans, floats."""

from collections.abc import Iterator

from goldenwire_reference.cases import Accept, Case, Feature
from goldenwire_reference.dspack.catalogue.words import (
    FLAG_NAMES,
    TYPE_NAMES,
    cases,
    f32,
    f64,
    ids,
    read_row,
    row,
    row_of,
)
from goldenwire_reference.notation import ANY_NAN

# Type, its bits, whether it is signed, its requirement.
_INTEGERS = (
    ("b", 8, True, "TYPE-03"), ("B", 8, False, "TYPE-04"), ("h", 16, True, "TYPE-06"), ("H", 16, False, "TYPE-07"),
    ("i", 32, True, "TYPE-08"), ("I", 32, False, "TYPE-09"), ("l", 32, True, "TYPE-10"), ("L", 32, False, "TYPE-11"),
    ("q", 64, True, "TYPE-12"), ("Q", 64, False, "TYPE-13"),
)  # fmt: skip


def boundaries(bits: int, signed: bool) -> list[int]:
    """Extremes, neighbours of zero, and a value whose octets all differ."""
    pattern = int.from_bytes(bytes(range(1, bits // 8 + 1)), "big")
    if signed:
        return [-(2 ** (bits - 1)), -2, -1, 0, 1, 2 ** (bits - 1) - 1, pattern, -pattern]
    return [0, 1, 2 ** (bits - 1) - 1, 2 ** (bits - 1), 2**bits - 1, pattern]


def _integers() -> Iterator[Case]:
    for type_, bits, signed, requirement in _INTEGERS:
        values = boundaries(bits, signed)
        for flag, order in (("!", "FLAG-01"), ("<", "FLAG-02")):
            yield row(
                f"{TYPE_NAMES[type_]}-{FLAG_NAMES[flag]}",
                flag + type_ * len(values),
                values,
                f"{type_} under {flag}: its extremes, zero and its neighbours, a value of different octets",
                f"{requirement} {order} ROW-05",
            )
    for type_, name in (("q", "longlong"), ("Q", "ulonglong")):
        values = [2**53 + 1, 2**53 - 1, 2**62 + 1]
        rule = "TYPE-12" if type_ == "q" else "TYPE-13"
        yield row(
            f"{name}-beyond-double", f"!{type_ * 3}", values, f"{type_}: integers that a double would round", rule
        )


_ORDINARY = [1.5, -2.25, 0.0, 100.0, -0.0078125, 1048576.0]


def _floats() -> Iterator[Case]:
    for type_, atom, rule in (("f", f32, "TYPE-14"), ("d", f64, "TYPE-15")):
        name = TYPE_NAMES[type_]
        for flag, order in (("!", "FLAG-01"), ("<", "FLAG-02")):
            values = [atom(value) for value in _ORDINARY]
            summary = f"{type_} under {flag}: numbers without any doubt"
            yield row(f"{name}-{FLAG_NAMES[flag]}", flag + type_ * len(values), values, summary, f"{rule} {order}")
    f_edges = ["0x00000000", "0x80000000", "0x00000001", "0x807fffff", "0x00800000", "0x7f7fffff", "0xff7fffff"]
    d_edges = ["0x0000000000000000", "0x8000000000000000", "0x0000000000000001", "0x800fffffffffffff",
               "0x0010000000000000", "0x7fefffffffffffff", "0xffefffffffffffff"]  # fmt: skip
    infinities = {"f": ["0x7f800000", "0xff800000"], "d": ["0x7ff0000000000000", "0xfff0000000000000"]}
    for type_, edges, rule in (("f", f_edges, "TYPE-14"), ("d", d_edges, "TYPE-15")):
        name = TYPE_NAMES[type_]
        summary = f"{type_}: both zeros, subnormal numbers, the least normal one, the greatest"
        yield row(f"{name}-edges", f"!{type_ * 7}", edges, summary, f"{rule} TYPE-16")
        yield row(f"{name}-infinities", f"<{type_ * 2}", infinities[type_], f"{type_}: both infinities", "TYPE-16")
    precise = ["0x3fb999999999999a", "0x400921fb54442d18", "0x3ff0000000000001", "0xc37fffffffffffff"]
    summary = "d: numbers that no f can hold, and that few decimal digits do not tell apart"
    yield row("double-precise", "!dddd", precise, summary, "TYPE-15")


def _nans() -> Iterator[Case]:
    yield row("float-nan", "!f", ["0x7fc00000"], "f: the NaN that is written", "TYPE-16")
    yield row("double-nan", "<d", ["0x7ff8000000000000"], "d: the NaN that is written", "TYPE-16")
    patterns = {
        "quiet-negative": ("ffc00000", "fff8000000000000"),
        "quiet-payload": ("7fc00001", "7ff8000000000001"),
        "signalling": ("7f800001", "7ff0000000000001"),
        "all-ones": ("ffffffff", "ffffffffffffffff"),
    }
    for name, (as_f, as_d) in patterns.items():
        summary = f"another NaN, {name.replace('-', ' ')}, is read as a NaN"
        values = [ANY_NAN[8], ANY_NAN[16]]
        yield read_row(
            f"nan-{name}", "!fd", as_f + as_d, values, summary=summary, requirements="TYPE-16", transcode=False
        )


def _octets() -> Iterator[Case]:
    yield row(
        "char", "!ccccc", [b"A", b"\0", b"\xff", b" ", b"\x80"], "c: any octet, also one that is no text", "TYPE-02"
    )
    yield row("char-among-numbers", "<HcH", [258, b"c", 772], "c takes one octet", "TYPE-02 FLAG-04")
    yield row("bool", "!??", [False, True], "?: false and true", "TYPE-05 TYPE-23")
    for octet in ("02", "7f", "80", "ff"):
        summary = f"?: the octet {octet} reads as true"
        yield read_row(f"bool-{octet}", "!?B", f"{octet}07", [True, 7], summary=summary, requirements="TYPE-23")
    yield row("bool-among-numbers", ">H?H", [1, True, 2], "? takes one octet", "TYPE-05 FLAG-04")


def _pads() -> Iterator[Case]:
    table = [
        ("pad-between", "!BxH", [1, 515], "a pad between two values", "TYPE-01 TYPE-22"),
        ("pad-first", "<xH", [515], "a pad in front", "TYPE-01 TYPE-22"),
        ("pad-last", "!Hx", [515], "a pad at the end", "TYPE-01 TYPE-22"),
        ("pad-runs", "!xxBxxxB", [1, 2], "several pads", "TYPE-01 TYPE-22"),
        ("pad-with-name", "!x(gap)B(a)x(rest)", [7], "a pad with a name takes no value", "TYPE-01 SCHEMA-17"),
        ("pad-alone", "!x", [], "a row without values has an octet all the same", "TYPE-01 ROW-04"),
    ]
    for entry in table:
        yield row(*entry)
    rules = "TYPE-22 TYPE-01"
    yield read_row(
        "pad-nonzero", "!BxxH", "01ffff0203", [1, 515], summary="pads are skipped unread", requirements=rules
    )
    yield read_row("pad-alone-nonzero", "!x", "80", [], summary="a row of one pad, not zero", requirements=rules)


def _pointers() -> Iterator[Case]:
    values = boundaries(64, False)
    yield row("pointer", "@" + "P" * len(values), values, "P: its extremes", "TYPE-20 FLAG-05 TYPE-21")
    yield row("long-native", "@" + "l" * 8, boundaries(64, True), "l has 8 bytes under @", "FLAG-05")
    yield row("ulong-native", "@" + "L" * 6, values, "L has 8 bytes under @", "FLAG-05")


def _rounded(name: str, given: str, value: str, summary: str) -> Case:
    return Accept(
        name=name, summary=summary, requirements=ids("TYPE-24"), context=row_of("!f"), value=[value], given=[given],
    )  # fmt: skip


# A double, and the binary32 that it rounds to.
_ROUNDED = {
    "down": ("0x3ff0000010000000", "0x3f800000"),  # 1 + 2^-24 lies between two, and goes to the even one
    "up": ("0x3ff0000030000000", "0x3f800002"),  # 1 + 3 * 2^-24 lies between two, and goes to the even one
    "above-half": ("0x3ff0000010000001", "0x3f800001"),
    "below-half": ("0x3ff000000fffffff", "0x3f800000"),
    "tenth": ("0x3fb999999999999a", "0x3dcccccd"),
    "negative": ("0xbfb999999999999a", "0xbdcccccd"),
    "to-greatest": ("0x47efffffefffffff", "0x7f7fffff"),  # the greatest double that does not become an infinity
    "to-subnormal": ("0x37f0000000000000", "0x00200000"),
    "to-least": ("0x36a0000000000000", "0x00000001"),
    "to-zero": ("0x3690000000000000", "0x00000000"),  # half of the least: to the even zero
    "above-half-of-least": ("0x3690000000000001", "0x00000001"),
    "to-negative-zero": ("0xb690000000000000", "0x80000000"),
    "exact": ("0x3ff8000000000000", "0x3fc00000"),
    "infinity": ("0x7ff0000000000000", "0x7f800000"),
    "nan": ("0x7ff8000000000000", "0x7fc00000"),
}


def _roundings() -> Iterator[Case]:
    for name, (double, single) in _ROUNDED.items():
        summary = f"an f given as a double, {name.replace('-', ' ')}: the nearest binary32, ties to even"
        yield _rounded(f"float-rounded-{name}", double, single, summary)


def features() -> Iterator[Feature]:
    """What is accepted."""
    groups = (_integers(), _floats(), _nans(), _octets(), _pads(), _pointers(), _roundings())
    yield Feature("types", "Single values of every type", cases(*groups))
