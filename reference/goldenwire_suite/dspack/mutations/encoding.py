"""Mutations of section 11 of spec.md: the requests that an encoder refuses, and their error classes."""

from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Change, Edit, Rewrite

_JOINED = 'octets.ljust(size, b"\\0") for octets, size in row.parts'
_TOO_LONG = "if self.size > MAX_ROW:"


_LISTED, _SHAPED = "notation.file_from_json", "notation._data_set_from_json"
_MEMBERS = 'members(value, ("schema", "description", "meta", "rows"), ("version", "fields"), "data set")'


def _placed(function: str, made: str, place: str = "0") -> Change:
    """A change that gives an offset to a refusal that a function makes."""
    return Rewrite(function, f"return {made}", f"made = {made}\n    made.offset = {place}\n    return made")


def _row_unfilled() -> Change:
    """A change that allocates no more than 1 MiB for the padding of a row, however long it is."""
    return Rewrite("encode_row.encode_row", _JOINED, _JOINED.replace("size,", "min(size, 1 << 20),"))


ENCODING = (
    mutation("lengths-are-values", "ENC-02", "it names VALUE for a wrong length",
        Edit("encode_row._length",
             "EncodeError('LENGTH', requirement, f'{field.label}: {sentence}') -> "
             "EncodeError('VALUE', requirement, f'{field.label}: {sentence}')")),
    mutation("values-are-lengths", "ENC-02", "it names LENGTH for a value out of range",
        Edit("encode_row._wrong",
             "EncodeError('VALUE', requirement, f'{field.label}: expected {expected}, found {found!r:.60}') -> "
             "EncodeError('LENGTH', requirement, f'{field.label}: expected {expected}, found {found!r:.60}')")),
    mutation("kinds-are-arities", "ENC-02", "it names ARITY for a value of the wrong kind",
        Edit("notation._wrong",
             "EncodeError('VALUE', 'DSPACK-TYPE-21', f'{field.label}: expected {expected}, found "
             "{found!r:.60}') -> "
             "EncodeError('ARITY', 'DSPACK-TYPE-21', f'{field.label}: expected {expected}, found {found!r:.60}')")),
    mutation("arities-are-lengths", "ENC-02", "it names LENGTH for a wrong number of values",
        Edit("encode_row.encode_row",
             "EncodeError('ARITY', 'DSPACK-API-04', sentence) -> "
             "EncodeError('LENGTH', 'DSPACK-API-04', sentence)")),
    mutation("names-are-values", "ENC-02", "it names VALUE for a wrong name",
        Edit("encode_row.in_order",
             "EncodeError('ARITY', 'DSPACK-API-04', f\"{sentence}; the fields are {', '.join(names)}\") -> "
             "EncodeError('VALUE', 'DSPACK-API-04', f\"{sentence}; the fields are {', '.join(names)}\")")),
    mutation("no-fields-is-schema", "ENC-02", "it names SCHEMA for a row under a schema without fields",
        Edit("encode_row.encode_row",
             "EncodeError('ARITY', 'DSPACK-SCHEMA-19', 'a schema without fields has no rows') -> "
             "EncodeError('SCHEMA', 'DSPACK-SCHEMA-19', 'a schema without fields has no rows')")),
    mutation("schemas-are-values", "ENC-02", "it names VALUE for an illegal schema",
        Edit("schema.refusal", "error.code -> 'VALUE'")),
    mutation("no-data-set-is-value", "ENC-02", "it names VALUE for no data set",
        Edit("encode.encode",
             "EncodeError('ARITY', 'DSPACK-ENC-05', 'expected at least one data set, found none') -> "
             "EncodeError('VALUE', 'DSPACK-ENC-05', 'expected at least one data set, found none')")),
    mutation("meta-is-length", "ENC-02", "it names LENGTH for user meta that cannot be",
        Edit("encode_meta._refuse",
             "EncodeError('VALUE', 'DSPACK-ENC-06', f'{what}: {found}') -> "
             "EncodeError('LENGTH', 'DSPACK-ENC-06', f'{what}: {found}')")),
    mutation("meta-notation-is-schema", "ENC-02",
        "it names SCHEMA for a description or user meta of the wrong kind",
        Edit(_SHAPED,
             "EncodeError('VALUE', 'DSPACK-ENC-06', str(error)) -> "
             "EncodeError('SCHEMA', 'DSPACK-ENC-06', str(error))")),
    mutation("long-meta-is-value", "ENC-02", "it names VALUE for a meta block that is too long",
        Edit("encode_meta.encode_block",
             "EncodeError('LENGTH', 'DSPACK-META-04', sentence) -> "
             "EncodeError('VALUE', 'DSPACK-META-04', sentence)")),
    mutation("long-row-is-value", "ENC-02", "it names VALUE for a row that is too long",
        Edit("encode_row._Row.put",
             "EncodeError('LENGTH', 'DSPACK-ENC-06', f'the row would have more than {MAX_ROW} octets') -> "
             "EncodeError('VALUE', 'DSPACK-ENC-06', f'the row would have more than {MAX_ROW} octets')")),
    mutation("rows-of-kind-are-arities", "ENC-02", "it names ARITY for a row that is neither a list nor an object",
        Edit("notation.row_from_json",
             "EncodeError('VALUE', 'DSPACK-ENC-08', f'row: expected values in order or by name, found "
             "{row!r:.60}') -> "
             "EncodeError('ARITY', 'DSPACK-ENC-08', f'row: expected values in order or by name, found "
             "{row!r:.60}')")),
    mutation("versions-are-versions", "ENC-02", "it names VERSION for another version that it is to write",
        Edit(_SHAPED,
             "EncodeError('VALUE', 'DSPACK-ENC-10', sentence) -> "
             "EncodeError('VERSION', 'DSPACK-ENC-10', sentence)")),
    mutation("shapes-are-arities", "ENC-02", "it names ARITY for what is no list of data sets",
        Edit(_LISTED,
             "EncodeError('VALUE', 'DSPACK-ENC-11', str(error)) -> "
             "EncodeError('ARITY', 'DSPACK-ENC-11', str(error))")),
    mutation("no-data-sets-no-octets", "ENC-05", "it writes no octets for no data sets",
        Edit("encode.encode", "not data_sets -> False")),
    mutation("no-data-sets-empty-one", "ENC-05", "it writes an empty data set for no data sets",
          Rewrite("encode.encode", "if not data_sets:", "from goldenwire_reference.dspack.schema import parse\n"
                  '    data_sets = data_sets or [DataSet(parse("!"))]\n    if not data_sets:')),
    mutation(
        "offset-0-for-none", "ENC-09", "it gives 0 for the offset of a row's value that it refuses",
        _placed("encode_row._wrong",
                'EncodeError("VALUE", requirement, f"{field.label}: expected {expected}, found {found!r:.60}")'),
        _placed("encode_row._length", 'EncodeError("LENGTH", requirement, f"{field.label}: {sentence}")'),
    ),
    mutation(
        "offset-in-the-schema", "ENC-09", "it gives the offset in its text for a schema that it refuses to write under",
        _placed("schema.refusal", "EncodeError(error.code, requirement, error.message)", "error.offset"),
    ),
    mutation("version-not-looked-at", "ENC-10", "it does not look at the version that it is given",
        Edit(_SHAPED, "value.get('version', str(VERSION)) != str(VERSION) -> False")),
    mutation("version-null-is-none", "ENC-10", "it takes null for a version that is left out",
        Edit(_SHAPED, "value.get('version', str(VERSION)) -> value.get('version') or str(VERSION)")),
    mutation("version-of-any-spelling", "ENC-10", "it takes any spelling of 1 for the version",
        Edit(_SHAPED, "value.get('version', str(VERSION)) -> str(value.get('version', VERSION)).lstrip('0')")),
    mutation("null-for-no-data-sets", "ENC-11", "it takes null for no data sets",
          Rewrite(_LISTED, "try:", "value = [] if value is None else value\n    try:")),
    mutation("data-set-for-a-list", "ENC-11", "it takes a data set for a list of one",
          Rewrite(_LISTED, "try:", "value = [value] if isinstance(value, dict) else value\n    try:")),
    mutation("other-data-sets-skipped", "ENC-11", "it passes over what is no object among the data sets",
        Edit(_LISTED,
             "[_data_set_from_json(one) for one in items(value, 'data sets')] -> "
             "[_data_set_from_json(one) for one in items(value, 'data sets') if isinstance(one, dict)]")),
    mutation("further-members-dropped", "ENC-11", "it passes over a member that a data set does not have",
          Rewrite(_SHAPED, _MEMBERS, "value = {key: one for key, one in value.items() if key != 'names'} if "
                  f"isinstance(value, dict) else value\n    {_MEMBERS}")),
    mutation("missing-members-empty", "ENC-11", "it takes a missing member of a data set for an empty one",
          Rewrite(_SHAPED, _MEMBERS, "empty = {'schema': '!', 'description': '', 'meta': {'map': {}}, 'rows': []}\n"
                  f"    value = {{**empty, **value}} if isinstance(value, dict) else value\n    {_MEMBERS}")),
    mutation("rows-of-any-kind", "ENC-11", "it takes null for no rows, and an object for its members",
        Edit(_SHAPED,
             "value['rows'] -> "
             "[*value['rows'].values()] if isinstance(value['rows'], dict) else value['rows'] or []")),
    mutation("schemas-of-any-kind", "ENC-11", "it takes null for a schema without fields, and an object for its member",
          Rewrite("notation.schema_from_text", "if not isinstance(text, str):",
                  "text = '!' if text is None else text['str'] if isinstance(text, dict) else text\n"
                  "    if not isinstance(text, str):")),
    mutation(
        "meta-integers-wrap", "ENC-06", "it writes integers of the user meta modulo 2^64",
        Rewrite(
            "encode_meta._value",
            "if isinstance(value, int) and INT_RANGE[0] <= value <= INT_RANGE[1]:\n        return value",
            "if isinstance(value, int):\n        return value if INT_RANGE[0] <= value <= INT_RANGE[1] else value & "
            "2**64 - 1",
        ),
    ),
    mutation(
        "meta-integers-as-floats", "ENC-06", "it writes an integer of the user meta that is out of range as a float",
        Rewrite(
            "encode_meta._value",
            "if isinstance(value, int) and INT_RANGE[0] <= value <= INT_RANGE[1]:\n        return value",
            "if isinstance(value, int):\n        return value if INT_RANGE[0] <= value <= INT_RANGE[1] else "
            "float(value % 10**300)",
        ),
    ),
    mutation(
        "meta-octets-written", "ENC-06", "it writes strs and descriptions that are not UTF-8",
        Rewrite(
            "notation._text_from_json", "if not isinstance(value, str):",
            "if isinstance(value, dict) and 'utf8' in value:\n"
            "        return bytes.fromhex(value['utf8']).decode('latin-1')\n    if not isinstance(value, str):",
        ),
        Rewrite(
            "notation.meta_from_json", "if tag in _FROM_JSON:",
            "if tag == 'utf8':\n            return _text_from_json(value)\n        if tag in _FROM_JSON:",
        ),
    ),
    mutation(
        "meta-null-is-empty", "ENC-06", "it takes null for an empty description and for empty user meta",
        Rewrite(
            "notation._text_from_json", "if not isinstance(value, str):",
            "value = '' if value is None else value\n    if not isinstance(value, str):",
        ),
        Rewrite(
            "notation._user_meta_from_json", "if not isinstance(value, dict)",
            'value = {"map": {}} if value is None else value\n    if not isinstance(value, dict)',
        ),
    ),
    mutation(
        "meta-of-any-kind", "ENC-06", "it takes user meta without tags",
        Rewrite(
            "notation._user_meta_from_json", "if not isinstance(value, dict)",
            'value = value if value != {} else {"map": {}}\n    if not isinstance(value, dict)',
        ),
        Rewrite(
            "notation.meta_from_json", "raise NotationError",
            "if isinstance(value, str):\n        return value\n"
            "    if isinstance(value, dict) and len(value) == 1:\n        return [*value.values()][0]\n"
            "    raise NotationError",
        ),
        Rewrite(
            "notation._text_from_json", "if not isinstance(value, str):",
            "value = value if isinstance(value, str) else ''\n    if not isinstance(value, str):",
        ),
    ),
    mutation("meta-levels-unlimited", "ENC-06", "it writes as many levels of user meta as there are",
        Edit("encode_meta._nested", "level > META_DEPTH -> False")),
    mutation("meta-level-17-written", "ENC-06", "it writes user meta of 17 levels",
        Edit("encode_meta._nested", "level > META_DEPTH -> level > META_DEPTH + 1")),
    mutation("meta-levels-from-2", "ENC-06 LIM-03", "it writes user meta of 15 levels",
        Edit("encode_meta._nested", "level > META_DEPTH -> level > META_DEPTH - 1")),
    mutation("long-row-written", "ENC-06", "it writes a row of more than 2147483647 octets",
        Edit("encode_row._Row.put", "self.size > MAX_ROW -> False"),
        Edit("encode_row.encode_row", "octets.ljust(size, b'\\x00') -> octets.ljust(min(size, 1 << 20), b'\\x00')")),
    mutation("row-of-2-to-the-31-written", "ENC-06 ROW-07", "it writes a row of 2147483648 octets",
        Edit("encode_row._Row.put", "self.size > MAX_ROW -> self.size > MAX_ROW + 1"),
        Edit("encode_row.encode_row", "octets.ljust(size, b'\\x00') -> octets.ljust(min(size, 1 << 20), b'\\x00')")),
    mutation(
        "row-measured-in-32-bits", "LIM-01", "it measures a row in 32 bits",
        Rewrite("encode_row._Row.put", _TOO_LONG, "if False:"), _row_unfilled(),
        Rewrite(
            "encode_row.encode_row", "return b",
            "row.size & 0xFFFFFFFF > MAX_ROW and row.put(b'', MAX_ROW)\n    return b",
        ),
    ),
    mutation("row-not-measured", "LIM-01", "it measures a row in 32 bits with a sign, and finds none too long",
        Edit("encode_row._Row.put", "self.size -> (self.size + 2 ** 31) % 2 ** 32 - 2 ** 31"),
        Edit("encode_row.encode_row", "octets.ljust(size, b'\\x00') -> octets.ljust(min(size, 1 << 20), b'\\x00')")),
)  # fmt: skip

MUTATIONS = ENCODING
