"""Octets that a user names: a file, standard input, or either of them in hex or base64."""

import re
import sys
from pathlib import Path

from goldenwire import system
from goldenwire.display.spellings import from_base64, from_hex
from goldenwire.errors import UserError
from goldenwire_reference.wording import plural

STDIN = "-"
HEX = re.compile(rb"\s*(?:0x|\\x)?[0-9a-fA-F]{2}(?:[\s:,]*(?:0x|\\x)?[0-9a-fA-F]{2}){3,}\s*")  # four octets or more
# Nine octets or more.
BASE64 = re.compile(rb"(?:[A-Za-z0-9+/_-]{4}){3,}(?:[A-Za-z0-9+/_-]{2}==|[A-Za-z0-9+/_-]{3}=)?\s*")


def hint(given: bytes) -> str:
    """Return a sentence with the option that reads the octets which a text spells; empty if it spells none."""
    for option, pattern in (("--hex", HEX), ("--base64", BASE64)):
        if pattern.fullmatch(given):
            return f"this may be text that spells bytes: {option} reads them"
    return ""


def read(word: str, spelling: str | None, largest: int) -> tuple[bytes, str]:
    """Return the octets, and a note if their spelling was guessed.

    `spelling` is hex, base64, raw, or None: then standard input that looks like hex is taken for it. In hex or base64,
    a word that names no file is the text itself. Raises UserError.
    """
    coded = spelling in {"hex", "base64"}
    room = 4 * largest if coded else largest
    if word != STDIN and not Path(word).is_file():
        if not coded:
            raise UserError(f"{word}: this is a folder" if Path(word).is_dir() else f"{word}: there is no such file")
        given = word.encode()
    else:
        given = _stored(word, room)
    if spelling is None and word == STDIN and HEX.fullmatch(given):
        found = from_hex(given)
        return found, f"standard input is hex, of {plural(len(found), 'byte')} (--raw reads the digits themselves)"
    return _decoded(given, spelling or ""), ""


def _stored(word: str, largest: int) -> bytes:
    if word == STDIN:
        data = sys.stdin.buffer.read(largest + 1)
    else:
        with system.open_regular(Path(word)) as stream:
            data = stream.read(largest + 1)
    if len(data) > largest:
        raise UserError(f"{word}: more than {largest:,} bytes, and no more are explained; cut out the part in question")
    return data


def _decoded(given: bytes, spelling: str) -> bytes:
    try:
        return {"hex": from_hex, "base64": from_base64}.get(spelling, bytes)(given)
    except UserError as error:
        raise UserError(f"--{spelling}: {error}") from None
