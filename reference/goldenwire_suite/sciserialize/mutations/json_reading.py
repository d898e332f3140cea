"""Mutations of reading the keys, strings, numbers and literals of JSON."""

import math
import re
from collections.abc import Callable
from ctypes import c_float
from decimal import ROUND_DOWN, Context, Decimal
from json import detect_encoding
from typing import Any
from unicodedata import normalize

from goldenwire_reference.sciserialize.carrier import Node
from goldenwire_reference.sciserialize.tables import EXACT
from goldenwire_suite.mutations import Constant, Disabled, Edit, Entry, Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import keys_alike, mutation

_WALK = "json_decode.JsonWalk"
_DOCUMENT, _MAGNITUDE, _STRING, _OBJECT = (
    f"{_WALK}.{name}" for name in ("document", "magnitude", "string", "object")
)
_SHORT = 17  # characters of a token
_INTEGERS, _UNESCAPED = "carrier.Walk.integer", "json_decode._unescaped"


def _string(change: Callable[[str], str]) -> Replaced:
    """A change of the texts that strings stand for."""
    return Replaced(_STRING, lambda original, walk: change(original(walk)))


def _halves(original: Any, text: str) -> str:
    try:
        return str(original(text))
    except UnicodeDecodeError as error:
        return error.object.decode("utf-16-le", "replace")


def _later_halves(original: Any, text: str) -> str:
    return _halves(original, text) if re.match(r"\\u[dD][c-fC-F]", text) else str(original(text))


def _earlier_halves(original: Any, text: str) -> str:
    return _halves(original, text) if re.search(r"\\u[dD][89abAB][0-9a-fA-F]{2}$", text) else str(original(text))


def _digits(original: Any, text: str) -> str:
    first, second = r"(\\u[dD][89abAB][0-9a-fA-F]{2})", r"[dD][c-fC-F][0-9a-fA-F]{2}"
    return str(original(re.sub(rf"{first}..(?={second})", r"\1\\u", text)))


def _doubles(change: Callable[[float, str], float]) -> Replaced:
    """A change of the doubles that tokens stand for."""

    def read(original: Any, walk: Any, at: int, token: bytes, *, is_integer: bool) -> Any:
        number = original(walk, at, token, is_integer=is_integer)
        return change(number, token.decode()) if type(number) is float else number

    return Replaced(_MAGNITUDE, read)


def _digits_and_power(double: float, token: str) -> float:
    power = int(Decimal(token).as_tuple().exponent)
    return float(Decimal(token).scaleb(-power)) * 10.0**power if abs(power) < 300 else double


def _quotient(double: float, token: str) -> float:
    if len(token) > _SHORT or not (match := re.fullmatch(r"(-?[0-9]+)\.([0-9]+)", token)):
        return double
    return float(match[1] + match[2]) / 10.0 ** len(match[2])


def _rounded(change: Callable[[int], int]) -> Replaced:
    """A change of the integers that are to be rounded."""
    return Replaced(_INTEGERS, lambda original, walk, value, at: original(
        walk, change(value) if abs(value) > EXACT and "integer.range" in walk.reader.off else value, at
    ))  # fmt: skip


def _guesses(original: Any, walk: Any) -> Any:
    if (encoding := detect_encoding(walk.data)) not in {"utf-8", "utf-8-sig"}:
        walk.data = walk.data.decode(encoding).encode()
    return original(walk)


_KEYS = (
    mutation("json-last-key", "JSON-09", "of a repeated key the last counts", Disabled("json.key.duplicate")),
    mutation("json-keys-next-to-one-another", "JSON-09", "it compares a key with the one before it alone",
        Edit(_OBJECT, "key in members -> key in list(members)[-1:]")),
    mutation("json-keys-in-blocks", "JSON-09", "it looks for a repeated key in its block of eight alone",
        Edit(_OBJECT, "key in members -> key in list(members)[len(members) // 8 * 8:]")),
    mutation("json-keys-of-the-last-32", "JSON-09", "it compares a key with the 32 before it alone",
        Edit(_OBJECT, "key in members -> key in list(members)[-32:]")),
    mutation("json-keys-as-spelled", "JSON-09", "it compares keys before their escapes are resolved",
        Edit(_OBJECT, "key in members -> key in members and self.data.count(self.data[key_at:self.at] + b':') > 1")),
    *keys_alike("json", "JSON-09", _OBJECT),
    mutation("json-null-is-missing", "JSON-09", "it takes a key whose value is null for missing",
        Edit(_OBJECT, "key in members -> key in members and members[key].value is not None")),
    mutation("json-keys-lowered", "JSON-05", "it turns keys into lower case",
        Edit(_OBJECT, "self.string -> self.string().lower")),
    mutation("json-empty-keys", "JSON-05", "it drops members with the empty key",
        Replaced(_OBJECT, lambda original, *arguments: Node(
            (found := original(*arguments)).at, {key: member for key, member in found.value.items() if key}))),
    mutation("json-nests-twice", "JSON-05", "it reads no array or object of the third level",
        Replaced(f"{_WALK}.open", lambda original, walk, name, what, level: original(walk, name, what, level)
                 if level < 3 else walk.give_up("json.syntax", walk.at, "less"))),
)  # fmt: skip

