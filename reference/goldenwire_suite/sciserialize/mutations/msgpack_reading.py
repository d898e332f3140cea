"""Mutations of reading MessagePack."""

from goldenwire_reference.sciserialize.msgpack_decode import MessagePackForm
from goldenwire_suite.mutations import Edit, Entry, Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation

_WALK = "msgpack_decode.MsgpackWalk"
_DOCUMENT, _ITEM, _FIRST, _HEAD, _TEXT, _MAP, _KEY = (
    f"{_WALK}.{name}" for name in ("document", "item", "first", "head", "text", "map", "key")
)
_DUPLICATE = "if key in members:"
_EXT = 'elif form.kind == "ext":'


def _form(first: int, kind: str, says: str = "") -> Entry:
    return Entry("msgpack_decode.FORMS", first, MessagePackForm(kind, says))


def _decoded(text: str) -> Rewrite:
    return Rewrite(_TEXT, "return octets.decode()", f"return {text}")


_NUMBERS: tuple[tuple[int, str, str], ...] = (
    (0xCC, "B", "b"), (0xCD, "H", "h"), (0xCE, "I", "i"), (0xCF, "Q", "q"),
)  # fmt: skip
# Numbers, lengths and counts that have a shorter form, by the first octet.
_SHORT = {
    0xCC: (0, 127), 0xCD: (0, 255), 0xCE: (0, 65535), 0xCF: (0, 2**32 - 1), 0xD0: (-32, 127), 0xD1: (-128, 255),
    0xD2: (-(2**15), 65535), 0xD3: (-(2**31), 2**32 - 1), 0xD9: (0, 31), 0xDA: (0, 255), 0xDB: (0, 65535),
    0xC5: (0, 255), 0xC6: (0, 65535), 0xDC: (0, 15), 0xDD: (0, 65535), 0xDE: (0, 15), 0xDF: (0, 65535),
}  # fmt: skip

_FORMS: tuple[Mutation, ...] = (
    *(
        mutation(f"mp-refuses-long-{first:02x}", "MP-05",
              f"it refuses an item that begins with {first:02x} where a shorter form would do",
              Rewrite(_HEAD, "self.at = at + 1 + form.size",
                      f"if self.data[at] == {first} and {least} <= value <= {most}:\n"
                      '        self.give_up("mp.truncated", at, "the shortest form")\n    self.at = at + 1 + '
                      'form.size'))
        for first, (least, most) in _SHORT.items()
    ),
    *(
        mutation(f"mp-unsigned-{first + 4:02x}", "MP-16", f"it reads {first + 4:02x} as an unsigned integer",
              _form(first + 4, "int", unsigned))
        for first, unsigned, _ in _NUMBERS
    ),
    *(
        mutation(f"mp-signed-{first:02x}", "MP-16", f"it reads {first:02x} as a signed integer",
              _form(first, "int", signed))
        for first, _, signed in _NUMBERS
    ),
    mutation("mp-little-endian", "MP-16", "it reads integers, lengths and counts with the least octet first",
        Edit(_HEAD, "f'>{form.says}' -> f'<{form.says}' if form.kind != 'float' else f'>{form.says}'")),
    mutation("mp-float32-little-endian", "MP-04", "it reads a float 32 with the least octet first",
        Edit(_HEAD, "f'>{form.says}' -> '<f' if form.says == 'f' else f'>{form.says}'")),
    mutation("mp-float32-refused", "MP-04", "it refuses float 32", _form(0xCA, "c1")),
    mutation("mp-str8-as-bin", "MP-06", "it reads str 8 as bin, which the old MessagePack did not have",
          _form(0xD9, "bin", "B")),
    mutation("mp-str-refused", "MP-06", "it knows no str 8", _form(0xD9, "c1")),
    mutation("mp-bin-as-text", "MP-01", "it reads bin as text",
          Rewrite(_ITEM, 'case "str":',
                  'case "bin":\n            return Node(at, value.decode("latin-1"))\n        case "str":')),
    mutation("mp-reads-latin-1", "MP-02", "it reads strs in Latin-1",
        Edit("msgpack_decode.MsgpackWalk.text", "octets.decode() -> octets.decode('latin-1')")),
    mutation("mp-str-as-octets", "MP-02", "it reads strs that stand by themselves as octets",
        Edit(_ITEM, "self.text(at, value) -> value")),
)  # fmt: skip

