"""Schema texts -> schemas, by the grammar of schema.lark; an error names the position and shows it."""

import re
from array import array
from functools import lru_cache

from goldenwire_reference.dspack.fields import SPACING, read_fields
from goldenwire_reference.dspack.model import Schema
from goldenwire_reference.dspack.states import GRAMMAR, first_state
from goldenwire_reference.dspack.tables import CHECKS, MAX_INT, MAX_WIDTH, PAD, SCALARS, STRINGS
from goldenwire_reference.errors import EncodeError


class SchemaError(ValueError):
    """Text that is no schema: `check` is the failed check of tables.CHECKS, `position` the offending character."""

    code = "SCHEMA"

    def __init__(self, check: str, text: str, position: int, expected: str, found: str = "") -> None:
        super().__init__(check, text, position, expected, found)
        self.check = check
        self.text = text
        self.position = position
        self.expected = expected
        self.found = found or show_character(text, position)

    @property
    def requirement(self) -> str:
        """The id of the requirement that the text violates."""
        return CHECKS[self.check].requirement

    @property
    def offset(self) -> int:
        """The position in octets of the text's UTF-8."""
        return len(self.text[: self.position].encode("utf-8", "surrogatepass"))

    @property
    def message(self) -> str:
        """A sentence, and below it the line of the text with a caret under the position."""
        return f"expected {self.expected}, found {self.found}\n{self.caret}"

    @property
    def caret(self) -> str:
        """The line of the text, or its part around the position, and a caret under it."""
        return point_at(self.text, self.position)

    def __str__(self) -> str:
        sentence = f"expected {self.expected}, found {self.found}"
        return f"SCHEMA at character {self.position}: {sentence} [{self.requirement}]\n{self.caret}"


def parse(text: str, *, duplicates: bool = False) -> Schema:
    """Parse the text of a schema. Raises SchemaError (DSPACK-SCHEMA-01 to -27, DSPACK-TYPE-20, -22).

    With `duplicates`, names may repeat. The time is linear in the length of the text.
    """
    schema = _parse(text)
    if not duplicates and (error := repeated_name(schema)):
        raise error
    return schema


def refusal(error: SchemaError) -> EncodeError:
    """Return an encoder's error for the text; only decoders may allow repeated names (DSPACK-SCHEMA-17, -26)."""
    requirement = "DSPACK-SCHEMA-17" if error.check == "schema.names.unique" else error.requirement
    return EncodeError(error.code, requirement, error.message)


def repeated_name(schema: Schema) -> SchemaError | None:
    """Return the error of the first name that an earlier field already has, if any (DSPACK-SCHEMA-17)."""
    first: dict[str, int] = {}
    repeating: list[int] = []
    for number, name in schema.named.items():
        others = {first.setdefault(name, number), _default_number(schema, name) or number} - {number}
        repeating += [max(number, other) for other in others]
    if not repeating:
        return None
    field = schema.fields[min(repeating) - 1]
    found = f"the name {field.name} again"
    return SchemaError("schema.names.unique", schema.text, field.named_at, "names that differ", found)


def _default_number(schema: Schema, name: str) -> int | None:
    """Return the number of the field that has this default name and no other; None if there is no such field."""
    if not _DEFAULT.fullmatch(name):
        return None
    number = int(name[1:])
    if number in schema.named:
        return None
    its_name = [field.name for field in schema.fields[number - 1 :][:1]]  # a slice, as there may be fewer fields
    return number if its_name == [name] else None


_DEFAULT = re.compile("f[1-9][0-9]{,9}")


# ---- the text, token by token ----------------------------------------------------------------------------------------


@lru_cache(maxsize=4)  # the fields of the longest schema take 40 MB
def _parse(text: str) -> Schema:
    _check_characters(text)
    state, at, flag = first_state(GRAMMAR), 0, ""
    starts, named = array("L"), dict[int, str]()
    while (match := state.scan(text, at)) and (step := state.steps.get(terminal := match.lastgroup)):
        state, begins = step
        if begins:
            starts.append(at)
        if terminal in _NOTED:
            if terminal == "FLAG":
                flag, opened = text[at], state
            elif terminal == "NAME":
                named[len(starts)] = match[terminal]
            else:
                _CONDITIONS[terminal](text, at, match[terminal], flag)
        at = match.end()
    if at < len(text) or not state.ends:
        raise _syntax_error(text, at, state.allowed)
    return Schema(text, flag, read_fields(opened, text, starts), named)


