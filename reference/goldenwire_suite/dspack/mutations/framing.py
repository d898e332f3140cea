"""Mutations of section 2 of spec.md: lengths, markers, ends."""

from goldenwire_suite.dspack.mutations.builders import delivered, mutation
from goldenwire_suite.mutations import Constant, Edit, Rewrite

_MORE = 'size += reader.uint(2, "meta_length_more", order="big")'
_NO_ROWS = "return replace(head, rows=list(_read_rows(reader, scope, head.schema, partial)))"
_HEAD = "head = read_head(reader, scope)"

META_LENGTH = (
    mutation("no-meta-length", "META-01", "it reads the meta block from the first octet of the data set",
        Edit("decode._read_meta", "reader.uint(2, 'meta_length', order='big') -> reader.remaining")),
    mutation("rows-before-meta", "META-01", "it writes the rows in front of the meta block",
        Edit("encode.encode", "_data_set(data_set) -> [*list(_data_set(data_set))[1:], encode_head(data_set)]")),
    mutation("meta-length-of-4-bytes", "META-02", "it reads a meta_length of 4 bytes",
        Edit("decode._read_meta",
             "reader.uint(2, 'meta_length', order='big') -> "
             "reader.uint(4, 'meta_length', order='big')")),
    mutation(
        "meta-length-counts-itself", "META-02", "it takes meta_length to count its own two octets",
        Rewrite("decode._read_meta", "if not size:", "size -= 2\n    if not size:"),
    ),
    mutation("meta-length-written-with-itself", "META-02", "it writes a meta_length that counts its own two octets",
        Edit("encode.encode_head", "len(block) -> len(block) + 2")),
    mutation("no-escape", "META-03", "it takes ff ff for the length 65535",
        Edit("decode._read_meta", "size == ESCAPE -> False")),
    mutation("escape-with-4-bytes", "META-03", "it reads 4 more bytes after ff ff",
        Edit("decode._read_meta",
             "reader.uint(2, 'meta_length_more', order='big') -> "
             "reader.uint(4, 'meta_length_more', order='big')")),
    mutation("escape-from-ff-fe", "META-02", "it takes ff fe for an escape too",
        Edit("decode._read_meta", "size == ESCAPE -> size >= ESCAPE - 1")),
    mutation("escape-written-too-early", "META-02", "it writes a meta block of 65534 octets with the escape",
        Edit("encode.encode_head", "size >= ESCAPE -> size >= ESCAPE - 1"),
        Edit("encode.encode_head", "size - ESCAPE -> max(0, size - ESCAPE)")),
    mutation("escape-written-too-late", "META-03", "it writes a meta block of 65535 octets without the escape",
        Edit("encode.encode_head", "size >= ESCAPE -> size > ESCAPE")),
    mutation("meta-length-0-is-no-meta", "META-04", "it takes a meta_length of 0 for a data set without fields",
        Edit("decode._read_meta",
             "reader.refuse('meta.length.zero', at, 'a meta block of at least 1 octet', 'meta_length 0') -> "
             "'!' or reader.refuse('meta.length.zero', at, 'a meta block of at least 1 octet', 'meta_length 0')")),
    mutation("meta-of-131071", "META-04", "it writes a meta block of 131071 octets",
        Constant("MAX_META", 131071),
        Edit("encode.encode_head", "size - ESCAPE -> size - ESCAPE & 65535")),
    mutation(
        "meta-up-to-65535", "META-04 META-11", "it writes no meta block that needs the escape",
        Constant("MAX_META", 65534),
    ),
    mutation("meta-length-little-endian", "META-10", "it reads meta_length little-endian",
        Edit("decode._read_meta",
             "reader.uint(2, 'meta_length', order='big') -> "
             "reader.uint(2, 'meta_length', order='little')")),
    mutation("escape-little-endian", "META-10", "it reads the 2 more bytes little-endian",
        Edit("decode._read_meta",
             "reader.uint(2, 'meta_length_more', order='big') -> "
             "reader.uint(2, 'meta_length_more', order='little')")),
    mutation("meta-length-written-little-endian", "META-10", "it writes meta_length little-endian",
        Edit("encode.encode_head",
             "min(size, ESCAPE).to_bytes(2, 'big') -> "
             "min(size, ESCAPE).to_bytes(2, 'little')")),
    mutation("escape-is-the-length", "META-11", "it takes the 2 more bytes for the length itself",
        Edit("decode._read_meta",
             "size += reader.uint(2, 'meta_length_more', order='big') -> "
             "size = reader.uint(2, 'meta_length_more', order='big')")),
    mutation("escape-is-the-upper-half", "META-11", "it takes all four bytes together for a number",
        Edit("decode._read_meta",
             "size += reader.uint(2, 'meta_length_more', order='big') -> "
             "size = (size << 16) + reader.uint(2, 'meta_length_more', order='big')")),
    mutation(
        "escape-repeats", "META-11", "it reads 2 more bytes after each ff ff",
        Rewrite("decode._read_meta", _MORE,
                "more = ESCAPE\n        while more == ESCAPE:\n"
                '            more = reader.uint(2, "meta_length_more", order="big")\n            size += more'),
    ),
    mutation("escape-from-65536", "META-11", "it counts the 2 more bytes from 65536 on",
        Edit("decode._read_meta",
             "reader.uint(2, 'meta_length_more', order='big') -> "
             "1 + reader.uint(2, 'meta_length_more', order='big')")),
    mutation("escape-written-as-length", "META-11", "it writes the length itself, less 65536, after ff ff",
        Edit("encode.encode_head", "size - ESCAPE -> size & 65535")),
    mutation("schema-from-outside", "META-19",
        "it takes a meta_length of 0 for a schema agreed beforehand, of one octet",
        Edit("decode._read_meta",
             "reader.refuse('meta.length.zero', at, 'a meta block of at least 1 octet', 'meta_length 0') -> "
             "'!B' or reader.refuse('meta.length.zero', at, 'a meta block of at least 1 octet', 'meta_length 0')")),
    mutation(
        "first-meta-holds-for-all", "META-19", "it goes on under the schema before where a meta_length is 0",
        Rewrite("decode._read_meta", "    if not size:", '    if not size and getattr(reader, "before", None):\n'
                "        return reader.before\n    if not size:"),
        Rewrite("decode._read_meta", "return read_block(reader, size)",
                "reader.before = read_block(reader, size)\n    return reader.before"),
    ),
)  # fmt: skip

