"""The conversation with a codec: the records of PROTOCOL.md, and the harness's observations.

Values, plans and contexts stay `msgspec.Raw`: they are compared as canonical JSON, and parsed only where necessary.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from goldenwire.display.text import printable

PROTOCOL = 1
PARTS = 1 << 20  # limit on the members and items of a value that is parsed for comparison

Operation = Literal["decode", "encode", "transcode"]
OPERATIONS: tuple[Operation, ...] = get_args(Operation)

Kind = Literal[
    "value", "bytes", "rejected", "unsupported", "failed", "crashed", "hung", "out-of-memory", "flooded", "garbled"
]
KINDS: tuple[Kind, ...] = get_args(Kind)

Name = Annotated[str, Meta(min_length=1)]
Id = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Offset = Annotated[int, Meta(ge=0, le=2**63 - 1)]


# What authors of adapters do wrong at first; advice is given by it.
Fault = Literal[
    "not-found", "not-executable", "not-a-program", "a-folder", "silent", "closed-pipe", "ended", "exited",
    "protocol-a-string", "hello-members", "unknown-operation", "byte-order-mark", "python-literal", "several-lines",
    "not-json", "id-a-string", "no-id", "other-id", "rejected-a-string", "not-hex", "several-answers", "unknown-member",
]  # fmt: skip


class Garbled(ValueError):  # noqa: N818 - named for what it means, not as an error
    """A message that violates the protocol; the text describes it, `fault` is the common mistake behind it, if any."""

    def __init__(self, text: str, fault: Fault | None = None) -> None:
        super().__init__(text)
        self.fault: Fault | None = fault


class Rejected(Exception):  # noqa: N818 - the protocol's word
    """Raised by a Python codec to refuse its input: the only way to say that bytes or a value are bad."""

    def __init__(self, code: str | None = None, offset: int | None = None, message: str = "") -> None:
        super().__init__(code, offset, message)
        self.code, self.offset, self.message = code or "", offset, message

    def __str__(self) -> str:
        place = "" if self.offset is None else f"at {self.offset}"
        return " ".join(part for part in (self.code, place, self.message) if part)


class Unsupported(Exception):  # noqa: N818 - the protocol's word
    """Raised by a Python codec that does not implement the request; `why` is shown in reports."""

    def __init__(self, why: str = "") -> None:
        super().__init__(why)
        self.why = why


# A codec's command

NAMED = "python:"  # how a command begins that names a Python object


def is_python(command: Sequence[str]) -> bool:
    """Return whether the command is a Python codec, which can be asked in this process; no words are the reference."""
    return not command or command[0].startswith(NAMED)


# A codec's description of itself


class CodecIdentity(Struct, frozen=True, forbid_unknown_fields=True):
    """The name, version and language of a codec."""

    name: Name
    version: str
    language: str


class FormatSupport(Struct, frozen=True, forbid_unknown_fields=True):
    """A codec's declarations for one format: operations, optional features, and its choice under each policy."""

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


# Requests of the harness


class Request(Struct, frozen=True, gc=False, rename={"data": "bytes"}):
    """One question to a codec: octets for decode and transcode, a value (and a plan) for encode."""

    op: Operation
    format: str
    data: bytes | None = None
    value: Raw | None = None
    plan: Raw | None = None
    context: Raw | None = None

    def line(self, number: int) -> bytes:
        """Return the request as one line of JSON with its line feed, under the id `number`."""
        data = self.data
        if data is not None and self.context is None:
            return f'{{"id":{number},"op":"{self.op}","format":"{self.format}","bytes":"{data.hex()}"}}\n'.encode()
        start = f'{{"id":{number},"op":"{self.op}","format":"{self.format}"'
        if data is not None:
            start += f',"bytes":"{data.hex()}"'
        members = (b',"value":', self.value), (b',"plan":', self.plan), (b',"context":', self.context)
        return _joined(start.encode(), *members)

    def payload(self) -> bytes:
        """Return the standard input of a one-shot codec: the octets, or value and plan as a JSON object."""
        if self.data is not None:
            return self.data
        return _joined(b"{", (b'"value":', self.value), (b',"plan":', self.plan))


def _joined(start: bytes, *members: tuple[bytes, Raw | None]) -> bytes:
    return one_line(b"".join((start, *(name + bytes(raw) for name, raw in members if raw is not None), b"}"))) + b"\n"


def one_line(text: bytes) -> bytes:
    """Return a JSON text of the same meaning without line feeds and carriage returns, at which readers end a line.

    Inside JSON these can only be white space between tokens.
    """
    return text.replace(b"\n", b" ").replace(b"\r", b" ")


def reply_line(number: int, expected: bytes) -> bytes | None:
    """Return the line, without its line feed, that gives just the member `expected`; None if that is empty."""
    return b'{"id":%d,%b}' % (number, expected) if expected else None


def hello_line() -> bytes:
    """Return the handshake request, with its line feed."""
    return b'{"op":"hello","protocol":%d}\n' % PROTOCOL


# The requests as an adapter written in Python reads them: typed records


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

# A codec's answers


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


# The kinds of observations of a codec that did not break down.
ANSWERED: frozenset[Kind] = frozenset({"value", "bytes", "rejected", "unsupported", "failed"})


class ObservationKey(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The part of an observation that is the same in every run.

    `mark` is the error class of a rejection, the cause of a crash, or the start of a digest of the value or bytes. In
    findings of several codecs `kind` is the manner in which they disagree, and `mark` has their observations.
    """

    kind: str
    mark: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.mark}".rstrip()

    def matches(self, text: str) -> bool:
        """Return whether a text, which may leave out the last words, stands for this observation."""
        return f"{self} ".startswith(f"{text} ")


class Observation(Struct, frozen=True, gc=False):
    """The result of one request: the codec's answer, or the harness's observation of its failure.

    `detail` is a sentence for people; `cause` is the stable identifier of a crash (`SIGSEGV`, `exit 3`); `stderr` is
    the tail of the codec's log, kept if it died, hung, garbled or failed; `fault` is a common mistake of adapters.
    """

    kind: Kind
    value: Raw | None = None
    data: bytes | None = None
    rejection: Rejection | None = None
    detail: str = ""
    cause: str = ""
    stderr: str = ""
    fault: Fault | None = None

    def key(self) -> ObservationKey:
        """Return the part that is short and reproducible."""
        return ObservationKey(self.kind, self._mark())

    def summary(self) -> str:
        """Return that part as text: `rejected VERSION`, `crashed SIGSEGV`, `bytes 5f3a09c41d2e`."""
        return str(self.key())

    def _mark(self) -> str:
        if self.value is not None:
            long = len(self.value) > LONG
            return sha256(self.value if long else canonical(self.value)).hexdigest()[:12]
        if self.data is not None:
            return sha256(self.data).hexdigest()[:12]
        return printable(self.rejection.code) if self.rejection is not None else self.cause


MATCHES_EXPECTED = Observation("value")  # a reply identical to the expected one; its content is not kept


def parts(text: bytes) -> int:
    """Return the approximate number of members and items in a JSON text, never too low."""
    return text.count(b",") + text.count(b"[") + text.count(b"{")


LONG = 1 << 24  # octets; a longer value is not parsed, as no expected value is nearly as long


def canonical(raw: Raw | bytes) -> bytes:
    """Return the JSON text with sorted keys and no white space; unchanged if it cannot be parsed or is too large."""
    if len(raw) > PARTS and parts(bytes(raw)) > PARTS:  # in a temporary copy
        return bytes(raw)
    try:
        return msgspec.json.encode(msgspec.json.decode(raw), order="sorted")
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return bytes(raw)
