"""Generated schemas of the DataSetPack format and their spellings. Public as strategies in dspack.py."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from goldenwire_suite.strategies import WIDEST, Choose, Json
from goldenwire_suite.strategies.numbers import NumberType

BIG, LITTLE = "!>", "@=<"
FLAGS = ("!", "<", "@", ">", "=", "@")  # the most error-prone one is more frequent
STRINGS = "sSp"
PAD = "x"
_WIDTHS = {"b": "i8", "B": "u8", "h": "i16", "H": "u16", "i": "i32", "I": "u32", "l": "i32", "L": "u32", "q": "i64"}
_WIDTHS |= {"Q": "u64", "f": "f32", "d": "f64"}
NUMBERS = {type: NumberType(code[0], int(code[1:])) for type, code in _WIDTHS.items()}
NATIVE = {**NUMBERS, "l": NUMBERS["q"], "L": NUMBERS["Q"], "P": NUMBERS["Q"]}
OCTETS = {"c": 1, "?": 1, PAD: 1}
# "P" is only valid under one flag and becomes "Q" under the others.
TYPES = tuple("BssSpHQdfPhiIlLqfcb?xPSpdqlLf")
PLAIN = ("",) * 8
COUNTS = (
    *PLAIN, ":", "~:", "1:", "2:", "3:", "1~:", "2~:", "3~:", "4~:", "5~:", "6~:", "7~:", "8~:", "12:", "300:", "2:",
    ":", "2~:",
)  # fmt: skip
LENGTHS = (
    "", "3", "~", "1", "2", "1~", "2~", "3~", "4~", "5~", "6~", "7~", "8~", "12", "5", "256", "257", "300", "~", "2~",
    "4", "3", "~", "~", "~",
)  # fmt: skip
# Schemas with these have no rows.
PAPER = ("2147483647", "2147483646", "1000000000")
LARGE = 16  # at most one of a list's count and its strings' width is larger
FIELDS = (1, 2, 3, 1, 2, 3, 2, 4, 1, 2, 3, 5)
MANY = 120
SPACING = " \t\r\n"
SPACINGS = ("", " ", "\n", "\t", "\r", "\r\n  ", "  ")
# Before the flag, after it, inside a field, before its description, between fields.
STYLES = (("",) * 5, ("", "", "", "", " "), ("",) * 5, ("", " ", "", " ", "\n"), ("", "", "", "", " "), (" ",) * 5)
NAMES = (
    "a", "b", "day", "F1", "_", "f2", "f3", "x", "s1", "Name", "name", "NAME", "_9", "f01", "f", "f0", "f999999999",
    "version", "B", "n" * 31, "n" * 255,
)  # fmt: skip
# The note after a name, with its spacing.
NOTES = (
    "", " the sum", "", " ", "   ", "  aligned", " kept  ", " two\nlines", " \r\n\ttabbed\t", " a (nested one",
    " !2~:@", " Größe", " 日本 😀", " \u00a0", " \0", " \ufeff", " a\u0308", " x", " \u2028|\u000b", " " + "n" * 26,
    " " + "n" * 250, " \U0010ffff", " 0",
)  # fmt: skip


class GeneratedLength(NamedTuple):
    """The number before a colon or a string type; `dynamic`: the number is a prefix's width."""

    number: int
    dynamic: bool

    def __str__(self) -> str:
        return f"{self.number}{'~' * self.dynamic}"


@dataclass(frozen=True)
class GeneratedField:
    """A field: `count` of a list, `length` of a string; `name` is None for a pad without one."""

    type: str
    count: GeneratedLength | None = None
    length: GeneratedLength | None = None
    name: str | None = None
    note: str | None = None

    @property
    def has_value(self) -> bool:
        """Return whether it is not a pad."""
        return self.type != PAD

    @property
    def is_dynamic_string(self) -> bool:
        """Return whether it is a string with a prefix, or a list of such strings."""
        return self.length is not None and self.length.dynamic

    @property
    def is_dynamic(self) -> bool:
        """Return whether it has a prefix anywhere."""
        return any(length is not None and length.dynamic for length in (self.count, self.length))


class GeneratedSchema(NamedTuple):
    """A flag and fields, and their text."""

    flag: str
    fields: list[GeneratedField]
    text: str

    @property
    def values(self) -> list[GeneratedField]:
        """The fields that have a value."""
        return [field for field in self.fields if field.has_value]

    @property
    def fixed(self) -> list[GeneratedField]:
        """The fields before the first dynamic one."""
        first = next((place for place, field in enumerate(self.fields) if field.is_dynamic), len(self.fields))
        return self.fields[:first]


def size(type: str, flag: str) -> int:
    """Return the octets of a scalar, which are also its alignment, or of a pad."""
    return OCTETS.get(type) or (NATIVE if flag == "@" else NUMBERS)[type].width // 8


def row_size(schema: GeneratedSchema) -> int:
    """Return the octets of the fixed parts of a row, without alignment."""
    return sum(
        (1 if field.count is None or field.count.dynamic else field.count.number)
        * (field.length.number if field.length else size(field.type, schema.flag))
        for field in schema.fields
    )


def to_json(schema: GeneratedSchema) -> Json:
    """Return the neutral notation of the scope schema."""
    return {"flag": schema.flag, "fields": [_field_to_json(field) for field in schema.fields]}


def _field_to_json(field: GeneratedField) -> Json:
    count, length = (None if part is None else str(part) for part in (field.count, field.length))
    return {"type": field.type, "count": count, "length": length, "name": field.name, "note": field.note}


def names(schema: GeneratedSchema) -> Json:
    """Return the member `fields` of a data set."""
    return [{"name": field.name, "note": field.note} for field in schema.fields]


