"""Mutations of strings and binary."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from goldenwire_reference.msgpack.encode import pack
from goldenwire_reference.msgpack.model import Map
from goldenwire_reference.msgpack.tables import HEADS
from goldenwire_suite.msgpack.mutations.builders import mutation
from goldenwire_suite.mutations import Disabled, Edit, Entry, Mutation, Replaced, given, returned
from goldenwire_suite.plain_texts import resolve


def _text(change: Callable[[str], Any]) -> Replaced:
    """A change to a text after it is read."""
    return returned("decode._str", change, str)


def _binary(change: Callable[[bytes], Any]) -> Replaced:
    """A change to binary after it is read."""
    return returned("decode._item", change, bytes)


def _cesu(octets: bytes) -> bytes:
    """Return each unit of UTF-16 in UTF-8, as if it were a character."""
    units = memoryview(octets.decode("utf-8", "replace").encode("utf-16")).cast("H")[1:]
    return "".join(map(chr, units)).encode("utf-8", "surrogatepass")


def _units(text: str) -> int:
    """Return the number of units of UTF-16 in a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _headed(octets: bytes, count: int) -> bytes:
    """Return a string in the form for a length of `count`, with as much of the number of its octets as that holds."""
    form = next(form for form in HEADS["str"] if count <= form.most)
    number = len(octets) % 256 ** (form.size or 1)
    return (bytes([form.first]) + number.to_bytes(form.size) if form.size else bytes([form.first | number])) + octets


def _by(count: Callable[[str], int]) -> Replaced:
    """A change with which an encoder chooses the form of a string by what it counts in its text."""
    return Replaced("encode._str", lambda original, octets: _headed(octets, count(octets.decode("utf-8", "replace"))))


def _keys_by(count: Callable[[str], int]) -> Replaced:
    """The same of keys alone."""
    def key_of(key: Any) -> bytes:
        return _headed(key.encode(), count(key)) if isinstance(key, str) else pack(key)

    return Replaced(
        "encode._map", lambda original, value: original(Map(value.pairs, [key_of(key) for key, _ in value.pairs])))


def _looked_at(original: Callable[..., Any], reader: Any, at: int, octets: bytes) -> Any:
    is_long = len(octets) > 16 and octets[:8].isascii()
    return octets.decode("utf-8", "replace") if is_long else original(reader, at, octets)


def _looked_into(original: Callable[..., Any], reader: Any, at: int, octets: bytes) -> Any:
    return octets.decode("utf-8", "replace") if octets[:1024].isascii() else original(reader, at, octets)


def _suspected(original: Callable[..., Any], reader: Any, at: int, octets: bytes) -> Any:
    if "\ufffd".encode() in octets:
        reader.refuse("utf8", at, "a str that is UTF-8", "U+FFFD")
    return original(reader, at, octets)


def _marks(original: Callable[..., Any], reader: Any, at: int, octets: bytes) -> Any:
    if "utf8.replaced" in reader.off:
        return original(reader, at, octets)
    return re.sub("[\udc80-\udcff]", "\ufffd", octets.decode("utf-8", "surrogateescape"))


