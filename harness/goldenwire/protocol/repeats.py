"""Members that an object of JSON text is given twice: decoders keep the last and say nothing."""

import re
from collections.abc import Iterator

import msgspec

SPACED = (b'" ', b'"\t', b'"\n', b'"\r')  # where a colon may follow
SMALL = 1 << 16  # octets of a text that is decoded to be looked at
# An object begins or ends, or a string, which is a name where a colon follows.
TOKEN = re.compile(rb'[{}]|"((?:[^"\\]|\\.)*+)"(\s*:)?', re.DOTALL)


def repeated(text: bytes) -> str | None:
    """The first member that an object anywhere in a text is given twice; None if there is none. It has to be JSON."""
    if text.count(b":") < 2:
        return None
    if b"\\" not in text and not any(space in text for space in SPACED):
        names = [piece[piece.rfind(b'"') + 1 :] for piece in text.split(b'":')]
        if len(set(names[:-1])) == len(names) - 1 or (len(text) < SMALL and _as_many(text)):
            return None
    return next(_walk(text), None)


def _as_many(text: bytes) -> bool:
    """Whether a text without escapes has as many strings as what is decoded from it."""
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
    """The name without escapes, of which one text may have several."""
    if b"\\" not in name:
        return name
    text: str = msgspec.json.decode(b'"%b"' % name)
    return text.encode(errors="surrogatepass")
