"""Misreadings of a frame's header and of labels (FRM, LBL)."""

from goldenwire_reference.daphne.catalogue.words import wrong
from goldenwire_reference.misreadings import Rewrite

_HEADER = "decode._read_header"
_LABEL = "decode._read_label"
_WRITE = "encode._write_header"
_WRITE_LABEL = "encode._write_label"
_TYPES = 'types = tuple(_read_value_type(reader, "frame", f"value-type[{column}]") for column in range(columns))'
_CODES = "writer.put(bytes(value_type.code for value_type in obj.types))"
_TOO_LONG = "if len(octets) > MAX_UINT16:"
_DECODED = 'label = octets.decode("utf-8")'

# What is made of the text of a label, once it is decoded.
CHANGED = (
    (
        "label-composed",
        "it composes the characters of a label",
        'label = __import__("unicodedata").normalize("NFC", label)',
    ),
    (
        "label-decomposed",
        "it takes the characters of a label apart",
        'label = __import__("unicodedata").normalize("NFD", label)',
    ),
    ("label-trimmed", "it takes white space off the ends of a label", "label = label.strip()"),
    ("label-case-folded", "it folds the case of a label", "label = label.casefold()"),
    (
        "label-without-byte-order-mark",
        "it takes a byte order mark off a label",
        "label = label.removeprefix(chr(0xFEFF))",
    ),
    ("label-cut-at-zero", "it cuts a label at U+0000", "label = label.partition(chr(0))[0]"),
    ("label-null-is-empty", "it takes the label null for no label", 'label = "" if label == "null" else label'),
    ("label-unescaped", "it takes a backslash for the beginning of an escape", 'label = label.replace(chr(92), "")'),
    ("label-control-characters-lost", "it drops control characters", 'label = label.replace(chr(1), "")'),
    (
        "label-of-the-basic-plane-only",
        "it cuts characters beyond the basic plane to 16 bits",
        'label = "".join(chr(ord(c) & 0xFFFF) for c in label)',
    ),
    (
        "noncharacters-replaced",
        "it puts U+FFFD in the place of noncharacters",
        'label = "".join(chr(0xFFFD) if ord(c) & 0xFFFE == 0xFFFE else c for c in label)',
    ),
    (
        "label-as-latin-1",
        "it takes each byte of a label for a character",
        'label = octets.decode("latin-1")',
    ),
)

