"""A format's guide to files of unknown origin: contexts to try, a value in words, and what else the bytes may be."""

import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from math import isnan
from typing import Any, NamedTuple

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.format import Json
from goldenwire_reference.reader import Field

WIDTH = 100  # columns of a line of a value
MOST = 20  # items of a list that are shown


class Evidence(IntEnum):
    """The meaning of the fact that bytes can be read in a context."""

    GUESS = 0  # many other bytes can be
    PLAIN = 1
    MARKED = 2  # the bytes begin as those of the format, or name it


class Attempt(NamedTuple):
    """A context in which bytes may be read, in words too, and how much a reading would mean."""

    context: Json = None
    words: str = ""
    evidence: Evidence = Evidence.PLAIN


class Rule(NamedTuple):
    """The requirements that fields rest on: those whose `NAME = MEANING` matches as a whole, of one of these sizes."""

    pattern: str
    requirements: tuple[str, ...]
    sizes: tuple[int, ...] = ()

    def fits(self, field: Field) -> bool:
        """Return whether a field rests on these requirements."""
        if self.sizes and field.size not in self.sizes:
            return False
        return bool(re.fullmatch(self.pattern, f"{field.name} = {field.meaning}", re.DOTALL))


def rules_of(prefix: str, table: Iterable[tuple[Any, ...]]) -> tuple[Rule, ...]:
    """Return the rules of a table, whose rows are a pattern, ids without the prefix, and perhaps sizes in bytes."""
    return tuple(Rule(row[0], tuple(f"{prefix}-{id}" for id in row[1].split()), *row[2:]) for row in table)


class Remark(NamedTuple):
    """A sentence about what bytes are, if they are not what they seem, and lines that show it."""

    sentence: str
    lines: tuple[str, ...] = ()


def _no_context(data: bytes) -> Iterable[Attempt]:
    return [Attempt()]


def _in_notation(value: Json, context: Json) -> "Tree":
    import json

    return json.dumps(value, ensure_ascii=False)


def _no_remark(data: bytes, context: Json) -> Iterable[Remark]:
    return ()


def _whole_field(data: bytes, error: DecodeError, fields: Sequence[Field]) -> tuple[int, int] | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Guide:
    """All of it may be omitted.

    `attempts` are the contexts in which bytes may be read, the likeliest first; `show` is a value, in notation, as
    people write it; `remarks` say what bytes are that another program writes; `mark` is the offset and size of the
    octets that an error is about, where these are not a whole field; `rules` say which requirements fields rest on.
    """

    attempts: Callable[[bytes], Iterable[Attempt]] = _no_context
    show: Callable[[Json, Json], "Tree"] = _in_notation
    remarks: Callable[[bytes, Json], Iterable[Remark]] = _no_remark
    mark: Callable[[bytes, DecodeError, Sequence[Field]], tuple[int, int] | None] = _whole_field
    rules: Sequence[Rule] = ()

    def cited(self, field: Field) -> list[str]:
        """Return the requirements that a field rests on, in the order of the rules."""
        fit = (rule for rule in self.rules if rule.fits(field))
        return list(dict.fromkeys(id for rule in fit for id in rule.requirements))


# Values as text


class Branch(NamedTuple):
    """A text with parts, of which the first few are shown: opening, parts, closing; if `is_tall`, a line for each."""

    opening: str
    parts: Sequence[Any]  # trees, or pairs of a text before a tree and the tree
    closing: str
    is_tall: bool = False


Tree = str | Branch


def lines(tree: Tree, most: int = MOST, before: str = "", indent: str = "") -> Iterator[str]:
    """Yield a tree as lines: a branch that fits on one, on one; of a longer one each part, but `most` at the most."""
    if isinstance(tree, str) or (flat := _flat(tree, WIDTH - len(indent) - len(before))) is not None:
        yield f"{indent}{before}{tree if isinstance(tree, str) else flat}"
        return
    yield f"{indent}{before}{tree.opening}"
    for part in tree.parts[:most]:
        name, value = part if type(part) is tuple else ("", part)
        yield from lines(value, most, name, indent + "  ")
    if len(tree.parts) > most:
        yield f"{indent}  ({len(tree.parts) - most:,} more)"
    if tree.closing:
        yield f"{indent}{tree.closing}"


def _flat(tree: Tree, width: int) -> str | None:
    """Return a tree as one text; None if that is longer than `width`."""
    if isinstance(tree, str):
        return tree if len(tree) <= width else None
    if tree.is_tall or len(tree.parts) > width:
        return None
    parts: list[str] = []
    for part in tree.parts:
        name, value = part if type(part) is tuple else ("", part)
        text = _flat(value, width - len(name))
        if text is None:
            return None
        parts.append(name + text)
        width -= len(name) + len(text) + 2
    whole = f"{tree.opening}{', '.join(parts)}{tree.closing}"
    return whole if width >= 0 else None


def listed(parts: Sequence[Any], opening: str = "[", closing: str = "]") -> Branch:
    """Return parts in brackets."""
    return Branch(opening, parts, closing)


def quoted(text: str) -> str:
    """Return a text in quotes."""
    import json

    return json.dumps(text, ensure_ascii=False)


def binary(digits: str) -> str:
    """Return octets in hex, and as text too if they are printable ASCII."""
    octets = bytes.fromhex(digits)
    text = octets.decode("ascii", "replace")
    return f"bin {digits} ({quoted(text)})" if octets.isascii() and text.isprintable() and text else f"bin {digits}"


FLOATS = {4: "<e", 8: "<f", 16: "<d"}  # by hex digits


def number(atom: Json) -> str:
    """Return a number of the notation as people write it; a NaN, and a float of 128 bits, with its bits."""
    if not isinstance(atom, str) or not atom.startswith("0x"):
        return str(atom)
    digits = atom.removeprefix("0x")
    if len(digits) not in FLOATS:
        return atom
    (value,) = struct.unpack(FLOATS[len(digits)], bytes.fromhex(digits)[::-1])
    if isnan(value):
        return f"nan ({atom})"
    return shortest(value, len(digits) // 2)


def shortest(value: float, size: int) -> str:
    """Return the shortest text that a float of `size` octets is read back from."""
    if size == 8:
        return repr(value)
    import numpy as np  # which takes long to import

    return str(np.float32(value) if size == 4 else np.float16(value))


def moment(seconds: int, nanoseconds: int) -> str:
    """Return a time as a date of UTC; seconds since 1970 beyond the years that dates have."""
    try:
        whole = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    except OverflowError:
        return f"{seconds} s and {nanoseconds} ns since 1970"
    fraction = f".{nanoseconds:09}".rstrip("0") if nanoseconds else ""
    return f"{whole:%Y-%m-%dT%H:%M:%S}{fraction}Z".rjust(20 + len(fraction), "0")


def by_tag(value: Json, tags: Mapping[str, Callable[[Any], Tree]]) -> Tree:
    """Return a value in the notation of objects with one member, whose names are the `tags`; null, false and true."""
    if isinstance(value, dict) and len(value) == 1:
        [(tag, content)] = value.items()
        if tag in tags:
            return tags[tag](content)
    return _in_notation(value, None)


def grid(rows: Sequence[Sequence[str]], more: str = "") -> Branch:
    """Return rows of cells with their columns aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    texts = ["  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
    return Branch("", [*texts, *([more] if more else [])], "", is_tall=True)
