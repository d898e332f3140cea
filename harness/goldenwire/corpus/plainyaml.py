"""Parse a subset of YAML, called plain: mappings, lists, strings, integers, true, false and null.

Aliases, anchors, tags, repeated keys and further documents are rejected, and so are unquoted scalars that YAML versions
read differently (`yes`, `1.5`, `0x10`, `2024-01-01`): such a string has to be quoted. The parser walks libyaml's
events, which is three times as fast as a loader, and builds only dicts and lists.
"""

import re
from typing import Any

import msgspec
from yaml import CSafeLoader, YAMLError
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from yaml.reader import ReaderError

WORDS = {"true": True, "false": False, "null": None}
INTEGER = re.compile(r"(0|-?[1-9][0-9]{0,19})\Z").match
# Words that some YAML version reads as a boolean, a null, a merge key, a number or a date.
AMBIGUOUS = re.compile(
    r"""(?ix) (?: ~ | y | n | yes | no | on | off | true | false | null | << | =
      | [-+]? (?: 0b[01_]+ | 0o[0-7_]+ | 0x[0-9a-f_]+ | [0-9][0-9_]* (?: :[0-5]?[0-9] )* (?: \.[0-9_]* )? )
      | [-+]? (?: [0-9][0-9_]* (?: \.[0-9_]* )? | \.[0-9_]+ ) (?: e[-+]?[0-9]+ )?
      | [-+]? \. (?: inf | nan )
      | [0-9]{4}-[0-9][0-9]?-[0-9][0-9]? (?: [t\ ].* )?
    )? \Z"""
).match


class PlainYamlError(ValueError):
    """A construct outside the plain subset of YAML, with its line."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(line, sentence)
        self.line = line
        self.sentence = sentence

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"


def parse(text: str) -> Any:
    """Parse the single document of a text. Raises PlainYamlError.

    Returns dicts, lists, strings, integers, booleans and None.
    """
    try:
        return _parse(text)
    except RecursionError:
        raise PlainYamlError(1, "nested too deeply") from None
    except ReaderError as error:
        before = text.encode()[: error.position]
        character = f"U+{error.character:04X}"
        raise PlainYamlError(before.count(b"\n") + 1, f"not YAML: the character {character} is not allowed") from None
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        sentence = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise PlainYamlError(mark.line + 1 if mark else 1, f"not YAML: {sentence}") from None


def _parse(text: str) -> Any:
    aside: list[Any] = []
    short = text if MARK in text else JSON_LINE.sub(lambda line: _put_aside(line, aside), text)
    try:
        tree, restored = _document(CSafeLoader(short).get_event, aside)
    except (YAMLError, PlainYamlError, RecursionError):
        if aside:  # parse the original text, so that the error refers to its lines
            return _parse_unchanged(text)
        raise
    # A stand-in is in single quotes, where nothing is escaped, and its mark occurs nowhere else in the text, so
    # each one found was put there by us. One that is missing replaced a part of a longer string or of a comment.
    return tree if restored == len(aside) else _parse_unchanged(text)


def _parse_unchanged(text: str) -> Any:
    return _document(CSafeLoader(text).get_event, [])[0]


# JSON that follows a key and fills the rest of the line. msgspec parses it 20 times as fast as libyaml's events, and a
# stand-in replaces it in the text. It must be exactly what msgspec would write, so that it repeats no key.
JSON_LINE = re.compile(r': ([\[{][\[{"\]}].*)')
MARK = "\ue0e0"


def _put_aside(line: re.Match[str], aside: list[Any]) -> str:
    try:
        value = msgspec.json.decode(line[1])
    except (msgspec.MsgspecError, RecursionError):
        return line[0]
    if not line[1].isprintable() or msgspec.json.encode(value).decode() != line[1]:
        return line[0]
    aside.append(value)
    return f": '{MARK}{len(aside) - 1}'"


def _document(get: Any, aside: list[Any]) -> tuple[Any, int]:
    """Return the tree built from the events, and the number of stand-ins in it that were replaced by their values."""
    restored = 0

    def scalar(event: Any) -> Any:
        nonlocal restored
        if event.anchor is not None or event.tag is not None:
            raise _anchor_or_tag(event)
        text = event.value
        if event.style:
            if aside and event.style == "'" and text.startswith(MARK):
                restored += 1
                return aside[int(text[1:])]
        elif AMBIGUOUS(text):
            if text in WORDS:
                return WORDS[text]
            if INTEGER(text):
                return int(text)
            raise _error_at(event, f"put quotes around {text!r}, which YAML versions read differently")
        return text

    def mapping(start: Any) -> dict[str, Any]:
        if start.anchor is not None or start.tag is not None:
            raise _anchor_or_tag(start)
        found: dict[str, Any] = {}
        while type(event := get()) is ScalarEvent:
            key = event.value
            if key in found:
                raise _error_at(event, f"the key {key!r} is given twice")
            if event.anchor is not None or event.tag is not None:
                raise _anchor_or_tag(event)
            event = get()
            found[key] = readers[type(event)](event)
        if type(event) is not MappingEndEvent:
            raise _error_at(event, "a key has to be a plain string")
        return found

    def sequence(start: Any) -> list[Any]:
        if start.anchor is not None or start.tag is not None:
            raise _anchor_or_tag(start)
        found: list[Any] = []
        while (kind := type(event := get())) is not SequenceEndEvent:
            found.append(readers[kind](event))
        return found

    def alias(event: Any) -> Any:
        raise _error_at(event, "aliases (*name) are not supported; write the value itself")

    readers = {ScalarEvent: scalar, MappingStartEvent: mapping, SequenceStartEvent: sequence, AliasEvent: alias}
    get()  # the start of the stream
    if type(event := get()) is StreamEndEvent:
        raise _error_at(event, "the file is empty")
    event = get()
    tree = readers[type(event)](event)
    get()  # the end of the document
    if type(event := get()) is DocumentStartEvent:
        raise _error_at(event, "a second document begins; a file has one")
    return tree, restored


def _anchor_or_tag(event: Any) -> PlainYamlError:
    return _error_at(event, "anchors (&name) and tags (!name) are not supported")


def _error_at(event: Any, sentence: str) -> PlainYamlError:
    return PlainYamlError(event.start_mark.line + 1, sentence)
