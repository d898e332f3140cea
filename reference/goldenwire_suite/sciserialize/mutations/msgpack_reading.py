"""Mutations of reading MessagePack."""

import re
from collections.abc import Callable
from itertools import chain
from typing import Any
from unicodedata import normalize

from goldenwire_reference.sciserialize.msgpack_decode import FORMS, MessagePackForm
from goldenwire_reference.sciserialize.tables import DEPTH
from goldenwire_suite.mutations import Disabled, Edit, Entry, Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import keys_alike, mutation

_WALK = "msgpack_decode.MsgpackWalk"
_DOCUMENT, _ITEM, _FIRST, _HEAD, _TEXT, _ARRAY, _MAP, _KEY = (
    f"{_WALK}.{name}" for name in ("document", "item", "first", "head", "text", "array", "map", "key")
)


def _form(first: int, kind: str, says: str = "", fixed: Any = None) -> Entry:
    return Entry("msgpack_decode.FORMS", first, MessagePackForm(kind, says, fixed))


def _text(change: Callable[[str], str]) -> Replaced:
    """A change of the texts that strs stand for."""
    return Replaced(_TEXT, lambda original, *arguments: change(original(*arguments)))


def _shortest(first: int, least: int, most: int) -> Replaced:
    """A head with this first octet is refused for numbers, lengths and counts in a range."""

    def head(original: Any, walk: Any, at: int, form: MessagePackForm) -> Any:
        kind, value = original(walk, at, form)
        if walk.data[at] == first and least <= (len(value) if isinstance(value, bytes) else value) <= most:
            walk.give_up("mp.truncated", at, "the shortest form")
        return kind, value

    return Replaced(_HEAD, head)


def _those_there(original: Any, walk: Any, count: int, *rest: Any) -> list[Any]:
    """Return as many of the parts of an array or map as there are."""
    return [original(walk, 1, *rest) for _ in range(min(count, len(walk.data))) if walk.at < len(walk.data)]


def _counted(items_of_a_pair: int) -> Replaced:
    """A head is refused if it announces more items than there are octets."""

    def head(original: Any, walk: Any, at: int, form: MessagePackForm) -> Any:
        kind, value = original(walk, at, form)
        items = {"array": value, "map": value * items_of_a_pair}.get(kind, 0)
        if items > len(walk.data) - walk.at:
            walk.give_up("mp.truncated", len(walk.data), "an item")
        return kind, value

    return Replaced(_HEAD, head)


def _text_that_is_there(original: Any, walk: Any, at: int, start: int, size: int) -> Any:
    form = FORMS[walk.data[at]]
    if form.kind == "str" and start == at + 1 + form.size and size > len(walk.data) - start:
        walk.text(at, walk.data[start:])
    return original(walk, at, start, size)


def _heads_in_a_row(original: Any, walk: Any) -> Any:
    if most := max(re.findall(rb"[\x80-\x9f\xdc-\xdf]+", walk.data), key=len, default=b""):
        walk.check_level(walk.data.index(most) + min(DEPTH, len(most) - 1), len(most))
    return original(walk)


_NUMBERS = ((0xCC, "B", "b"), (0xCD, "H", "h"), (0xCE, "I", "i"), (0xCF, "Q", "q"))
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
            _shortest(first, least, most))
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
        *(_form(first, "str", says) for first, says in zip((0xC4, 0xC5, 0xC6), "BHI", strict=True))),
    mutation("mp-reads-latin-1", "MP-02", "it reads strs in Latin-1",
        Edit(_TEXT, "octets.decode() -> octets.decode('latin-1')")),
    mutation("mp-str-as-octets", "MP-02", "it reads strs that stand by themselves as octets",
        Edit(_ITEM, "self.text(at, value) -> value")),
)  # fmt: skip

