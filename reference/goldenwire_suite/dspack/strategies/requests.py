"""Other forms of values for an encoder of the DataSetPack format than a decoder would deliver."""

import struct
from collections.abc import Callable, Collection, Sequence

from goldenwire_suite.dspack.strategies.files import plain_rows, to_json, to_request
from goldenwire_suite.dspack.strategies.rows import ANY_NAN, atoms
from goldenwire_suite.dspack.strategies.schemas import STRINGS, GeneratedField, GeneratedSchema
from goldenwire_suite.dspack.strategies.spellings import SpelledDataSet
from goldenwire_suite.strategies import WIDEST, Choose, Json

# Doubles for an f: halfway between two and beside it, the greatest that does not round to infinity, too small, exact.
DOUBLES = (
    1.5, 0.1, 1 + 2.0**-24, 1 + 2.0**-24 + 2.0**-52, 1 + 3 * 2.0**-24, 16777217.0, 16777219.0, -0.0, 2.0**-150,
    2.0**-149, -(2.0**-151), float("inf"), 2.0**128 - 2.0**104, 2.0**128 - 2.0**103 - 2.0**75, 1e-310,
    2.0**-126 - 2.0**-151, -0.3,
)  # fmt: skip

# (field, value, number) -> the value and its given form; `number` varies the form.
Rephrase = Callable[[GeneratedField, Json, int], Json]


def choose_request(choose: Choose, sets: Sequence[SpelledDataSet], features: Collection[str]) -> tuple[Json, Json]:
    """Data sets in a form for an encoder, and as they are delivered."""
    phrases = _choose_phrases(choose, [one.schema for one in sets], features)
    if not phrases:
        return to_request(sets), to_json(sets)
    sets, given = _rephrased_sets(sets, phrases)
    value = to_request(sets)
    for one, rows in zip(value, given, strict=True):
        one["rows"] = rows
        _rephrase_head(one, phrases)
    return value, to_json(sets)


def choose_row_request(
    choose: Choose, schema: GeneratedSchema, row: list[Json], features: Collection[str]
) -> tuple[Json, list[Json]]:
    """A row in a form for an encoder, and as it is delivered."""
    phrases = _choose_phrases(choose, [schema], features)
    row, given = _rephrased(schema, row, phrases)
    return given, row


def _choose_phrases(choose: Choose, schemas: Sequence[GeneratedSchema], features: Collection[str]) -> dict[str, int]:
    """Choose which of the other forms to use, and a number that varies each."""
    allowed = [name for name, feature in PHRASES.items() if not feature or feature in features]
    count = (0, 1, 2, 3, 5)[choose(5)]
    phrases = {allowed[choose(len(allowed))]: choose(WIDEST) for _ in range(count)}
    if count and any(field.type == "f" for schema in schemas for field in schema.fields) and choose(2):
        phrases["double"] = choose(WIDEST)
    return phrases


# The feature that each other form needs.
PHRASES = {
    "implied": "", "double": "", "short": "", "zeros": "", "members": "", "named": "rows-by-name", "text": "text",
}  # fmt: skip


def _rephrased_sets(
    sets: Sequence[SpelledDataSet], phrases: dict[str, int]
) -> tuple[list[SpelledDataSet], list[list[Json]]]:
    found, given = [], []
    for one in sets:
        pairs = [_rephrased(one.schema, row, phrases) for row in one.rows]
        found.append(one._replace(rows=[row for row, _ in pairs]))
        given.append([words for _, words in pairs])
    return found, given


def _rephrased(schema: GeneratedSchema, row: list[Json], phrases: dict[str, int]) -> tuple[list[Json], Json]:
    """Return a row as it is delivered, and as it is given."""
    fields = schema.values
    if "double" in phrases:
        row, given = _doubles(fields, row, phrases["double"])
    else:
        [given] = plain_rows(schema, [row])
    for name, rephrase in ((name, _STRINGS[name]) for name in ("short", "zeros", "text") if name in phrases):
        number = phrases[name]
        given = [_each(field, value, rephrase, number) for field, value in zip(fields, given, strict=True)]
    if "named" not in phrases:
        return row, given
    pairs = [(field.name, value) for field, value in zip(fields, given, strict=True)]
    turn = phrases["named"] % len(pairs) if pairs else 0
    pairs = pairs[turn:] + pairs[:turn]
    return row, dict(pairs if phrases["named"] % 2 else pairs[::-1])


def _each(field: GeneratedField, value: Json, rephrase: Rephrase, number: int) -> Json:
    if field.type not in STRINGS and field.type != "c":
        return value
    given = [rephrase(field, atom, number) for atom in atoms(field, value)]
    return given if field.count else given[0]


def _doubles(fields: Sequence[GeneratedField], row: list[Json], number: int) -> tuple[list[Json], list[Json]]:
    """Return the row with other numbers for f, and the doubles that are given for them."""
    delivered, given = list(row), list(row)
    for place, (field, value) in enumerate(zip(fields, row, strict=True)):
        if field.type == "f":
            doubles = [DOUBLES[(number + place + at) % len(DOUBLES)] for at, _ in enumerate(atoms(field, value))]
            rounded = [f"0x{struct.pack('>f', double).hex()}" for double in doubles]
            wide = [f"0x{struct.pack('>d', double).hex()}" for double in doubles]
            delivered[place], given[place] = (rounded, wide) if field.count else (rounded[0], wide[0])
        elif field.type == "d":
            given[place] = [_default(atom) for atom in value] if field.count else _default(value)
    return delivered, given


def _default(atom: Json) -> Json:
    return "0x7ff8000000000000" if atom == ANY_NAN["d"] else atom


def _short(field: GeneratedField, atom: Json, number: int) -> Json:
    """Return octets that a fixed width pads again."""
    return bytes.fromhex(atom).rstrip(b"\0").hex() if field.type == "s" and not field.is_dynamic_string else atom


def _zeros(field: GeneratedField, atom: Json, number: int) -> Json:
    """Return octets with zeros that are trimmed again."""
    return atom + "00" * (1 + number % 5) if field.type == "S" else atom


def _text(field: GeneratedField, atom: Json, number: int) -> Json:
    """Return octets as the text that they encode in UTF-8, if they do."""
    try:
        return {"text": bytes.fromhex(atom).decode()}
    except UnicodeDecodeError:
        return atom


_STRINGS: dict[str, Rephrase] = {"short": _short, "zeros": _zeros, "text": _text}


def _rephrase_head(one: Json, phrases: dict[str, int]) -> None:
    if "implied" in phrases:
        for name in ("version", "fields")[phrases["implied"] % 3 == 1 : 2 - (phrases["implied"] % 3 == 2)]:
            del one[name]
    if "members" in phrases:
        one["meta"] = _turned(one["meta"], phrases["members"])


def _turned(tree: Json, number: int) -> Json:
    """Return the tree with the members of its maps in another order."""
    if not isinstance(tree, dict):
        return tree
    [(tag, content)] = tree.items()
    if tag == "array":
        return {tag: [_turned(item, number) for item in content]}
    if tag != "map" or not content:
        return tree
    pairs = [(key, _turned(member, number)) for key, member in content.items()]
    turn = number % len(pairs)
    pairs = pairs[turn:] + pairs[:turn]
    return {tag: dict(pairs if number % 2 else pairs[::-1])}