def _check_characters(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise SchemaError("schema.utf8", text, error.start, "Unicode scalar values", "a lone surrogate") from None


# ---- rules beyond the grammar ----------------------------------------------------------------------------------------


def _check_pointer(text: str, at: int, word: str, flag: str) -> None:
    if flag != "@":
        expected = 'a type that the flag allows: "P" goes with "@" alone'
        raise SchemaError("schema.pointer", text, at, expected)


def _check_int(text: str, at: int, word: str, flag: str) -> None:
    if len(word) > _FEW and _too_large(digits := word.rstrip(SPACING)):
        shown = digits if len(digits) <= 24 else f"{digits[:20]}... ({len(digits)} digits)"
        raise SchemaError("schema.int.range", text, at, _INT, shown)


_CONDITIONS = {"POINTER": _check_pointer, "INT": _check_int}
_NOTED = {"FLAG", "NAME", *_CONDITIONS}
_INT = f"a number from 1 to {MAX_INT}"
_FEW = 9  # digits, of which no number is too large


def _too_large(digits: str) -> bool:
    # int() itself rejects numerals of thousands of digits.
    return len(digits) > len(str(MAX_INT)) or int(digits or 0) > MAX_INT


# ---- errors ----------------------------------------------------------------------------------------------------------


def _syntax_error(text: str, at: int, allowed: frozenset[str]) -> SchemaError:
    """Return the error of a text that continues, or ends, with none of the terminals that are allowed there."""
    check, back, expected = _diagnose(text, at, allowed)
    return SchemaError(check, text, at - back, expected)


def _diagnose(text: str, at: int, allowed: frozenset[str]) -> tuple[str, int, str]:
    """Return the failed check, the number of characters by which the fault precedes `at`, and the expected text."""
    character = text[at : at + 1]
    if "STRING" in allowed:
        if character == "~" and (back := _digits_before(text, at)):
            return "schema.width", back, f"a width from 1 to {MAX_WIDTH} in front of ~"
        if character != "0" and (number := _NUMBER.match(text, at)) and _too_large(number[0]):
            return "schema.int.range", 0, _INT
    check, expected = next(
        (check, expected)
        for possible, characters, check, expected in _FAULTS
        if possible in {"", *allowed} and characters.fullmatch(character)
    )
    return check, 0, expected


_NUMBER = re.compile("[0-9]+")
_END, _ANY = re.compile(""), re.compile(".?", re.DOTALL)

# White space of Unicode that is not spacing of a schema (DSPACK-SCHEMA-24).
_OTHER_SPACE = "[\v\f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"

# The failed check if one of these characters is found where this terminal is allowed ("": anywhere). The first applies.
_FAULTS = (
    ("FLAG", _ANY, "schema.flag", "a flag, one of ! @ = < >"),
    ("NAME", _END, "schema.desc.open", 'the ")" that ends the description'),
    ("NAME", _ANY, "schema.desc.name", 'a name right after "(", beginning with a letter or _'),
    ("_CLOSE", _END, "schema.desc.open", 'the ")" that ends the description'),
    ("_CLOSE", _ANY, "schema.desc.name", '")" or a space after the name of letters, digits and _'),
    ("", _END, "schema.end", "a type"),
    ("", re.compile("0"), "schema.int.zero", "a number from 1 on, without leading zeros"),
    ("", re.compile("[-+~1-9]"), "schema.length", "one length at most: a number, ~, or a width and ~"),
    ("", re.compile(":"), "schema.list", "a single: there are no lists of lists"),
    ("SCALAR", re.compile(PAD), "schema.pad", "a type with a value: there are no lists of pads"),
    (
        "",
        re.compile(f"[{PAD}{''.join(SCALARS)}]"),
        "schema.number",
        f"a string type, one of {' '.join(STRINGS)}, after a length",
    ),
    ("", re.compile("@"), "schema.at", "a field: @ is a flag and introduces nothing"),
    ("", re.compile("[()]"), "schema.desc", "a field, with at most one description after it"),
    ("", re.compile(_OTHER_SPACE), "schema.spacing", "a field, or spacing of ASCII's four kinds"),
    ("", _ANY, "schema.type", f"a type, one of {' '.join((PAD, *SCALARS, *STRINGS))}"),
)


def _digits_before(text: str, at: int) -> int:
    """Return how many characters before `at` the number that ends there begins; 0 if there is none."""
    before = text[:at].rstrip(SPACING)
    start = len(before.rstrip("0123456789"))
    return at - start if start < len(before) else 0


def show_character(text: str, position: int) -> str:
    """Return the character at a position for messages."""
    if position >= len(text):
        return "the end of the text"
    character = text[position]
    return f"'{character}'" if character.isprintable() else f"U+{ord(character):04X}"


# The characters of a long line that are shown on either side of the position, and replacements of unprintable ones.
_AROUND = 60
_UNSEEN = "\N{REPLACEMENT CHARACTER}"


def point_at(text: str, position: int) -> str:
    """Return the line of the text around the position, and below it a caret; a long line is cut on both sides."""
    start = max(text.rfind("\n", 0, position) + 1, position - _AROUND)
    newline = text.find("\n", position, position + _AROUND)
    end = min(newline if newline >= 0 else len(text), position + _AROUND)
    line = "".join(c if c.isprintable() else " " if c in SPACING else _UNSEEN for c in text[start:end])
    ahead = "..." if start and text[start - 1] != "\n" else ""
    behind = "..." if end < len(text) and text[end] not in "\r\n" else ""
    return f"    {ahead}{line}{behind}\n    {' ' * (len(ahead) + position - start)}^"
