"""Mutations of the profile storage."""

from typing import Any

from goldenwire_reference.dynd.model import Storage
from goldenwire_suite.dynd.mutations.changes import mutation, refused, refused_text, sentinel, spelt
from goldenwire_suite.mutations import Edit, Entry, before


def _delivered_as_stored(usual: Any) -> Any:
    """Return the notation of a storage of two dimensions, in its stored shape."""

    def to_json(type: Storage, value: Any) -> Any:
        found = usual(type, value)
        rows, columns = type.shape
        return [[found[row][column] for row in range(rows)] for column in range(min(columns, 1000))]

    return to_json


def _given_as_stored(usual: Any) -> Any:
    """Return the value of a notation of two dimensions that has the stored shape."""
    return lambda writer, type, json: usual(writer, type, [list(row) for row in zip(*json, strict=True)])


def _given_flat(usual: Any) -> Any:
    """Return the value of a notation that lists the elements as they are stored."""

    def from_json(writer: Any, type: Storage, json: Any) -> Any:
        rows, columns = type.shape
        return usual(writer, type, [[json[column * rows + row] for column in range(columns)] for row in range(rows)])

    return from_json


MUTATIONS = (
    mutation("storage-ignored", "STORAGE-01 STORAGE-02", "it stores in C order whatever the type says",
        Edit("types._Builder.storage", "_checked(Storage(levels[0], tuple(numbers))) -> levels[0]")),
    mutation("axes-inverted", "STORAGE-02", "it takes the list of axes for one of places",
        Edit("types._Builder.storage", "tuple(numbers) -> tuple((numbers.index(axis) for axis in identity))")),
    mutation("storage-of-leaves-alone", "STORAGE-03", "it stores elements that are made of others in no other order",
        refused("storage", lambda made: made.element.parts)),
    mutation("storage-in-f-order", "STORAGE-03", "it writes the order of axes as a word where there is one",
        Edit("model.Storage.__str__",
             "f'storage[{self.array}, axis={list(self.axis)}]' -> f\"storage[{self.array}, order='F']\"")),
    mutation("storage-of-any-form", "STORAGE-03", "it takes whatever begins like a storage type for a byte",
        spelt(lambda text: "int8" if text.startswith("storage") else text)),
    mutation("axes-in-32-bits", "STORAGE-03", "it marks the axes so far in 32 bits, where axis 32 is axis 0",
        refused("storage", lambda made: len({axis % 32 for axis in made.axis}) < len(made.axis))),
    mutation("axes-beside-one-another", "STORAGE-03", "it compares an axis with the one before it alone",
        Edit("types._Builder.storage",
             "sorted(numbers) != identity -> len(numbers) != len(identity) or max(numbers) >= len(identity) or "
             "any(map(int.__eq__, numbers, numbers[1:]))")),
    mutation("first-axes-found", "STORAGE-03 TYPE-04", "it looks for the axes from the left, in names too",
        refused_text("syntax", lambda text: text.count(", axis=[") > text.count("storage["))),
    mutation("storage-without-profile", "STORAGE-04", "it knows storage types without the profile",
        Edit("types.parse", "'storage' if storage else 'type' -> 'storage'")),
    mutation("optional-storage-untagged", "STORAGE-05", "it gives an optional storage a sentinel of bytes 80",
        sentinel(lambda target, usual: b"\x80" * target.min_size if isinstance(target, Storage) else usual)),
    mutation("storage-delivered-as-stored", "STORAGE-05", "it delivers an array in the shape in which it is stored",
        Entry("notation.TO_JSON", Storage, _delivered_as_stored)),
    mutation("storage-given-as-stored", "STORAGE-05", "it takes an array in the shape in which it is stored",
        Entry("notation.FROM_JSON", Storage, _given_as_stored)),
    mutation("storage-given-flat", "STORAGE-05", "it takes the elements of an array as they are stored",
        Entry("notation.FROM_JSON", Storage, _given_flat)),
    mutation("storage-of-a-byte", "STORAGE-05", "it writes and reads a zero byte for a stored array of nothing",
        before("encode._write_storage", lambda writer, type, value: writer.put(bytes(0 in type.shape))),
        before("decode._read_storage", lambda reader, type: reader.take(0 in type.shape, ""))),
)  # fmt: skip