_REFUSALS: tuple[Mutation, ...] = (
    mutation("mp-rest-ignored", "GEN-09", "it ignores what comes after the value",
        Edit(_DOCUMENT, "self.at < len(self.data) -> False")),
    mutation("mp-nul-rest-ignored", "GEN-09", "it takes zeros after the value for padding",
        Edit(_DOCUMENT, "self.at < len(self.data) -> self.data[self.at:].strip(b'\\x00')")),
    mutation("mp-space-rest-ignored", "GEN-09", "it takes white space after the value for none",
        Edit(_DOCUMENT, "self.at < len(self.data) -> self.data[self.at:].strip()")),
    mutation("mp-replaces", "MP-06", "it puts U+FFFD in place of what is not text",
        Edit("msgpack_decode.MsgpackWalk.text", "octets.decode() -> octets.decode('utf-8', 'replace')")),
    mutation("mp-surrogates", "MP-06", "it takes the octets of surrogates",
        Edit("msgpack_decode.MsgpackWalk.text", "octets.decode() -> octets.decode('utf-8', 'surrogatepass')")),
    mutation("mp-escapes-octets", "MP-06", "it keeps octets that are not text as Python's surrogates",
        Edit("msgpack_decode.MsgpackWalk.text", "octets.decode() -> octets.decode('utf-8', 'surrogateescape')")),
    mutation("mp-keys-not-looked-at", "MP-06", "it does not look at whether keys are text",
        Edit(_KEY, "self.text(at, octets) -> octets.decode('utf-8', 'replace')")),
    mutation("mp-nul-ends-strings", "MP-06", "it ends strs at U+0000, as C does",
        Edit("msgpack_decode.MsgpackWalk.text", "octets.decode() -> octets.decode().partition('\\x00')[0]")),
    mutation("mp-mark-in-strings", "MP-06", "it drops U+FEFF at the beginning of a str",
        Edit("msgpack_decode.MsgpackWalk.text", "octets.decode() -> octets.decode('utf-8-sig')")),
    mutation("mp-normalises", "MP-06", "it normalises strs",
        Edit("msgpack_decode.MsgpackWalk.text",
             "octets.decode() -> "
             "__import__('unicodedata').normalize('NFC', octets.decode())")),
    mutation("mp-noncharacters", "MP-06", "it refuses noncharacters",
        Edit("msgpack_decode.MsgpackWalk.text",
             "octets.decode() -> "
             "octets.decode() if not {'\\ufffe', '\\uffff'} & {*octets.decode()} else b'\\xff'.decode()")),
    mutation("mp-ext-as-bin", "MP-07", "it reads an ext as bin",
          Rewrite(_FIRST, _EXT, "elif False:"),
          Rewrite(_ITEM, 'case "int":',
                  'case "ext":\n            return Node(at, bytes(value[1:]))\n        case "int":')),
    mutation("mp-fixext-as-nil", "MP-07", "it passes over an ext of fixed size",
          Rewrite(_FIRST, _EXT, 'elif form.kind == "ext" and form.says:'),
          Rewrite(_ITEM, 'case "int":', 'case "ext":\n            return Node(at, None)\n        case "int":')),
    mutation("mp-keys-to-text", "MP-08", "it turns keys that are no strs into text",
        Edit(_KEY, "self.reader.refuse('mp.key.type', at, 'a str as a key', f'{form.kind}') -> at")),
    mutation("mp-bin-keys", "MP-08", "it takes bins as keys, as old programs pack them",
        Edit(_KEY, "form.kind != 'str' -> form.kind not in ('str', 'bin')")),
    mutation("mp-integer-keys", "MP-08", "it takes integers as keys",
        Edit(_KEY,
             "self.reader.refuse('mp.key.type', at, 'a str as a key', f'{form.kind}') -> "
             "at if form.kind == 'int' else self.reader.refuse('mp.key.type', at, 'a str as a key', "
             "f'{form.kind}')")),
    mutation("mp-last-key", "MP-09", "of a repeated key the last counts",
        Edit(_MAP, "key in members -> False")),
    mutation("mp-keys-as-packed", "MP-09", "it compares keys with their heads",
        Edit(_MAP, "key in members -> key in members and self.data.count(self.data[at:self.at]) > 1")),
    mutation("mp-keys-next-to-one-another", "MP-09", "it compares a key with the one before it alone",
        Edit(_MAP, "key in members -> key in list(members)[-1:]")),
    mutation("mp-keys-normalised", "MP-09", "it compares keys in a normal form of Unicode",
          Rewrite(_MAP, _DUPLICATE,
                  'from unicodedata import normalize\n        if normalize("NFC", key) in {normalize("NFC", k) for k '
                  'in members}:')),
    mutation("mp-keys-folded", "MP-09", "it compares keys without regard to case",
        Edit(_MAP, "key in members -> key.lower() in {other.lower() for other in members}")),
    mutation("mp-keys-trimmed", "MP-09", "it compares keys without blanks at their ends",
        Edit(_MAP, "key in members -> key.strip() in {other.strip() for other in members}")),
    mutation("mp-c1-is-nil", "MP-11", "it takes c1 for nil",
          Rewrite(_FIRST, 'self.reader.refuse("mp.c1", at, "an item", "the byte c1, which begins none")',
                  'form = FORMS[0xC0]')),
    mutation("mp-missing-is-nil", "MP-11", "it takes one item that is missing at the end for nil",
          Rewrite(_FIRST, 'self.give_up("mp.truncated", at, "an item")',
                  'if self.reader.scope:\n            self.give_up("mp.truncated", at, "an item")\n'
                  '        self.reader.scope = "made up"\n        self.data += b"\\xc0"')),
    mutation("mp-short-octets", "LIM-02 MP-11", "it takes as many octets of a str or bin as there are",
        Edit(_HEAD, "self.take(at, self.at, value + (form.kind == 'ext')) -> self.data[self.at:self.at + value]")),
    mutation("mp-short-numbers", "MP-11", "it takes missing octets of a number, length or count for zeros",
        Edit(_HEAD,
             "self.take(at, at + 1, form.size) -> "
             "self.data[at + 1:at + 1 + form.size].ljust(form.size, b'\\x00')")),
    mutation("mp-short-arrays", "LIM-02", "it takes as many items as there are",
        Edit(f"{_WALK}.array",
             "[self.item(self.inner(name, number), level) for number in range(count)] -> "
             "[self.item(self.inner(name, number), level) for number in range(min(count, len(self.data))) "
             "if self.at < len(self.data)]")),
    mutation("mp-short-maps", "LIM-02", "it takes as many pairs as there are",
          Rewrite(_MAP, "for _ in range(count):",
                  "for _ in range(min(count, len(self.data))):\n        if self.at == len(self.data):\n            "
                  "break")),
    mutation("mp-nans", "MP-13", "it takes NaNs, though not infinities",
        Edit(_ITEM, "not math.isfinite(value) -> math.isinf(value)")),
    mutation("mp-infinities", "MP-13", "it takes infinities, though not NaNs",
        Edit(_ITEM, "not math.isfinite(value) -> math.isnan(value)")),
    mutation("mp-finite-32", "MP-13", "it looks at floats of eight octets alone",
        Edit(_ITEM, "not math.isfinite(value) -> not math.isfinite(value) and self.at - at > 5")),
)  # fmt: skip

MUTATIONS = (*_FORMS, *_REFUSALS)
