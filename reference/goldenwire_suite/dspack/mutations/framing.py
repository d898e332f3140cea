"""Mutations of section 2 of spec.md: lengths, markers, ends."""

from dataclasses import replace
from typing import Any

from goldenwire_reference.dspack.tables import ESCAPE
from goldenwire_suite.dspack.mutations.builders import delivered, mutation
from goldenwire_suite.mutations import Constant, Disabled, Edit, Replaced, returned

_META, _HEAD, _LENGTH, _ROWS = "decode._read_meta", "encode.encode_head", "decode.read_row_length", "decode._read_rows"


def _repeated(original: Any, reader: Any, size: int, name: str, **named: Any) -> Any:
    number = original(reader, size, name, **named)
    more = name == "meta_length_more" and number == ESCAPE
    return number + _repeated(original, reader, size, name, **named) if more else number


def _or_the_one_before(original: Any, reader: Any) -> Any:
    if "before" in vars(reader) and reader.data[reader.position :][:2] == bytes(2):
        reader.take(2, "meta_length")
    else:
        reader.before = original(reader)
    return reader.before


def _with_order(original: Any, reader: Any, scope: str, schema: Any, partial: bool) -> Any:
    reader.order = schema.flag.order
    return original(reader, scope, schema, partial)


def _measured_once(original: Any, data_set: Any) -> Any:
    head, *rows = original(data_set)
    sizes = [field.count or field.length for field in data_set.schema.fields]
    once = not any(size and size.dynamic for size in sizes)
    return [head, *((rows[0][:4] + row[4:]) if once else row for row in rows)]


def _at_least_one(original: Any, reader: Any, *given: Any) -> Any:
    rows = list(original(reader, *given))
    return rows or reader.refuse("row.short", reader.position, "a row", "none")


META_LENGTH = (
    mutation("no-meta-length", "META-01", "it reads the meta block from the first octet of the data set",
        Edit(_META, "reader.uint(2, 'meta_length', order='big') -> reader.remaining")),
    mutation("rows-before-meta", "META-01", "it writes the rows in front of the meta block",
        Edit("encode.encode", "_data_set(data_set) -> [*list(_data_set(data_set))[1:], encode_head(data_set)]")),
    mutation("meta-length-of-4-bytes", "META-02", "it reads a meta_length of 4 bytes",
        Edit(_META, "reader.uint(2, 'meta_length', order='big') -> reader.uint(4, 'meta_length', order='big')")),
    mutation("meta-length-counts-itself", "META-02", "it takes meta_length to count its own two octets",
        Edit(_META, "reader.need(size, 'meta') -> size -= 2 * (size > 2)")),
    mutation("meta-length-written-with-itself", "META-02", "it writes a meta_length that counts its own two octets",
        Edit(_HEAD, "len(block) -> len(block) + 2")),
    mutation("no-escape", "META-03", "it takes ff ff for the length 65535", Edit(_META, "size == ESCAPE -> False")),
    mutation("escape-with-4-bytes", "META-03", "it reads 4 more bytes after ff ff",
        Edit(_META, "reader.uint(2, 'meta_length_more', order='big') -> reader.uint(4, 'more', order='big')")),
    mutation("escape-from-ff-fe", "META-02", "it takes ff fe for an escape too",
        Edit(_META, "size == ESCAPE -> size >= ESCAPE - 1")),
    mutation("escape-written-too-early", "META-02", "it writes a meta block of 65534 octets with the escape",
        Edit(_HEAD, "size >= ESCAPE -> size >= ESCAPE - 1"),
        Edit(_HEAD, "size - ESCAPE -> max(0, size - ESCAPE)")),
    mutation("escape-written-too-late", "META-03", "it writes a meta block of 65535 octets without the escape",
        Edit(_HEAD, "size >= ESCAPE -> size > ESCAPE")),
    mutation("meta-length-0-is-no-meta", "META-04", "it takes a meta_length of 0 for a data set without fields",
        Disabled("meta.length.zero", "!")),
    mutation("meta-of-131071", "META-04", "it writes a meta block of 131071 octets",
        Constant("MAX_META", 131071), Edit(_HEAD, "size - ESCAPE -> size - ESCAPE & 65535")),
    mutation("meta-measured-in-characters", "META-04", "it compares the characters of a meta block with 131070",
        Edit("encode_meta.encode_block", "len(octets) > MAX_META -> len(octets.decode('utf-8', 'replace')) > MAX_META"),
        Edit(_HEAD, "size - ESCAPE -> size - ESCAPE & 65535")),
    mutation("meta-up-to-65535", "META-04 META-11", "it writes no meta block that needs the escape",
        Constant("MAX_META", 65534)),
    mutation("meta-length-little-endian", "META-10", "it reads meta_length little-endian",
        Edit(_META, "reader.uint(2, 'meta_length', order='big') -> reader.uint(2, 'meta_length', order='little')")),
    mutation("escape-little-endian", "META-10", "it reads the 2 more bytes little-endian",
        Edit(_META, "reader.uint(2, 'meta_length_more', order='big') -> reader.uint(2, 'more', order='little')")),
    mutation("meta-length-written-little-endian", "META-10", "it writes meta_length little-endian",
        Edit(_HEAD, "min(size, ESCAPE).to_bytes(2, 'big') -> min(size, ESCAPE).to_bytes(2, 'little')")),
    mutation("escape-is-the-length", "META-11", "it takes the 2 more bytes for the length itself",
        Edit(_META, "size += reader.uint(2, 'meta_length_more', order='big') -> "
             "size = reader.uint(2, 'meta_length_more', order='big')")),
    mutation("escape-is-the-upper-half", "META-11", "it takes all four bytes together for a number",
        Edit(_META, "size += reader.uint(2, 'meta_length_more', order='big') -> "
             "size = (size << 16) + reader.uint(2, 'meta_length_more', order='big')")),
    mutation("escape-repeats", "META-11", "it reads 2 more bytes after each ff ff",
        Replaced("reader.Reader.uint", _repeated)),
    mutation("escape-from-65536", "META-11", "it counts the 2 more bytes from 65536 on",
        Edit(_META, "reader.uint(2, 'meta_length_more', order='big') -> "
             "1 + reader.uint(2, 'meta_length_more', order='big')")),
    mutation("escape-written-as-length", "META-11", "it writes the length itself, less 65536, after ff ff",
        Edit(_HEAD, "size - ESCAPE -> size & 65535")),
    mutation("schema-from-outside", "META-19",
        "it takes a meta_length of 0 for a schema agreed beforehand, of one octet",
        Disabled("meta.length.zero", "!B")),
    mutation("first-meta-holds-for-all", "META-19", "it goes on under the schema before where a meta_length is 0",
        Replaced(_META, _or_the_one_before)),
)

