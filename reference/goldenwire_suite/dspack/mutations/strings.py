"""Mutations of section 7 of spec.md: strings."""

from collections.abc import Callable
from typing import Any

from goldenwire_suite.dspack.mutations.builders import mutation, reads
from goldenwire_suite.mutations import Change, Constant, Disabled, Edit, Replaced

_OCTETS, _PASCAL, _SINGLE = "decode_row._Row.octets", "decode_row._Row.pascal", "decode_row._Row.single"
_PUT_OCTETS, _PUT_PASCAL, _PUT_PREFIX = "encode_row._Row.octets", "encode_row._Row.pascal", "encode_row._Row.prefix"
_SINGLES = "encode_row._Row.singles"
_LENGTH, _BUFFER = "self.prefix(length, f'{name}.length')", "self.prefix(length, f'{name}.prefix')"


def _delivered(change: Callable[[bytes], bytes]) -> Change:
    """A change of an s that was read."""
    def by(original: Any, row: Any, type_: str, *given: Any) -> Any:
        value = original(row, type_, *given)
        return change(value) if type_ == "s" else value

    return Replaced(_OCTETS, by)


def _units(text: str) -> int:
    """Return the number of units of UTF-16 in a text."""
    return len(text.encode("utf-16-le")) // 2


def _counted(count: Callable[[str], int], throughout: bool) -> Change:
    """A change with which the length of a text is what `count` says: throughout, or only where it is compared.

    All octets of the text are written; of a number that a prefix or a length octet cannot hold, the lower bytes.
    """
    def by(original: Any, row: Any, field: Any, values: Any) -> None:
        for value in values:
            if field.length is None or not isinstance(value, str):
                original(row, field, [value])
                continue
            text = value.rstrip("\0") if field.type == "S" else value
            octets, number = text.encode(), count(text)
            original(row, field, ["x" * number])  # which is compared, and leaves the room for as many octets
            _, size = row.parts.pop()
            row.size -= size
            written = number if throughout else len(octets)
            head = bytes([written % 256]) if field.type == "p" else b""
            if field.length.dynamic:
                width = field.length.number
                _, size = row.parts.pop()
                row.size -= size
                row.put(((len(head) + written) % 256**width).to_bytes(width, row.order))
                size = 0
            row.put(head + octets, max(len(head + octets), size + (len(octets) - number) * throughout))

    return Replaced(_SINGLES, by)


def _utf_8_only(original: Any, row: Any, *given: Any) -> Any:
    value = original(row, *given)
    try:
        value.decode()
    except UnicodeDecodeError:
        row.reader.refuse("row.left", row.reader.position - len(value), "UTF-8", value)
    return value


