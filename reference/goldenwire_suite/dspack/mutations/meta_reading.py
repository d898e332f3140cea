"""Mutations of section 3 of spec.md: reading a meta block, and the policies on it."""

from collections.abc import Callable
from typing import Any
from zlib import crc32

from goldenwire_reference.dspack.decode_meta import MEMBERS, Item
from goldenwire_reference.dspack.messagepack import FORMS, Form
from goldenwire_reference.dspack.tables import META_KEYS
from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Change, Constant, Disabled, Edit, Entry, Replaced
from goldenwire_suite.plain_texts import resolve

_BLOCK, _KEY, _TEXT = "decode_meta._Meaning.block", "decode_meta._Meaning.key", "decode_meta._Meaning.text"
_VALUE, _LEVEL, _MAP = "decode_meta._Meaning.value", "decode_meta._Meaning.check_level", "decode_meta._Meaning.map"
_ARRAY = "decode_meta._Meaning.array"


def _refused(wrong: Callable[[Form, Item], bool]) -> Change:
    """A change that takes items for malformed, by the form of their first octet and by themselves."""
    def by(original: Any, block: bytes, at: int, base: int) -> Any:
        item = original(block, at, base)
        return None if item and wrong(FORMS[block[at]], item) else item

    return Replaced("decode_meta._item", by)


def _float_32(change: Callable[[float], float]) -> Change:
    def by(original: Any, block: bytes, at: int, base: int) -> Any:
        item = original(block, at, base)
        if item and block[at] == 0xCA:
            item.value = change(item.value)
        return item

    return Replaced("decode_meta._item", by)


def _in_order(original: Any, meaning: Any) -> Any:
    found, keys = original(meaning), [key.value for key, _ in meaning.top.pairs]
    if keys != [key.encode() for key in META_KEYS]:
        meaning.reader.refuse("meta.key.unknown", meaning.top.at, "the keys in order", keys)
    return found


def _ascending(original: Any, meaning: Any, item: Any, *given: Any) -> Any:
    found = original(meaning, item, *given)
    if list(found) != sorted(found):
        meaning.reader.refuse("meta.key.unknown", item.at, "ascending keys", list(found))
    return found


def _suspected(original: Any, meaning: Any, item: Any, *given: Any) -> Any:
    if (text := original(meaning, item, *given)) and "\ufffd" in text:
        meaning.reader.refuse("meta.key.utf8", item.at, "well-formed UTF-8", "U+FFFD")
    return text


def _hashed(original: Any, meaning: Any, item: Any, before: Any) -> Any:
    key = original(meaning, item, before)
    if key and crc32(key.encode()) in {crc32(one.encode()) for one in before}:
        meaning.reader.refuse("meta.key.duplicate", item.at, "a key of another CRC-32", key)
    return key


def _resolved(original: Any, meaning: Any, item: Any, *given: Any) -> Any:
    return resolve(original(meaning, item, *given))


def _never_left(empty: bool) -> Change:
    """A change that adds to the level of an array or map one for each before it, or for each empty one."""
    def by(original: Any, meaning: Any, item: Item, level: int) -> Any:
        before = getattr(meaning, "before", 0)
        meaning.before = before + (not item.value if empty else level == 3)
        return original(meaning, item, level + before)

    return Replaced(_LEVEL, by)


