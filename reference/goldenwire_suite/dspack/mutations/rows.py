"""Mutations of section 9 of spec.md: rows, unpacked in full and in part."""

from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_READ, _FIELDS = "decode_row.read_row", "fields = schema.fixed_fields if partial else schema.fields"
_VALUES = "values = [value for field in fields for value in row.field(field)]"

ROW = (
    mutation(
        "fixed-fields-first", "ROW-03", "it reads all fixed fields of a row before the dynamic ones",
        Rewrite(
            _READ, _VALUES,
            "found = {field.number: [*row.field(field)] for field in sorted(fields, key=lambda one: one.is_dynamic)}\n"
            "    values = [value for field in fields for value in found[field.number]]",
        ),
    ),
    mutation(
        "fixed-fields-written-first", "ROW-03", "it writes all fixed fields of a row before the dynamic ones",
        Rewrite(
            "encode_row.encode_row",
            "for field in schema.fields:\n        row.field(field, next(given) if field.has_value else None)",
            "pairs = [(field, next(given) if field.has_value else None) for field in schema.fields]\n"
            "    for field, value in sorted(pairs, key=lambda pair: pair[0].is_dynamic):\n"
            "        row.field(field, value)",
        ),
    ),
    mutation("rest-of-row-ignored", "ROW-04 DEC-02", "it passes over what is left of a row",
        Edit(_READ, "left and len(fields) == len(schema.fields) -> False")),
    mutation("short-row-filled-up", "ROW-04 DEC-02", "it reads what a row has not got as zeros",
        Edit("decode_row._Row.need",
             "self.reader.refuse('row.short', self.reader.position, expected, f'{rest} before the end of "
             "the row') -> "
             "size > 4096 and self.reader.refuse('row.short', self.reader.position, expected, f'{rest} "
             "before the end of the row')")),
    mutation("reads-beyond-the-row", "ROW-04", "it reads what a row has not got from what follows it",
        Edit("decode_row._Row.need",
             "self.end - self.reader.position -> "
             "len(self.reader.data) - self.reader.position")),
    mutation("zeros-left-ignored", "ROW-04", "it passes over zeros at the end of a row",
        Edit(_READ,
             "left and len(fields) == len(schema.fields) -> "
             "left and any(reader.data[reader.position:row.end]) and (len(fields) == len(schema.fields))")),
    mutation("one-octet-left-ignored", "ROW-04", "it passes over one octet at the end of a row",
        Edit(_READ, "left and len(fields) == len(schema.fields) -> left > 1 and len(fields) == len(schema.fields)")),
)  # fmt: skip

UNPACKING = (
    mutation("partial-is-full", "UNPACK-01 SCOPE-04", "it unpacks rows in full whatever the mode",
        Edit(_READ, "schema.fixed_fields if partial else schema.fields -> schema.fields"),
        Edit("notation.row_to_json",
             "[field for field in schema.fixed_fields if field.has_value] if partial else schema.values -> "
             "schema.values")),
    mutation("no-dynamic-no-first-part", "UNPACK-01",
        "it delivers no values in partial mode where no field is dynamic",
        Edit("model.Schema.fixed_fields", "len(self.fields) -> 0")),
    mutation(
        "full-is-partial", "UNPACK-02", "it delivers the first part of every row",
        Rewrite(
            "notation.row_to_json", "return [",
            "values, fields = (values[: len(schema.fixed_fields)], fields[: len(schema.fixed_fields)])\n    return [",
        ),
    ),
    mutation("lists-are-dynamic", "UNPACK-03", "it takes every list for dynamic",
        Edit("model.SchemaField.is_dynamic",
             "any((length is not None and length.dynamic for length in (self.count, self.length))) -> "
             "self.count is not None or any((length is not None and length.dynamic for length in "
             "(self.count, self.length)))")),
    mutation("fixed-lists-are-fixed", "UNPACK-03", "it takes a list of a fixed number of dynamic strings for fixed",
        Edit("model.SchemaField.is_dynamic", "(self.count, self.length) -> (self.count or self.length,)")),
    mutation("strings-are-dynamic", "UNPACK-03", "it takes every string for dynamic",
        Edit("model.SchemaField.is_dynamic",
             "any((length is not None and length.dynamic for length in (self.count, self.length))) -> "
             "self.is_string or any((length is not None and length.dynamic for length in (self.count, "
             "self.length)))")),
    mutation("pads-are-dynamic", "UNPACK-03", "it ends the first part at a pad",
        Edit("model.SchemaField.is_dynamic",
             "any((length is not None and length.dynamic for length in (self.count, self.length))) -> "
             "not self.has_value or any((length is not None and length.dynamic for length in (self.count, "
             "self.length)))")),
    mutation("rest-unpacked", "UNPACK-04", "it unpacks all of a row, and delivers the first part",
        Edit(_READ, "schema.fixed_fields if partial else schema.fields -> schema.fields"),
        Edit("notation.row_to_json", "zip(fields, values, strict=True) -> zip(fields, values, strict=False)")),
    mutation("end-of-partial-row-unchecked", "UNPACK-04", "it passes over what is left of a row in partial mode",
        Edit(_READ,
             "left and len(fields) == len(schema.fields) -> "
             "left and (not partial) and (len(fields) == len(schema.fields))")),
    mutation("last-pads-unchecked", "UNPACK-04", "it does not look for pads after the last value it delivers",
          Rewrite(_READ, _VALUES, "valued = max((field.number for field in fields if field.has_value), default=0)\n"
                  "    fields = fields[:valued] if partial and len(fields) < len(schema.fields) else fields\n"
                  "    " + _VALUES)),
    mutation("first-part-filled-up", "UNPACK-04", "it reads what the first part of a row has not got as zeros",
          Rewrite(_READ, "row = _Row(reader, schema, end)", "row = _Row(reader, schema, end)\n    if partial:\n"
                  "        reader.make_up(4096, len(reader.data))\n        row.end += 4096"),
          Rewrite(_READ, "left = row.end - reader.position", "left = max(0, end - reader.position)"),
          Rewrite(_READ, "reader.position = row.end", "reader.position = end")),
    mutation(
        "framing-unchecked", "UNPACK-04", "it delivers a row that is cut short in partial mode",
        Rewrite(
            "decode._read_rows", "size = read_row_length(reader, scope, number)",
            "if partial and reader.remaining < 4:\n            break\n"
            "        if partial and (span := int.from_bytes(reader.data[at : at + 4], 'big')) > reader.remaining - 4:\n"
            "            reader.make_up(span - reader.remaining + 4, len(reader.data))\n"
            "        size = read_row_length(reader, scope, number)",
        ),
        Rewrite("decode.decode", "or reader.remaining:", "or reader.remaining > 4 * partial:"),
    ),
)  # fmt: skip

MUTATIONS = (*ROW, *UNPACKING)
