"""Requests that test the protocol part of a starter, and the expected replies: one table for all languages.

The codec is the driver `echo` of each language, built on its starter's protocol file. It knows the format `echo`:

- decode, if the context has a member `atom`: the atom that the bytes stand for (`integer`, two's complement if
`signed`, and `bits`, both least significant byte first; `octets`, `text`, `boolean`);
- decode, if it has a member `say`: it rejects with `code`, the number of bytes and `message`, declines, or fails;
- decode with any other context: the context itself;
- encode: the bytes of the value, an atom of `size` bytes by the context; with a plan, the plan's octets;
- transcode: the bytes.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

Json = Any
DEPTH = 500
SIZES = (1, 2, 4, 8, 16)


class Row(NamedTuple):
    """The members of a request, as JSON text after op and format, and the expected answer.

    An answer is a pair of kind and value; of a refusal only the named members are compared.
    """

    name: str
    op: str
    members: str
    kind: str
    due: Json = None

    def line(self, number: int) -> bytes:
        text = f'{{"id":{number},"op":"{self.op}","format":"echo"{"," if self.members else ""}{self.members}}}\n'
        return text.encode()


def rows() -> Iterator[Row]:
    yield from integers()
    yield from floats()
    yield from octets()
    yield from texts()
    yield from booleans()
    yield from echoes()
    yield from words()
    yield from long()


def encodes(name: str, context: Json, value: str, due: bytes | None) -> Row:
    """Return the encode of a value, given as JSON text; it must be refused if no bytes are given."""
    members = f'"value":{value},"context":{json.dumps(context)}'
    return Row(f"encode {name}", "encode", members, "rejected" if due is None else "bytes", due)


def decodes(name: str, context: Json, data: bytes, due: Json) -> Row:
    return Row(f"decode {name}", "decode", f'"bytes":"{data.hex()}","context":{json.dumps(context)}', "value", due)


NO_INTEGERS = (
    '"-0"', '"+1"', '"01"', '"-01"', '""', '"-"', '" 1"', '"1 "', '"1.0"', '"1e2"', '"0x1"', '"1_0"',
    '"\u0661"', '"1\\n"',
    '"1\\u0000"', "null", "true", "[]", "{}", '["1"]', '{"utf8":"31"}',
)  # fmt: skip


def integers() -> Iterator[Row]:
    for size in SIZES:
        for signed in (True, False):
            context = {"atom": "integer", "size": str(size), "signed": signed}
            low, high = (-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1) if signed else (0, (1 << 8 * size) - 1)
            kind = f"{'int' if signed else 'uint'}{8 * size}"
            for number in {low, low + 1, -1 if signed else 1, 0, 1, 9, 10, 100, high - 1, high}:
                data = number.to_bytes(size, "little", signed=signed)
                yield encodes(f"{kind} {number}", context, f'"{number}"', data)
                yield decodes(f"{kind} {number}", context, data, str(number))
            for number in (low - 1, high + 1, 10 * high, -(10**300), 10**300):
                yield encodes(f"{kind} {str(number)[:45]}", context, f'"{number}"', None)
    context = {"atom": "integer", "size": "4", "signed": True}
    for text in NO_INTEGERS:
        yield encodes(f"the integer {text}", context, text, None)
    yield encodes("an integer of 100,000 digits", context, f'"{"9" * 100_000}"', None)


def floats() -> Iterator[Row]:
    for size in (2, 4, 8, 16):
        context = {"atom": "bits", "size": str(size)}
        patterns = (0, 1, 1 << 8 * size - 1, (1 << 8 * size) - 1, 0x7F << 8 * (size - 1), 0xA5 << 8 * (size - 1) | 1)
        for number in patterns:
            atom, data = f"0x{number:0{2 * size}x}", number.to_bytes(size, "little")
            yield encodes(f"bits {atom}", context, f'"{atom}"', data)
            yield decodes(f"bits {atom}", context, data, atom)
    context = {"atom": "bits", "size": "4"}
    for text in (
        '"0x3F800000"', '"0X3f800000"', '"3f800000"', '"0x3f80000"', '"0x3f8000000"', '"0x3f80000g"', '"0x"', '""',
        '"1.5"',
        '"0x3f800000\\u0000"', '" 0x3f800000"', "null", "true", "[]", "{}",
    ):  # fmt: skip
        yield encodes(f"the bits {text}", context, text, None)


def octets() -> Iterator[Row]:
    for data in (b"", b"\0", b"\xff", bytes(range(256))):
        yield encodes(f"octets {data[:4].hex()}", {"atom": "octets"}, f'"{data.hex()}"', data)
        yield decodes(f"octets {data[:4].hex()}", {"atom": "octets"}, data, data.hex())
        yield Row(f"transcode {data[:4].hex()}", "transcode", f'"bytes":"{data.hex()}"', "bytes", data)
        yield Row(f"plan {data[:4].hex()}", "encode", f'"value":null,"plan":"{data.hex()}"', "bytes", data)
    for text in ('"0"', '"0g"', '"FF"', '" 00"', '"0 0"', '"00\\u0000"', '"0x00"', "null", "[]", "{}", "false"):
        yield encodes(f"the octets {text}", {"atom": "octets"}, text, None)


ESCAPES = {r"\"": '"', r"\\": "\\", r"\/": "/", r"\b": "\b", r"\f": "\f", r"\n": "\n", r"\r": "\r", r"\t": "\t"}
LETTERS = "\0\x01\x1f \x7e\x7f\x80\x9f\xa0\u07ff\u0800\u2028\u2029\ud7ff\ue000\ufdd0\ufeff\ufffd\ufffe\uffff"
ASTRAL = "\U00010000\U0001f600\U0010fffe\U0010ffff"
LONE = (
    r"\ud800", r"\udfff", r"\uDBFF", r"\uDC00", r"\udc00\ud800", r"a\ud800b", r"\ud800\u0041",
    r"\ud800\ud800\udc00",
    r"\udc00\udc00", r"\udfff\udfff", r"\ud800\udbff", r"\ud800\ue000", r"\ud7ff\udc00",
    r"\ud800\n\udc00", r"\ud800\\udc00",
)  # fmt: skip


def texts() -> Iterator[Row]:
    context = {"atom": "text"}
    everything = LETTERS + ASTRAL + "".join(map(chr, range(0x80)))
    for letter in (*(LETTERS + ASTRAL), everything, ""):
        name = f"U+{ord(letter):04X}" if len(letter) == 1 else f"text of {len(letter)} characters"
        escaped, plain = json.dumps(letter), json.dumps(letter, ensure_ascii=False)
        yield encodes(f"{name}, escaped", context, escaped, letter.encode())
        yield encodes(f"{name}, plain", context, plain, letter.encode())
        yield encodes(f"{name}, escaped in upper case", context, upper(escaped), letter.encode())
        yield decodes(name, context, letter.encode(), letter)
    for escape, letter in ESCAPES.items():
        yield encodes(f"the escape {escape}", context, f'"{escape}"', letter.encode())
    for lone in LONE:
        yield encodes(f"the text {lone}", context, f'"{lone}"', None)
    for text in ("null", "true", "[]", "{}", '{"utf8":"ff"}'):
        yield encodes(f"the text {text}", context, text, None)


def upper(escaped: str) -> str:
    """Return the JSON string with the digits of its escapes in upper case."""
    head, *rest = escaped.split("\\u")
    return "\\u".join([head, *(piece[:4].upper() + piece[4:] for piece in rest)])


def booleans() -> Iterator[Row]:
    for truth in (True, False):
        yield encodes(f"{truth}", {"atom": "boolean"}, json.dumps(truth), bytes([truth]))
        yield decodes(f"{truth}", {"atom": "boolean"}, bytes([truth]), truth)
    for text in ("null", '"true"', '"1"', "[]", "{}", "[true]"):
        yield encodes(f"the boolean {text}", {"atom": "boolean"}, text, None)
    numbers = '{"atom":"boolean","extra":[0,-0,1,-0.5e-7,1E+30,12345678901234567890123,1e400]}'
    yield Row("a context with JSON numbers", "encode", f'"value":true,"context":{numbers}', "bytes", b"\1")


def echoes() -> Iterator[Row]:
    """Yield JSON of all kinds, which is echoed unchanged."""
    for text in (
        "null", "true", "false", '""', "[]", "{}", "[[]]", "[{}]", '{"":""}', '{"a":null,"b":[true,false,["",{}]]}',
        '{"\\u0000":"\\u0000","\\"":"\\\\","\\ud83d\\ude00":"\U0001f600"}', ' [ "a" ,\t"b" , { "c" : null } ] ',
        '"' + "".join(ESCAPES) + '"', '{"z":"1","a":"2","m":{"b":"3","a":"4"}}',
        '{"id":"7","op":"hello","value":{"nan":"8"}}',
        "[" * DEPTH + "]" * DEPTH, '{"a":' * DEPTH + "null" + "}" * DEPTH,
        *(f'"{lone}"' for lone in LONE), *(f'{{"{lone}":["{lone}"]}}' for lone in LONE),
    ):  # fmt: skip
        yield Row(f"echo of {text[:40]}", "decode", f'"bytes":"","context":{text}', "value", json.loads(text))
    yield Row("a context that is null", "decode", '"bytes":"00","context":null', "value", None)
    yield Row("a plan that is null", "encode", '"value":true,"context":{"atom":"boolean"},"plan":null', "bytes", b"\1")
    yield Row("members in another order", "decode", '"context":["x"],"bytes":"00"', "value", ["x"])
    yield Row("an escaped member", "decode", '"\\u0063ontext":["x"],"b\\u0079tes":"00"', "value", ["x"])


def words() -> Iterator[Row]:
    """Yield messages of a codec, whose characters must never break the line on which they stand."""
    for text in (
        "plain",
        'a "quoted" \\ word',
        "two\nlines\r\tof it",
        "\0\x1b[31m\x7f",
        "naïve \U0001f600",
        r"\ud800",
        "x" * 5000,
    ):
        said = json.dumps(text) if text != r"\ud800" else '"\\ud800"'
        said = f'"message":{said},"code":"CODE"'
        for kind in ("rejected", "unsupported", "failed"):
            members = f'"bytes":"0000","context":{{"say":"{kind}",{said}}}'
            due = {"code": "CODE", "offset": 2} if kind == "rejected" else None
            yield Row(f"{kind}: {text[:20]!r}", "decode", members, kind, due)
    bare = '"bytes":"","context":{"say":"rejected","code":"","message":""}'
    yield Row("rejected without a word", "decode", bare, "rejected", {"offset": 0})


def long() -> Iterator[Row]:
    """Yield requests and replies of ten megabytes."""
    data = bytes(range(256)) * (5 * 2**20 // 256)
    yield Row("ten megabytes of hex", "transcode", f'"bytes":"{data.hex()}"', "bytes", data)
    text = "naïve \\\\ \\n \\u0001 \U0001f600 " * (10 * 2**20 // 32)
    yield Row("ten megabytes of text", "decode", f'"bytes":"","context":"{text}"', "value", json.loads(f'"{text}"'))
    cells = [["0", str(n), "0x3f800000"] for n in range(200_000)]
    yield Row("a list of 200,000", "decode", f'"bytes":"","context":{json.dumps(cells)}', "value", cells)


# Lines that are not JSON, or need not be read: the process ends with a message.
BROKEN = {
    "an end too soon": b'{"id":1,"op":"decode","format":"echo","bytes":""',
    "no JSON": b"nonsense",
    "an empty line": b"",
    "more behind it": b'{"id":1,"op":"transcode","format":"echo","bytes":"00"} x',
    "a comma too many": b'{"id":1,"op":"transcode","format":"echo","bytes":"00",}',
    "a bad escape": b'{"id":1,"op":"decode","format":"echo","bytes":"","context":"\\x41"}',
    "half an escape": b'{"id":1,"op":"decode","format":"echo","bytes":"","context":"\\u00"}',
    "a control character": b'{"id":1,"op":"decode","format":"echo","bytes":"","context":"\t"}',
    "no colon": b'{"id":1,"op":"decode","format":"echo","bytes":"","context"}',
    "a word that is none": b'{"id":1,"op":"decode","format":"echo","bytes":"","context":nul}',
}