ROW_LENGTH = (
    mutation("no-row-length", "ROW-01", "it takes all that follows the meta block for a row",
        Edit(_LENGTH, "int.from_bytes(reader.take(4, 'row_length'), 'big') -> reader.remaining")),
    mutation("row-length-after-row", "ROW-01", "it writes the row_length behind its row",
        Edit("encode.encode_framed", "len(row).to_bytes(4, 'big') + row -> row + len(row).to_bytes(4, 'big')")),
    mutation("row-length-of-the-first", "ROW-01",
        "it gives every row the row_length of the first where no field begins with a prefix",
        Replaced("encode._data_set", _measured_once)),
    mutation("row-length-of-2-bytes", "ROW-07", "it reads a row_length of 2 bytes",
        Edit(_LENGTH, "reader.take(4, 'row_length') -> reader.take(2, 'row_length')")),
    mutation("row-length-little-endian", "ROW-07", "it reads row_length little-endian",
        Edit(_LENGTH, "'big' -> 'little'")),
    mutation("row-length-by-flag", "ROW-07", "it reads row_length in the byte order of the flag",
        Replaced(_ROWS, _with_order), Edit(_LENGTH, "'big' -> reader.order")),
    mutation("row-length-written-by-flag", "ROW-07", "it writes row_length in the byte order of the flag",
        Edit("encode.encode_framed", "'big' -> data_set.schema.flag.order")),
    mutation("row-length-counts-itself", "ROW-07", "it takes row_length to count its own four octets",
        Edit(_LENGTH, "reader.need(size, 'octets') -> size -= min(size, 4)")),
    mutation("row-length-up-to-65535", "ROW-07 LIM-04", "it writes no row of more than 65535 octets",
        Constant("MAX_ROW", 65535)),
    mutation("row-length-bit-31-masked", "ROW-02", "it passes over bit 31 of a row_length",
        Disabled("row.length.reserved")),
    mutation("row-length-of-32-bits", "ROW-02", "it takes a row_length for any number of 32 bits",
        Edit(_LENGTH, "size > MAX_ROW -> False")),
    mutation("row-length-up-to-2-to-the-31", "ROW-02", "it takes 2^31 for a row_length",
        Edit(_LENGTH, "size > MAX_ROW -> size > MAX_ROW + 1")),
    mutation("rows-last-first", "ROW-05", "it delivers the last row first",
        Edit("notation._data_set_to_json", "data_set.rows -> data_set.rows[::-1]")),
    mutation("values-last-first", "ROW-05", "it delivers the last value of a row first",
        returned("notation.row_to_json", lambda values: values[::-1])),
    mutation("no-rows-refused", "ROW-06", "it refuses a data set without rows", Replaced(_ROWS, _at_least_one)),
    mutation("no-rows-not-written", "ROW-06", "it refuses to write a data set without rows",
        Edit("encode.encode", "not data_sets -> not all((one.rows for one in data_sets))")),
)


