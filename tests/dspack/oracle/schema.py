"""DataSetPack's schema texts, parsed by hand. Shares no code with the reference."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

FLAGS = "!@=<>"
STRINGS = "sSp"
SCALARS = "cbB?hHiIlLqQfdP"
SPACING = " \t\n\r"
DIGITS = "0123456789"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
GREATEST_NUMBER = 2147483647

# Unicode's property White_Space, without the four characters of spacing.
OTHER_WHITE_SPACE = "\x0b\x0c\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))

# The requirement broken by a character that cannot stand in the place of a type; "" is the end of the text.
MISPLACED: Mapping[str, str] = {
    **dict.fromkeys([*DIGITS, "~", "+", "-"], "SCHEMA-23"),
    ":": "SCHEMA-04",
    "@": "SCHEMA-21",
    **dict.fromkeys("()", "SCHEMA-03"),
    **dict.fromkeys(OTHER_WHITE_SPACE, "SCHEMA-24"),
    "": "SCHEMA-05",
}

# Sizes of scalars; under "@" those of WIDE are 8.
SIZES = {"x": 1, "c": 1, "b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 4, "L": 4, "q": 8, "Q": 8}
SIZES |= {"f": 4, "d": 8, "P": 8}
WIDE = "lLP"


class OracleReject(Exception):  # noqa: N818 - a verdict, not an error of the oracle's
    """The input does not conform: error class, requirement, offset (None if it was to be encoded), and reason."""

    def __init__(self, code: str, requirement: str, offset: int | None, reason: str = "") -> None:
        super().__init__(code, requirement, offset, reason)
        self.code = code
        self.requirement = f"DSPACK-{requirement}"
        self.offset = offset
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.code} at {self.offset} by {self.requirement}: {self.reason}"

    def at(self, offset: int | None) -> "OracleReject":
        """Return the same refusal at another offset."""
        return OracleReject(self.code, self.requirement.removeprefix("DSPACK-"), offset, self.reason)


class Extent(NamedTuple):
    """A length or a count: the number itself, or the width in bytes of its prefix."""

    number: int
    prefixed: bool

    def __str__(self) -> str:
        return f"{self.number}~" if self.prefixed else str(self.number)


@dataclass(frozen=True)
class Field:
    """A field; `place` is the offset of its explicit name, or else of itself, in octets of UTF-8."""

    type: str
    count: Extent | None
    length: Extent | None
    name: str | None
    note: str | None
    place: int

    @property
    def dynamic(self) -> bool:
        return any(extent is not None and extent.prefixed for extent in (self.count, self.length))

    @property
    def described(self) -> dict[str, Any]:
        """Return the field in neutral notation."""
        return {
            "type": self.type,
            "count": self.count and str(self.count),
            "length": self.length and str(self.length),
            "name": self.name,
            "note": self.note,
        }


class Schema(NamedTuple):
    flag: str
    fields: tuple[Field, ...]

    @property
    def first_part(self) -> tuple[Field, ...]:
        """Return the fields before the first dynamic one."""
        dynamic = [index for index, field in enumerate(self.fields) if field.dynamic]
        return self.fields[: dynamic[0]] if dynamic else self.fields

    @property
    def repeats(self) -> Field | None:
        """Return the first field that repeats the name of an earlier one, if any."""
        seen: set[str] = set()
        for field in self.fields:
            if field.name in seen:
                return field
            seen |= {field.name} if field.name else set()
        return None

    def size(self, letter: str) -> int:
        """Return the bytes of a scalar or a pad."""
        return 8 if self.flag == "@" and letter in WIDE else SIZES[letter]


def parse(text: str, policies: Mapping[str, str]) -> Schema:
    """Parse a schema text. Raises OracleReject with an offset in octets of the text's UTF-8."""
    schema = _Text(text).schema()
    if schema.repeats and policies["dspack.duplicate-names"] == "reject":
        raise OracleReject("SCHEMA", "SCHEMA-26", schema.repeats.place, f"a second {schema.repeats.name}")
    return schema


