"""Mutations of section 3 of spec.md: the required content of a meta block, and its version."""

from goldenwire_reference.dspack.messagepack import Form
from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Entry, Rewrite

_BLOCK = "decode_meta._Meaning.block"
_VERSION = "decode_meta._check_version"
_READ = "_check_version(reader, top)\n    return _Meaning(reader, top).block()"

CONTENT = (
    mutation(
        "description-not-delivered", "META-05", "it delivers no description",
        Rewrite(_BLOCK, 'found["description"], found["meta"])', '"", found["meta"])'),
    ),
    mutation(
        "user-meta-not-written", "META-05", "it writes no user meta",
        Rewrite("encode_meta.encode_block", '_map(data_set.meta, "the meta", 1)', "{}"),
    ),
    mutation(
        "description-without-spacing", "META-05", "it strips the description",
        Rewrite("encode_meta.encode_block", '_text(data_set.description, "the description")',
                '_text(data_set.description, "the description").strip()'),
    ),
    mutation(
        "meta-is-the-schema", "META-12", "it takes the meta block for the text of the schema",
        Rewrite("decode_meta.read_block", "top = _walk(reader, start, bytes(reader.take(size, \"meta\")))",
                "return MetaBlock(bytes(reader.take(size, 'meta')).decode('latin-1'), start, '', {})"),
        Rewrite("encode_meta.encode_block", "return octets", "return data_set.schema.text.encode()"),
    ),
    mutation(
        "unknown-keys-skipped", "META-12", "it passes over a key that is none of the four",
        Rewrite(
            _BLOCK, 'self.reader.refuse("meta.key.unknown"', 'item is None and self.reader.refuse("meta.key.unknown"',
        ),
    ),
    mutation(
        "missing-keys-empty", "META-12", "it takes a missing description or user meta for an empty one",
        Rewrite(_BLOCK, "for key in META_KEYS[1:]", "for key in META_KEYS[1:2]"),
        Rewrite(_BLOCK, 'return MetaBlock(found["schema"]', 'found = {"description": "", "meta": {}} | found\n'
                '    return MetaBlock(found["schema"]'),
    ),
    mutation(
        "nil-for-empty", "META-12", "it takes nil for an empty description or empty user meta",
        Rewrite(
            "decode_meta._Meaning.description", 'if item.kind != "str":',
            'if item.kind == "nil":\n        return ""\n' '    if item.kind != "str":',
        ),
        Rewrite(
            "decode_meta._Meaning.meta", 'if item.kind != "map":',
            'if item.kind == "nil":\n        return {}\n' '    if item.kind != "map":',
        ),
    ),
    mutation(
        "bin-for-str", "META-12 META-07", "it takes a bin for a str",
        *(Entry("messagepack.FORMS", 0xC4 + n, Form("str", size, "n")) for n, size in enumerate((1, 2, 4))),
    ),
    mutation(
        "array-for-map", "META-12", "it takes an array of keys and values for the map of the four keys",
        Rewrite(
            "decode_meta._walk", 'if FORMS[block[0]].kind != "map":',
            'if FORMS[block[0]].kind not in ("map", "array"):',
        ),
    ),
    mutation(
        "four-keys-in-user-meta", "META-12", "it refuses keys of the user meta that are called like the four",
        Rewrite("decode_meta._Meaning.map", "    found[key] =", "    key in META_KEYS and self.reader.refuse("
                "'meta.key.unknown', key_item.at, 'a key of its own', key)\n        found[key] ="),
    ),
    mutation(
        "schema-of-nobody", "META-09 API-05", "it reads no schema where there are no rows",
        Rewrite("decode.read_head", "schema = read_schema(reader, block.schema, block.schema_at)",
                'schema = read_schema(reader, block.schema if reader.remaining else "!", block.schema_at)'),
    ),
    mutation(
        "first-line-is-the-schema", "META-09", "it takes what follows the first line of the schema for a comment",
        Rewrite("decode.read_head", "schema = read_schema(reader, block.schema,",
                'schema = read_schema(reader, block.schema.strip().partition("\\n")[0],'),
    ),
    mutation(
        "schema-stripped", "SCHEMA-20", "it writes the schema without spacing around it",
        Rewrite("encode_meta.encode_block", "data_set.schema.text", "data_set.schema.text.strip()"),
    ),
    mutation(
        "schema-stripped-on-reading", "SCHEMA-20", "it delivers the schema without spacing around it",
        Rewrite("notation._data_set_to_json", '"schema": schema.text', '"schema": schema.text.strip()'),
    ),
    mutation(
        "line-ends-normalised", "SCHEMA-20", "it delivers every line end of the schema as a line feed",
        Rewrite(
            "notation._data_set_to_json", '"schema": schema.text', '"schema": schema.text.replace("\\r\\n", "\\n")',
        ),
    ),
    mutation(
        "standard-flag-replaced", "SCHEMA-20", "it writes the flag < for =",
        Rewrite("encode_meta.encode_block", "data_set.schema.text", 'data_set.schema.text.replace("=", "<", 1)'),
    ),
)  # fmt: skip

VERSION = (
    mutation("any-version", "META-08", "it reads any version", Rewrite(_VERSION, "!= VERSION", "is None")),
    mutation(
        "version-of-8-bits", "META-08", "it looks at the last octet of the version only",
        Rewrite("decode_meta._version", "return int(found)", "return int(found) & 0xFF"),
    ),
    mutation(
        "version-of-32-bits", "META-08 LIM-01", "it reads the version in 32 bits",
        Rewrite("decode_meta._version", "return int(found)", "return int(found) & 0xFFFFFFFF"),
    ),
    mutation(
        "version-true", "META-08", "it takes true for version 1",
        Rewrite("decode_meta._version", 'item.kind == "int"', 'item.kind in ("int", "bool")'),
    ),
    mutation(
        "version-1.0", "META-08", "it takes 1.0 for version 1",
        Rewrite("decode_meta._version", 'item.kind == "int"', 'item.kind in ("int", "float")'),
    ),
    mutation(
        "version-fixint", "META-08 META-07", "it takes version 1 in its shortest form only",
        Rewrite("decode_meta._version", 'item.kind == "int"', 'item.kind == "int" and item.end == item.at + 1'),
    ),
    mutation(
        "version-after-keys", "META-18", "it judges the version after everything else",
        Rewrite("decode_meta.read_block", _READ,
                "found = _Meaning(reader, top).block()\n    _check_version(reader, top)\n    return found"),
    ),
    mutation(
        "version-first-of-two", "META-18 META-13", "it goes by the first of two versions",
        Rewrite(
            _VERSION, "elif (version := _version(reader, versions[-1]))",
            "elif (version := _version(reader, versions[0]))",
        ),
    ),
    mutation(
        "version-first-key-only", "META-18 META-07", "it wants the version to be the first key",
        Rewrite(_VERSION, 'if (key.kind, key.value) == ("str", b"version")]',
                'if (key.kind, key.value) == ("str", b"version") and key.at == top.end]'),
    ),
)  # fmt: skip

MUTATIONS = (*CONTENT, *VERSION)
