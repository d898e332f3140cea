"""Options with a sentinel, and the policy on NaN."""

from collections.abc import Iterator
from itertools import starmap
from typing import Any

from goldenwire_reference.dynd.primitives import PRIMITIVES, Complex, Float, Number
from goldenwire_reference.dynd.tables import SENTINELS
from goldenwire_suite.cases import Case, Feature, add_at, put, remove_at, replace_at
from goldenwire_suite.dynd.cases.builders import FLOATS, INTEGERS, RowBuilder, float_bits, slug, told

_SENTINEL, _NAN = map(RowBuilder, ("sentinel", "option-nan"))

POLICY = "dynd.option-nan"

ONE = {"float16": "0x3c00", "float32": "0x3f800000", "float64": "0x3ff0000000000000", "float128": "0x3fff" + "0" * 28}


def missing_bits(type: str) -> int:
    """Return the bits of the float that means missing."""
    return int.from_bytes(SENTINELS[type], "little")


def infinity_bits(type: str) -> int:
    """Return the bits of positive infinity."""
    fraction, size = FLOATS[type]
    return (1 << (8 * size - 1)) - (1 << fraction)


def _available(type: str) -> Iterator[tuple[str, object, str, str]]:
    """Available values whose bytes are near the sentinel's: (name, value, description, mutation)."""
    if type in INTEGERS:
        low, high = INTEGERS[type]
        near, far = (high - 1, low) if type == "uint32" else (low + 1, high)
        yield "neighbour", str(near), f"{told(near)}, the number next to the sentinel", "sentinels-one-further"
        yield "far", str(far), f"{told(far)}, the other end of the range", "sentinels-at-the-other-end"
        if type != "uint32":
            yield "zero", "0", "0, which is not missing", "zeros-are-missing"
    elif type in FLOATS:
        size = FLOATS[type][1]
        yield "one", ONE[type], "one", "tags-for-all"
        yield "infinity", float_bits(infinity_bits(type), size), "infinity, next to the NaNs", "infinities-are-missing"
        yield "negative-zero", float_bits(1 << (8 * size - 1), size), "negative zero", "zeros-alike"
    else:
        yield "true", True, "true", "tags-for-all"
        yield "false", False, "false, which is not missing", "zeros-are-missing"


def _sentinels() -> Iterator[Case]:
    for type, sentinel in SENTINELS.items():
        primitive, name = PRIMITIVES[type], slug(type)
        octets = sentinel.hex(" ")
        summary = f"missing in ?{type} is {octets}"
        yield _SENTINEL.accept(f"{name}-missing", f"?{type}", None, summary, "OPT-01 OPT-02", "tags-for-all")
        if isinstance(primitive, Complex):
            yield from _complexes(type, primitive)
        for case, value, what, catches in [] if isinstance(primitive, Complex) else _available(type):
            row: Any = (f"{name}-{case}", f"?{type}", [value], f"available in ?{type}: {what}", "OPT-01 OPT-02")
            yield _SENTINEL.accept(*row, catches)
        if isinstance(primitive, Number):
            taken = _as_value(type, sentinel)
            summary = f"an encoder refuses an available {type} whose bytes are the sentinel"
            change = replace_at("/value", [taken])
            row = (f"encode-{name}-collision", f"{name}-missing", change, "SENTINEL_COLLISION", summary)
            yield _SENTINEL.refusal(*row, "", "sentinels-available")
    for octet in (0x03, 0x7F, 0x80, 0xFF):
        summary = f"the byte {octet:02x} in ?bool, where 02 alone is missing"
        row = (f"bool-{octet:02x}", "?bool", "bool-true", put("value", octet), "bool", summary)
        yield _SENTINEL.reject(*row, "OPT-02", "all-from-02-are-missing")
    yield from _of_floats()
    yield from _near()
    yield from _rows()


def _of_floats() -> Iterator[Case]:
    """Available values whose bytes are the sentinel of another type: of each float, or two, of the same size."""
    floats = {name: octets for name, octets in SENTINELS.items() if "float" in name}
    for type, sentinel in SENTINELS.items():
        for name, octets in floats.items():
            if name == type or len(octets) != len(sentinel):
                continue
            kind = "pair of floats" if name.startswith("complex") else "float"
            summary = f"available in ?{type}: {octets.hex(' ')}, which means missing for a {kind} of this size"
            row: Any = (f"{slug(type)}-as-{slug(name)}", f"?{type}", [_as_value(type, octets)], summary)
            yield _SENTINEL.accept(*row, "OPT-01 OPT-02", "sentinels-of-any-float")


