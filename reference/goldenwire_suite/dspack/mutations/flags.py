"""Mutations of section 5 of spec.md: byte order, sizes and alignment."""

from collections.abc import Callable
from typing import Any

from goldenwire_reference.dspack.tables import FLAGS, SCALARS
from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Change, Edit, Entry, Replaced

_SCALAR, _PUT_SCALARS = "decode_row._Row.scalar", "encode_row._Row.scalars"
_PREFIX, _PUT_PREFIX = "decode_row._Row.prefix", "encode_row._Row.prefix"
_GAP = "-(self.reader.position - self.start) % size"


def _flag(flag: str, **changes: object) -> Change:
    return Entry("tables.FLAGS", flag, FLAGS[flag]._replace(**changes))  # type: ignore[arg-type]


def _aligned(row: Any, size: int) -> None:
    """Read alignment bytes."""
    row.take(-(row.reader.position - row.start) % size if row.native else 0, "align")


def _reads_aligned(function: str, size: Callable[..., int]) -> Change:
    """A change that reads alignment bytes first, up to a multiple of the size that follows from the arguments."""
    def by(original: Any, row: Any, *given: Any) -> Any:
        _aligned(row, size(*given))
        return original(row, *given)

    return Replaced(function, by)


def _put_aligned(original: Any, row: Any, field: Any, length: Any, *given: Any) -> None:
    row.put(b"", -row.size % length.number if row.native and length.dynamic else 0)
    original(row, field, length, *given)


def _aligned_if_empty(original: Any, row: Any, field: Any, *given: Any) -> Any:
    found = original(row, field, *given)
    if not found and not field.length:
        _aligned(row, field.least(True))
    return found


def _to(multiple: str) -> tuple[Change, Change]:
    """Changes that align scalars to another multiple than their size."""
    return (Edit(_SCALAR, f"{_GAP} -> -(self.reader.position - self.start) % {multiple}"),
            Edit(_PUT_SCALARS, f"-self.size % size -> -self.size % {multiple}"))


def _filled(original: Any, schema: Any, values: Any) -> Any:
    octets = original(schema, values)
    return octets + bytes(-len(octets) % 8 * schema.flag.native)


