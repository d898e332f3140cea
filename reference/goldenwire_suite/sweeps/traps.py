"""The traps by kind of place: what replaces a byte, a field, a number, a float, octets, a text, a list, an object.

Each function yields pairs of the trap's name and the replacement. A name stands for a mistake that an implementer can
make there, so that `choice` asks each at every kind of place before it asks one twice.
"""

import json
import re
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from goldenwire_suite.sweeps.edits import REPEATED

Json = Any
Trap = tuple[str, Any]

# Bytes with a meaning in some encoding or library: NUL, line feeds, a blank, `=`, and the ends of heads and of UTF-8.
BYTES = (0x00, 0xFF, 0x01, 0x0A, 0x0D, 0x20, 0x22, 0x30, 0x3D, 0x7F, 0x80, 0xC0, 0xC1)
SIGNS = "+-.,_"  # what libraries skip, or take, among digits and letters
INSERTED = (
    b"\x00", b"\n", b"\r\n", b" ", "é".encode(), "\ufeff".encode(), "\ufffd".encode(), b"\xed\xa0\x80",
    b"\\n", b"\\u0041", b"x.",
)  # fmt: skip
WIDTHS = (7, 8, 15, 16, 24, 31, 32, 53, 63, 64)
WRAPPING = (29, 30, 61, 62)  # powers of two whose products with the size of an element wrap around to 0
ENDS = tuple(
    sorted({0, 1, 2, 3, *((1 << width) + one for width in WIDTHS for one in (-1, 0, 1)), *(1 << w for w in WRAPPING)})
)
# Integers with more digits than any width has; 3e19 in 64 bits is greater than the 3e18 that its digits had come to.
BEYOND = (3 * 10**19, 10**20 + 1, 10**39 + 1)
CUT = (8, 16, 32, 64)  # widths in bits to which a codec may cut a number, and so take a greater one for it
FIELD_SIZES = (1, 2, 4, 8)
# The ends of clocks and calendars, by which the numbers in a text are replaced.
CLOCKS = (0, 1, 7, 12, 13, 23, 24, 28, 29, 30, 31, 32, 59, 60, 61, 99)

INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,39})")
FLOAT = re.compile(r"0x([0-9a-f]{4}|[0-9a-f]{8}|[0-9a-f]{16})")
OCTETS = re.compile(r"([0-9a-f]{2})+")
NUMBER = re.compile(r"[0-9]+")
DIGITS = re.compile(rb"[0-9]+")
LONGEST_NUMBER = 20  # digits of 64 bits

# Integers that are not spelled as the notation spells them.
MISSPELLED = ("-0", "00", "+1", " 1", "1 ", "1\n", "1.0", "1e3", "0x1", "\u0661", "", "-")
# Names with a meaning in some language, texts that look like another kind of value, and texts with characters that are
# cut, changed or lost on the way; some have the last byte of another one, such as U+0161 of `a`.
TEXTS = (
    "", " ", "0", "1", "-1", "007", "null", "true", "None", "NaN", "__proto__", "constructor", "class", "_x", "length",
    "\0", "a\0b", "\n", "\r\n", "\t", '"', "\\", "/", "'", "$", "%s", "{}", "<b>", "\x1f", "\x7f", "\x80", "é",
    "e\u0301", "ß", "\ufeff", "\ufeffx", "x\ufeff", "\u07ff", "\u0800", "\u2028", "\ud7ff", "\ue000", "\ufffd",
    "\uffff", "\U00010000", "\U0001f600", "\U0010ffff", "\u212a", "\\n", "\\u0000", "\\ud800",
    "\u0100", "\u010a", "\u0122", "\u015c", "\u0161", "1e3", "0x10", "1.0", "AQ==", "2015-02-18T21:40:23",
    "2015-02-18", "[]", '{"a":1}',
)  # fmt: skip
# Characters and escapes that replace a character of a type, a schema or another text of a context.
CHARACTERS = (
    "\0", "\t", "\n", "\r", "\x1f", " ", "!", '"', "#", "$", "%", "&", "'", "(", ")", "*", "+", ",", "-", ".", "/", "0",
    "1", "9", ":", "<", "=", ">", "?", "@", "A", "Z", "[", "\\", "]", "_", "`", "a", "z", "{", "|", "}", "~", "\x7f",
    "\xa0", "é", "\u0663", "\ufeff", "\u2028", "\uff11", "\U0001d7d8",
    "\u0122", "\u0161", "\\b", "\\f", "\\n", "\\u000c", "\\u00e9", "\\/", "\\'",
)  # fmt: skip
# Octets at which the form of a length changes, and characters of two to four: their number is then below such a length.
FULL = (32, 128, 256)
WIDE = ("é", "一", "\U0001f600")
BEFORE = ("x.", " ", "\0", "\ufeff")  # such as a name's namespace
ENDINGS = ("c0", "00", "ff", "3d", "3d3d", "0a", "20", "80", "d4", "efbbbf")
# Names of members that an object does not have, which a message about it may quote.
FOREIGN = {
    "foreign member of nothing": "x", "empty member": "", "foreign member with a NUL": "\0",
    "foreign member of many octets": "\U0001f600" * 100,
}  # fmt: skip
LENGTHS = (17, 33, 64, 65, 201, 256, 257, 300, 4_096, 4_097, 16_384)  # items, characters
SEPARATORS = (",", ", ", "\0", "\n", " ")  # between the texts of a list that is kept as one text
ENDLESS = 12  # bytes, more than a varint of 64 bits has
RUNS = (600, 5_000)  # bytes
OTHER_KINDS: tuple[Json, ...] = (None, True, False, "", "0", [], {}, [[]], {"": ""})