def _fits(reader: Any) -> bool:
    """Return whether the input has the row that comes next."""
    return bool(int.from_bytes(reader.data[reader.position :][:4], "big") <= reader.remaining - 4)


def _with_another(original: Any, reader: Any, *given: Any) -> Any:
    return original(reader, *given) or reader.need(2, "meta_length")


def _past_zeros(original: Any, reader: Any, *given: Any) -> Any:
    size, rest = original(reader, *given), bytes(reader.data[reader.position :])
    if not size:
        reader.position += max(0, len(rest) - len(rest.lstrip(b"\0")) - bool(rest.strip(b"\0")))
    return size


def _under_the_first(original: Any, reader: Any, scope: str) -> Any:
    head = original(reader, scope)
    return replace(head, schema=vars(reader).setdefault("schema", head.schema))


def _kept_to_nul(original: Any, reader: Any, scope: str) -> Any:
    """Read a data set under the schema of the one before, if a comparison that ends at U+0000 finds them equal."""
    head = original(reader, scope)
    before = vars(reader).get("schema_before", head.schema)
    equal = len(before.text) == len(head.schema.text) and before.text.split("\0")[0] == head.schema.text.split("\0")[0]
    vars(reader)["schema_before"] = before if equal else head.schema
    return replace(head, schema=vars(reader)["schema_before"])


def _merged(data_sets: list[Any]) -> list[Any]:
    if any(one.schema != data_sets[0].schema for one in data_sets):
        return data_sets
    return [replace(data_sets[0], rows=[row for one in data_sets for row in one.rows])]


ENDS = (
    mutation("marker-skipped", "SET-01", "it goes on with rows after a row_length of 0",
        Edit(_ROWS, "break -> continue")),
    mutation("marker-ends-the-input", "SET-01", "it reads nothing after a row_length of 0",
        Edit("decode.decode", "not data_sets or reader.remaining -> not data_sets")),
    mutation("marker-of-2-bytes", "SET-01", "it ends a data set with two zeros",
        Edit("encode.encode", "END_OF_SET.join -> END_OF_SET[:2].join")),
    mutation("last-marker-refused", "SET-02", "it wants another data set after a row_length of 0",
        Replaced(_LENGTH, _with_another)),
    mutation("last-marker-written", "SET-02", "it writes a row_length of 0 after the last data set",
        returned("encode.encode", lambda octets: octets + bytes(4))),
    mutation("no-marker-written", "SET-02 SET-01", "it writes data sets end to end",
        Edit("encode.encode", "END_OF_SET.join -> b''.join")),
    mutation("no-marker-needed", "SET-02 SET-01", "where no row fits, it looks for another meta block",
        Replaced(_LENGTH, lambda original, reader, *given: original(reader, *given) if _fits(reader) else 0)),
    mutation("markers-skipped", "SET-01", "it passes over zeros in search of a meta_length",
        Replaced(_LENGTH, _past_zeros)),
    mutation("marker-required", "SET-03", "it wants a row_length of 0 after the last row",
        Edit(_ROWS, "reader.remaining -> True")),
    mutation("user-meta-inherited", "SET-04", "a data set has the user meta of the one before as well",
        delivered(lambda found: [replace(one, meta=before.meta | one.meta)
                                 for before, one in zip(found[:1] + found, found, strict=False)])),
    mutation("schema-inherited", "SET-04", "the schema of the first data set holds for all",
        Replaced("decode.read_head", _under_the_first)),
    mutation("schemas-kept-to-nul", "SET-04",
        "it goes on with the schema before where the next one is the same up to U+0000",
        Replaced("decode.read_head", _kept_to_nul)),
    mutation("row-length-cut-short-is-the-end", "SET-05", "it takes one to three octets of a row_length for the end",
        Edit(_ROWS, "reader.remaining -> reader.remaining >= 4"),
        Edit("decode.decode", "reader.remaining -> reader.remaining >= 4")),
    mutation("row-cut-short-is-left-out", "SET-05", "it leaves out a last row that is cut short",
        Replaced(_LENGTH, lambda original, reader, *given:
                 original(reader, *given) if _fits(reader) else 0 * len(reader.take(reader.remaining, "rest")))),
    mutation("no-octets-no-data-sets", "SET-05", "it takes an empty input for no data sets",
        Edit("decode.decode", "not data_sets or reader.remaining -> reader.remaining")),
    mutation("meta-cut-short-is-left-out", "SET-05",
        "it takes what follows a marker for rubbish if it is too short for a meta block",
        Edit("decode.decode", "reader.remaining -> reader.remaining >= 40")),
    mutation("equal-schemas-merged", "SET-06", "it delivers the rows of data sets with one schema as one",
        delivered(_merged)),
    mutation("one-list-of-rows", "SET-06", "it delivers the first data set alone",
        delivered(lambda data_sets: data_sets[:1])),
)

MUTATIONS = (*META_LENGTH, *ROW_LENGTH, *ENDS)