MUTATIONS = (
    mutation("network-little-endian", "FLAG-01", "it takes ! for little-endian", _flag("!", order="little")),
    mutation("big-little-endian", "FLAG-01", "it takes > for little-endian", _flag(">", order="little")),
    mutation("little-big-endian", "FLAG-02", "it takes < for big-endian", _flag("<", order="big")),
    mutation("standard-big-endian", "FLAG-03", "it takes = for network order", _flag("=", order="big")),
    mutation("standard-is-native", "FLAG-03 FLAG-04", "it takes = for @", _flag("=", native=True)),
    mutation("standard-long-of-8", "FLAG-04 TYPE-10 TYPE-11", "it takes l and L for 8 bytes under every flag",
        Entry("tables.SCALARS", "l", SCALARS["q"]), Entry("tables.SCALARS", "L", SCALARS["Q"])),
    mutation("always-aligned", "FLAG-04", "it aligns under every flag",
        Edit(_SCALAR, f"{_GAP} if self.native else 0 -> {_GAP}"),
        Edit(_PUT_SCALARS, "-self.size % size if self.native else 0 -> -self.size % size")),
    mutation("little-aligned", "FLAG-04", "it aligns under <, as if it were native", _flag("<", native=True)),
    mutation("native-big-endian", "FLAG-05", "it takes @ for big-endian", _flag("@", order="big")),
    mutation("native-long-of-4", "FLAG-05", "it takes l and L for 4 bytes under @",
        Entry("tables.SCALARS", "l", SCALARS["i"]), Entry("tables.SCALARS", "L", SCALARS["I"])),
    mutation("native-pointer-of-4", "FLAG-05 TYPE-20", "it takes P for 4 bytes",
        Entry("tables.SCALARS", "P", SCALARS["I"])),
    mutation("least-native-long-of-4", "FLAG-05 ERR-03",
        "it reckons with 4 bytes for each l, L and P of a list under @ before it reads the items",
        Edit("decode_row._Row.items", "field.least(self.native) -> "
             "(4 if field.type in 'lLP' else field.least(self.native))")),
    mutation("native-is-standard", "FLAG-06", "it does not align under @",
        Edit(_SCALAR, f"{_GAP} if self.native else 0 -> 0"),
        Edit(_PUT_SCALARS, "-self.size % size if self.native else 0 -> 0")),
    mutation("aligned-to-4", "FLAG-06", "it aligns scalars of 8 bytes to 4", *_to("min(size, 4)")),
    mutation("aligned-to-8", "FLAG-06", "it aligns every scalar of several bytes to 8", *_to("(8 if size > 1 else 1)")),
    mutation("aligned-at-least-2", "FLAG-06", "it aligns scalars of one byte to 2", *_to("max(size, 2)")),
    mutation("aligned-by-input", "FLAG-06", "it counts alignment from the first octet of the input",
        Edit(_SCALAR, "self.reader.position - self.start -> self.reader.position")),
    mutation("aligned-prefixes", "FLAG-06", "it aligns prefixes",
        _reads_aligned(_PREFIX, lambda length, name: length.number if length.dynamic else 1)),
    mutation("aligned-prefixes-written", "FLAG-06", "it writes prefixes aligned", Replaced(_PUT_PREFIX, _put_aligned)),
    mutation("aligned-strings", "FLAG-06", "it aligns strings to 4",
        _reads_aligned("decode_row._Row.octets", lambda *given: 4)),
    mutation("aligned-pads", "FLAG-06", "it lets a pad fill the row up to a multiple of 4",
        Edit("decode_row._Row.field", "self.take(1, name) -> "
             "self.take(1 + (-(self.reader.position - self.start) - 1) % 4 * self.native, name)")),
    mutation("aligned-tail", "FLAG-06", "it fills a row up to a multiple of 8",
        Replaced("encode_row.encode_row", _filled)),
    mutation("aligned-empty-lists", "FLAG-06", "it aligns lists without items too",
        Edit(_PUT_SCALARS, "not values -> False")),
    mutation("empty-lists-read-aligned", "FLAG-06", "it expects alignment bytes before a list without items",
        Replaced("decode_row._Row.items", _aligned_if_empty)),
    mutation("alignment-checked", "FLAG-07", "it refuses alignment bytes that are not 00",
        Edit(_SCALAR, "self.take(gap, f'{name}.align') -> any(self.take(gap, f'{name}.align')) and "
             "self.reader.refuse('row.left', self.reader.position - gap, '00', 1)")),
    mutation("aligned-with-ff", "FLAG-07 ENC-03", "it writes alignment bytes as ff",
        Edit(_PUT_SCALARS, "self.put(b'', -self.size % size if self.native else 0) -> "
             "self.put(b'\\xff' * (-self.size % size if self.native else 0))")),
    mutation("prefixes-big-endian", "FLAG-08", "it reads prefixes big-endian under every flag",
        Edit(_PREFIX, "self.order -> 'big'")),
    mutation("prefixes-little-endian", "FLAG-08", "it reads prefixes little-endian under every flag",
        Edit(_PREFIX, "self.order -> 'little'")),
    mutation("prefixes-written-big-endian", "FLAG-08", "it writes prefixes big-endian under every flag",
        Edit(_PUT_PREFIX, "self.order -> 'big'")),
    mutation("prefixes-written-little-endian", "FLAG-08", "it writes prefixes little-endian under every flag",
        Edit(_PUT_PREFIX, "self.order -> 'little'")),
    mutation("list-prefixes-big-endian", "FLAG-08", "it reads counts of lists big-endian",
        Edit(_PREFIX, "self.order -> 'big' if name.endswith('.count') else self.order")),
)
