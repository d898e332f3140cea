"""Mutations of text and characters."""

from collections.abc import Callable
from typing import Any
from unicodedata import normalize

import numpy as np

from goldenwire_reference.dynd.encode_leaf import Output, utf8, write_varint
from goldenwire_suite.dynd.mutations.changes import mutation
from goldenwire_suite.mutations import Edit, Replaced, after
from goldenwire_suite.plain_texts import resolve


def _read(change: Callable[[str], str]) -> Replaced:
    """A change of a text after it is read."""
    return Replaced("decode_leaf._read_string", lambda read, reader, type: change(read(reader, type)))


def _refused(kind: str, when: Callable[[str], bool]) -> Replaced:
    """A change with which a decoder refuses some texts, or some characters."""
    def read(original: Any, reader: Any, type: Any) -> Any:
        text = original(reader, type)
        return reader.fail(f"{kind}.utf8", reader.position, "") if when(text) else text
    return Replaced(f"decode_leaf._read_{kind}", read)


def _write_in_characters(write: Any, writer: Any, type: Any, value: Any) -> None:
    octets = utf8(type, value, "string.utf8")
    write_varint(writer, len(octets.decode()))
    writer.put(octets)


def _write_as_wide(write: Any, writer: Any, type: Any, value: Any) -> None:
    octets = utf8(type, value, "string.utf8")
    room = Output()
    write_varint(room, len(octets.decode()))
    write_varint(writer, len(octets) % (1 << 7 * room.size))
    writer.put(octets)


def _write_in_surrogates(write: Any, writer: Any, type: Any, value: Any) -> None:
    units = np.frombuffer(utf8(type, value, "string.utf8").decode().encode("utf-16-le"), "<u2")
    octets = "".join(map(chr, units)).encode(errors="surrogatepass")
    write_varint(writer, len(octets))
    writer.put(octets)


MUTATIONS = (
    mutation("sizes-in-characters", "STR-01", "it writes the number of characters for the size of a text",
        Replaced("encode_leaf._write_string", _write_in_characters)),
    mutation("sizes-as-wide-as-counts-of-characters", "STR-01",
        "it keeps as many bytes for the size of a text as the number of its characters takes",
        Replaced("encode_leaf._write_string", _write_as_wide)),
    mutation("text-in-utf-16", "STR-01", "it writes text in UTF-16",
        Edit("encode_leaf._write_string",
             "utf8(type, value, 'string.utf8') -> utf8(type, value, '').decode().encode('utf-16-le')")),
    mutation("text-in-surrogates", "STR-01 STR-02", "it writes characters of four bytes as two surrogates",
        Replaced("encode_leaf._write_string", _write_in_surrogates)),
    mutation("text-with-a-nul", "STR-01 STR-03",
        "it reads and writes a NUL behind a text, which the size does not count",
        after("decode_leaf._read_string", lambda reader, type: reader.take(1, "")),
        after("encode_leaf._write_string", lambda writer, type, value: writer.put(b"\0"))),
    mutation("surrogates-written", "STR-02", "it takes surrogates in UTF-8 for text",
        Edit("decode_leaf.read_text", "octets.decode() -> octets.decode(errors='surrogatepass')")),
    mutation("noncharacters-refused", "STR-02 STR-03", "it refuses noncharacters",
        _refused("string", lambda text:
            any(ord(char) & 0xFFFE == 0xFFFE or "\ufdd0" <= char <= "\ufdef" for char in text))),
    mutation("text-to-the-first-nul", "STR-03", "it ends a text at a NUL", _read(lambda text: text.split("\0")[0])),
    mutation("byte-order-mark-dropped", "STR-03", "it drops a byte order mark",
        _read(lambda text: text.removeprefix("\ufeff"))),
    mutation("text-composed", "STR-03", "it puts characters together that can be",
        _read(lambda text: normalize("NFC", text))),
    mutation("text-decomposed", "STR-03", "it takes characters apart that can be",
        _read(lambda text: normalize("NFD", text))),
    mutation("line-ends-translated", "STR-03", "it makes all line ends line feeds",
        _read(lambda text: "\n".join(text.splitlines()))),
    mutation("backslashes-resolved", "STR-03", "it takes a backslash for the beginning of an escape",
        _read(lambda text: text.replace("\\/", "/"))),
    mutation("escapes-resolved", "STR-03", "it resolves what looks like an escape in a text", _read(resolve)),
    mutation("replacements-refused", "STR-03", "it takes U+FFFD in a text for a sign of ill-formed UTF-8",
        _refused("string", lambda text: "\ufffd" in text)),
    mutation("chars-in-four-bytes", "CHAR-01", "it writes a character as DyND has it in memory, in four bytes",
        Edit("encode_leaf._write_char", "writer.put(octets) -> writer.put(octets.decode().encode('utf-32-le'))")),
    mutation("chars-to-the-end", "CHAR-01", "it takes all characters to the end for one",
        Edit("decode_leaf._read_char", "reader.position = at + size -> reader.position = len(reader.data)")),
    mutation("surrogates-inclusive", "CHAR-03", "it takes the neighbours of the surrogates for surrogates",
        _refused("char", lambda char: "\ud7ff" <= char <= "\ue000")),
    mutation("chars-sized", "CHAR-02", "it writes a size before a character",
        Edit("encode_leaf._write_char", "writer.put(octets) -> writer.put(bytes([len(octets)]) + octets)")),
    mutation("octets-for-text", "STR-02 CHAR-03", "it writes the octets that it is given for text",
        Replaced("encode_leaf.utf8", lambda utf8, type, value, check:
            value if isinstance(value, bytes) and check != "type.utf8" else utf8(type, value, check)),
        Edit("encode_leaf._write_char", "len(octets.decode()) != 1 -> not octets")),
    mutation("chars-are-text", "SER-04", "it takes any text for a character",
        Edit("encode_leaf._write_char", "len(octets.decode()) != 1 -> False")),
)  # fmt: skip