_STRINGS: tuple[Mutation, ...] = (
    mutation("strings-with-nul", "STR-01", "it takes the length to count an octet 0 at the end",
        _text(lambda text: text[:-1])),
    mutation("empty-string-is-nil", "STR-01", "it reads an empty string as nil",
        _text(lambda text: text or None)),
    mutation("length-in-characters", "STR-01", "its encoder writes the number of characters as the length",
        Edit("encode._str", "len(octets) -> len(octets.decode('utf-8', 'replace'))")),
    mutation("forms-by-characters", "STR-01 CANON-03", "its encoder chooses the form of a string by its characters",
        _by(len)),
    mutation("forms-by-units", "STR-01 CANON-03", "its encoder chooses the form of a string by its units of UTF-16",
        _by(_units)),
    mutation("forms-of-keys-by-characters", "STR-01 CANON-03",
        "its encoder chooses the form of a string that is a key by its characters",
        _keys_by(len)),
    mutation("forms-of-keys-by-units", "STR-01 CANON-03",
        "its encoder chooses the form of a string that is a key by its units of UTF-16",
        _keys_by(_units)),
    mutation("text-in-latin-1", "STR-02", "it takes strings for Latin-1",
        Edit("decode._str", "octets.decode('utf-8') -> octets.decode('latin-1')")),
    mutation("long-text-in-latin-1", "STR-02", "it takes strings of more than 255 octets for Latin-1",
        Edit("decode._str", "octets.decode('utf-8') -> octets.decode('latin-1' if len(octets) > 255 else 'utf-8')")),
    mutation("text-in-cesu", "STR-02", "its encoder writes characters of four octets as two surrogates",
        given("encode._str", _cesu)),
    mutation("text-ends-at-nul", "STR-03", "it ends a string at U+0000",
        _text(lambda text: text.partition("\0")[0])),
    mutation("byte-order-mark-dropped", "STR-03", "it drops U+FEFF in front",
        _text(lambda text: text.removeprefix("\ufeff"))),
    mutation("text-composed", "STR-03", "it brings strings into normal form C",
        _text(lambda text: unicodedata.normalize("NFC", text))),
    mutation("line-ends-changed", "STR-03", "it reads line ends as line feeds",
        _text(lambda text: text.replace("\r\n", "\n"))),
    mutation("text-trimmed", "STR-03", "it drops spaces around a string",
        _text(lambda text: text.strip(" "))),
    mutation("escapes-resolved", "STR-03", "it resolves what looks like an escape",
        _text(resolve)),
    mutation("replacements-refused", "STR-02 STR-03", "it takes U+FFFD in a string for a sign of ill-formed UTF-8",
        Replaced("decode._str", _suspected)),
    mutation("digits-are-integers", "GEN-01", "it reads a string of digits as an integer",
        _text(lambda text: int(text) if text.isdecimal() else text)),
    mutation("utf8-never-looked-at", "STR-04", "it hands on what is not UTF-8, whatever its policy says",
        Disabled("utf8")),
    mutation("utf8-in-short-strings", "STR-04", "of a string of more than 16 octets it looks at the first eight",
        Replaced("decode._str", _looked_at)),
    mutation("utf8-in-beginnings", "STR-04", "it looks at the first 1,024 octets of a string",
        Replaced("decode._str", _looked_into)),
    mutation("utf8-one-mark-an-octet", "STR-04", "it puts U+FFFD in place of each octet that is ill-formed",
        Replaced("decode._str", _marks)),
    mutation("utf8-dropped", "STR-04", "it drops what is ill-formed",
        Edit("decode._str", "octets.decode('utf-8', 'replace') -> octets.decode('utf-8', 'ignore')")),
    mutation("utf8-as-binary", "STR-04", "it hands on what is not UTF-8 as binary",
        Edit("decode._str", "NoText(octets) -> octets")),
    mutation("no-text-written", "STR-04", "its encoder writes octets that are no text, whatever its policy says",
        Replaced("encode._check_no_text", lambda original, value, level: None)),
    mutation("lengths-long", "CANON-03", "it writes the lengths of strings and binary in four octets",
        Entry("tables.HEADS", "str", lambda old: old[-1:]),
        Entry("tables.HEADS", "bin", lambda old: old[-1:])),
)


_BINARY: tuple[Mutation, ...] = (
    mutation("binary-is-a-string", "BIN-01 GEN-01", "it reads binary as a string",
        _binary(lambda octets: octets.decode("latin-1"))),
    mutation("binary-as-array", "BIN-01", "it reads binary as an array of integers",
        _binary(list)),
    mutation("binary-ends-at-nul", "BIN-01", "it ends binary at an octet 0",
        _binary(lambda octets: octets.partition(b"\0")[0])),
)

MUTATIONS = (*_STRINGS, *_BINARY)
