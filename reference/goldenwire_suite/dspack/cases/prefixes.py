"""Prefixes of every width: each count, and the same number plus a 1 in an octet that a narrow codec drops."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from goldenwire_reference.dspack.tables import FLAGS, MAX_WIDTH
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.dspack.cases.builders import bad_row, cases, row, row_of


class Kind(NamedTuple):
    """The content that a prefix counts: the field after its width; a value of a given count; the octets that store it.

    Then in words: the unit that is counted, and the content.
    """

    field: str
    value: Callable[[int], object]
    octets: Callable[[int], bytes]
    counted: str
    what: str
    requirement: str
    most: int = 258  # needs more than one octet, and its octets are no palindrome


def _octets(number: int) -> bytes:
    return b"x" * number


_KINDS = {
    "string": Kind("s", _octets, _octets, "octets", "a string", "STR-04"),
    "pascal": Kind(
        "p", lambda number: _octets(number - 1), lambda number: bytes([number - 1]) + _octets(number - 1),
        "octets", "the buffer of a p", "STR-08", 251,
    ),
    "list": Kind(":B", lambda number: [7] * number, lambda number: b"\7" * number, "items", "a list", "LIST-04"),
    "strings": Kind(":~s", lambda number: [b""] * number, bytes, "strings", "a list of strings", "LIST-04"),
}  # fmt: skip


def _counted() -> Iterator[Case]:
    for width in range(2, MAX_WIDTH + 1):
        flag = "<" if width % 2 else "!"
        for name, kind in _KINDS.items():
            number, schema = 2 if width == 2 else kind.most, f"{flag}{width}~{kind.field}"
            yield row(
                f"{name}-{width}", schema, [kind.value(number)],
                f"a prefix of {width} bytes under {flag}, which counts the {number} {kind.counted} of "
                f"{kind.what.removesuffix(' of strings')}", f"{kind.requirement} FLAG-08",
            )  # fmt: skip
            top = "last" if flag == "<" else "first"
            announced = (number + 2 ** (8 * width - 8)).to_bytes(width, FLAGS[flag].order)
            yield bad_row(
                f"{name}-{width}-more", f"prefixes/{name}-{width}", row_of(schema),
                (announced + kind.octets(number)).hex(), "row.short", requirements="LIM-01",
                summary=f"{kind.what} after a prefix of {width} bytes whose {top} byte is 01: without that byte the "
                f"number of {kind.counted} would be right",
                catches="prefixes-without-top-octet", then="LIMIT" if width > 3 else None,
            )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """Features of accepted and of rejected cases."""
    yield Feature("prefixes", "Prefixes of every width", cases(_counted()))
