"""Mutations of section 5 of spec.md: byte order, sizes and alignment."""

from goldenwire_reference.dspack.tables import FLAGS, SCALARS
from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Change, Edit, Entry, Rewrite

_GAP = "-(self.reader.position - self.start) % size if self.native else 0"
_PUT_GAP = "-self.size % size if self.native else 0"


def _flag(flag: str, **changes: object) -> Change:
    return Entry("tables.FLAGS", flag, FLAGS[flag]._replace(**changes))  # type: ignore[arg-type]


def _gaps(decoder: str, encoder: str) -> tuple[Change, Change]:
    """Changes that read and write another number of alignment bytes."""
    return (
        Rewrite("decode_row._Row.scalar", _GAP, decoder),
        Rewrite("encode_row._Row.scalars", _PUT_GAP, encoder),
    )


MUTATIONS = (
    mutation("network-little-endian", "FLAG-01", "it takes ! for little-endian", _flag("!", order="little")),
    mutation("big-little-endian", "FLAG-01", "it takes > for little-endian", _flag(">", order="little")),
    mutation("little-big-endian", "FLAG-02", "it takes < for big-endian", _flag("<", order="big")),
    mutation("standard-big-endian", "FLAG-03", "it takes = for network order", _flag("=", order="big")),
    mutation("standard-is-native", "FLAG-03 FLAG-04", "it takes = for @", _flag("=", native=True)),
    mutation(
        "standard-long-of-8", "FLAG-04 TYPE-10 TYPE-11", "it takes l and L for 8 bytes under every flag",
        Entry("tables.SCALARS", "l", SCALARS["q"]), Entry("tables.SCALARS", "L", SCALARS["Q"]),
    ),
    mutation("always-aligned", "FLAG-04", "it aligns under every flag",
        Edit("decode_row._Row.scalar",
             "-(self.reader.position - self.start) % size if self.native else 0 -> "
             "-(self.reader.position - self.start) % size"),
        Edit("encode_row._Row.scalars", "-self.size % size if self.native else 0 -> -self.size % size")),
    mutation(
        "little-aligned", "FLAG-04", "it aligns under <, as if it were native", _flag("<", native=True),
    ),
    mutation("native-big-endian", "FLAG-05", "it takes @ for big-endian", _flag("@", order="big")),
    mutation(
        "native-long-of-4", "FLAG-05", "it takes l and L for 4 bytes under @",
        Entry("tables.SCALARS", "l", SCALARS["i"]), Entry("tables.SCALARS", "L", SCALARS["I"]),
    ),
    mutation(
        "native-pointer-of-4", "FLAG-05 TYPE-20", "it takes P for 4 bytes", Entry("tables.SCALARS", "P", SCALARS["I"]),
    ),
    mutation("native-is-standard", "FLAG-06", "it does not align under @",
        Edit("decode_row._Row.scalar", "-(self.reader.position - self.start) % size if self.native else 0 -> 0"),
        Edit("encode_row._Row.scalars", "-self.size % size if self.native else 0 -> 0")),
    mutation("aligned-to-4", "FLAG-06", "it aligns scalars of 8 bytes to 4",
        Edit("decode_row._Row.scalar",
             "-(self.reader.position - self.start) % size -> "
             "-(self.reader.position - self.start) % min(size, 4)"),
        Edit("encode_row._Row.scalars", "-self.size % size -> -self.size % min(size, 4)")),
    mutation("aligned-to-8", "FLAG-06", "it aligns every scalar of several bytes to 8",
        Edit("decode_row._Row.scalar",
             "-(self.reader.position - self.start) % size -> "
             "-(self.reader.position - self.start) % (8 if size > 1 else 1)"),
        Edit("encode_row._Row.scalars", "-self.size % size -> -self.size % (8 if size > 1 else 1)")),
    mutation("aligned-at-least-2", "FLAG-06", "it aligns scalars of one byte to 2",
        Edit("decode_row._Row.scalar",
             "-(self.reader.position - self.start) % size -> "
             "-(self.reader.position - self.start) % max(size, 2)"),
        Edit("encode_row._Row.scalars", "-self.size % size -> -self.size % max(size, 2)")),
    mutation("aligned-by-input", "FLAG-06", "it counts alignment from the first octet of the input",
        Edit("decode_row._Row.scalar", "self.reader.position - self.start -> self.reader.position")),
    mutation(
        "aligned-prefixes", "FLAG-06", "it aligns prefixes",
        Rewrite("decode_row._Row.prefix", "self.need(length.number, name)",
                "self.take(-(self.reader.position - self.start) % length.number if self.native else 0, name)\n"
                "    self.need(length.number, name)"),
    ),
    mutation(
        "aligned-prefixes-written", "FLAG-06", "it writes prefixes aligned",
        Rewrite("encode_row._Row.prefix", "self.put(number.to_bytes",
                'self.put(b"", -self.size % length.number if self.native else 0)\n    self.put(number.to_bytes'),
    ),
    mutation(
        "aligned-strings", "FLAG-06", "it aligns strings to 4",
        Rewrite("decode_row._Row.octets", 'size = self.prefix(length, f"{name}.length")',
                "self.take(-(self.reader.position - self.start) % 4 if self.native else 0, name)\n"
                '    size = self.prefix(length, f"{name}.length")'),
    ),
    mutation("aligned-pads", "FLAG-06", "it lets a pad fill the row up to a multiple of 4",
        Edit("decode_row._Row.field",
             "self.take(1, name) -> "
             "self.take(1 + (-(self.reader.position - self.start) - 1) % 4 * self.native, name)")),
    mutation(
        "aligned-tail", "FLAG-06", "it fills a row up to a multiple of 8",
        Rewrite(
            "encode_row.encode_row", 'return b"".join', 'row.put(b"", -row.size % 8 * row.native)\n    return b"".join',
        ),
    ),
    mutation("aligned-empty-lists", "FLAG-06", "it aligns lists without items too",
        Edit("encode_row._Row.scalars", "not values -> False")),
    mutation(
        "empty-lists-read-aligned", "FLAG-06", "it expects alignment bytes before a list without items",
        Rewrite("decode_row._Row.items", "start = self.reader.position",
                "start = self.reader.position\n    if self.native and not number and field.length is None:\n"
                "        self.take(-(start - self.start) % field.least(True), name)"),
    ),
    mutation("alignment-checked", "FLAG-07", "it refuses alignment bytes that are not 00",
        Edit("decode_row._Row.scalar",
             "self.take(gap, f'{name}.align') -> "
             "any(self.take(gap, f'{name}.align')) and self.reader.refuse('row.left', "
             "self.reader.position - gap, '00', 1)")),
    mutation("aligned-with-ff", "FLAG-07 ENC-03", "it writes alignment bytes as ff",
        Edit("encode_row._Row.scalars",
             "self.put(b'', -self.size % size if self.native else 0) -> "
             "self.put(b'\\xff' * (-self.size % size if self.native else 0))")),
    mutation("prefixes-big-endian", "FLAG-08", "it reads prefixes big-endian under every flag",
        Edit("decode_row._Row.prefix", "self.order -> 'big'")),
    mutation("prefixes-little-endian", "FLAG-08", "it reads prefixes little-endian under every flag",
        Edit("decode_row._Row.prefix", "self.order -> 'little'")),
    mutation("prefixes-written-big-endian", "FLAG-08", "it writes prefixes big-endian under every flag",
        Edit("encode_row._Row.prefix", "self.order -> 'big'")),
    mutation("prefixes-written-little-endian", "FLAG-08", "it writes prefixes little-endian under every flag",
        Edit("encode_row._Row.prefix", "self.order -> 'little'")),
    mutation("list-prefixes-big-endian", "FLAG-08", "it reads counts of lists big-endian",
        Edit("decode_row._Row.prefix", "self.order -> 'big' if name.endswith('.count') else self.order")),
)  # fmt: skip