class _Text:
    """A schema's text and the current place in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def schema(self) -> Schema:
        self.skip(SPACING)
        flag = self.here
        if flag not in [*FLAGS]:
            self.refuse("SCHEMA-02", "no flag")
        self.at += 1
        fields: list[Field] = []
        while self.skip(SPACING):
            fields.append(self.field(flag, len(fields) + 1))
        return Schema(flag, tuple(fields))

    def field(self, flag: str, position: int) -> Field:
        place, length, count = self.octets(self.at), self.extent(), None
        if self.here == ":":
            self.at += 1
            count = length or Extent(1, True)
            self.skip(SPACING)
            length = self.extent()
        letter = self.letter(flag, count, length)
        if letter in STRINGS:
            length = length or Extent(1, False)
        start = self.at
        if self.skip(SPACING) == "(":
            place = self.octets(self.at + 1)
            return Field(letter, count, length, *self.description(), place)
        self.at = start
        return Field(letter, count, length, None if letter == "x" else f"f{position}", None, place)

    def extent(self) -> Extent | None:
        """Read the number, "~" or both at this place, and the spacing after them."""
        start, number = self.at, self.number()
        if self.skip(SPACING) == "~":
            if number is not None and not 1 <= number <= 8:
                self.refuse("SCHEMA-10", "no width", start)
            self.at += 1
            self.skip(SPACING)
            return Extent(number or 1, True)
        return None if number is None else Extent(number, False)

    def number(self) -> int | None:
        start = self.at
        if self.here == "0":
            self.refuse("SCHEMA-09", "a number begins with 0")
        self.skip(DIGITS)
        digits = self.text[start : self.at]
        # The length is checked first: long numbers are quick to write and slow to convert.
        if len(digits) > 10 or int(digits or "1") > GREATEST_NUMBER:
            self.refuse("SCHEMA-09", "a number is too large", start)
        return int(digits) if digits else None

    def letter(self, flag: str, count: Extent | None, length: Extent | None) -> str:
        """Read the type at this place."""
        letter = self.here
        if letter not in [*STRINGS, *SCALARS, "x"]:
            start = self.at
            self.extent()  # a number may have a defect of its own
            self.refuse(MISPLACED.get(letter, "SCHEMA-18"), "not to be expected here", start)
        if letter not in STRINGS and length:
            self.refuse("SCHEMA-06", "a length before what has none")
        if letter == "x" and count:
            self.refuse("TYPE-22", "a list of pads")
        if letter == "P" and flag != "@":
            self.refuse("TYPE-20", "a pointer has no standard size")
        self.at += 1
        return letter

    def description(self) -> tuple[str, str | None]:
        """Read a name and a note."""
        self.at += 1
        start = self.at
        if self.here in [*LETTERS, "_"]:
            self.skip(LETTERS + DIGITS + "_")
        name, end = self.text[start : self.at], self.here
        if not end:
            self.refuse("SCHEMA-14", "a description has no end")
        if not name or end not in [")", " "]:
            self.refuse("SCHEMA-25", "this is no name")
        note, closed, _ = self.text[self.at :].partition(")")
        self.at += len(note) + len(closed)
        if not closed:
            self.refuse("SCHEMA-14", "a description has no end")
        return name, note.lstrip(SPACING) or None

    @property
    def here(self) -> str:
        """Return the next character; "" at the end."""
        return self.text[self.at : self.at + 1]

    def skip(self, characters: str) -> str:
        """Skip these characters and return the next one."""
        while self.here and self.here in characters:
            self.at += 1
        return self.here

    def octets(self, at: int) -> int:
        return len(self.text[:at].encode())

    def refuse(self, requirement: str, reason: str, at: int | None = None) -> NoReturn:
        at = self.at if at is None else at
        raise OracleReject("SCHEMA", requirement, self.octets(at), f"{reason}: {self.text[at : at + 9]!r}")
