"""Generated data sets of the DataSetPack format, and their neutral notation. Public in dspack.py."""

from collections.abc import Sequence
from typing import NamedTuple

from goldenwire_suite.dspack.strategies import meta as dspack_meta
from goldenwire_suite.dspack.strategies.choices import Loose
from goldenwire_suite.dspack.strategies.laid_out import write_row
from goldenwire_suite.dspack.strategies.meta import ILL_FORMED, choose_meta
from goldenwire_suite.dspack.strategies.rows import DRAWN, choose_row
from goldenwire_suite.dspack.strategies.rows import plain as plain_value
from goldenwire_suite.dspack.strategies.schemas import GeneratedSchema, choose_schema, names
from goldenwire_suite.dspack.strategies.spellings import (
    ESCAPE,
    MOST_META,
    SpelledDataSet,
    write_block,
    write_data_set,
)
from goldenwire_suite.strategies import WIDEST, Choose, Json

SETS = (1,) * 12 + (2, 2, 3, 1, 2, 3)
MANY_SETS = 40
MUCH = 200  # octets of a data set or of rows that are not repeated often
ROWS = (1, 0, 2, 3, 1, 2, 0, 5)
MANY_ROWS = (300, 256, 257)  # with the first rows repeated
DESCRIPTIONS = (
    "", "what it is", "", "Größe\n日\0", "\ufeffx", "d" * 31, "d" * 32, "", "d" * 255, "d" * 256, " ", "😀",
    "日" * 11, "日" * 86, '"\\\u2028', "!B",
)  # fmt: skip
# Octets of a meta block on either side of the escape, and the most.
BLOCKS = (MOST_META, ESCAPE, MOST_META, ESCAPE - 1, MOST_META, ESCAPE + 1, MOST_META - 1)


class FileRules(NamedTuple):
    """The input that may be generated although some decoders reject it, by policy."""

    loose: Loose = Loose()
    duplicate_names: bool = False
    ill_formed: bool = False
    deep: bool = False


STRICT = FileRules()


def choose_sets(choose: Choose, rules: FileRules = STRICT) -> list[SpelledDataSet]:
    """Data sets, mostly one; occasionally with a meta block at the limit of its length."""
    number = choose(WIDEST)
    if number == WIDEST - 1:
        one = choose_set(choose, rules)
        return [one] * (MANY_SETS if len(write_data_set(one)) < MUCH else 2)
    sets = [choose_set(choose, rules) for _ in range(SETS[number % len(SETS)])]
    if number % 24 == 23:
        sets[0] = sized(sets[0], BLOCKS[choose(len(BLOCKS))])
    elif number == WIDEST - 2:
        sets.append(sets[0])
    return sets


def choose_set(choose: Choose, rules: FileRules = STRICT) -> SpelledDataSet:
    """A data set within the rules."""
    number = choose(WIDEST)
    rows = MANY_ROWS[number % 3] if number == WIDEST - 1 else ROWS[number % len(ROWS)]
    schema = choose_schema(choose, rows=rows > 0, duplicates=rules.duplicate_names)
    return SpelledDataSet(
        schema,
        _choose_description(choose, rules),
        choose_meta(choose, ill_formed=rules.ill_formed, deep=rules.deep),
        choose_rows(choose, schema, rows),
    )


def _choose_description(choose: Choose, rules: FileRules) -> Json:
    number = choose(WIDEST)
    if rules.ill_formed and number % 4 == 3:
        return {"utf8": ILL_FORMED[number % len(ILL_FORMED)].hex()}
    return DESCRIPTIONS[number % len(DESCRIPTIONS)]


def choose_rows(choose: Choose, schema: GeneratedSchema, count: int) -> list[list[Json]]:
    """As many rows, of which the first few are generated and then repeated."""
    drawn = [choose_row(choose, schema) for _ in range(min(count, DRAWN))]
    if count > DRAWN and sum(len(write_row(schema, row)) for row in drawn) > MUCH:
        return drawn
    return [drawn[place % DRAWN] for place in range(count)]


def sized(one: SpelledDataSet, octets: int) -> SpelledDataSet:
    """Return the data set with a description that makes its meta block that many octets long, if possible."""
    rest = len(write_block(one._replace(description=""))) - 1
    for head, least, most in ((3, 256, ESCAPE), (5, ESCAPE + 1, MOST_META)):
        if least <= octets - rest - head <= most:
            return one._replace(description="d" * (octets - rest - head))
    return one


def to_json(sets: Sequence[SpelledDataSet]) -> Json:
    """Return the value that a decoder delivers, any NaN for a NaN."""
    return [_set_to_json(one, one.meta, one.rows) for one in sets]


def to_request(sets: Sequence[SpelledDataSet]) -> Json:
    """Return the value that an encoder is given, with the default NaN."""
    return [_set_to_json(one, dspack_meta.plain(one.meta), plain_rows(one.schema, one.rows)) for one in sets]


def plain_rows(schema: GeneratedSchema, rows: Sequence[list[Json]]) -> list[list[Json]]:
    """Return the rows with the default NaN."""
    fields = schema.values
    return [[plain_value(field, value) for field, value in zip(fields, row, strict=True)] for row in rows]


def partial_rows(schema: GeneratedSchema, rows: Sequence[list[Json]]) -> list[list[Json]]:
    """Return the values of the rows before the first dynamic field."""
    count = sum(field.has_value for field in schema.fixed)
    return [row[:count] for row in rows]


def _set_to_json(one: SpelledDataSet, meta: Json, rows: Sequence[list[Json]]) -> Json:
    schema = one.schema
    head = {"version": "1", "schema": schema.text, "fields": names(schema), "description": one.description}
    return {**head, "meta": meta, "rows": rows}
