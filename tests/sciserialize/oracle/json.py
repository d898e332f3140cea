"""SciSerialize in JSON. The json library reads and writes; a walk before it checks where the library is laxer.

The library accepts NaN, repeated keys, lone surrogates and any depth, and does not report the byte at fault.
"""

import base64
import json
import math
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from sciserialize.oracle.call import Call, OracleReject

BOM = b"\xef\xbb\xbf"

WORDS = {b"n": b"null", b"t": b"true", b"f": b"false"}

Hook = Callable[[int, list[tuple[str, Any]]], Any]


# --- reading --------------------------------------------------------------------------------------


def read(call: Call, data: bytes, hook: Hook) -> Any:
    """Read the input; `hook` converts each object from its offset and its pairs. Raises OracleReject."""
    scan = Scan(call, data)
    scan.document()
    starts = iter(scan.objects)
    decoder = json.JSONDecoder(
        object_pairs_hook=lambda pairs: hook(next(starts), pairs),
        parse_int=lambda token: -0.0 if token == "-0" and call.chooses("minus-zero", "float") else int(token),
        parse_float=float,
    )
    return decoder.decode(data.removeprefix(BOM).decode())


class Scan:
    """A walk over the input, from left to right, that stops at the first defect of the carrier."""

    SPACE = re.compile(rb"[ \t\n\r]*")
    NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
    NUMBER_BEGUN = re.compile(rb"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:(?<=[0-9])[eE][+-]?[0-9]*)?)?")
    CHARACTERS = re.compile(rb'(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*')
    ESCAPE_BEGUN = re.compile(rb"(?:\\(?:u[0-9a-fA-F]{0,3})?)?")

    def __init__(self, call: Call, data: bytes) -> None:
        self.call = call
        self.data = data
        self.at = 0
        # Offsets of objects, in the order in which the objects end, in which the json library calls its hook.
        self.objects: list[int] = []

    def document(self) -> None:
        if self.data.startswith(BOM):
            if self.call.chooses("bom", "reject"):
                raise self.refusal("SYNTAX", 0)
            self.at = len(BOM)
        self.value(1)
        self.space()
        if self.at < len(self.data):
            raise self.refusal("SYNTAX")

    def refusal(self, code: str, offset: int | None = None) -> OracleReject:
        offset = self.at if offset is None else offset
        return OracleReject(code, offset, f"{self.data[offset : offset + 20]!r}")

    def space(self) -> bytes:
        """Skip white space; return the byte after it, or b"" at the end."""
        self.at = self.match(self.SPACE, self.at)
        return self.data[self.at : self.at + 1]

    def match(self, pattern: re.Pattern[bytes], at: int) -> int:
        found = pattern.match(self.data, at)
        assert found
        return found.end()

    def value(self, level: int) -> None:
        first = self.space()
        if first in (b"[", b"{"):
            self.call.check_level(level, self.at)
            self.array(level) if first == b"[" else self.object(level)
        elif first == b'"':
            self.string()
        elif first in WORDS:
            self.word(WORDS[first])
        else:
            self.number()

    def word(self, word: bytes) -> None:
        for octet in word:
            if self.data[self.at : self.at + 1] != bytes([octet]):
                raise self.refusal("SYNTAX")
            self.at += 1

    def number(self) -> None:
        start, self.at = self.at, self.match(self.NUMBER_BEGUN, self.at)
        token = self.data[start : self.at]
        if not self.NUMBER.fullmatch(token):
            raise self.refusal("SYNTAX")
        if math.isinf(float(token)):
            raise self.refusal("NUMBER", start)
        if not re.search(rb"[.eE]", token):
            self.call.check_integer(int(token), start)

    def string(self) -> str:
        start, self.at = self.at, self.match(self.CHARACTERS, self.at + 1)
        if self.data[self.at : self.at + 1] != b'"':
            raise self.refusal("SYNTAX", self.match(self.ESCAPE_BEGUN, self.at))
        self.at += 1
        try:
            text: str = json.loads(self.data[start : self.at].decode())
            text.encode()  # fails for a lone surrogate
        except UnicodeError:
            raise self.refusal("UTF8", start) from None
        return text

    def items(self, end: bytes) -> Iterator[None]:
        """Yield once for each item of an array or object, at its first byte."""
        self.at += 1
        more = self.space() != end
        while more:
            yield
            more = self.space() == b","
            if more:
                self.at += 1
                self.space()
        if self.space() != end:
            raise self.refusal("SYNTAX")
        self.at += 1

    def array(self, level: int) -> None:
        for _ in self.items(b"]"):
            self.value(level + 1)

    def object(self, level: int) -> None:
        start = self.at
        seen: set[str] = set()
        for _ in self.items(b"}"):
            begin = self.at
            if self.space() != b'"':
                raise self.refusal("SYNTAX")
            key = self.string()
            if key in seen:
                raise self.refusal("DUPLICATE_KEY", begin)
            seen.add(key)
            if self.space() != b":":
                raise self.refusal("SYNTAX")
            self.at += 1
            self.value(level + 1)
        self.objects.append(start)


def octets(text: str) -> bytes:
    """Decode base64. Raises OracleReject."""
    try:
        found = base64.b64decode(text, validate=True)
    except ValueError as error:
        raise OracleReject("BASE64", None, str(error)) from None
    # The library does not check the unused bits.
    if base64.b64encode(found).decode() != text:
        raise OracleReject("BASE64", None, "unused bits are not zero")
    return found


# --- writing --------------------------------------------------------------------------------------


def written(tree: Any) -> str:
    """Return the canonical JSON of a value that is reduced to JSON types and bytes."""
    if isinstance(tree, bytes):
        return written({"__base64__": base64.b64encode(tree).decode()})
    if isinstance(tree, dict):
        # Python compares characters by their code points.
        return "{" + ",".join(f"{written(key)}:{written(tree[key])}" for key in sorted(tree)) + "}"
    if isinstance(tree, list):
        return "[" + ",".join(map(written, tree)) + "]"
    if isinstance(tree, float):
        return double(tree)
    return json.dumps(tree, ensure_ascii=False)


def double(number: float) -> str:
    """Return the canonical text of a double. Python finds ECMAScript's digits, and puts the point elsewhere."""
    if number == 0 or not math.isfinite(number):
        return repr(number)
    negative, digits, exponent = Decimal(repr(number)).normalize().as_tuple()
    assert isinstance(exponent, int)
    s, k = "".join(map(str, digits)), len(digits)
    n = k + exponent
    if k <= n <= 21:
        text = s + "0" * (n - k) + ".0"
    elif 0 < n < k:
        text = s[:n] + "." + s[n:]
    elif -6 < n <= 0:
        text = "0." + "0" * -n + s
    else:
        text = s[0] + ("." + s[1:] if k > 1 else "") + f"e{n - 1:+d}"
    return "-" * negative + text
