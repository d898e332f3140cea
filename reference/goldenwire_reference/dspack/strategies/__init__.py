"""Strategies for DataSetPack: schemas, rows, data sets, and examples for a codec's properties.

    @given(dspack.schemas().flatmap(lambda schema: st.tuples(st.just(schema), dspack.rows(schema))))
    def test_my_codec(schema_and_row): ...

Values are in neutral notation. The format has no plans: encodings that are not canonical come as bytes. Whatever the
format leaves to a codec (policies) is generated only if the rules state the codec's choice.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from hypothesis import strategies as st

from goldenwire_reference.drawing import Encodings, Example, Json, Pick, built
from goldenwire_reference.drawing.broken import Broken
from goldenwire_reference.drawing.edited import Edited
from goldenwire_reference.dspack.strategies.boundaries import pick_boundary, pick_broken
from goldenwire_reference.dspack.strategies.choices import Choose, Loose, canonical, pick_spelling
from goldenwire_reference.dspack.strategies.coverage import WITHOUT_DRAW, exercised
from goldenwire_reference.dspack.strategies.files import (
    STRICT,
    Rules,
    partial_rows,
    pick_sets,
    plain_rows,
    to_json,
    to_request,
)
from goldenwire_reference.dspack.strategies.laid_out import write_row
from goldenwire_reference.dspack.strategies.meta import pick_meta, plain
from goldenwire_reference.dspack.strategies.requests import pick_request, pick_row_request
from goldenwire_reference.dspack.strategies.rows import ANY_NAN, NANS, pick_row
from goldenwire_reference.dspack.strategies.schemas import Schema, from_text, pick_schema, row_size
from goldenwire_reference.dspack.strategies.schemas import to_json as schema_to_json
from goldenwire_reference.dspack.strategies.spellings import MARKER, DataSet, framed, write_file, write_fitting_block

__all__ = [
    "WITHOUT_DRAW",
    "beyond",
    "boundaries",
    "delivered",
    "examples",
    "exercised",
    "files",
    "metas",
    "rows",
    "schemas",
]

FILE = {"scope": "file"}
LARGEST = 1 << 20  # octets of the largest fixed row that is generated


def schemas(rules: Rules = STRICT) -> st.SearchStrategy[str]:
    """Texts of schemas: every flag, type and form of lists and strings, any spacing, names, notes."""
    return built(lambda pick: pick_schema(pick, duplicates=rules.duplicate_names).text)


def rows(schema: str) -> st.SearchStrategy[Json]:
    """Rows under the schema of a text; none if it has no rows, or only very large ones."""
    known = from_text(schema)
    if not known.fields or row_size(known) > LARGEST:
        return st.nothing()
    return built(lambda pick: plain_rows(known, [pick_row(pick, known)])[0])


def metas(rules: Rules = STRICT) -> st.SearchStrategy[Json]:
    """User meta: everything that can occur in MessagePack here, on both sides of each width, nested."""
    return built(lambda pick: plain(pick_meta(pick, ill_formed=rules.ill_formed, deep=rules.deep)))


def files(rules: Rules = STRICT) -> st.SearchStrategy[Json]:
    """Lists of data sets, each with its schema, description, user meta and rows, if any."""
    return built(lambda pick: to_request(pick_sets(pick, rules)))


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
        return built(lambda pick: _pick_request(pick, known)) if encodings in {"any", "canonical"} else st.nothing()
    if encodings == "unwritten" and operation != "decode":
        return st.nothing()
    rules = _rules(policies or {}, encodings in {"any", "unwritten"} and operation == "decode")
    if encodings == "any":
        kinds = _READ if operation == "decode" else _WRITTEN
        return built(lambda pick: kinds[pick(len(kinds))](pick, rules))
    return built(lambda pick: _KINDS[encodings](pick, rules))


def boundaries(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Edited]:
    """Rows and user meta at the limits of what can be encoded."""
    return built(pick_boundary)


def beyond(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Broken]:
    """Texts and inputs at the limits of what is valid."""
    return built(pick_broken)


def _rules(policies: Mapping[str, str], only_read: bool) -> Rules:
    """Return the rules for input that a decoder accepts; forms that no encoder must write only if `only_read`."""
    chosen = {name.removeprefix("dspack."): choice for name, choice in policies.items()}
    return Rules(
        Loose(chosen.get("duplicate-meta-key") == "last", chosen.get("pascal-overrun") == "clamp"),
        duplicate_names=only_read and chosen.get("duplicate-names") == "keep",
        ill_formed=only_read and chosen.get("meta-utf8") == "keep",
        deep=only_read and chosen.get("meta-depth") == "accept",
    )


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


def _pick_request(pick: Pick, features: Collection[str]) -> Example:
    if pick(3) == 2:
        schema, row = _pick_one_row(pick)
        value, due = pick_row_request(pick, schema, row, features)
        return Example(value, None, _row_of(schema), due, ())
    value, due = pick_request(pick, pick_sets(pick), features)
    return Example(value, None, FILE, due, ())


# ---- bytes -----------------------------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """Data sets, or a row under a schema, before they are spelled."""

    sets: list[DataSet]
    is_row: bool = False

    def example(self, data: bytes | None) -> Example:
        """Return the example with these bytes, or with the canonical ones."""
        one = self.sets[0]
        if self.is_row:
            [value] = plain_rows(one.schema, one.rows)
            return Example(value, None, _row_of(one.schema), one.rows[0], (), data)
        return Example(to_request(self.sets), None, FILE, to_json(self.sets), (), data)

    def write(self, choose: Choose, loose: Loose) -> bytes:
        """Return the bytes with these spellings."""
        if self.is_row:
            return write_row(self.sets[0].schema, self.sets[0].rows[0], choose, loose)
        return write_file(self.sets, choose, loose)


def _row_of(schema: Schema) -> Json:
    return {"scope": "row", "schema": schema.text}


def _pick_one_row(pick: Pick, rules: Rules = STRICT) -> tuple[Schema, list[Json]]:
    schema = pick_schema(pick, duplicates=rules.duplicate_names)
    return schema, pick_row(pick, schema)


def _pick_drawn(pick: Pick, rules: Rules) -> Drawn:
    if pick(3) < 2:
        return Drawn(pick_sets(pick, rules))
    schema, row = _pick_one_row(pick, rules)
    return Drawn([DataSet(schema, "", {"map": {}}, [row])], is_row=True)


def _pick_canonical(pick: Pick, rules: Rules) -> Example:
    return _pick_drawn(pick, STRICT).example(None)


def _pick_other(pick: Pick, rules: Rules) -> Example:
    return _pick_spelled(pick, STRICT._replace(loose=rules.loose))


def _pick_respelled(pick: Pick, rules: Rules) -> Example:
    return _pick_spelled(pick, STRICT._replace(loose=rules.loose), orders=False)


def _pick_spelled(pick: Pick, rules: Rules, *, orders: bool | None = None) -> Example:
    """Bytes that are not canonical; a value without other spellings becomes an input with a marker at its end."""
    drawn = _pick_drawn(pick, rules)
    written, spelled = pick_spelling(pick, lambda choose: drawn.write(choose, rules.loose), orders=orders)
    if spelled == written:
        drawn = drawn._replace(is_row=False)
        spelled = drawn.write(canonical, rules.loose) + MARKER
    return drawn.example(spelled)


def _pick_reordered(pick: Pick, rules: Rules) -> Example:
    drawn = Drawn(pick_sets(pick))
    _, spelled = pick_spelling(pick, lambda choose: drawn.write(choose, STRICT.loose), orders=True)
    return drawn.example(spelled)


def _pick_schema_text(pick: Pick, rules: Rules) -> Example:
    schema = pick_schema(pick, rows=pick(2) == 0, duplicates=rules.duplicate_names)
    value = schema_to_json(schema)
    return Example(value, None, {"scope": "schema"}, value, (), schema.text.encode())


def _pick_partial(pick: Pick, rules: Rules, *, orders: bool | None = None) -> Example:
    """A partially unpacked input, with anything after its fixed fields. Its twin is unpacked in full."""
    drawn = _pick_drawn(pick, rules)
    tail = TAILS[pick(len(TAILS))]
    _, data = pick_spelling(pick, lambda choose: _write_partial(drawn, tail, choose, rules.loose), orders=orders)
    full = drawn.example(data)
    if drawn.is_row:
        [due] = partial_rows(drawn.sets[0].schema, drawn.sets[0].rows)
    else:
        due = [
            {**one, "rows": partial_rows(data_set.schema, data_set.rows)}
            for one, data_set in zip(full.delivered, drawn.sets, strict=True)
        ]
    return full._replace(context={**full.context, "mode": "partial"}, delivered=due, twin=drawn.example(None))


def _pick_partial_in_order(pick: Pick, rules: Rules) -> Example:
    return _pick_partial(pick, rules, orders=False)


# Changes to the octets of a row that are not examined.
TAILS: tuple[Callable[[bytes], bytes], ...] = (
    lambda octets: octets,
    lambda octets: b"",
    lambda octets: octets[:1],
    lambda octets: octets + b"\0\xff",
    lambda octets: b"\xff" * 8,
    lambda octets: b"\xff" * 9 + octets,
)


def _write_partial(drawn: Drawn, tail: Callable[[bytes], bytes], choose: Choose, loose: Loose) -> bytes:
    sets = drawn.sets
    if drawn.is_row:
        return _with_tail(sets[0].schema, sets[0].rows[0], tail, choose, loose)
    end = MARKER if choose(2) else b""
    parts = []
    for one in sets:
        block = write_fitting_block(one, choose, loose)
        whole = [_with_tail(one.schema, row, tail, choose, loose) or b"\0" for row in one.rows]
        parts.append(framed(block, whole))
    return MARKER.join(parts) + end


def _with_tail(schema: Schema, row: list[Json], tail: Callable[[bytes], bytes], choose: Choose, loose: Loose) -> bytes:
    count = len(schema.fixed)
    whole = write_row(schema, row, choose, loose)
    if count == len(schema.fields):
        return whole
    first = len(write_row(schema, row, canonical, loose, count))
    return whole[:first] + tail(whole[first:])


# Simplest first; rules that no encoder follows apply to inputs that are only read.
_WRITTEN: tuple[Callable[[Pick, Rules], Example], ...] = (
    _pick_canonical, _pick_spelled, _pick_canonical, _pick_other, _pick_reordered,
)  # fmt: skip
_READ = (*_WRITTEN[:2], _pick_partial, _pick_schema_text, *_WRITTEN[2:], _pick_partial, _pick_schema_text)
_KINDS = {
    "canonical": _pick_canonical,
    "other": _pick_other,
    "respelled": _pick_respelled,
    "unwritten": lambda pick, rules: (_pick_schema_text, _pick_partial_in_order)[pick(2)](pick, rules),
    "reordered": _pick_reordered,
}