ROW_LENGTH = (
    mutation("no-row-length", "ROW-01", "it takes all that follows the meta block for a row",
        Edit("decode.read_row_length", "int.from_bytes(reader.take(4, 'row_length'), 'big') -> reader.remaining")),
    mutation("row-length-after-row", "ROW-01", "it writes the row_length behind its row",
        Edit("encode.encode_framed", "len(row).to_bytes(4, 'big') + row -> row + len(row).to_bytes(4, 'big')")),
    mutation("row-length-of-2-bytes", "ROW-07", "it reads a row_length of 2 bytes",
        Edit("decode.read_row_length", "reader.take(4, 'row_length') -> reader.take(2, 'row_length')")),
    mutation("row-length-little-endian", "ROW-07", "it reads row_length little-endian",
        Edit("decode.read_row_length",
             "int.from_bytes(reader.take(4, 'row_length'), 'big') -> "
             "int.from_bytes(reader.take(4, 'row_length'), 'little')")),
    mutation(
        "row-length-by-flag", "ROW-07", "it reads row_length in the byte order of the flag",
        Rewrite("decode._read_rows", "size = read_row_length(reader, scope, number)",
                'size = read_row_length(reader, scope, number) if schema.flag.order == "big" else '
                'int.from_bytes(reader.take(4, "row_length"), "little")\n        reader.need(size, "octets")'),
    ),
    mutation("row-length-written-by-flag", "ROW-07", "it writes row_length in the byte order of the flag",
        Edit("encode.encode_framed",
             "len(row).to_bytes(4, 'big') -> "
             "len(row).to_bytes(4, data_set.schema.flag.order)")),
    mutation(
        "row-length-counts-itself", "ROW-07", "it takes row_length to count its own four octets",
        Rewrite("decode.read_row_length", '    reader.need(size, "octets")',
                '    size = max(size - 4, 0)\n    reader.need(size, "octets")'),
    ),
    mutation(
        "row-length-up-to-65535", "ROW-07 LIM-04", "it writes no row of more than 65535 octets",
        Constant("MAX_ROW", 65535),
    ),
    mutation(
        "row-length-bit-31-masked", "ROW-02", "it passes over bit 31 of a row_length",
        Rewrite("decode.read_row_length", "if size > MAX_ROW:", "size &= MAX_ROW\n    if False:"),
    ),
    mutation("row-length-of-32-bits", "ROW-02", "it takes a row_length for any number of 32 bits",
        Edit("decode.read_row_length", "size > MAX_ROW -> False")),
    mutation("row-length-up-to-2-to-the-31", "ROW-02", "it takes 2^31 for a row_length",
        Edit("decode.read_row_length", "size > MAX_ROW -> size > MAX_ROW + 1")),
    mutation("rows-last-first", "ROW-05", "it delivers the last row first",
        Edit("notation._data_set_to_json", "data_set.rows -> data_set.rows[::-1]")),
    mutation("values-last-first", "ROW-05", "it delivers the last value of a row first",
        Edit("notation.row_to_json",
             "[_value_to_json(field, value) for field, value in zip(fields, values, strict=True)] -> "
             "[_value_to_json(field, value) for field, value in zip(fields, values, strict=True)][::-1]")),
    mutation(
        "no-rows-refused", "ROW-06", "it refuses a data set without rows",
        Rewrite("decode._read_data_set", _NO_ROWS,
                f"{_NO_ROWS.replace('return', 'found =')}\n"
                "    found.rows or reader.refuse('row.short', reader.position, 'a row', 'none')\n    return found"),
    ),
    mutation("no-rows-not-written", "ROW-06", "it refuses to write a data set without rows",
        Edit("encode.encode", "not data_sets -> not all((one.rows for one in data_sets))")),
)  # fmt: skip

