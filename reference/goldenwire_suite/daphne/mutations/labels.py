"""Mutations of labels (LBL)."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from goldenwire_reference.daphne.model import DaphneObject
from goldenwire_reference.daphne.tables import MAX_UINT16
from goldenwire_reference.errors import DecodeError, EncodeError
from goldenwire_reference.reader import Reader
from goldenwire_reference.writer import Writer
from goldenwire_suite.daphne.cases.builders import mutation, refusing
from goldenwire_suite.mutations import Edit, Replaced
from goldenwire_suite.plain_texts import resolve
from goldenwire_suite.utf8_cases import ANY, Range
from goldenwire_suite.utf8_cases import TABLE as UTF8

_LABEL = "decode._read_label"
_WRITE = "encode._write_header"
_WRITE_LABEL = "encode._write_label"

Label = str | bytes
Change = Callable[[str], str]

# Changes to the text of a label after decoding.
CHANGED: tuple[tuple[str, str, Change], ...] = (
    ("label-composed", "it composes the characters of a label", lambda label: unicodedata.normalize("NFC", label)),
    ("label-decomposed", "it takes the characters of a label apart", lambda label: unicodedata.normalize("NFD", label)),
    ("label-trimmed", "it takes white space off the ends of a label", str.strip),
    ("label-case-folded", "it folds the case of a label", str.casefold),
    ("label-without-byte-order-mark", "it takes a byte order mark off a label",
        lambda label: label.removeprefix(chr(0xFEFF))),
    ("label-cut-at-zero", "it cuts a label at U+0000", lambda label: label.partition(chr(0))[0]),
    ("label-null-is-empty", "it takes the label null for no label", lambda label: "" if label == "null" else label),
    ("label-unescaped", "it takes a backslash for the beginning of an escape", lambda label: label.replace("\\", "")),
    ("label-control-characters-lost", "it drops control characters",
        lambda label: "".join(c for c in label if unicodedata.category(c) != "Cc")),
    ("label-of-the-basic-plane-only", "it cuts characters beyond the basic plane to 16 bits",
        lambda label: "".join(chr(ord(c) & 0xFFFF) for c in label)),
    ("noncharacters-replaced", "it puts U+FFFD in the place of noncharacters",
        lambda label: "".join(chr(0xFFFD) if ord(c) & 0xFFFE == 0xFFFE else c for c in label)),
    ("label-escapes-resolved", "it resolves what looks like an escape in a label", resolve),
    ("label-as-latin-1", "it takes each byte of a label for a character",
        lambda label: label.encode("utf-8", "surrogatepass").decode("latin-1")),
)


def _of_text(change: Change, label: Label) -> Label:
    return change(label) if isinstance(label, str) else label


def _read_as(change: Change) -> Replaced:
    return Replaced(_LABEL, lambda original, reader, seen: _of_text(change, original(reader, seen)))


def _written_as(change: Change) -> Replaced:
    return Replaced(_WRITE_LABEL, lambda original, writer, number, label:
                    original(writer, number, _of_text(change, label)))  # fmt: skip


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


def _with_slip(row: int, place: int, span: Range) -> re.Pattern[bytes]:
    """Return a pattern of UTF-8 by the table with one span replaced."""
    table = [list(spans) for spans in UTF8]
    table[row][place] = span
    rows = ["".join(f"[\\x{low:02x}-\\x{high:02x}]" for low, high in spans) for spans in table]
    return re.compile(f"(?s:{'|'.join(rows)})*".encode())


def _taking(well_formed: re.Pattern[bytes]) -> Replaced:
    def by(original: Callable[..., Label], reader: Reader, seen: set[Label]) -> Label:
        start = reader.position + 2
        try:
            return original(reader, seen)
        except DecodeError as error:
            octets = bytes(reader.data[start : reader.position])
            if error.code != "LABEL" or not well_formed.fullmatch(octets):
                raise
            return octets

    return Replaced(_LABEL, by)


def _writing(well_formed: re.Pattern[bytes]) -> Replaced:
    def by(original: Callable[..., None], writer: Writer, number: int, label: Label) -> None:
        if isinstance(label, bytes) and well_formed.fullmatch(label):
            writer.uint(len(label), 2)
            writer.put(label)
        else:
            original(writer, number, label)

    return Replaced(_WRITE_LABEL, by)


def _is_in_rows(octets: bytes) -> bool:
    """Return whether the octets are UTF-8, by a row that is looked up where the upper half of a first byte changes."""
    row, at = UTF8[0], 0
    while at < len(octets):
        if at == 0 or octets[at] >> 4 != row[0][0] >> 4:
            found = [row for row in UTF8 if row[0][0] <= octets[at] <= row[0][1]]
            if not found:
                return False
            row = found[0]
        others = octets[at + 1 : at + len(row)]
        at += len(row)
        if at > len(octets) or any(not low <= one <= high for one, (low, high) in zip(others, row[1:], strict=True)):
            return False
    return True


def _by_half_a_byte(original: Callable[..., Label], reader: Reader, seen: set[Label]) -> Label:
    start = reader.position + 2
    try:
        label = original(reader, seen)
    except DecodeError as error:
        label = bytes(reader.data[start : reader.position])
        if error.code != "LABEL" or not _is_in_rows(label):
            raise
    if isinstance(label, str) and not _is_in_rows(label.encode()):
        reader.refuse("frame.label.encoding", start, "well-formed UTF-8", "a character of another row")
    return label


def _suspected(original: Callable[..., Label], reader: Reader, seen: set[Label]) -> Label:
    label = original(reader, seen)
    if isinstance(label, str) and "\ufffd" in label:
        reader.refuse("frame.label.encoding", reader.position - len(label.encode()), "well-formed UTF-8", "U+FFFD")
    return label


def _distinct(original: Callable[..., None], writer: Writer, obj: DaphneObject) -> None:
    if len(set(obj.labels)) < len(obj.labels):
        raise EncodeError("LABEL", "DAPHNE-LBL-07", "a label that an earlier column has")
    original(writer, obj)


def _renamed(original: Callable[..., Label], reader: Reader, seen: set[Label]) -> Label:
    earlier = set(seen)
    label = original(reader, seen)
    return f"{label}.1" if isinstance(label, str) and label in earlier else label


def _shared(original: Callable[..., Label], reader: Reader, seen: set[Label]) -> Label:
    before = {(len(label), label[:16]): label for label in seen}
    label = original(reader, seen)
    return before.get((len(label), label[:16]), label)


def _with_digits_counted(original: Callable[..., Label], atom: Any, what: str) -> Label:
    if isinstance(atom, dict) and len(str(atom.get("utf8"))) > MAX_UINT16:
        raise EncodeError("LABEL", "DAPHNE-LBL-03", "the label is too long")
    return original(atom, what)


MUTATIONS = (
    # LBL
    mutation("label-shared-by-its-beginning", "LBL-05",
        "it takes a label of the length and with the first 16 characters of an earlier one for that one",
        Replaced(_LABEL, _shared)),
    mutation("label-length-of-itself-too", "LBL-01 FRM-02", "it takes the length of a label to count its own two bytes",
        Edit(_LABEL, "reader.take(length, 'text') -> reader.take(max(length - 2, 0), 'text')")),
    mutation("label-length-in-characters", "LBL-01", "it writes the number of a label's characters for its length",
        Edit(_WRITE_LABEL, "writer.uint(len(octets), 2) -> writer.uint(len(octets.decode('utf-8')), 2)")),
    mutation("label-written-with-a-zero", "LBL-02", "it writes a zero byte after a label",
        Edit(_WRITE_LABEL, "writer.put(octets) -> writer.put(octets + b'\\x00')")),
    mutation("label-padded", "LBL-02", "it takes a label to be padded to an even number of bytes",
        Edit(_LABEL, "reader.take(length, 'text') -> reader.take(length + length % 2, 'text')")),
    mutation("long-label-cut", "LBL-03", "it cuts a label that is too long",
        Edit(_WRITE_LABEL, "raise EncodeError('LABEL', 'DAPHNE-LBL-03', sentence) -> octets = octets[:MAX_UINT16]")),
    mutation("long-label-wraps-around", "LBL-03", "it lets the length of a label wrap around",
        Edit(_WRITE_LABEL, "len(octets) > MAX_UINT16 -> False"),
        Edit(_WRITE_LABEL, "writer.uint(len(octets), 2) -> writer.uint(len(octets) % 2 ** 16, 2)")),
    mutation("long-label-told-by-its-characters", "LBL-03",
        "it looks whether a label has too many characters, and lets the length of another one wrap around",
        Edit(_WRITE_LABEL, "len(octets) > MAX_UINT16 -> len(octets.decode()) > MAX_UINT16"),
        Edit(_WRITE_LABEL, "writer.uint(len(octets), 2) -> writer.uint(len(octets) % 2 ** 16, 2)")),
    mutation("long-label-told-by-its-digits", "LBL-03",
        "it counts the digits of a label whose bytes a request spells, two for each byte",
        Replaced("notation.parse_text", _with_digits_counted)),
    mutation("longest-label-refused", "LBL-03", "it refuses the longest label",
        Edit(_WRITE_LABEL, "len(octets) > MAX_UINT16 -> len(octets) >= MAX_UINT16")),
    mutation("ill-formed-label-written", "LBL-04", "it writes a label's bytes whatever they are",
        Edit(_WRITE_LABEL, "octets.decode('utf-8') -> pass")),
    mutation("first-label-alone-judged", "LBL-04", "it looks whether the first label alone is UTF-8",
        Edit(_WRITE_LABEL, "octets.decode('utf-8') -> number or octets.decode('utf-8')")),
    mutation("surrogates-written", "LBL-04", "it writes surrogates as three bytes each",
        Edit(_WRITE_LABEL, "octets.decode('utf-8') -> octets.decode('utf-8', 'surrogatepass')")),
    mutation("label-with-a-replacement-refused", "LBL-05", "it takes U+FFFD in a label for a sign of ill-formed UTF-8",
        Replaced(_LABEL, _suspected)),
    *(mutation(name, "LBL-05", sentence, _read_as(change)) for name, sentence, change in CHANGED),
    *(
        mutation(f"{name}-in-writing", "CAN-05", f"{sentence}, when it writes it", _written_as(change))
        for name, sentence, change in CHANGED
    ),
    mutation("empty-label-refused", "LBL-06", "it refuses a label without text",
        refusing(_LABEL, "frame.label.encoding", lambda label, reader, seen: not label)),
    mutation("empty-label-named", "LBL-06", "it gives a column without a label one of its own making",
        Edit(_LABEL, "octets.decode('utf-8') -> octets.decode('utf-8') or 'V1'")),
    mutation("empty-label-by-its-bytes-refused", "LBL-06",
        "it takes a label that a request gives by its bytes, of which there are none, for no label",
        Edit("notation.parse_text", "isinstance(atom, dict) and set(atom) == {'utf8'} -> "
             "isinstance(atom, dict) and set(atom) == {'utf8'} and atom['utf8']")),
    mutation("duplicate-labels-not-written", "LBL-07", "it refuses to write a label twice",
        Replaced(_WRITE, _distinct)),
    *(
        mutation(f"{name}-taken", "LBL-08", f"it takes {name.replace('-', ' ')} for UTF-8", _taking(_with_slip(*slip)))
        for name, slip in SLIPS.items()
    ),
    *(
        mutation(f"{name}-written", "LBL-04", f"it writes {name.replace('-', ' ')}", _writing(_with_slip(*slip)))
        for name, slip in SLIPS.items()
        if name != "surrogates"
    ),
    mutation("utf8-row-by-half-a-byte", "LBL-05 LBL-08",
        "it looks up the row of the table of UTF-8 again only where the upper half of a first byte changes",
        Replaced(_LABEL, _by_half_a_byte)),
    mutation("ill-formed-label-mended", "LBL-08", "it puts U+FFFD in the place of bytes that are not UTF-8",
        Edit(_LABEL, "octets.decode('utf-8') -> octets.decode('utf-8', 'replace')")),
    mutation("ill-formed-label-as-latin-1", "LBL-08", "it takes a label that is not UTF-8 for Latin-1",
        Edit(_LABEL, "label = octets -> label = octets.decode('latin-1')")),
    mutation("ill-formed-label-at-its-length", "LBL-08",
        "it reports a label that is not UTF-8 where its length stands",
        Edit(_LABEL, "at = reader.position -> at = reader.position - 2")),
    mutation("duplicate-column-renamed", "LBL-09", "it renames a column whose label an earlier one has",
        Replaced(_LABEL, _renamed)),
    mutation("duplicate-of-the-column-before-only", "LBL-09",
        "it compares a label with that of the column before only",
        Edit(_LABEL, "seen.add(label) -> (seen.clear(), seen.add(label))")),
)
