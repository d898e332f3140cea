"""Mutations of strings and binary."""

from goldenwire_suite.msgpack.mutations.builders import mutation
from goldenwire_suite.mutations import Edit, Entry, Mutation, Rewrite

_DECODED = 'return octets.decode("utf-8")'


def _text(expression: str) -> Rewrite:
    """A change to a text, `text`, after it is read."""
    return Rewrite("decode._str", _DECODED, f'text = octets.decode("utf-8")\n        return {expression}')


def _cesu(text: str) -> bytes:
    """Return each unit of UTF-16 in UTF-8, as if it were a character."""
    units = text.encode("utf-16-be")
    pairs = (units[place : place + 2].decode("utf-16-be", "surrogatepass") for place in range(0, len(units), 2))
    return "".join(pairs).encode("utf-8", "surrogatepass")


_STRINGS: tuple[Mutation, ...] = (
    mutation("strings-with-nul", "STR-01", "it takes the length to count an octet 0 at the end", _text("text[:-1]")),
    mutation("empty-string-is-nil", "STR-01", "it reads an empty string as nil", _text("text or None")),
    mutation(
        "length-in-characters",
        "STR-01",
        "its encoder writes the number of characters as the length",
        Entry(
            "encode._PACKED",
            str,
            lambda old: lambda value: bytes([0xA0 + len(value)]) + value.encode() if len(value) < 32 else old(value),
        ),
    ),
    mutation("text-in-latin-1", "STR-02", "it takes strings for Latin-1",
        Edit("decode._str", "octets.decode('utf-8') -> octets.decode('latin-1')")),
    mutation("long-text-in-latin-1", "STR-02", "it takes strings of more than 255 octets for Latin-1",
        Edit("decode._str", "octets.decode('utf-8') -> octets.decode('latin-1' if len(octets) > 255 else 'utf-8')")),
    mutation(
        "text-in-cesu",
        "STR-02",
        "its encoder writes characters of four octets as two surrogates",
        Entry(
            "encode._PACKED",
            str,
            lambda old: (
                lambda value: (
                    old("".join(value))
                    if max(value, default="") < "\U00010000"
                    else bytes([0xA0 + len(_cesu(value))]) + _cesu(value)
                )
            ),
        ),
    ),
    mutation("text-ends-at-nul", "STR-03", "it ends a string at U+0000", _text('text.partition("\\0")[0]')),
    mutation("byte-order-mark-dropped", "STR-03", "it drops U+FEFF in front", _text('text.removeprefix("\\ufeff")')),
    mutation(
        "text-composed",
        "STR-03",
        "it brings strings into normal form C",
        _text('__import__("unicodedata").normalize("NFC", text)'),
    ),
    mutation("line-ends-changed", "STR-03", "it reads line ends as line feeds", _text('text.replace("\\r\\n", "\\n")')),
    mutation("text-trimmed", "STR-03", "it drops spaces around a string", _text('text.strip(" ")')),
    mutation(
        "digits-are-integers",
        "GEN-01",
        "it reads a string of digits as an integer",
        _text("int(text) if text.isdecimal() else text"),
    ),
    mutation("utf8-never-looked-at", "STR-04", "it hands on what is not UTF-8, whatever its policy says",
        Edit("decode._str", "reader.refuse('utf8', at, 'a str that is UTF-8', wrong) -> pass")),
    mutation(
        "utf8-in-short-strings",
        "STR-04",
        "of a string of more than 16 octets it looks at the first eight",
        Rewrite(
            "decode._str",
            _DECODED,
            'if len(octets) > 16 and octets[:8].isascii():\n            return octets.decode("utf-8", "replace")\n'
            f"        {_DECODED}",
        ),
    ),
    mutation("utf8-one-mark-an-octet", "STR-04", "it puts U+FFFD in place of each octet that is ill-formed",
        Edit("decode._str",
             "octets.decode('utf-8', 'replace') -> "
             "''.join((chr(65533) if '\\udc80' <= one <= '\\udcff' else one for one in "
             "octets.decode('utf-8', 'surrogateescape')))")),
    mutation("utf8-dropped", "STR-04", "it drops what is ill-formed",
        Edit("decode._str", "octets.decode('utf-8', 'replace') -> octets.decode('utf-8', 'ignore')")),
    mutation("utf8-as-binary", "STR-04", "it hands on what is not UTF-8 as binary",
        Edit("decode._str", "NoText(octets) -> octets")),
    mutation(
        "no-text-written",
        "STR-04",
        "its encoder writes octets that are no text, whatever its policy says",
        Rewrite("encode._check_no_text", "raise", "return\n    raise"),
    ),
    mutation(
        "lengths-long",
        "CANON-03",
        "it writes the lengths of strings and binary in four octets",
        Entry("tables.HEADS", "str", lambda old: old[-1:]),
        Entry("tables.HEADS", "bin", lambda old: old[-1:]),
    ),
)


_BINARY: tuple[Mutation, ...] = (
    mutation("binary-is-a-string", "BIN-01 GEN-01", "it reads binary as a string",
        Edit("decode._item",
             "octets if kind == 'bin' else _str(reader, at, octets) -> "
             "octets.decode('latin-1') if kind == 'bin' else _str(reader, at, octets)")),
    mutation("binary-as-array", "BIN-01", "it reads binary as an array of integers",
        Edit("decode._item",
             "octets if kind == 'bin' else _str(reader, at, octets) -> "
             "list(octets) if kind == 'bin' else _str(reader, at, octets)")),
    mutation("binary-ends-at-nul", "BIN-01", "it ends binary at an octet 0",
        Edit("decode._item",
             "octets if kind == 'bin' else _str(reader, at, octets) -> "
             "octets.partition(b'\\x00')[0] if kind == 'bin' else _str(reader, at, octets)")),
)

MUTATIONS = (*_STRINGS, *_BINARY)
