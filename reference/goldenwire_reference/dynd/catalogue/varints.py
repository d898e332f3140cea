"""Sizes and counts, and byte strings."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature, put
from goldenwire_reference.dynd.catalogue.words import Words, varint

_VARINT, _BYTES = map(Words, ("varint", "bytes"))


def _varints() -> Iterator[Case]:
    for size in (0, 1, 127, 128, 300, 16383, 16384):
        octets = len(varint(size))
        yield _VARINT.accept(
            f"size-{size}",
            "bytes",
            "5a" * size,
            f"a size of {size} takes {octets} byte{'s' * (octets > 1)}",
            "VARINT-01 VARINT-02",
        )
    yield _VARINT.accept("count-3", "var * bool", [True, False, True], "a count of 3", "VAR-01 VARINT-01")
    yield _VARINT.accept("count-128", "var * void", [None] * 128, "a count of 128 takes two bytes", "VAR-01 VARINT-01")
    yield _VARINT.accept("type-14", "type", "pointer[bytes]", "the size of a type string", "TYPE-01 VARINT-01")
    yield _VARINT.accept("type-128", "type", f"{{{'x' * 120}: void}}", "a type string of 128 bytes", "VARINT-01")
    yield from _long_varints()
    yield from _wide_varints()


def _long_varints() -> Iterator[Case]:
    for octets in range(2, 11):
        yield _VARINT.reject(
            f"long-{octets}-bytes",
            "bytes",
            "size-1",
            [put("value.size", varint(1, octets))],
            "varint.nonminimal",
            f"a size of 1 in {octets} bytes",
            "VARINT-05 UNIQ-02",
        )
    for name, type, base, field, value in (
        ("zero", "bytes", "size-0", "value.size", 0),
        ("127", "bytes", "size-127", "value.size", 127),
        ("count", "var * bool", "count-3", "value.count", 3),
        ("type", "type", "type-14", "value.size", 14),
    ):
        edits = [put(field, varint(value, 2))]
        yield _VARINT.reject(
            f"long-{name}",
            type,
            base,
            edits,
            "varint.nonminimal",
            f"{value} in two bytes, the last of them 00",
            "VARINT-05 UNIQ-02",
        )
    yield _VARINT.reject(
        "long-300",
        "bytes",
        "size-300",
        [put("value.size", varint(300, 3))],
        "varint.nonminimal",
        "300 in three bytes, the last of them 00",
        "VARINT-05",
    )


def _wide_varints() -> Iterator[Case]:
    """Ten bytes that say more than 64 bits hold; dropping the excess would leave the right size."""
    for name, last, why in (
        ("02", "02", "bit 64 is set"),
        ("03", "03", "bits 63 and 64 are set"),
        ("7e", "7e", "bits 64 to 69 are set"),
        ("82-00", "8200", "bit 64 is set and an eleventh byte announced"),
        ("81-01", "8101", "bit 70 is set, in an eleventh byte"),
        ("80-00", "8000", "an eleventh byte is announced, and is 00"),
    ):
        octets = varint(1, 10)[:9] + bytes.fromhex(last)
        yield _VARINT.reject(
            f"wide-{name}",
            "bytes",
            "size-1",
            [put("value.size", octets)],
            {"varint.overflow": 1},
            f"a size in which {why}",
            "VARINT-03",
            then="TRAILING_BYTES" if len(octets) > 10 else None,
        )
    for name, type, base, field, value in (
        ("count", "var * bool", "count-3", "value.count", 3),
        ("type", "type", "type-14", "value.size", 14),
    ):
        yield _VARINT.reject(
            f"wide-{name}",
            type,
            base,
            [put(field, varint(value, 10)[:9] + b"\x02")],
            {"varint.overflow": value},
            f"a {name.replace('type', 'size')} of 2^64 + {value}",
            "VARINT-03",
        )
    yield _VARINT.reject(
        "wide-of-ff",
        "bytes",
        "size-1",
        [put("value.size", b"\xff" * 10)],
        {"varint.overflow": 1},
        "ten bytes ff, and a varint that goes on",
        "VARINT-03",
    )


def _bytes() -> Iterator[Case]:
    yield _BYTES.accept("any", "bytes", "00ff800a0d", "bytes of all kinds pass as they are", "BYT-01")
    yield _BYTES.accept("fixed-1", "bytes[1]", "7f", "one byte without a prefix", "FB-01")
    yield _BYTES.accept("fixed-4", "bytes[4]", "000000ff", "bytes[N] keeps its zeros", "FB-01")
    yield _BYTES.accept(
        "fixed-row", "2 * bytes[3]", ["000102", "fffefd"], "no padding between byte strings", "FB-01 SER-02"
    )
    for name, value in (("short", "000000"), ("long", "000000ff00"), ("empty", "")):
        yield _BYTES.refusal(
            f"encode-fixed-{name}",
            "bytes[4]",
            value,
            "VALUE_INVALID",
            "fixed-4",
            f"{len(value) // 2} bytes",
            f"{len(value) // 2} bytes are no bytes[4]: nothing is padded or cut",
            "SER-04 FB-01",
        )
    yield _BYTES.refusal(
        "encode-list", "bytes", ["1"], "VALUE_INVALID", "any", "a list", "a list is no bytes", "SER-04"
    )


def features() -> Iterator[Feature]:
    yield Feature("varint", "Sizes and counts", list(_varints()))
    yield Feature("bytes", "Byte strings", list(_bytes()))
