"""Inputs that a person pastes or drops, as bytes; values, contexts and plans that a person writes, as JSON."""

import re
from typing import Any, Literal, NamedTuple

import msgspec

from goldenwire.display.spellings import from_base64, from_hex, from_notes
from goldenwire.errors import UserError

Kind = Literal["auto", "hex", "base64", "text", "file"]

LARGEST = 1 << 18  # bytes that are decoded: each may be a field of its own
BASE64 = re.compile(rb"[A-Za-z0-9+/_-]+={0,2}")
LEAST = 8  # letters of base64 that are taken for it
MIXED = re.compile(rb"[0-9+/=_-]|[a-z][A-Z]|[A-Z]{2}[a-z]")


ROOM = 8 * LARGEST  # characters of a text that are read
BEGINNING = 4096  # characters of a longer text that are read


class Given(NamedTuple):
    """Bytes, and the kind of their spelling. If only the beginning of a text is read, `length` is the whole text's."""

    data: bytes
    kind: Kind
    length: int = 0


def read(text: str, kind: Kind) -> Given:
    """Return the bytes of a text, or of the beginning of a very long one. A file comes in base64. Raises UserError."""
    if len(text) > ROOM:
        return _beginning(text, kind)._replace(length=len(text))
    try:
        octets = text.encode()
    except UnicodeEncodeError:
        raise UserError("the text has half of a pair of UTF-16, which no bytes of UTF-8 stand for") from None
    match kind:
        case "hex":
            return Given(from_notes(octets), kind)
        case "base64" | "file":
            return Given(from_base64(octets), kind)
        case "text":
            return Given(octets, kind)
    return _guessed(octets)


def _beginning(text: str, kind: Kind) -> Given:
    """Return the bytes at the beginning of a text, whose last line or digits may be incomplete."""
    first = text[:BEGINNING]
    first = first[: first.rfind("\n") + 1] or first
    try:
        return read(first, kind)
    except UserError:  # it was cut within a byte
        return Given(first.encode(errors="replace"), "text")


def _guessed(octets: bytes) -> Given:
    """Return the bytes of a text of unknown spelling: hex if it can be, then base64 if it looks like it."""
    if octets.strip():
        try:
            return Given(from_notes(octets), "hex")
        except UserError:
            pass
    letters = b"".join(octets.split())
    if len(letters) >= LEAST and len(letters) % 4 == 0 and BASE64.fullmatch(letters) and MIXED.search(letters):
        try:
            return Given(from_base64(letters), "base64")
        except UserError:
            pass
    return Given(octets, "text")


def exactly(text: str) -> bytes:
    """Return the bytes of hex that the page itself wrote. Raises UserError."""
    return from_hex(text.encode(errors="replace"))


def json(text: str, what: str) -> Any:
    """Return what a person wrote as JSON; None for nothing. Raises UserError, which names `what`."""
    if not text.strip():
        return None
    try:
        return msgspec.json.decode(text.encode(errors="surrogatepass"))
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise UserError(f"{what} is not JSON: {error}") from None
    except RecursionError:
        raise UserError(f"{what} is nested too deeply") from None
