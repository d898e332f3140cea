"""Sizes and counts, and byte strings."""

from collections.abc import Iterator
from itertools import starmap
from typing import Any

from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature, put, replace_at
from goldenwire_suite.dynd.cases.builders import RowBuilder, instead, varint

_VARINT, _BYTES = map(RowBuilder, ("varint", "bytes"))

# Other values with a varint in front: (name, type, base, field, the number in the base).
_OTHERS: Any = (
    ("count", "var * bool", "count-3", "value.count", 3),
    ("type", "type", "type-14", "value.size", 14),
)


def _varints() -> Iterator[Case]:
    for size in (0, 1, 127, 128, 300, 16383, 16384):
        summary = f"a size of {size:,} takes {plural(len(varint(size)), 'byte')}"
        catches = "varints-big-endian" if size in (128, 300, 16384) else "varints-zigzag" if size else ""
        yield _VARINT.accept(f"size-{size}", "bytes", "5a" * size, summary, "VARINT-01 VARINT-02", catches)
    yield from starmap(
        _VARINT.accept,
        (
            ("count-3", "var * bool", [True, False, True], "a count of 3 takes a byte", "VAR-01 VARINT-01"),
            ("count-128", "var * void", [None] * 128, "a count of 128 takes 2 bytes", "VAR-01 VARINT-01",
             "varints-big-endian"),
            ("type-14", "type", "pointer[bytes]", "the size of a type string of 14 bytes", "TYPE-01 VARINT-01"),
            ("type-128", "type", f"{{{'x' * 120}: void}}", "the size of a type string of 128 bytes takes 2 bytes",
             "VARINT-01 TYPE-02", "varints-big-endian"),
        ),
    )  # fmt: skip
    yield from _cut_varints()
    yield from _long_varints()
    yield from _wide_varints()


def _cut_varints() -> Iterator[Case]:
    for octets in range(3, 9):
        summary = f"{octets} bytes of a size, each of which says that another one follows"
        yield _VARINT.reject(f"cut-{octets}", "bytes", "size-1", instead(b"\x80" * octets), "truncated", summary,
                             numbers=[octets])  # fmt: skip


def _long_varints() -> Iterator[Case]:
    for octets in range(2, 11):
        change, summary = put("value.size", varint(1, octets)), f"a size of 1 in {octets} bytes, the last of them 00"
        yield _VARINT.reject(f"long-{octets}-bytes", "bytes", "size-1", change, "varint.nonminimal", summary, "UNIQ-02")
    for name, type, base, field, value in (
        ("zero", "bytes", "size-0", "value.size", 0),
        ("127", "bytes", "size-127", "value.size", 127),
        *_OTHERS,
    ):
        change = put(field, varint(value, 2))
        summary = f"a {field[6:]} of {value}{' in front of a type string' * (name == 'type')} in 2 bytes, the last 00"
        yield _VARINT.reject(f"long-{name}", type, base, change, "varint.nonminimal", summary, "UNIQ-02")
    change, summary = put("value.size", varint(300, 3)), "a size of 300 in three bytes, the last of them 00"
    yield _VARINT.reject("long-300", "bytes", "size-300", change, "varint.nonminimal", summary, numbers=[300])


