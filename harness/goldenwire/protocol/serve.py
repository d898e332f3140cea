"""Serve a codec written in Python over the protocol; and the reference as such a codec (`goldenwire serve`)."""

import contextlib
import gc
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec

from goldenwire import __version__
from goldenwire.display.door import print_lines
from goldenwire.errors import UserError
from goldenwire.protocol.messages import (
    PROTOCOL,
    Call,
    DecodeCall,
    EncodeCall,
    Garbled,
    HelloCall,
    Rejected,
    TranscodeCall,
    Unsupported,
)
from goldenwire.protocol.reading import read_call, unhex

Json = Any


class PythonCodec(Protocol):
    """The interface of a Python codec. It has any of these optional methods, which may raise Rejected and Unsupported:

    `decode(format, data, context) -> value`, `encode(format, value, context, plan) -> bytes`, `transcode(format, data,
    context) -> bytes`.
    """

    def hello(self) -> dict[str, Json]:
        """Return the members `codec` and `formats` of the reply to hello."""
        ...


def answer(codec: PythonCodec, call: Call, size: int = 0) -> bytes:
    """Return the reply to one request, of `size` octets, as JSON without a line feed.

    A request larger than the codec's `largest`, if it has one, is declined. MemoryError propagates, because the process
    can no longer be trusted.
    """
    if isinstance(call, HelloCall):
        return msgspec.json.encode({"protocol": PROTOCOL, **codec.hello()})
    try:
        largest = getattr(codec, "largest", size)
        if size > largest:
            raise Unsupported(f"the request has {size:,} octets, and those of more than {largest:,} are not answered")
        reply = _do(codec, call)
        return msgspec.json.encode({"id": call.id, **reply})
    except MemoryError:
        raise
    except Rejected as refusal:
        members = {"code": refusal.code, "offset": refusal.offset, "message": refusal.message}
        given = {name: member for name, member in members.items() if member not in ("", None)}
        return msgspec.json.encode({"id": call.id, "rejected": given})
    except Unsupported as refusal:
        return msgspec.json.encode({"id": call.id, "unsupported": refusal.why})
    except _OutsideNotationError as error:
        return msgspec.json.encode({"id": call.id, "failed": str(error)})
    except Exception as error:
        said = f"{type(error).__name__}: {_said(error)}".replace("\n", " ")
        trace = "".join(traceback.format_exception(error))  # lines after the first are shown as the codec's log
        return msgspec.json.encode({"id": call.id, "failed": f"{said}\n{trace}"})


class _OutsideNotationError(Exception):
    """Raised by the reference for a value, plan or context that is none of the format: the asker's mistake."""


def _said(error: Exception) -> str:
    try:
        return str(error)
    except Exception:
        return "(its text cannot be made)"


def _do(codec: PythonCodec, call: DecodeCall | EncodeCall | TranscodeCall) -> dict[str, Json]:
    match call:
        case DecodeCall():
            return {"value": _method(codec, "decode")(call.format, unhex(call.data), call.context)}
        case TranscodeCall():
            octets = _method(codec, "transcode")(call.format, unhex(call.data), call.context)
        case EncodeCall():
            octets = _method(codec, "encode")(call.format, call.value, call.context, call.plan)
    if not isinstance(octets, bytes | bytearray | memoryview):
        raise TypeError(f"the codec returned {type(octets).__name__}; expected bytes")
    return {"bytes": octets.hex()}


def _method(codec: PythonCodec, name: str) -> Callable[..., Any]:
    method: Callable[..., Any] | None = getattr(codec, name, None)
    if method is None:
        raise Unsupported(f"the codec has no `{name}`")
    return method


def serve(make: Callable[[], PythonCodec], words: Sequence[str] = ()) -> int:
    """Speak the protocol until the end of input; with words (`decode FORMAT`, `hello`), answer that one request.

    Standard output is reserved for the protocol: the codec's own output goes to stderr. Returns the exit status.
    """
    source, sink = _take_over()
    codec = make()
    try:
        if words:
            call, size = _one_shot(words, source)
            _write(sink, answer(codec, call, size))
            return 0
        with os.fdopen(source, "rb") as lines:
            for line in lines:
                _write(sink, _answer_line(codec, line))
    except (Garbled, msgspec.MsgspecError) as error:
        print_lines([f"cannot read the request: {error}"], error=True)
        return 2
    except BrokenPipeError:
        return 0  # the reader is gone
    return 0


# The beginning of a request, whose members come in the order of PROTOCOL.md.
_ID = re.compile(rb'\s*\{\s*"id"\s*:\s*(\d{1,19})\s*,')


def _answer_line(codec: PythonCodec, line: bytes) -> bytes:
    """Return the reply to the request on a line. Raises Garbled for a line that is no JSON, or without an id.

    Other lines get a reply, so that the next request is answered: JSON that our parser cannot read, nested too deeply
    or with half of a surrogate pair, is `unsupported`, and JSON that is no request `failed`.
    """
    try:
        call = read_call(line)
    except Garbled as error:
        begin, member = _ID.match(line), _answering_member(line)
        if begin is None or member is None:
            raise
        return msgspec.json.encode({"id": int(begin[1]), member: f"the request cannot be read: {error}"})
    return answer(codec, call, len(line))


