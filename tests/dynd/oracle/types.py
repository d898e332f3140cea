"""Types of the DyND format: a recursive descent over the grammar of its specification, and properties of a type.

It must not share code with the reference.
"""

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NoReturn

GREATEST = 2**63 - 1  # of the numbers in a type string


class OracleReject(Exception):  # noqa: N818 - a verdict, not an error of the oracle's
    """The input does not conform: the error class, the offset as the specification prescribes it, and why.

    The refusal of a type by itself has an offset into its string; that of a value has none.
    """

    def __init__(self, code: str, offset: int | None, reason: str) -> None:
        super().__init__(code, offset, reason)
        self.code = code
        self.offset = offset
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.code} at {self.offset}: {self.reason}"


@dataclass(frozen=True)
class Limits:
    """The deepest level, the longest type string in octets, and the largest number of elements without bytes."""

    level: int
    octets: int
    elements: int


# The limits up to which every codec must accept, and those of a codec that accepts more, which are exact here.
LIMITS: dict[str, Limits] = {"reject": Limits(64, 65535, 2**20), "accept": Limits(128, 131070, 2**21)}


@dataclass(frozen=True)
class Type:
    """A type: its string, its kind (a key of WIDTH), and its component types."""

    text: str
    kind: str
    parts: tuple["Type", ...] = ()
    size: int = 0  # the N of "N * T" and of "bytes[N]"
    axes: tuple[int, ...] = ()  # of a storage type, whose part is the type of its array

    @functools.cached_property
    def depth(self) -> int:
        """Return the number of nested types, including this one."""
        return 1 + max((part.depth for part in self.parts), default=0)

    @functools.cached_property
    def width(self) -> int:
        """Return the least number of bytes that a value takes: min_size of the specification."""
        return WIDTH[self.kind](self)

    @property
    def sentinel(self) -> bytes | None:
        """Return the bytes that stand for missing in an option of this type, if it has a spare value."""
        return SENTINELS.get(self.kind)