_REFUSALS: tuple[Mutation, ...] = (
    mutation("mp-rest-ignored", "GEN-09", "it ignores what comes after the value", Disabled("mp.rest")),
    mutation("mp-nul-rest-ignored", "GEN-09", "it takes zeros after the value for padding",
        Edit(_DOCUMENT, "self.at < len(self.data) -> self.data[self.at:].strip(b'\\x00')")),
    mutation("mp-space-rest-ignored", "GEN-09", "it takes white space after the value for none",
        Edit(_DOCUMENT, "self.at < len(self.data) -> self.data[self.at:].strip()")),
    mutation("mp-replaces", "MP-06", "it puts U+FFFD in place of what is not text", Disabled("mp.utf8")),
    mutation("mp-surrogates", "MP-06", "it takes the octets of surrogates",
        Edit(_TEXT, "octets.decode() -> octets.decode('utf-8', 'surrogatepass')")),
    mutation("mp-escapes-octets", "MP-06", "it keeps octets that are not text as Python's surrogates",
        Edit(_TEXT, "octets.decode() -> octets.decode('utf-8', 'surrogateescape')")),
    mutation("mp-keys-not-looked-at", "MP-06", "it does not look at whether keys are text",
        Edit(_KEY, "self.text(at, octets) -> octets.decode('utf-8', 'replace')")),
    mutation("mp-nul-ends-strings", "MP-06", "it ends strs at U+0000, as C does",
        _text(lambda text: text.partition("\0")[0])),
    mutation("mp-mark-in-strings", "MP-06", "it drops U+FEFF at the beginning of a str",
        Edit(_TEXT, "octets.decode() -> octets.decode('utf-8-sig')")),
    mutation("mp-normalises", "MP-06", "it normalises strs", _text(lambda text: normalize("NFC", text))),
    mutation("mp-noncharacters", "MP-06", "it refuses noncharacters",
        Replaced(_TEXT, lambda original, walk, at, octets: walk.give_up("mp.utf8", at, "characters")
                 if re.search(rb"\xef\xbf[\xbe\xbf]", octets) else original(walk, at, octets))),
    mutation("mp-ext-as-bin", "MP-07", "it reads an ext as bin, its type as the first octet", Disabled("mp.ext")),
    mutation("mp-fixext-as-bin", "MP-07", "it reads an ext of fixed size as bin",
        *(_form(0xD4 + power, "bin", fixed=1 + 2**power) for power in range(5))),
    mutation("mp-keys-to-text", "MP-08", "it turns keys that are no strs into text",
        Edit(_KEY, "self.reader.refuse('mp.key.type', at, 'a str as a key', f'{form.kind}') -> at")),
    mutation("mp-bin-keys", "MP-08", "it takes bins as keys, as old programs pack them",
        Edit(_KEY, "form.kind != 'str' -> form.kind not in ('str', 'bin')")),
    mutation("mp-integer-keys", "MP-08", "it takes integers as keys",
        Replaced(_KEY, lambda original, walk, at, name, level: str(walk.item(name, level).value)
                 if walk.first(at).kind == "int" else original(walk, at, name, level))),
    mutation("mp-last-key", "MP-09", "of a repeated key the last counts", Disabled("mp.key.duplicate")),
    mutation("mp-keys-as-packed", "MP-09", "it compares keys with their heads",
        Edit(_MAP, "key in members -> key in members and self.data.count(self.data[at:self.at]) > 1")),
    mutation("mp-keys-next-to-one-another", "MP-09", "it compares a key with the one before it alone",
        Edit(_MAP, "key in members -> key in list(members)[-1:]")),
    *keys_alike("mp", "MP-09", _MAP),
    mutation("mp-c1-is-nil", "MP-11", "it takes c1 for nil", Disabled("mp.c1")),
    mutation("mp-missing-is-nil", "MP-11", "it takes one item that is missing at the end for nil",
        Replaced(_FIRST, lambda original, walk, at: FORMS[0xC0] if at == len(walk.data) else original(walk, at))),
    mutation("mp-short-octets", "LIM-02 MP-11", "it takes as many octets of a str or bin as there are",
        Edit(_HEAD, "self.take(at, self.at, value + (form.kind == 'ext')) -> self.data[self.at:self.at + value]")),
    mutation("mp-short-numbers", "MP-11", "it takes missing octets of a number, length or count for zeros",
        Edit(_HEAD, r"self.take(at, at + 1, form.size) -> self.data[at + 1:][:form.size].ljust(form.size, b'\0')")),
    mutation("mp-short-arrays", "LIM-02", "it takes as many items as there are",
        Replaced(_ARRAY, lambda *arguments: list(chain(*_those_there(*arguments))))),
    mutation("mp-short-maps", "LIM-02", "it takes as many pairs as there are",
        Replaced(_MAP, lambda *arguments: dict(chain(*map(dict.items, _those_there(*arguments)))))),
    mutation("mp-counts-before-items", "ERR-02 ERR-03",
        "it refuses an array or map that announces more than there are octets before it reads what is there",
        _counted(1)),
    mutation("mp-counts-before-pairs", "ERR-02 ERR-03",
        "it refuses a map of more keys and values than there are octets before it reads those that are there",
        _counted(2)),
    mutation("mp-text-before-length", "ERR-02", "it judges the octets of a str that are there before it misses others",
        Replaced(f"{_WALK}.take", _text_that_is_there)),
    mutation("mp-depth-by-octets", "GEN-10",
        "it takes every octet that can be the head of an array or map for one, and as many in a row for levels",
        Replaced(_DOCUMENT, _heads_in_a_row)),
    mutation("mp-keys-in-blocks", "MP-09", "it looks for a repeated key in its block of eight alone",
        Edit(_MAP, "key in members -> key in list(members)[len(members) // 8 * 8:]")),
    mutation("mp-keys-of-the-last-16", "MP-09", "it compares a key with the 16 before it alone",
        Edit(_MAP, "key in members -> key in list(members)[-16:]")),
    mutation("mp-nans", "MP-13", "it takes NaNs, though not infinities",
        Edit(_ITEM, "not math.isfinite(value) -> math.isinf(value)")),
    mutation("mp-infinities", "MP-13", "it takes infinities, though not NaNs",
        Edit(_ITEM, "not math.isfinite(value) -> math.isnan(value)")),
    mutation("mp-finite-32", "MP-13", "it looks at floats of eight octets alone",
        Edit(_ITEM, "not math.isfinite(value) -> not math.isfinite(value) and self.at - at > 5")),
)  # fmt: skip

MUTATIONS = (*_FORMS, *_REFUSALS)
