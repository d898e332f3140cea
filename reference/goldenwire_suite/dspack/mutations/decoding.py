"""Mutations of section 12 of spec.md: limits, error classes and offsets."""

from goldenwire_reference.dspack.tables import CHECKS
from goldenwire_reference.reader import Check
from goldenwire_suite.dspack.mutations.builders import delivered, mutation
from goldenwire_suite.mutations import Edit, Entry, Rewrite

_READ = "decode_row.read_row"
_NEED = "self.need(number * field.least(self.native), name)"

DECODING = (
    mutation("255-fields", "DEC-01 LIM-04", "it reads 255 fields of a schema",
        Edit("notation.schema_to_json", "schema.fields -> schema.fields[:255]"),
        Edit("notation.row_to_json",
             "zip(fields, values, strict=True) -> list(zip(fields, values, strict=True))[:255]")),
    mutation("32-data-sets", "DEC-01 LIM-04", "it reads 32 data sets", delivered("del data_sets[32:]")),
    mutation("255-rows", "DEC-01 LIM-04", "it reads 255 rows of a data set",
        Edit("notation._data_set_to_json", "data_set.rows -> data_set.rows[:255]")),
    mutation("names-of-255", "DEC-01 LIM-04", "it reads 255 characters of a name",
        Edit("fields._read_field", "draft.name or default -> draft.name[:255] if draft.name else default")),
    mutation("lists-of-4095", "DEC-01 LIM-04", "it reads 4095 items of a list",
        Edit("notation._value_to_json",
             "[_atom(field.type, item) for item in value] -> "
             "[_atom(field.type, item) for item in value[:4095]]")),
    mutation("strings-of-65535", "DEC-01 LIM-04", "it reads 65535 octets of a string",
        Edit("notation._atom", "value.hex -> value[:65535].hex")),
    mutation(
        "meta-without-nan", "DEC-01", "it refuses NaNs in the user meta",
        Rewrite(
            "decode_meta._item", "    if form.kind not in",
            "    if value != value:\n        return None\n    if form.kind not in",
        ),
    ),
    mutation(
        "dictionaries-even", "DEC-04", "it refuses two lists for a dictionary that have different numbers of items",
        Rewrite(
            _READ, "left = row.end",
            "counts = {len(value) for field, value in zip([one for one in fields if one.has_value], values) if "
            "field.name in ('meta_keys', 'meta_vals')}\n"
            "    len(counts) > 1 and reader.refuse('row.short', reader.position, 'as many values as keys', counts)\n"
            "    left = row.end",
        ),
    ),
    mutation(
        "lists-of-one-size", "DEC-04", "it refuses a row whose lists have different numbers of items",
        Rewrite(
            _READ, "left = row.end",
            "counts = {len(value) for value in values if isinstance(value, list)}\n"
            "    len(counts) > 1 and schema.fields[0].name == 'meta_keys' and reader.refuse('row.short', "
            "reader.position, 'as many', counts)\n    left = row.end",
        ),
    ),
    mutation("sizes-of-64-bits", "LIM-01", "it computes the size of a list in 64 bits",
        Edit("decode_row._Row.items",
             "number * field.least(self.native) -> "
             "number * field.least(self.native) & 18446744073709551615")),
    mutation("sizes-of-32-bits", "LIM-01", "it computes the size of a list in 32 bits",
        Edit("decode_row._Row.items",
             "number * field.least(self.native) -> "
             "number * field.least(self.native) & 4294967295")),
    mutation("counts-of-32-bits", "LIM-01", "it reads counts and lengths in 32 bits",
        Edit("decode_row._Row.prefix",
             "self.reader.uint(length.number, name, order=self.order) -> "
             "self.reader.uint(length.number, name, order=self.order) & 4294967295")),
    mutation("counts-of-63-bits", "LIM-01", "it takes a count or length of 2^63 for 0",
        Edit("decode_row._Row.prefix",
             "self.reader.uint(length.number, name, order=self.order) -> "
             "self.reader.uint(length.number, name, order=self.order) & 9223372036854775807")),
    mutation(
        "messagepack-sizes-of-31-bits", "LIM-01", "it takes lengths of 2^32 - 1 in MessagePack for 0",
        Rewrite(
            "decode_meta._item", "    if form.kind not in",
            "    value = 0 if form.says == 'n' and value == 2**32 - 1 else value\n    if form.kind not in",
        ),
    ),
    mutation("buffers-are-rows", "ERR-01", "it names ROW for a Pascal string without a buffer",
          Entry("tables.CHECKS", "field.pascal.empty", Check("ROW", CHECKS["field.pascal.empty"].requirement))),
    mutation(
        "octets-are-scalars", "ERR-01", "it names FIELD for a row that is too short",
        Entry("tables.CHECKS", "row.short", Check("FIELD", CHECKS["row.short"].requirement)),
    ),
    mutation(
        "versions-are-meta", "ERR-01 META-08", "it names META for another version",
        Entry("tables.CHECKS", "meta.version", Check("META", CHECKS["meta.version"].requirement)),
    ),
    mutation(
        "schemas-are-meta", "ERR-01", "it names META for a schema that is not UTF-8 in the scope schema",
        Entry("tables.CHECKS", "schema.utf8", Check("META", CHECKS["schema.utf8"].requirement)),
    ),
    mutation(
        "truncated-rows-are-rows", "ERR-01", "it names ROW for an input that ends early",
        Entry("tables.CHECKS", "truncated", Check("ROW", CHECKS["truncated"].requirement)),
    ),
    mutation("schema-offsets-in-text", "ERR-03",
        "it counts offsets in the schema of a file from the first octet of the schema",
        Edit("decode._refuse", "at + error.offset -> error.offset")),
    mutation("schema-offsets-in-characters", "ERR-03", "it counts offsets in a schema in characters",
        Edit("schema.SchemaError.offset",
             "len(self.text[:self.position].encode('utf-8', 'surrogatepass')) -> "
             "self.position")),
    mutation("offsets-at-the-end", "ERR-03", "it gives the end of the input as the place where it is cut short",
        Edit("reader.Reader.need", "self.position -> len(self.data)")),
    mutation(
        "row-offsets-of-the-list", "ERR-03", "it gives the prefix of a list as the place of items that do not fit",
        Rewrite(
            "decode_row._Row.items", _NEED,
            "if number * field.least(self.native) > self.end - self.reader.position:\n"
            "        self.reader.refuse('row.short', self.reader.position - count.number * count.dynamic, 'items', "
            "number)\n    "
            + _NEED,
        ),
    ),
    mutation("row-offsets-with-alignment", "ERR-03",
        "it counts alignment bytes among the octets that the items of a list need",
        Edit("decode_row._Row.items",
             "number * field.least(self.native) -> "
             "number * field.least(self.native) + (3 if self.native and number else 0)")),
    mutation("row-offsets-of-the-row", "ERR-03",
        "it gives the first octet of a row as the place of what is left over",
        Edit(_READ,
             "reader.refuse('row.left', reader.position, 'the end of the row', f\"{plural(left, 'more "
             "octet')}\") -> "
             "reader.refuse('row.left', row.start, 'the end of the row', f\"{plural(left, 'more octet')}\")")),
    mutation("meta-offsets-of-the-block", "ERR-03",
        "it gives the first octet of a meta block as the place of what is malformed",
        Edit("decode_meta._walk",
             "reader.refuse('meta.malformed', base + at, 'a whole MessagePack object', found) -> "
             "reader.refuse('meta.malformed', base, 'a whole MessagePack object', found)")),
)  # fmt: skip

MUTATIONS = DECODING
