"""Mutations of the profile cbor."""

from goldenwire_suite.dynd.mutations.changes import mutation
from goldenwire_suite.mutations import Constant, Edit, Rewrite

MUTATIONS = (
    mutation("everything-tagged", "CBOR-01 CBOR-02", "it puts every content into a tag",
        Edit("cbor._is_simple",
             "content in (*SIMPLE_TYPES.values(), PRIMITIVES['bool'], PRIMITIVES['float64']) -> "
             "False and content in (*SIMPLE_TYPES.values(), PRIMITIVES['bool'], PRIMITIVES['float64'])")),
    mutation("tags-alone", "CBOR-02", "it reads contents in tags alone",
        Edit("cbor.read_item", "(UNSIGNED, NEGATIVE, OCTETS, TEXT, TAGGED, SIMPLE) -> (TAGGED,)")),
    mutation("tags-over-anything", "CBOR-02", "it takes a tag over what has an item of its own",
        Edit("cbor._read_tagged", "_is_simple(content) -> False")),
    mutation("another-tag", "CBOR-03", "it takes the next number for the tag", Constant("TAG", 0x44794E45)),
    mutation("any-tag", "CBOR-03", "it takes any tag for the one",
        Edit("cbor._checked", "major == TAGGED and argument != TAG -> False")),
    mutation(
        "pairs-without-tag", "CBOR-03", "it takes a pair without a tag for type and data",
        Rewrite("cbor.read_item", "head = _read_head(",
                "if bytes(reader.data[:1]) == b\"\\x82\":\n"
                "        return _read_tagged(reader, type, CborHead(0, TAGGED, 0, TAG))\n"
                "    head = _read_head("),
    ),
    mutation("types-of-any-spelling", "CBOR-03", "it takes what is no type string for a type of one byte",
        Edit("cbor._read_tagged",
             "reader.type(read_text(reader, text.argument, 'type.utf8'), at, 'type') -> "
             "(reader.take(text.argument, ''), reader.type('int8', at, 'type'))[1]")),
    mutation("ends-of-data-ignored", "CBOR-03", "it takes no heed of where the byte string ends",
        Edit("cbor._read_tagged", "reader.data = whole[:end] -> pass"),
        Edit("cbor._read_tagged", "reader.data, reader.position = (whole, end) -> pass")),
    mutation(
        "heads-in-nine-bytes", "CBOR-04 ENC-01", "it writes heads in nine bytes",
        Rewrite("cbor._write_head", "if argument < 24:",
                "if True:\n        writer.uint(major << 5 | 27, 1)\n"
                "        writer.put(argument.to_bytes(8, \"big\"))\n        return\n"
                "    if argument < 24:"),
    ),
    mutation(
        "large-integers-as-floats", "CBOR-04", "it writes integers beyond 32 bits as floats",
        Rewrite("cbor._write_simple", 'elif name == "int64":',
                'elif name == "int64" and not -(2**32) <= value < 2**32:\n        import struct\n'
                '        writer.put(b"\\xfb" + struct.pack(">d", value))\n    elif name == "int64":'),
    ),
    mutation(
        "floats-shortened", "CBOR-04", "it writes floats in as few bits as they need",
        Rewrite("cbor._write_simple", "writer.uint(SIMPLE << 5 | DOUBLE, 1)\n        writer.put(data[::-1])",
                "import struct\n        (number,) = struct.unpack(\"<d\", data)\n"
                "        writer.put(b\"\\xf9\" + struct.pack(\">e\", number))"),
    ),
    mutation("known-types-tagged", "CBOR-06 CBOR-02", "it tags contents of a known type, whatever it is",
        Edit("cbor.write_item", "_is_simple(content) -> _is_simple(content) and type.content is None")),
    mutation(
        "known-types-untagged", "CBOR-06 CBOR-03", "it writes the data alone where the type is known",
        Rewrite("cbor.write_item", "if _is_simple(content):",
                "if type.content is not None and not _is_simple(content):\n"
                "        _write_string(writer, OCTETS, data)\n        return\n"
                "    if _is_simple(content):"),
    ),
    mutation(
        "any-type-as-an-array", "CBOR-06 DES-04", "it takes another type for an array of it",
        Rewrite("cbor.array_type",
                'substitute = reader.refuse("destination.syntax", 0, "array[T], which alone has CBOR", str(type))',
                'substitute = "array[Any]"'),
        Rewrite("cbor.write_item", "if not isinstance(type, Array):",
                'type = getattr(type, "target", type)\n    if not isinstance(type, Array):'),
    ),
    mutation("core-form-in-profile", "CBOR-07", "it reads the core form where CBOR is due",
        Edit("codec.decode_typed", "profile == 'cbor' -> False")),
    mutation("cbor-within-cbor", "CBOR-07", "it reads CBOR in the byte string, for arrays in an array",
        Edit("cbor._read_tagged",
             "value = read_part(reader, content) -> "
             "value: Any = read_item(reader, content) if isinstance(content, Array) else "
             "read_part(reader, content)")),
    *(
        mutation(
            f"cbor-sizes-of-{bits}-bits", "CBOR-04", f"it keeps {bits} bits of the lengths of strings",
            Rewrite("cbor._read_head", "argument = _checked(reader, at, major, argument)",
                    f"argument %= 2**({bits} if major in (OCTETS, TEXT) else 64)\n"
                    "    argument = _checked(reader, at, major, argument)"),
        )
        for bits in (8, 16, 32)
    ),
)  # fmt: skip
