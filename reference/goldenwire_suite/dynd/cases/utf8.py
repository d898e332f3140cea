"""UTF-8 row by row: every end of every range of the table, in texts and in single characters."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature, put
from goldenwire_suite.dynd.cases.builders import RowBuilder, sized
from goldenwire_suite.dynd.cases.text import CUT_CHARS, NO_UTF8
from goldenwire_suite.utf8_cases import COMPLETED, Octets, ill_formed, well_formed

_STRING, _CHAR = RowBuilder("utf8-string"), RowBuilder("utf8-char")

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
    yield Feature("utf8-string", "Text, row by row of the table of UTF-8", list(_strings()))
    yield Feature("utf8-char", "Characters, row by row of the table of UTF-8", list(_chars()))
