"""Rules for summaries: one unique line, in English, with no number and no type that the case does not have.

A summary is made from the value that it describes. This module checks what can be checked: each number in it, as a
numeral or a word, is one of the case's own (a number of its notation, a length, a place, a size, a byte), or one that
the case takes from the format's tables; each type in it occurs in the case.
"""

import json
import math
import re
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from goldenwire_reference.format import Format
from goldenwire_suite.builder import BuiltCase
from goldenwire_suite.caching import BuildCache
from goldenwire_suite.cases import FOREIGN
from goldenwire_suite.suite import suite_of

Json = Any

WORDS = {
    "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "twenty": 20, "hundred": 100, "thousand": 1000, "million": 10**6,
}  # fmt: skip

# 2^53 - 1, 0xff, 65,536, 1.5, -7; but not digits that are part of a word (int8, Latin-1, UTF-8).
NUMERAL = re.compile(
    r"(?<![\w.^-])(?P<sign>-?)(?:(?P<hex>0x[0-9a-f]+)|(?P<base>\d+)\^(?P<power>\d+)|(?P<plain>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?))"
    r"(?: (?P<op>[+-]) (?P<more>\d{1,3}(?:,\d{3})+|\d+))?(?![\w^]|[.,]\d)"
)
LONGEST = 4096  # characters of a text that are searched for numbers

# U+07FF, and a byte at a place in a character.
CODE_POINT = re.compile(r"U\+([0-9A-F]{4,6})\b")
PLACES = ("first", "second", "third", "fourth")
PLACED = re.compile(
    rf"the ({'|'.join(PLACES)}) byte of a character that begins with ([0-9a-f]{{2}}) is ([0-9a-f]{{2}})\b"
)

OCTETS = re.compile(r"(?<![\w.])(?=[0-9a-f ]*[0-9a-f]{2} )(?:[0-9a-f]{2} )+[0-9a-f]{2}(?!\w)")


def faults(fmt: Format, built: Sequence[BuiltCase], feature: str, cache: BuildCache) -> Iterator[str]:
    """Yield the faults of the summaries of a feature's cases, as sentences that begin with a case's id.

    Cases that the cache knows to have none are not looked at again.
    """
    repeated = Counter(one.record["summary"] for one in built)
    for summary, count in repeated.items():
        if count > 1:
            ids = ", ".join(one.case.name for one in built if one.record["summary"] == summary)
            yield f"{fmt.name}/{feature}: {count} cases have the summary {summary!r}: {ids}"
    for one in built:
        if cache.recall(one.key, "summary"):
            continue
        found = list(_faults(fmt, one))
        if not found:
            cache.keep(one.key, "summary", "has no fault")
        yield from (f"{one.id}: its summary {fault}" for fault in found)


def _faults(fmt: Format, one: BuiltCase) -> Iterator[str]:
    summary = one.record["summary"]
    if match := FOREIGN.search(summary):
        yield f"has {match[0]!r}, which is Python"
    if not summary.isprintable():
        yield "has characters that do not print"
    for match in OCTETS.finditer(summary):
        if not _has_octets(one, bytes.fromhex(match[0])):
            yield f"says {match[0]}, which are no octets of the case"
    for match in CODE_POINT.finditer(summary):
        if not _has_code_point(one, int(match[1], 16)):
            yield f"says {match[0]}, which is no character of the case"
    for match in PLACED.finditer(summary):
        if not _has_at_place(one, PLACES.index(match[1]), int(match[2], 16), int(match[3], 16)):
            yield f"says that {match[0]}, which is not so"
    if named := list(_named(CODE_POINT.sub("", OCTETS.sub("", summary)))):
        strange = {number for number, _ in named}.difference(one.case.numbers)
        for number in numbers(one):
            strange.discard(number)
            if not strange:
                break
        yield from (f"says {text}, which is no number of the case" for number, text in named if number in strange)
    if types := [word for word in re.findall(r"(?<!')\b[a-z][a-z0-9_]*", summary) if word in suite_of(fmt).type_names]:
        text = _text(one)
        yield from (f"names the type {word}, which the case has not" for word in types if not _has_type(word, text))


def _text(one: BuiltCase) -> str:
    """Return all parts of the case in which a type may occur, as one text."""
    keys = ("context", "value", "plan", "edit", "outcomes", "layout", "base")
    return json.dumps([one.record.get(key) for key in keys]) + (one.data or b"")[:LONGEST].decode("latin-1")


def _has_type(name: str, text: str) -> bool:
    """Return whether the type occurs in a text; a one-letter type may be repeated, and have a number beside it: 12s."""
    if len(name) > 1:
        return bool(re.search(rf"(?<![a-z0-9_]){name}(?![a-z0-9_])", text))
    return bool(re.search(rf"(?<![a-z_])(?:{name})+(?![a-z_])", text))


def _has_octets(one: BuiltCase, octets: bytes) -> bool:
    removed = [bytes.fromhex(splice["remove"]) for splice in _splices(one)]
    return any(octets in piece for piece in (one.data or b"", *removed)) or octets.hex() in json.dumps(one.record)


def _has_code_point(one: BuiltCase, code_point: int) -> bool:
    """Return whether the code point occurs in the case: in UTF-8, of its own length or overlong, or in a text."""
    if any(_has_octets(one, octets) for octets in _spelled(code_point)):
        return True
    text = json.dumps(one.record) + (one.data or b"").decode("latin-1")
    is_escaped = re.search(rf"\\[uU]0*{code_point:x}(?![0-9a-f])", text.lower())
    return bool(is_escaped) or (code_point < 0x110000 and chr(code_point) in text)


