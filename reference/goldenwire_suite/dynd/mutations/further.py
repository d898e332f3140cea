"""More mutations, so that no requirement depends on a single one."""

import re

from goldenwire_reference.dynd.decode_leaf import Input
from goldenwire_reference.dynd.model import Array, Fixed, Struct, Typed
from goldenwire_reference.dynd.primitives import PRIMITIVES, Integer, Void
from goldenwire_reference.dynd.tables import MAX_VARINT_SIZE
from goldenwire_suite.dynd.mutations.changes import mutation, otherwise, shared, spelt
from goldenwire_suite.mutations import Constant, Disabled, Edit, Entry, Replaced, before

MUTATIONS = (
    # the call
    mutation("last-of-a-run", "SCOPE-01 DES-02", "it takes an input for a run of values, and delivers the last",
        Edit("codec.decode_typed",
             "read(reader, type) -> [read(reader, type), "
             "*(read(reader, type) for _ in iter(lambda: reader.remaining > 0 < reader.position, False))][-1]")),
    mutation("unknown-profiles-as-core", "SCOPE-04", "it takes a call under an unknown profile for a core call",
        Edit("notation.parse_context", "profile not in get_args(Profile) -> False")),
    mutation("empty-profile-as-core", "SCOPE-04", "it takes an empty name of a profile for none",
        Edit("notation.parse_context", "profile is not None -> profile")),
    mutation("profiles-in-any-case", "SCOPE-04", "it takes the name of a profile in capitals, too",
        Edit("notation.parse_context", "found.get('profile') -> found.get('profile') and found['profile'].lower()")),
    mutation("profiles-trimmed", "SCOPE-04", "it takes spaces off the name of a profile",
        Edit("notation.parse_context", "found.get('profile') -> found.get('profile') and found['profile'].strip()")),
    mutation("profiles-by-their-beginning", "SCOPE-04", "it takes each name that begins with a profile's for it",
        Edit("notation.parse_context",
             "profile not in get_args(Profile) -> not profile.startswith(get_args(Profile))")),
    mutation("types-before-profiles", "SCOPE-04", "it reads the type before the name of the profile",
        before("notation.parse_context", lambda context: Input(b"").type(context["type"], 0, "destination"))),
    mutation("what-follows-ignored", "DES-02", "it takes no notice of what follows a value", Disabled("trailing")),
    mutation("missing-bytes-are-zeros", "DES-03 DEC-02", "it reads zeros where the input has ended",
        Disabled("truncated")),
    mutation("elements-aligned", "SCOPE-02 DIM-01", "it pads elements that are made of others to four bytes",
        Edit("encode._write_elements",
             "write(writer, element, value) -> "
             "(write(writer, element, value), writer.put(bytes(-writer.size % 4 if element.parts else 0)))")),
    mutation("versions-in-front", "SER-01 CAS-01", "it writes the version of the format in front of a value",
        Edit("codec.encode", "writer.bytes() -> b'\\x01' + writer.bytes()")),
    mutation("types-behind", "SER-03 ARR-01", "it writes the type of an array behind its content",
        Edit("encode._write_array", "write_type(writer, value.type) -> write_type(Output(), value.type)"),
        Edit("encode._write_array",
             "write_part(writer, content, value.value) -> "
             "(write_part(writer, content, value.value), write_type(writer, value.type))")),
    mutation("shared-targets-by-number", "PTR-02 UNIQ-03", "it writes the number of the target where one is shared",
        shared(lambda writer, number: writer.uint(number, 1))),
    mutation("byte-strings-up-to-a-thousand", "DEC-01 BYT-01", "it holds byte strings of a thousand bytes at most",
        Edit("decode_leaf._read_bytes", "read_varint(reader, '.size') -> min(read_varint(reader, '.size'), 1000)")),
    # numbers and prefixes
    mutation("bools-of-any-byte", "BOOL-02", "it takes every byte but 00 for true", Disabled("bool", 1)),
    mutation("imaginary-part-negated", "CPLX-01", "it delivers the conjugate of a complex number",
        Edit("decode_leaf._read_complex", "(real, imaginary) -> (real, imaginary ^ 1 << 8 * size - 1)")),
    mutation("voids-are-false", "VOID-01", "it delivers false for a void",
        Entry("notation.TO_JSON", Void, lambda usual: lambda type, value: False)),
    mutation("integers-through-doubles", "INT-01 INT-02 INT-04 INT-05", "it passes integers through a double",
        Entry("notation.TO_JSON", Integer, lambda usual: lambda type, value: str(int(float(value))))),
    mutation("varints-of-six-bits", "VARINT-02 UNIQ-01", "it writes two bytes for numbers from 64 on",
        Edit("encode_leaf.write_varint", "value > 127 -> value > 63")),
    mutation("varints-of-nine-bytes", "VARINT-03 VARINT-01", "it takes nine bytes of a varint at most",
        Constant("MAX_VARINT_SIZE", MAX_VARINT_SIZE - 1)),
    mutation("long-varints", "VARINT-05", "it takes varints that are longer than they need be",
        Disabled("varint.nonminimal")),
    mutation("long-zeros", "VARINT-05", "it takes a varint of two bytes whose last is 00",
        Edit("decode_leaf.read_varint", "size > 1 -> size > 2")),
    mutation("bytes-to-the-first-nul", "BYT-01", "it ends a byte string at a zero",
        Edit("decode_leaf._read_bytes", "return octets -> return octets.split(b'\\x00')[0]")),
    # dimensions, tuples, options
    mutation("rows-written-by-columns", "DIM-02", "it writes arrays of two dimensions in F order",
        Replaced("encode._write_fixed", lambda write, writer, type, value:
            write(writer, Fixed(type.count * type.element.count, type.element.element),
                  [one for column in zip(*value, strict=True) for one in column])
            if isinstance(type.element, Fixed) else write(writer, type, value))),
    mutation("structs-counted", "STRUCT-03",
        "it writes the number of its fields before a struct, and not before a tuple",
        before("encode._write_tuple", lambda writer, type, value:
            isinstance(type, Struct) and writer.uint(len(type.fields) % 256, 1))),
    mutation("collisions-one-further", "OPT-05", "it writes the number next to the sentinel for the sentinel",
        Edit("encode._write_option", "octets == type.sentinel -> False"),
        Edit("encode._write_option",
             "writer.put(octets) -> "
             "writer.put(bytes([octets[0] ^ 1]) + octets[1:] if octets == type.sentinel else octets)")),
    mutation("options-by-way-of-pointers", "OPT-07", "it takes an option of an option for one of a pointer to it",
        spelt(lambda text: re.sub(r"\?\?(\w+)", r"?pointer[?\1]", text))),
    # arrays and types
    mutation("arrays-nest-twice", "ARR-04", "it takes arrays in arrays, and none in those",
        before("decode.check_content", lambda reader, type, content, at:
            reader.depth > 1 and isinstance(content, Array) and reader.refuse("array.mismatch", at, "", ""))),
    mutation("links-are-hashes", "CAS-03", "it takes a link for the hash of what it leads to",
        spelt(lambda text: "bytes[32]" if text.startswith("merkle[") else text)),
    mutation("dates-are-numbers", "TYPE-05", "it takes days and moments for the integers that DyND has in memory",
        spelt(lambda text: {"date": "int32", "datetime": "int64"}.get(text, text))),
    # profiles
    mutation("stored-elements-padded", "STORAGE-01", "it pads the elements of a stored array to four bytes",
        Edit("encode._write_storage",
             "write(writer, type.element, elements[place]) -> "
             "(write(writer, type.element, elements[place]), writer.put(bytes(-writer.size % 4)))")),
    mutation("storage-is-an-array-without-profile", "STORAGE-04",
        "it reads a storage type outside its profile as its array",
        otherwise(lambda text: text[8:].partition(", axis")[0] if text.startswith("storage[") else text)),
    mutation("everything-as-bytes", "CBOR-01 CBOR-03", "it writes the core bytes of every content as a byte string",
        Edit("cbor.write_item", "_is_simple(content) -> True"),
        Replaced("cbor._write_simple", lambda write, writer, name, value, data: write(writer, "bytes", data, data))),
    mutation("null-is-a-void", "CBOR-05", "it takes null for a void",
        Replaced("cbor.read_item", lambda read, reader, type:
            Typed(PRIMITIVES["void"], reader.take(1, "") and None)
            if bytes(reader.data[:1]) == b"\xf6" else read(reader, type))),
    mutation("simple-values-are-false", "CBOR-05", "it takes all simple values but true for false",
        Edit("cbor._read_head", "info not in (FALSE, TRUE, HALF, SINGLE, DOUBLE) -> False")),
)  # fmt: skip
