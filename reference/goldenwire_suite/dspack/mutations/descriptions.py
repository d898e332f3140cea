"""Mutations of section 4 of spec.md: descriptions, names and notes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from zlib import crc32

from goldenwire_reference.dspack.model import Schema
from goldenwire_reference.dspack.schema import SchemaError
from goldenwire_suite.dspack.mutations.builders import grammar, mutation, reads
from goldenwire_suite.mutations import Change, Edit, Replaced, returned

_DESC, _FIELD = "fields._Draft.take", "fields._Draft.field"
_NAMES, _SCHEMA = "schema.repeated_name", "decode.decode_schema"


def _compared(change: Callable[[Schema], dict[int, str]]) -> Change:
    """A change of the explicit names, by their fields' numbers, that are compared."""
    return Replaced(_NAMES, lambda original, schema: original(replace(schema, named=change(schema))))


def _first_compared(most: int) -> Change:
    return _compared(lambda schema: {number: name for number, name in schema.named.items() if number <= most})


def _cut_to(most: int) -> Change:
    return _compared(lambda schema: {number: name[:most] for number, name in schema.named.items()})


def _to_64(original: Any, text: str) -> Any:
    """Look for brackets in a text, each of which opens a level, before it is parsed."""
    open_ones = 0
    for at, character in enumerate(text):
        open_ones += (character in "([{") - (character in ")]}")
        if open_ones > 64:
            raise SchemaError("schema.desc", text, at, "at most 64 levels of brackets")
    return original(text)


