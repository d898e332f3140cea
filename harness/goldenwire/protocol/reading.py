"""Parse lines of the conversation into records: replies, the handshake, and calls as an adapter reads them.

Anything that violates the protocol raises Garbled with a description.
"""

import math
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET

from goldenwire.display.text import cut, tail
from goldenwire.protocol.messages import (
    PARTS,
    PROTOCOL,
    Call,
    CodecIdentity,
    Fault,
    Garbled,
    Hello,
    Observation,
    Rejection,
    Reply,
)
from goldenwire.protocol.repeats import repeated

T = TypeVar("T")

SENTENCE, WORD = 1000, 100  # limits on the characters kept of a codec's sentences and names
LOG = 1 << 12  # characters kept from the end of a log in a reply
HELLO = 1 << 20  # octets of the reply to hello

_decode_reply = msgspec.json.Decoder(Reply).decode
_decode_hello = msgspec.json.Decoder(Hello).decode
_decode_call: Callable[[bytes], Call] = msgspec.json.Decoder(Call).decode
_UNREADABLE = (msgspec.MsgspecError, RecursionError, UnicodeDecodeError)
_ANSWERS = ("value", "bytes", "rejected", "unsupported", "failed")


def read_reply(line: bytes) -> tuple[int | None, Observation]:
    """Return the id and the observation that one line of a codec's output represents. Raises Garbled."""
    try:
        reply = _decode_reply(line)
    except _UNREADABLE as error:
        raise _garbled(line, error) from None
    number, value, data = reply.id, reply.value, reply.data
    if number is UNSET:
        return None, _careful(line, reply)
    # Nearly all replies hold an id and an answer, and no superfluous octet.
    if value is not UNSET and len(line) - len(value) <= VALUE_ROOM and len(line) <= PARTS and line.isascii():
        return number, Observation("value", value)
    if data is not UNSET and len(line) - len(data) <= BYTES_ROOM:
        return number, Observation("bytes", None, unhex(data))
    return number, _careful(line, reply)


def _careful(line: bytes, reply: Reply) -> Observation:
    """Return the observation of a reply; raise Garbled unless it has one answer and no repeated member."""
    value, data, rejected = reply.value, reply.data, reply.rejected
    if (value, data, rejected, reply.unsupported, reply.failed).count(UNSET) != len(_ANSWERS) - 1:
        found = ", ".join(_answers(reply)) or "none"
        raise Garbled(f"expected exactly one of {', '.join(_ANSWERS)}, found {found}", "several-answers")
    spare = math.inf if reply.id is UNSET else len(line) - len(str(reply.id))  # octets beside the id's digits
    if value is not UNSET:
        if len(line) > PARTS and line.count(b'":') > PARTS // 4:
            raise Garbled(f"more than {PARTS // 4:,} members")
        if spare - len(value) >= VALUE_ROOM:
            _once(line)
        if not line.isascii():
            _read(_as_text, line)  # the decoder has not looked inside
        return Observation("value", value)
    if data is not UNSET:
        if spare - len(data) >= BYTES_ROOM:
            _once(line)
        return Observation("bytes", None, unhex(data))
    return _words(line, reply) if rejected is UNSET else _refusal(line, reply, rejected)


def _refusal(line: bytes, reply: Reply, rejected: Rejection) -> Observation:
    code, message = rejected.code, rejected.message
    strings = 8 if code and message else 4 if code or message else 0
    if reply.id is UNSET or line.count(b'"') != 4 + strings + (0 if rejected.offset is None else 2):
        _once(line)
    if len(code) > WORD or len(message) > SENTENCE:
        rejected = Rejection(cut(code, WORD), rejected.offset, cut(message, SENTENCE))
    return Observation("rejected", None, None, rejected, rejected.message)


def _as_text(line: bytes) -> str:
    return str(line, "utf-8")


def _words(line: bytes, reply: Reply) -> Observation:
    """Return the observation that a codec does not support the request, or failed."""
    if reply.id is UNSET or line.count(b'"') != 6:
        _once(line)
    if reply.unsupported is not UNSET:
        return Observation("unsupported", detail=cut(reply.unsupported, SENTENCE))
    said, _, log = ("" if reply.failed is UNSET else reply.failed).partition("\n")
    return Observation("failed", detail=cut(said, SENTENCE), stderr=tail(log.strip("\n"), LOG))


def _answers(reply: Reply) -> Iterator[str]:
    """Yield the names of the answers in a reply."""
    given = (reply.value, reply.data, reply.rejected, reply.unsupported, reply.failed)
    return (name for name, member in zip(_ANSWERS, given, strict=True) if member is not UNSET)


# Repeated members. Looking for them takes longer than reading a reply, so it is done only if the line is longer, or has
# more quotes, than its content needs. Inside a value the judge looks for them, if the text is not exactly the expected
# one.

REPEAT = ',"id":1'  # no member is shorter
# Octets besides the answer and the digits of the id, enough to hold another member.
VALUE_ROOM, BYTES_ROOM = len('{"id":,"value":}' + REPEAT), len('{"id":,"bytes":""}' + REPEAT)