def _answering_member(line: bytes) -> str | None:
    """Return which member answers an unreadable line: `unsupported` if it is JSON that only Python's own parser reads.

    It is `failed` for other JSON, and None for what is no JSON.
    """
    with contextlib.suppress(msgspec.DecodeError, RecursionError):
        msgspec.json.decode(line)
        return "failed"
    with contextlib.suppress(RecursionError):  # of what is JSON as far as it was read
        try:
            json.loads(line)
        except ValueError:
            return None
    return "unsupported"


def _take_over() -> tuple[int, int]:
    """Return duplicates of standard input and output, and replace them with an empty input and stderr."""
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return source, sink


def _one_shot(words: Sequence[str], source: int) -> tuple[Call, int]:
    """Return the request of a one-shot command line and its standard input, and its octets. Raises Garbled."""
    op, *rest = words
    if op == "hello" and not rest:
        return HelloCall(PROTOCOL), 0
    if op not in ("decode", "encode", "transcode") or len(rest) not in (1, 2):
        raise Garbled("expected `hello`, or `decode`, `encode` or `transcode` with FORMAT and perhaps CONTEXT")
    with os.fdopen(source, "rb") as stdin:
        data = stdin.read()
    members: dict[str, Any] = {"id": 1, "op": op, "format": rest[0]}
    members |= msgspec.json.decode(data) if op == "encode" else {"bytes": data.hex()}
    if rest[1:]:
        members["context"] = msgspec.json.decode(rest[1])
    call: Call = msgspec.convert(members, Call)
    return call, len(data) if op == "encode" else 2 * len(data)


def _write(sink: int, reply: bytes) -> None:
    left = memoryview(reply + b"\n")
    while left:
        left = left[os.write(sink, left) :]


class Reference:
    """The reference codec, with the interface of a Python codec: for all formats, or for those named."""

    largest = 64 << 20  # octets of a request: no format's limits may be lower than 2^20 cells of 8 bytes, 16 MiB in hex
    _formats: tuple[str, ...] = ()

    def __init__(self, formats: Sequence[str] = ()) -> None:
        self._formats = tuple(formats)

    def hello(self) -> dict[str, Json]:
        """Return the declarations of the reference, with its own choice under each policy. Raises UserError."""
        from goldenwire_reference.formats import FormatError, load, names

        try:
            found = [(name, load(name)) for name in self._formats or names()]
        except FormatError as error:
            raise UserError(str(error)) from None
        formats = {
            name: {
                "operations": list(format.declaration.operations),
                "features": [
                    feature for feature in format.declaration.features if feature not in format.declaration.profiles
                ],
                "policies": {key: policy.reference for key, policy in format.declaration.policies.items()},
            }
            for name, format in found
        }
        identity = {"name": "goldenwire reference", "version": __version__, "language": "Python"}
        return {"codec": identity, "formats": formats}

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        """Return the value of the bytes."""
        return _told(self._format(format).decode, data, context)

    def encode(self, format: str, value: Json, context: Json, plan: Json) -> bytes:
        """Return the bytes of the value: the plan's, or the canonical ones."""
        octets: bytes = _told(self._format(format).encode, value, context, plan)
        return octets

    def transcode(self, format: str, data: bytes, context: Json) -> bytes:
        """Return the canonical bytes of the decoded value; for a subclass, composed of its decode and encode."""
        if type(self) is not Reference:
            return self.encode(format, self.decode(format, data, context), context, None)
        octets: bytes = _told(self._format(format).transcode, data, context)
        return octets

    def _format(self, name: str) -> Any:
        from goldenwire_reference.formats import FormatError, load

        try:
            return load(name)
        except FormatError as error:
            raise Unsupported(str(error)) from None


def _told(method: Callable[..., Json], *words: Json) -> Json:
    """Call the reference's method and return its result; raise its refusals as Rejected or Unsupported."""
    from goldenwire_reference.errors import DecodeError, EncodeError, NotationError, UnsupportedError

    try:
        return method(*words)
    except DecodeError as error:
        raise Rejected(error.code, error.offset, f"{error.message} [{error.requirement}]") from None
    except EncodeError as error:
        raise Rejected(error.code, None, f"{error.message} [{error.requirement}]") from None
    except UnsupportedError as error:
        raise Unsupported(str(error)) from None
    except NotationError as error:
        raise _OutsideNotationError(f"the request is outside the notation: {error}") from None


def limit() -> None:
    """Set the limits that `check` sets on a codec by default on this process, and disable core files."""
    from goldenwire.limits import LIMITS
    from goldenwire.system import resource

    if resource is None:
        return
    limits = {limit.kind: limit.default * limit.unit for limit in LIMITS if limit.kind and limit.default}
    for name, most in {**limits, "RLIMIT_CORE": 0}.items():
        kind = getattr(resource, name)
        soft, hard = resource.getrlimit(kind)
        if soft == resource.RLIM_INFINITY or soft > most:
            with contextlib.suppress(OSError, ValueError):  # not limited on this system
                resource.setrlimit(kind, (most, hard))


def main(words: Sequence[str]) -> int:
    """Serve the reference, for the formats of leading `--format` options or for all; other words go to `serve`.

    It starts in half the time of the command line.
    """
    gc.set_threshold(10_000)  # values are trees; the usual frequency of cycle collection would cost a tenth of the time
    formats, rest = [], list(words)
    while rest[:1] == ["--format"]:
        formats += rest[1:2]
        del rest[:2]
    try:
        status = serve(partial(Reference, formats), rest)
    except UserError as error:  # an unknown format
        print_lines(error.lines, error=True)
        status = 2
    gc.freeze()  # memory is freed with the process; a final collection takes longer than a hundred answers
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
