"""Mutations of labels (LBL)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite
from goldenwire_suite.utf8_cases import ANY, Range
from goldenwire_suite.utf8_cases import TABLE as UTF8

_LABEL = "decode._read_label"
_WRITE = "encode._write_header"
_WRITE_LABEL = "encode._write_label"
_TOO_LONG = "if len(octets) > MAX_UINT16:"
_DECODED = 'label = octets.decode("utf-8")'

# Changes to the text of a label after decoding.
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

# Mistakes in the table of well-formed UTF-8: the row, the place in it, and the range that a codec accepts there.
SLIPS = {
    "overlong-forms-of-two-bytes": (1, 0, (0xC0, 0xDF)),
    "overlong-forms-of-three-bytes": (2, 1, ANY),
    "surrogates": (4, 1, ANY),
    "overlong-forms-of-four-bytes": (6, 1, ANY),
    "what-is-beyond-the-last-code-point": (8, 1, ANY),
    "beginnings-of-four-bytes-by-their-bits": (8, 0, (0xF4, 0xF7)),
    "any-second-of-two-bytes": (1, 1, (0x40, 0xFF)),
    "any-third-of-three-bytes": (3, 2, (0x80, 0xFF)),
    "any-fourth-of-four-bytes": (7, 3, (0x00, 0xBF)),
}


def _taken(row: int, place: int, span: Range) -> str:
    """Return an expression that tests whether `octets` are UTF-8 by the table with one span replaced."""
    table = [list(spans) for spans in UTF8]
    table[row][place] = span
    rows = ["".join(f"[\\x{low:02x}-\\x{high:02x}]" for low, high in spans) for spans in table]
    return f'__import__("re").fullmatch(rb"(?s:{"|".join(rows)})*", octets)'


TABLE = (
    # LBL
    mutation("label-length-of-itself-too", "LBL-01", "it takes the length of a label to count its own two bytes",
        Edit(_LABEL, "reader.take(length, 'text') -> reader.take(max(length - 2, 0), 'text')")),
    mutation("label-length-in-characters", "LBL-01", "it writes the number of a label's characters for its length",
        Edit(_WRITE_LABEL, "writer.uint(len(octets), 2) -> writer.uint(len(octets.decode('utf-8')), 2)")),
    mutation("label-written-with-a-zero", "LBL-02", "it writes a zero byte after a label",
        Edit(_WRITE_LABEL, "writer.put(octets) -> writer.put(octets + b'\\x00')")),
    mutation("label-padded", "LBL-02", "it takes a label to be padded to an even number of bytes",
        Edit(_LABEL, "reader.take(length, 'text') -> reader.take(length + length % 2, 'text')")),
    mutation(
        "long-label-cut",
        "LBL-03",
        "it cuts a label that is too long",
        Rewrite(_WRITE_LABEL, _TOO_LONG, f"octets = octets[:MAX_UINT16]\n    {_TOO_LONG}"),
    ),
    mutation(
        "long-label-wraps-around",
        "LBL-03",
        "it lets the length of a label wrap around",
        Rewrite(_WRITE_LABEL, _TOO_LONG, f"octets = octets[: len(octets) % 65536]\n    {_TOO_LONG}"),
    ),
    mutation("longest-label-refused", "LBL-03", "it refuses the longest label",
        Edit(_WRITE_LABEL, "len(octets) > MAX_UINT16 -> len(octets) >= MAX_UINT16")),
    mutation("ill-formed-label-written", "LBL-04", "it writes a label's bytes whatever they are",
        Edit(_WRITE_LABEL, "octets.decode('utf-8') -> pass")),
    mutation("first-label-alone-judged", "LBL-04", "it looks whether the first label alone is UTF-8",
        Edit(_WRITE_LABEL, "octets.decode('utf-8') -> number or octets.decode('utf-8')")),
    mutation("surrogates-written", "LBL-04", "it writes surrogates as three bytes each",
        Edit(_WRITE_LABEL, "octets.decode('utf-8') -> octets.decode('utf-8', 'surrogatepass')")),
    *(
        mutation(name, "LBL-05", sentence, Rewrite(_LABEL, _DECODED, f"{_DECODED}\n        {then}"))
        for name, sentence, then in CHANGED
    ),
    *(
        mutation(
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
    mutation(
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
    mutation("empty-label-named", "LBL-06", "it gives a column without a label one of its own making",
        Edit(_LABEL, "octets.decode('utf-8') -> octets.decode('utf-8') or 'V1'")),
    mutation("empty-label-by-its-bytes-refused", "LBL-06",
        "it takes a label that a request gives by its bytes, of which there are none, for no label",
        Edit("notation.parse_text",
             "isinstance(atom, dict) and set(atom) == {'utf8'} -> "
             "isinstance(atom, dict) and set(atom) == {'utf8'} and atom['utf8']")),
    mutation(
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
    *(
        mutation(
            f"{name}-taken",
            "LBL-08",
            f"it takes {name.replace('-', ' ')} for UTF-8",
            Rewrite(
                _LABEL,
                "except UnicodeDecodeError as error:",
                f"""except UnicodeDecodeError as error:
        if {_taken(*slip)}:
            seen.add(octets)
            return octets""",
            ),
        )
        for name, slip in SLIPS.items()
    ),
    *(
        mutation(
            f"{name}-written",
            "LBL-04",
            f"it writes {name.replace('-', ' ')}",
            Rewrite(_WRITE_LABEL, "        octets.decode(", f"        {_taken(*slip)} or octets.decode("),
        )
        for name, slip in SLIPS.items()
        if name != "surrogates"
    ),
    mutation("ill-formed-label-mended", "LBL-08", "it puts U+FFFD in the place of bytes that are not UTF-8",
        Edit(_LABEL, "octets.decode('utf-8') -> octets.decode('utf-8', 'replace')")),
    mutation("ill-formed-label-as-latin-1", "LBL-08", "it takes a label that is not UTF-8 for Latin-1",
        Edit(_LABEL, "label = octets -> label = octets.decode('latin-1')")),
    mutation("ill-formed-label-at-its-length", "LBL-08",
        "it reports a label that is not UTF-8 where its length stands",
        Edit(_LABEL,
             "reader.refuse('frame.label.encoding', at, 'well-formed UTF-8', f\"{octets.hex(' ')} "
             '({error.reason})") -> '
             "reader.refuse('frame.label.encoding', at - 2, 'well-formed UTF-8', f\"{octets.hex(' ')} "
             '({error.reason})")')),
    mutation(
        "duplicate-column-renamed",
        "LBL-09",
        "it renames a column whose label an earlier one has",
        Rewrite(
            _LABEL,
            "    seen.add(label)",
            '    label = f"{label}.1" if label in seen else label\n    seen.add(label)',
        ),
    ),
    mutation(
        "duplicate-of-the-column-before-only",
        "LBL-09",
        "it compares a label with that of the column before only",
        Rewrite(_LABEL, "    seen.add(label)", "    seen.clear()\n    seen.add(label)"),
    ),
)
