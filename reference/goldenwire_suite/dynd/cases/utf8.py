"""UTF-8 row by row: every end of every range of the table, in texts and in single characters."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Base, Case, Edit, Feature, Splice, put
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, sized
from goldenwire_suite.dynd.cases.text import CUT_CHARS, NO_UTF8
from goldenwire_suite.utf8_cases import COMPLETED, Octets, ill_formed, well_formed

_STRING, _CHAR = RowBuilder("utf8-string"), RowBuilder("utf8-char")
_CBOR = RowBuilder("utf8-cbor", "cbor")

# Octets that the features string and char already cover.
_KNOWN = {one.octets for one in NO_UTF8.values()}
_KNOWN_CUTS = {bytes.fromhex(digits) for _, digits in CUT_CHARS}


def _is_cut(one: Octets) -> bool:
    """Return whether the octets are the beginning of a character."""
    try:
        one.octets.decode()
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return False


_BEHIND = b"\xa9\x80\x80"


def _changed(behind: bytes) -> list[int]:
    """Return the positions at which bytes differ from those of the base."""
    return [at for at in range(len(_BEHIND)) if behind[at] != _BEHIND[at]]


def _strings() -> Iterator[Case]:
    text = "".join(one.octets.decode() for one in well_formed())
    summary = "a text of the first and the last character of every row of the table"
    yield _STRING.accept("rows", "string", text, summary, "STR-02", "noncharacters-refused")
    yield _STRING.accept("letters", "string", "abcd", "a text of letters", "STR-01")
    for one in ill_formed():
        if one.octets not in _KNOWN:
            change, check = sized("value", "text", b"a" + one.octets + b"z" * _is_cut(one)), {"string.utf8": "abcd"}
            row: Any = (one.name, "string", "letters", change, check, f"in a text: {one.what}")
            yield _STRING.reject(*row, numbers=one.numbers)
    type = "(string, 3 * uint8)"
    value = ["abc", [str(octet) for octet in _BEHIND]]
    yield _STRING.accept("before-bytes", type, value, "a text before three bytes", "STR-01")
    for cut, rest in COMPLETED:
        octets, behind = bytes.fromhex(cut), bytes.fromhex(rest).ljust(3, b"\x80")
        change = [*sized("value.0", "text", octets), *(put(f"value.1[{at}]", behind[at]) for at in _changed(behind))]
        summary = f"a text that ends after {cut}, and what would complete it in the bytes after it"
        row = (f"completed-{cut}", type, "before-bytes", change, {"string.utf8": "abc"}, summary)
        yield _STRING.reject(*row, numbers=[int(cut, 16)])
    for one in ill_formed():
        if one.defect in {"stray", "range"}:
            row = (f"encode-{one.name}", "letters", {"utf8": one.octets.hex()}, "UTF8_INVALID")
            yield _STRING.refusal(*row, f"given to an encoder of texts: {one.what}", "", "octets-for-text",
                                  numbers=one.numbers)  # fmt: skip


# Lengths of texts whose size takes two bytes, or three.
_LONG = (128, 300, 16_400)

# Values with a long text in them: (type, profile, value of the text, the check and the text to continue with, where).
_HOLDERS: Any = {
    "text": ("string", None, lambda text: text, "string.utf8", "in a text"),
    "second": ("(int8, string, string)", None, lambda text: ["1", "b", text], "string.utf8", "in the last text"),
    "option": ("?string", None, lambda text: [text], "string.utf8", "in an optional text"),
    "array": ("array[Any]", None, lambda text: array("string", text), "string.utf8", "in the text of an array"),
    "type": ("type", None, lambda text: f"{{{text}: int8}}", "type.utf8", "in a name in a type string"),
    "array-type": (
        "array[Any]", None, lambda text: array(f"{{{text}: int8}}", ["1"]), "type.utf8",
        "in a name in the type of an array",
    ),
    "cbor": ("array[Any]", "cbor", lambda text: array("string", text), "string.utf8", "in the text of a CBOR item"),
}  # fmt: skip

# What a value with a long text rests on, if that is not STR-01.
_LONG_CITED = {
    "option": "STR-01 OPT-02", "array": "ARR-01", "type": "TYPE-02 TYPE-04", "array-type": "ARR-01 TYPE-04",
    "cbor": "CBOR-02 CBOR-04 CBOR-07",
}  # fmt: skip

# By name: a byte that is not UTF-8, and its place in a text of so many bytes.
_WRONG: Any = {
    "second": (0xFF, lambda size: 1, "a byte ff after the first byte"),
    "middle": (0x80, lambda size: size // 2, "a continuation byte in the middle"),
    "last": (0xC3, lambda size: size - 1, "the first byte of a character at the end"),
}


def _wrong_at(place: int, octet: int) -> Edit:
    """Replace the byte at that place of the long text."""

    def edit(base: Base) -> Splice:
        return Splice(base.data.index(b"a" * _LONG[0]) + place, b"a", bytes([octet]))

    return edit


def _long() -> Iterator[tuple[RowBuilder, Case]]:
    """Texts whose size takes several bytes; the offset is that of the first byte of the text."""
    for holder, (type, profile, value, check, where) in _HOLDERS.items():
        words = _CBOR if profile else _STRING
        for size in _LONG[: 3 if holder == "text" else 2]:
            text = value("a" * size)
            base, summary = f"long-{holder}-{size}", f"{size:,} letters {where}"
            cited = _LONG_CITED.get(holder, "STR-01")
            yield words, words.accept(base, type, text, summary, cited, numbers=[size])
            for name, (octet, place, what) in _WRONG.items():
                meant = "{x: int8}" if check == "type.utf8" else "a" * size
                change = _wrong_at(place(size), octet)
                row: Any = (f"{base}-{name}", type, base, change, {check: meant}, f"{what} of {size:,} {where}")
                yield words, words.reject(*row, "STR-02", numbers=[size])


def _chars() -> Iterator[Case]:
    for one in well_formed():
        row: Any = (one.name, "var * char", [one.octets.decode(), "z"], f"a row of chars: {one.what}, and a letter")
        cited = "CHAR-01 CHAR-03" if one.name in ("ed9fbf", "ee8080") else "CHAR-01"  # beside the surrogates
        yield _CHAR.accept(*row, cited, numbers=one.numbers)
    for one in ill_formed():
        if one.octets in (_KNOWN_CUTS if _is_cut(one) else _KNOWN):
            continue
        row = (one.name, "char", "char/u-0041", put("value", one.octets))
        if _is_cut(one):
            yield _CHAR.reject(*row, "truncated", f"where a char is due: {one.what}", numbers=one.numbers)
        else:
            then = "TRAILING_BYTES" if len(one.octets) > 1 else None
            yield _CHAR.reject(*row, {"char.utf8": "A"}, f"where a char is due: {one.what}", then=then,
                               numbers=one.numbers)  # fmt: skip


def features() -> Iterator[Feature]:
    long = list(_long())
    strings = [*_strings(), *(case for words, case in long if words is _STRING)]
    yield Feature("utf8-string", "Text, row by row of the table of UTF-8", strings)
    cases = [case for words, case in long if words is _CBOR]
    yield Feature("utf8-cbor", "Profile cbor: long texts that are not UTF-8", cases)
    yield Feature("utf8-char", "Characters, row by row of the table of UTF-8", list(_chars()))
