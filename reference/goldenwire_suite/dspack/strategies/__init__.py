"""Strategies for DataSetPack: schemas, rows, data sets, and examples for a codec's properties.

    @given(dspack.schemas().flatmap(lambda schema: st.tuples(st.just(schema), dspack.rows(schema))))
    def test_my_codec(schema_and_row): ...

Values are in neutral notation. The format has no plans: encodings that are not canonical come as bytes. Whatever the
format leaves to a codec (policies) is generated only if the rules state the codec's choice.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from hypothesis import strategies as st

from goldenwire_suite.dspack.strategies.boundaries import choose_boundary, choose_broken
from goldenwire_suite.dspack.strategies.choices import Loose, Spell, canonical, choose_spelling
from goldenwire_suite.dspack.strategies.coverage import WITHOUT_DRAW, exercised
from goldenwire_suite.dspack.strategies.files import (
    STRICT,
    FileRules,
    choose_sets,
    partial_rows,
    plain_rows,
    to_json,
    to_request,
)
from goldenwire_suite.dspack.strategies.laid_out import write_row
from goldenwire_suite.dspack.strategies.meta import choose_meta, end_metas, plain
from goldenwire_suite.dspack.strategies.requests import choose_request, choose_row_request
from goldenwire_suite.dspack.strategies.rows import ANY_NAN, NANS, choose_row, end_rows
from goldenwire_suite.dspack.strategies.schemas import GeneratedSchema, choose_schema, from_text, row_size
from goldenwire_suite.dspack.strategies.schemas import to_json as schema_to_json
from goldenwire_suite.dspack.strategies.spellings import (
    MARKER,
    SpelledDataSet,
    framed,
    write_file,
    write_fitting_block,
)
from goldenwire_suite.strategies import Choose, Encodings, Example, Json, built
from goldenwire_suite.strategies.broken import Broken
from goldenwire_suite.strategies.edited import Edited

__all__ = [
    "WITHOUT_DRAW",
    "beyond",
    "boundaries",
    "delivered",
    "examples",
    "exercised",
    "files",
    "metas",
    "opening",
    "rows",
    "schemas",
]

FILE = {"scope": "file"}
LARGEST = 1 << 20  # octets of the largest fixed row that is generated


def schemas(rules: FileRules = STRICT) -> st.SearchStrategy[str]:
    """Texts of schemas: every flag, type and form of lists and strings, any spacing, names, notes."""
    return built(lambda choose: choose_schema(choose, duplicates=rules.duplicate_names).text)


def rows(schema: str) -> st.SearchStrategy[Json]:
    """Rows under the schema of a text; none if it has no rows, or only very large ones."""
    known = from_text(schema)
    if not known.fields or row_size(known) > LARGEST:
        return st.nothing()
    return built(lambda choose: plain_rows(known, [choose_row(choose, known)])[0])


def metas(rules: FileRules = STRICT) -> st.SearchStrategy[Json]:
    """User meta: everything that can occur in MessagePack here, on both sides of each width, nested."""
    return built(lambda choose: plain(choose_meta(choose, ill_formed=rules.ill_formed, deep=rules.deep)))


def files(rules: FileRules = STRICT) -> st.SearchStrategy[Json]:
    """Lists of data sets, each with its schema, description, user meta and rows, if any."""
    return built(lambda choose: to_request(choose_sets(choose, rules)))


def examples(
    operation: str = "decode",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> st.SearchStrategy[Example]:
    """Inputs, rows and schemas whose outcome is determined for a codec that declares these features and policies.

    An encoder gets values, in the forms that its features allow; their encoding is the canonical one. A decoder gets
    any spelling of them. Among `any` encodings it also gets schemas and partially unpacked inputs, which nothing
    encodes, and, if its policies accept them, inputs that the reference does not write: these have their own `data`. A
    reordered example differs only in the order of the keys of its meta, or of a map in it.
    """
    if operation == "encode":
        known = tuple(sorted(features))
        return (
            built(lambda choose: _choose_request(choose, known)) if encodings in {"any", "canonical"} else st.nothing()
        )
    if encodings == "unwritten" and operation != "decode":
        return st.nothing()
    rules = _rules(policies or {}, encodings in {"any", "unwritten"} and operation == "decode")
    if encodings == "any":
        kinds = _READ if operation == "decode" else _WRITTEN
        return built(lambda choose: kinds[choose(len(kinds))](choose, rules))
    return built(lambda choose: _KINDS[encodings](choose, rules))


def boundaries(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Edited]:
    """Rows and user meta at the limits of what can be encoded."""
    return built(choose_boundary)


def beyond(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Broken]:
    """Texts and inputs at the limits of what is valid."""
    return built(choose_broken)


def _rules(policies: Mapping[str, str], only_read: bool) -> FileRules:
    """Return the rules for input that a decoder accepts; forms that no encoder must write only if `only_read`."""
    chosen = {name.removeprefix("dspack."): choice for name, choice in policies.items()}
    return FileRules(
        Loose(chosen.get("duplicate-meta-key") == "last", chosen.get("pascal-overrun") == "clamp"),
        duplicate_names=only_read and chosen.get("duplicate-names") == "keep",
        ill_formed=only_read and chosen.get("meta-utf8") == "keep",
        deep=only_read and chosen.get("meta-depth") == "accept",
    )


def opening(
    operation: str = "decode",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> list[list[Example]]:
    """The ends of every type in rows under each flag, and those of every form of a number in user meta."""
    if encodings not in {"canonical", "any"}:
        return []
    groups = [
        [GeneratedSets([SpelledDataSet(schema, "", {"map": {}}, [row])], is_row=True) for schema, row in rows]
        for rows in end_rows()
    ]
    groups.append([GeneratedSets([SpelledDataSet(from_text("!B"), "", meta, [])]) for meta in end_metas()])
    return [[drawn.example(None) for drawn in group] for group in groups]


def delivered(value: Json, plan: Json, policies: Mapping[str, str]) -> Json:
    """Return the value that a decoder delivers if the reference read this value: any NaN for a NaN.

    No policy matters, since the reference rejects everything that a policy may admit.
    """
    if isinstance(value, dict):
        return value
    if value and isinstance(value[0], dict):
        return [{**one, "meta": _any_nan_in_meta(one["meta"]), "rows": _any_nan(one["rows"])} for one in value]
    return _any_nan(value)


def _any_nan(value: Json) -> Json:
    if isinstance(value, list):
        return [_any_nan(item) for item in value]
    return _DEFAULTS.get(value, value) if isinstance(value, str) else value


def _any_nan_in_meta(tree: Json) -> Json:
    if not isinstance(tree, dict):
        return tree
    [(tag, content)] = tree.items()
    if tag == "array":
        return {tag: [_any_nan_in_meta(item) for item in content]}
    if tag == "map":
        return {tag: {key: _any_nan_in_meta(member) for key, member in content.items()}}
    return {tag: ANY_NAN["d"]} if tree == {"float": NANS["d"]} else tree


_DEFAULTS = {NANS[type]: ANY_NAN[type] for type in NANS}

# ---- requests to encode ----------------------------------------------------------------------------------------------


def _choose_request(choose: Choose, features: Collection[str]) -> Example:
    if choose(3) == 2:
        schema, row = _choose_one_row(choose)
        value, wanted = choose_row_request(choose, schema, row, features)
        return Example(value, None, _row_of(schema), wanted, ())
    value, wanted = choose_request(choose, choose_sets(choose), features)
    return Example(value, None, FILE, wanted, ())


# ---- bytes -----------------------------------------------------------------------------------------------------------


class GeneratedSets(NamedTuple):
    """Data sets, or a row under a schema, before they are spelled."""

    sets: list[SpelledDataSet]
    is_row: bool = False

    def example(self, data: bytes | None) -> Example:
        """Return the example with these bytes, or with the canonical ones."""
        one = self.sets[0]
        if self.is_row:
            [value] = plain_rows(one.schema, one.rows)
            return Example(value, None, _row_of(one.schema), one.rows[0], (), data)
        return Example(to_request(self.sets), None, FILE, to_json(self.sets), (), data)

    def write(self, spell: Spell, loose: Loose) -> bytes:
        """Return the bytes with these spellings."""
        if self.is_row:
            return write_row(self.sets[0].schema, self.sets[0].rows[0], spell, loose)
        return write_file(self.sets, spell, loose)


def _row_of(schema: GeneratedSchema) -> Json:
    return {"scope": "row", "schema": schema.text}


def _choose_one_row(choose: Choose, rules: FileRules = STRICT) -> tuple[GeneratedSchema, list[Json]]:
    schema = choose_schema(choose, duplicates=rules.duplicate_names)
    return schema, choose_row(choose, schema)


def _choose_drawn(choose: Choose, rules: FileRules) -> GeneratedSets:
    if choose(3) < 2:
        return GeneratedSets(choose_sets(choose, rules))
    schema, row = _choose_one_row(choose, rules)
    return GeneratedSets([SpelledDataSet(schema, "", {"map": {}}, [row])], is_row=True)


def _choose_canonical(choose: Choose, rules: FileRules) -> Example:
    return _choose_drawn(choose, STRICT).example(None)


def _choose_other(choose: Choose, rules: FileRules) -> Example:
    return _choose_spelled(choose, STRICT._replace(loose=rules.loose))


def _choose_respelled(choose: Choose, rules: FileRules) -> Example:
    return _choose_spelled(choose, STRICT._replace(loose=rules.loose), orders=False)


def _choose_spelled(choose: Choose, rules: FileRules, *, orders: bool | None = None) -> Example:
    """Bytes that are not canonical; a value without other spellings becomes an input with a marker at its end."""
    drawn = _choose_drawn(choose, rules)
    written, spelled = choose_spelling(choose, lambda spell: drawn.write(spell, rules.loose), orders=orders)
    if spelled == written:
        drawn = drawn._replace(is_row=False)
        spelled = drawn.write(canonical, rules.loose) + MARKER
    return drawn.example(spelled)


def _choose_reordered(choose: Choose, rules: FileRules) -> Example:
    drawn = GeneratedSets(choose_sets(choose))
    _, spelled = choose_spelling(choose, lambda spell: drawn.write(spell, STRICT.loose), orders=True)
    return drawn.example(spelled)


def _choose_schema_text(choose: Choose, rules: FileRules) -> Example:
    schema = choose_schema(choose, rows=choose(2) == 0, duplicates=rules.duplicate_names)
    value = schema_to_json(schema)
    return Example(value, None, {"scope": "schema"}, value, (), schema.text.encode())


def _choose_partial(choose: Choose, rules: FileRules, *, orders: bool | None = None) -> Example:
    """A partially unpacked input, with anything after its fixed fields. Its twin is unpacked in full."""
    drawn = _choose_drawn(choose, rules)
    tail = TAILS[choose(len(TAILS))]
    _, data = choose_spelling(choose, lambda spell: _write_partial(drawn, tail, spell, rules.loose), orders=orders)
    full = drawn.example(data)
    if drawn.is_row:
        [wanted] = partial_rows(drawn.sets[0].schema, drawn.sets[0].rows)
    else:
        wanted = [
            {**one, "rows": partial_rows(data_set.schema, data_set.rows)}
            for one, data_set in zip(full.delivered, drawn.sets, strict=True)
        ]
    return full._replace(context={**full.context, "mode": "partial"}, delivered=wanted, twin=drawn.example(None))


def _choose_partial_in_order(choose: Choose, rules: FileRules) -> Example:
    return _choose_partial(choose, rules, orders=False)


# Changes to the octets of a row that are not examined.
TAILS: tuple[Callable[[bytes], bytes], ...] = (
    lambda octets: octets,
    lambda octets: b"",
    lambda octets: octets[:1],
    lambda octets: octets + b"\0\xff",
    lambda octets: b"\xff" * 8,
    lambda octets: b"\xff" * 9 + octets,
)


def _write_partial(drawn: GeneratedSets, tail: Callable[[bytes], bytes], spell: Spell, loose: Loose) -> bytes:
    sets = drawn.sets
    if drawn.is_row:
        return _with_tail(sets[0].schema, sets[0].rows[0], tail, spell, loose)
    end = MARKER if spell(2) else b""
    parts = []
    for one in sets:
        block = write_fitting_block(one, spell, loose)
        whole = [_with_tail(one.schema, row, tail, spell, loose) or b"\0" for row in one.rows]
        parts.append(framed(block, whole))
    return MARKER.join(parts) + end


def _with_tail(
    schema: GeneratedSchema, row: list[Json], tail: Callable[[bytes], bytes], spell: Spell, loose: Loose
) -> bytes:
    count = len(schema.fixed)
    whole = write_row(schema, row, spell, loose)
    if count == len(schema.fields):
        return whole
    first = len(write_row(schema, row, canonical, loose, count))
    return whole[:first] + tail(whole[first:])


# Simplest first; rules that no encoder follows apply to inputs that are only read.
_WRITTEN: tuple[Callable[[Choose, FileRules], Example], ...] = (
    _choose_canonical, _choose_spelled, _choose_canonical, _choose_other, _choose_reordered,
)  # fmt: skip
_READ = (*_WRITTEN[:2], _choose_partial, _choose_schema_text, *_WRITTEN[2:], _choose_partial, _choose_schema_text)
_KINDS = {
    "canonical": _choose_canonical,
    "other": _choose_other,
    "respelled": _choose_respelled,
    "unwritten": lambda choose, rules: (_choose_schema_text, _choose_partial_in_order)[choose(2)](choose, rules),
    "reordered": _choose_reordered,
}
