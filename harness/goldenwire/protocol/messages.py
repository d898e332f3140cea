"""The conversation with a codec: the records of PROTOCOL.md, and what the harness observed.

Values, plans and contexts stay `msgspec.Raw`: compared as canonical JSON, parsed only by who must look inside.
"""

from hashlib import sha256
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

PROTOCOL = 1
PARTS = 1 << 20  # members and items of a value that is parsed to be told from others

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
        data = self.data
        if data is not None and self.context is None:
            return f'{{"id":{number},"op":"{self.op}","format":"{self.format}","bytes":"{data.hex()}"}}\n'.encode()
        start = f'{{"id":{number},"op":"{self.op}","format":"{self.format}"'
        if data is not None:
            start += f',"bytes":"{data.hex()}"'
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


def reply_line(number: int, due: bytes) -> bytes | None:
    """The line, without its line feed, in which a codec gives just the member `due`; None where that is empty."""
    return b'{"id":%d,%b}' % (number, due) if due else None


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


AS_DUE = Observation("value")  # a reply that is to the letter the one that is due; nothing more of it is kept


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