def _wide_varints() -> Iterator[Case]:
    """Varints of ten bytes with more than 64 bits; dropping the excess would leave the right size."""
    for name, last in (
        ("02", "02"),
        ("03", "03"),
        ("7e", "7e"),
        ("82-00", "8200"),
        ("81-01", "8101"),
        ("80-00", "8000"),
    ):
        octets = varint(1, 10)[:9] + bytes.fromhex(last)
        bits = [63 + place for place in range(7) if octets[9] >> place & 1]
        bits += [70 + place for place in range(7) if octets[10:] and octets[10] >> place & 1]
        summary = f"a size of 1 in {len(octets)} bytes" + (f", in which {_listed(bits)} set as well" if bits else "")
        then = "TRAILING_BYTES" if len(octets) > 10 else None
        catches = "wide-varints-cut" if len(octets) == 10 and 63 not in bits else ""
        yield _VARINT.reject(
            f"wide-{name}", "bytes", "size-1", put("value.size", octets), {"varint.overflow": 1}, summary, "", catches,
            then=then, numbers=bits,
        )  # fmt: skip
    change, check = put("value.size", varint(2**64)), {"varint.overflow": 0}
    summary = "a size of 2^64, one more than the greatest"
    yield _VARINT.reject("wide-2-to-the-64", "bytes", "size-0", change, check, summary, "", "wide-varints-cut",
                         numbers=[2**64])  # fmt: skip
    for name, type, base, field, value in _OTHERS:
        change, check = put(field, varint(value, 10)[:9] + b"\x02"), {"varint.overflow": value}
        summary = f"a {field[6:]} of 2^64 + {value}"
        wide = [2**64 + value]
        yield _VARINT.reject(f"wide-{name}", type, base, change, check, summary, "", "wide-varints-cut", numbers=wide)
    change, summary = put("value.size", b"\xff" * 10), "a size of ten bytes ff, the last of which announces another"
    yield _VARINT.reject("wide-of-ff", "bytes", "size-1", change, {"varint.overflow": 1}, summary)


def _listed(bits: list[int]) -> str:
    """Return positions of bits in words, with their verb."""
    if len(bits) > 2:
        return f"bits {bits[0]} to {bits[-1]} are"
    return f"bit{'s' * (len(bits) - 1)} {' and '.join(map(str, bits))} {'is' if len(bits) == 1 else 'are'}"


_ACCEPTED_BYTES: Any = (
    ("any", "bytes", "00ff800a0d", "bytes of all kinds pass as they are", "BYT-01", "bytes-as-text"),
    ("many", "bytes", "00ff" * 600, "1,200 bytes, none of which is the last", "BYT-01 DEC-01",
     "byte-strings-up-to-a-thousand"),
    ("fixed-1", "bytes[1]", "7f", "one byte without a size", "FB-01", "fixed-bytes-sized"),
    ("fixed-4", "bytes[4]", "000000ff", "4 bytes keep their leading zeros", "FB-01", "fixed-bytes-stripped"),
    ("fixed-row", "2 * bytes[3]", ["000102", "fffefd"], "no padding between byte strings of three bytes",
     "FB-01 SER-02", "fixed-bytes-padded"),
)  # fmt: skip


def _bytes() -> Iterator[Case]:
    yield from starmap(_BYTES.accept, _ACCEPTED_BYTES)
    for name, value, catches in (
        ("short", "000000", "short-bytes-filled-up"),
        ("long", "000000ff00", "long-bytes-cut"),
        ("empty", "", "short-bytes-filled-up"),
    ):
        summary = f"an encoder refuses {plural(len(value) // 2, 'byte')} where 4 are due, and neither pads nor cuts"
        yield _BYTES.refusal(f"encode-fixed-{name}", "fixed-4", value, "VALUE_INVALID", summary, "SER-04", catches)
    for name, size, value in (("2-to-the-32", 2**32, ""), ("2-to-the-32-and-4", 2**32 + 4, "000000ff")):
        changes = replace_at("/context/type", f"bytes[{size}]"), replace_at("/value", value)
        summary = f"an encoder refuses {plural(len(value) // 2, 'byte')} where {size:,} are due"
        row: Any = (f"encode-fixed-{name}", "fixed-1", changes, "VALUE_INVALID", summary)
        numbers = [size, len(value) // 2]
        yield _BYTES.refusal(*row, "SER-04", "fixed-sizes-in-32-bits", numbers=numbers)
    summary = "an encoder refuses a list of numbers where a byte string is due"
    yield _BYTES.refusal("encode-list", "any", ["1"], "VALUE_INVALID", summary, "SER-04", "bytes-of-numbers")


def features() -> Iterator[Feature]:
    yield Feature("varint", "Sizes and counts", list(_varints()))
    yield Feature("bytes", "Byte strings", list(_bytes()))