R_NA = {4: bytes.fromhex("a207807f"), 8: bytes.fromhex("a20700000000f07f")}
SENTINELS: Mapping[str, bytes] = {
    "bool": b"\2",
    **{f"int{bits}": bytes(bits // 8 - 1) + b"\x80" for bits in (8, 16, 32, 64, 128)},
    "uint32": b"\xff" * 4,
    "float32": R_NA[4],
    "float64": R_NA[8],
    "complex[float32]": R_NA[4] * 2,
    "complex[float64]": R_NA[8] * 2,
}

# The types whose values all have the same width.
NUMBERS = {
    "bool": 1,
    **{f"{sign}int{bits}": bits // 8 for sign in ("", "u") for bits in (8, 16, 32, 64, 128)},
    **{f"float{bits}": bits // 8 for bits in (16, 32, 64, 128)},
    "complex[float32]": 8,
    "complex[float64]": 16,
}
LEAVES = {**NUMBERS, "void": 0, "bytes": 1, "string": 1, "char": 1, "type": 1}


def _sum(this: Type) -> int:
    return sum(part.width for part in this.parts)


WIDTH: Mapping[str, Callable[[Type], int]] = {
    **{name: lambda this: LEAVES[this.kind] for name in LEAVES},
    "bytes[N]": lambda this: this.size,
    "N *": lambda this: this.size * this.parts[0].width,
    "var *": lambda this: 1,
    "?": lambda this: 1 if this.parts[0].sentinel is None else this.parts[0].width,
    "pointer": _sum,
    "array": lambda this: 1,
    "tuple": _sum,
    "struct": _sum,
    "storage": _sum,
}


def parse_type(text: str, limits: Limits = LIMITS["reject"], storage: bool = False) -> Type:
    """Parse a type string. Raises OracleReject with the first defect from the left.

    `storage` adds the types of the profile of that name.
    """
    if len(text.encode("utf-8", "surrogatepass")) > limits.octets:
        raise OracleReject("LIMIT_TYPE_LENGTH", 0, f"the type string has more than {limits.octets} bytes")
    parser = _Parser(text, limits, storage)
    found = parser.read_type(1)
    if parser.at < len(text):
        parser.fail("something follows the type")
    return found


_LEAF = re.compile(r"complex\[float[0-9]+\]|[a-z]+[0-9]*")
_NUMBER = re.compile(r"0|[1-9][0-9]*")
_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_QUOTED = re.compile(r"[\x20-\x26\x28-\x5b\x5d-\x7e]|\\(?:['\\bfnrt]|u[0-9a-f]{4}|U[0-9a-f]{8})")
_SHORT = {"'": "'", "\\": "\\", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_ESCAPES = {character: "\\" + letter for letter, character in _SHORT.items()}


class _Parser:
    """A method for each rule of the grammar; each starts at `at` and moves it past what it read."""

    def __init__(self, text: str, limits: Limits, storage: bool) -> None:
        self.text = text
        self.limits = limits
        self.at = 0
        self.brackets = {"(": self.read_tuple, "{": self.read_struct, "bytes[": self.read_fixed_bytes}
        self.brackets |= {"pointer[": self.read_pointer, "array[": self.read_array}
        if storage:
            self.brackets["storage["] = self.read_storage

    # --- tokens

    def fail(self, reason: str, code: str = "TYPE_SYNTAX") -> NoReturn:
        raise OracleReject(code, self.at, reason)

    def sees(self, token: str) -> bool:
        return self.text.startswith(token, self.at)

    def takes(self, token: str) -> bool:
        found = self.sees(token)
        self.at += len(token) if found else 0
        return found

    def need(self, token: str) -> None:
        if not self.takes(token):
            self.fail(f"{token!r} is missing")

    def match(self, pattern: re.Pattern[str], what: str) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise OracleReject("TYPE_SYNTAX", self.at, f"no {what} here")
        self.at = found.end()
        return found[0]

    def read_number(self) -> int:
        digits = self.match(_NUMBER, "number")
        if len(digits) > len(str(GREATEST)) or int(digits) > GREATEST:
            self.fail("the number is above 2^63 - 1", "TYPE_RANGE")
        return int(digits)

    # --- rules

    def begin(self, level: int) -> None:
        if level > self.limits.level:
            self.fail(f"a type at level {level}", "LIMIT_DEPTH")

    def read_type(self, level: int) -> Type:
        self.begin(level)
        start = self.at
        if self.takes("?"):
            if self.sees("?"):
                self.fail("an option of an option")
            content = self.read_type(level + 1)
            return Type(self.text[start : self.at], "?", (content,))
        return self.read_unit(start, level)

    def read_unit(self, start: int, level: int) -> Type:
        if self.takes("var * "):
            element = self.read_type(level + 1)
            return Type(self.text[start : self.at], "var *", (element,))
        if _NUMBER.match(self.text, self.at):
            return self.read_fixed(start, level)
        for token, rule in self.brackets.items():
            if self.takes(token):
                return rule(start, level)
        name = self.match(_LEAF, "type")
        if name not in LEAVES:
            self.fail(f"{name} is no type")
        return Type(name, name)

    def read_fixed(self, start: int, level: int) -> Type:
        size = self.read_number()
        self.need(" * ")
        element = self.read_type(level + 1)
        return Type(self.text[start : self.at], "N *", (element,), size)

    def read_fixed_bytes(self, start: int, level: int) -> Type:
        size = self.read_number()
        self.need("]")
        if size == 0:
            self.fail("bytes[0]", "TYPE_RANGE")
        return Type(self.text[start : self.at], "bytes[N]", size=size)

    def read_pointer(self, start: int, level: int) -> Type:
        target = self.read_type(level + 1)
        self.need("]")
        return Type(self.text[start : self.at], "pointer", (target,))

    def read_array(self, start: int, level: int) -> Type:
        content = () if self.takes("Any") else (self.read_type(level + 1),)
        self.need("]")
        return Type(self.text[start : self.at], "array", content)

    def read_tuple(self, start: int, level: int) -> Type:
        fields: list[Type] = []
        while not self.takes(")"):
            if fields:
                self.need(", ")
            fields.append(self.read_type(level + 1))
        return Type(self.text[start : self.at], "tuple", tuple(fields))

    def read_struct(self, start: int, level: int) -> Type:
        fields: dict[str, Type] = {}
        while not self.takes("}"):
            if fields:
                self.need(", ")
            name = self.read_name()
            if name in fields:
                self.fail(f"a second field {name!r}", "TYPE_DUP_FIELD")
            self.need(": ")
            fields[name] = self.read_type(level + 1)
        return Type(self.text[start : self.at], "struct", tuple(fields.values()))

    def read_name(self) -> str:
        start = self.at
        if not self.takes("'"):
            return self.match(_BARE, "field name")
        name = ""
        while not self.takes("'"):
            name += unescaped(self.match(_QUOTED, "character of a name"))
        if self.text[start : self.at] != quoted(name):
            self.fail(f"the name has another spelling, {quoted(name)}")
        return name

    def read_storage(self, start: int, level: int) -> Type:
        starts: list[int] = []
        sizes: list[int] = []
        while len(sizes) < 2 or _NUMBER.match(self.text, self.at):
            self.begin(level + 1 + len(sizes))
            starts.append(self.at)
            sizes.append(self.read_number())
            self.need(" * ")
        if self.sees("var * "):
            self.fail("a var dimension in storage")
        array = self.read_type(level + 1 + len(sizes))
        for begin, size in zip(reversed(starts), reversed(sizes), strict=True):
            array = Type(self.text[begin : self.at], "N *", (array,), size)
        axes = self.read_axes(len(sizes))
        return Type(self.text[start : self.at], "storage", (array,), axes=axes)

    def read_axes(self, count: int) -> tuple[int, ...]:
        self.need(", axis=[")
        axes = [self.match(_NUMBER, "axis")]
        while not self.takes("]]"):
            self.need(", ")
            axes.append(self.match(_NUMBER, "axis"))
        known = [str(axis) for axis in range(count)]
        if sorted(axes, key=lambda axis: (len(axis), axis)) != known or axes == known:
            self.fail(f"axis={axes} puts {count} axes in no other order")
        return tuple(map(int, axes))


def unescaped(written: str) -> str:
    """Return the character that one character or escape of a quoted name stands for."""
    if len(written) == 1:
        return written
    code = int(written[2:] or "0", 16)
    return _SHORT.get(written[1]) or chr(min(code, 0x10FFFF))


def quoted(name: str) -> str:
    """Return a field name as it is written in a type."""
    return name if _BARE.fullmatch(name) else "'" + "".join(map(_spelling, name)) + "'"


def _spelling(character: str) -> str:
    code = ord(character)
    if character in _ESCAPES or " " <= character <= "~":
        return _ESCAPES.get(character, character)
    if 0xD800 <= code <= 0xDFFF:
        return ""  # not allowed in a name
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
