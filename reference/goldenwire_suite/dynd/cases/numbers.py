"""Truth values and integers."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature, put
from goldenwire_suite.dynd.cases.builders import INTEGERS, RowBuilder, array, told

_BOOL, _INTEGER = map(RowBuilder, ("bool", "integer"))

_INTEGER_IDS = {"int128": "INT-04", "uint128": "INT-05"}


def integer_id(type: str) -> str:
    """Return the requirement that defines an integer type."""
    return _INTEGER_IDS.get(type, "INT-02" if type.startswith("u") else "INT-01")


def _bools() -> Iterator[Case]:
    yield _BOOL.accept("true", "bool", True, "true is the byte 01 alone", "BOOL-01 SER-01", "type-in-front")
    packed = "a byte for each bool of a row: they are not packed into bits"
    yield _BOOL.accept("row", "3 * bool", [True, False, True], packed, "BOOL-01", "bools-in-bits")
    for octet in (0x02, 0x03, 0x7F, 0x80, 0xFF):
        summary = f"the byte {octet:02x} is no bool: the only truth is 01"
        yield _BOOL.reject(f"byte-{octet:02x}", "bool", "true", put("value", octet), "bool", summary, "UNIQ-02")
    summary = "an element of a row is 02, neither false nor true"
    yield _BOOL.reject("byte-02-in-a-row", "3 * bool", "row", put("value[1]", 2), "bool", summary)
    for name, value, what in (("number", "1", "a number"), ("text", "true", "a word"), ("none", None, "null")):
        summary = f"an encoder refuses {what} where a bool is due"
        yield _BOOL.refusal(f"encode-{name}", "true", value, "VALUE_INVALID", summary, "SER-04", "anything-is-a-bool")


def _integers() -> Iterator[Case]:
    for type, (low, high) in INTEGERS.items():
        size = (high - low).bit_length() // 8
        falling = bytes(range(size, 0, -1))
        defined = integer_id(type)
        rows: list[Any] = [
            ("least", low, f"the least {type}, {told(low)}", defined),
            ("greatest", high, f"the greatest {type}, {told(high)}", defined),
            ("one", 1, f"the {type} 1: the byte 01{' comes first' * (size > 1)}", defined),
        ]
        if low < 0:
            summary = f"the {type} -2 is a two's complement: the byte fe{' comes first' * (size > 1)}"
            rows.append(("minus-two", -2, summary, f"{defined}", "sign-and-magnitude"))
        if size > 1:
            summary = f"the {type} whose bytes are {falling.hex(' ')} shows the order of all of them"
            differing = int.from_bytes(falling, "little")
            rows.append(("all-bytes-differ", differing, summary, f"{defined} END-01", "integers-big-endian"))
        for name, value, *told_by in rows:
            yield _INTEGER.accept(f"{type}-{name}", type, str(value), *told_by)
    yield from _ends_of_narrower()
    yield from _integer_refusals()


def _ends_of_narrower() -> Iterator[Case]:
    """Rows of the greatest and the least integers of fewer bits, and of those just beyond."""
    for type, (low, high) in INTEGERS.items():
        widths = [bits for bits in (8, 16, 32, 64) if high >> bits]
        ends = {sign * 2**power for bits in widths for power in (bits - 1, bits) for sign in (1, -1)}
        values = sorted(value for end in ends for value in (end, end - 1) if low <= value <= high and value != -1)
        if not widths:
            continue
        within = f"{', '.join(map(str, widths[:-1]))}{' and ' * (len(widths) > 1)}{widths[-1]}"
        alike = ", and their complements" * (low < 0)
        summary = f"{type}: the greatest integers of {within} bits, signed and unsigned, each beside the next{alike}"
        catches = "halves-of-zeros-dropped sign-from-the-lower-half" + " halves-of-ones-dropped" * (low < 0)
        yield _INTEGER.accept(
            f"{type}-ends-of-narrower", f"{len(values)} * {type}", [str(value) for value in values], summary,
            integer_id(type), catches, numbers=[*widths, 0],
        )  # fmt: skip


# Requests with another value in place of an int32: (name, the value, description, mutation that writes it).
_NO_INT32 = (
    ("bool", True, "true", "bools-are-numbers"),
    ("list", ["1"], "a list of one number", "lists-of-one"),
    ("missing", None, "null", "null-is-zero"),
    ("float", "0x3f800000", "the bits of a float", "numerals-of-any-base"),
    ("typed", array("int32", "1"), "an object with type and value", "arrays-unwrapped"),
)


def _integer_refusals() -> Iterator[Case]:
    for type, (low, high) in INTEGERS.items():
        for name, value, base in (("under", low - 1, "least"), ("over", high + 1, "greatest")):
            summary = f"an encoder refuses {told(value)}, which is no {type}, and does not wrap it around"
            row: Any = (f"encode-{type}-{name}", f"{type}-{base}", str(value), "VALUE_INVALID", summary)
            yield _INTEGER.refusal(*row, "SER-04", "integers-wrap integers-clamp")
    for name, value, what, catches in _NO_INT32:
        summary = f"an encoder refuses {what} where an int32 is due"
        cited = "SER-04 ENC-04" if name == "list" else "SER-04"
        yield _INTEGER.refusal(f"encode-{name}", "int32-one", value, "VALUE_INVALID", summary, cited, catches)


def features() -> Iterator[Feature]:
    yield Feature("bool", "Truth values", list(_bools()))
    yield Feature("integer", "Integers of 8 to 128 bits", list(_integers()))
