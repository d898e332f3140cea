"""Mutations of reading the keys, strings, numbers and literals of JSON."""

from goldenwire_suite.mutations import Constant, Edit, Entry, Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation

_WALK = "json_decode.JsonWalk"
_NUMBER, _MAGNITUDE, _STRING, _OBJECT = (f"{_WALK}.{name}" for name in ("number", "magnitude", "string", "object"))
_INTEGERS = "carrier.Walk.integer"
_FULL = "match = _NUMBER.fullmatch(self.data, at, start.end()) if start else None"
_DUPLICATE = "if key in members:"
_UNESCAPED = "json_decode._unescaped"


def _number(pattern: str) -> Rewrite:
    """A change of the pattern of number tokens; its first group marks an integer token."""
    return Rewrite(_NUMBER, f"start = _NUMBER_START.match(self.data, at)\n    {_FULL}",
                   f'match = re.compile(rb"{pattern}").match(self.data, at)\n    start = match')  # fmt: skip


def _text(found: str) -> Rewrite:
    """A change to how the octets of strings are decoded."""
    return Rewrite(_STRING, "text = raw.decode()", f"text = {found}")


_INTEGER, _FRACTION = "-?(?:0|[1-9][0-9]*+)", r"(?:\.[0-9]++)?"

_KEYS = (
    mutation("json-last-key", "JSON-09", "of a repeated key the last counts",
        Edit(_OBJECT, "key in members -> False")),
    mutation("json-keys-next-to-one-another", "JSON-09", "it compares a key with the one before it alone",
        Edit(_OBJECT, "key in members -> key in list(members)[-1:]")),
    mutation("json-keys-as-spelled", "JSON-09", "it compares keys before their escapes are resolved",
        Edit(_OBJECT, "key in members -> key in members and self.data.count(self.data[key_at:self.at] + b':') > 1")),
    mutation("json-keys-normalised", "JSON-09", "it compares keys in a normal form of Unicode",
          Rewrite(_OBJECT, _DUPLICATE,
                  'from unicodedata import normalize\n        if normalize("NFC", key) in {normalize("NFC", k) for k '
                  'in members}:')),
    mutation("json-keys-folded", "JSON-09", "it compares keys without regard to case",
        Edit(_OBJECT, "key in members -> key.lower() in {other.lower() for other in members}")),
    mutation("json-keys-trimmed", "JSON-09", "it compares keys without blanks at their ends",
        Edit(_OBJECT, "key in members -> key.strip() in {other.strip() for other in members}")),
    mutation("json-null-is-missing", "JSON-09", "it takes a key whose value is null for missing",
        Edit(_OBJECT, "key in members -> key in members and members[key].value is not None")),
    mutation("json-keys-lowered", "JSON-05", "it turns keys into lower case",
        Edit(_OBJECT, "self.string -> self.string().lower")),
    mutation("json-empty-keys", "JSON-05", "it drops members with the empty key",
          Rewrite(_OBJECT, "members[key] = self.value(self.inner(name, key), level + 1)",
                  "members[key] = self.value(self.inner(name, key), level + 1)\n        members.pop('', None)")),
    mutation("json-nests-twice", "JSON-05", "it reads no array or object of the third level",
          Rewrite("json_decode.JsonWalk.open", "at = self.at",
                  'at = self.at\n    if level > 2:\n        self.give_up("json.syntax", at, "less")')),
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
    mutation("json-escapes-lower-case", "JSON-03",
        "it takes upper-case digits of escapes for lower-case letters of a greater value",
        Edit(_UNESCAPED, "match[2] -> match[2].replace('C', 'd')")),
    mutation("json-pairs-apart", "JSON-03", "it leaves the halves of an escaped pair apart",
        Edit(_UNESCAPED, "units.encode('utf-16-le', 'surrogatepass').decode('utf-16-le') -> units")),
    mutation("json-reads-latin-1", "JSON-03", "it reads strings in Latin-1",
        Edit("json_decode.JsonWalk.string", "raw.decode() -> raw.decode('latin-1')")),
    mutation("json-escapes-not-resolved", "JSON-03", "it leaves escapes as they are",
        Edit(_STRING, "_unescaped(text) if has_escapes else text -> _unescaped(text) if False else text")),
    mutation("json-nul-ends-strings", "JSON-10", "it ends strings at U+0000, as C does",
        Edit(_STRING,
             "_unescaped(text) if has_escapes else text -> "
             "(_unescaped(text) if has_escapes else text).partition('\\x00')[0]")),
    mutation("json-replaces", "JSON-10", "it puts U+FFFD in place of what is not text",
        Edit(_STRING,
             "self.reader.refuse('json.utf8', at, 'a string in UTF-8, surrogates in pairs', "
             "raw[:32].hex(' ')) -> "
             "pass")),
    mutation("json-surrogates-in-octets", "JSON-10", "it takes the octets of surrogates",
        Edit("json_decode.JsonWalk.string",
             "raw.decode() -> "
             "raw.decode('utf-8', 'surrogatepass').encode('utf-16', 'surrogatepass').decode('utf-16', 'replace')")),
    mutation("json-halves", "JSON-10", "it takes half a pair as an escape",
        Edit(_UNESCAPED,
             "units.encode('utf-16-le', 'surrogatepass').decode('utf-16-le') -> "
             "units.encode('utf-16-le', 'surrogatepass').decode('utf-16-le', 'replace')")),
    mutation("json-octets-not-looked-at", "JSON-10",
        "it replaces octets that are not UTF-8, and looks at escapes alone",
        Edit("json_decode.JsonWalk.string", "raw.decode() -> raw.decode('utf-8', 'replace')")),
    mutation("json-noncharacters", "JSON-10", "it refuses noncharacters",
        Edit("json_decode.JsonWalk.string",
             "raw.decode() -> "
             "''.join(raw.decode() if not {'\\ufffe', '\\uffff'} & {*raw.decode()} else b'\\xff'.decode())")),
    mutation("json-mark-in-strings", "JSON-10", "it drops U+FEFF at the beginning of a string",
        Edit("json_decode.JsonWalk.string", "raw.decode() -> raw.decode('utf-8-sig')")),
    mutation("json-normalises", "JSON-10", "it normalises strings",
        Edit("json_decode.JsonWalk.string",
             "raw.decode() -> "
             "__import__('unicodedata').normalize('NFC', raw.decode())")),
)  # fmt: skip

