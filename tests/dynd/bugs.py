"""Bugs of DyND codecs."""

import re
from itertools import pairwise

from kit.planting import (
    Bug,
    Healthy,
    Json,
    Mistake,
    mends,
    misdelivers,
    miswrites,
    passes_over,
    transcodes,
    truncates,
)


def core(context: Json, *types: str) -> bool:
    """Return True for a call without a profile for one of these types."""
    return context["type"] in types and "profile" not in context


def default_nan_available(healthy: Healthy, data: bytes, context: Json) -> bytes | None:
    """Read the NaN that most programs make as an ordinary value of an option."""
    nan = bytes.fromhex("000000000000f87f")
    return data.replace(nan, bytes(8)) if "?float64" in context["type"] and nan in data else None


# Decoding


def sentinel_as_value(value: Json, context: Json) -> Json:
    """Deliver a missing int8 as the number that stands for it."""
    return "-128" if value is None and context["type"] == "?int8" else value


# Encoding


def sizes_in_characters(healthy: Healthy, data: bytes, context: Json) -> bytes:
    """Write the size of a text in characters."""
    octets = bytearray(data)
    for size, text in pairwise(healthy.fields(data, context)):
        if size.name.endswith(".size") and text.name.endswith(".text") and size.size == 1:
            octets[size.offset] = len(data[text.offset : text.offset + text.size].decode())
    return bytes(octets)


def wide_counts(_: Healthy, data: bytes, context: Json) -> bytes:
    """Write the count of a sequence in two bytes even if it is below 128."""
    return bytes([data[0] | 0x80, 0]) + data[1:] if context["type"].startswith("var *") and data[0] < 0x80 else data


# Transcoding


def upside_down(healthy: Healthy, data: bytes, context: Json) -> bytes:
    """Write the elements of a sequence from the last to the first."""
    value = healthy.decode(data, context)
    return healthy.encode(value[::-1] if context["type"].startswith("var *") else value, context)


# Prefixes


def nothing_is_an_empty_sequence(_: Healthy, data: bytes, context: Json) -> bytes | None:
    return b"\0" if not data and context["type"].startswith("var *") else None


def nothing_is_false(_: Healthy, data: bytes, context: Json) -> bytes | None:
    return b"\0" if not data and context["type"] == "bool" else None


def numbers_filled_up(healthy: Healthy, data: bytes, context: Json) -> Json:
    """Read the missing bytes of a number as zeros."""
    is_number = re.fullmatch(r"\??(u?int|float)\d+", context["type"])
    return healthy.careless(data, context, ("truncated",)) if is_number else healthy.decode(data, context)


BUGS = (
    Bug(
        "sentinel-as-value",
        "decode-reference-encoding",
        misdelivers(sentinel_as_value),
        "value",
        "a missing int8",
        lambda case: case.data == b"\x80",
    ),
    Bug(
        "sizes-in-characters",
        "reference-decodes-encoding",
        miswrites(sizes_in_characters),
        "bytes",
        "one text of one character that is not ASCII",
        lambda case: case.data[0] + 1 == len(case.data) <= 5,
    ),
    Bug(
        "wide-counts",
        "reference-decodes-encoding",
        miswrites(wide_counts),
        "bytes",
        "a sequence of one element of one byte at most, or of none",
        lambda case: len(case.data) <= 2,
    ),
    Bug(
        "integers-truncated",
        "agree-on-edited-values",
        truncates(7),
        "bytes",
        "an integer beyond its type",
        lambda case: len(str(case.value)) < 60,
    ),
    Bug(
        "sequence-upside-down",
        "transcode-settles",
        transcodes(upside_down),
        "bytes",
        "a sequence of two elements, of which one is the simplest",
        lambda case: len(case.value) == 2 and len(case.data) <= 4,
    ),
    Bug(
        "any-byte-is-true",
        "agree-on-broken-bytes",
        passes_over("bool"),
        "value",
        "a byte that is neither 00 nor 01 for a bool, nor 02 for an optional one",
        lambda case: len(case.data) == 1 and case.context["type"] in {"bool", "?bool"},
    ),
    Bug(
        "rest-ignored",
        "agree-on-broken-bytes",
        passes_over("trailing"),
        "value",
        "a value of one byte at most, and one byte more",
        lambda case: len(case.data) <= 2,
    ),
    Bug(
        "nothing-is-no-elements",
        "refuse-every-prefix",
        mends(nothing_is_an_empty_sequence),
        "value",
        "no bytes for a sequence",
        lambda case: not case.data,
    ),
    Bug(
        "nothing-is-false",
        "refuse-every-prefix",
        mends(nothing_is_false),
        "value",
        "no bytes for a bool",
        lambda case: not case.data,
    ),
    Bug(
        "short-reads-are-zeros",
        "refuse-every-prefix",
        Mistake(numbers_filled_up),
        "value",
        "no bytes where one is due",
        lambda case: not case.data,
    ),
    Bug(
        "default-nan-available",
        "agree-on-broken-bytes",
        mends(default_nan_available),
        "value",
        "the default NaN alone",
        lambda case: len(case.data) <= 9,
    ),
)
