"""Mutations of section 11 of spec.md: the requests that an encoder refuses, and their error classes."""

import struct
from typing import Any

from goldenwire_reference.dspack.model import DataSet
from goldenwire_reference.dspack.schema import parse
from goldenwire_reference.dspack.tables import INT_RANGE
from goldenwire_reference.errors import NotationError
from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Edit, Replaced, given, returned

_LISTED, _SHAPED, _ROW = "notation.file_from_json", "notation._data_set_from_json", "encode_row.encode_row"
_TEXT, _META, _USER_META = "notation._text_from_json", "notation.meta_from_json", "notation._user_meta_from_json"
_EMPTY = {"schema": "!", "description": "", "meta": {"map": {}}, "rows": []}
_TAGS = {"int", "float", "str", "bin", "array", "map"}
_MEMBERS = {"version", "fields", *_EMPTY}
_UNFILLED = Edit(_ROW, "octets.ljust(size, b'\\x00') -> octets.ljust(min(size, 1 << 20), b'\\x00')")


def _placed(error: Any, offset: int) -> Any:
    error.offset = offset
    return error


def _out_of_range(value: Any) -> bool:
    return isinstance(value, int) and not INT_RANGE[0] <= value <= INT_RANGE[1]


def _from_octets(original: Any, value: Any, *level: int) -> Any:
    octets = isinstance(value, dict) and "utf8" in value
    return bytes.fromhex(value["utf8"]).decode("latin-1") if octets else original(value, *level)


def _without_tag(original: Any, value: Any, *level: int) -> Any:
    try:
        return original(value, *level)
    except NotationError:
        return next(iter(value.values()), {}) if isinstance(value, dict) else value


def _in_lower_case(original: Any, value: Any, *level: int) -> Any:
    lowered = {name.lower(): member for name, member in value.items()} if isinstance(value, dict) else value
    return original(lowered, *level)


def _single(bits: str) -> float:
    (number,) = struct.unpack(">f", bytes.fromhex(bits[2:]))
    return float(number)


def _tag(value: Any) -> Any:
    """Return the tag of a value of the user meta, None if it has none."""
    return next(iter(value)) if isinstance(value, dict) and len(value) == 1 else None


def _stripped(original: Any, value: Any, *level: int) -> Any:
    while _tag(value) == "map" and _tag(value["map"]) == "map" and isinstance(value["map"]["map"], dict):
        value = value["map"]
    return original(value, *level)


def _among_others(original: Any, value: Any, *level: int) -> Any:
    inner = value["map"] if _tag(value) == "map" else None
    if isinstance(inner, dict) and len(inner) > 1 and _tag(inner.get("map")) == "map":
        value = inner["map"]
    return original(value, *level)


def _of_other_kinds_left_out(original: Any, value: Any, *level: int) -> Any:
    inner = value["map"] if _tag(value) == "map" else None
    if isinstance(inner, dict):
        kept = {key: one for key, one in inner.items() if key not in _TAGS or _tag(one) in (key, None)}
        value = {"map": kept}
    return original(value, *level)


def _without_map_tag(original: Any, value: Any) -> Any:
    notation = original(value)
    return notation["map"] if _tag(notation) == "map" and _tag(notation["map"]) in _TAGS else notation