OCTETS = (
    mutation("octets-to-first-zero", "TYPE-17", "it reads an s up to the first zero",
        _delivered(lambda value: value.partition(b"\0")[0])),
    mutation("octets-of-7-bits", "TYPE-17", "it reads the lower seven bits of an s",
        _delivered(lambda value: bytes(octet & 127 for octet in value))),
    mutation("octets-trimmed", "TYPE-25", "it drops trailing zeros of a fixed s",
        Edit(_OCTETS, "type_ == 'S' -> type_ == 'S' or not length.dynamic")),
    mutation("dynamic-octets-trimmed", "TYPE-17", "it drops trailing zeros of an s after a prefix",
        Edit(_OCTETS, "type_ == 'S' -> type_ == 'S' or length.dynamic")),
    mutation("short-refused", "TYPE-25", "it refuses to write a value shorter than its width",
        Edit(_PUT_OCTETS, "len(value) > length.number -> len(value) != length.number")),
    mutation("padded-with-spaces", "TYPE-25 ENC-03", "it pads with spaces",
        Edit(_PUT_OCTETS, "self.put(value, None if length.dynamic else length.number) -> "
             "self.put(value if length.dynamic else value.ljust(length.number))")),
    mutation("padded-in-front", "TYPE-25", "it pads at the beginning",
        Edit(_PUT_OCTETS, "self.put(value, None if length.dynamic else length.number) -> "
             "self.put(value if length.dynamic else value.rjust(length.number, b'\\x00'))")),
    mutation("trimmed-of-spaces", "TYPE-18", "it trims spaces as well",
        Edit(_OCTETS, "value.rstrip(b'\\x00') -> value.rstrip(b'\\x00 ')")),
    mutation("trimmed-in-front", "TYPE-18", "it trims zeros in front as well",
        Edit(_OCTETS, "value.rstrip -> value.strip")),
    mutation("trimmed-of-one", "TYPE-18", "it trims one zero only",
        Edit(_OCTETS, "value.rstrip -> value.removesuffix")),
    mutation("trimmed-to-first-zero", "TYPE-18", "it cuts an S at its first zero",
        Edit(_OCTETS, "value.rstrip(b'\\x00') -> value.partition(b'\\x00')[0]")),
    mutation("trimmed-never", "TYPE-18", "it reads S as s", Edit(_OCTETS, "value.rstrip(b'\\x00') -> value")),
    mutation("pascal-without-length", "TYPE-19", "it reads a fixed p as an s",
        Edit(_SINGLE, "field.type == 'p' -> field.type == 'p' and field.length.dynamic")),
    mutation("pascal-of-one-more", "TYPE-19", "it takes Np for N octets after the length octet",
        Edit(_PASCAL, f"{_BUFFER} -> {_BUFFER} + (not length.dynamic)")),
    mutation("pascal-counts-itself", "TYPE-19", "it takes the length octet of a p to count itself",
        Edit(_PASCAL, "number = buffer[0] -> number = max(0, buffer[0] - (not length.dynamic))")),
    mutation("pascal-slack-delivered", "TYPE-19 STR-08", "it delivers the slack of a p",
        Edit(_PASCAL, "buffer[1:1 + number] -> buffer[1:]")),
    mutation("pascal-slack-checked", "TYPE-19 STR-08", "it refuses slack that is not 00",
        Edit(_PASCAL, "number = buffer[0] -> "
             "number = any(buffer[1 + buffer[0]:]) and self.reader.refuse('row.left', at, '00', 1) or buffer[0]")),
    mutation("pascal-slack-of-spaces", "TYPE-19 ENC-03", "it fills a p with spaces",
        Edit(_PUT_PASCAL, "self.put(bytes([len(value)]) + value, None if length.dynamic else length.number) -> "
             "self.put((bytes([len(value)]) + value).ljust(0 if length.dynamic else length.number))")),
    mutation("single-string-dynamic", "STR-01", "it takes s for ~s",
        Edit("fields._Draft.take", "Length(1, False) -> Length(1, True)")),
    mutation("fixed-with-terminator", "STR-02", "it expects a zero after a fixed string",
        Edit(_OCTETS, "self.take(size, name) -> self.take(size + (not length.dynamic), name)[:size]")),
    mutation("fixed-with-prefix", "STR-02", "it expects a prefix of one byte in front of a fixed string",
        Edit(_OCTETS, f"{_LENGTH} -> {_LENGTH} if length.dynamic else self.take(1, name)[0]")),
    mutation("tilde-of-2-bytes", "STR-03", "it takes ~s for 2~s", reads("(?<![0-9 ])~(?= *[sSp])", "2~")),
    mutation("prefix-counts-itself", "STR-03 STR-04", "it takes a prefix to count itself",
        Edit(_OCTETS, f"{_LENGTH} -> max(0, {_LENGTH} - length.number * length.dynamic)")),
    mutation("tilde-ends-with-zero", "STR-03", "it takes ~s for octets up to a zero",
        Edit(_OCTETS, f"{_LENGTH} -> {_LENGTH} if (length.number, length.dynamic) != (1, True) else "
             "bytes(self.reader.data[self.reader.position:self.end]).find(0) + 1")),
    mutation("prefix-of-1-byte", "STR-04", "it reads a prefix of one byte whatever the width",
        Edit(_OCTETS, f"{_LENGTH} -> self.take(1, name)[0] if length.dynamic else length.number")),
    mutation("prefix-cut", "STR-05 LIST-05 ENC-01", "it writes the lower bytes of a number that its prefix cannot hold",
        Replaced(_PUT_PREFIX, lambda original, row, field, length, number, *given:
                 original(row, field, length, number % 256**length.number, *given))),
    mutation("prefix-one-less", "STR-05 LIST-05", "it takes the greatest number that a prefix holds for one too many",
        Edit(_PUT_PREFIX, "2 ** (8 * length.number) - 1 -> 2 ** (8 * length.number) - 2")),
    mutation("prefix-of-8-bits", "STR-05 LIST-05", "it writes no more than 255 octets or items after any prefix",
        Edit(_PUT_PREFIX, "2 ** (8 * length.number) - 1 -> 255")),
    mutation("prefix-of-15-bits", "STR-05 LIST-05 STR-04 LIST-04",
        "it writes no more than 32767 octets or items after any prefix",
        Edit(_PUT_PREFIX, "2 ** (8 * length.number) - 1 -> min(32767, 2 ** (8 * length.number) - 1)")),
    mutation("fixed-cut", "STR-06 ENC-01", "it cuts a string that is too long",
        Replaced(_PUT_OCTETS, lambda original, row, field, length, value:
                 original(row, field, length, value if length.dynamic else value[: length.number]))),
    mutation("fixed-overflows", "STR-06", "it writes all of a string that is too long",
        Edit(_PUT_OCTETS, "not length.dynamic and len(value) > length.number -> False")),
    mutation("untrimmed-measured", "STR-07", "it measures an S before trimming it",
        Edit(_PUT_OCTETS, "field.type == 'S' -> "
             "field.type == 'S' and len(value) <= (256**length.number - 1 if length.dynamic else length.number)")),
    mutation("dynamic-written-untrimmed", "STR-07", "it writes the trailing zeros of an S after a prefix",
        Edit(_PUT_OCTETS, "field.type == 'S' -> field.type == 'S' and (not length.dynamic)")),
    mutation("dynamic-read-untrimmed", "STR-07", "it reads trailing zeros of an S after a prefix",
        Edit(_OCTETS, "type_ == 'S' -> type_ == 'S' and (not length.dynamic)")),
    mutation("pascal-prefix-of-value", "STR-08", "it takes the prefix of a p to count the value alone",
        Edit(_PASCAL, f"{_BUFFER} -> {_BUFFER} + length.dynamic")),
    mutation("pascal-prefix-written-of-value", "STR-08", "it writes a prefix of a p that counts the value alone",
        Edit(_PUT_PASCAL, "1 + len(value) -> len(value)")),
    mutation("pascal-dynamic-is-octets", "STR-08", "it reads ~p as ~s",
        Edit(_SINGLE, "field.type == 'p' -> field.type == 'p' and (not field.length.dynamic)")),
    mutation("pascal-buffer-empty", "STR-08", "it takes a buffer of 0 octets for an empty string",
        Disabled("field.pascal.empty")),
    mutation("pascal-buffer-clamped", "STR-08", "it clamps a length octet that is beyond its buffer",
        Disabled("field.pascal.over")),
    mutation("octets-checked", "STR-09", "it refuses octets that are not UTF-8", Replaced(_OCTETS, _utf_8_only)),
    mutation("text-in-latin-1", "STR-09", "it writes text in Latin-1",
        Edit("encode_row._octets", "value.encode() -> value.encode('latin-1', 'replace')")),
    mutation("text-empty-unknown", "STR-09", "it does not take text without characters for text",
        Edit("notation._host", "isinstance(atom['text'], str) -> isinstance(atom['text'], str) and atom['text']")),
    mutation("text-in-utf-16", "STR-09", "it writes text in UTF-16",
        Edit("encode_row._octets", "value.encode() -> value.encode('utf-16-le')")),
    mutation("text-in-characters", "STR-09", "it writes as many octets of a text as it has characters",
        Edit("encode_row._octets", "value.encode() -> value.encode()[:len(value)]")),
    mutation("text-counted-in-characters", "STR-09", "it takes the number of characters of a text for its length",
        _counted(len, throughout=True)),
    mutation("text-counted-in-units", "STR-09", "it takes the number of units of UTF-16 of a text for its length",
        _counted(_units, throughout=True)),
    mutation("text-compared-in-characters", "STR-09 STR-05 STR-06 ENC-04",
        "it compares the number of characters of a text with what there is room for, and writes all its octets",
        _counted(len, throughout=False)),
    mutation("text-compared-in-units", "STR-09 STR-05 STR-06 ENC-04",
        "it compares the number of units of UTF-16 of a text with what there is room for, and writes all its octets",
        _counted(_units, throughout=False)),
    mutation("overrun-by-one-passes", "STR-10", "it takes a length octet as great as the width for good",
        Edit(_PASCAL, "number > size - 1 -> number > size - length.dynamic")),
    mutation("overrun-emptied", "STR-10", "under `clamp` it delivers nothing",
        Edit(_PASCAL, "number = size - 1 -> number = 0")),
    mutation("overrun-kept", "STR-10", "under `clamp` it delivers the N octets, the length octet among them",
        Edit(_PASCAL, "buffer[1:1 + number] -> buffer[buffer[0] <= size - 1:][:number + (buffer[0] > size - 1)]")),
    mutation("char-padded", "ENC-04", "it takes no octet for the c 00",
        Edit("encode_row._octet", "_octets(field, value) -> _octets(field, value) or b'\\x00'")),
    mutation("char-cut", "ENC-04", "it takes the first octet of several for a c",
        Edit("encode_row._octet", "_octets(field, value) -> _octets(field, value)[:1]")),
    mutation("pascal-cut", "ENC-04 ENC-01", "it cuts a p that is too long",
        Edit(_PUT_PASCAL, "raise _length(field, 'DSPACK-ENC-04', f'{len(value)} octets; a Pascal string here "
             "has at most {most}') -> value = value[:most]")),
    mutation("pascal-up-to-254", "ENC-04 TYPE-19", "it takes 254 octets for the most that a length octet counts",
        Constant("MAX_PASCAL", 254)),
)

MUTATIONS = OCTETS