def _near() -> Iterator[Case]:
    """Available values whose bytes are those of the sentinel but for one, each of them in turn."""
    types = [type for type, sentinel in SENTINELS.items() if len(sentinel) > 1 and type not in FLOATS]
    rows = [[[_as_value(type, octets)] for octets in _but_for_one(SENTINELS[type], 1)] for type in types]
    fields = ", ".join(f"{len(SENTINELS[type])} * ?{type}" for type in types)
    summary = "options whose bytes are those of the sentinel but for one, which is each of them in turn"
    row: Any = ("near", f"({fields})", rows, summary, "OPT-01 OPT-02")
    yield _SENTINEL.accept(*row, "sentinels-by-their-ends")
    # A bit of the exponent, without which they are numbers.
    floats = [[_as_value(type, _but_for_one(SENTINELS[type], 0x40)[-1])] for type in ("float32", "float64")]
    summary = "floats whose bytes are those of the sentinel but for the last one, which makes them numbers"
    row = ("near-floats", "(?float32, ?float64)", floats, summary, "OPT-01 OPT-02", "sentinels-by-their-low-half")
    yield _SENTINEL.accept(*row)


def _but_for_one(octets: bytes, bit: int) -> list[bytes]:
    """Return as many byte strings as there are bytes, each with this bit of another byte changed."""
    return [octets[:at] + bytes([octets[at] ^ bit]) + octets[at + 1 :] for at in range(len(octets))]


def _as_value(type: str, octets: bytes) -> object:
    """Return the notation of the value of that type whose bytes are these."""
    primitive = PRIMITIVES[type]
    if isinstance(primitive, Complex):
        half = primitive.part.size
        return [_as_value(primitive.part.name, part) for part in (octets[:half], octets[half:])]
    if isinstance(primitive, Float):
        return float_bits(int.from_bytes(octets, "little"), primitive.size)
    return str(int.from_bytes(octets, "little", signed=type.startswith("int")))


def _complexes(type: str, primitive: Complex) -> Iterator[Case]:
    """Complex numbers: missing is only the sentinel in both parts; everything else is available, even NaN."""
    part, size = primitive.part.name, primitive.part.size
    missing, one = float_bits(missing_bits(part), size), ONE[part]
    nan = float_bits(infinity_bits(part) | 1 << (FLOATS[part][0] - 1), size)
    for case, value, what, catches in (
        ("one", [one, one], "one in both parts", "tags-for-all"),
        ("real-only", [missing, one], "the sentinel in the real part alone", "real-sentinels-are-missing"),
        (
            "imaginary-only",
            [one, missing],
            "the sentinel in the imaginary part alone",
            "imaginary-sentinels-are-missing",
        ),
        ("nan", [nan, nan], "a NaN in both parts", "complex-nans-are-missing"),
        ("sentinel-and-nan", [missing, nan], "the sentinel and another NaN", "real-sentinels-are-missing"),
    ):
        row: Any = (f"{slug(type)}-{case}", f"?{type}", [value], f"available in ?{type}: {what}", "OPT-01 OPT-02")
        yield _SENTINEL.accept(*row, catches)


_ROW = [["1"], None, ["-3"], ["0"]]
_ROWS: Any = (
    ("row-int16", "4 * ?int16", _ROW, "a missing number among others, as DyND writes it", "OPT-01 OPT-02"),
    ("row-float64", "3 * ?float64", [["0x3ff8000000000000"], None, ["0x8000000000000000"]],
     "a missing float among others, as DyND writes it", "OPT-01 OPT-02"),
    ("row-bool", "3 * ?bool", [[True], [False], None], "bools and a missing one, as DyND writes them", "OPT-01 OPT-02"),
    ("var-uint32", "var * ?uint32", [["4294967294"], None], "the only unsigned type with a sentinel", "OPT-01 OPT-02"),
    ("field", "{x: ?int8, y: int8}", [None, "-128"], "80 is missing in one field and -128 in the next", "OPT-01 OPT-02",
     "sentinels-without-option"),
    ("to-pointer", "pointer[?int32]", None, "a pointer to a missing number is the sentinel", "OPT-01 OPT-02 PTR-01"),
)  # fmt: skip

