"""Mutations of a frame's header (FRM)."""

from collections.abc import Callable
from dataclasses import replace

from goldenwire_reference.daphne.model import DaphneObject
from goldenwire_reference.reader import Reader
from goldenwire_reference.writer import Writer
from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Disabled, Edit, Replaced

_HEADER = "decode._read_header"
_LABEL = "decode._read_label"
_WRITE = "encode._write_header"
_MADE = "DaphneObject(kind, rows, columns, types, tuple(labels), ())"
_NEEDED = "reader.need(columns, 'value-type')"
_BY_THE_ENDS = "types if types[:1] != types[-1:] else types[:1] * columns"
_CODES = "bytes((value_type.code for value_type in obj.types))"


def _label_behind_type(original: Callable[..., None], writer: Writer, obj: DaphneObject) -> None:
    """Write a header without types and labels, then both of each column in turn."""
    original(writer, replace(obj, types=() if obj.labels else obj.types, labels=()))
    for value_type, label in zip(obj.types, obj.labels, strict=False):
        writer.uint(value_type.code, 1)
        octets = label.encode() if isinstance(label, str) else label
        writer.uint(len(octets), 2)
        writer.put(octets)


def _zero_before_body(original: Callable[..., DaphneObject], reader: Reader) -> DaphneObject:
    header = original(reader)
    reader.take(bool(header.labels), "end")
    return header


MUTATIONS = (
    # FRM
    mutation("column-types-reversed", "FRM-01", "it takes the value types in the reverse order of the columns",
        Edit(_HEADER, f"{_MADE} -> {_MADE.replace('types', 'types[::-1]')}")),
    mutation("column-types-written-reversed", "FRM-01",
        "it writes the value types in the reverse order of the columns",
        Edit(_WRITE, "obj.types -> obj.types[::-1]")),
    mutation("column-types-by-the-ends", "FRM-01",
        "it takes the first column's value type for all columns if the last has it too",
        Edit(_HEADER, f"{_MADE} -> {_MADE.replace('types', _BY_THE_ENDS)}")),
    mutation("labels-reversed", "FRM-02", "it takes the labels in the reverse order of the columns",
        Edit(_HEADER, "tuple(labels) -> tuple(labels[::-1])")),
    mutation("label-length-of-one-byte", "FRM-02", "it reads the length of a label from one byte",
        Edit(_LABEL, "reader.uint(2, 'length') -> reader.uint(1, 'length')")),
    mutation("label-length-signed", "FRM-02 LBL-03",
        "it takes a length of 32,768 and more for a negative number, and that for 0",
        Edit(_LABEL, "reader.uint(2, 'length') -> max((reader.uint(2, 'length') ^ 2 ** 15) - 2 ** 15, 0)")),
    mutation("labels-written-reversed", "FRM-02", "it writes the labels in the reverse order of the columns",
        Edit(_WRITE, "obj.labels -> obj.labels[::-1]")),
    mutation("types-and-labels-alternate", "FRM-03", "it expects each column's label right after its value type",
        Edit(_HEADER, "_read_value_type(reader, 'frame', f'value-type[{column}]') -> []"),
        Edit(_HEADER, "reader.scope = f'label[{column}].' -> "
                      "types[column].append(_read_value_type(reader, 'frame', 'value-type'))"),
        Edit(_HEADER, f"{_MADE} -> {_MADE.replace('types', 'tuple(one for [one] in types)')}")),
    mutation("types-and-labels-written-alternating", "FRM-03",
        "it writes each column's label right after its value type",
        Replaced(_WRITE, _label_behind_type)),
    mutation("frame-body-after-a-zero", "FRM-04 LBL-02",
        "it expects a zero byte between the last label and the body",
        Replaced(_HEADER, _zero_before_body)),
    mutation("frame-without-columns-has-a-type", "FRM-05", "it expects a value type in a frame without columns",
        Edit(_HEADER, f"{_NEEDED} -> reader.take(not columns, 'value-type')")),
    mutation("frame-without-columns-written-with-a-type", "FRM-05",
        "it writes a value type for a frame without columns",
        Edit(_WRITE, f"{_CODES} -> {_CODES} or b'\\x01'")),
    mutation("column-types-unchecked", "FRM-06",
        "it takes value types of columns that have no meaning for the next that has",
        Disabled("frame.value-type.reserved", 1), Disabled("frame.value-type.unassigned", 10)),
    mutation("frame-has-a-type", "FRM-07",
        "it expects a value type for the whole frame before those of its columns",
        Edit(_HEADER, f"{_NEEDED} -> reader.take(1, 'value-type')")),
    mutation("frame-written-with-a-type", "FRM-07",
        "it writes a value type for the whole frame before those of its columns",
        Edit(_WRITE, f"{_CODES} -> b'\\x01' * bool(obj.labels) + {_CODES}")),
)
