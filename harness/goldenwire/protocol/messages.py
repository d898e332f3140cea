"""The conversation with a codec: the records of PROTOCOL.md, and what the harness observed.

Values, plans and contexts stay `msgspec.Raw`: compared as canonical JSON, parsed only by who must look inside.
"""

import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from goldenwire.display.text import cut, tail
from goldenwire.protocol.repeats import repeated

T = TypeVar("T")

PROTOCOL = 1
SENTENCE, WORD = 1000, 100  # characters of a codec's sentences, and of its names, that are kept
LOG = 1 << 12  # characters of the end of a log that comes with a reply
PARTS = 1 << 20  # members and items of a value that is parsed to be told from others
HELLO = 1 << 20  # octets of the reply to hello

Operation = Literal["decode", "encode", "transcode"]
OPERATIONS: tuple[Operation, ...] = get_args(Operation)

Kind = Literal[
    "value", "bytes", "rejected", "unsupported", "failed", "crashed", "hung", "out-of-memory", "flooded", "garbled"
]
KINDS: tuple[Kind, ...] = get_args(Kind)

Name = Annotated[str, Meta(min_length=1)]
Id = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Offset = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class Garbled(ValueError):  # noqa: N818 - what it is, not that it is an error
    """A message that is not the protocol; the text says what is wrong with it."""


class Rejected(Exception):  # noqa: N818 - the protocol's word
    """Raised by a Python codec to refuse its input: the only way to say that bytes or a value are bad."""

    def __init__(self, code: str | None = None, offset: int | None = None, message: str = "") -> None:
        super().__init__(code, offset, message)
        self.code, self.offset, self.message = code or "", offset, message

    def __str__(self) -> str:
        place = "" if self.offset is None else f"at {self.offset}"
        return " ".join(part for part in (self.code, place, self.message) if part)


class Unsupported(Exception):  # noqa: N818 - the protocol's word
    """Raised by a Python codec that does not implement what it is asked; `why` is shown in reports."""

    def __init__(self, why: str = "") -> None:
        super().__init__(why)
        self.why = why


# What a codec says of itself


class CodecIdentity(Struct, frozen=True, forbid_unknown_fields=True):
    """Who the codec is."""

    name: Name
    version: str
    language: str


class FormatSupport(Struct, frozen=True, forbid_unknown_fields=True):
    """What the codec does in one format: operations, optional features, and its choice under each policy."""

    operations: Annotated[tuple[Operation, ...], Meta(min_length=1)]
    features: tuple[Name, ...] = ()
    policies: dict[str, str] = {}

    def __post_init__(self) -> None:
        for member in ("operations", "features"):
            if len(set(getattr(self, member))) < len(getattr(self, member)):
                raise ValueError(f"`{member}` names something twice")


class Hello(Struct, frozen=True, forbid_unknown_fields=True):
    """The reply to the handshake."""

    protocol: Literal[1]
    codec: CodecIdentity
    formats: Annotated[dict[str, FormatSupport], Meta(min_length=1)]


# What the harness asks


class Request(Struct, frozen=True, gc=False, rename={"data": "bytes"}):
    """One question to a codec: octets for decode and transcode, a value (and a plan) for encode."""

    op: Operation
    format: str
    data: bytes | None = None
    value: Raw | None = None
    plan: Raw | None = None
    context: Raw | None = None

    def line(self, number: int) -> bytes:
        """The request as one line of JSON with its line feed, under the id `number`."""
        start = f'{{"id":{number},"op":"{self.op}","format":"{self.format}"'
        if self.data is not None:
            start += f',"bytes":"{self.data.hex()}"'
        if self.value is None and self.context is None:
            return f"{start}}}\n".encode()
        members = (b',"value":', self.value), (b',"plan":', self.plan), (b',"context":', self.context)
        return _joined(start.encode(), *members)

    def payload(self) -> bytes:
        """What a one-shot codec reads: the octets, or value and plan as a JSON object."""
        if self.data is not None:
            return self.data
        return _joined(b"{", (b'"value":', self.value), (b',"plan":', self.plan))


def _joined(start: bytes, *members: tuple[bytes, Raw | None]) -> bytes:
    text = b"".join((start, *(name + bytes(raw) for name, raw in members if raw is not None), b"}"))
    return text.replace(b"\n", b" ") + b"\n"  # a line feed inside JSON can only be white space between tokens


def hello_line() -> bytes:
    """The handshake request, with its line feed."""
    return b'{"op":"hello","protocol":%d}\n' % PROTOCOL


# What an adapter written in Python reads: the same requests as typed records


class HelloCall(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="hello"):
    protocol: int