def bytes_at(data: bytes, at: int) -> Iterator[Trap]:
    """Yield the edits of one byte: bits, special values, neighbours, deleted, repeated, one before it, cut off.

    A character becomes a sign; a number that begins with it gets a zero in front or becomes one that is equal to it in
    fewer bits, and one that ends with it gets an exponent or a fraction. A varint that begins with it may have no end.
    """
    old = data[at]
    for bit in range(8):
        yield f"bit {bit}", (at, 1, f"{old ^ 1 << bit:02x}")
    for new in BYTES:
        if new != old:
            yield f"{new:02x}", (at, 1, f"{new:02x}")
    for name, new in (("more", old + 1), ("less", old - 1)):
        yield name, (at, 1, f"{new % 256:02x}")
    if 0x20 < old < 0x7F:
        yield "a character with its low octet", (at, 1, chr(0x100 | old).encode().hex())
        for character in SIGNS:
            yield character, (at, 1, character.encode().hex())
    if data[at : at + 1].isdigit():
        yield from _of_digit(data, at)
    yield "deleted", (at, 1, "")
    yield "doubled", (at, 0, f"{old:02x}")
    yield "no end", (at, len(data) - at, "ff" * ENDLESS)
    for length in RUNS:
        yield f"repeated {length}", (at, REPEATED, length)
    for octets in INSERTED:
        yield f"{octets.hex()} before", (at, 0, octets.hex())
    yield "cut", (at, len(data) - at, "")


def cut(own: int) -> Iterator[tuple[str, int]]:
    """Yield greater numbers that are equal to a number once they are cut to fewer bits."""
    yield from ((f"its own and 2^{bits}", own + (1 << bits)) for bits in CUT)


def _of_digit(data: bytes, at: int) -> Iterator[Trap]:
    """Yield the edits of a decimal number that begins or ends with the digit at an offset."""
    if not data[at - 1 : at].isdigit():  # nothing, if the offset is 0
        yield "zero before", (at, 0, "30")
        if (run := DIGITS.match(data, at)) and len(run[0]) <= LONGEST_NUMBER:
            for name, number in cut(int(run[0])):
                yield name, (at, len(run[0]), str(number).encode().hex())
    if not data[at + 1 : at + 2].isdigit():
        for ending in ("e0", "e1", "E+0", ".0"):
            yield f"{ending} after", (at + 1, 0, ending.encode().hex())


