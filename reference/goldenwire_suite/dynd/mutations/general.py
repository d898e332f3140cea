"""Mutations of the rules for all types: the call, uniqueness, the duties of a codec, blocks."""

from goldenwire_suite.dynd.mutations.changes import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_CALL = '(cbor.write_item if profile == "cbor" else write)(writer, type, value)'

MUTATIONS = (
    mutation(
        "type-in-front", "SER-01 CAS-01", "it writes and reads the type string, with its size, before a value",
        Rewrite("codec.encode", _CALL, f"writer.put(bytes([len(str(type))]) + str(type).encode())\n    {_CALL}"),
        Rewrite("codec.decode_typed", "value = read(reader, type)",
                'reader.take(1 + (len(reader.data) and reader.data[0]), "")\n        value = read(reader, type)'),
    ),
    mutation(
        "blocks-sized", "CAS-01", "it writes and reads the size of a block in front of it",
        Rewrite("codec.encode", "return writer.bytes()",
                "octets = writer.bytes()\n    return bytes([len(octets) % 256]) + octets"),
        Rewrite("codec.decode_typed", "value = read(reader, type)",
                'reader.take(1, "")\n        value = read(reader, type)'),
    ),
    mutation(
        "blocks-hashed", "CAS-01", "it reads a block behind its hash",
        Rewrite("codec.decode_typed", "value = read(reader, type)",
                'reader.take(32, "")\n        value = read(reader, type)'),
    ),
    mutation("blocks-known-by-bytes", "CAS-02 DES-01",
        "it reads every block as an array of any type, whatever type is agreed on",
        Edit("codec.decode_typed", "str(destination) -> 'array[Any]'")),
    mutation("blocks-without-types", "CAS-02 ARR-01", "it writes an array without the type of its content",
        Edit("encode._write_array", "write_type(writer, value.type) -> write_type(Output(), value.type)")),
    mutation(
        "parts-sized", "SER-02", "it writes the size of each field behind it",
        Rewrite("encode._write_tuple", "write_part(writer, field, part)",
                "before = writer.size\n        write_part(writer, field, part)\n"
                "        writer.uint((writer.size - before) % 256, 1)"),
    ),
    mutation("arrays-of-any-unwrapped", "SER-03", "it delivers the content of an array without its type",
        Edit("notation._array_to_json",
             "{'type': str(value.type), 'value': to_json(value.type, value.value)} -> "
             "to_json(value.type, value.value)")),
    mutation("values-with-types", "DES-01", "it delivers every value as an array of its type",
        Edit("notation.to_json",
             "TO_JSON[type.__class__](type, value) -> "
             "{'type': str(type), 'value': TO_JSON[type.__class__](type, value)}")),
    mutation(
        "sizes-in-five-bytes", "UNIQ-01 UNIQ-02 VARINT-02 ENC-01",
        "it leaves five bytes for a size and fills them later",
        Rewrite("encode_leaf.write_varint", "while value > 0x7F:",
                "for _ in range(4):\n        writer.uint(value & 0x7F | 0x80, 1)\n        value >>= 7\n"
                "    while value > 0x7F:"),
    ),
    mutation(
        "lenient-where-it-can", "UNIQ-02", "it makes the best of what no encoder writes",
        Rewrite("reader.Reader.refuse", "if check in self.off:\n        return self.off[check]",
                'mended = {"bool": 1, "varint.nonminimal": 0, "option.tag": 1, "string.utf8": "?", "char.utf8": "?",\n'
                '              "type.utf8": "int8", "type.syntax": "int8", "trailing": None}\n'
                "    if check in {**mended, **self.off}:\n        return {**mended, **self.off}[check]"),
    ),
    mutation(
        "six-fields-at-most", "DEC-01", "it has room for six fields",
        Rewrite("types._Builder.struct", "seen: set[str] = set()",
                'seen: set[str] = set()\n    if len(fields) > 6:\n        raise TypeStringError("syntax", 0, "", "")'),
    ),
    mutation(
        "what-there-is", "DEC-02 DES-03", "it delivers as much as there is where the input is too short",
        Rewrite("reader.Reader.take", "self.need(size, name)", "size = min(size, self.remaining)"),
        Rewrite("reader.Reader.array", "np.frombuffer(self.take(count * kind.itemsize, name), kind, count)",
                "np.frombuffer(self.take(count * kind.itemsize, name), kind)"),
        Rewrite("decode._read_elements", 'reader.need(count * element.min_size, "")',
                "count = min(count, reader.remaining // element.min_size) if element.min_size else count"),
    ),
    mutation(
        "runs-of-values", "SCOPE-01", "it takes an input for a run of values, and delivers the first",
        Rewrite("decode.finish", "if reader.remaining:",
                "if reader.position == 0 or reader.remaining % reader.position:"),
    ),
    mutation(
        "fields-aligned", "SCOPE-02 TUP-01", "it pads the fields of tuples so that numbers are aligned",
        Rewrite("decode._read_tuple", "values.append(read_part(reader, field))",
                'reader.take(-reader.position % (field.min_size if field.min_size in (2, 4, 8) else 1), "")\n'
                "        values.append(read_part(reader, field))"),
        Rewrite("encode._write_tuple", "write_part(writer, field, part)",
                "writer.put(bytes(-writer.size % (field.min_size if field.min_size in (2, 4, 8) else 1)))\n"
                "        write_part(writer, field, part)"),
    ),
    mutation("constructors-of-leaves-alone", "NEST-01", "it takes constructors around leaves, and no others",
        Edit("types._checked", "made.depth > DEPTH.ceiling -> made.depth > 2")),
    mutation("flat-tuples-alone", "NEST-01",
        "it takes the fields of a tuple in a tuple for fields of the outer one",
        Edit("types._Builder.tuple",
             "Tuple(fields) -> "
             "Tuple(tuple((part for one in fields for part in (one.parts if isinstance(one, Tuple) else "
             "(one,)))))")),
)  # fmt: skip
