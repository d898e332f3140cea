"""Mutations of data frames and extensions."""

import binascii
import datetime as dt
import json
import pickle
import re
import unicodedata
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgpack
import numpy as np

from goldenwire_reference.sciserialize.arrays import nest
from goldenwire_reference.sciserialize.encode import Reduction, in_order, refusal
from goldenwire_reference.sciserialize.identity import identity
from goldenwire_reference.sciserialize.meaning import READ_ON
from goldenwire_reference.sciserialize.model import DataFrame, MaskedArray, NDArray, UniqueSet
from goldenwire_reference.sciserialize.tables import DEPTH, DTYPES, TYPE
from goldenwire_suite.mutations import Disabled, Edit, Entry, Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import mutation

_FRAME, _LABELS, _MASKED, _SET, _FILL, _TAGGED, _IS_OBJECTS = (
    f"meaning._Object.{name}"
    for name in ("dataframe", "labels", "maskedarray", "unique_set", "fill", "tagged", "is_object_array")
)
_WRITTEN, _WRITTEN_MASK, _WRITTEN_SET, _WRITTEN_ARRAY, _EXTENSION = (
    f"encode.Reduction.{name}"
    for name in ("dataframe", "maskedarray", "unique_set", "array_members", "check_extension")
)
_KNOWN, _ORDER = "tables.is_known", "encode.in_order"


def _packed(element: Any) -> bytes:
    """Return the MessagePack of an element that JSON can hold."""
    packed: bytes = msgpack.packb(Reduction("json", (), lenient=True).reduce(element))
    return packed


def _made(parts: str) -> Edit:
    """A change that makes a data frame of other parts."""
    return Edit(_FRAME, f"DataFrame(array, columns, rows) -> DataFrame({parts})")


def _labels(change: Callable[[Any], Any]) -> Replaced:
    def dataframe(original: Any, self: Any) -> Any:
        frame = original(self)
        return replace(frame, columns=tuple(map(change, frame.columns)), rows=tuple(map(change, frame.rows)))

    return Replaced(_FRAME, dataframe)


def _labels_of(kind: str) -> tuple[Edit, Edit]:
    return (
        Edit(_LABELS, f"str | dt.datetime -> str | {kind} | dt.datetime"),
        Edit(_WRITTEN, f"str | int -> str | int | {kind}"),
    )


def _fills_of(kind: str) -> tuple[Edit, Edit]:
    change = f"int | float -> int | float | {kind}"
    return Edit(_FILL, change), Edit(_WRITTEN_MASK, change)


def _from_base64(original: Any, self: Any, name: str) -> None:
    if isinstance(member := self.members[name], str):
        self.members[name] = binascii.a2b_base64(member)
    original(self, name)


def _equal(kinds: Any, key: Callable[[Any], Any]) -> Replaced:
    """A change that takes values of these kinds for equal if they have the same key."""
    return Replaced("identity.identity", lambda usual, one: key(one) if isinstance(one, kinds) else usual(one))


def _equal_as(change: Callable[[Any], Any]) -> Replaced:
    """A change that takes values for equal if they are so after the change."""
    return Replaced("identity.identity", lambda usual, one: usual(change(one)))


def _unpickled(original: Any, self: Any) -> Any:
    if self.members[TYPE] != "pypickle":
        return original(self)
    data = self.members["b"]
    return pickle.loads(data if isinstance(data, bytes) else data.encode())


def _nested(original: Any, self: Any, value: NDArray) -> Any:
    if isinstance(value.data, tuple) and len(value.shape) > DEPTH:
        raise refusal("LIMIT", "GEN-10", "too many dimensions")
    return original(self, value)


def _opened(value: Any, depth: int, items: Callable[[Any], Any]) -> Any:
    """Return a nest whose parts, down to that depth, are what `items` returns for them."""
    value = items(value) if depth else value
    return [_opened(item, depth - 1, items) for item in value] if depth and isinstance(value, list) else value


def _nests_of(items: Callable[[Any], Any]) -> Replaced:
    return Replaced("arrays.flatten", lambda original, value, shape: original(_opened(value, len(shape), items), shape))


def _rows(value: Any) -> Any:
    array = value.array if isinstance(value, DataFrame | MaskedArray) else value
    if not isinstance(array, NDArray):
        return value
    data = array.data
    elements = np.frombuffer(data, DTYPES[array.dtype].code).tolist() if isinstance(data, bytes) else data
    return nest(elements, array.shape)


