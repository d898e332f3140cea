"""The values of MessagePack: Python's own if it has the kind, and a class for each other kind.

A value is None, a bool, int, float, str, bytes, list of values, or an instance of a class below. A float is a double,
whatever the width in which it was stored.
"""

from dataclasses import dataclass, field
from typing import TypeAlias, Union

Value: TypeAlias = Union[bool, int, float, str, bytes, list["Value"], "Map", "Ext", "Timestamp", "NoText", None]


@dataclass(slots=True)
class Map:
    """Pairs of a key and a value, in stored order; `keys` and `octets` cache the canonical octets."""

    pairs: list[tuple[Value, Value]]
    keys: list[bytes] | None = field(default=None, compare=False, repr=False)
    octets: bytes | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ext:
    """An extension: its type, and its octets."""

    type: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Timestamp:
    """A point in time: seconds since 1970-01-01 00:00:00 UTC, and nanoseconds after that second."""

    seconds: int
    ns: int


@dataclass(frozen=True, slots=True)
class NoText:
    """The octets of a str that is not UTF-8, kept if the policy says so."""

    octets: bytes
