"""Mutations of section 7 of spec.md: strings."""

from goldenwire_suite.dspack.mutations.builders import mutation, reads
from goldenwire_suite.mutations import Change, Constant, Edit, Rewrite

_OCTETS, _PASCAL = "decode_row._Row.octets", "decode_row._Row.pascal"
_TRIMMED = 'return value.rstrip(b"\\0") if type_ == "S" else value'
_TOO_MANY = "if number > most:"
_TAKEN = "value = self.take(size, name)"


def _trims(value: str) -> Change:
    """Changes to the trimming of an S on reading."""
    return Rewrite(_OCTETS, 'value.rstrip(b"\\0") if', f"{value} if")


OCTETS = (
    mutation(
        "octets-to-first-zero", "TYPE-17", "it reads an s up to the first zero",
        Rewrite(
            _OCTETS, _TRIMMED,
            'value = value.partition(b"\\0")[0] if type_ == "s" and 0 in value.rstrip(b"\\0") else value\n    '
            + _TRIMMED,
        ),
    ),
    mutation(
        "octets-of-7-bits", "TYPE-17", "it reads the lower seven bits of an s",
        Rewrite(
            _OCTETS, _TRIMMED,
            'value = bytes(octet & 127 for octet in value) if type_ == "s" else value\n    ' + _TRIMMED,
        ),
    ),
    mutation("octets-trimmed", "TYPE-25", "it drops trailing zeros of a fixed s",
        Edit(_OCTETS, "type_ == 'S' -> type_ == 'S' or not length.dynamic")),
    mutation("dynamic-octets-trimmed", "TYPE-17", "it drops trailing zeros of an s after a prefix",
        Edit(_OCTETS, "type_ == 'S' -> type_ == 'S' or length.dynamic")),
    mutation("short-refused", "TYPE-25", "it refuses to write a value shorter than its width",
        Edit("encode_row._Row.octets", "len(value) > length.number -> len(value) != length.number")),
    mutation("padded-with-spaces", "TYPE-25 ENC-03", "it pads with spaces",
        Edit("encode_row._Row.octets",
             "self.put(value, None if length.dynamic else length.number) -> "
             "self.put(value if length.dynamic else value.ljust(length.number))")),
    mutation("padded-in-front", "TYPE-25", "it pads at the beginning",
        Edit("encode_row._Row.octets",
             "self.put(value, None if length.dynamic else length.number) -> "
             "self.put(value if length.dynamic else value.rjust(length.number, b'\\x00'))")),
    mutation("trimmed-of-spaces", "TYPE-18", "it trims spaces as well",
        Edit("decode_row._Row.octets", "value.rstrip(b'\\x00') -> value.rstrip(b'\\x00 ')")),
    mutation("trimmed-in-front", "TYPE-18", "it trims zeros in front as well",
        Edit("decode_row._Row.octets", "value.rstrip -> value.strip")),
    mutation("trimmed-of-one", "TYPE-18", "it trims one zero only",
        Edit("decode_row._Row.octets", "value.rstrip -> value.removesuffix")),
    mutation("trimmed-to-first-zero", "TYPE-18", "it cuts an S at its first zero",
        Edit("decode_row._Row.octets", "value.rstrip(b'\\x00') -> value.partition(b'\\x00')[0]")),
    mutation("trimmed-never", "TYPE-18", "it reads S as s",
        Edit("decode_row._Row.octets", "value.rstrip(b'\\x00') -> value")),
    mutation("pascal-without-length", "TYPE-19", "it reads a fixed p as an s",
        Edit("decode_row._Row.single", "field.type == 'p' -> field.type == 'p' and field.length.dynamic")),
    mutation("pascal-of-one-more", "TYPE-19", "it takes Np for N octets after the length octet",
          Rewrite(_PASCAL, "if not size:", "size += not length.dynamic\n    if not size:")),
    mutation("pascal-counts-itself", "TYPE-19", "it takes the length octet of a p to count itself",
        Edit(_PASCAL, "number = buffer[0] -> number = max(0, buffer[0] - (not length.dynamic))")),
    mutation("pascal-slack-delivered", "TYPE-19 STR-08", "it delivers the slack of a p",
        Edit(_PASCAL, "buffer[1:1 + number] -> buffer[1:]")),
    mutation(
        "pascal-slack-checked", "TYPE-19 STR-08", "it refuses slack that is not 00",
        Rewrite(
            _PASCAL, "if number > size - 1:",
            'if any(buffer[1 + number :]):\n        self.reader.refuse("row.left", at, "00", 1)\n'
            "    if number > size - 1:",
        ),
    ),
    mutation("pascal-slack-of-spaces", "TYPE-19 ENC-03", "it fills a p with spaces",
        Edit("encode_row._Row.pascal",
             "self.put(bytes([len(value)]) + value, None if length.dynamic else length.number) -> "
             "self.put((bytes([len(value)]) + value).ljust(0 if length.dynamic else length.number))")),
    mutation("single-string-dynamic", "STR-01", "it takes s for ~s",
        Edit("fields._Draft.take", "Length(1, False) -> Length(1, True)")),
    mutation("fixed-with-terminator", "STR-02", "it expects a zero after a fixed string",
        Edit(_OCTETS, "self.take(size, name) -> self.take(size + (not length.dynamic), name)[:size]")),
    mutation("fixed-with-prefix", "STR-02", "it expects a prefix of one byte in front of a fixed string",
          Rewrite(_OCTETS, _TAKEN, "size = size if length.dynamic else self.take(1, name)[0]\n    " + _TAKEN)),
    mutation("tilde-of-2-bytes", "STR-03", "it takes ~s for 2~s", reads("(?<![0-9 ])~(?= *[sSp])", "2~")),
    mutation("prefix-counts-itself", "STR-03 STR-04", "it takes a prefix to count itself",
          Rewrite(_OCTETS, _TAKEN, "size -= min(size, length.number) if length.dynamic else 0\n    " + _TAKEN)),
    mutation("tilde-ends-with-zero", "STR-03", "it takes ~s for octets up to a zero",
        Edit(_OCTETS,
             "self.prefix(length, f'{name}.length') -> "
             "self.prefix(length, f'{name}.length') if (length.number, length.dynamic) != (1, True) else "
             "bytes(self.reader.data[self.reader.position:self.end]).find(0) + 1")),
    mutation("prefix-of-1-byte", "STR-04", "it reads a prefix of one byte whatever the width",
        Edit("decode_row._Row.octets",
             "self.prefix(length, f'{name}.length') -> "
             "self.take(1, name)[0] if length.dynamic else length.number")),
    mutation("prefix-cut", "STR-05 LIST-05 ENC-01", "it writes the lower bytes of a number that its prefix cannot hold",
          Rewrite("encode_row._Row.prefix", _TOO_MANY, "number &= most\n    if False:")),
    mutation("prefix-one-less", "STR-05 LIST-05",
        "it takes the greatest number that a prefix holds for one too many",
        Edit("encode_row._Row.prefix", "2 ** (8 * length.number) - 1 -> 2 ** (8 * length.number) - 2")),
    mutation("prefix-of-8-bits", "STR-05 LIST-05", "it writes no more than 255 octets or items after any prefix",
        Edit("encode_row._Row.prefix", "2 ** (8 * length.number) - 1 -> 255")),
    mutation("prefix-of-15-bits", "STR-05 LIST-05 STR-04 LIST-04",
        "it writes no more than 32767 octets or items after any prefix",
        Edit("encode_row._Row.prefix", "2 ** (8 * length.number) - 1 -> min(32767, 2 ** (8 * length.number) - 1)")),
    mutation("fixed-cut", "STR-06 ENC-01", "it cuts a string that is too long",
          Rewrite("encode_row._Row.octets", "if not length.dynamic and len(value) > length.number:",
                  "value = value if length.dynamic else value[: length.number]\n    if False:")),
    mutation("fixed-overflows", "STR-06", "it writes all of a string that is too long",
        Edit("encode_row._Row.octets", "not length.dynamic and len(value) > length.number -> False")),
    mutation("untrimmed-measured", "STR-07", "it measures an S before trimming it",
          Rewrite("encode_row._Row.octets", 'value = value.rstrip(b"\\0") if field.type == "S" else value',
                  'if field.type == "S" and not length.dynamic and len(value) > length.number:\n'
                  '        raise _length(field, "DSPACK-STR-06", "too long")\n'
                  '    value = value.rstrip(b"\\0") if field.type == "S" and len(value) < 256 else value')),
    mutation("dynamic-written-untrimmed", "STR-07", "it writes the trailing zeros of an S after a prefix",
        Edit("encode_row._Row.octets", "field.type == 'S' -> field.type == 'S' and (not length.dynamic)")),
    mutation("dynamic-read-untrimmed", "STR-07", "it reads trailing zeros of an S after a prefix",
        Edit(_OCTETS, "type_ == 'S' -> type_ == 'S' and (not length.dynamic)")),
    mutation("pascal-prefix-of-value", "STR-08", "it takes the prefix of a p to count the value alone",
          Rewrite(_PASCAL, "if not size:", "size += length.dynamic\n    if not size:")),
    mutation("pascal-prefix-written-of-value", "STR-08", "it writes a prefix of a p that counts the value alone",
        Edit("encode_row._Row.pascal", "1 + len(value) -> len(value)")),
    mutation("pascal-dynamic-is-octets", "STR-08", "it reads ~p as ~s",
        Edit("decode_row._Row.single", "field.type == 'p' -> field.type == 'p' and (not field.length.dynamic)")),
    mutation("pascal-buffer-empty", "STR-08", "it takes a buffer of 0 octets for an empty string",
        Edit(_PASCAL,
             "self.reader.refuse('field.pascal.empty', at_prefix, 'a buffer of at least 1 octet', '0') -> "
             "False and self.reader.refuse('field.pascal.empty', at_prefix, 'a buffer of at least 1 octet', '0')")),
    mutation("pascal-buffer-clamped", "STR-08", "it clamps a length octet that is beyond its buffer",
        Edit(_PASCAL,
             "self.reader.refuse(check, at, f'a length octet of at most {size - 1}', number) -> "
             "length.dynamic or self.reader.refuse(check, at, f'a length octet of at most {size - 1}', number)")),
    mutation("octets-checked", "STR-09", "it refuses octets that are not UTF-8",
          Rewrite(_OCTETS, _TRIMMED, 'value.decode(errors="replace").count("\\ufffd") and self.reader.refuse('
                  '"row.left", self.reader.position - size, "UTF-8", value)\n    ' + _TRIMMED)),
    mutation("text-in-latin-1", "STR-09", "it writes text in Latin-1",
        Edit("encode_row._octets", "value.encode() -> value.encode('latin-1', 'replace')")),
    mutation("text-empty-unknown", "STR-09", "it does not take text without characters for text",
        Edit("notation._host",
             "isinstance(atom, dict) and set(atom) == {'text'} and isinstance(atom['text'], str) -> "
             "isinstance(atom, dict) and set(atom) == {'text'} and atom['text'] and isinstance(atom['text'], str)")),
    mutation("text-in-utf-16", "STR-09", "it writes text in UTF-16",
        Edit("encode_row._octets", "value.encode() -> value.encode('utf-16-le')")),
    mutation(
        "text-in-characters", "STR-09", "it measures text in characters",
        Rewrite(
            "encode_row._Row.octets", 'value = value.rstrip(b"\\0") if field.type == "S" else value',
            'value = value.rstrip(b"\\0") if field.type == "S" else value\n'
            "    length = length if length.dynamic else length.__class__(length.number + sum(o & 192 == 128 for o "
            "in value), False)",
        ),
        Rewrite("encode_row._octet", "len(octets) != 1", "len(octets.decode(errors='replace')) != 1"),
        Rewrite(
            "encode_row._Row.scalars", "made = [",
            "scalar = scalar if field.type != 'c' or len(_octets(field, values[0])) == 1"
            " else scalar._replace(standard='2s')\n    made = [",
        ),
    ),
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
          Rewrite("encode_row._Row.pascal", "if len(value) > most:", "value = value[:most]\n    if False:")),
    mutation(
        "pascal-up-to-254", "ENC-04 TYPE-19", "it takes 254 octets for the most that a length octet counts",
        Constant("MAX_PASCAL", 254),
    ),
)  # fmt: skip

MUTATIONS = OCTETS