class _BytesCall(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", rename={"data": "bytes"}):
    id: Id
    format: Name
    data: str
    context: Any = None


class DecodeCall(_BytesCall, frozen=True, tag="decode"):
    pass


class TranscodeCall(_BytesCall, frozen=True, tag="transcode"):
    pass


class EncodeCall(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="encode"):
    id: Id
    format: Name
    value: Any
    plan: Any = None
    context: Any = None


Call = HelloCall | DecodeCall | TranscodeCall | EncodeCall

# What a codec answers


class Rejection(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The codec's explicit refusal: an error class, a byte offset and a sentence, each optional."""

    code: str = ""
    offset: Offset | None = None
    message: str = ""


class Reply(Struct, frozen=True, gc=False, forbid_unknown_fields=True, rename={"data": "bytes"}):
    """One reply; exactly one of value, bytes, rejected, unsupported and failed is set."""

    id: Id | UnsetType = UNSET
    value: Raw | UnsetType = UNSET
    data: str | UnsetType = UNSET
    rejected: Rejection | UnsetType = UNSET
    unsupported: str | UnsetType = UNSET
    failed: str | UnsetType = UNSET


class Observation(Struct, frozen=True, gc=False):
    """What a codec did with one request: its own words, or what the harness saw.

    `detail` is a sentence for people; `cause` is the stable short word of a crash (`SIGSEGV`, `exit 3`); `stderr` is
    the tail of what the codec logged, kept when it died, hung, garbled or failed.
    """

    kind: Kind
    value: Raw | None = None
    data: bytes | None = None
    rejection: Rejection | None = None
    detail: str = ""
    cause: str = ""
    stderr: str = ""

    def summary(self) -> str:
        """A short text that is the same in every run: `rejected VERSION`, `crashed SIGSEGV`, `bytes 5f3a09c41d2e`."""
        return f"{self.kind} {self._mark()}".rstrip()

    def _mark(self) -> str:
        if self.value is not None:
            long = len(self.value) > LONG
            return sha256(self.value if long else canonical(self.value)).hexdigest()[:12]
        if self.data is not None:
            return sha256(self.data).hexdigest()[:12]
        return self.rejection.code if self.rejection is not None else self.cause


def parts(text: bytes) -> int:
    """About how many members and items a JSON text has, or more."""
    return text.count(b",") + text.count(b"[") + text.count(b"{")


LONG = 1 << 24  # octets of a value beyond which its text is taken as it stands: nothing due is nearly as long


def canonical(raw: Raw | bytes) -> bytes:
    """The JSON text with sorted keys and no white space; as it stands where it is not parsed (huge numbers, long)."""
    if len(raw) > PARTS and parts(bytes(raw)) > PARTS:  # in a copy that is let go of
        return bytes(raw)
    try:
        return msgspec.json.encode(msgspec.json.decode(raw), order="sorted")
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return bytes(raw)


_decode_reply = msgspec.json.Decoder(Reply).decode
_decode_hello = msgspec.json.Decoder(Hello).decode
_decode_call: Callable[[bytes], Call] = msgspec.json.Decoder(Call).decode
_UNREADABLE = (msgspec.MsgspecError, RecursionError, UnicodeDecodeError)
_ANSWERS = ("value", "bytes", "rejected", "unsupported", "failed")


def read_reply(line: bytes) -> tuple[int | None, Observation]:
    """The id and the observation that one line of a codec's output stands for. Raises Garbled."""
    try:
        reply = _decode_reply(line)
    except _UNREADABLE as error:
        raise _garbled(line, error) from None
    number = None if reply.id is UNSET else reply.id
    value, data, rejected = reply.value, reply.data, reply.rejected
    if (value, data, rejected, reply.unsupported, reply.failed).count(UNSET) != len(_ANSWERS) - 1:
        raise Garbled(f"expected exactly one of {', '.join(_ANSWERS)}, found {', '.join(_answers(reply)) or 'none'}")
    if value is not UNSET:
        if len(line) > PARTS and line.count(b'":') > PARTS // 4:
            raise Garbled(f"more than {PARTS // 4:,} members")
        if number is None or ((rest := len(line) - len(value)) > VALUE_ROOM and rest - len(str(number)) >= VALUE_ROOM):
            _once(line)
        if not line.isascii():
            _read(_as_text, line)  # the decoder has not looked inside
        return number, Observation("value", value)
    if data is not UNSET:
        if number is None or ((rest := len(line) - len(data)) > BYTES_ROOM and rest - len(str(number)) >= BYTES_ROOM):
            _once(line)
        return number, Observation("bytes", None, unhex(data))
    if rejected is not UNSET:
        code, message = rejected.code, rejected.message
        strings = 8 if code and message else 4 if code or message else 0
        if number is None or line.count(b'"') != 4 + strings + (0 if rejected.offset is None else 2):
            _once(line)
        if len(code) > WORD or len(message) > SENTENCE:
            rejected = Rejection(cut(code, WORD), rejected.offset, cut(message, SENTENCE))
        return number, Observation("rejected", None, None, rejected, rejected.message)
    return number, _words(line, reply)


def _as_text(line: bytes) -> str:
    return str(line, "utf-8")


def _words(line: bytes, reply: Reply) -> Observation:
    """That a codec does not implement what it was asked, or failed."""
    if reply.id is UNSET or line.count(b'"') != 6:
        _once(line)
    if reply.unsupported is not UNSET:
        return Observation("unsupported", detail=cut(reply.unsupported, SENTENCE))
    said, _, log = ("" if reply.failed is UNSET else reply.failed).partition("\n")
    return Observation("failed", detail=cut(said, SENTENCE), stderr=tail(log.strip("\n"), LOG))


def _answers(reply: Reply) -> Iterator[str]:
    """The names of the answers that a reply has."""
    given = (reply.value, reply.data, reply.rejected, reply.unsupported, reply.failed)
    return (name for name, member in zip(_ANSWERS, given, strict=True) if member is not UNSET)


# Members that are given twice. To look for them takes longer than to read a reply, so it is done only where the line is
# longer, or has more quotes, than is needed for what was read. Inside a value the judge looks for them, where the text
# is not to the letter what is due.

REPEAT = ',"id":1'  # no member is shorter
# Octets beside the answer and the digits of the id, among which another member may be.
VALUE_ROOM, BYTES_ROOM = len('{"id":,"value":}' + REPEAT), len('{"id":,"bytes":""}' + REPEAT)


def _once(line: bytes) -> None:
    """Raises Garbled where a member of a reply is given twice."""
    if (twice := _read(repeated, bytes(line))) is not None:
        raise Garbled(f"the member `{cut(twice, WORD)}` is given twice")


def unhex(digits: str) -> bytes:
    """The octets that the hex digits stand for. Raises Garbled."""
    try:
        octets = bytes.fromhex(digits)
    except ValueError:
        raise Garbled("`bytes` is not pairs of hex digits") from None
    if 2 * len(octets) != len(digits):
        raise Garbled("`bytes` holds white space")  # which bytes.fromhex takes
    return octets


def read_hello(line: bytes) -> Hello:
    """What the codec says of itself. Raises Garbled, also where it speaks another version of the protocol."""
    if len(line) > HELLO:
        raise Garbled(f"{len(line):,} bytes long, of which {HELLO:,} are allowed")
    offered: Any = _read(msgspec.json.decode, line)
    if (twice := repeated(line)) is not None:
        raise Garbled(f"the member `{cut(twice, WORD)}` is given twice")
    if isinstance(offered, dict) and offered.get("protocol", PROTOCOL) != PROTOCOL:
        raise Garbled(f"it speaks protocol {offered['protocol']!r:.20}, this kit speaks {PROTOCOL}")
    hello = _read(_decode_hello, line)
    named = {name: cut(getattr(hello.codec, name), WORD) for name in hello.codec.__struct_fields__}
    return msgspec.structs.replace(hello, codec=CodecIdentity(**named))


def read_call(line: bytes) -> Call:
    """One request, as an adapter reads it. Raises Garbled."""
    return _read(_decode_call, line)


def _read(decode: Callable[[bytes], T], line: bytes) -> T:
    try:
        return decode(line)
    except _UNREADABLE as error:
        raise _garbled(line, error) from None


def _garbled(line: bytes, error: Exception) -> Garbled:
    """What is wrong with a line that the decoder refused."""
    match error:
        case UnicodeDecodeError():
            return Garbled("not UTF-8")
        case RecursionError():
            return Garbled("JSON nested too deeply")
        case msgspec.ValidationError():
            return Garbled(f"not the protocol: {cut(str(error), SENTENCE)}")
        case _:
            return Garbled(f"not JSON: {error}" if line.strip() else "an empty line")


_UNPRINTABLE = re.compile(r"[^ -~]")


def excerpt(octets: bytes, size: int | None = None) -> str:
    """The start of some output (of `size` octets in all), on one line, escaped where it is not plain text."""
    shown = octets[:80]
    text = _UNPRINTABLE.sub(lambda match: f"\\x{ord(match[0]):02x}", shown.decode("latin-1"))
    more = (len(octets) if size is None else size) - len(shown)
    return f"`{text}`" + (f" and {more:,} more bytes" if more else "")