def _once(line: bytes) -> None:
    """Raise Garbled if a member of a reply is given twice."""
    if (twice := _read(repeated, bytes(line))) is not None:
        raise Garbled(f"the member `{cut(twice, WORD)}` is given twice")


def unhex(digits: str) -> bytes:
    """Return the octets for the hex digits. Raises Garbled."""
    try:
        octets = bytes.fromhex(digits)
    except ValueError:
        raise Garbled("`bytes` is not pairs of hex digits", "not-hex") from None
    if 2 * len(octets) != len(digits):
        raise Garbled("`bytes` holds white space")  # bytes.fromhex accepts it
    return octets


def read_hello(line: bytes) -> Hello:
    """Return the codec's hello. Raises Garbled, also if it speaks another version of the protocol."""
    if len(line) > HELLO:
        raise Garbled(f"{len(line):,} bytes long, of which {HELLO:,} are allowed")
    offered: Any = _read(msgspec.json.decode, line)
    if (twice := repeated(line)) is not None:
        raise Garbled(f"the member `{cut(twice, WORD)}` is given twice")
    if isinstance(offered, dict) and offered.get("protocol", PROTOCOL) != PROTOCOL:
        spoken = offered["protocol"]
        fault: Fault | None = "protocol-a-string" if spoken == str(PROTOCOL) else None
        raise Garbled(f"it speaks protocol {spoken!r:.20}, this kit speaks {PROTOCOL}", fault)
    hello = _read(_decode_hello, line)
    named = {name: cut(getattr(hello.codec, name), WORD) for name in hello.codec.__struct_fields__}
    return msgspec.structs.replace(hello, codec=CodecIdentity(**named))


def read_call(line: bytes) -> Call:
    """Return one request, as an adapter reads it. Raises Garbled."""
    return _read(_decode_call, line)


def _read(decode: Callable[[bytes], T], line: bytes) -> T:
    try:
        return decode(line)
    except _UNREADABLE as error:
        raise _garbled(line, error) from None


def _garbled(line: bytes, error: Exception) -> Garbled:
    """Return the error for a line that the decoder refused."""
    match error:
        case UnicodeDecodeError() | msgspec.DecodeError() if not _is_utf8(line):
            return Garbled("not UTF-8", _fault_of(line))
        case RecursionError():
            return Garbled("JSON nested too deeply: it is read to 900 levels of arrays and objects")
        case msgspec.ValidationError():
            said = str(error)
            fault = next((fault for pattern, fault in _FAULTS if re.search(pattern, said)), None)
            return Garbled(f"not the protocol: {cut(said, SENTENCE)}", fault)
        case _ if half := _half(line, str(error)):
            at = len(line[: half.start()].decode(errors="replace"))
            return Garbled(f"a string with half of a surrogate pair: {half[0].decode()}, at character {at}")
        case _:
            return Garbled(f"not JSON: {error}" if line.strip() else "an empty line", _fault_of(line))


# Common mistakes by the decoder's messages.
_FAULTS: tuple[tuple[str, Fault], ...] = (
    (r"^Expected `int.*`, got `str` - at `\$\.id`", "id-a-string"),
    (r"got `str` - at `\$\.rejected`", "rejected-a-string"),
    (r"unknown field `", "unknown-member"),
    (r"Invalid enum value .*operations", "unknown-operation"),
    (r"missing required field `(protocol|codec|formats|name|version|language)`", "hello-members"),
)
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")  # byte order marks


def _is_utf8(line: bytes) -> bool:
    """Return whether a line is text; the parser's own words for what is not differ by its version."""
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _fault_of(line: bytes) -> Fault:
    """Return the mistake that a line without JSON suggests."""
    text = line.strip()
    if text.startswith(_MARKS):
        return "byte-order-mark"
    if text.startswith(b"{'"):
        return "python-literal"
    return "several-lines" if text in {b"{", b"["} else "not-json"


# The decoder's messages for half of a surrogate pair, depending on what follows it; some have other causes too.
_SAID_OF_HALVES = re.compile("surrogate pair|hex escape|truncated")
# A surrogate pair, half of one, or any other escape.
_ESCAPE = re.compile(
    rb"(?i:\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2} | (?P<half>\\ud[89a-f][0-9a-f]{2})) | \\.", re.VERBOSE
)


def _half(line: bytes, said: str) -> re.Match[bytes] | None:
    """Return the first escape in the line that is half of a surrogate pair, if the decoder may have met one."""
    if not _SAID_OF_HALVES.search(said):
        return None
    end = line.rfind(b'"')  # a string after it is truncated, and perhaps the other half of a pair
    return next((escape for escape in _ESCAPE.finditer(line, 0, end) if escape["half"]), None)


_UNPRINTABLE = re.compile(r"[^ -~]")


def excerpt(octets: bytes, size: int | None = None) -> str:
    """Return the start of some output (of `size` octets in all) on one line, escaped unless it is plain text."""
    shown = octets[:80]
    text = _UNPRINTABLE.sub(lambda match: f"\\x{ord(match[0]):02x}", shown.decode("latin-1"))
    more = (len(octets) if size is None else size) - len(shown)
    return f"`{text}`" + (f" and {more:,} more byte{'s' * (more != 1)}" if more else "")