_FRAMES: tuple[Mutation, ...] = (
    mutation("frame-of-index", "DF-01", "it calls the labels of rows index",
        Entry("tables.MEMBERS", "dataframe", ("shape", "dtype", "bytes", "columns", "index"))),
    mutation("frame-as-array", "DF-01", "it reads a data frame as its array",
        Edit(_FRAME, "DataFrame(array, columns, rows) -> array")),
    mutation("frame-of-any-rank", "DF-02", "it takes a data frame of any number of dimensions",
        Disabled("frame.rank", READ_ON), Disabled("frame.labels", READ_ON)),
    mutation("frame-columns-first", "DF-06 DF-02", "it takes the first dimension for the number of columns",
        Edit(_FRAME, "(len(rows), len(columns)) -> (len(columns), len(rows))")),
    mutation("labels-not-counted", "DF-06", "it does not compare labels with the shape",
        Disabled("frame.labels", READ_ON)),
    mutation("labels-of-rows-alone", "DF-06", "it counts the labels of rows alone",
        Edit(_FRAME, "(len(rows), len(columns)) -> (len(rows), *array.shape[1:])")),
    mutation("labels-of-columns-alone", "DF-06", "it counts the labels of columns alone",
        Edit(_FRAME, "(len(rows), len(columns)) -> (*array.shape[:1], len(columns))")),
    mutation("labels-by-their-product", "DF-06", "it compares the labels with the number of elements",
        Edit(_FRAME, "array.shape == labels -> labels[0] * labels[1] == array.shape[0] * array.shape[1]")),
    *(mutation(f"labels-in-{bits}-bits", "DF-06", f"it compares {bits} bits of a dimension with the number of labels",
               Edit(_FRAME, f"array.shape == labels -> tuple(size % 2 ** {bits} for size in array.shape) == labels"))
      for bits in (16, 31, 32)),
    mutation("labels-of-any-kind", "DF-03", "it takes labels of any kind",
        Edit(_LABELS, "isinstance(item, str | dt.datetime) -> True"),
        Edit(_WRITTEN, "isinstance(label, bool) or not isinstance(label, str | int | dt.datetime) -> False")),
    mutation("labels-that-are-booleans", "DF-03", "it takes booleans as labels",
        Edit(_LABELS, "str | dt.datetime -> str | bool | dt.datetime"),
        Edit(_WRITTEN, "isinstance(label, bool) -> False")),
    mutation("labels-that-are-null", "DF-03", "it takes null as a label", *_labels_of("None")),
    mutation("labels-that-are-fractions", "DF-03", "it takes fractions as labels", *_labels_of("float")),
    mutation("labels-that-are-durations", "DF-03", "it takes durations as labels", *_labels_of("dt.timedelta")),
    mutation("labels-once", "DF-03", "it refuses labels of columns that repeat",
        Edit(_FRAME, "(len(rows), len(columns)) -> (len(rows), len({*columns}))")),
    mutation("labels-in-order", "DF-03", "it puts labels in order",
        _made("array, tuple(sorted(columns, key=str)), tuple(sorted(rows, key=str))")),
    mutation("empty-labels-numbered", "DF-03", "it numbers columns whose label is empty",
        _made("array, tuple(label or number for number, label in enumerate(columns)), rows")),
    mutation("labels-without-date-times", "DF-03", "it takes no date-time as a label",
        Edit(_LABELS, "str | dt.datetime -> str")),
    mutation("labels-to-text", "DF-04", "it turns labels into text, as the reference program does", _labels(str)),
    mutation("labels-to-integers", "DF-04", "it takes digits in a label for an integer",
        _labels(lambda label: int(label) if isinstance(label, str) and label.isdecimal() else label)),
    mutation("frame-of-first-kind", "DF-05", "it takes the dtype for that of the first column, and reads no other",
        _made("array, columns[:1], rows")),
)  # fmt: skip