TABLE = (
    # FRM
    wrong(
        "column-types-reversed",
        "FRM-01",
        "it takes the value types in the reverse order of the columns",
        Rewrite(_HEADER, _TYPES, f"{_TYPES}[::-1]"),
    ),
    wrong(
        "column-types-written-reversed",
        "FRM-01",
        "it writes the value types in the reverse order of the columns",
        Rewrite(_WRITE, _CODES, "writer.put(bytes(value_type.code for value_type in obj.types[::-1]))"),
    ),
    wrong(
        "labels-reversed",
        "FRM-02",
        "it takes the labels in the reverse order of the columns",
        Rewrite(_HEADER, "types, tuple(labels), ()", "types, tuple(labels[::-1]), ()"),
    ),
    wrong(
        "label-length-of-one-byte",
        "FRM-02",
        "it reads the length of a label from one byte",
        Rewrite(_LABEL, 'reader.uint(2, "length")', 'reader.uint(1, "length")'),
    ),
    wrong(
        "label-length-in-a-byte",
        "FRM-02 LBL-01",
        "it keeps the length of a label in a byte",
        Rewrite(_LABEL, 'reader.uint(2, "length")', 'reader.uint(2, "length") % 256'),
    ),
    wrong(
        "label-length-signed",
        "FRM-02 LBL-03",
        "it takes a length of 32,768 and more for a negative number, and that for 0",
        Rewrite(_LABEL, 'reader.uint(2, "length")', 'max((reader.uint(2, "length") ^ 2**15) - 2**15, 0)'),
    ),
    wrong(
        "labels-written-reversed",
        "FRM-02",
        "it writes the labels in the reverse order of the columns",
        Rewrite(_WRITE, "enumerate(obj.labels)", "enumerate(obj.labels[::-1])"),
    ),
    wrong(
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
    wrong(
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
    wrong(
        "frame-body-after-a-zero",
        "FRM-04 LBL-02",
        "it expects a zero byte between the last label and the body",
        Rewrite(_HEADER, 'reader.scope = ""', 'reader.scope = ""\n    reader.take(1, "end")'),
    ),
    wrong(
        "frame-without-columns-has-a-type",
        "FRM-05",
        "it expects a value type in a frame without columns",
        Rewrite(
            _HEADER,
            'reader.need(columns, "value-type")',
            'reader.take(not columns, "value-type")\n    reader.need(columns, "value-type")',
        ),
    ),
    wrong(
        "frame-without-columns-written-with-a-type",
        "FRM-05",
        "it writes a value type for a frame without columns",
        Rewrite(_WRITE, _CODES, "writer.put(bytes(value_type.code for value_type in obj.types) or b'\\1')"),
    ),
    wrong(
        "column-types-unchecked",
        "FRM-06",
        "it takes value types of columns that have no meaning for the next that has",
        Rewrite(
            "decode._read_value_type",
            "if code not in VALUE_TYPES:",
            'code = min(max(code, 1), 10) if place == "frame" else code\n    if code not in VALUE_TYPES:',
        ),
    ),
    wrong(
        "frame-has-a-type",
        "FRM-07",
        "it expects a value type for the whole frame before those of its columns",
        Rewrite(
            _HEADER,
            'reader.need(columns, "value-type")',
            'reader.take(1, "value-type")\n    reader.need(columns, "value-type")',
        ),
    ),
    wrong(
        "frame-written-with-a-type",
        "FRM-07",
        "it writes a value type for the whole frame before those of its columns",
        Rewrite(_WRITE, _CODES, f"writer.put(b'\\1' if obj.labels else b'')\n    {_CODES}"),
    ),
    # LBL
    wrong(
        "label-length-of-itself-too",
        "LBL-01",
        "it takes the length of a label to count its own two bytes",
        Rewrite(_LABEL, "reader.take(length,", "reader.take(max(length - 2, 0),"),
    ),
    wrong(
        "label-length-in-characters",
        "LBL-01",
        "it writes the number of a label's characters for its length",
        Rewrite(_WRITE_LABEL, "writer.uint(len(octets), 2)", 'writer.uint(len(octets.decode("utf-8")), 2)'),
    ),
    wrong(
        "label-length-read-as-characters",
        "LBL-01",
        "it takes a label's length for a number of characters",
        Rewrite(
            _LABEL,
            "octets = bytes(reader.take(length,",
            """ahead = bytes(reader.data[at:]).decode("utf-8", "replace")[:length]
    length = max(length, len(ahead.encode("utf-8"))) if "\\ufffd" not in ahead else length
    octets = bytes(reader.take(length,""",
        ),
    ),
    wrong(
        "label-written-with-a-zero",
        "LBL-02",
        "it writes a zero byte after a label",
        Rewrite(_WRITE_LABEL, "writer.put(octets)", "writer.put(octets + b'\\0')"),
    ),
    wrong(
        "label-padded",
        "LBL-02",
        "it takes a label to be padded to an even number of bytes",
        Rewrite(_LABEL, "reader.take(length,", "reader.take(length + length % 2,"),
    ),
    wrong(
        "long-label-cut",
        "LBL-03",
        "it cuts a label that is too long",
        Rewrite(_WRITE_LABEL, _TOO_LONG, f"octets = octets[:MAX_UINT16]\n    {_TOO_LONG}"),
    ),
    wrong(
        "long-label-wraps-around",
        "LBL-03",
        "it lets the length of a label wrap around",
        Rewrite(_WRITE_LABEL, _TOO_LONG, f"octets = octets[: len(octets) % 65536]\n    {_TOO_LONG}"),
    ),
    wrong(
        "longest-label-refused",
        "LBL-03",
        "it refuses the longest label",
        Rewrite(_WRITE_LABEL, _TOO_LONG, "if len(octets) >= MAX_UINT16:"),
    ),
    wrong(
        "ill-formed-label-written",
        "LBL-04",
        "it writes a label's bytes whatever they are",
        Rewrite(_WRITE_LABEL, 'octets.decode("utf-8")', "pass"),
    ),
    wrong(
        "surrogates-written",
        "LBL-04",
        "it writes surrogates as three bytes each",
        Rewrite(_WRITE_LABEL, 'octets.decode("utf-8")', 'octets.decode("utf-8", "surrogatepass")'),
    ),
    *(
        wrong(name, "LBL-05", sentence, Rewrite(_LABEL, _DECODED, f"{_DECODED}\n        {then}"))
        for name, sentence, then in CHANGED
    ),
    *(
        wrong(
            f"{name}-in-writing",
            "CAN-05",
            f"{sentence}, when it writes it",
            Rewrite(
                _WRITE_LABEL,
                "octets.decode(",
                f"""label = octets.decode("utf-8")
        {then}
        octets = label.encode()
        octets.decode(""",
            ),
        )
        for name, sentence, then in CHANGED
    ),
    wrong(
        "empty-label-refused",
        "LBL-06",
        "it refuses a label without text",
        Rewrite(
            _LABEL,
            "at = reader.position",
            """at = reader.position
    if not length:
        reader.refuse("frame.label.encoding", at, "text", "none")""",
        ),
    ),
    wrong(
        "empty-label-named",
        "LBL-06",
        "it gives a column without a label one of its own making",
        Rewrite(_LABEL, _DECODED, f'{_DECODED} or "V1"'),
    ),
    wrong(
        "duplicate-labels-not-written",
        "LBL-07",
        "it refuses to write a label twice",
        Rewrite(
            _WRITE,
            "_write_label(writer, number, label)",
            """if label in obj.labels[:number]:
                raise EncodeError("LABEL", "DAPHNE-LBL-07", "twice")
            _write_label(writer, number, label)""",
        ),
    ),
    wrong(
        "ill-formed-label-mended",
        "LBL-08",
        "it puts U+FFFD in the place of bytes that are not UTF-8",
        Rewrite(_LABEL, _DECODED, 'label = octets.decode("utf-8", "replace")'),
    ),
    wrong(
        "ill-formed-label-as-latin-1",
        "LBL-08",
        "it takes a label that is not UTF-8 for Latin-1",
        Rewrite(_LABEL, "label = octets\n", 'label = octets.decode("latin-1")\n'),
    ),
    wrong(
        "ill-formed-label-at-its-length",
        "LBL-08",
        "it reports a label that is not UTF-8 where its length stands",
        Rewrite(_LABEL, '"frame.label.encoding", at,', '"frame.label.encoding", at - 2,'),
    ),
    wrong(
        "duplicate-column-renamed",
        "LBL-09",
        "it renames a column whose label an earlier one has",
        Rewrite(
            _LABEL,
            "    seen.add(label)",
            '    label = f"{label}.1" if label in seen else label\n    seen.add(label)',
        ),
    ),
    wrong(
        "duplicate-of-the-column-before-only",
        "LBL-09",
        "it compares a label with that of the column before only",
        Rewrite(_LABEL, "    seen.add(label)", "    seen.clear()\n    seen.add(label)"),
    ),
)