READING = (
    mutation("escapes-resolved", "META-05", "it resolves what looks like an escape in a description, a key or a str",
        Replaced(_KEY, _resolved), Replaced(_TEXT, _resolved)),
    mutation("replacements-refused", "META-05", "it takes U+FFFD in a meta block for a sign of ill-formed UTF-8",
        Replaced(_KEY, _suspected), Replaced(_TEXT, _suspected)),
    mutation("keys-in-order-only", "META-07", "it wants the four keys in the order in which they are written",
        Replaced(_BLOCK, _in_order)),
    mutation("rest-of-block-ignored", "META-07", "it passes over octets after the map", Disabled("meta.rest")),
    mutation("ext-as-bin", "META-07", "it delivers an ext as octets",
        Edit(_VALUE, "self.reader.refuse('meta.ext', item.at, 'no ext', item) -> item.value[1:]")),
    mutation("ext-skipped", "META-07", "it takes an ext for nil", Disabled("meta.ext")),
    mutation("any-key", "META-07", "it takes a key of another type by what it looks like",
        Edit(_KEY, "str(reader.refuse('meta.key.type', item.at, 'a str as a key', item)) -> str(item.value)")),
    mutation("keys-in-latin-1", "META-07", "it takes a key that is not UTF-8 for Latin-1",
        Edit(_KEY, "str(reader.refuse('meta.key.utf8', item.at, 'well-formed UTF-8', item.value.hex(' '))) -> "
             "item.value.decode('latin-1')")),
    mutation("schema-in-latin-1", "META-07", "it takes a schema that is not UTF-8 for Latin-1",
        Edit("decode_meta._Meaning.schema",
             "str(self.reader.refuse('meta.schema.utf8', item.at, 'well-formed UTF-8', item.value.hex(' '))) -> "
             "item.value.decode('latin-1')")),
    mutation("shortest-strs-only", "META-07", "it refuses a str in a longer form than it needs",
        _refused(lambda form, item: item.kind == "str" and form.size > 0 and len(item.value) < 32)),
    mutation("shortest-integers-only", "META-07", "it refuses an integer in a longer form than it needs",
        _refused(lambda form, item: item.kind == "int" and form.size > 0 and -33 < item.value < 128)),
    mutation("shortest-counts-only", "META-07", "it refuses an array or map in a longer form than it needs",
        _refused(lambda form, item: item.kind in MEMBERS and form.size > 0 and item.value < 16)),
    mutation("signed-forms-of-negatives-only", "META-07", "it refuses integers from 0 on in the signed forms",
        _refused(lambda form, item: form.says in (">b", ">h", ">i", ">q") and item.value >= 0)),
    mutation("sorted-keys-only", "META-07", "it refuses keys of the user meta that are not in ascending order",
        Replaced(_MAP, _ascending)),
    mutation("signed-forms-negative", "META-07", "it takes the signed forms for the negative of what they say",
        *(Entry("messagepack.FORMS", 0xD0 + n, Form("int", size, code))
          for n, (size, code) in enumerate(((1, ">B"), (2, ">H"), (4, ">I"), (8, ">Q"))))),
    mutation("unsigned-forms-signed", "META-07", "it reads the unsigned forms as signed",
        *(Entry("messagepack.FORMS", 0xCC + n, Form("int", size, code))
          for n, (size, code) in enumerate(((1, ">b"), (2, ">h"), (4, ">i"), (8, ">q"))))),
    mutation("c1-is-nil", "META-07", "it takes c1 for nil", Entry("messagepack.FORMS", 0xC1, Form("nil"))),
    mutation("float-32-rounded", "META-17", "it reads a float 32 by its first seven digits",
        _float_32(lambda value: float(f"{value:.7g}"))),
    mutation("float-32-little-endian", "META-17", "it reads a float 32 little-endian",
        Entry("messagepack.FORMS", 0xCA, Form("float", 4, "<f"))),
    mutation("float-32-flushed", "META-17", "it reads a subnormal float 32 as 0",
        _float_32(lambda value: value if abs(value) >= 2.0**-126 else value * 0.0)),
)