_MASKS: tuple[Mutation, ...] = (
    mutation("masked-arrays-unknown", "EXT-02",
        "it takes the tag of a masked array for an unknown one, also where it is on",
        Replaced(_KNOWN, lambda known, tag, on: tag != "maskedarray" and known(tag, on))),
    mutation("masks-turned", "EXT-02", "it takes 01 in a mask for an element that is not masked",
        Edit("notation._maskedarray_to_json", "octet == 1 -> octet != 1")),
    mutation("fill-dropped", "EXT-02", "it drops the fill value", Edit(_MASKED, "self.members['fill_value'] -> 1")),
    mutation("mask-member", "EXT-02", "it calls the octets of a mask mask",
        Entry("tables.MEMBERS", "maskedarray", ("shape", "dtype", "bytes", "mask", "fill_value"))),
    mutation("fill-as-integer", "EXT-02", "it turns a fill value that is a double or a boolean into an integer",
        Edit(_MASKED, "self.members['fill_value'] -> int(self.members['fill_value'])")),
    mutation("mask-not-counted", "EXT-07", "it does not compare the mask with the elements",
        Disabled("mask.size", READ_ON)),
    mutation("mask-at-least", "EXT-07", "it takes a mask that is too long",
        Edit(_MASKED, "due == len(mask) -> due is not None and due <= len(mask)")),
    mutation("masks-of-booleans-unchecked", "EXT-07",
        "it looks at the octets of a mask only if the elements are not booleans",
        Edit(_MASKED, "self.check_bools(mask, 'mask.bool') -> array.dtype == 'bool' or "
                      "self.check_bools(mask, 'mask.bool')")),
    mutation("mask-of-octets", "EXT-07", "it takes a mask with an octet for each octet of the elements",
        Edit(_MASKED, "due == len(mask) -> len(mask) in (due, len(array.data))")),
    mutation("fills-of-any-kind", "EXT-07", "it takes fill values of any kind",
        Disabled("tag.fill", READ_ON), Edit(_WRITTEN_MASK, "not isinstance(value.fill, int | float) -> False")),
    mutation("fills-that-are-text", "EXT-07", "it takes strings as fill values", *_fills_of("str")),
    mutation("fills-that-are-null", "EXT-07", "it takes null as fill value", *_fills_of("None")),
    mutation("mask-as-text", "ND-15", "it takes a string for the octets of a mask in base64",
        Entry("meaning._KINDS", "mask_bytes", lambda usual: lambda *words: _from_base64(usual, *words))),
)  # fmt: skip