ENCODING = (
    mutation("lengths-are-values", "ENC-02", "it names VALUE for a wrong length",
        Edit("encode_row._length", "'LENGTH' -> 'VALUE'")),
    mutation("values-are-lengths", "ENC-02", "it names LENGTH for a value out of range",
        Edit("encode_row._wrong", "'VALUE' -> 'LENGTH'")),
    mutation("kinds-are-arities", "ENC-02", "it names ARITY for a value of the wrong kind",
        Edit("notation._wrong", "'VALUE' -> 'ARITY'")),
    mutation("arities-are-lengths", "ENC-02", "it names LENGTH for a wrong number of values",
        Edit(_ROW,
             "EncodeError('ARITY', 'DSPACK-API-04', sentence) -> EncodeError('LENGTH', 'DSPACK-API-04', sentence)")),
    mutation("names-are-values", "ENC-02", "it names VALUE for a wrong name",
        Edit("encode_row.in_order", "'ARITY' -> 'VALUE'")),
    mutation("no-fields-is-schema", "ENC-02", "it names SCHEMA for a row under a schema without fields",
        Edit(_ROW, "EncodeError('ARITY', 'DSPACK-SCHEMA-19', 'a schema without fields has no rows') -> "
             "EncodeError('SCHEMA', 'DSPACK-SCHEMA-19', 'a schema without fields has no rows')")),
    mutation("schemas-are-values", "ENC-02", "it names VALUE for an illegal schema",
        Edit("schema.refusal", "error.code -> 'VALUE'")),
    mutation("no-data-set-is-value", "ENC-02", "it names VALUE for no data set",
        Edit("encode.encode", "'ARITY' -> 'VALUE'")),
    mutation("meta-is-length", "ENC-02", "it names LENGTH for user meta that cannot be",
        Edit("encode_meta._refuse", "'VALUE' -> 'LENGTH'")),
    mutation("meta-notation-is-schema", "ENC-02", "it names SCHEMA for a description or user meta of the wrong kind",
        Edit(_SHAPED, "EncodeError('VALUE', 'DSPACK-ENC-06', str(error)) -> "
             "EncodeError('SCHEMA', 'DSPACK-ENC-06', str(error))")),
    mutation("long-meta-is-value", "ENC-02", "it names VALUE for a meta block that is too long",
        Edit("encode_meta.encode_block", "'LENGTH' -> 'VALUE'")),
    mutation("long-row-is-value", "ENC-02", "it names VALUE for a row that is too long",
        Edit("encode_row._Row.put", "'LENGTH' -> 'VALUE'")),
    mutation("rows-of-kind-are-arities", "ENC-02", "it names ARITY for a row that is neither a list nor an object",
        Edit("notation.row_from_json", "'VALUE' -> 'ARITY'")),
    mutation("versions-are-versions", "ENC-02", "it names VERSION for another version that it is to write",
        Edit(_SHAPED,
             "EncodeError('VALUE', 'DSPACK-ENC-10', sentence) -> EncodeError('VERSION', 'DSPACK-ENC-10', sentence)")),
    mutation("shapes-are-arities", "ENC-02", "it names ARITY for what is no list of data sets",
        Edit(_LISTED, "'VALUE' -> 'ARITY'")),
    mutation("no-data-sets-no-octets", "ENC-05", "it writes no octets for no data sets",
        Edit("encode.encode", "not data_sets -> False")),
    mutation("no-data-sets-empty-one", "ENC-05", "it writes an empty data set for no data sets",
        Replaced("encode.encode", lambda original, data_sets: original(data_sets or [DataSet(parse("!"))]))),
    mutation("offset-0-for-none", "ENC-09", "it gives 0 for the offset of a row's value that it refuses",
        returned("encode_row._wrong", lambda error: _placed(error, 0)),
        returned("encode_row._length", lambda error: _placed(error, 0))),
    mutation("offset-in-the-schema", "ENC-09",
        "it gives the offset in its text for a schema that it refuses to write under",
        Replaced("schema.refusal", lambda original, error: _placed(original(error), error.offset))),
    mutation("version-not-looked-at", "ENC-10", "it does not look at the version that it is given",
        Edit(_SHAPED, "value.get('version', str(VERSION)) != str(VERSION) -> False")),
    mutation("version-null-is-none", "ENC-10", "it takes null for a version that is left out",
        Edit(_SHAPED, "value.get('version', str(VERSION)) -> value.get('version') or str(VERSION)")),
    mutation("version-of-any-spelling", "ENC-10", "it takes any spelling of 1 for the version",
        Edit(_SHAPED, "value.get('version', str(VERSION)) -> str(value.get('version', VERSION)).lstrip('0')")),
    mutation("null-for-no-data-sets", "ENC-11", "it takes null for no data sets",
        Replaced(_LISTED, lambda original, value: original([] if value is None else value))),
    mutation("data-set-for-a-list", "ENC-11", "it takes a data set for a list of one",
        Replaced(_LISTED, lambda original, value: original([value] if isinstance(value, dict) else value))),
    mutation("other-data-sets-skipped", "ENC-11", "it passes over what is no object among the data sets",
        Edit(_LISTED, "items(value, 'data sets') -> "
             "[one for one in items(value, 'data sets') if isinstance(one, dict)]")),
    mutation("further-members-dropped", "ENC-11", "it passes over a member that a data set does not have",
        Replaced(_SHAPED, lambda original, value:
                 original({key: value[key] for key in _MEMBERS & value.keys()} if isinstance(value, dict) else value))),
    mutation("members-in-any-case", "ENC-11", "it looks for the members of a data set without regard to case",
        Replaced(_SHAPED, _in_lower_case)),
    mutation("missing-members-empty", "ENC-11", "it takes a missing member of a data set for an empty one",
        Replaced(_SHAPED, lambda original, value: original(_EMPTY | value if isinstance(value, dict) else value))),
    mutation("rows-of-any-kind", "ENC-11", "it takes null for no rows, and an object for its members",
        Edit(_SHAPED,
             "value['rows'] -> [*value['rows'].values()] if isinstance(value['rows'], dict) else value['rows'] or []")),
    mutation("schemas-of-any-kind", "ENC-11", "it takes null for a schema without fields, and an object for its member",
        Replaced("notation.schema_from_text", lambda original, text: original(
                 "!" if text is None else next(iter(text.values())) if isinstance(text, dict) else text))),
    mutation("meta-integers-wrap", "ENC-06", "it writes integers of the user meta modulo 2^64",
        Replaced("encode_meta._value", lambda original, value, *given:
                 original(value % 2**64 if _out_of_range(value) else value, *given))),
    mutation("meta-integers-as-floats", "ENC-06",
        "it writes an integer of the user meta that is out of range as a float",
        Replaced("encode_meta._value", lambda original, value, *given:
                 original(float(str(value)) if _out_of_range(value) else value, *given))),
    mutation("meta-octets-written", "ENC-06", "it takes octets for a str or a description, as Latin-1",
        Replaced(_TEXT, _from_octets), Replaced(_META, _from_octets)),
    mutation("meta-null-is-empty", "ENC-06", "it takes null for an empty description and for empty user meta",
        Replaced(_TEXT, lambda original, value: original("" if value is None else value)),
        Replaced(_USER_META, lambda original, value: original({"map": {}} if value is None else value))),
    mutation("meta-of-other-kinds-empty", "ENC-06", "it takes a value with another tag than map for empty user meta",
        Replaced(_USER_META, lambda original, value:
                 original({"map": {}} if _tag(value) in _TAGS - {"map"} else value))),
    mutation("meta-of-any-kind", "ENC-06", "it takes user meta without tags",
        Replaced(_USER_META, lambda original, value: original(value or {"map": {}})), Replaced(_META, _without_tag),
        Replaced(_TEXT, _without_tag)),
    mutation("map-keys-are-tags", "META-05 SCOPE-05",
        "it takes the tag map away as often as it is there, and with it the only key of a map",
        Replaced(_META, _stripped)),
    mutation("map-keys-among-others", "META-05 SCOPE-05",
        "it looks for the tag map among the keys of a map, and writes what is under it",
        Replaced(_META, _among_others)),
    mutation("other-keys-are-tags", "META-05 SCOPE-05",
        "it leaves out a key with the name of a tag whose value is of another kind",
        Replaced(_META, _of_other_kinds_left_out)),
    mutation("keys-delivered-as-tags", "META-05 SCOPE-05",
        "it delivers a map without its tag where its only key has the name of one",
        Replaced("notation.meta_to_json", _without_map_tag)),
    mutation("tags-in-any-case", "ENC-06", "it looks for the tags of user meta without regard to case",
        Replaced(_META, _in_lower_case), Replaced(_USER_META, _in_lower_case)),
    mutation("meta-floats-of-8-digits", "ENC-06", "it takes 8 digits for a float of the user meta, a float 32",
        Replaced("notation._meta_float", lambda original, content, level:
                 _single(content) if isinstance(content, str) and len(content) == 10 else original(content, level))),
    mutation("meta-floats-filled-up", "ENC-06", "it fills the digits of a float of the user meta up with zeros",
        given("notation._meta_float", lambda content:
              f"0x{content[2:]:0>16}" if isinstance(content, str) and content[:2] == "0x" else content)),
    mutation("meta-levels-unlimited", "ENC-06", "it writes as many levels of user meta as there are",
        Edit("encode_meta._nested", "level > META_DEPTH -> False")),
    mutation("meta-level-17-written", "ENC-06", "it writes user meta of 17 levels",
        Edit("encode_meta._nested", "level > META_DEPTH -> level > META_DEPTH + 1")),
    mutation("meta-levels-from-2", "ENC-06 LIM-03", "it writes user meta of 15 levels",
        Edit("encode_meta._nested", "level > META_DEPTH -> level > META_DEPTH - 1")),
    mutation("long-row-written", "ENC-06", "it writes a row of more than 2147483647 octets",
        Edit("encode_row._Row.put", "self.size > MAX_ROW -> False"), _UNFILLED),
    mutation("row-of-2-to-the-31-written", "ENC-06 ROW-07", "it writes a row of 2147483648 octets",
        Edit("encode_row._Row.put", "self.size > MAX_ROW -> self.size > MAX_ROW + 1"), _UNFILLED),
    mutation("row-not-measured", "LIM-01", "it measures a row in 32 bits with a sign, and finds none too long",
        Edit("encode_row._Row.put", "self.size -> (self.size + 2**31) % 2**32 - 2**31"), _UNFILLED),
)

MUTATIONS = ENCODING
