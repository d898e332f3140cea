"""Bytes as people write them: in hex with anything usual between the digits, as the output of a hexdump, in base64."""

import base64
import binascii
import re

from goldenwire.errors import UserError

BETWEEN = re.compile(rb"[\s:,]+|0x|\\x")
COMMENT = re.compile(rb"#[^\n]*")
# Lines of xxd and of hexdump -C: an offset, then the bytes in groups, then the same bytes as text.
DUMPED = (
    re.compile(rb"\s*[0-9a-fA-F]{4,16}:\s((?:[0-9a-fA-F]{2}\s?)+)(?:\s.*)?"),
    re.compile(rb"\s*[0-9a-fA-F]{6,16}\s\s((?:[0-9a-fA-F]{2}\s{0,2})+)\s*(?:\|.*)?"),
)
OFFSET = re.compile(rb"\s*[0-9a-fA-F]{6,16}\s*")  # the last line of hexdump -C


def from_hex(text: bytes) -> bytes:
    """Return the bytes of pairs of hex digits. Raises UserError."""
    try:
        return binascii.unhexlify(BETWEEN.sub(b"", text))
    except binascii.Error:
        raise UserError("expected pairs of hex digits, with white space, commas, colons or 0x between") from None


def from_notes(text: bytes) -> bytes:
    """Return the bytes of hex as people keep it: with comments from # to the end of a line, or in lines of a hexdump.

    Raises UserError.
    """
    plain = COMMENT.sub(b"", text)
    dumped = _from_dump([line for line in plain.splitlines() if line.strip()])
    return from_hex(plain) if dumped is None else dumped


def _from_dump(lines: list[bytes]) -> bytes | None:
    """Return the bytes of the lines of a hexdump; None if one of them is no such line."""
    for form in DUMPED:
        dumped = [form.fullmatch(line) for line in lines]
        if len(dumped) > 1 and dumped[-1] is None and OFFSET.fullmatch(lines[-1]):
            dumped.pop()
        if dumped and all(dumped):
            return from_hex(b"".join(match[1] for match in dumped if match))
    return None


def from_base64(text: bytes) -> bytes:
    """Return the bytes of base64 in either alphabet, with or without padding. Raises UserError."""
    letters = b"".join(text.split()).translate(bytes.maketrans(b"-_", b"+/"))
    try:
        return base64.b64decode(letters + b"=" * (-len(letters) % 4), validate=True)
    except binascii.Error as error:
        raise UserError(f"this is no base64: {error}") from None