_STRINGS = (
    *(
        mutation(f"json-reads-{name}", "JSON-03", f"it reads the escape of {called} as the letter",
            Entry("json_decode._ESCAPES", letter, letter))
        for name, called, letter in (("backspace", "the backspace", "b"), ("form-feed", "the form feed", "f"),
                                     ("newline", "the line feed", "n"),
                                     ("return", "the carriage return", "r"), ("tab", "the tab", "t"))
    ),
    mutation("json-keeps-slash-escaped", "JSON-03", "it keeps the backslash before a slash",
        Entry("json_decode._ESCAPES", "/", "\\/")),
    mutation("json-escapes-as-decimal", "JSON-03", "it takes the digits of escapes for decimal ones",
        Edit(_UNESCAPED, "int(match[2], 16) -> int(match[2]) if match[2].isdecimal() else int(match[2], 16)")),
    mutation("json-escapes-lower-case", "JSON-03", "it resolves no escapes with digits in upper case",
        Edit(_UNESCAPED, "chr(int(match[2], 16)) -> chr(int(match[2], 16)) if match[2].islower() else match[0]")),
    mutation("json-pairs-apart", "JSON-03", "it leaves the halves of an escaped pair apart",
        Edit(_UNESCAPED, "units.encode('utf-16-le', 'surrogatepass').decode('utf-16-le') -> units")),
    mutation("json-reads-latin-1", "JSON-03", "it reads strings in Latin-1",
        Edit(_STRING, "raw.decode() -> raw.decode('latin-1')")),
    mutation("json-escapes-not-resolved", "JSON-03", "it leaves escapes as they are",
        Replaced(_UNESCAPED, lambda original, text: text)),
    mutation("json-nul-ends-strings", "JSON-10", "it ends strings at U+0000, as C does",
        _string(lambda text: text.partition("\0")[0])),
    mutation("json-replaces", "JSON-10", "it puts U+FFFD in place of what is not text", Disabled("json.utf8")),
    mutation("json-surrogates-in-octets", "JSON-10", "it takes the octets of surrogates",
        Edit(_STRING, "raw.decode() -> raw.decode('utf-8', 'surrogatepass')")),
    mutation("json-halves", "JSON-10", "it takes half a pair as an escape", Replaced(_UNESCAPED, _halves)),
    mutation("json-halves-by-what-is-before", "JSON-10",
        "it finds a second half of a pair by the character before it, so not at the beginning",
        Replaced(_UNESCAPED, _later_halves)),
    mutation("json-halves-by-what-is-after", "JSON-10",
        "it finds a first half of a pair by the character after it, so not at the end",
        Replaced(_UNESCAPED, _earlier_halves)),
    mutation("json-second-half-by-its-digits", "JSON-10",
        "it reads the digits of a second half without looking at the two characters before them",
        Replaced(_UNESCAPED, _digits)),
    mutation("json-octets-not-looked-at", "JSON-10",
        "it replaces octets that are not UTF-8, and looks at escapes alone",
        Edit(_STRING, "raw.decode() -> raw.decode('utf-8', 'replace')")),
    mutation("json-noncharacters", "JSON-10", "it refuses noncharacters, though not their escapes",
        Replaced(_DOCUMENT, lambda original, walk: walk.give_up("json.utf8", 0, "characters")
                 if re.search(rb"\xef\xbf[\xbe\xbf]", walk.data) else original(walk))),
    mutation("json-mark-in-strings", "JSON-10", "it drops U+FEFF at the beginning of a string",
        _string(lambda text: text.removeprefix("\ufeff"))),
    mutation("json-normalises", "JSON-10", "it normalises strings", _string(lambda text: normalize("NFC", text))),
)  # fmt: skip

