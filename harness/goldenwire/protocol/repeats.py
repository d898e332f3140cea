"""Find members that an object in JSON text has twice; decoders silently keep the last."""

import re
from collections.abc import Iterator

import msgspec

SPACED = (b'" ', b'"\t', b'"\n', b'"\r')  # where a colon may follow
SMALL = 1 << 16  # octets; a smaller text is decoded for inspection
# The start or end of an object, or a string; it is a name if a colon follows.
TOKEN = re.compile(rb'[{}]|"((?:[^"\\]|\\.)*+)"(\s*:)?', re.DOTALL)


def repeated(text: bytes) -> str | None:
    """Return the first member that any object in valid JSON text has twice; None if there is none."""
    if text.count(b":") < 2:
        return None
    if b"\\" not in text and not any(space in text for space in SPACED):
        names = [piece[piece.rfind(b'"') + 1 :] for piece in text.split(b'":')]
        if len(set(names[:-1])) == len(names) - 1 or (len(text) < SMALL and _as_many(text)):
            return None
    return next(_walk(text), None)


def _as_many(text: bytes) -> bool:
    """Return whether a text without escapes has as many strings as its decoded content."""
    again = msgspec.json.encode(msgspec.json.decode(text))
    return b"\\" not in again and again.count(b'"') == text.count(b'"')


def _walk(text: bytes) -> Iterator[str]:
    objects: list[set[bytes]] = []
    for token in TOKEN.finditer(text):
        if token[2] is not None:
            name = _plain(token[1])
            if name in objects[-1]:
                yield name.decode(errors="replace")
            objects[-1].add(name)
        elif token[0] == b"{":
            objects.append(set())
        elif token[0] == b"}":
            objects.pop()


def _plain(name: bytes) -> bytes:
    """Return the name with its escapes decoded; equal names may be written with different escapes."""
    if b"\\" not in name:
        return name
    text: str = msgspec.json.decode(b'"%b"' % name)
    return text.encode(errors="surrogatepass")
