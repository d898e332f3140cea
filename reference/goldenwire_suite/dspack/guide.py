"""The guide to DataSetPack files of unknown origin: they are whole files, or the text of a schema."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from goldenwire_reference.dspack.schema import parse
from goldenwire_reference.dspack.tables import STRINGS
from goldenwire_reference.format import Json
from goldenwire_suite.dspack.rules import RULES
from goldenwire_suite.guides import Attempt, Branch, Evidence, Guide, Tree, binary, by_tag, listed, number, quoted

SCHEMA = b"schema"  # a key of every meta block


def attempts(data: bytes) -> Iterable[Attempt]:
    """Return the scopes that need no schema besides the bytes; rows alone need one."""
    yield Attempt({"scope": "file"}, "scope file", Evidence.MARKED if SCHEMA in data[:200] else Evidence.PLAIN)
    if data[:1] and data[:1] in b"!<>=@" and data.isascii():
        yield Attempt({"scope": "schema"}, "scope schema", Evidence.PLAIN)


def show(value: Json, context: Json) -> Tree:
    """Return data sets, a row or a schema as people write them."""
    scope = (context or {}).get("scope", "file")
    if scope == "row":
        return _row(value, context["schema"])
    if scope == "schema":
        return listed([_field(field) for field in value["fields"]], f"schema {value['flag']}(", ")")
    found = [_data_set(one, at) for at, one in enumerate(value, 1)]
    return found[0] if len(found) == 1 else Branch(f"{len(found)} data sets", found, "", is_tall=True)


def _field(field: Json) -> str:
    count = f"{field['count']}:" if field["count"] else ""
    named = f" {field['name']}" if field["name"] else ""
    return f"{count}{field['length'] or ''}{field['type']}{named}" + (f" ({field['note']})" if field["note"] else "")


def _data_set(found: Json, at: int) -> Branch:
    schema, meta = found["schema"], found["meta"]
    parts: list[tuple[str, Tree]] = [("schema: ", " ".join(schema.split()))]
    if found["description"]:
        parts.append(("description: ", _text(found["description"])))
    if meta != {"map": {}}:
        parts.append(("meta: ", _meta(meta)))
    rows = [_row(row, schema) for row in found["rows"]]
    return Branch(f"data set {at}", [*parts, (f"{len(rows):,} rows: ", listed(rows))], "", is_tall=True)


def _text(text: Json) -> str:
    return quoted(text) if isinstance(text, str) else f"not UTF-8: {text['utf8']}"


def _row(row: Json, schema: str) -> Tree:
    """Return the values of a row, with their names; of a partial row as far as they go."""
    fields = [field for field in parse(schema, duplicates=True).fields if field.has_value]
    values = row if isinstance(row, list) else [row]
    return listed(
        [(f"{field.label}: ", _value(value, field.type)) for field, value in zip(fields, values, strict=False)],
        "(",
        ")",
    )


def _value(value: Json, type: str) -> Tree:
    if isinstance(value, list):
        return listed([_value(one, type) for one in value])
    if not isinstance(value, str):
        return by_tag(value, {})
    return _octets(value) if type in STRINGS or type == "c" else number(value)


def _octets(digits: str) -> str:
    """Return octets as text if they are, without the zeros that fill them up."""
    octets = bytes.fromhex(digits)
    text = octets.rstrip(b"\0").decode("utf-8", "replace")
    return quoted(text) if text.isprintable() and "\ufffd" not in text else f"octets {digits}"


def _meta(value: Json) -> Tree:
    return by_tag(value, TAGS)


TAGS: Mapping[str, Callable[[Any], Tree]] = {
    "int": number,
    "float": number,
    "str": quoted,
    "utf8": lambda digits: f"not UTF-8: {digits}",
    "bin": binary,
    "array": lambda values: listed([_meta(value) for value in values]),
    "map": lambda pairs: listed([(f"{quoted(key)}: ", _meta(value)) for key, value in pairs.items()], "{", "}"),
}

GUIDE = Guide(attempts=attempts, show=show, rules=RULES)