ENDS = (
    mutation("marker-skipped", "SET-01", "it goes on with rows after a row_length of 0",
        Edit("decode._read_rows", "break -> continue")),
    mutation("marker-ends-the-input", "SET-01", "it reads nothing after a row_length of 0",
        Edit("decode.decode", "not data_sets or reader.remaining -> not data_sets")),
    mutation("marker-of-2-bytes", "SET-01", "it ends a data set with two zeros",
        Edit("encode.encode", "END_OF_SET.join -> END_OF_SET[:2].join")),
    mutation(
        "last-marker-refused", "SET-02", "it wants another data set after a row_length of 0",
        Rewrite(
            "decode._read_rows", "            break",
            "            reader.remaining or reader.need(2, 'meta_length')\n            break",
        ),
    ),
    mutation("last-marker-written", "SET-02", "it writes a row_length of 0 after the last data set",
        Edit("encode.encode",
             "END_OF_SET.join((b''.join(_data_set(data_set)) for data_set in data_sets)) -> "
             "END_OF_SET.join((b''.join(_data_set(data_set)) for data_set in data_sets)) + END_OF_SET")),
    mutation("no-marker-written", "SET-02 SET-01", "it writes data sets end to end",
        Edit("encode.encode", "END_OF_SET.join -> b''.join")),
    mutation(
        "no-marker-needed", "SET-02 SET-01", "where no row fits, it looks for another meta block",
        Rewrite("decode._read_rows", "size = read_row_length(reader, scope, number)",
                "size = int.from_bytes(reader.data[at : at + 4], 'big')\n"
                "        if size > reader.remaining - 4:\n            break\n"
                "        size = read_row_length(reader, scope, number)"),
    ),
    mutation(
        "markers-skipped", "SET-01", "it passes over zeros in search of a meta_length",
        Rewrite("decode._read_rows", "            break",
                "            while reader.remaining and not reader.data[reader.position]:\n"
                "                reader.position += 1\n"
                "            reader.position -= bool(reader.remaining)\n            break"),
    ),
    mutation("marker-required", "SET-03", "it wants a row_length of 0 after the last row",
        Edit("decode._read_rows", "reader.remaining -> True")),
    mutation(
        "user-meta-inherited", "SET-04", "a data set has the user meta of the one before as well",
        delivered("data_sets = [replace(one, meta=data_sets[max(n - 1, 0)].meta | one.meta)"
                  " for n, one in enumerate(data_sets)]"),
    ),
    mutation(
        "schema-inherited", "SET-04", "the schema of the first data set holds for all",
        Rewrite("decode._read_data_set", _HEAD,
                f"{_HEAD}\n    reader.before = getattr(reader, 'before', head.schema)\n"
                "    head = replace(head, schema=reader.before)"),
    ),
    mutation("row-length-cut-short-is-the-end", "SET-05",
        "it takes one to three octets of a row_length for the end",
        Edit("decode._read_rows", "reader.remaining -> reader.remaining >= 4"),
        Edit("decode.decode", "reader.remaining -> reader.remaining >= 4")),
    mutation(
        "row-cut-short-is-left-out", "SET-05", "it leaves out a last row that is cut short",
        Rewrite(
            "decode._read_rows", "size = read_row_length(reader, scope, number)",
            "size = int.from_bytes(reader.data[at : at + 4], 'big')\n"
            "        if size > reader.remaining - 4:\n            reader.position = len(reader.data)\n"
            "            break\n"
            "        size = read_row_length(reader, scope, number)",
        ),
    ),
    mutation("no-octets-no-data-sets", "SET-05", "it takes an empty input for no data sets",
        Edit("decode.decode", "not data_sets or reader.remaining -> reader.remaining")),
    mutation("meta-cut-short-is-left-out", "SET-05",
        "it takes what follows a marker for rubbish if it is too short for a meta block",
        Edit("decode.decode", "reader.remaining -> reader.remaining >= 40")),
    mutation(
        "equal-schemas-merged", "SET-06", "it delivers the rows of data sets with one schema as one",
        delivered("first = data_sets[0]\n"
                  "    if len(data_sets) > 1 and all(one.schema == first.schema for one in data_sets):\n"
                  "        return [replace(first, rows=[row for one in data_sets for row in one.rows])]"),
    ),
    mutation(
        "one-list-of-rows", "SET-06", "it delivers one data set, with the rows of all",
        delivered("data_sets[1:] = []"),
    ),
)  # fmt: skip

MUTATIONS = (*META_LENGTH, *ROW_LENGTH, *ENDS)
