"""Mutations of sparse blocks (CSR)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_CSR = "decode_block._read_csr"
_WALK = "decode_block._walk_rows"
_FINISH = "decode_block._finish"
_REPEATED = "decode_block._repeated"
_STORED_ZEROS = "decode_block._zeros"
_WRITE_CSR = "encode_block._write_csr"
_START = "start = reader.position"
_CSR_TOTAL = 'total = reader.uint(8, "nzb")'
_BEYOND = "decode_block._beyond"
_COLUMNS = 'columns = stored["column"].astype("<u8")'
_DUPLICATES = "if len(firsts) < len(keys):"
_TRIPLES = "rows, columns, values = gatherer.triples(block) if block.area else _no_cells(block)"

# Gives the cells that no entry lists entries with a value.
_FILL = """if len(entries.values) < place.area < 99:
        named = set(keys.tolist())
        other = [key for key in range(place.area) if key not in named]
        filled = {what}
        entries.rows = np.append(entries.rows, np.array(other, "<u8") // np.uint64(place.columns))
        entries.columns = np.append(entries.columns, np.array(other, "<u8") % np.uint64(place.columns))
        entries.values = np.append(entries.values, np.full(len(other), filled, value_type.dtype))
        entries.at_value = np.append(entries.at_value, np.zeros(len(other), int))
    return order, _parts(header, place, value_type, entries)[0]"""
_DONE = "return order, parts"


def unnamed(family: str, what: str, condition: str = "True") -> Rewrite:
    """A decoder that fills the cells that a sparse block does not list with something other than 0 or 0.0."""
    return Rewrite(
        _FINISH,
        _DONE,
        f'if entries.family == "{family}" and {condition} and ' + _FILL.removeprefix("if ").replace("{what}", what),
    )


TABLE = (
    # CSR
    mutation("csr-total-in-four-bytes", "CSR-01", "it reads the total of a CSR block from four bytes",
        Edit(_CSR, "reader.uint(8, 'nzb') -> reader.uint(4, 'nzb')")),
    mutation("csr-total-written-in-32-bits", "CSR-01", "it writes the total of a CSR block in four bytes",
        Edit(_WRITE_CSR, "writer.uint(len(values), 8) -> writer.uint(len(values), 4)")),
    mutation("csr-counts-first", "CSR-02", "it expects the counts of all rows before the first entry",
        Edit(_WALK, "read(reader.data, at) -> read(reader.data, reader.position + 4 * row)")),
    mutation("csr-rows-from-the-last", "CSR-02", "it reads the rows of a CSR block from the last to the first",
        Edit(_CSR,
             "np.repeat(np.arange(place.rows), counts) -> "
             "place.rows - 1 - np.repeat(np.arange(place.rows), counts)")),
    mutation("csr-written-value-first", "CSR-02", "it writes the value of a CSR entry before its column index",
        Edit(_WRITE_CSR,
             "[('column', '<u4'), ('value', _type_of(block).dtype)] -> "
             "[('value', _type_of(block).dtype), ('column', '<u4')]")),
    mutation(
        "csr-with-a-count-too-many",
        "CSR-03",
        "it expects a count of 0 after the last row of a CSR block",
        Rewrite(
            _WALK,
            "reader.position = at\n    return counts",
            'reader.position = at\n    reader.take(4, "end")\n    return counts',
        ),
    ),
    mutation(
        "csr-written-padded",
        "CSR-03",
        "it pads a CSR block to a multiple of eight bytes",
        Rewrite(_WRITE_CSR, "writer.array(octets)", "writer.array(octets)\n    writer.put(bytes(-len(octets) % 8))"),
    ),
    mutation(
        "csr-rows-without-entries-left-out",
        "CSR-04",
        "it writes no count for a row without entries, if others have some",
        Rewrite(
            _WRITE_CSR,
            "writer.array(octets)",
            """keep = np.ones(len(octets), bool)
    for octet in range(4):
        keep[at_count[counts == 0] + octet] = not len(values)
    writer.array(octets[keep])""",
        ),
    ),
    mutation(
        "csr-row-without-entries-ends-the-block",
        "CSR-04",
        "it takes a count of 0 for the end of the block",
        Rewrite(
            _WALK,
            "so_far += count",
            "so_far += count\n        if not count and total:\n            at += 4\n            break",
        ),
    ),
    mutation(
        "csr-without-entries-without-rows",
        "CSR-05",
        "it expects no counts in a CSR block without entries",
        Rewrite(_CSR, _START, f'if not total and place.columns:\n        return "asc", []\n    {_START}'),
    ),
    mutation("csr-written-without-entries-without-rows", "CSR-05",
        "it writes no counts in a CSR block without entries",
        Edit(_WRITE_CSR,
             "writer.array(octets) -> "
             "writer.array(octets if len(values) or not block.columns else octets[:0])")),
    mutation(
        "csr-total-ignored",
        "CSR-06",
        "it ignores the total of a CSR block and goes by the rows",
        Rewrite(
            _CSR,
            _CSR_TOTAL,
            f"""{_CSR_TOTAL}
    if total <= place.area:
        at, total = reader.position, 0
        for row in range(place.rows):
            count = int.from_bytes(reader.data[at : at + 4], "little")
            at += 4 + count * (4 + value_type.size)
            total += count""",
        ),
    ),
    mutation("csr-total-too-great-taken", "CSR-06",
        "it takes a total that is greater than the sum of the rows' counts",
        Edit(_WALK, "so_far < total -> False")),
    mutation(
        "csr-index-up-to-the-columns",
        "CSR-07",
        "it takes an index that is the number of columns for the last column",
        Rewrite(
            _CSR,
            _COLUMNS,
            f"{_COLUMNS}\n    columns = np.where(columns == place.columns, np.uint64(place.columns - 1), columns)",
        ),
    ),
    mutation("csr-last-column-refused", "CSR-07", "it refuses the last column of a block",
        Edit(_BEYOND, "place.columns -> place.columns if entries.family == 'coo' else max(place.columns - 1, 1)")),
    mutation(
        "csr-duplicates-of-neighbours-only",
        "CSR-08",
        "it compares an entry of a row with the one before only",
        Rewrite(
            _REPEATED,
            _DUPLICATES,
            """if entries.family == "csr" and not (keys[1:] == keys[:-1]).any():
            pass
        elif len(firsts) < len(keys):""",
        ),
    ),
    mutation(
        "csr-duplicates-of-equal-value-taken",
        "CSR-08",
        "it takes a second entry for a cell if it has the same value",
        Rewrite(
            _REPEATED,
            _DUPLICATES,
            """if entries.family == "csr" and len(set(bits_of(entries.values).tolist())) == 1:
            pass
        elif len(firsts) < len(keys):""",
        ),
    ),
    mutation(
        "csr-duplicates-last-wins",
        "CSR-08",
        "it takes the last of several entries for a cell",
        Rewrite(
            _REPEATED,
            _DUPLICATES,
            'if entries.family == "csr":\n            pass\n        elif len(firsts) < len(keys):',
        ),
    ),
    mutation(
        "csr-columns-ascend",
        "CSR-09",
        "it refuses entries of a row whose columns do not ascend",
        Rewrite(
            _FINISH,
            _DONE,
            f"""if entries.family == "csr" and order != "asc":
        reader.refuse("csr.index", 0, "ascending columns", "others")
    {_DONE}""",
        ),
    ),
    mutation(
        "csr-columns-monotonic",
        "CSR-09",
        "it refuses entries of a row whose columns neither ascend nor descend",
        Rewrite(
            _FINISH,
            _DONE,
            f"""if entries.family == "csr" and isinstance(order, tuple):
        reader.refuse("csr.index", 0, "sorted columns", "others")
    {_DONE}""",
        ),
    ),
    mutation(
        "csr-minus-zero-not-stored",
        "CSR-10 CAN-04",
        "it does not store -0.0 in a CSR block",
        Rewrite(
            _WRITE_CSR,
            _TRIPLES,
            f"""{_TRIPLES}
    stored = values != 0
    rows, columns, values = rows[stored], columns[stored], values[stored]""",
        ),
    ),
    mutation("csr-zeros-stored", "CSR-10 ENC-09", "it stores a zero in a CSR block if the request lists it",
        Edit("model.SparsePart.nonzero", "stored.all() -> True")),
    mutation(
        "csr-unnamed-cells-repeat",
        "CSR-11",
        "it takes the last value of a CSR block for the cells that it does not name",
        unnamed("csr", "entries.values[-1] if len(entries.values) else 0"),
    ),
    mutation(
        "csr-unnamed-cells-minus-zero",
        "CSR-13",
        "it takes -0.0 for the cells of floats that a CSR block does not name",
        unnamed("csr", "-0.0", "value_type.is_float"),
    ),
    mutation("csr-counts-unchecked", "CSR-12", "it does not compare the counts of a CSR block with its cells",
        Edit(_CSR, "total > place.area -> False"),
        Edit(_WALK, "count > place.columns or count > left -> count > left")),
    mutation("csr-full-refused", "CSR-12", "it refuses a CSR block as many entries as cells",
        Edit(_CSR, "total > place.area -> total >= place.area > 0")),
    mutation("csr-full-row-refused", "CSR-12", "it refuses a row with as many entries as columns",
        Edit(_WALK, "count > place.columns -> count >= place.columns > 0")),
    mutation("csr-zero-as-a-value", "CSR-14", "it reports a stored zero where its entry begins",
        Edit(_STORED_ZEROS, "entries.at_value -> entries.at")),
    mutation("csr-zero-in-integers-only", "CSR-14 BLK-08", "it takes zeros of floats in sparse blocks",
        Edit(_STORED_ZEROS,
             "bits_of(entries.values) == 0 -> "
             "bits_of(entries.values) == 0 if entries.values.dtype.kind != 'f' else "
             "np.zeros(len(entries.values), bool)")),
    mutation(
        "csr-without-columns-without-counts",
        "CSR-15",
        "it expects no counts in a CSR block without columns",
        Rewrite(
            _CSR,
            _START,
            f'if not place.columns:\n        return "asc", []\n    {_START}',
        ),
    ),
    mutation("csr-written-without-columns-without-counts", "CSR-15",
        "it writes no counts in a CSR block without columns",
        Edit(_WRITE_CSR, "writer.array(octets) -> writer.array(octets if block.columns else octets[:0])")),
)
