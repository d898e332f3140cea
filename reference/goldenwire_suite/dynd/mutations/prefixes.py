"""Mutations of sizes and counts, and of byte strings."""

from goldenwire_reference.dynd.encode_leaf import write_varint
from goldenwire_suite.dynd.mutations.changes import mutation
from goldenwire_suite.mutations import Edit, Replaced, before

_MOST_FILLED = 1 << 16  # bytes; a case has a size of 4 GiB


def _cut(bits: int) -> Replaced:
    return Replaced("decode_leaf.read_varint", lambda read, reader, name: read(reader, name) % 2**bits)


MUTATIONS = (
    mutation("varints-big-endian", "VARINT-01", "it takes the first group of a varint for the most significant one",
        Edit("decode_leaf.read_varint",
             "value |= (octet & 0x7F) << 7 * (size - 1) -> value = value << 7 | octet & 0x7F")),
    mutation("varints-zigzag", "VARINT-01", "it takes the lowest bit of a varint for a sign",
        Replaced("decode_leaf.read_varint", lambda read, reader, name: read(reader, name) >> 1)),
    mutation("counts-in-four-bytes", "VARINT-01", "it reads sizes and counts as four bytes",
        Replaced("decode_leaf.read_varint", lambda read, reader, name: reader.uint(4, name))),
    mutation("wide-varints-cut", "VARINT-03", "it drops the bits of a varint beyond 64",
        Edit("decode_leaf.read_varint",
             "reader.refuse('varint.overflow', at, 'a varint of at most 64 bits', reader.data[at:end].hex(' ')) -> "
             "value & MAX_UINT64")),
    mutation("fixed-bytes-sized", "FB-01", "it writes a size before bytes of a known number",
        before("encode_leaf._write_fixed_bytes", lambda writer, type, value: write_varint(writer, type.size))),
    mutation("fixed-bytes-stripped", "FB-01", "it drops the leading zeros of bytes of a known number",
        Edit("decode_leaf._read_fixed_bytes", "return octets -> return octets.lstrip(b'\\x00')")),
    mutation("fixed-bytes-padded", "FB-01 SER-02", "it pads bytes of a known number to words of four",
        Edit("encode_leaf._write_fixed_bytes", "writer.put(value) -> writer.put(value + bytes(-len(value) % 4))")),
    mutation("bytes-as-text", "BYT-01", "it takes byte strings for text",
        Edit("decode_leaf._read_bytes", "return octets -> return octets.decode(errors='replace').encode()")),
    mutation("short-bytes-filled-up", "SER-04", "it fills byte strings that are too short with zeros",
        Replaced("encode_leaf._write_fixed_bytes", lambda write, writer, type, value:
            write(writer, type, value.ljust(min(type.size, _MOST_FILLED), b"\0")))),
    mutation("long-bytes-cut", "SER-04", "it cuts byte strings that are too long",
        Replaced("encode_leaf._write_fixed_bytes", lambda write, writer, type, value:
            write(writer, type, value[:type.size]))),
    *(
        mutation(f"sizes-of-{bits}-bits", "VARINT-01", f"it keeps {bits} bits of sizes and counts", _cut(bits))
        for bits in (8, 16, 32)
    ),
)  # fmt: skip