def field_at(data: bytes, at: int, size: int) -> Iterator[Trap]:
    """Yield the edits of a field: the ends of widths and its own neighbours in both byte orders, deleted, doubled.

    The ends are those of signed numbers, too. Some greater numbers are equal to its own in fewer bits.
    """
    octets = data[at : at + size]
    yield "field deleted", (at, size, "")
    yield "field doubled", (at, 0, octets.hex())
    if size not in FIELD_SIZES:
        return
    top = 1 << 8 * size
    ends = {end % top: str(end) for end in (*(-end for end in ENDS if 2 * end < top), *ENDS) if end < top}
    for order in ("little", "big")[: 1 + (size > 1)]:
        own = int.from_bytes(octets, order)  # type: ignore[arg-type]
        greater = {number: name for name, number in cut(own)}
        for number in dict.fromkeys((*ends, own + 1, own - 1, own * 2, own >> 1, *greater)):
            if 0 <= number < top and number != own:
                name = ends.get(number) or greater.get(number, "beside its own")
                yield f"{name} {order}", (at, size, number.to_bytes(size, order).hex())  # type: ignore[arg-type]


def beside(data: bytes, fields: Sequence[tuple[int, int]], number: int) -> Iterator[Trap]:
    """Yield the edits of a field by those behind it: exchanged with the next or next but one, or a copy of the next.

    The copy may have the opposite sign, in either byte order. `fields` are offsets and sizes in bytes, in the order of
    the bytes.
    """
    at, size = fields[number]
    for other, length in fields[number + 1 : number + 2]:
        copy = data[other : other + length]
        if length == size:
            yield "copy of the next", (at, size, copy.hex())
            yield "copy with the first bit flipped", (at, size, (bytes([copy[0] ^ 0x80]) + copy[1:]).hex())
            yield "copy with the last bit flipped", (at, size, (copy[:-1] + bytes([copy[-1] ^ 0x80])).hex())
    for name, (other, length) in zip(("next", "next but one"), fields[number + 1 : number + 3], strict=False):
        first, between, last = data[at : at + size], data[at + size : other], data[other : other + length]
        if at + size <= other and first != last:
            yield f"exchanged with the {name}", (at, other + length - at, (last + between + first).hex())


def appended(data: bytes) -> Iterator[Trap]:
    """Yield the edits that put bytes with a meaning behind the last one."""
    for octets in INSERTED:
        yield f"{octets.hex()} at the end", (len(data), 0, octets.hex())


def integers(old: str) -> Iterator[Trap]:
    """Yield integers at and beside the ends of widths, with both signs, neighbours, and misspelled ones."""
    number = int(old)
    for end in (*ENDS, *BEYOND):
        for sign in (1, -1)[: 1 + (end > 0)]:
            yield str(sign * end), str(sign * end)
    for name, new in (("more", number + 1), ("less", number - 1), ("negated", -number), *cut(number)):
        yield name, str(new)
    for text in MISSPELLED:
        yield repr(text), text
    digits = old.removeprefix("-")
    yield from (("zero before", f"0{digits}"), ("minus and zero before", f"-0{digits}"))


def _float_patterns(width: int) -> Iterator[tuple[str, int]]:
    """Yield the bits of floats by name: zeros, subnormals, ties, the ends of integers and their neighbours, NaNs."""
    fraction = {16: 10, 32: 23, 64: 52}[width]
    top, code = 1 << width - 1, {16: "e", 32: "f", 64: "d"}[width]
    infinite = top - (1 << fraction)
    named = {
        "zero": 0, "least subnormal": 1, "greatest subnormal": (1 << fraction) - 1, "least normal": 1 << fraction,
        "greatest": infinite - 1, "infinity": infinite, "quiet NaN": infinite | 1 << fraction - 1,
        "signalling NaN": infinite | 1, "NaN of ones": top - 1, "NaN with payload": infinite | 1 << fraction - 1 | 0x55,
    }  # fmt: skip
    for number in (0.1, 0.5, 1.0, 1.5, 2.5, *(2.0**width for width in (7, 8, 15, 16, 24, 31, 32, 53, 63, 64))):
        if width > 16 or number < 65_504:
            named[f"{number:g}"] = int.from_bytes(struct.pack(f">{code}", number), "big")
    for name, bits in named.items():
        near = (0, 1, -1) if name[0].isdigit() or name in {"greatest", "least normal"} else (0,)
        for one in near:
            for sign in (0, top):
                yield f"{'-' * (sign > 0)}{name} {one:+}", (bits + one) | sign


