"""The goldenwire protocol, version 1, for a codec written in Python: standard library alone, to be copied anywhere.

`serve(codec)` answers requests from standard input until it ends. A codec has `hello()`, which returns the members
`codec` and `formats` of the reply, and those of these that it supports:

    decode(format, data, context) -> value      encode(format, value, context, plan) -> bytes
    transcode(format, data, context) -> bytes

It raises Rejected to refuse its input and Unsupported for what it does not do; any other exception is `failed`.
The atoms of the notation are read by `integer`, `bits`, `octets`, `boolean` and `text`, and written by the functions
of the same names with `_of`: integers of any size, floats by their bits, octets as hex. `goldenwire protocol` says more.
"""

import json
import re
import sys
import traceback


class Rejected(Exception):
    """Refuses the input: an error class of the format, the byte where the bad field begins, a sentence; all optional."""

    def __init__(self, code="", offset=None, message=""):
        super().__init__(code, offset, message)
        self.code, self.offset, self.message = code, offset, message


class Unsupported(Exception):
    """Says that the codec does not do what it is asked."""


# The atoms of the notation. What is none is refused, with the error class that the format has for a bad value.


def integer(atom, low=None, high=None, code=""):
    """The integer of "-128"; low and high are the least and the greatest that are allowed."""
    if not isinstance(atom, str) or not re.fullmatch(r"0|-?[1-9][0-9]*", atom, re.ASCII):
        raise Rejected(code, None, f"expected an integer as a decimal string, found {_shown(atom)}")
    limits = [str(limit) for limit in (low, high) if limit is not None]
    fits = len(limits) < 2 or len(atom) <= max(map(len, limits))  # before it is computed, as it may have any length
    if not fits or (low is not None and int(atom) < low) or (high is not None and int(atom) > high):
        raise Rejected(code, None, f"expected an integer from {low} to {high}, found {_shown(atom)}")
    return int(atom)


def integer_of(number):
    return str(number)


def bits(atom, size, code=""):
    """The bits of a float of `size` bytes, as an unsigned integer: 0x3f800000 for "0x3f800000"."""
    if not isinstance(atom, str) or not re.fullmatch(f"0x[0-9a-f]{{{2 * size}}}", atom):
        raise Rejected(code, None, f"expected 0x and {2 * size} digits of a float's bits, found {_shown(atom)}")
    return int(atom, 16)


def bits_of(number, size):
    return f"0x{number:0{2 * size}x}"


def octets(atom, code=""):
    """The bytes of "01ff"."""
    if not isinstance(atom, str) or len(atom) % 2 or re.search(r"[^0-9a-f]", atom):
        raise Rejected(code, None, f"expected pairs of lower-case hex digits, found {_shown(atom)}")
    return bytes.fromhex(atom)


def octets_of(data):
    return bytes(data).hex()


def boolean(atom, code=""):
    if not isinstance(atom, bool):
        raise Rejected(code, None, f"expected true or false, found {_shown(atom)}")
    return atom


def text(atom, code=""):
    """The bytes of a text in UTF-8; a lone surrogate has none."""
    try:
        return atom.encode()
    except (AttributeError, UnicodeEncodeError):
        raise Rejected(code, None, f"expected text, found {_shown(atom)}") from None


def text_of(data):
    """The text of bytes in UTF-8. Raises UnicodeDecodeError where they are none: it is for the codec to look before."""
    return bytes(data).decode()


def _shown(value):
    shown = json.dumps(value)
    return shown if len(shown) <= 60 else f"{shown[:50]}... ({len(shown)} characters)"


# The conversation


def answer(codec, request):
    """The reply to a request, both as objects."""
    if request["op"] == "hello":
        return {"protocol": 1, **codec.hello()}
    try:
        return {"id": request["id"], **_done(codec, request)}
    except Rejected as refusal:
        members = {"code": _words(refusal.code), "offset": refusal.offset, "message": _words(refusal.message)}
        return {"id": request["id"], "rejected": {k: v for k, v in members.items() if v not in ("", None)}}
    except Unsupported as error:
        return {"id": request["id"], "unsupported": _words(error)}
    except MemoryError:
        raise  # the process is not to be trusted any more
    except Exception as error:
        trace = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        first = f"{type(error).__name__}: {error}".replace("\n", " ")
        return {"id": request["id"], "failed": _words(f"{first}\n{trace}")}  # the log comes after the first line


def _done(codec, request):
    operation, format, context = request["op"], request["format"], request.get("context")
    function = getattr(codec, operation, None)
    if operation not in ("decode", "encode", "transcode") or function is None:
        raise Unsupported(f"the operation {operation}")
    if operation == "encode":
        return {"bytes": octets_of(function(format, request["value"], context, request.get("plan")))}
    result = function(format, bytes.fromhex(request["bytes"]), context)
    return {"value": result} if operation == "decode" else {"bytes": octets_of(result)}


def _words(said):
    """Text for people, in which no lone surrogate may stand."""
    return str(said).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def serve(codec):
    """Answer each line of standard input, until it ends. What the codec prints goes to standard error."""
    replies, sys.stdout = sys.stdout.buffer, sys.stderr
    for line in sys.stdin.buffer:
        try:
            request = json.loads(line)
        except (ValueError, RecursionError) as error:
            sys.exit(f"cannot read a request: {error}")
        replies.write(json.dumps(answer(codec, request), separators=(",", ":")).encode() + b"\n")
        replies.flush()
