"""Octets that a user names: a file, standard input, or either of them in hex or base64."""

import base64
import binascii
import re
import sys
from pathlib import Path

from goldenwire import system
from goldenwire.errors import UserError
from goldenwire_reference.wording import plural

STDIN = "-"
HEX = re.compile(rb"\s*(?:0x|\\x)?[0-9a-fA-F]{2}(?:[\s:,]*(?:0x|\\x)?[0-9a-fA-F]{2}){3,}\s*")  # four octets or more
BETWEEN = re.compile(rb"[\s:,]+|0x|\\x")


def read(word: str, spelling: str | None, largest: int) -> tuple[bytes, str]:
    """Return the octets, and a note if their spelling was guessed.

    `spelling` is hex, base64, raw, or None: then standard input that looks like hex is taken for it. In hex or base64,
    a word that names no file is the text itself. Raises UserError.
    """
    coded = spelling in {"hex", "base64"}
    room = 4 * largest if coded else largest
    if word != STDIN and not Path(word).is_file():
        if not coded:
            raise UserError(f"{word}: there is no such file")
        given = word.encode()
    else:
        given = _stored(word, room)
    if spelling is None and word == STDIN and HEX.fullmatch(given):
        found = _from_hex(given)
        return found, f"standard input is hex, of {plural(len(found), 'byte')} (--raw reads the digits themselves)"
    return {"hex": _from_hex, "base64": _from_base64}.get(spelling or "", bytes)(given), ""


def _stored(word: str, largest: int) -> bytes:
    if word == STDIN:
        data = sys.stdin.buffer.read(largest + 1)
    else:
        with system.open_regular(Path(word)) as stream:
            data = stream.read(largest + 1)
    if len(data) > largest:
        raise UserError(f"{word}: more than {largest:,} bytes, and no more are explained; cut out the part in question")
    return data


def _from_hex(text: bytes) -> bytes:
    try:
        return binascii.unhexlify(BETWEEN.sub(b"", text))
    except binascii.Error:
        raise UserError("--hex: expected pairs of hex digits, with white space, commas, colons or 0x between") from None


def _from_base64(text: bytes) -> bytes:
    letters = b"".join(text.split()).translate(bytes.maketrans(b"-_", b"+/"))
    try:
        return base64.b64decode(letters + b"=" * (-len(letters) % 4), validate=True)
    except binascii.Error as error:
        raise UserError(f"--base64: this is no base64: {error}") from None
