"""Mutations of section 3 of spec.md: the required content of a meta block, and its version."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from goldenwire_reference.dspack.decode_meta import MEMBERS, Item
from goldenwire_reference.dspack.messagepack import Form
from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Change, Disabled, Edit, Entry, Replaced

_BLOCK = "decode_meta._Meaning.block"
_VERSION = "decode_meta._check_version"


def _nil(name: str, empty: Any) -> Change:
    """A change that reads a nil as empty where the map has a value of that name."""
    return Replaced(f"decode_meta._Meaning.{name}", lambda original, meaning, item:
                    empty if item.kind == "nil" else original(meaning, item))


def _items(item: Item) -> Iterator[Item]:
    for member in item.members:
        yield member
        yield from _items(member)


def _skipping(end: Callable[[Sequence[Item], int], int]) -> Change:
    """A change of the search for the version; `end` returns the place after the object at a place."""
    def by(original: Any, reader: Any, top: Item) -> None:
        items, at, version = [*_items(top)], 0, None
        for _ in range(top.value):
            is_version = at < len(items) and items[at].value == b"version"
            at = end(items, at)
            version = items[at] if is_version and at < len(items) else version
            at = end(items, at)
        if version is None:
            reader.refuse("meta.version.missing", top.at, "a version", "none")
        elif version.value != 1:
            original(reader, top)
            reader.refuse("meta.version", version.at, "version 1", str(version))

    return Replaced(_VERSION, by)


def _by_half(items: Sequence[Item], at: int) -> int:
    pending = 1
    while pending and at < len(items):
        pending += (items[at].value if items[at].kind in MEMBERS else 0) - 1
        at += 1
    return at


def _one_level(items: Sequence[Item], at: int) -> int:
    if at >= len(items):
        return at
    return at + 1 + (items[at].value * MEMBERS[items[at].kind] if items[at].kind in MEMBERS else 0)


def _anywhere(original: Any, reader: Any, top: Item) -> None:
    items = [*_items(top)]
    found = next((after for key, after in pairwise(items) if (key.kind, key.value) == ("str", b"version")), None)
    if found is None or found.value == 1:
        original(reader, top)
    else:
        reader.refuse("meta.version", found.at, "version 1", str(found))


CONTENT = (
    mutation("description-not-delivered", "META-05", "it delivers no description",
        Edit(_BLOCK, "found['description'] -> ''")),
    mutation("user-meta-not-written", "META-05", "it writes no user meta",
        Edit("encode_meta.encode_block", "_map(data_set.meta, 'the meta', 1) -> {}")),
    mutation("description-without-spacing", "META-05", "it strips the description",
        Edit("encode_meta.encode_block", "data_set.description -> data_set.description.strip()")),
    mutation("meta-is-the-schema", "META-12", "it takes the meta block for the text of the schema",
        Edit("decode_meta.read_block", "top = _walk(reader, start, bytes(reader.take(size, 'meta'))) -> "
             "return MetaBlock(bytes(reader.take(size, 'meta')).decode('latin-1'), start, '', {})"),
        Edit("encode_meta.encode_block", "return octets -> return data_set.schema.text.encode()")),
    mutation("unknown-keys-skipped", "META-12", "it passes over a key that is none of the four",
        Disabled("meta.key.unknown")),
    mutation("missing-keys-empty", "META-12", "it takes a missing description or user meta for an empty one",
        Edit(_BLOCK, "META_KEYS[1:] -> META_KEYS[1:2]"), Edit(_BLOCK, "found['meta'] -> found.get('meta', {})"),
        Edit(_BLOCK, "found['description'] -> found.get('description', '')")),
    mutation("nil-for-empty", "META-12", "it takes nil for an empty description or empty user meta",
        _nil("description", ""), _nil("meta", {})),
    mutation("bin-for-str", "META-12 META-07", "it takes a bin for a str",
        *(Entry("messagepack.FORMS", 0xC4 + n, Form("str", size, "n")) for n, size in enumerate((1, 2, 4)))),
    mutation("array-for-map", "META-12", "it takes an array of keys and values for the map of the four keys",
        Edit("decode_meta._walk", "FORMS[block[0]].kind != 'map' -> FORMS[block[0]].kind not in ('map', 'array')")),
    mutation("schema-of-nobody", "META-09 API-05", "it reads no schema where there are no rows",
        Edit("decode.read_head", "block.schema -> block.schema if reader.remaining else '!'")),
    mutation("first-line-is-the-schema", "META-09", "it takes what follows the first line of the schema for a comment",
        Edit("decode.read_head", "block.schema -> block.schema.strip().partition('\\n')[0]")),
    mutation("schema-stripped", "SCHEMA-20", "it writes the schema without spacing around it",
        Edit("encode_meta.encode_block", "data_set.schema.text -> data_set.schema.text.strip()")),
    mutation("schema-stripped-on-reading", "SCHEMA-20", "it delivers the schema without spacing around it",
        Edit("notation._data_set_to_json", "schema.text -> schema.text.strip()")),
    mutation("line-ends-normalised", "SCHEMA-20", "it delivers every line end of the schema as a line feed",
        Edit("notation._data_set_to_json", "schema.text -> schema.text.replace('\\r\\n', '\\n')")),
    mutation("standard-flag-replaced", "SCHEMA-20", "it writes the flag < for =",
        Edit("encode_meta.encode_block", "data_set.schema.text -> data_set.schema.text.replace('=', '<', 1)")),
)

VERSION = (
    mutation("any-version", "META-08", "it reads any version", Disabled("meta.version")),
    mutation("version-of-8-bits", "META-08", "it looks at the last octet of the version only",
        Edit("decode_meta._version", "int(found) -> int(found) & 255")),
    mutation("version-of-32-bits", "META-08 LIM-01", "it reads the version in 32 bits",
        Edit("decode_meta._version", "int(found) -> int(found) & 4294967295")),
    mutation("version-true", "META-08", "it takes true for version 1",
        Edit("decode_meta._version", "item.kind == 'int' -> item.kind in ('int', 'bool')")),
    mutation("version-1.0", "META-08", "it takes 1.0 for version 1",
        Edit("decode_meta._version", "item.kind == 'int' -> item.kind in ('int', 'float')")),
    mutation("version-fixint", "META-08 META-07", "it takes version 1 in its shortest form only",
        Edit("decode_meta._version", "item.kind == 'int' -> item.kind == 'int' and item.end == item.at + 1")),
    mutation("version-after-keys", "META-18", "it judges the version after everything else",
        Edit("decode_meta.read_block", "_check_version(reader, top) -> pass"),
        Edit("decode_meta.read_block", "return _Meaning(reader, top).block() -> "
             "return (_Meaning(reader, top).block(), _check_version(reader, top))[0]")),
    mutation("version-first-of-two", "META-18 META-13", "it goes by the first of two versions",
        Edit(_VERSION, "_version(reader, versions[-1]) -> _version(reader, versions[0])")),
    mutation("maps-skipped-by-half", "META-18 META-07",
        "in search of the version it passes over as many objects of a map as that has pairs", _skipping(_by_half)),
    mutation("inner-maps-skipped-as-one", "META-18 META-07",
        "in search of the version it takes an array or map inside another for one object", _skipping(_one_level)),
    mutation("version-at-any-level", "META-18", "it goes by the first key version at any level",
        Replaced(_VERSION, _anywhere)),
    mutation("version-first-key-only", "META-18 META-07", "it wants the version to be the first key",
        Edit(_VERSION, "top.pairs -> list(top.pairs)[:1]")),
)

MUTATIONS = (*CONTENT, *VERSION)
