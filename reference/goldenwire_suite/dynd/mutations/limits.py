"""Mutations of limits."""

from typing import Any

from goldenwire_reference.dynd.primitives import PRIMITIVES
from goldenwire_reference.dynd.tables import DEPTH, ELEMENTS, TYPE_LENGTH
from goldenwire_suite.dynd.mutations.changes import mutation, spelt
from goldenwire_suite.mutations import Constant, Edit, Replaced


def _read_as_many(read: Any, reader: Any, element: Any, count: int) -> Any:
    room = count * element.min_size % 2**64
    return read(reader, element, room // element.min_size if element.min_size else count)


def _there(reader: Any, count: int, size: int = 1) -> int:
    """Return a number of items of that size, or that of those which are there if their end is negative in 64 bits."""
    if count * size < 2**63 <= reader.position + count * size:
        return int(reader.remaining // size)
    return count


def _measured(by: str) -> tuple[Edit, Edit]:
    """Changes with which type strings have another length, in terms of `text`."""
    return (
        Edit("decode_leaf.Input.type", f"len(text) -> {by}"),
        Edit("types._within_limits", f"len(text) -> {by}"),
    )


MUTATIONS = (
    mutation("63-levels", "LIM-01", "it takes one level too few",
        Constant("DEPTH", DEPTH._replace(most=DEPTH.most - 1))),
    mutation("65-levels", "LIM-01 LIM-05", "it takes one level too many",
        Constant("DEPTH", DEPTH._replace(most=DEPTH.most + 1))),
    mutation("deep-types-cut", "LIM-01 LIM-05", "it takes a byte for what is too deep",
        Replaced("types._checked", lambda checked, made: PRIMITIVES["int8"] if made.depth > DEPTH.most else made),
        spelt(lambda text: "int8" if text.count("[") > 1000 else text)),
    mutation("types-in-data-begin-anew", "LIM-01", "it counts the levels of a type in the data from one",
        Edit("decode._read_array", "reader.depth + content.depth -> content.depth"),
        Edit("encode.check_content", "writer.depth + content.depth -> content.depth")),
    mutation("levels-of-eight-bits", "LIM-01 LIM-05 LIM-06", "it adds levels in eight bits, the highest one the sign",
        Edit("decode._read_array", "reader.depth + content.depth -> (reader.depth + content.depth + 128) % 256 - 128"),
        Edit("encode.check_content",
             "writer.depth + content.depth -> (writer.depth + content.depth + 128) % 256 - 128")),
    mutation("shorter-types", "LIM-02", "it takes type strings of one byte too few",
        Constant("TYPE_LENGTH", TYPE_LENGTH._replace(most=TYPE_LENGTH.most - 1))),
    mutation("longer-types", "LIM-02 LIM-05", "it takes type strings of one byte too many",
        Constant("TYPE_LENGTH", TYPE_LENGTH._replace(most=TYPE_LENGTH.most + 1))),
    mutation("types-measured-in-json", "LIM-02", "it measures destination types as they are in JSON",
        *_measured("len(text) + text.count('\\\\') + text.count('\"')")),
    mutation("types-measured-by-what-they-mean", "LIM-02 LIM-05", "it measures type strings without their escapes",
        *_measured("len(text) - 5 * text.count('\\\\u')")),
    mutation("fields-of-a-byte", "LIM-02", "it counts the fields of a tuple in a byte",
        Edit("types._Builder.tuple", "Tuple(fields) -> Tuple(fields[:255])")),
    mutation("fewer-elements", "LIM-04", "it takes one element without bytes too few",
        Constant("ELEMENTS", ELEMENTS._replace(most=ELEMENTS.most - 1))),
    mutation("more-elements", "LIM-04 LIM-05", "it takes one element without bytes too many",
        Constant("ELEMENTS", ELEMENTS._replace(most=ELEMENTS.most + 1))),
    mutation("fields-counted-ahead", "LIM-05",
        "it counts the fields without bytes of a tuple before it reads the first one",
        Edit("decode._read_tuple",
             "scope = reader.scope -> scope = (reader.scope, [reader.count(field) for field in type.fields])[0]"),
        Edit("decode._read_tuple", "read_part(reader, field) -> read(reader, field)")),
    mutation("fields-counted-behind", "LIM-05",
        "it counts the fields without bytes of a tuple after it has read the last one",
        Edit("decode._read_tuple", "read_part(reader, field) -> read(reader, field)"),
        Edit("decode._read_tuple",
             "tuple(values) -> ([reader.count(field) for field in type.fields], tuple(values))[1]")),
    mutation("elements-of-a-byte", "LIM-04", "it takes as many elements without bytes as a byte counts",
        Constant("ELEMENTS", ELEMENTS._replace(most=255))),
    mutation("limits-passed-in-silence", "LIM-05", "it accepts more than it has declared",
        Edit("decode_leaf.Input.limit", "size > limit.most -> False")),
    mutation("elements-cut", "LIM-05", "it reads two hundred elements without bytes at most, whatever their number",
        Edit("decode._read_elements",
             "reader.count(element, count) -> count = min(count, 200) if element.min_size == 0 else count"),
        Edit("decode._read_equal", "reader.count(element, (reader.without_bytes - before) * (count - 1)) -> pass")),
    mutation("encoders-without-limits", "LIM-06", "it writes what is beyond its limits",
        Edit("encode_leaf.within", "size > limit.most -> False"),
        Edit("encode_leaf.Output.type",
             "parse(text, storage=self.storage) -> parse(text, storage=self.storage, beyond=True)")),
    mutation("products-wrap", "LIM-07",
        "it computes the room for elements modulo 2^64, and reads as many as it has room for",
        Replaced("decode._read_elements", _read_as_many)),
    mutation("ends-wrap", "LIM-07",
        "it adds sizes to places in 64 bits, the highest one the sign, and takes what there is where the sum wraps",
        Replaced("reader.Reader.take", lambda take, self, size, name: take(self, _there(self, size), name)),
        Replaced("decode._read_elements", lambda read, reader, element, count:
            read(reader, element, _there(reader, count, element.min_size)))),
    mutation("stored-elements-uncounted", "LIM-04 LIM-05",
        "it does not count the elements of a stored array, unless many",
        Edit("decode._read_storage",
             "reader.count(level.element, total) -> total < 2 ** 20 or reader.count(level.element, total)"),
        Edit("encode._write_storage",
             "writer.count(level.element, total) -> total < 2 ** 20 or writer.count(level.element, total)")),
    mutation("stored-sizes-wrap", "LIM-03 LIM-07", "it computes the room for a stored array modulo 2^64",
        Replaced("decode._read_storage", lambda read, reader, type:
            [] if type.min_size and type.min_size % 2**64 == 0 else read(reader, type))),
    mutation("cbor-contents-at-level-1", "LIM-01 LIM-05 LIM-06", "it begins to count levels in the tag",
        Edit("cbor.read_item", "reader.depth = 1 -> reader.depth = 0"),
        Edit("cbor.write_item", "writer.depth = 1 -> writer.depth = 0"),
        Edit("cbor.write_item", "serialization.depth = 1 -> serialization.depth = 0")),
    mutation("cbor-contents-uncounted", "LIM-04 LIM-05 LIM-06", "it does not count the content of an array as CBOR",
        Edit("cbor._read_tagged",
             "read_part(reader, content) -> "
             "(setattr(reader, 'without_bytes', -(content.min_size == 0)), read_part(reader, content))[1]"),
        Edit("cbor.write_item", "serialization.depth = 1 -> "
             "serialization.depth, serialization.without_bytes = (1, -(content.min_size == 0))")),
    mutation("cbor-types-of-any-length", "LIM-02 LIM-05", "it takes type strings of any length in a tag",
        Edit("cbor._read_tagged",
             "reader.limit('type.length', TYPE_LENGTH, text.offset, text.argument, 'bytes of a type string') -> pass")),
)  # fmt: skip
