"""More mutations, so that no requirement depends on a single one."""

from goldenwire_reference.dynd.primitives import Void
from goldenwire_reference.dynd.tables import MAX_VARINT_SIZE
from goldenwire_suite.dynd.mutations.changes import mutation, otherwise, spelt
from goldenwire_suite.mutations import Constant, Edit, Entry, Rewrite

_TRAILING = "if reader.remaining:"
_CALLED = "value = read(reader, type)"
_ROWS = "_write_elements(writer, type, type.element, items(type, value, type.count))"

MUTATIONS = (
    # the call
    mutation(
        "last-of-a-run", "SCOPE-01 DES-02", "it takes an input for a run of values, and delivers the last",
        Rewrite("codec.decode_typed", _CALLED,
                f"{_CALLED}\n        while reader.remaining and reader.position:\n            {_CALLED}"),
    ),
    mutation(
        "what-follows-ignored", "DES-02", "it takes no notice of what follows a value",
        Rewrite("decode.finish", _TRAILING, "if False:"),
    ),
    mutation("missing-bytes-are-zeros", "DES-03 DEC-02", "it reads zeros where the input has ended",
        Edit("reader.Reader.need",
             "site not in self.off and 'truncated' not in self.off -> "
             "size > 2 ** 20 and site not in self.off and ('truncated' not in self.off)")),
    mutation(
        "elements-aligned", "SCOPE-02 DIM-01", "it pads elements that are made of others to four bytes",
        Rewrite("encode._write_elements", "    for value in elements:\n        write(writer, element, value)",
                "    for value in elements:\n        write(writer, element, value)\n"
                "        writer.put(bytes(-writer.size % 4 if element.parts else 0))"),
    ),
    mutation("versions-in-front", "SER-01 CAS-01", "it writes the version of the format in front of a value",
        Edit("codec.encode", "writer.bytes() -> b'\\x01' + writer.bytes()")),
    mutation(
        "types-behind", "SER-03 ARR-01", "it writes the type of an array of any type behind its content",
        Rewrite("encode._write_array", "content = write_type(writer, value.type)",
                "content = write_type(Output(), value.type)"),
        Rewrite("encode._write_array", "write_part(writer, content, value.value)",
                "write_part(writer, content, value.value)\n    write_type(writer, value.type)"),
    ),
    mutation(
        "shared-targets-by-number", "PTR-02 UNIQ-03", "it writes the number of the target where one is shared",
        Rewrite("encode._write_pointer", "write_part(",
                'known = writer.__dict__.setdefault("written", [])\n    if value in known:\n'
                "        writer.uint(known.index(value), 1)\n        return\n    known.append(value)\n    write_part("),
    ),
    mutation(
        "byte-strings-up-to-a-thousand", "DEC-01 BYT-01", "it holds byte strings of a thousand bytes at most",
        Rewrite("decode_leaf._read_bytes", "at = reader.position", "at = reader.position\n    size = min(size, 1000)"),
    ),
    # numbers and prefixes
    mutation("bools-of-any-byte", "BOOL-02", "it takes every byte but 00 for true",
        Edit("decode_leaf._read_bool", "reader.refuse('bool', at, '00 or 01', f'{octet:02x}') -> 1")),
    mutation("imaginary-part-negated", "CPLX-01", "it delivers the conjugate of a complex number",
        Edit("decode_leaf._read_complex", "(real, imaginary) -> (real, imaginary ^ 1 << 8 * size - 1)")),
    mutation(
        "voids-are-false", "VOID-01", "it delivers false for a void",
        Entry("notation.TO_JSON", Void, lambda usual: lambda type, value: False),
    ),
    mutation("varints-of-six-bits", "VARINT-02 UNIQ-01", "it writes two bytes for numbers from 64 on",
        Edit("encode_leaf.write_varint", "value > 127 -> value > 63")),
    mutation(
        "varints-of-nine-bytes", "VARINT-03 VARINT-01", "it takes nine bytes of a varint at most",
        Constant("MAX_VARINT_SIZE", MAX_VARINT_SIZE - 1),
    ),
    mutation("long-varints", "VARINT-05", "it takes varints that are longer than they need be",
        Edit("decode_leaf.read_varint", "size > 1 and octets[-1] == 0 -> False")),
    mutation("long-zeros", "VARINT-05", "it takes a varint of two bytes whose last is 00",
        Edit("decode_leaf.read_varint", "size > 1 -> size > 2")),
    mutation("bytes-to-the-first-nul", "BYT-01", "it ends a byte string at a zero",
        Edit("decode_leaf._read_bytes", "return octets -> return octets.split(b'\\x00')[0]")),
    # dimensions, tuples, options
    mutation(
        "rows-written-by-columns", "DIM-02", "it writes arrays of two dimensions in F order",
        Rewrite("encode._write_fixed", _ROWS,
                "if isinstance(type.element, Fixed) and type.element.count:\n"
                "        value = [one for column in zip(*value) for one in column]\n"
                "        _write_elements(writer, type, type.element.element, value)\n        return\n"
                f"    {_ROWS}"),
    ),
    mutation(
        "structs-counted", "STRUCT-03", "it writes the number of its fields before a struct, and not before a tuple",
        Rewrite("encode._write_tuple", "for field, part in",
                "writer.put(bytes([len(type.fields)] * isinstance(type, Struct)))\n    for field, part in"),
    ),
    mutation(
        "collisions-one-further", "OPT-05", "it writes the number next to the sentinel for the sentinel",
        Rewrite("encode._write_option", "if octets == type.sentinel:",
                "if octets == type.sentinel and not isinstance(type.target, Float):\n"
                "        octets = octets[:-1] + bytes([octets[-1] ^ 1])\n    if octets == type.sentinel:"),
    ),
    mutation(
        "options-by-way-of-pointers", "OPT-07", "it takes an option of an option for one of a pointer to it",
        spelt("import re", 'text = re.sub(r"\\?\\?(\\w+)", r"?pointer[?\\1]", text)'),
    ),
    # arrays and types
    mutation(
        "arrays-nest-twice", "ARR-04", "it takes arrays in arrays, and none in those",
        Rewrite("decode._read_array", "check_content(reader, type, content, at)",
                'check_content(reader, type, content, at)\n    if reader.depth > 1 and isinstance(content, Array):\n'
                '        reader.refuse("array.mismatch", at, "", "")'),
    ),
    mutation(
        "links-are-hashes", "CAS-03", "it takes a link for the hash of what it leads to",
        spelt('text = "bytes[32]" if text.startswith("merkle[") else text'),
    ),
    mutation(
        "dates-are-numbers", "TYPE-05", "it takes days and moments for the integers that DyND has in memory",
        spelt('text = {"date": "int32", "datetime": "int64"}.get(text, text)'),
    ),
    # profiles
    mutation(
        "stored-elements-padded", "STORAGE-01", "it pads the elements of a stored array to four bytes",
        Rewrite("encode._write_storage", "write(writer, type.element, elements[place])",
                "write(writer, type.element, elements[place])\n        writer.put(bytes(-writer.size % 4))"),
    ),
    mutation(
        "storage-is-an-array-without-profile", "STORAGE-04", "it reads a storage type outside its profile as its array",
        otherwise('if text.startswith("storage[") and ", axis" in text:',
                  '    return _parse(text[8 : text.index(", axis")], grammar)'),
    ),
    mutation(
        "everything-as-bytes", "CBOR-01 CBOR-03", "it writes the core bytes of every content as a byte string",
        Rewrite("cbor.write_item", "if _is_simple(content):",
                "if True:\n        _write_string(writer, OCTETS, data)\n    elif _is_simple(content):"),
    ),
    mutation(
        "null-is-a-void", "CBOR-05", "it takes null for a void",
        Rewrite("cbor.read_item", "head = _read_head(",
                'if bytes(reader.data[:1]) == b"\\xf6":\n        reader.take(1, "")\n'
                '        return Typed(PRIMITIVES["void"], None)\n    head = _read_head('),
    ),
    mutation("simple-values-are-false", "CBOR-05", "it takes all simple values but true for false",
        Edit("cbor._read_head",
             "major not in majors or (major == SIMPLE and info not in (FALSE, TRUE, HALF, SINGLE, DOUBLE)) -> "
             "major not in majors")),
)  # fmt: skip