_SETS: tuple[Mutation, ...] = (
    mutation("sets-unknown", "EXT-01", "it takes the tag of a set for an unknown one, also where it is on",
        Replaced(_KNOWN, lambda known, tag, on: tag != "unique_set" and known(tag, on))),
    mutation("set-of-elements", "EXT-01", "it calls the member of a set elements",
        Entry("tables.MEMBERS", "unique_set", ("elements",))),
    mutation("set-as-array", "EXT-01", "it reads a set as an array",
        Edit(_SET, "UniqueSet(tuple(elements)) -> elements")),
    mutation("set-without-repetitions", "EXT-01 EXT-08", "it drops elements of a set that repeat",
        Disabled("set.duplicate"),
        Edit(_SET, "tuple(elements) -> tuple({identity(element): element for element in elements}.values())"),
        Edit(_WRITTEN_SET, "len({identity(element) for element in value.elements}) < len(value.elements) -> False")),
    mutation("equal-next-to-one-another", "EXT-08", "it compares an element with the one before it alone",
        Edit(_SET, "len({identity(element) for element in elements}) < len(elements) -> "
                   "any(identity(a) == identity(b) for a, b in zip(elements, elements[1:]))")),
    mutation("equal-in-blocks", "EXT-08", "it looks for equal elements in blocks of eight alone",
        Edit(_SET, "len({identity(element) for element in elements}) < len(elements) -> "
                   "any(len({*map(identity, part)}) < len(part) "
                   "for part in (elements[at:at + 8] for at in range(0, len(elements), 8)))")),
    mutation("equal-to-the-last-32", "EXT-08", "it compares an element with the 32 before it alone",
        Edit(_SET, "len({identity(element) for element in elements}) < len(elements) -> "
                   "any(identity(element) in map(identity, elements[max(0, at - 32):at]) "
                   "for at, element in enumerate(elements))")),
    mutation("equal-in-blocks-written", "EXT-01 EXT-08",
        "its encoder looks for equal elements in blocks of eight alone",
        Edit(_WRITTEN_SET, "len({identity(element) for element in value.elements}) < len(value.elements) -> "
                           "any(len({*map(identity, part)}) < len(part) for part in "
                           "(value.elements[at:at + 8] for at in range(0, len(value.elements), 8)))")),
    mutation("equal-by-text", "EXT-08", "it compares elements by the text of their JSON", _equal(object, repr)),
    mutation("equal-when-joined", "EXT-08", "it compares elements by their parts, joined to a text without brackets",
        _equal(object, lambda one: re.sub(r"""[][{}"' ]""", "", repr(one)))),
    mutation("equal-in-15-digits", "EXT-08", "it compares numbers by 15 digits",
        _equal((int, float), lambda number: number if isinstance(number, bool) else f"{number:.14e}")),
    mutation("equal-as-python", "EXT-08", "it compares numbers as Python does, for which 1 is true and 0 is -0.0",
        _equal((int, float), lambda number: number)),
    mutation("equal-by-scalars", "EXT-08", "it compares scalars alone, not what holds others",
        _equal((list, dict, UniqueSet, NDArray), id)),
    mutation("equal-kinds-apart", "EXT-08", "it takes an integer and a double for different elements",
        _equal((int, float), repr)),
    mutation("equal-instants", "EXT-08", "it takes date-times of one instant for equal",
        _equal(dt.datetime, lambda moment: moment.utctimetuple()[:6])),
    mutation("equal-in-order", "EXT-08", "it compares maps and sets by the order of what is in them",
        _equal((dict, UniqueSet), repr)),
    mutation("equal-in-canonical-order", "EXT-08", "it compares sets by their elements in canonical order",
        _equal(UniqueSet, lambda one: identity(in_order(one.elements)))),
    mutation("equal-by-octets", "EXT-08", "it compares arrays by their octets alone",
        _equal(NDArray, lambda one: one.data)),
    mutation("equal-by-keys", "EXT-08", "it compares maps by their keys alone", _equal(dict, frozenset)),
    mutation("equal-by-first-items", "EXT-08", "it compares arrays by their first item",
        _equal(list, lambda items: repr(items[:1]))),
    mutation("equal-without-values", "EXT-08", "it takes null and false for 0",
        _equal_as(lambda one: 0 if one is None or one is False else one)),
    mutation("equal-by-hash", "EXT-08", "it compares strings by their CRC-32",
        _equal(str, lambda text: zlib.crc32(text.encode()))),
    mutation("equal-folded", "EXT-08", "it compares strings without regard to case or form",
        _equal(str, lambda text: unicodedata.normalize("NFC", text.lower()))),
    mutation("equal-octets-and-text", "EXT-08", "it takes octets and the string of them for equal",
        _equal_as(lambda one: one.decode("latin-1") if isinstance(one, bytes) else one)),
    mutation("equal-octets-and-hex", "EXT-08", "it takes octets and the string of their hexadecimal digits for equal",
        _equal_as(lambda one: one.hex() if isinstance(one, bytes) else one)),
    mutation("equal-octets-and-digits", "EXT-08", "it takes octets for the number that their hexadecimal digits spell",
        _equal_as(lambda one: int(one.hex()) if isinstance(one, bytes) and one.hex().isdecimal() else one)),
    mutation("equal-by-spelling", "EXT-08", "it takes numbers, booleans and null for the strings that spell them",
        _equal_as(lambda one: json.dumps(one) if one is None or isinstance(one, int | float) else one)),
    mutation("equal-without-quotes", "EXT-08", "it compares maps by their members, joined to a text without quotes",
        _equal(dict, lambda one: ",".join(f"{key}:{member}" for key, member in sorted(one.items())))),
    mutation("equal-nans-by-bits", "EXT-08", "it compares NaNs that are numbers by their bits",
        Edit("identity._number", "math.isnan(value) -> False")),
    mutation("equal-array-nans", "EXT-08", "it takes all NaNs that are elements of arrays for one",
        _equal(NDArray, lambda one: repr((one.shape, np.frombuffer(one.data, DTYPES[one.dtype].code))))),
    mutation("equal-without-signs", "EXT-08", "it compares numbers without their signs", _equal((int, float), abs)),
    mutation("set-in-given-order", "CANON-08", "it writes the elements of a set as they are given",
        Edit(_WRITTEN_SET, "in_order(value.elements) -> list(value.elements)")),
    mutation("set-order-of-numbers", "CANON-08", "it orders numbers by their values",
        Edit(_ORDER, "write_json(lenient.reduce(element)) -> (b'', element) if type(element) in (int, float) "
                     "else (write_json(lenient.reduce(element)), 0)")),
    mutation("set-order-of-utf-16", "CANON-08", "it orders the texts of elements by their code units in UTF-16",
        Edit(_ORDER, "write_json(lenient.reduce(element)) -> "
                     "write_json(lenient.reduce(element)).decode().encode('utf-16-be')")),
    mutation("set-order-of-msgpack", "CANON-08", "it orders elements by their MessagePack",
        Replaced(_ORDER, lambda original, elements: sorted(elements, key=_packed))),
    mutation("set-order-descending", "CANON-08", "it writes elements in descending order",
        Replaced(_ORDER, lambda in_order, elements: in_order(elements)[::-1])),
    mutation("set-order-of-spelling", "CANON-08", "it orders elements as if integers were spelled as doubles",
        Edit(_ORDER, "lenient.reduce(element) -> "
                     "lenient.reduce([*map(float, element)] if isinstance(element, list) else element)")),
)  # fmt: skip

