"""A codec written in Python, speaking the protocol; and the reference as such a codec (`goldenwire serve`)."""

import contextlib
import gc
import os
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


class Codec(Protocol):
    """What a Python codec must have. Besides, any of these, each of which may raise Rejected and Unsupported:

    `decode(format, data, context) -> value`, `encode(format, value, context, plan) -> bytes`,
    `transcode(format, data, context) -> bytes`.
    """

    def hello(self) -> dict[str, Json]:
        """The members `codec` and `formats` of the reply to hello."""
        ...


def answer(codec: Codec, call: Call) -> bytes:
    """The reply to one request, as JSON without a line feed. MemoryError passes: the process is not to be trusted."""
    if isinstance(call, HelloCall):
        return msgspec.json.encode({"protocol": PROTOCOL, **codec.hello()})
    try:
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
    except Exception as error:
        said = f"{type(error).__name__}: {_said(error)}".replace("\n", " ")
        trace = "".join(traceback.format_exception(error))  # lines after the first are shown as the codec's log
        return msgspec.json.encode({"id": call.id, "failed": f"{said}\n{trace}"})


def _said(error: Exception) -> str:
    try:
        return str(error)
    except Exception:
        return "(its text cannot be made)"


def _do(codec: Codec, call: DecodeCall | EncodeCall | TranscodeCall) -> dict[str, Json]:
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


def _method(codec: Codec, name: str) -> Callable[..., Any]:
    method: Callable[..., Any] | None = getattr(codec, name, None)
    if method is None:
        raise Unsupported(f"the codec has no `{name}`")
    return method


def serve(make: Callable[[], Codec], words: Sequence[str] = ()) -> int:
    """Speak the protocol until the end of input; with words (`decode FORMAT`, `hello`), answer that one case.

    Standard output belongs to the protocol: what the codec prints goes to stderr. Returns the exit status.
    """
    source, sink = _take_over()
    codec = make()
    try:
        if words:
            _write(sink, answer(codec, _one_shot(words, source)))
            return 0
        with os.fdopen(source, "rb") as lines:
            for line in lines:
                _write(sink, answer(codec, read_call(line)))
    except (Garbled, msgspec.MsgspecError) as error:
        print_lines([f"cannot read the request: {error}"], error=True)
        return 2
    except BrokenPipeError:
        return 0  # nobody listens any more
    return 0


def _take_over() -> tuple[int, int]:
    """The true standard input and output; in their places stand an empty input and stderr."""
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return source, sink


def _one_shot(words: Sequence[str], source: int) -> Call:
    """The request that a one-shot command line and its standard input stand for. Raises Garbled."""
    op, *rest = words
    if op == "hello" and not rest:
        return HelloCall(PROTOCOL)
    if op not in ("decode", "encode", "transcode") or len(rest) not in (1, 2):
        raise Garbled("expected `hello`, or `decode`, `encode` or `transcode` with FORMAT and perhaps CONTEXT")
    with os.fdopen(source, "rb") as stdin:
        data = stdin.read()
    members: dict[str, Any] = {"id": 1, "op": op, "format": rest[0]}
    members |= msgspec.json.decode(data) if op == "encode" else {"bytes": data.hex()}
    if rest[1:]:
        members["context"] = msgspec.json.decode(rest[1])
    call: Call = msgspec.convert(members, Call)
    return call


def _write(sink: int, reply: bytes) -> None:
    left = memoryview(reply + b"\n")
    while left:
        left = left[os.write(sink, left) :]


class Reference:
    """The reference codec, in the shape of any other Python codec: of all formats, or of those that are named."""

    _formats: tuple[str, ...] = ()

    def __init__(self, formats: Sequence[str] = ()) -> None:
        self._formats = tuple(formats)

    def hello(self) -> dict[str, Json]:
        """Everything the reference knows, with its own choice under each policy. Raises UserError."""
        from goldenwire_reference.formats import FormatError, load, names

        try:
            found = [(name, load(name)) for name in self._formats or names()]
        except FormatError as error:
            raise UserError(str(error)) from None
        formats = {
            name: {
                "operations": list(format.operations),
                "features": [feature for feature in format.features if feature not in format.profiles],
                "policies": {key: policy.reference for key, policy in format.policies.items()},
            }
            for name, format in found
        }
        identity = {"name": "goldenwire reference", "version": __version__, "language": "Python"}
        return {"codec": identity, "formats": formats}

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        """The value of the bytes."""
        return _told(self._format(format).decode, data, context)

    def encode(self, format: str, value: Json, context: Json, plan: Json) -> bytes:
        """The bytes of the value: the plan's, or the canonical ones."""
        octets: bytes = _told(self._format(format).encode, value, context, plan)
        return octets

    def transcode(self, format: str, data: bytes, context: Json) -> bytes:
        """The canonical bytes of what the bytes stand for; a subclass that changes the other two changes this, too."""
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
    """What the reference's method returns; its refusals are told as those of any other codec."""
    from goldenwire_reference.errors import DecodeError, EncodeError, UnsupportedError

    try:
        return method(*words)
    except DecodeError as error:
        raise Rejected(error.code, error.offset, f"{error.message} [{error.requirement}]") from None
    except EncodeError as error:
        raise Rejected(error.code, None, f"{error.message} [{error.requirement}]") from None
    except UnsupportedError as error:
        raise Unsupported(str(error)) from None


def limit() -> None:
    """Put this process under the limits that `check` sets on a codec by itself, and allow no core file."""
    from goldenwire.limits import LIMITS
    from goldenwire.system import resource

    if resource is None:
        return
    limits = {limit.kind: limit.default * limit.unit for limit in LIMITS if limit.kind and limit.default}
    for name, most in {**limits, "RLIMIT_CORE": 0}.items():
        kind = getattr(resource, name)
        soft, hard = resource.getrlimit(kind)
        if soft == resource.RLIM_INFINITY or soft > most:
            with contextlib.suppress(OSError, ValueError):  # what the system does not limit
                resource.setrlimit(kind, (most, hard))


def main(words: Sequence[str]) -> int:
    """Serve the reference, of the formats that the first words name (`--format daphne`) or of all; to the others see
    `serve`. It starts in half the time that the command line takes."""
    gc.set_threshold(10_000)  # values are trees; to search them for circles as often as usual takes a tenth of all
    formats, rest = [], list(words)
    while rest[:1] == ["--format"]:
        formats += rest[1:2]
        del rest[:2]
    try:
        status = serve(partial(Reference, formats), rest)
    except UserError as error:  # a format that there is not
        print_lines(error.lines, error=True)
        status = 2
    gc.freeze()  # what is left goes with the process; to look for garbage in it takes longer than a hundred answers
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