def _by_name(fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [*{field["name"] or number: field for number, field in enumerate(fields)}.values()]


DESCRIPTIONS = (
    mutation("no-notes", "SCHEMA-13", "it takes a name alone for a description",
        grammar("NAME [NOTE]", 'NAME [NEVER]\nNEVER: "\\x00"')),
    mutation("notes-not-delivered", "SCHEMA-13", "it delivers no notes",
        Edit(_DESC, "word.lstrip(SPACING) or None -> None")),
    mutation("names-with-note", "SCHEMA-13", "it takes the whole description for the name",
        Edit(_FIELD, "self.name or default -> ' '.join(filter(None, [self.name, self.note])) or default")),
    mutation("names-with-hyphens", "SCHEMA-25", "it takes a hyphen in a name",
        grammar("[A-Za-z0-9_]*/", "[A-Za-z0-9_-]*/")),
    mutation("names-with-dots", "SCHEMA-25", "it takes a dot in a name", grammar("[A-Za-z0-9_]*/", "[A-Za-z0-9_.]*/")),
    mutation("names-of-unicode", "SCHEMA-25", "it takes any letter in a name",
        grammar("/[A-Za-z_][A-Za-z0-9_]*/", r"/[^\W\d]\w*/")),
    mutation("names-with-digits-first", "SCHEMA-25", "it takes a name that begins with a digit",
        grammar("/[A-Za-z_]", "/[A-Za-z0-9_]")),
    mutation("names-without-underscore", "SCHEMA-25", "it does not take _ at the beginning of a name",
        grammar("/[A-Za-z_]", "/[A-Za-z]")),
    mutation("names-in-one-range", "SCHEMA-25", "it takes all characters from A to z in a name",
        grammar("/[A-Za-z_][A-Za-z0-9_]*/", "/[A-z][A-z0-9]*/")),
    mutation("names-after-spacing", "SCHEMA-25", "it takes spacing before a name",
        grammar('_OPEN: "("', '_OPEN: "(" WS*')),
    mutation("notes-after-any-spacing", "SCHEMA-25", "it takes any spacing between name and note",
        grammar("NOTE: / [^)]*/", r"NOTE: /[ \t\r\n][^)]*/")),
    mutation("notes-with-brackets", "SCHEMA-14", "it looks for the bracket that closes the one inside a note",
        grammar("/ [^)]*/", r"/ ([^()]|\([^()]*\))*/")),
    mutation("notes-of-one-line", "SCHEMA-14", "it takes no line end in a note", grammar("/ [^)]*/", r"/ [^)\r\n]*/")),
    mutation("notes-with-escapes", "SCHEMA-14", "it takes a backslash in a note for an escape",
        Edit(_DESC, "word.lstrip(SPACING) -> word.lstrip(SPACING).replace('\\\\', '')")),
    mutation("notes-with-escaped-brackets", "SCHEMA-14", "it takes a bracket after a backslash for a part of a note",
        grammar("/ [^)]*/", r"/ ([^)\\]|\\.)*/")),
    mutation("notes-with-quoted-brackets", "SCHEMA-14", "it takes a bracket after a quotation mark for part of a note",
        grammar("/ [^)]*/", r"/ ([^)\x22]|\x22[^\x22]*\x22)*/")),
    mutation("notes-in-ascii", "SCHEMA-14", "it takes no character beyond ASCII in a note",
        grammar("/ [^)]*/", r"/ [\x00-(*-\x7f]*/")),
    mutation("notes-in-latin-1", "SCHEMA-14", "it takes no character beyond U+FFFF in a note",
        grammar("/ [^)]*/", r"/ [^)\U00010000-\U0010ffff]*/")),
    mutation("brackets-to-64", "SCHEMA-14",
        "it counts brackets before it reads a schema, those of notes too, and takes 64 levels of them",
        Replaced("schema._parse", _to_64)),
    mutation("notes-as-directions", "SCHEMA-14", "it prints a note as if it were directions for printing: %% becomes %",
        Edit(_DESC, "word.lstrip(SPACING) -> word.lstrip(SPACING).replace('%%', '%')")),
    mutation("open-notes", "SCHEMA-14", "it takes the end of the text for the end of a description",
        reads(r"\([^)]*$", r"\g<0>)")),
    mutation("spacing-in-notes-is-one-space", "SCHEMA-12", "it takes any spacing in a note for one space",
        Edit(_DESC, "word.lstrip(SPACING) -> ' '.join(word.lstrip(SPACING).split())")),
    mutation("spacing-in-notes-dropped", "SCHEMA-12", "it drops tabs and line ends in a note",
        Edit(_DESC, "word.lstrip(SPACING) -> word.lstrip(SPACING).translate(dict.fromkeys(b'\\t\\r\\n'))")),
    mutation("notes-with-spacing-first", "SCHEMA-15", "it drops one space in front of a note",
        Edit(_DESC, "word.lstrip(SPACING) -> word[1:]")),
    mutation("notes-stripped", "SCHEMA-15", "it drops spacing at the end of a note",
        Edit(_DESC, "word.lstrip -> word.strip")),
    mutation("notes-without-white-space", "SCHEMA-15", "it drops any white space in front of a note",
        Edit(_DESC, "word.lstrip(SPACING) -> word.lstrip()")),
    mutation("empty-notes", "SCHEMA-15", "it delivers an empty note",
        Edit(_DESC, "word.lstrip(SPACING) or None -> word.lstrip(SPACING)")),
    mutation("default-names-from-0", "SCHEMA-16", "it counts default names from 0",
        Edit(_FIELD, "f'f{number}' -> f'f{number - 1}'")),
    mutation("default-names-of-4-digits", "SCHEMA-16", "it has room for four digits in a default name",
        Edit(_FIELD, "f'f{number}' -> f'f{number}'[:5]")),
    mutation("pads-have-default-names", "SCHEMA-16", "it gives pads default names",
        Edit(_FIELD, "None if self.type == PAD else f'f{number}' -> f'f{number}'")),
    mutation("names-without-case", "SCHEMA-17", "it takes names for equal that differ in case",
        _compared(lambda schema: {number: name.lower() for number, name in schema.named.items()})),
    mutation("names-by-their-hash", "SCHEMA-17", "it takes names of one CRC-32 for one name",
        _compared(lambda schema: {number: str(crc32(name.encode())) for number, name in schema.named.items()})),
    mutation("names-of-pads-free", "SCHEMA-17", "it does not compare names of pads",
        _compared(lambda schema: {number: name for number, name in schema.named.items()
                              if schema.fields[number - 1].has_value})),
    mutation("default-names-free", "SCHEMA-17", "it compares explicit names only",
        Edit(_NAMES, "_default_number(schema, name) -> None")),
    mutation("names-by-neighbour", "SCHEMA-26", "it compares a name with the one before only",
        Edit(_NAMES,
             "first.setdefault(name, number) -> number - 1 if schema.named.get(number - 1) == name else number"),
        Edit(_NAMES, "[max(number, other) for other in others] -> "
             "[max(number, other) for other in others if abs(number - other) == 1]")),
    *(mutation(f"{most}-names-compared", "SCHEMA-26",
        f"it compares the first {most} names of a schema, and no others", _first_compared(most))
      for most in (8, 16, 32, 64, 256)),
    mutation("names-compared-to-15-letters", "SCHEMA-26", "it does not compare names of more than 15 letters",
        _compared(lambda schema: {number: name for number, name in schema.named.items() if len(name) < 16})),
    *(mutation(f"names-cut-to-{most}-letters", "SCHEMA-13 SCHEMA-17", f"it compares {most} letters of each name",
        _cut_to(most))
      for most in (15, 63)),
    mutation("long-names-written", "SCHEMA-17", "it writes a schema that repeats a name of 15 letters or more",
        Edit("notation.schema_from_text", "parse(text) -> "
             "parse(text, duplicates=any(len(name) > 14 for name in text.replace('(', ')').split(')')))")),
    mutation("7-names-before", "SCHEMA-26", "it compares a name with the seven before it only",
        Edit(_NAMES, "first.setdefault(name, number) -> "
             "next((other for other in range(max(1, number - 7), number) if schema.named.get(other) == name), number)"),
        Edit(_NAMES, "[max(number, other) for other in others] -> "
             "[max(number, other) for other in others if abs(number - other) <= 7]")),
    mutation("repeated-names-dropped", "SCHEMA-26", "under `keep` it delivers the last field of a name only",
        returned("notation.schema_to_json", lambda found: {**found, "fields": _by_name(found["fields"])}),
        returned("notation._data_set_to_json", lambda found: {**found, "fields": _by_name(found["fields"])})),
    mutation("repeated-names-written", "SCHEMA-17", "it takes the policy on repeated names to be about writing too",
        Edit("notation.schema_from_text", "parse(text) -> parse(text, duplicates=True)")),
    mutation("schema-text-in-latin-1", "SCHEMA-27", "it takes a text that is not UTF-8 for Latin-1",
        Edit(_SCHEMA, "reader.refuse('schema.utf8', error.start, 'well-formed UTF-8', found) -> "
             "octets.decode('latin-1')")),
    mutation("schema-text-with-replacement", "SCHEMA-27", "it reads what is not UTF-8 as U+FFFD",
        Edit(_SCHEMA, "octets.decode() -> octets.decode('utf-8', 'replace')")),
    mutation("schema-text-with-surrogates", "SCHEMA-27", "it reads encoded surrogates",
        Edit(_SCHEMA, "octets.decode() -> octets.decode('utf-8', 'surrogatepass').replace('\\ud800', '?')")),
)

MUTATIONS = DESCRIPTIONS