_OBJECTS: tuple[Mutation, ...] = (
    mutation("nests-of-any-shape", "EXT-03", "it takes a nest of another shape for one without elements",
        Disabled("object.nest", READ_ON)),
    mutation("nests-of-any-length", "EXT-03", "it takes arrays of any length in a nest",
        Edit("arrays.flatten", "len(items) == dimension -> True")),
    mutation("nests-by-their-first", "EXT-03", "it looks at the first array of each level alone",
        Edit("arrays.flatten", "(isinstance(items, list) and len(items) == dimension for items in level) -> "
                               "(isinstance(items, list) and len(items) == dimension for items in level[:1])")),
    mutation("nests-one-deeper", "EXT-03", "it writes an array around the nest",
        Edit(_WRITTEN_ARRAY, "nest(value.data, value.shape) -> [nest(value.data, value.shape)]")),
    mutation("nests-written-flat", "EXT-03", "it writes objects in one array whatever the shape",
        Edit(_WRITTEN_ARRAY, "nest(value.data, value.shape) -> list(value.data)")),
    mutation("octets-as-objects", "EXT-03", "it takes octets, maps, strings or null for a nest of one",
        Edit("arrays.flatten", "[nest] -> [nest if isinstance(nest, list) else [nest]] if shape else [nest]")),
    mutation("sets-in-nests", "EXT-03", "it takes a set for an array of a nest",
        _nests_of(lambda value: list(value.elements) if isinstance(value, UniqueSet) else value)),
    mutation("arrays-in-nests", "EXT-03", "it takes an ndarray, masked array or data frame for an array of a nest",
        _nests_of(_rows)),
    mutation("objects-in-masked-arrays", "EXT-03 ND-20", "it takes masked arrays of objects",
        Edit(_IS_OBJECTS, "self.members[TYPE] in ('ndarray', 'dataframe') -> True"),
        Edit(_WRITTEN_MASK, "isinstance(value.array.data, tuple) -> False")),
    mutation("nests-of-all-dimensions", "EXT-03",
        "its encoder refuses objects of more than 128 dimensions, though the nest ends at the first of 0",
        Replaced(_WRITTEN_ARRAY, _nested)),
    mutation("objects-always", "EXT-05", "it has arrays of objects on, whatever it is asked",
        Edit(_WRITTEN_ARRAY, "OBJECT not in self.extensions -> False"),
        Edit(_IS_OBJECTS, "OBJECT in self.meaning.extensions -> True")),
    mutation("object-scalars-in-arrays", "EXT-03 ND-07", "it wants the one element of no dimensions in an array",
        Edit("arrays.flatten", "return level -> return nest if not shape and isinstance(nest, list) else level")),
    mutation("objects-empty-are-null", "EXT-03 ND-08", "it drops empty rows",
        Edit("arrays.nest", "level[0] -> [] if 0 in shape else level[0]")),
    mutation("extensions-on", "EXT-05", "it has sets and masked arrays on, whatever it is asked",
        Edit(_TAGGED, "self.meaning.extensions -> ('maskedarray', 'unique_set')"),
        Replaced(_EXTENSION, lambda usual, self, name: None)),
    mutation("any-extension-is-all", "EXT-05", "it has all extensions on where one is",
        Edit("meaning.Meaning.__init__", "extensions -> extensions and ('maskedarray', 'object', 'unique_set')"),
        Edit("encode.Reduction.__init__", "extensions -> extensions and ('maskedarray', 'object', 'unique_set')")),
    mutation("off-is-value", "EXT-05", "it calls what is not on VALUE",
        Replaced("encode.refusal", lambda refusal, code, requirement, message: refusal(
            "VALUE" if requirement == "EXT-05" else code, requirement, message))),
    mutation("unpickles", "EXT-04 GEN-13", "it unpickles what is called a pickle", Replaced(_TAGGED, _unpickled)),
)  # fmt: skip

MUTATIONS = (*_FRAMES, *_MASKS, *_SETS, *_OBJECTS)
