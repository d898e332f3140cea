"""Sizes and counts that no input can hold."""

from collections.abc import Iterator
from itertools import starmap
from typing import Any

from goldenwire_reference.dynd.model import levels_of
from goldenwire_reference.dynd.tables import MAX_NUMERAL, MAX_UINT64
from goldenwire_reference.dynd.types import parse
from goldenwire_suite.cases import Case, Feature, append, put
from goldenwire_suite.dynd.cases.builders import RowBuilder, told, varint

_SIZE = RowBuilder("declared-size")

_BASES: Any = (
    ("int64-row", "var * int64", ["1"], "a row of one number of 8 bytes", "VAR-01"),
    ("triple-row", "var * bytes[3]", ["000102"], "a row of one byte string of 3 bytes", "VAR-01 FB-01"),
    ("string-row", "var * string", ["a"], "a row of one text", "VAR-01"),
    ("rows-of-rows", "2 * var * string", [["a"], ["b"]], "2 rows of one text each", "VAR-03"),
    ("bools", "var * bool", [False, True], "a row of 2 bools", "VAR-01 BOOL-01"),
)

# Replacements of sizes and counts: (name, type, base, field, size, mutation that accepts it).
_SIZES: Any = (
    ("bytes-one-more", "bytes", "varint/size-1", "value.size", 2, "what-there-is"),
    ("bytes-2-to-the-31", "bytes", "varint/size-1", "value.size", 2**31, "what-there-is"),
    ("bytes-2-to-the-32", "bytes", "varint/size-1", "value.size", 2**32, "what-there-is"),
    ("bytes-2-to-the-63", "bytes", "varint/size-1", "value.size", 2**63, "what-there-is"),
    ("bytes-greatest-size", "bytes", "varint/size-1", "value.size", MAX_UINT64, "what-there-is"),
    ("string-one-more", "string", "string/ascii", "value.size", 5, "what-there-is"),
    ("string-2-to-the-63", "string", "string/ascii", "value.size", 2**63, "what-there-is"),
    ("string-greatest-size", "string", "string/ascii", "value.size", MAX_UINT64, "what-there-is"),
    ("var-2-to-the-31", "var * int64", "int64-row", "value.count", 2**31, "what-there-is"),
    ("var-2-to-the-61", "var * int64", "int64-row", "value.count", 2**61, "what-there-is"),
    ("var-2-to-the-61-and-1", "var * int64", "int64-row", "value.count", 2**61 + 1, "products-wrap"),
    ("var-2-to-the-63", "var * int64", "int64-row", "value.count", 2**63, "what-there-is"),
    ("var-greatest-count", "var * int64", "int64-row", "value.count", MAX_UINT64, "what-there-is"),
    ("triples-wrapping", "var * bytes[3]", "triple-row", "value.count", (2**64 + 2) // 3, ""),
    ("strings-2-to-the-40", "var * string", "string-row", "value.count", 2**40, ""),
)  # fmt: skip

# Items behind a number of 2 bytes: (name, type, whether the size is in the input, description).
_BEHIND: Any = (
    ("fixed-bytes", "(int16, bytes[{}])", False, "a byte string of {} bytes, as its type says,"),
    ("numbers", "(int16, {} * int8)", False, "a row of {} numbers, as its type says,"),
    ("bytes", "(int16, bytes)", True, "the content of a byte string, {} bytes by its size,"),
    ("string", "(int16, string)", True, "the content of a text, {} bytes by its size,"),
    ("var", "(int16, var * int8)", True, "the content of a row, {} numbers by its count,"),
)

# The requirements that a size or count exercises, by mutation.
_CITED = {"what-there-is": "VARINT-04 DEC-02", "products-wrap": "VARINT-04 LIM-07"}

# Types with values too large for any input: (name, type, its dimensions, requirements, mutation that accepts it).
_TYPES: Any = (
    ("fixed-greatest", f"{MAX_NUMERAL} * int8", f"{told(MAX_NUMERAL)} elements of 1 byte", "LIM-03", ""),
    ("fixed-wrapping", f"{2**61} * int64", f"{told(2**61)} elements of 8 bytes", "LIM-03 LIM-07", "products-wrap"),
    ("product-wrapping", f"{2**32} * {2**32} * int8", f"{told(2**32)} rows of as many elements", "LIM-03 LIM-07",
     "products-wrap"),
    ("bytes-greatest", f"bytes[{MAX_NUMERAL}]", f"{told(MAX_NUMERAL)} bytes", "LIM-03", ""),
    ("product-of-63-bits", f"{MAX_NUMERAL} * {MAX_NUMERAL} * int128",
     f"{told(MAX_NUMERAL)} rows of as many elements of 16 bytes", "LIM-03", ""),
    ("options", f"{2**62} * ?int32", f"{told(2**62)} options of 4 bytes", "LIM-03 LIM-07", "products-wrap"),
    ("complex", f"{2**60} * complex[float64]", f"{told(2**60)} elements of 16 bytes", "LIM-03 LIM-07", "products-wrap"),
    ("structs", f"{2**61} * {{a: int32, b: int32}}", f"{told(2**61)} structs of 8 bytes", "LIM-03 LIM-07",
     "products-wrap"),
)  # fmt: skip


def _sizes() -> Iterator[Case]:
    """Sizes and counts beyond the input, some of which wrap around to the size of the input."""
    yield from starmap(_SIZE.accept, _BASES)
    for name, type, base, field, size, catches in _SIZES:
        cited = _CITED.get(catches, "VARINT-04")
        summary = f"a size of {told(size)} for a value of {type}, more than the input has left"
        if field == "value.count":
            summary = f"a count of {told(size)} in {type}, more than the input can hold"
        change = put(field, varint(size))
        yield _SIZE.reject(name, type, base, change, "truncated", summary, cited, catches, numbers=[size])
    for name, type, what, cited, catches in _TYPES:
        summary = f"no bytes where {what} are due"
        yield _SIZE.reject(name, type, "void/void", [], "truncated", summary, cited, catches, numbers=[_least(type)])
    summary = f"the count of the second row is {told(2**62)}, more than the input can hold"
    change = put("value[1].count", varint(2**62))
    row: Any = ("second-count", "2 * var * string", "rows-of-rows", change, "truncated", summary, "VARINT-04")
    yield _SIZE.reject(*row, numbers=[2**62])
    summary = "a count of 3 before 2 bools, the first of which is 02: either defect may be reported"
    changes, checks = [put("value.count", 3), put("value[0]", 2)], {"truncated": None, "bool": None}
    yield _SIZE.reject("room-before-elements", "var * bool", "bools", changes, checks, summary)


def _ends() -> Iterator[Case]:
    """Sizes near 2^63 behind other bytes: the sum of place and size passes 2^63 - 1, or is just that."""
    for name, form, is_given, what in _BEHIND:
        place = 2 + (len(varint(MAX_NUMERAL)) if is_given else 0)
        for by, short in (("", 0), ("-1", 1), ("-place", place)):
            if short and name not in ("fixed-bytes", "bytes"):
                continue
            size, over = MAX_NUMERAL - short, place - short
            end = f"{over} beyond 2^63 - 1" if over else "at 2^63 - 1"
            said = what.format(f"2^63 - {short + 1}")
            summary = f"{said} begins at {place} and would end {end}; the input has 2 bytes of it"
            change = append((varint(size) if is_given else b"") + b"ab")
            row: Any = (f"end-{name}{by}", form.format(size), "integer/int16-all-bytes-differ", change, "truncated")
            cited = ("VARINT-04" if is_given else "LIM-03") + " LIM-07" * (over > 0)
            catches = "ends-wrap" if over else ""
            yield _SIZE.reject(*row, summary, cited, catches, numbers=[size, place, over, MAX_NUMERAL, 2])


def _least(type: str) -> int:
    """Return how many bytes the innermost element of a type takes."""
    levels = levels_of(parse(type))
    return levels[-1].element.min_size if levels else 0


def features() -> Iterator[Feature]:
    yield Feature("declared-size", "Sizes and counts beyond the input", [*_sizes(), *_ends()])