def _spelled(code_point: int) -> Iterator[bytes]:
    """Return the forms of a code point in UTF-8's bit pattern, in one to four bytes, or as its two surrogates."""
    if 0x10000 <= code_point < 0x110000:
        units = chr(code_point).encode("utf-16-be")
        yield b"".join(chr(int.from_bytes(units[at : at + 2], "big")).encode("utf-8", "surrogatepass") for at in (0, 2))
    if code_point < 0x80:
        yield bytes([code_point])
    for size in (2, 3, 4):
        bits = [code_point >> 6 * place & 0x3F for place in range(size)]
        lead = code_point >> 6 * (size - 1)
        if lead < 1 << (7 - size):
            yield bytes([(0xF00 >> size) & 0xFF | lead, *(0x80 | bit for bit in bits[size - 2 :: -1])])


def _has_at_place(one: BuiltCase, place: int, first: int, octet: int) -> bool:
    """Return whether `octet` occurs anywhere in the case `place` bytes after a byte `first`."""
    pieces = [
        one.data or b"",
        *(bytes.fromhex(found) for found in re.findall(r"\b(?:[0-9a-f]{2})+\b", json.dumps(one.record))),
    ]
    return any(
        piece[at] == first and piece[at + place] == octet for piece in pieces for at in range(len(piece) - place)
    )


def _splices(one: BuiltCase) -> list[Json]:
    edit = one.record.get("edit", ())
    return [told for told in edit if "at" in told] if not isinstance(edit, str) else []


def _named(summary: str) -> Iterator[tuple[Any, str]]:
    """Yield the numbers in a text, each with its spelling."""
    for match in NUMERAL.finditer(summary):
        if match["hex"]:
            number: Any = int(match["hex"], 16)
        elif match["base"]:
            number = int(match["base"]) ** int(match["power"])
        else:
            plain = match["plain"].replace(",", "")
            number = float(plain) if "." in plain else int(plain)
        if match["sign"]:
            number = -number
        if match["op"]:
            more = int(match["more"].replace(",", ""))
            number += more if match["op"] == "+" else -more
        yield number, match[0]
    for word in re.findall(r"[a-z]+", summary):
        if word in WORDS:
            yield WORDS[word], word


def numbers(one: BuiltCase) -> Iterator[Any]:
    """Return the numbers of the case itself, which its summary may name."""
    record, data = one.record, one.data
    yield from range(3)
    for key in ("context", "value", "plan", "outcomes"):
        yield from _in_json(record.get(key))
    if data is not None:
        yield len(data)
        yield from _in_text(data[:LONGEST].decode("latin-1"))
    if "offset" in record:
        yield record["offset"]
    edit = record.get("edit", ())
    for told in edit if not isinstance(edit, str) else ():
        if "at" in told:
            yield told["at"]
            for octets in (bytes.fromhex(told["remove"]), bytes.fromhex(told["insert"])):
                yield len(octets)
                yield from _in_octets(octets)
        else:
            yield from _in_json(told.get("was"))
            yield from _in_json(told.get("value"))
    for line in record.get("layout", "").splitlines():
        offset, size, rest = line.split(maxsplit=2)
        yield from (int(offset), int(size))
        yield from (int(digits) for digits in re.findall(r"\d{1,30}", rest))


def _in_text(text: str) -> Iterator[Any]:
    """Yield the numbers that a text spells, and their numbers of digits."""
    for token in re.findall(r"-?\d+(?:\.\d+)?", text):
        yield len(token.lstrip("-"))
        if len(token) <= 30:
            yield from (float(token) if "." in token else int(token), int(token.partition(".")[0].lstrip("-")))


def _in_octets(octets: bytes) -> Iterator[Any]:
    if len(octets) <= 16:
        for order in ("little", "big"):
            yield int.from_bytes(octets, order)
            yield int.from_bytes(octets, order, signed=True)
            yield from _floats("0x" + (octets if order == "big" else octets[::-1]).hex())


# Members of the notations whose text is a term of the format, so that its length means nothing.
VOCABULARY = {"kind", "type", "types", "block", "order", "dtype", "carrier", "scope", "mode", "profile"}
SHORT = 13  # characters; a longer text is no such term


def _in_json(value: Json, level: int = 1, key: str = "") -> Iterator[Any]:
    """Yield the numbers in a value in notation: its atoms, the lengths of its texts and lists, its depth."""
    yield level
    if isinstance(value, str):
        if key not in VOCABULARY or len(value) >= SHORT:
            yield from (len(value), len(value.encode("utf-8", "surrogatepass")))
        if re.fullmatch(r"-?\d{1,1000}", value):
            yield int(value)
        if re.fullmatch(r"0x(?:[0-9a-f]{2}){2,16}", value):
            yield from _in_octets(bytes.fromhex(value[2:]))
            yield from _floats(value)
        elif len(value) % 2 == 0 and re.fullmatch(r"[0-9a-f]+", value):
            yield len(value) // 2
            yield from _in_octets(bytes.fromhex(value))
        yield from _in_text(value[:LONGEST])
    elif isinstance(value, list | dict):
        yield len(value)
        items: Iterable[tuple[str, Json]] = value.items() if isinstance(value, dict) else ((key, i) for i in value)
        for name, item in items:
            yield from _in_json(item, level + 1, name)


def _floats(bits: str) -> Iterator[float]:
    form = {6: ">e", 10: ">f", 18: ">d"}.get(len(bits))
    if form:
        (value,) = struct.unpack(form, bytes.fromhex(bits[2:]))
        if math.isfinite(value):
            yield from (value, float(f"{value:.7g}"), round(value, 3))