POLICIES = (
    mutation("first-value-counts", "META-13", "under `last` it goes by the first of two values",
        Edit(_MAP, "found[key] = self.value(member, f'{name}[{number}]', level) -> "
             "found.setdefault(key, self.value(member, f'{name}[{number}]', level))"),
        Edit(_BLOCK, "found[key] = getattr(self, key)(item) -> found.setdefault(key, getattr(self, key)(item))")),
    mutation("repeated-user-keys-pass", "META-13", "under `reject` it looks at the four keys only",
        Edit(_KEY, "key in before -> key in before and key in META_KEYS")),
    mutation("repeated-four-keys-pass", "META-13", "under `reject` it looks at the user meta only",
        Edit(_KEY, "key in before -> key in before and key not in META_KEYS")),
    mutation("repeated-keys-by-neighbour", "META-13", "it compares a key with the one before only",
        Edit(_KEY, "key in before -> key in [*before][-1:]")),
    *(mutation(f"{most}-keys-compared", "META-13",
        f"it compares the first {most} keys of a map with one another, and no others",
        Edit(_KEY, f"key in before -> key in before and len(before) < {most}"))
      for most in (8, 16, 64, 256)),
    mutation("8-keys-before", "META-13", "it compares a key with the eight before it only",
        Edit(_KEY, "key in before -> key in [*before][-8:]")),
    mutation("keys-behind-maps-pass", "META-13",
        "it compares the keys of a map up to the first value that holds others",
        Edit(_KEY, "key in before -> "
             "key in before and not any((isinstance(one, (list, dict)) and one for one in before.values()))")),
    mutation("keys-by-their-hash", "META-13", "it takes keys of one CRC-32 for one key",
        Replaced(_KEY, _hashed)),
    mutation("keys-to-nul", "META-13", "it compares keys up to their first U+0000",
        Edit(_KEY, "key in before -> key.partition(chr(0))[0] in [one.partition(chr(0))[0] for one in before]")),
    mutation("surrogates-pass", "META-14", "it takes encoded surrogates for UTF-8",
        Edit(_TEXT, "str(item.value, 'utf-8') -> str(item.value, 'utf-8', 'surrogatepass')"
             ".encode('utf-16', 'surrogatepass').decode('utf-16', 'replace')")),
    mutation("kept-as-replacement", "META-14", "under `keep` it puts U+FFFD in the place of what is not UTF-8",
        Edit(_TEXT, "str(item.value, 'utf-8', 'surrogateescape') -> str(item.value, 'utf-8', 'replace')")),
    mutation("utf-8-of-descriptions-only", "META-14", "it looks at the description only",
        Edit(_VALUE, "self.text(item) -> str(item.value, 'utf-8', 'surrogateescape')")),
    mutation("utf-8-of-user-meta-only", "META-14", "it looks at the user meta only",
        Edit("decode_meta._Meaning.description", "self.text(item) -> str(item.value, 'utf-8', 'surrogateescape')")),
    mutation("levels-from-0", "META-15", "it takes user meta of 17 levels for 16", Constant("META_DEPTH", 17)),
    mutation("levels-of-arrays-only", "META-15", "it does not count maps",
        Replaced(_MAP, lambda original, meaning, item, name, level: original(meaning, item, name, level - 1))),
    mutation("levels-of-maps-only", "META-15", "it does not count arrays",
        Replaced(_ARRAY, lambda original, meaning, item, name, level: original(meaning, item, name, level - 1))),
    mutation("empty-has-no-level", "META-15", "it does not count an empty array or map",
        Edit(_LEVEL, "level <= META_DEPTH -> level <= META_DEPTH or not item.value")),
    mutation("accepts-32-levels", "META-15", "under `accept` it reads 32 levels", Constant("META_CEILING", 32)),
    mutation("accepts-127-levels", "META-15", "under `accept` it reads 127 levels", Constant("META_CEILING", 127)),
    mutation("end-of-levels-is-truncated", "META-15", "it calls what is deeper than it reads TRUNCATED",
        Edit(_LEVEL, "rule.code -> 'TRUNCATED'")),
    mutation("levels-to-8", "LIM-03", "it reads 8 levels", Constant("META_DEPTH", 8)),
    mutation("levels-of-empty-ones-never-left", "LIM-03", "it does not leave the level of an empty array or map again",
        _never_left(empty=True)),
    mutation("levels-never-left", "LIM-03", "it does not leave level 3 again", _never_left(empty=False)),
    mutation("levels-to-15", "LIM-03", "it reads and writes 15 levels", Constant("META_DEPTH", 15)),
)

MUTATIONS = (*READING, *POLICIES)
