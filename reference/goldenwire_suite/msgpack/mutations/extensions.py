"""Mutations of extensions."""

from goldenwire_suite.msgpack.mutations.builders import mutation
from goldenwire_suite.mutations import Edit, Entry, Mutation, Rewrite

_EXT = "if type_ != TIMESTAMP or"


MUTATIONS: tuple[Mutation, ...] = (
    mutation(
        "fixext-type-last",
        "EXT-01",
        "it takes the last octet of a fixext for the type",
        Rewrite(
            "decode._item",
            'octets = bytes(reader.take(count, ""))',
            'octets = bytes(reader.take(count, ""))\n    if type_ is not None and number is not None:\n'
            "        octets, type_ = bytes([type_ & 255]) + octets[:-1], octets[-1] % 128",
        ),
    ),
    mutation(
        "fixext-of-half",
        "EXT-01",
        "it takes a fixext for half as long",
        Rewrite(
            "decode._item",
            'octets = bytes(reader.take(count, ""))',
            'octets = bytes(reader.take(count, ""))\n'
            "    octets = octets[: count // 2] if type_ is not None and number else octets",
        ),
    ),
    mutation("type-in-length", "EXT-02", "it takes the length of an extension to count its type",
        Edit("decode._item",
             "reader.take(count, '') -> "
             "reader.take(count - (type_ is not None and number is None), '')")),
    mutation(
        "empty-extension-is-nil",
        "EXT-02",
        "it reads an extension without octets as nil",
        Rewrite(
            "decode._ext", "if type_ < TIMESTAMP:", "if not octets:\n        return None\n    if type_ < TIMESTAMP:"
        ),
    ),
    mutation("type-unsigned", "EXT-03", "it reads types as 0 to 255",
        Edit("decode._item",
             "int.from_bytes(reader.take(1, ''), 'big', signed=True) -> "
             "int.from_bytes(reader.take(1, ''), 'big')")),
    mutation(
        "type-by-magnitude",
        "EXT-03",
        "it reads a negative type as its magnitude",
        Rewrite(
            "decode._ext",
            "if type_ < TIMESTAMP:",
            "if type_ < TIMESTAMP:\n        type_ = -type_ % 128\n    if type_ < TIMESTAMP:",
        ),
    ),
    mutation(
        "extensions-as-binary",
        "EXT-04",
        "it reads extensions as binary",
        Rewrite("decode._ext", "return Ext(type_, octets)\n    if len", "return octets\n    if len"),
    ),
    mutation(
        "extensions-as-nil",
        "EXT-04",
        "it reads extensions that it does not know as nil",
        Rewrite("decode._ext", _EXT, "if type_ >= 0:\n        return None\n    if type_ != TIMESTAMP or"),
    ),
    mutation("reserved-never-refused", "EXT-05",
        "it hands on extensions of reserved types, whatever its policy says",
        Edit("decode._ext", "reader.refuse('ext.reserved', at, 'a type of -1 or more', type_) -> pass")),
    mutation(
        "reserved-never-written",
        "EXT-05",
        "its encoder refuses reserved types, whatever its policy says",
        Rewrite(
            "encode._check_ext",
            "if value.type != TIMESTAMP:",
            'if value.type < TIMESTAMP:\n        raise refusal("EXT_TYPE", "EXT-05", "")\n'
            "    if value.type != TIMESTAMP:",
        ),
    ),
    mutation("types-wrap", "EXT-06", "its encoder cuts types to an octet",
        Edit("encode._check_ext", "not LEAST_TYPE <= value.type <= GREATEST_TYPE -> False"),
        Edit("encode._ext", "value.type.to_bytes(1, 'big', signed=True) -> bytes([value.type & 255])")),
    mutation("no-fixext", "CANON-05", "it has no fixext",
        Edit("encode._ext", "length in FIXEXT -> False")),
    mutation(
        "extensions-long",
        "CANON-05",
        "it writes the lengths of extensions in four octets",
        Entry("tables.HEADS", "ext", lambda old: old[-1:]),
    ),
)
