"""Mutations of sections 9 and 10 of spec.md: the interface and the scopes."""

from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_READ = "decode_row.read_row"

INTERFACE = (
    mutation("schema-not-looked-at", "API-01", "it writes a schema as it is given, and rows as under !B",
        Edit("notation.schema_from_text",
             "raise refusal(error) from None -> "
             "return type((found := parse('!B')))(text, found.flag_name, found.fields)")),
    mutation("schema-looked-at-late", "API-01", "it looks at a schema with the first row",
          Rewrite("notation._data_set_from_json", 'schema = schema_from_text(value["schema"])',
                  'schema = schema_from_text(value["schema"] if value["rows"] else "!")\n'
                  '    schema = type(schema)(value["schema"], schema.flag_name, schema.fields)')),
    mutation("values-by-name-of-field", "API-02", "it takes the values of a row in the order of their names",
          Rewrite("notation.row_from_json", "return [_value_from_json", "order = sorted(schema.names)\n"
                  "    row = [row[order.index(name)] for name in schema.names]\n    return [_value_from_json")),
    mutation("values-backwards", "API-02", "it takes the values of a row from the last to the first",
        Edit("notation.row_from_json",
             "zip(schema.values, row, strict=True) -> "
             "zip(schema.values, row[::-1], strict=True)")),
    mutation("by-name-as-given", "API-03", "it takes values by name in the order in which they are given",
        Edit("encode_row.in_order", "[named[name] for name in names] -> list(named.values())")),
    mutation("by-name-sorted", "API-03", "it takes values by name in the order of the names",
        Edit("encode_row.in_order", "[named[name] for name in names] -> [named[name] for name in sorted(names)]")),
    mutation("missing-values-empty", "API-04", "it takes a missing value for 0, or for nothing",
          Rewrite("notation.row_from_json", "    if len(row) != len(schema.values):",
                  "    row = row + ['0' if field.length is None else '' for field in schema.values[len(row) :]]\n"
                  "    if len(row) != len(schema.values):")),
    mutation("further-values-dropped", "API-04", "it drops values beyond the last field",
          Rewrite("notation.row_from_json", "    if len(row) != len(schema.values):",
                  "    row = row[: len(schema.values)]\n    if len(row) != len(schema.values):")),
    mutation(
        "missing-names-empty", "API-04", "it takes a value that is not given by name for 0, or for nothing",
        Rewrite(
            "encode_row.in_order", "missing = [",
            "named = {field.name: [] if field.count else '0' if field.length is None else '' for field in "
            "schema.values} | dict(named)\n    "
            "missing = [",
        ),
    ),
    mutation("unknown-names-dropped", "API-04", "it drops values by names that no field has",
        Edit("encode_row.in_order", "missing or unknown -> missing")),
    mutation(
        "names-in-any-case", "API-04", "it takes names without regard to upper and lower case",
        Rewrite(
            "encode_row.in_order", "missing = [",
            "named = {next((one for one in names if one.lower() == name.lower()), name): value for name, value in "
            "named.items()}\n    missing = [",
        ),
    ),
    mutation("empty-object-is-no-row", "API-03", "it takes an object without members for no row",
        Edit("notation.row_from_json", "isinstance(row, dict) -> isinstance(row, dict) and row")),
    mutation(
        "default-names-always", "API-04 API-03", "it takes a default name for a field that has another",
        Rewrite(
            "encode_row.in_order", "missing = [",
            "named = {next((one.name for one in schema.values if name == f'f{one.number}'), name): value for name, "
            "value in named.items()}\n    missing = [",
        ),
    ),
    mutation("rows-by-position-only", "API-03", "it takes values by name for the number of fields only",
        Edit("encode_row.in_order", "name not in names -> not name.startswith('f')"),
        Edit("encode_row.in_order", "[name for name in names if name not in named] -> []")),
    mutation(
        "pads-by-name", "API-05 TYPE-01", "it delivers one value for each field, pads too",
        Rewrite(
            "notation.row_to_json", "return [",
            "given = iter(values)\n    return [_value_to_json(one, next(given)) if one.has_value else '' for one in "
            "schema.fields] if not partial else [",
        ),
    ),
    mutation("fields-without-pads", "SCOPE-02", "it does not tell of pads among the fields of a schema",
        Edit("notation.schema_to_json", "schema.fields -> schema.values")),
    mutation("empty-schema-text", "SCOPE-02", "it takes an empty text for a schema without fields",
        Edit("decode.decode_schema", "bytes(reader.data) -> bytes(reader.data).strip() or b'!'")),
    mutation("end-of-lone-row-unchecked", "SCOPE-03", "it passes over what is left of a row in the scope row",
        Edit("decode.decode_row",
             "Reader(data, CHECKS, off=off, trace=trace) -> "
             "Reader(data, CHECKS, off={**(off or {}), 'row.left': None}, trace=trace)")),
    mutation("lone-row-filled-up", "SCOPE-03",
        "it takes the octets of the scope row for a row that goes on with zeros",
        Edit("decode.decode_row",
             "Reader(data, CHECKS, off=off, trace=trace) -> "
             "Reader(data, CHECKS, off={**(off or {}), 'row.short': None}, trace=trace)")),
    mutation("empty-rows-refused", "SCOPE-03", "it refuses no octets whatever the schema and the mode",
          Rewrite("decode.decode_row", 'reader.scope = "row."', 'reader.scope = "row."\n'
                  '    len(reader.data) or reader.refuse("row.short", 0, "an octet", "none")')),
    mutation("rows-without-octets", "SCOPE-03 SCHEMA-19", "it takes no octets for a row without values",
        Edit(_READ, "not schema.fields -> not schema.fields and reader.position < end")),
    mutation("mode-for-files-only", "SCOPE-04", "it does not look at the mode in the scope row",
        Edit("decode.decode_row",
             "read_row(reader, schema, len(reader.data), partial) -> "
             "read_row(reader, schema, len(reader.data))"),
        Edit("notation.row_to_json",
             "[field for field in schema.fixed_fields if field.has_value] if partial else schema.values -> "
             "schema.values if len(values) == len(schema.values) else [field for field in "
             "schema.fixed_fields if field.has_value]")),
    mutation("implied-members-wanted", "SCOPE-05", "it wants version and fields in a request",
        Edit("notation._data_set_from_json",
             "members(value, ('schema', 'description', 'meta', 'rows'), ('version', 'fields'), 'data set') -> "
             "members(value, ('schema', 'description', 'meta', 'rows', 'version', 'fields'), 'data set')")),
    mutation("notes-as-text", "SCOPE-05", "it delivers an empty note where there is none",
        Edit("notation._data_set_to_json", "field.note -> field.note or ''")),
)  # fmt: skip

MUTATIONS = INTERFACE