_NUMBERS = (
    mutation("json-floats-32", "JSON-02", "it reads numbers as single floats",
        _doubles(lambda double, token: c_float(double).value)),
    mutation("json-decimal-digits", "JSON-02",
        "it multiplies the digits of a fraction by a power of ten, which rounds twice", _doubles(_digits_and_power)),
    mutation("json-digits-divided", "JSON-02",
        f"it divides the digits of a fraction of up to {_SHORT} characters by a power of ten, which rounds twice",
        _doubles(_quotient)),
    mutation("json-integers-32", "JSON-02", "it cuts integers to 32 bits",
        Edit(_MAGNITUDE, "int(token) -> (int(token) + 2 ** 31) % 2 ** 32 - 2 ** 31")),
    mutation("json-integers-round", "JSON-02", "it reads integers beyond 2^52 as if the last bit did not count",
        Edit(_MAGNITUDE, "int(token) -> int(token) & ~1 if abs(int(token)) > 2 ** 52 else int(token)")),
    mutation("json-integers-without-sign", "JSON-02", "it drops the sign of integers",
        Edit(_MAGNITUDE, "int(token) -> abs(int(token))")),
    mutation("json-digits-17", "JSON-02", "it reads the first 17 digits of a number alone",
        _doubles(lambda double, token: float(Context(17, ROUND_DOWN).create_decimal(token)))),
    mutation("json-zero-without-sign", "JSON-17", "it drops the sign of a zero",
        _doubles(lambda double, token: double + 0.0)),
    mutation("json-no-exponents", "JSON-02 JSON-17", "it reads no exponents",
        Edit(_MAGNITUDE, "math.isinf(double) -> math.isinf(double) or b'e' in token.lower()")),
    mutation("json-overflow-infinite", "JSON-07", "it reads what is beyond the doubles as infinity",
        Disabled("json.overflow", math.inf)),
    mutation("json-underflow-refused", "JSON-07", "it refuses what is too small for a double",
        Edit(_MAGNITUDE, "math.isinf(double) -> math.isinf(double) or not double and re.match(b'[-0.]*[1-9]', token)")),
    mutation("integers-exact-at-the-end", "JSON-08", "it takes 2^53 for one of the integers that all codecs read",
        Constant("EXACT", 2**53)),
    mutation("integers-minus-exact", "JSON-08", "it takes all negative integers for those that all codecs read",
        Edit(_INTEGERS, "-EXACT <= value <= EXACT -> value <= EXACT")),
    mutation("integers-signed-alone", "JSON-08", "it ends the integers of 64 bits at 2^63 - 1",
        Constant("GREATEST_INTEGER", 2**63 - 1)),
    mutation("integers-beyond-64", "JSON-08", "it takes 2^64 for an integer of 64 bits",
        Constant("GREATEST_INTEGER", 2**64)),
    mutation("integers-of-least", "JSON-08", "it leaves the least integer of 64 bits out",
        Constant("LEAST_INTEGER", 1 - 2**63)),
    mutation("integers-below-least", "JSON-08", "it takes the integer before -2^63 for one of 64 bits",
        Constant("LEAST_INTEGER", -(2**63) - 1)),
    mutation("integers-truncated", "JSON-08", "who rounds cuts the last bits off",
        _rounded(lambda value: value >> (bits := value.bit_length() - 53) << bits)),
    mutation("integers-rounded-up", "JSON-08", "who rounds takes the greater of two doubles that are equally near",
        _rounded(lambda value: value + (value % 2 ** (bits := value.bit_length() - 53) == 2 ** (bits - 1)))),
    mutation("integers-of-dimensions", "JSON-08", "who rounds refuses what is rounded as a dimension or label",
        Edit("meaning._Object.integer", "isinstance(value, Rounded) -> False")),
    mutation("json-minus-zero-turned", "JSON-20", "it chooses the other way under minus-zero",
        Edit(_MAGNITUDE, "'json.minus-zero' in self.reader.off -> 'json.minus-zero' not in self.reader.off")),
    mutation("json-minus-zero-no-integer", "JSON-20 TAG-12",
        "it takes the token -0 for a double whatever it chose, and refuses it where a type has an integer",
        Edit(_MAGNITUDE, "token == b'-0' and 'json.minus-zero' in self.reader.off -> token == b'-0'")),
)  # fmt: skip

MUTATIONS: tuple[Mutation, ...] = (
    *_KEYS,
    *_STRINGS,
    *_NUMBERS,
    mutation("encoding-guessed", "JSON-10 JSON-22",
        "it guesses UTF-16 and UTF-32 from zeros and byte order marks, as older readers of JSON do",
        Replaced(_DOCUMENT, _guesses)),
    mutation("json-null-as-false", "JSON-04", "it reads null as false",
        Entry("json_decode._LITERALS", b"n", (b"null", False))),
    mutation("json-false-as-true", "JSON-04", "it takes any boolean for true",
        Entry("json_decode._LITERALS", b"f", (b"false", True))),
    mutation("json-true-as-one", "JSON-04", "it reads true as 1", Entry("json_decode._LITERALS", b"t", (b"true", 1))),
)  # fmt: skip
