"""Mutations that whole families of cases are designed to catch."""

from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_HOST = "notation._host"

_SET = 'data_sets.append(_read_data_set(reader, f"dataset[{len(data_sets)}].", partial))'
_SHIFTED = f"""start = reader.position
        try:
            {_SET}
        except ValueError as error:
            error.offset -= start
            raise"""

_META = 'value: Meta = self.value(item, ".meta", 1)'
_MISPLACED = f"""try:
        {_META}
    except ValueError as error:
        error.offset = item.at
        raise"""

MUTATIONS = (
    mutation("one-row-needs-marker", "SET-03", "it wants a row_length of 0 after a data set of a single row",
        Edit("decode._read_rows", "reader.remaining -> reader.remaining or number == 1")),
    mutation("little-floats-big-endian", "FLAG-02", "it reads floats as big-endian under every flag",
        Edit("decode_row._Row.scalar", "self.order == 'little' -> self.order == 'little' and type_ not in 'fd'")),
    mutation(
        "full-without-last", "UNPACK-02", "it does not deliver the last field of a row that has a dynamic one",
        Rewrite(
            "notation.row_to_json", "return [",
            "last = len(fields) - (len(schema.fixed_fields) < len(schema.fields))\n"
            "    values, fields = values[:last], fields[:last]\n    return [",
        ),
    ),
    mutation("prefixes-without-top-octet", "LIM-01 STR-04 LIST-04",
        "it leaves the most significant octet of a prefix of several bytes alone",
        Edit("decode_row._Row.prefix",
             "self.reader.uint(length.number, name, order=self.order) -> "
             "self.reader.uint(length.number, name, order=self.order) % 2 ** (8 * length.number - 8 or 8)")),
    mutation("any-kind-written", "TYPE-21",
        "it writes what its type has for nothing where a value is of the wrong kind",
        Edit(_HOST, "raise _wrong(field, 'true or false', atom) -> return False"),
        Edit(_HOST, "raise _wrong(field, 'an integer as a decimal string', atom) -> return 0"),
        Edit(_HOST, "raise _wrong(field, 'octets as hex digits', atom) -> return b'a'"),
        Edit("notation._float_from_json", "raise _wrong(field, 'the bits of a float', atom) -> return 0.0"),
        Edit("notation._value_from_json",
             "raise _wrong(field, 'a list', value) -> "
             "value = [None] * (1 if field.count.dynamic else field.count.number)")),
    mutation("odd-meta-left-out", "ENC-06", "it writes no user meta where it is not in the tree of the notation",
        Edit("notation._data_set_from_json",
             "raise EncodeError('VALUE', 'DSPACK-ENC-06', str(error)) from None -> "
             "return DataSet(schema, rows)")),
    mutation(
        "offsets-from-the-data-set", "ERR-03", "it counts offsets from the first byte of the data set",
        Rewrite("decode.decode", _SET, _SHIFTED),
    ),
    mutation(
        "meta-offsets-of-the-user-meta", "ERR-03", "it gives the user meta as the place of a fault in it",
        Rewrite("decode_meta._Meaning.meta", _META, _MISPLACED),
    ),
)  # fmt: skip
