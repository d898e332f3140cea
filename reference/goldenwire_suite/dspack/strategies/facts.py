"""The facts about an example of DataSetPack, in words, from which dspack_coverage.py derives its requirements."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from goldenwire_suite.dspack.strategies.meta import LEVELS, levels, nodes
from goldenwire_suite.dspack.strategies.rows import ANY_NAN, atoms, most, most_octets
from goldenwire_suite.dspack.strategies.schemas import (
    NUMBERS,
    PAD,
    SPACING,
    STRINGS,
    GeneratedField,
    GeneratedSchema,
    from_text,
    size,
)
from goldenwire_suite.dspack.strategies.spellings import ESCAPE, MARKER, MOST_META, SpelledDataSet, write_block
from goldenwire_suite.strategies import Example, Json
from goldenwire_suite.strategies.numbers import float_kind

if TYPE_CHECKING:
    from goldenwire_reference.reader import Field as Traced

SEEN = 3  # rows of a data set that are examined; generated ones repeat these
LARGE = {"data sets": 40, "fields": 100, "name": 255, "rows": 256}
META_EXTREMES = ({"int": str(2**64 - 1)}, {"int": str(-(2**63))})
_FIELD = re.compile(r"(?:([0-9]*~?)(:))?([0-9]*~?)([A-Za-z?])")
_DESCRIPTION = re.compile(r"\(([A-Za-z0-9_]+)( [^)]*)?\)")


class DataSetFacts(NamedTuple):
    """An example with its context, its bytes and their fields; the data sets have the rows as they are delivered."""

    example: Example
    context: Json
    data: bytes
    fields: "Sequence[Traced]"
    sets: list[SpelledDataSet]

    @property
    def scope(self) -> str:
        """The scope of the bytes: file, row or schema."""
        return str(self.context["scope"])

    @property
    def is_partial(self) -> bool:
        """Return whether rows are unpacked in part."""
        return "mode" in self.context


def facts(example: Example, fields: "Sequence[Traced]") -> DataSetFacts:
    """Return the facts of an example."""
    from goldenwire_reference.dspack import FORMAT

    context, given = example.context or {"scope": "file"}, example.delivered
    if context["scope"] == "schema":
        assert example.data is not None
        return DataSetFacts(example, context, example.data, fields, [_bare(from_text(example.data.decode()), [])])
    data = FORMAT.encode(example.value, context) if example.data is None else example.data
    if context["scope"] == "row":
        return DataSetFacts(example, context, data, fields, [_bare(from_text(context["schema"]), [given])])
    sets = [SpelledDataSet(from_text(one["schema"]), one["description"], one["meta"], one["rows"]) for one in given]
    return DataSetFacts(example, context, data, fields, sets)


def _bare(schema: GeneratedSchema, rows: list[list[Json]]) -> SpelledDataSet:
    return SpelledDataSet(schema, "", {"map": {}}, rows)


def words(known: DataSetFacts) -> set[str]:
    """Return the facts in words."""
    found = {"anything", known.scope}
    found |= {"partial"} if known.is_partial else {"full"} if any(one.rows for one in known.sets) else set()
    found |= {"encoded", f"encoded {known.scope}"} if known.example.data is None else set()
    for one in known.sets:
        found.update(_of_text(one.schema, known))
        found.update(_of_rows(one, known))
    found.update(_of_values(known))
    found.update(_of_layout(known))
    if known.scope == "file":
        found.update(_of_file(known))
    return found


# ---- files -----------------------------------------------------------------------------------------------------------


def _of_file(known: DataSetFacts) -> Iterator[str]:
    sets, data = known.sets, known.data
    first = int.from_bytes(data[:2], "big")
    escaped = any(field.name.endswith("meta_length_more") for field in known.fields)
    yield "escaped meta_length" if escaped else "short meta_length"
    if first == ESCAPE and ESCAPE + int.from_bytes(data[2:4], "big") == MOST_META:
        yield "longest meta"
    ended = len(sets) if data.endswith(MARKER) and known.fields and known.fields[-1].name.endswith(".end") else 0
    yield "marker at the end" if ended else "no marker at the end"
    if len(sets) > 1:
        yield "data sets"
    if any(one[:3] != other[:3] for one, other in pairwise(sets)):
        yield "data sets that differ"
    if len(sets) >= LARGE["data sets"] or any(len(one.rows) >= LARGE["rows"] for one in sets):
        yield "large"
    for one in sets:
        yield "rows" if one.rows else "no rows"
        yield from _of_meta(one)
    if known.example.data is not None and any(write_block(one) not in data for one in sets):
        yield "other meta"


def _of_meta(one: SpelledDataSet) -> Iterator[str]:
    if levels(one.meta) == LEVELS:
        yield "levels"
    if any(node in META_EXTREMES for node in nodes(one.meta)):
        yield "extreme integer in meta"


# ---- the schema ------------------------------------------------------------------------------------------------------


def _of_text(schema: GeneratedSchema, known: DataSetFacts) -> Iterator[str]:
    from goldenwire_reference.dspack.schema import parse

    text = schema.text
    yield "fields" if schema.fields else "no fields"
    if len(schema.fields) >= LARGE["fields"]:
        yield "large"
    if known.scope == "schema" and not text.isascii():
        yield "text beyond ASCII"
    if sum(field.name is not None for field in schema.fields) > 1:
        yield "several names"
    if any(character in text for character in SPACING):
        yield "verbatim"
    if text[0] in SPACING:
        yield "spacing"
    for field in parse(text, duplicates=True).fields[: LARGE["fields"]]:
        part = text[field.start : field.end]
        shape, _, _ = part.partition("(")
        yield from _of_shape("".join(shape.split()))
        if shape != "".join(shape.split()):
            yield "spacing"
        if (described := _DESCRIPTION.search(part)) is not None:
            yield from _of_description(*described.groups(""))
        elif field.type != PAD:
            yield "default name"


def _of_shape(shape: str) -> Iterator[str]:
    """Yield the facts about a field without spacing and description."""
    matched = _FIELD.fullmatch(shape)
    assert matched is not None  # the schema is valid
    count, colon, length, type = matched.groups("")
    yield f"schema {type}"
    forms = [("string", length)] if type in STRINGS else []
    yield from () if colon else ("single",)
    for what, number in [*forms, ("list", count)] if colon else forms:
        form = {"": "bare", "~": "tilde"}.get(number) or ("width" if "~" in number else "number")
        yield f"{what} {form}"
        yield from (form,) if number else ()
        if number.rstrip("~") == "2147483647":
            yield from ("largest number", "large")
    if colon:
        yield "list"


def _of_description(name: str, raw: str) -> Iterator[str]:
    yield "description"
    if len(name) >= LARGE["name"]:
        yield "large"
    note = raw.lstrip(SPACING)
    if any(character in note for character in "(\n\r"):
        yield "note of anything"
    if any(character in note for character in SPACING):
        yield "spacing in a note"
    if raw and (raw[1:] != note or note != note.rstrip(SPACING)):
        yield "spacing around a note"


# ---- rows ------------------------------------------------------------------------------------------------------------


def _of_rows(one: SpelledDataSet, known: DataSetFacts) -> Iterator[str]:
    schema = one.schema
    fields = [field for field in schema.fixed if field.has_value] if known.is_partial else schema.values
    for row in one.rows[:SEEN]:
        yield from ("row of values",) if row else ()
        if len(row) > 1 or len(one.rows) > 1:
            yield "several values"
        if known.is_partial and len(schema.fixed) < len(schema.fields):
            yield "partial dynamic"
        lengths = {len(value) for value in row if isinstance(value, list)}
        if len(lengths) > 1:
            yield "uneven lists"
        for field, value in zip(fields, row, strict=True):
            yield from _of_value(schema.flag, field, value)
    if one.rows and not known.is_partial:
        if any(field.type == PAD for field in schema.fields):
            yield "pad"
        if any(a.is_dynamic and not b.is_dynamic for a, b in pairwise(schema.fields)):
            yield "fixed after dynamic"


def _of_value(flag: str, field: GeneratedField, value: Json) -> Iterator[str]:
    single = "string" if field.length else "scalar"
    if field.count is not None:
        yield from _of_list(flag, field, value)
    for length in (field.count, field.length):
        if length is not None and length.dynamic and length.number > 1:
            yield "wide prefix"
            yield from ("prefix of 8",) if length.number == 8 else ()
    for atom in list(atoms(field, value))[:SEEN]:
        yield f"type {field.type}"
        if single == "string":
            yield from _of_string(field, bytes.fromhex(atom))
        elif size(field.type, flag) > 1:
            yield f"wide under {flag}"
            yield from ("native size",) if flag == "@" and field.type in "lLP" else ()
            yield from (
                ("special float",)
                if field.type in "fd" and (atom == ANY_NAN[field.type] or float_kind(NUMBERS[field.type], atom))
                else ()
            )


def _of_list(flag: str, field: GeneratedField, items: Sequence[Json]) -> Iterator[str]:
    assert field.count is not None
    yield from ("string items",) if field.length else ()
    if not field.count.dynamic:
        yield from ("fixed count of dynamic strings",) if field.is_dynamic_string else ()
        yield from ("list of one",) if field.count.number == 1 else ()
        return
    yield from ("empty",) if not items else ()
    yield from ("full list",) if len(items) == most(field.count) else ()
    if items and (field.length is not None or size(field.type, flag) > 1):
        yield "counted items"
    if len(items) > 1:
        yield "items"


def _of_string(field: GeneratedField, octets: bytes) -> Iterator[str]:
    assert field.length is not None
    kind = "dynamic" if field.length.dynamic else "fixed"
    yield f"{kind} {field.type}"
    if len(octets) == most_octets(field):
        yield f"full {kind} {field.type}"
    if field.length.dynamic and not octets:
        yield "empty"
    if kind == "fixed" and (octets.endswith(b"\0") or (field.type == "S" and len(octets) < field.length.number)):
        yield "padded"
    if not octets.isascii():
        yield "octets beyond ASCII"


# ---- given values, and bytes -----------------------------------------------------------------------------------------


def _of_values(known: DataSetFacts) -> Iterator[str]:
    """Yield the facts about forms that only an encoder is given."""
    if known.example.data is not None:
        return
    value, delivered = known.example.value, known.example.delivered
    rows, wholes = [value], [delivered]
    if known.scope == "file":
        yield from ("implied",) if any("version" not in one or "fields" not in one for one in value) else ()
        rows, wholes = ([row for one in sets for row in one["rows"]] for sets in (value, delivered))
    for row, whole in zip(rows, wholes, strict=True):
        if isinstance(row, dict):
            yield "row by name"
            continue
        yield "row in order"
        for given, wanted in zip(row, whole, strict=True):
            atoms, results = (part if isinstance(part, list) else [part] for part in (given, wanted))
            for atom, result in zip(atoms, results, strict=True):
                yield from _of_words(atom, result)


def _of_words(atom: Json, result: Json) -> Iterator[str]:
    if isinstance(atom, dict):
        yield "text"
    elif isinstance(atom, str) and isinstance(result, str):
        if atom.startswith("0x") and len(atom) > len(result):
            yield "rounded"
        elif not atom.startswith("0x") and len(atom) > len(result):
            yield "zeros to trim"
        elif not atom.startswith("0x") and len(atom) < len(result):
            yield "padded"


def _of_layout(known: DataSetFacts) -> Iterator[str]:
    strings = {f".{field.name}" for one in known.sets for field in one.schema.fields if field.type == "S"}
    for field in known.fields:
        octets = known.data[field.offset : field.offset + field.size]
        if field.name.endswith(".align"):
            yield "alignment"
        elif field.name.endswith("rest[..]"):
            yield "rest"
            yield from ("huge rest",) if octets.startswith(b"\xff" * 4) else ()
        elif field.name.endswith(".meta.version"):
            yield from ("other version",) if field.size > 1 else ()
        elif ".meta.meta" in field.name and octets[:1] == b"\xca":
            yield "float 32"
        elif octets.endswith(b"\0") and any(field.name.endswith(name) for name in strings):
            yield "zeros to trim"