# Requests with another value in place of a ?int16: (name, the value, description, mutation that writes it).
_NO_OPTION: Any = (
    ("bare", "1", "a number without its list", "options-without-lists"),
    ("two", add_at("/value/-", "2"), "a list of 2", "first-of-a-list"),
    ("none", remove_at("/value/0"), "an empty list", "empty-lists-are-missing"),
    ("inner-missing", replace_at("/value/0", None), "a list of null", "null-is-zero"),
    ("range", replace_at("/value/0", "40000"), "a list of 40,000", "integers-wrap"),
)


def _rows() -> Iterator[Case]:
    yield from starmap(_SENTINEL.accept, _ROWS)
    summary = "an encoder refuses an element whose bytes are the sentinel"
    row: Any = ("encode-row-collision", "row-int16", replace_at("/value/2/0", "-32768"), "SENTINEL_COLLISION", summary)
    yield _SENTINEL.refusal(*row, "ENC-04", "sentinels-available")
    for name, change, what, catches in _NO_OPTION:
        summary = f"an encoder refuses {what} where a ?int16 is due"
        row = (f"encode-{name}", "int16-neighbour", change, "VALUE_INVALID", summary)
        yield _SENTINEL.refusal(*row, "SER-04", catches)


def _nans() -> Iterator[Case]:
    """NaNs other than the sentinel, which are rejected or available, and never mean missing."""
    for type in ("float32", "float64"):
        fraction, size = FLOATS[type]
        infinity, missing, quiet = infinity_bits(type), missing_bits(type), 1 << (fraction - 1)
        base = f"sentinel/{type}-one"
        for name, value, what in (
            ("quiet", infinity | quiet, "the quiet NaN"),
            ("quieted", missing | quiet, "the sentinel as hardware quiets it"),
            ("negative", missing | 1 << (8 * size - 1), "the sentinel with its sign set"),
            ("next", missing + 1, "the NaN next to the sentinel"),
            ("signalling", infinity | 1, "the least signalling NaN"),
            ("all-ones", (1 << 8 * size) - 1, "the NaN of ones alone"),
        ):
            row: Any = (f"{type}-{name}", f"?{type}", POLICY, base, put("value", value), f"?{type}: {what}")
            yield _NAN.either(*row, "OPT-06", "nans-are-missing")
            summary = f"{what} as an available value of ?{type}, given to an encoder"
            change = replace_at("/value/0", float_bits(value, size))
            row = (f"encode-{type}-{name}", POLICY, base, change, "NA_NONCANONICAL", summary)
            cited = "OPT-06 ENC-04" if name == "quiet" else "OPT-06"
            yield _NAN.either_encode(*row, cited, "nans-written")
        yield from _payloads(type)
    nan = put("value[0]", infinity_bits("float64") | 1 << (FLOATS["float64"][0] - 1))
    summary = "a NaN and a missing number beside one another"
    row = ("in-a-row", "3 * ?float64", POLICY, "sentinel/row-float64", nan, summary)
    yield _NAN.either(*row, "OPT-06", "nans-are-missing")


def _payloads(type: str) -> Iterator[Case]:
    """Signalling NaNs with one bit in their payload: on both sides of each sixteenth bit, and the highest one."""
    fraction, size = FLOATS[type]
    for bit in (*(at for step in range(16, fraction, 16) for at in (step - 1, step)), fraction - 2):
        value, what = infinity_bits(type) | 1 << bit, f"a signalling NaN with no bit in its payload but number {bit}"
        catches = f"payloads-without-bits-from-{bit // 16 * 16}"
        row: Any = (f"{type}-bit-{bit}", f"?{type}", POLICY, f"sentinel/{type}-one", put("value", value))
        yield _NAN.either(*row, f"?{type}: {what}", "OPT-06", catches, numbers=[bit])
        if bit == 4 * size:
            summary = f"{what}, as an available value of ?{type}, given to an encoder"
            change = replace_at("/value/0", float_bits(value, size))
            row = (f"encode-{type}-bit-{bit}", POLICY, f"sentinel/{type}-one", change, "NA_NONCANONICAL", summary)
            yield _NAN.either_encode(*row, "OPT-06", "payloads-in-low-halves", numbers=[bit])


def features() -> Iterator[Feature]:
    yield Feature("sentinel", "Options with a sentinel", list(_sentinels()))
    yield Feature("option-nan", "NaN in optional floats", list(_nans()))