def from_text(text: str) -> GeneratedSchema:
    """Return the schema of a valid text; names may repeat."""
    from goldenwire_reference.dspack.schema import parse

    parsed = parse(text, duplicates=True)
    fields = [
        GeneratedField(one.type, _length(one.count), _length(one.length), one.name, one.note) for one in parsed.fields
    ]
    return GeneratedSchema(parsed.flag_name, fields, text)


def _length(length: object) -> GeneratedLength | None:
    return None if length is None else of_text(str(length), 1)


# Generation


class FieldDraft(NamedTuple):
    """A field before its name is decided: the parts of its text, between which spacing is allowed, and the field."""

    parts: tuple[str, ...]
    field: GeneratedField
    raw: str = ""  # the text after the name


def choose_schema(choose: Choose, *, rows: bool = True, duplicates: bool = False) -> GeneratedSchema:
    """A schema; one for rows has fields, and numbers of items and octets that rows can have."""
    flag = FLAGS[choose(len(FLAGS))]
    number = choose(WIDEST)
    fields = 0 if not rows and number % 10 == 9 else FIELDS[number % len(FIELDS)]
    drafts = [_choose_draft(choose, flag, paper=not rows) for _ in range(fields)]
    if number == WIDEST - 1 and drafts and drafts[0].field.count is None:
        drafts = drafts[:1] * MANY
    drafts = _named(drafts, keep=duplicates)
    if duplicates:
        drafts = _repeating(drafts, choose(WIDEST))
    return GeneratedSchema(flag, [draft.field for draft in drafts], _spelled(flag, drafts, _choose_style(choose)))


def _choose_draft(choose: Choose, flag: str, *, paper: bool) -> FieldDraft:
    type = TYPES[choose(len(TYPES))]
    type = "Q" if type == "P" and flag != "@" else type
    shape, described = choose(WIDEST), choose(WIDEST)
    counts = (*COUNTS, *(f"{number}:" for number in PAPER)) if paper else COUNTS
    count = "" if type == PAD else counts[shape % len(counts)]
    length = _lengths(paper)[choose(len(_lengths(paper)))] if type in STRINGS else ""
    if min(_fixed(count), _fixed(length)) > LARGE:
        length = "3"
    field = GeneratedField(type, of_text(count, 1), of_text(length, 0) if type in STRINGS else None)
    parts = (*_NUMBER.findall(count), *_NUMBER.findall(length), type)
    if described < WIDEST // 2:
        return FieldDraft(parts, field)
    return FieldDraft(parts, replace(field, name=NAMES[described % len(NAMES)]), NOTES[described % len(NOTES)])


_NUMBER = re.compile("[0-9]+|[~:]")


def _lengths(paper: bool) -> tuple[str, ...]:
    return LENGTHS + PAPER * paper


def _fixed(text: str) -> int:
    return 0 if "~" in text else int(text.rstrip(":") or 0)


def of_text(text: str, dynamic: int) -> GeneratedLength | None:
    """Return the length or count of a text ("2~:", "" for none); without a number it is 1 and `dynamic`."""
    if not text and dynamic:
        return None
    number = text.rstrip("~:")
    return GeneratedLength(int(number or 1), "~" in text or (not number and bool(dynamic)))


def _named(drafts: list[FieldDraft], *, keep: bool) -> list[FieldDraft]:
    """Return the drafts with final names, notes and texts; a duplicate name is replaced."""
    defaults = [f"f{number}" for number in range(1, len(drafts) + 1)]
    taken: set[str] = set()
    found = []
    for number, draft in enumerate(drafts):
        others = {*defaults[:number], *defaults[number + 1 :], *taken} if not keep else set()
        name = _free(draft.field.name, others)
        if name is None:
            default = None if draft.field.type == PAD else defaults[number]
            found.append(draft._replace(field=replace(draft.field, name=default), raw=""))
            continue
        taken.add(name)
        note = draft.raw.lstrip(SPACING) or None
        described = (*draft.parts, f"({name}{draft.raw})")
        found.append(draft._replace(parts=described, field=replace(draft.field, name=name, note=note)))
    return found


def _free(name: str | None, taken: set[str]) -> str | None:
    if name is None or name not in taken:
        return name
    return next((other for other in NAMES if other not in taken), None)


def _repeating(drafts: list[FieldDraft], which: int) -> list[FieldDraft]:
    """Return the drafts with one name repeated, if there are two."""
    owners = [draft.field.name for draft in drafts if draft.field.name]
    if len(drafts) < 2 or not owners:
        return drafts
    name = owners[which % len(owners)]
    at = next(place for place, draft in enumerate(drafts) if draft.field.name != name or place)
    bare = [part for part in drafts[at].parts if not part.startswith("(")]
    again = FieldDraft((*bare, f"({name})"), replace(drafts[at].field, name=name, note=None))
    return [*drafts[:at], again, *drafts[at + 1 :]]


def _choose_style(choose: Choose) -> tuple[str, ...]:
    number = choose(len(STYLES) + 2)
    return STYLES[number] if number < len(STYLES) else tuple(SPACINGS[choose(len(SPACINGS))] for _ in range(5))


def _spelled(flag: str, drafts: list[FieldDraft], style: tuple[str, ...]) -> str:
    first, after, inside, before, between = style
    return first + flag + after + between.join(_spelled_fields(drafts, inside, before)) + between * (before == "\n")


def _spelled_fields(drafts: list[FieldDraft], inside: str, before: str) -> Iterator[str]:
    for draft in drafts:
        *_, last = draft.parts
        described = last.startswith("(")
        parts = draft.parts[:-1] if described else draft.parts
        yield inside.join(parts) + (before + last if described else "")
