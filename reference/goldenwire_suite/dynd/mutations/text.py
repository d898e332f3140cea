"""Mutations of text and characters."""

from goldenwire_suite.dynd.mutations.changes import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_READ = 'read_text(reader, read_varint(reader, ".size"), "string.utf8")'
_WRITE = '_write_bytes(writer, Bytes(""), utf8(type, value, "string.utf8"))'


def _read(*lines: str) -> Rewrite:
    """A change that runs these lines on a text after it is read."""
    return Rewrite(
        "decode_leaf._read_string", f"return {_READ}", "\n    ".join((f"text = {_READ}", *lines, "return text"))
    )


def _written(octets: str) -> Rewrite:
    """A change that writes a text as other octets."""
    return Rewrite("encode_leaf._write_string", _WRITE, f'_write_bytes(writer, Bytes(""), {octets})')


MUTATIONS = (
    mutation(
        "sizes-in-characters", "STR-01", "it writes the number of characters for the size of a text",
        Rewrite("encode_leaf._write_string", _WRITE,
                'octets = utf8(type, value, "string.utf8")\n'
                "    write_varint(writer, len(octets.decode()))\n    writer.put(octets)"),
    ),
    mutation("text-in-utf-16", "STR-01", "it writes text in UTF-16",
        Edit("encode_leaf._write_string",
             "utf8(type, value, 'string.utf8') -> "
             "utf8(type, value, '').decode().encode('utf-16-le')")),
    mutation(
        "text-in-surrogates", "STR-01 STR-02", "it writes characters of four bytes as two surrogates",
        Rewrite("encode_leaf._write_string", _WRITE,
                'units = value.encode("utf-16-be")\n'
                '    surrogates = [int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2)]\n'
                '    _write_bytes(writer, Bytes(""), "".join(map(chr, surrogates)).encode(errors="surrogatepass"))'),
    ),
    mutation(
        "text-with-a-nul", "STR-01 STR-03", "it reads and writes a NUL behind a text, which the size does not count",
        _read('reader.take(1, "")'),
        Rewrite("encode_leaf._write_string", _WRITE, f'{_WRITE}\n    writer.put(b"\\0")'),
    ),
    mutation("surrogates-written", "STR-02", "it takes surrogates in UTF-8 for text",
        Edit("decode_leaf.read_text", "octets.decode() -> octets.decode(errors='surrogatepass')")),
    mutation(
        "noncharacters-refused", "STR-02 STR-03", "it refuses noncharacters",
        _read('if any(ord(char) & 0xFFFE == 0xFFFE or "\\ufdd0" <= char <= "\\ufdef" for char in text):',
              '    reader.refuse("string.utf8", reader.position, "", "")'),
    ),
    mutation("text-to-the-first-nul", "STR-03", "it ends a text at a NUL", _read('text = text.split("\\0")[0]')),
    mutation("byte-order-mark-dropped", "STR-03", "it drops a byte order mark",
               _read('text = text.lstrip("\\ufeff")')),
    mutation(
        "text-composed", "STR-03", "it puts characters together that can be",
        _read("import unicodedata", 'text = unicodedata.normalize("NFC", text)'),
    ),
    mutation(
        "text-decomposed", "STR-03", "it takes characters apart that can be",
        _read("import unicodedata", 'text = unicodedata.normalize("NFD", text)'),
    ),
    mutation("line-ends-translated", "STR-03", "it makes all line ends line feeds",
               _read('text = "\\n".join(text.splitlines())')),
    mutation(
        "backslashes-resolved", "STR-03", "it takes a backslash for the beginning of an escape",
        _read('text = text.replace("\\\\/", "/")'),
    ),
    mutation("chars-in-four-bytes", "CHAR-01", "it writes a character as DyND has it in memory, in four bytes",
        Edit("encode_leaf._write_char", "writer.put(octets) -> writer.put(octets.decode().encode('utf-32-le'))")),
    mutation("chars-to-the-end", "CHAR-01", "it takes all characters to the end for one",
        Edit("decode_leaf._read_char", "reader.take(size, '') -> reader.take(reader.remaining, '')")),
    mutation(
        "surrogates-inclusive", "CHAR-03", "it takes the neighbours of the surrogates for surrogates",
        Rewrite("decode_leaf._read_char", 'reader.take(size, "")',
                'if 0xD7FF <= ord(char) <= 0xE000:\n        reader.fail("char.utf8", at, "")\n'
                '    reader.take(size, "")'),
    ),
    mutation(
        "chars-sized", "CHAR-02", "it writes a size before a character",
        Rewrite("encode_leaf._write_char", "writer.put(octets)", "writer.uint(len(octets), 1)\n    writer.put(octets)"),
    ),
    mutation(
        "octets-for-text", "STR-02 CHAR-03", "it writes the octets that it is given for text",
        Rewrite("encode_leaf.utf8", "refuse(check,", 'return octets if check != "type.utf8" else refuse(check,'),
        Rewrite("encode_leaf._write_char", "len(octets.decode()) != 1", "not octets"),
    ),
    mutation("chars-are-text", "SER-04", "it takes any text for a character",
        Edit("encode_leaf._write_char", "len(octets.decode()) != 1 -> False")),
)  # fmt: skip
