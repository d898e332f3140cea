"""Requirements, decisions and worked examples, parsed from each format's spec.md, their only source.

The forms that are parsed (everything else in a spec.md is prose):

    - **DAPHNE-GEN-01** (draft) One or more sentences,
      wrapped with an indent of two spaces.
    - **DAPHNE-GEN-05** (resolution D-20) Sentences. *Why:* the rationale.
    ### D-20 The decision's title
    ### Example 7: its title, followed by a fenced block of `hex` (with # comments) and one of `json`
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from goldenwire_reference.errors import AuthorError
from goldenwire_reference.formats import spec_path


@dataclass(frozen=True)
class Requirement:
    """One obligation; `section` is the title of its section.

    `decision` and `rationale` are those of a resolution, None for the draft's own statements.
    """

    id: str
    origin: Literal["draft", "resolution"]
    decision: str | None
    text: str
    rationale: str | None
    section: str = ""


@dataclass(frozen=True)
class Decision:
    """The resolution of a gap in the draft: the section of spec.md that explains it."""

    id: str
    title: str
    text: str


@dataclass(frozen=True)
class WorkedExample:
    """Worked bytes and their expected outcome. `line` is that of the heading in spec.md."""

    title: str
    data: bytes
    expectation: dict[str, Any]
    line: int


@dataclass(frozen=True)
class Spec:
    """The parsed parts of a spec.md; the mappings are by id, in the order of the text."""

    requirements: Mapping[str, Requirement]
    decisions: Mapping[str, Decision]
    examples: tuple[WorkedExample, ...]


def load(format_name: str) -> Mapping[str, Requirement]:
    """Return the format's requirements by id, in its spec.md's order.

    Raises AuthorError, naming the line, if spec.md is malformed.
    """
    return read(format_name).requirements


def examples(format_name: str) -> list[WorkedExample]:
    """Return the worked examples of the format's spec.md, in its order.

    Raises AuthorError, naming the line, if spec.md is malformed.
    """
    return list(read(format_name).examples)


def level(format_name: str, ids: Iterable[str]) -> Literal["draft", "strict"]:
    """Return the level of a case that cites these requirements: strict if one of them is a resolution.

    Raises ValueError for an id that spec.md does not have, and if there are no ids.
    """
    known, wanted = load(format_name), list(ids)
    if not wanted:
        raise ValueError("a case needs at least one requirement; found none")
    if unknown := [id_ for id_ in wanted if id_ not in known]:
        raise ValueError(f"{format_name}/spec.md has no requirement {', '.join(unknown)}")
    return "strict" if any(known[id_].origin == "resolution" for id_ in wanted) else "draft"


@cache
def read(format_name: str) -> Spec:
    """Parse the format's spec.md. Raises AuthorError, naming the line, if malformed."""
    path = spec_path(format_name)
    if not path.is_file():
        raise AuthorError(f"{path.parent.name}/{path.name} is missing: every format has its text there")
    return parse(path.read_text(encoding="utf-8"), format_name, f"{path.parent.name}/{path.name}")


def parse(text: str, format_name: str, file: str = "spec.md") -> Spec:
    """Parse `text`, the spec.md of that format. Raises AuthorError, naming `file` and the line, if malformed."""
    pieces = list(_pieces(text))
    try:
        decisions = _by_id(_decisions(pieces, text))
        requirements = _by_id(_requirements(pieces, format_name.upper(), decisions))
        worked = tuple(_examples(pieces))
    except _MalformedError as error:
        raise AuthorError(f"{file}, line {error.line}: {error}") from error.__cause__
    if not requirements:
        raise AuthorError(f"{file} has no requirements: expected items {_form(format_name.upper())}")
    return Spec(requirements, decisions, worked)


class _MalformedError(ValueError):
    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


@dataclass(frozen=True)
class _Piece:
    """A heading, a list item or a fenced block.

    `kind` is "heading", "item" or the fence's info word ("text" if it has none). `text` is without heading marks and
    fences; `start` and `end` are offsets in the file.
    """

    line: int
    kind: str
    text: str
    start: int
    end: int


_PIECE = re.compile(
    r"""^```(?P<fence>[^\n]*)\n (?P<body>(?s:.*?)) ^```$
      | ^\#+[ ](?P<heading>.+)$
      | ^(?P<item>[ ]*[-*+][ ].* (?:\n(?![-*+][ ]|\#|```|\s*$).+)*)""",
    re.MULTILINE | re.VERBOSE,
)
_DECISION = re.compile(r"(?P<id>D-?\d+) (?P<title>.+)")
_EXAMPLE = re.compile(r"Example \d+: (?P<title>.+)")
_ITEM = re.compile(
    r"- \*\*(?P<id>[A-Z]+-[A-Z]+-\d\d)\*\* \((?:draft|resolution (?P<decision>D-?\d+))\) "
    r"(?P<text>(?:(?!\*Why:\*).)+?)(?: \*Why:\* (?P<rationale>.+))?"
)


