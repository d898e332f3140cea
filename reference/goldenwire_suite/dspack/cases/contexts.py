"""Schemas with U+0000, wide characters or brackets in a note: as the context of a row, and in a meta block."""

from collections.abc import Iterator, Sequence
from typing import Any

from goldenwire_suite.cases import Accept, Case, Either, Feature, Refusal, Reject, append, replace_at
from goldenwire_suite.dspack.cases.builders import (
    atoms,
    becomes,
    block,
    cases,
    framed,
    ids,
    row_of,
    text,
)

# One character of each number of octets.
ALL = "\0é東😀"
_WHAT = "U+0000 and characters of two, three and four octets"


# Name, schema of a row of one octet, the check it fails, its purpose, mutations.
_IN_ROWS: list[tuple[str, str, str, str, str]] = [
    ("note-nul", "!B(a \0)%", "schema.type", "U+0000 in a note, and then the unknown type %", ""),
    ("note-of-two-octets", "!B(a é)2B(b)", "schema.number",
     "a character of two octets in a note, and then a 2 in front of a B", ""),
    ("note-of-three-octets", "!B(a 東)B(b", "schema.desc.open",
     "a character of three octets in a note, and then a name without a closing bracket", ""),
    ("note-of-four-octets", "!B(a 😀)9~s(b)", "schema.width",
     "a character of four octets in a note, and then a width of 9", ""),
    ("notes-of-all", f"!B(a {ALL})\n\tB(b {ALL}) 2147483648s", "schema.int.range",
     f"{_WHAT} in two notes, and then a length of 2147483648", ""),
    ("notes-to-the-end", f"!x(a {ALL})B(b \0\0) 2~", "schema.end",
     f"{_WHAT} in the note of a pad, and U+0000 twice in that of a B, whose text ends after a tilde", ""),
    ("name-nul", "!B(a \0)B(b\0)", "schema.desc.name", "U+0000 in a note, and then in a name", ""),
    ("name-of-two-octets", "!B(a 😀)B(bé)", "schema.desc.name",
     "a character of four octets in a note, and then one of two octets in a name", ""),
    ("nul-after-field", "!B\0", "schema.type", "U+0000 after the only field", "schemas-to-nul"),
]  # fmt: skip


def _in_rows() -> Iterator[Case]:
    schema = f"!B(a \0)H(b é\0é)~s(c 東)2:B(d \0😀\0)B(e {ALL})"
    yield Accept(
        name="notes", summary=f"a row under a schema with {_WHAT} in its notes", value=atoms([1, 2, b"x", [3, 4], 5]),
        requirements=ids("SCHEMA-14 ROW-03"), context=row_of(schema), catches=["schemas-to-nul"], numbers=[2, 3, 4],
    )  # fmt: skip
    deep = "(" * 300
    yield Accept(
        name="brackets", summary="a row under a schema with 300 opening brackets in the first of two notes, and { and "
        "[ in the second", requirements=ids("SCHEMA-14"), context=row_of(f"!B(a {deep})B(b {'{[' * 70})"),
        value=atoms([1, 2]), catches=["brackets-to-64"], numbers=[300],
    )  # fmt: skip
    for name, schema, check, what, catches in _IN_ROWS:
        has_two = schema.count("(") > 1 and check not in {"schema.number", "schema.width"}
        yield Reject(
            name=name, summary=f"a row under a schema with {what}",
            requirements=ids("" if name == "nul-after-field" else "ERR-03"), context=row_of(schema),
            base="dspack/rows/one-octet", edits=[append(b"\0")] if has_two else [],
            checks={check: "!BB" if has_two else "!B"}, catches=catches.split(), numbers=[2, 3, 4],
        )  # fmt: skip
    yield Either(
        name="repeated-name", requirements=ids("SCHEMA-26 ENC-07"), policy="dspack.duplicate-names", edits=[],
        summary=f"a row under a schema with {_WHAT} in a note, and then the name of that field again",
        context=row_of(f"!B(a {ALL})xH(a)"), base="dspack/types/pad-between",
        numbers=[2, 3, 4],
    )  # fmt: skip


# Name, meta block, the checks that refuse it, its purpose, requirement, mutations.
_DESCRIBED: Sequence[str] = ("version", "description", "schema", "meta")
_IN_FILES: list[tuple[str, bytes, dict[str, Any], str, str, str]] = [
    ("file-note-nul", block(text("!B(a \0)%")), {"schema.type": "!B"},
     "U+0000 in a note of the schema, and then the unknown type %", "ERR-03", ""),
    ("file-notes-of-all", block(text(f"!B(a {ALL}) 0s")), {"schema.int.zero": "!B"},
     f"{_WHAT} in a note of the schema, and then a length of 0", "ERR-03", ""),
    ("file-nul-after-field", block(text("!B\0")), {"schema.type": "!B"}, "U+0000 after the only field of the schema",
     "ERR-03", "schemas-to-nul"),
    ("file-description-first", block(text("!B%"), description=text(ALL), keys=_DESCRIBED), {"schema.type": "!B"},
     f"a description of {_WHAT}, and then a schema with the unknown type %", "ERR-03", ""),
    ("file-ext-after", block(text(f"!B(a {ALL})"), description=text(ALL), meta=b"\x81" + text(ALL) + b"\xd4\1\0"),
     {"meta.ext": None}, f"{_WHAT} in a note, in the description and in a key, and then an ext", "ERR-03", ""),
]  # fmt: skip


def _in_files() -> Iterator[Case]:
    for name, wrong, checks, what, rules, catches in _IN_FILES:
        yield Reject(
            name=name, summary=what, requirements=ids(rules), base="dspack/file/no-rows", checks=checks,
            edits=[becomes(framed(wrong))], catches=catches.split(), numbers=[2, 3, 4],
        )  # fmt: skip


def _given() -> Iterator[Case]:
    """Schemas with U+0000 after their only field, which every encoder refuses."""
    for name, base, path, what in (
        ("given-nul-after-field", "rows/one-octet", "/context/schema", "a row"),
        ("given-file-nul-after-field", "file/one-row-of-an-octet", "/value/0/schema", "a data set"),
    ):
        yield Refusal(
            name=name, summary=f"{what} under a schema with U+0000 after its only field", code="SCHEMA",
            requirements=ids("API-01 ENC-09 SCHEMA-18 ENC-02"), base=f"dspack/{base}", edits=[replace_at(path, "!B\0")],
            catches=["schemas-to-nul", "schema-not-looked-at"],
        )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """Features of accepted and of rejected cases."""
    yield Feature(
        "contexts",
        "U+0000, wide characters and brackets in a schema or before one",
        cases(_in_rows(), _in_files(), _given()),
    )