def floats(old: str) -> Iterator[Trap]:
    """Yield special floats of the same width, neighbours, and misspelled ones."""
    width, bits = 4 * (len(old) - 2), int(old, 16)
    for name, pattern in _float_patterns(width):
        yield name, f"0x{pattern:0{width // 4}x}"
    for name, new in (("more", bits + 1), ("less", bits - 1), ("sign", bits ^ 1 << width - 1)):
        yield name, f"0x{new % (1 << width):0{width // 4}x}"
    yield "upper-case digits", "0x" + old[2:].upper().replace("0", "A")
    for name, text in (("upper-case x", "0X" + old[2:]), ("a digit less", old[:-1]), ("no prefix", old[2:])):
        yield name, text


def octets(old: str) -> Iterator[Trap]:
    """Yield octets with a special first or last one, of other lengths, and misspelled ones."""
    for ending in ENDINGS:
        yield f"{ending} first", ending + old
        yield f"{ending} last", old + ending
        yield f"{ending} alone", ending
    yield from (("empty", ""), ("half an octet", old[:-1]), ("upper case", old[:-2] + "FF"), ("blank", old + " "))


def texts(old: str) -> Iterator[Trap]:
    """Yield texts with special names and characters, alone and at the end of the old one."""
    for text in TEXTS:
        yield repr(text), text
        if text and old:
            yield f"old and {text!r}", old + text
    for size in FULL:
        for character in WIDE:
            yield f"{size} octets of {character!r}", character * -(-size // len(character.encode()))
    yield from ((f"{before!r} before the old", before + old) for before in BEFORE if old)
    yield from (("doubled", old * 2), ("upper case", old.upper()), ("first lost", old[1:]), ("last lost", old[:-1]))
    for run in list(NUMBER.finditer(old))[:4]:
        yield "zero before the number", f"{old[: run.start()]}0{old[run.start() :]}"
        for end in (*CLOCKS, int(run[0]) + 1, max(0, int(run[0]) - 1)):
            yield f"number {end}", f"{old[: run.start()]}{end:0{len(run[0])}}{old[run.end() :]}"


def lists(old: list[Json]) -> Iterator[Trap]:
    """Yield lists without the first or last item, with one twice, in another order, or with one made of its neighbour.

    An item may be its neighbour but for one part, which shows what is remembered or compared by too little. A number
    may be the opposite of its neighbour. A text may contain its neighbour behind a separator, or end within a character
    that its neighbour goes on with.
    """
    for where, at in {"first": 0, "last": len(old) - 1}.items() if old else ():
        yield f"item {where} deleted", old[:at] + old[at + 1 :]
        yield f"item {where} doubled", old[: at + 1] + old[at:]
    for where, at in {"first": 0, "last": -1}.items() if old else ():
        if (near := _nearly(old[0], at)) is not None:
            yield f"second differs from the first in its {where} part", [old[0], near, *old[2:]]
    if len(old) < 2:
        return
    one, other = old[:2]
    yield "reversed", old[::-1]
    yield "rotated", old[1:] + old[:1]
    yield "first is the second", [other, *old[1:]]
    if isinstance(one, str):
        yield "second is the negated first", [one, _negated(one), *old[2:]]
        if FLOAT.fullmatch(one):
            zero = f"0x{'0' * (len(one) - 2)}"
            yield "zeros of both signs", [zero, _negated(zero), *old[2:]]
    if isinstance(one, str) and isinstance(other, str):
        for separator in SEPARATORS:
            yield f"joined by {separator!r}", [f"{other}{separator}{one}", other, *old[2:]]
            yield f"joined by {separator!r} from the left", [one, f"{one}{separator}{other}", *old[2:]]
        cut = "é".encode()
        yield "two texts of one hash", ["Aa", "BB", *old[2:]]  # 31 h + c
        parts = {"utf8": (one.encode() + cut[:1]).hex()}, {"utf8": (cut[1:] + other.encode()).hex()}
        yield "a character cut in two", [*parts, *old[2:]]


def _nearly(part: Json, at: int) -> Json:
    """Return a part of which the first (0) or last (-1) number, character or octet is another; None if it has none."""
    if isinstance(part, bool):
        return not part
    if isinstance(part, str) and part:
        return _nearly_text(part, at)
    items = list(part.items()) if isinstance(part, dict) else list(enumerate(part)) if isinstance(part, list) else []
    for key, inner in items if at == 0 else reversed(items):
        if (near := _nearly(inner, at)) is not None:
            return {**part, key: near} if isinstance(part, dict) else [*part[:key], near, *part[key + 1 :]]
    return None


def _nearly_text(text: str, at: int) -> str:
    if INTEGER.fullmatch(text):
        digits = len(text.removeprefix("-"))
        return str(int(text) + (1 if at else 10 ** (digits - 1)))
    if FLOAT.fullmatch(text):
        width = len(text) - 2
        return f"0x{int(text, 16) ^ (1 << 4 * width - 1 if at == 0 else 1):0{width}x}"
    if OCTETS.fullmatch(text):
        octets = bytearray.fromhex(text)
        octets[at] ^= 1
        return octets.hex()
    start = at % len(text)
    return text[:start] + chr(ord(text[start]) ^ 1) + text[start + 1 :]


def _negated(number: str) -> str:
    """Return a number of the notation with the opposite sign."""
    if FLOAT.fullmatch(number):
        width = 4 * (len(number) - 2)
        return f"0x{int(number, 16) ^ 1 << width - 1:0{width // 4}x}"
    return number.removeprefix("-") if number.startswith("-") else f"-{number}"


def octets_of(text: str) -> Iterator[Trap]:
    """Yield texts that are told by their octets: the same, none, and some that are not UTF-8."""
    own = text.encode().hex()
    for name, new in (("same", own), ("no", ""), ("half a character last in the same", own + "c3"), ("foreign", "ff")):
        yield f"{name} octets", {"utf8": new}


# The traps of a text by its form; a text may have several.
FORMS: tuple[tuple[str, re.Pattern[str], Callable[[str], Iterator[Trap]]], ...] = (
    ("integer", INTEGER, integers),
    ("float", FLOAT, floats),
    ("octets", OCTETS, octets),
    ("text", re.compile(r"(?!0x).*", re.DOTALL), texts),
)


def spelled(parsed: Json) -> Iterator[Trap]:
    """Yield JSON texts that mean the same: white space, escapes, members in another order.

    None has a line feed or a carriage return, at which readers of lines may end a request.
    """
    usual = json.dumps(parsed, ensure_ascii=False, separators=(",", ":"))
    yield from ((name, other) for name, other in _spellings(parsed) if other != usual and _means(other, parsed))


def _means(text: str, parsed: Json) -> bool:
    """Return whether a text is JSON of this meaning: a spelling by pattern may hit the middle of an escape."""
    try:
        return bool(json.loads(text) == parsed)
    except ValueError:
        return False


def _spellings(parsed: Json) -> Iterator[tuple[str, str]]:
    yield "spaces", json.dumps(parsed, ensure_ascii=False, separators=(" , ", " : "))
    yield "tabs", json.dumps(parsed, ensure_ascii=False, separators=("\t,\t", "\t:\t")).replace("[", "[\t ")
    yield "indented", json.dumps(parsed, ensure_ascii=False, indent=1)
    yield "escapes above 7f", json.dumps(parsed, ensure_ascii=True, separators=(",", ":"))
    plain = json.dumps(parsed, ensure_ascii=False, separators=(",", ":"))
    yield "escaped letters", re.sub(r'(?<=")[A-Za-z0-9](?=[^"\\]*")', lambda m: f"\\u{ord(m[0]):04x}", plain)
    yield "upper-case escapes", re.sub(r"[^\x00-\x7f]", _upper_escape, plain)
    yield "escaped slashes", plain.replace("/", "\\/")
    yield "members reversed", json.dumps(_reversed(parsed), ensure_ascii=False, separators=(",", ":"))


def _upper_escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04X}" for at in range(0, len(units), 2))


def _reversed(part: Json) -> Json:
    """Return the JSON with the members of each object in the opposite order."""
    if isinstance(part, dict):
        return {name: _reversed(member) for name, member in reversed(part.items())}
    return [_reversed(item) for item in part] if isinstance(part, list) else part
