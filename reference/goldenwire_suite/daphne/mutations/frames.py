"""Mutations of a frame's header (FRM)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_HEADER = "decode._read_header"
_LABEL = "decode._read_label"
_WRITE = "encode._write_header"
_CODES = "writer.put(bytes(value_type.code for value_type in obj.types))"

TABLE = (
    # FRM
    mutation("column-types-reversed", "FRM-01", "it takes the value types in the reverse order of the columns",
        Edit(_HEADER,
             "tuple((_read_value_type(reader, 'frame', f'value-type[{column}]') for column in "
             "range(columns))) -> "
             "tuple((_read_value_type(reader, 'frame', f'value-type[{column}]') for column in "
             "range(columns)))[::-1]")),
    mutation("column-types-written-reversed", "FRM-01",
        "it writes the value types in the reverse order of the columns",
        Edit(_WRITE, "obj.types -> obj.types[::-1]")),
    mutation("labels-reversed", "FRM-02", "it takes the labels in the reverse order of the columns",
        Edit(_HEADER, "tuple(labels) -> tuple(labels[::-1])")),
    mutation("label-length-of-one-byte", "FRM-02", "it reads the length of a label from one byte",
        Edit(_LABEL, "reader.uint(2, 'length') -> reader.uint(1, 'length')")),
    mutation("label-length-signed", "FRM-02 LBL-03",
        "it takes a length of 32,768 and more for a negative number, and that for 0",
        Edit(_LABEL, "reader.uint(2, 'length') -> max((reader.uint(2, 'length') ^ 2 ** 15) - 2 ** 15, 0)")),
    mutation("labels-written-reversed", "FRM-02", "it writes the labels in the reverse order of the columns",
        Edit(_WRITE, "obj.labels -> obj.labels[::-1]")),
    mutation(
        "types-and-labels-alternate",
        "FRM-03",
        "it expects each column's label right after its value type",
        Rewrite(
            _HEADER,
            'reader.need(columns, "value-type")',
            """if columns > 1:
        pairs = []
        for _ in range(columns):
            code = reader.uint(1, "value-type")
            pairs.append((VALUE_TYPES.get(code, VALUE_TYPES[1]), _read_label(reader, set())))
        return DaphneObject(kind, rows, columns, tuple(t for t, _ in pairs), tuple(label for _, label in pairs), ())
    reader.need(columns, "value-type")""",
        ),
    ),
    mutation(
        "types-and-labels-written-alternating",
        "FRM-03",
        "it writes each column's label right after its value type",
        Rewrite(
            _WRITE,
            f"""{_CODES}
    if obj.kind is DataType.Frame:
        for number, label in enumerate(obj.labels):
            _write_label""",
            """if obj.kind is not DataType.Frame:
        writer.put(bytes(value_type.code for value_type in obj.types))
    if obj.kind is DataType.Frame:
        for number, label in enumerate(obj.labels):
            writer.uint(obj.types[number].code, 1)
            _write_label""",
        ),
    ),
    mutation(
        "frame-body-after-a-zero",
        "FRM-04 LBL-02",
        "it expects a zero byte between the last label and the body",
        Rewrite(_HEADER, 'reader.scope = ""', 'reader.scope = ""\n    reader.take(1, "end")'),
    ),
    mutation(
        "frame-without-columns-has-a-type",
        "FRM-05",
        "it expects a value type in a frame without columns",
        Rewrite(
            _HEADER,
            'reader.need(columns, "value-type")',
            'reader.take(not columns, "value-type")\n    reader.need(columns, "value-type")',
        ),
    ),
    mutation("frame-without-columns-written-with-a-type", "FRM-05",
        "it writes a value type for a frame without columns",
        Edit(_WRITE,
             "bytes((value_type.code for value_type in obj.types)) -> "
             "bytes((value_type.code for value_type in obj.types)) or b'\\x01'")),
    mutation(
        "column-types-unchecked",
        "FRM-06",
        "it takes value types of columns that have no meaning for the next that has",
        Rewrite(
            "decode._read_value_type",
            "if code not in VALUE_TYPES:",
            'code = min(max(code, 1), 10) if place == "frame" else code\n    if code not in VALUE_TYPES:',
        ),
    ),
    mutation(
        "frame-has-a-type",
        "FRM-07",
        "it expects a value type for the whole frame before those of its columns",
        Rewrite(
            _HEADER,
            'reader.need(columns, "value-type")',
            'reader.take(1, "value-type")\n    reader.need(columns, "value-type")',
        ),
    ),
    mutation(
        "frame-written-with-a-type",
        "FRM-07",
        "it writes a value type for the whole frame before those of its columns",
        Rewrite(_WRITE, _CODES, f"writer.put(b'\\1' if obj.labels else b'')\n    {_CODES}"),
    ),
)