def _pieces(text: str) -> Iterator[_Piece]:
    for match in _PIECE.finditer(text):
        if match["heading"]:
            kind, content = "heading", match["heading"]
        elif match["item"]:
            kind, content = "item", match["item"]
        else:
            kind, content = match["fence"] or "text", match["body"]
        yield _Piece(text.count("\n", 0, match.start()) + 1, kind, content, match.start(), match.end())


_Numbered = TypeVar("_Numbered", Requirement, Decision)


def _by_id(found: Iterable[tuple[int, _Numbered]]) -> Mapping[str, _Numbered]:
    known: dict[str, _Numbered] = {}
    for line, one in found:
        if one.id in known:
            raise _MalformedError(line, f"{one.id} is there twice")
        known[one.id] = one
    return MappingProxyType(known)


def _decisions(pieces: list[_Piece], text: str) -> Iterator[tuple[int, Decision]]:
    headings = [piece for piece in pieces if piece.kind == "heading"]
    ends = [piece.start for piece in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends, strict=True):
        if match := _DECISION.fullmatch(heading.text):
            yield heading.line, Decision(match["id"], match["title"], text[heading.end : end].strip())


def _requirements(
    pieces: list[_Piece], prefix: str, decisions: Mapping[str, Decision]
) -> Iterator[tuple[int, Requirement]]:
    looks_like_one = re.compile(rf"\s*[-*+]\s+\W*{prefix}-")
    section = ""
    for piece in pieces:
        if piece.kind == "heading":
            section = piece.text
        if piece.kind != "item":
            continue
        first, *others = map(looks_like_one.match, piece.text.splitlines())
        if any(others):
            line = piece.line + 1 + [bool(match) for match in others].index(True)
            raise _MalformedError(line, "a requirement inside another list item; expected it to begin at the margin")
        if first:
            yield piece.line, _requirement(piece, prefix, decisions, section)


def _requirement(piece: _Piece, prefix: str, decisions: Mapping[str, Decision], section: str) -> Requirement:
    first, *others = piece.text.splitlines()
    match = _ITEM.fullmatch(" ".join([first, *(line.strip() for line in others)]))
    if not match or not match["id"].startswith(f"{prefix}-"):
        raise _MalformedError(piece.line, f"expected {_form(prefix)}, found '{first}'")
    id_, decision, text, rationale = match.group("id", "decision", "text", "rationale")
    if any(not line.startswith("  ") for line in others):
        raise _MalformedError(piece.line, f"{id_}: expected its further lines indented by two spaces")
    if decision is not None and decision not in decisions:
        raise _MalformedError(piece.line, f"{id_} rests on {decision}, but there is no section '### {decision} ...'")
    if (decision is None) != (rationale is None):
        wanted = "a resolution says why: expected *Why:*" if decision else "*Why:* is for resolutions"
        raise _MalformedError(piece.line, f"{id_}: {wanted}")
    return Requirement(id_, "resolution" if decision else "draft", decision, text, rationale, section)


def _form(prefix: str) -> str:
    return f"'- **{prefix}-GEN-01** (draft) Text.' or '- **{prefix}-GEN-01** (resolution D-1) Text. *Why:* text.'"


def _examples(pieces: list[_Piece]) -> Iterator[WorkedExample]:
    for place, heading in enumerate(pieces):
        if heading.kind != "heading" or not (match := _EXAMPLE.fullmatch(heading.text)):
            continue
        blocks = pieces[place + 1 : place + 3]
        if [block.kind for block in blocks] != ["hex", "json"]:
            raise _MalformedError(heading.line, "expected a block of hex, then one of json, under the heading")
        yield WorkedExample(match["title"], _octets(blocks[0]), _expectation(blocks[1]), heading.line)


def _octets(block: _Piece) -> bytes:
    octets = bytearray()
    for line, text in enumerate(block.text.splitlines(), block.line + 1):
        try:
            octets += bytes.fromhex(text.partition("#")[0])
        except ValueError:
            raise _MalformedError(line, f"expected hexadecimal bytes and a # comment, found {text.strip()}") from None
    return bytes(octets)


def _expectation(block: _Piece) -> dict[str, Any]:
    try:
        expectation = json.loads(block.text.rstrip())
    except json.JSONDecodeError as error:
        raise _MalformedError(block.line + error.lineno, f"expected JSON: {error.msg}") from error
    if not isinstance(expectation, dict) or expectation.get("verdict") not in ("accept", "reject", "either"):
        raise _MalformedError(block.line, "expected an object whose verdict is accept, reject or either")
    return expectation
