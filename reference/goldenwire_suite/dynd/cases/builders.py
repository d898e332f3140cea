"""Builders of cases for a format whose every case has a type, for the modules of the catalogue."""

import re
from collections.abc import Sequence
from typing import Any

from goldenwire_suite.cases import (
    Accept,
    Base,
    Case,
    Change,
    Edit,
    Either,
    EitherEncode,
    Refusal,
    Reject,
    Splice,
    replace_at,
)

Json = Any

INTEGERS = {
    f"{prefix}int{bits}": (-(2 ** (bits - 1)) if not prefix else 0, 2 ** (bits - (not prefix)) - 1)
    for prefix in ("", "u")
    for bits in (8, 16, 32, 64, 128)
}
# The bits of the fraction and the bytes of each float.
FLOATS = {"float16": (10, 2), "float32": (23, 4), "float64": (52, 8), "float128": (112, 16)}


def context(type: str, profile: str | None = None) -> Json:
    """The context of a call."""
    return {"type": type} if profile is None else {"type": type, "profile": profile}


def ids(requirements: str) -> list[str]:
    """Return the requirement ids that a text names, with the format's prefix."""
    return [f"DYND-{requirement}" for requirement in requirements.split()]


def slug(text: str) -> str:
    """Return the text in a form for a case's name."""
    words = {
        "*": "of",
        "?": " option ",
        "[": " ",
        "]": " ",
        "(": " tuple ",
        ")": " ",
        "{": " struct ",
        "}": " ",
        "_": "-",
    }
    spelt = "".join(words.get(char, char) for char in text.lower())
    return re.sub(r"[^a-z0-9]+", "-", spelt).strip("-")


class RowBuilder:
    """Builds the cases of one feature: cases are named within it, bases by their own name.

    A case is a row of a table, whose order each method documents; the last two columns, its requirements and the
    mutations that it catches, each in one text, are optional. `numbers` are those of Case.
    """

    def __init__(self, feature: str, profile: str | None = None) -> None:
        self.feature = feature
        self.profile = profile

    def base(self, name: str) -> str:
        """Return the id of a case of this feature, or of the feature that the name begins with."""
        return f"dynd/{name}" if "/" in name else f"dynd/{self.feature}/{name}"

    def _common(self, name: str, summary: str, cited: Sequence[str], numbers: Sequence[int]) -> Any:
        """Return the arguments that all cases share; `cited` are the last two columns of a row."""
        requirements, catches = cited
        return {
            "name": name,
            "summary": summary,
            "requirements": ids(requirements),
            "needs": [] if self.profile is None else [self.profile],
            "catches": catches.split(),
            "numbers": numbers,
        }

    def accept(self, *row: Any, given: Json = None, numbers: Sequence[int] = ()) -> Case:
        """A value and its one serialization: name, type, value, summary."""
        name, type, value, summary, *cited = _filled(row, 4)
        common = self._common(name, summary, cited, numbers)
        return Accept(**common, context=context(type, self.profile), value=value, given=given)

    def reject(
        self,
        *row: Any,
        also: Sequence[str] = (),
        then: str | None = None,
        in_order: str = "",
        numbers: Sequence[int] = (),
    ) -> Case:
        """Bytes that represent no value: name, type, base, edits, check, summary.

        The check is the one that rejects them, perhaps with a value to continue with.
        """
        name, type, base, edits, check, summary, *cited = _filled(row, 6)
        return Reject(
            **self._common(name, summary, cited, numbers),
            context=context(type, self.profile),
            base=self.base(base),
            edits=_edits(edits),
            checks={check: None} if isinstance(check, str) else check,
            also=also,
            then=then,
            in_order=in_order,
        )

    def refusal(
        self, *row: Any, also: Sequence[str] = (), then: str | None = None, numbers: Sequence[int] = ()
    ) -> Case:
        """A value without a serialization: name, base, the change or the new value, class, summary."""
        name, base, change, code, summary, *cited = _filled(row, 5)
        common = self._common(name, summary, cited, numbers)
        return Refusal(**common, base=self.base(base), edits=_changes(change), code=code, also=also, then=then)

    def either(self, *row: Any, numbers: Sequence[int] = ()) -> Case:
        """Bytes whose outcome a policy decides: name, type, policy, base, edits, summary."""
        name, type, policy, base, edits, summary, *cited = _filled(row, 6)
        return Either(
            **self._common(name, summary, cited, numbers),
            context=context(type, self.profile),
            policy=policy,
            base=self.base(base),
            edits=_edits(edits),
        )

    def either_encode(self, *row: Any, numbers: Sequence[int] = ()) -> Case:
        """A value whose outcome a policy decides: name, policy, base, the change or the new value, class, summary."""
        name, policy, base, change, code, summary, *cited = _filled(row, 6)
        common = self._common(name, summary, cited, numbers)
        return EitherEncode(**common, policy=policy, base=self.base(base), edits=_changes(change), code=code)


def _edits(change: Edit | Sequence[Edit]) -> Sequence[Edit]:
    """Return one edit of bytes, or several, as a list."""
    return change if isinstance(change, Sequence) else [change]


def _filled(row: tuple[Any, ...], size: int) -> list[Any]:
    """Return a row with exactly two texts after its values, empty ones if it has fewer."""
    if not size <= len(row) <= size + 2:
        raise ValueError(f"a row of {size}, and up to two texts, not {row!r}")
    return [*row, "", ""][: size + 2]


def _changes(change: Json) -> Sequence[Change]:
    if isinstance(change, Change):
        return [change]
    if isinstance(change, tuple) and change and all(isinstance(one, Change) for one in change):
        return change
    return [replace_at("/value", change)]


def varint(value: int, size: int = 0) -> bytes:
    """Return the varint of a number, in at least `size` bytes."""
    octets: list[int] = []
    while value > 0x7F or len(octets) + 1 < size:
        octets.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*octets, value])


def sized(name: str, kind: str, content: bytes) -> list[Edit]:
    """Replace the content of the field of that name, which is of the kind `text` or `bytes`, and its size."""

    def edit(base: Base) -> Splice:
        size = base.find(f"{name}.size")
        start, begin = size.offset, size.offset + size.size
        old = sum(field.size for field in base.fields if field.name == f"{name}.{kind}")
        if base.data[start:begin] == varint(len(content)):
            return Splice(begin, base.data[begin : begin + old], content)
        return Splice(start, base.data[start : begin + old], varint(len(content)) + content)

    return [edit]


def instead(data: bytes) -> Edit:
    """Replace all bytes."""

    def edit(base: Base) -> Splice:
        return Splice(0, base.data, data)

    return edit


def float_bits(value: int, size: int) -> str:
    """Return the notation of a float's bits."""
    return f"0x{value:0{2 * size}x}"


def array(type: str, value: Any) -> dict[str, Any]:
    """The notation of an array."""
    return {"type": type, "value": value}


def nested(outer: str, inner: str, times: int, close: str = "") -> str:
    """Return a type string within `times` others."""
    return outer * times + inner + close * times


def told(number: int) -> str:
    """Return a number for people: large ones as powers of two, if they are near one."""
    for power in range(16, 130):
        for sign in (1, -1):
            more = number - sign * 2**power
            if abs(more) < 10:
                return f"{'-' * (sign < 0)}2^{power}" + (f" {'-' if more < 0 else '+'} {abs(more)}" if more else "")
    return f"{number:,}"
