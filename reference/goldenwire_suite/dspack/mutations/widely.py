"""Mutations that whole families of cases are designed to catch."""

import re
from typing import Any

from goldenwire_reference.dspack.fields import SPACING
from goldenwire_reference.dspack.schema import SchemaError
from goldenwire_reference.errors import DecodeError
from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Edit, Replaced

_HOST = "notation._host"


def _from_the_data_set(original: Any, reader: Any, *given: Any) -> Any:
    start = reader.position
    try:
        return original(reader, *given)
    except DecodeError as error:
        error.offset -= start
        raise


def _at_the_user_meta(original: Any, meaning: Any, item: Any) -> Any:
    try:
        return original(meaning, item)
    except DecodeError as error:
        error.offset = item.at
        raise


def _before_spacing(original: Any, text: str, *given: Any) -> Any:
    error = original(text, *given)
    if error.position == len(text):
        error.position = len(text.rstrip(SPACING))
    return error


def _at_the_field(original: Any, text: str) -> Any:
    try:
        return original(text)
    except SchemaError as error:
        before = re.search(rf"[0-9]*[{SPACING}]*~?[{SPACING}]*:[{SPACING}]*$", text[: error.position])
        if before and error.check in ("schema.int.zero", "schema.int.range", "schema.width"):
            error.position = before.start()
        raise


def _after_two_octets(original: Any, reader: Any) -> Any:
    start = reader.position
    more = 2 * (bytes(reader.data[start : start + 2]) == b"\xff\xff")
    try:
        found = original(reader)
    except DecodeError as error:
        error.offset -= more * (error.code != "TRUNCATED")
        raise
    return found._replace(schema_at=found.schema_at - more)


MUTATIONS = (
    mutation("one-row-needs-marker", "SET-03", "it wants a row_length of 0 after a data set of a single row",
        Edit("decode._read_rows", "reader.remaining -> reader.remaining or number == 1")),
    mutation("little-floats-big-endian", "FLAG-02", "it reads floats as big-endian under every flag",
        Edit("decode_row._Row.scalar", "self.order == 'little' -> self.order == 'little' and type_ not in 'fd'")),
    mutation("full-without-last", "UNPACK-02", "it does not deliver the last field of a row that has a dynamic one",
        Replaced("notation.row_to_json", lambda original, schema, *given:
                 original(schema, *given)[: len(schema.values) - any(field.is_dynamic for field in schema.fields)])),
    mutation("prefixes-without-top-octet", "LIM-01 STR-04 LIST-04",
        "it leaves the most significant octet of a prefix of several bytes alone",
        Replaced("decode_row._Row.prefix", lambda original, row, length, name:
                 original(row, length, name) % (2 ** (8 * length.number - 8 or 8) if length.dynamic else 2**64))),
    mutation("any-kind-written", "TYPE-21",
        "it writes what its type has for nothing where a value is of the wrong kind",
        Edit(_HOST, "raise _wrong(field, 'true or false', atom) -> return False"),
        Edit(_HOST, "raise _wrong(field, 'an integer as a decimal string', atom) -> return 0"),
        Edit(_HOST, "raise _wrong(field, 'octets as hex digits', atom) -> return b'a'"),
        Edit("notation._float_from_json", "raise _wrong(field, 'the bits of a float', atom) -> return 0.0"),
        Edit("notation._value_from_json", "raise _wrong(field, 'a list', value) -> "
             "value = [None] * (1 if field.count.dynamic else field.count.number)")),
    mutation("odd-meta-left-out", "ENC-06", "it writes no user meta where it is not in the tree of the notation",
        Edit("notation._data_set_from_json",
             "raise EncodeError('VALUE', 'DSPACK-ENC-06', str(error)) from None -> return DataSet(schema, rows)")),
    mutation("offsets-from-the-data-set", "ERR-03", "it counts offsets from the first byte of the data set",
        Replaced("decode._read_data_set", _from_the_data_set)),
    mutation("meta-offsets-after-two-octets", "ERR-03",
        "it counts offsets in a meta block from the second octet of the data set, also where meta_length has four",
        Replaced("decode._read_meta", _after_two_octets)),
    mutation("ends-before-spacing", "ERR-03", "it gives the end of a schema before the spacing at its end",
        Replaced("schema._syntax_error", _before_spacing)),
    mutation("inner-numbers-at-the-field", "ERR-03", "it gives the field as the place of a number after a colon",
        Replaced("schema._parse", _at_the_field)),
    mutation("meta-offsets-of-the-user-meta", "ERR-03", "it gives the user meta as the place of a fault in it",
        Replaced("decode_meta._Meaning.meta", _at_the_user_meta)),
)
