"""Mutations of dimensions, tuples and structs."""

from goldenwire_suite.dynd.mutations.changes import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_COUNT = 'read_varint(reader, ".count")'
_FIXED = "_write_elements(writer, type, type.element, items(type, value, type.count))"
_FIELDS = "zip(type.fields, items(type, value, len(type.fields)), strict=True)"
_FIELD = "write_part(writer, field, part)"
_READ_FIELD = "values.append(read_part(reader, field))"
_LEAST = "max(1, type.element.min_size)"


def _counted(count: str) -> Rewrite:
    """A change that replaces the count in front of a sequence."""
    return Rewrite("decode._read_var", _COUNT, count)


def _writes_count(lines: str) -> Rewrite:
    """A change with which an encoder writes the count of a sequence in this way."""
    return Rewrite("encode._write_var", "write_varint(writer, len(elements))", lines)


def _sorted(key: str, of: str = "Tuple") -> Rewrite:
    """A change with which an encoder sorts the fields of a tuple or struct."""
    return Rewrite("encode._write_tuple", _FIELDS,
                   f"[pair for _, pair in sorted(enumerate({_FIELDS}), key=lambda one: {key} if "
                   f"isinstance(type, {of}) else 0)]")  # fmt: skip


MUTATIONS = (
    mutation(
        "dimensions-counted", "DIM-01", "it writes a count in front of a dimension of a known size",
        Rewrite("encode._write_fixed", _FIXED, f"write_varint(writer, type.count)\n    {_FIXED}"),
    ),
    mutation("dimensions-of-a-byte", "DIM-01", "it holds a dimension in a byte",
        Edit("types._Builder.count",
             "_numeral(token, 'dimension', 'a dimension') -> "
             "_numeral(token, 'dimension', 'a dimension') % 256")),
    mutation(
        "rows-of-numbers-alone", "NEST-01", "it takes dimensions of numbers alone",
        Rewrite("types._Builder.fixed", "return _checked(Fixed(count, element))",
                'if element in (PRIMITIVES["string"], PRIMITIVES["type"]):\n'
                '        raise TypeStringError("syntax", 0, "", "")\n    return _checked(Fixed(count, element))'),
    ),
    mutation(
        "first-index-fastest", "DIM-02", "it reads arrays in F order",
        Rewrite("decode._read_fixed", "return _read_elements(reader, type.element, type.count)",
                "if isinstance(type.element, Fixed):\n        from goldenwire_reference.dynd.model import levels_of\n"
                "        return _read_storage(reader, Storage(type, tuple(range(len(levels_of(type))))[::-1]))\n"
                "    return _read_elements(reader, type.element, type.count)"),
    ),
    mutation(
        "nothing-is-a-zero", "DIM-03 TUP-01 STRUCT-01", "it writes and reads a zero byte where there are no parts",
        Rewrite("encode._write_fixed", _FIXED, f"writer.put(bytes(type.count == 0))\n    {_FIXED}"),
        Rewrite("encode._write_tuple", "for field, part in",
                "writer.put(bytes(not type.fields))\n    for field, part in"),
        Rewrite("decode._read_fixed", "return _read", 'reader.take(int(type.count == 0), "")\n    return _read'),
        Rewrite("decode._read_tuple", "values = []", 'values = []\n    reader.take(int(not type.fields), "")'),
    ),
    mutation("rows-of-nothing-dropped", "DIM-03", "it delivers no rows where they have no elements",
        Edit("decode._read_equal", "[value] * count -> [value] * count if value is None or len(value) else []")),
    # counts
    mutation(
        "counts-in-bytes", "VAR-02 CHAR-02", "it counts bytes instead of elements",
        _counted(f"{_COUNT} // {_LEAST}"),
        _writes_count("measured = Output()\n    _write_elements(measured, type, type.element, elements)\n"
                      "    write_varint(writer, measured.size)"),
    ),
    mutation("counts-of-numbers", "VAR-02", "it counts the numbers in rows of rows",
        Edit("encode._write_var", "len(elements) -> len(elements) * getattr(type.element, 'count', 1)")),
    mutation("counts-of-the-last-index", "VAR-01", "it takes the count for the last index",
        Edit("decode._read_var", "read_varint(reader, '.count') -> read_varint(reader, '.count') + 1"),
        Edit("encode._write_var", "len(elements) -> max(0, len(elements) - 1)")),
    mutation("counts-with-the-count", "VAR-01", "it takes the count for one of the elements",
        Edit("decode._read_var", "read_varint(reader, '.count') -> read_varint(reader, '.count') - 1"),
        Edit("encode._write_var", "len(elements) -> len(elements) + 1")),
    mutation("a-count-of-0-is-to-the-end", "VAR-01", "it reads elements to the end where the count is 0",
        Edit("decode._read_var",
             "read_varint(reader, '.count') -> "
             "read_varint(reader, '.count') or reader.remaining // max(1, type.element.min_size)")),
    mutation("to-the-end-without-count", "VAR-01", "it has no counts, and reads elements to the end",
        Edit("decode._read_var",
             "read_varint(reader, '.count') -> "
             "reader.remaining // max(1, type.element.min_size)"),
        Edit("encode._write_var", "write_varint(writer, len(elements)) -> pass")),
    mutation("no-elements-no-count", "VAR-01", "it writes no count where there are no elements",
        Edit("encode._write_var",
             "write_varint(writer, len(elements)) -> "
             "write_varint(writer, len(elements)) if elements else None")),
    mutation("inner-rows-uncounted", "VAR-03", "it writes a count for the outermost dimension alone",
        Edit("encode._write_var",
             "write_varint(writer, len(elements)) -> "
             "write_varint(writer, len(elements)) if writer.depth == 1 else None")),
    mutation(
        "one-count-for-all-rows", "VAR-03", "it reads one count for all rows of an array",
        Rewrite("decode._read_fixed", "return _read_elements(reader, type.element, type.count)",
                "if isinstance(type.element, Var):\n"
                f"        return [_read_elements(reader, type.element.element, {_COUNT})] * type.count\n"
                "    return _read_elements(reader, type.element, type.count)"),
    ),
    # fields
    mutation(
        "fields-counted", "TUP-01", "it writes the number of its fields before a tuple",
        Rewrite("encode._write_tuple", "for field, part in",
                "writer.uint(len(type.fields) % 256, 1)\n    for field, part in"),
    ),
    mutation("fields-by-size", "TUP-01 STRUCT-02", "it writes larger fields first", _sorted("-one[1][0].min_size")),
    mutation("struct-fields-by-size", "STRUCT-02", "it writes larger fields of a struct first",
               _sorted("-one[1][0].min_size", "Struct")),
    mutation("fields-by-name", "STRUCT-02", "it writes the fields of a struct by their names",
               _sorted("type.names[one[0]]", "Struct")),
    mutation(
        "fields-by-columns", "STRUCT-01", "it writes all first fields of a row of structs, then all second ones",
        Rewrite("encode._write_elements", "for value in elements:",
                "if isinstance(element, Struct):\n        for place, field in enumerate(element.fields):\n"
                "            for value in elements:\n"
                "                write_part(writer, field, value[place])\n        return\n"
                "    for value in elements:"),
    ),
    mutation(
        "a-name-before-its-field", "STRUCT-01 STRUCT-03",
        "it writes and reads its name, with a size, before each field",
        Rewrite("encode._write_tuple", f"for field, part in {_FIELDS}:\n        {_FIELD}",
                f"for name, (field, part) in zip(type.names, {_FIELDS}):\n"
                "        writer.put(bytes([len(name)]) + name.encode() if isinstance(type, Struct) else b\"\")\n"
                f"        {_FIELD}"),
        Rewrite("decode._read_tuple", _READ_FIELD,
                f'reader.take(1 + len(name) if isinstance(type, Struct) else 0, "")\n        {_READ_FIELD}'),
    ),
)  # fmt: skip
