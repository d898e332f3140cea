"""The only code that handles offsets and bounds of an input; on request it keeps a trace of every field.

Every condition of a decoder has a name in its format's table of checks. A check can be switched off: that is how the
build proves that a rejected vector has exactly one defect. `off` maps the check's name to the value to continue with.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.wording import plural

if TYPE_CHECKING:
    import numpy.typing as npt

Buffer = bytes | bytearray | memoryview

# With the check for truncation off, missing input reads as zeros, up to this many bytes.
PADDING_LIMIT = 1 << 20
PADDING = "padding"  # the name under which `off` may have a lower limit, of all such bytes together


@dataclass(frozen=True, slots=True)
class Check:
    """A condition that an input must meet: the error class and the requirement to report if it does not."""

    code: str
    requirement: str


class Field(NamedTuple):
    """A named byte range: offset and size in bytes, and the meaning of its bytes."""

    offset: int
    size: int
    name: str
    meaning: str


class Reader:
    """Reads fields from the front of `data`, and raises DecodeError for input that its format's checks forbid."""

    def __init__(
        self,
        data: Buffer,
        checks: Mapping[str, Check],
        *,
        off: Mapping[str, Any] | None = None,
        trace: list[Field] | None = None,
    ) -> None:
        self.data = memoryview(data).cast("B")
        self.checks = checks
        self.off = off or {}
        self.trace = trace
        self.position = 0
        self.scope = ""
        self.made_up = 0

    @property
    def remaining(self) -> int:
        """The number of bytes not yet read."""
        return len(self.data) - self.position

    def refuse(self, check: str, offset: int, expected: str, found: object) -> Any:
        """Raise DecodeError for a failed check; with the check off, return the value to continue with."""
        if check in self.off:
            return self.off[check]
        rule = self.checks[check]
        raise DecodeError(rule.code, rule.requirement, offset, f"expected {expected}, found {found}")

    def need(self, size: int, name: str) -> None:
        """Reject the input as truncated unless it has `size` more bytes for the field `name`."""
        if size <= self.remaining:
            return
        site = "truncated." + re.sub(r"\[[^]]*\]", "", self.scope + name)
        if site not in self.off and "truncated" not in self.off:
            rule = self.checks[site] if site in self.checks else self.checks["truncated"]
            found = f"{self.remaining} before the end of the input"
            expected = f"{plural(size, 'more byte')} for {self.scope}{name}"
            raise DecodeError(rule.code, rule.requirement, self.position, f"expected {expected}, found {found}")
        self.make_up(size - self.remaining, len(self.data))

    def make_up(self, size: int, at: int) -> None:
        """Insert `size` zeros into the input at the offset `at`, for bytes that a disabled check found missing."""
        self.made_up += size
        if size > PADDING_LIMIT or self.made_up > self.off.get(PADDING, self.made_up):
            raise DecodeError("LIMIT", "", self.position, f"{size} bytes are too many to make up")
        self.data = memoryview(b"".join((self.data[:at], bytes(size), self.data[at:])))

    def take(self, size: int, name: str) -> memoryview:
        """Return the next `size` bytes, as a view of the input."""
        start = self.position
        if start + size > len(self.data):
            self.need(size, name)
        self.position = start + size
        return self.data[start : self.position]

    def uint(
        self,
        size: int,
        name: str,
        meanings: Mapping[int, str] | None = None,
        order: Literal["little", "big"] = "little",
    ) -> int:
        """Return the next `size` bytes as an unsigned integer in that byte order."""
        start = self.position
        octets = self.take(size, name)
        value = octets[0] if size == 1 else int.from_bytes(octets, order)
        if self.trace is not None:
            text = f"{value} {meanings[value]}" if meanings and value in meanings else str(value)
            self.note(start, size, name, text)
        return value

    def array(self, dtype: "npt.DTypeLike", count: int, name: str) -> "npt.NDArray[Any]":
        """Return the next `count` items of `dtype` (which includes the byte order), as a view of the input."""
        import numpy as np  # which takes longer than all else that a codec without arrays imports

        kind = np.dtype(dtype)
        return np.frombuffer(self.take(count * kind.itemsize, name), kind, count)

    def note(self, offset: int, size: int, name: str, meaning: str) -> None:
        """Add a field to the trace, if there is one."""
        if self.trace is not None:
            self.trace.append(Field(offset, size, self.scope + name, meaning))