_NUMBERS = (
    mutation("json-floats-32", "JSON-02", "it reads numbers as single floats",
          Rewrite(_MAGNITUDE, "return double\n    if token",
                  'import struct\n        return struct.unpack("f", struct.pack("f", double))[0]\n    if token')),
    mutation("json-decimal-digits", "JSON-02",
          "it multiplies the digits of a fraction by a power of ten, which rounds twice",
          Rewrite(_MAGNITUDE, "return double\n    if token",
                  "from decimal import Decimal\n        number = Decimal(token.decode()).as_tuple()\n"
                  '        return float(int("".join(map(str, number.digits)))) * 10.0**number.exponent if '
                  'abs(number.exponent) < 300 else double\n'
                  "    if token")),
    mutation("json-integers-32", "JSON-02", "it cuts integers to 32 bits",
        Edit(_MAGNITUDE, "int(token) -> (int(token) + 2 ** 31) % 2 ** 32 - 2 ** 31")),
    mutation("json-integers-round", "JSON-02", "it reads integers beyond 2^52 as if the last bit did not count",
        Edit(_MAGNITUDE, "int(token) -> int(token) & ~1 if abs(int(token)) > 2 ** 52 else int(token)")),
    mutation("json-integers-without-sign", "JSON-02", "it drops the sign of integers",
        Edit(_MAGNITUDE, "int(token) -> abs(int(token))")),
    mutation("json-digits-17", "JSON-02", "it reads the first 17 digits of a number alone",
        Edit(_MAGNITUDE,
             "float(token) -> "
             "float(re.sub(b'(?<=[0-9.]{20})[0-9](?=[0-9]*$)', b'', token) if b'.' in token else token)")),
    mutation("json-zero-without-sign", "JSON-17", "it drops the sign of a zero",
          Rewrite(_MAGNITUDE, "return double\n    if token", "return double + 0.0\n    if token")),
    mutation("json-no-exponents", "JSON-02 JSON-17", "it reads no exponents", _number(f"({_INTEGER})({_FRACTION})")),
    mutation("json-overflow-infinite", "JSON-07", "it reads what is beyond the doubles as infinity",
          Rewrite(_MAGNITUDE, "if math.isinf(double):",
                  "if math.isinf(double):\n        return double\n    if math.isinf(double):")),
    mutation("json-underflow-refused", "JSON-07", "it refuses what is too small for a double",
        Edit(_MAGNITUDE,
             "math.isinf(double) -> "
             "math.isinf(double) or (not double and re.match(b'-?[0.]*[1-9]', token))")),
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
        Edit(_INTEGERS,
             "(self.reader.off['integer.range'] or Rounded)(value) -> "
             "Rounded(value >> max(0, abs(value).bit_length() - 53) << max(0, abs(value).bit_length() - 53))")),
    mutation("integers-rounded-up", "JSON-08", "who rounds takes the greater of two doubles that are equally near",
        Edit(_INTEGERS,
             "(self.reader.off['integer.range'] or Rounded)(value) -> "
             "Rounded(value + (value % 4 == 1 if value < 2 ** 54 else value // 2 ** 11 % 4 == 1))")),
    mutation("integers-of-dimensions", "JSON-08", "who rounds leaves labels and fill values as they are",
        Edit("meaning._Object.integer", "int(value) -> int(value) + 1 if abs(value) > 2 ** 53 - 1 else int(value)")),
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
    mutation(
        "encoding-guessed",
        "JSON-10 JSON-22",
        "it guesses UTF-16 and UTF-32 from zeros and byte order marks, as older readers of JSON do",
        Rewrite(
            "json_decode.JsonWalk.document",
            "if self.data.startswith(BOM):",
            "from json import detect_encoding\n"
            '    if (encoding := detect_encoding(self.data)) not in ("utf-8", "utf-8-sig"):\n'
            "        self.data = self.data.decode(encoding).encode()\n"
            "    if self.data.startswith(BOM):",
        ),
    ),
    mutation(
        "json-null-as-false",
        "JSON-04",
        "it reads null as false",
        Entry("json_decode._LITERALS", b"n", (b"null", False)),
    ),
    mutation(
        "json-false-as-true",
        "JSON-04",
        "it takes any boolean for true",
        Entry("json_decode._LITERALS", b"f", (b"false", True)),
    ),
    mutation("json-true-as-one", "JSON-04", "it reads true as 1", Entry("json_decode._LITERALS", b"t", (b"true", 1))),
)
