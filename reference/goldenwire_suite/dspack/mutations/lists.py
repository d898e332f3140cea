"""Mutations of section 8 of spec.md: lists."""

from typing import Any

from goldenwire_suite.dspack.mutations.builders import mutation, reads
from goldenwire_suite.mutations import Edit, Replaced

_ITEMS, _PUT_ITEMS = "decode_row._Row.items", "encode_row._Row.items"
_READ_COUNT = "self.prefix(count, f'{name}.count')"



def _counted(dynamic: bool) -> Replaced:
    """A change that reads a count before fixed lists whose items are dynamic, or are not."""
    def by(original: Any, row: Any, field: Any, count: Any, name: str) -> Any:
        if not count.dynamic and field.is_dynamic == dynamic:
            row.take(1, name)
        return original(row, field, count, name)

    return Replaced(_ITEMS, by)


def _counted_on_writing(dynamic: bool) -> Replaced:
    """A change that writes a count before fixed lists whose items are dynamic, or are not."""
    def by(original: Any, row: Any, field: Any, count: Any, values: Any) -> None:
        if not count.dynamic and field.is_dynamic == dynamic:
            row.put(bytes([count.number & 255]))
        original(row, field, count, values)

    return Replaced(_PUT_ITEMS, by)


def _scalars_only(original: Any, row: Any, field: Any, *given: Any) -> Any:
    if field.length:
        row.reader.refuse("row.short", row.reader.position, "a scalar", field.type)
    return original(row, field, *given)


def _true_by_01(original: Any, row: Any, field: Any, count: Any, name: str) -> Any:
    found = original(row, field, count, name)
    read = row.reader.data[row.reader.position - len(found) : row.reader.position]
    return [octet == 1 for octet in read] if field.type == "?" else found


LISTS = (
    mutation("list-count-of-2-bytes", "LIST-01", "it takes : for 2~:",
        Edit("fields._Draft.take", "Length(1, True) -> Length(2, True)")),
    mutation("list-fixed-of-1", "LIST-01", "it takes : for 1:",
        Edit("fields._Draft.take", "Length(1, True) -> Length(1, False)")),
    mutation("list-tilde-of-2-bytes", "LIST-02", "it takes ~: for 2~:", reads("(?<![0-9 ])~(?= *:)", "2~")),
    mutation("list-tilde-of-4-bytes", "LIST-02", "it takes ~: for 4~:", reads("(?<![0-9 ])~(?= *:)", "4~")),
    mutation("fixed-list-with-count", "LIST-03", "it reads a count in front of a list of a fixed number of items",
        _counted(False)),
    mutation("fixed-list-written-with-count", "LIST-03",
        "it writes a count in front of a list of a fixed number of items", _counted_on_writing(False)),
    mutation("list-count-of-1-byte", "LIST-04", "it reads a count of one byte whatever the width",
        Edit(_ITEMS, f"{_READ_COUNT} -> self.take(1, name)[0] if count.dynamic else count.number")),
    mutation("list-count-includes-itself", "LIST-04 LIST-01",
        "it takes the count of a list for one more than its items",
        Edit(_ITEMS, f"{_READ_COUNT} -> max(0, {_READ_COUNT} - count.dynamic)")),
    mutation("list-counted-in-bytes", "LIST-11", "it reads the number of bytes of a list",
        Edit(_ITEMS, f"{_READ_COUNT} -> {_READ_COUNT} // (field.least(self.native) if count.dynamic else 1)")),
    mutation("list-written-in-bytes", "LIST-11", "it writes the number of bytes of a list",
        Edit(_PUT_ITEMS, "self.prefix(field, count, len(values), 'DSPACK-LIST-05', 'items') -> "
             "self.prefix(field, count, len(values) * field.least(self.native), 'DSPACK-LIST-05', 'items')")),
    mutation("list-with-size", "LIST-11", "it reads the size of a list of dynamic strings after its count",
        Edit(_ITEMS, f"{_READ_COUNT} -> "
             f"({_READ_COUNT}, self.prefix(count, name) if field.length and field.length.dynamic else 0)[0]")),
    mutation("items-last-first", "LIST-06", "it reads the last item of a list first",
        Edit(_ITEMS, "return found -> return found[::-1]")),
    mutation("items-written-last-first", "LIST-06", "it writes the last item of a list first",
        Edit(_PUT_ITEMS, "self.singles(field, values) -> self.singles(field, values[::-1])")),
    mutation("lists-of-scalars-only", "LIST-07", "it refuses lists of strings", Replaced(_ITEMS, _scalars_only)),
    mutation("fixed-list-of-dynamic-with-count", "LIST-08",
        "it reads a count in front of a fixed list of dynamic strings", _counted(True)),
    mutation("fixed-list-of-dynamic-written-with-count", "LIST-08",
        "it writes a count in front of a fixed list of dynamic strings", _counted_on_writing(True)),
    mutation("lists-filled-up", "LIST-09", "it takes as many items as are given for a list of a fixed count",
        Edit(_PUT_ITEMS, "len(values) != count.number -> False")),
    mutation("lists-cut", "LIST-09 ENC-01", "it drops items beyond a fixed count",
        Replaced(_PUT_ITEMS, lambda original, row, field, count, values:
                 original(row, field, count, values if count.dynamic else values[: count.number]))),
    mutation("listed-bools-01-only", "TYPE-23", "it reads 01 alone as true in a list", Replaced(_ITEMS, _true_by_01)),
    mutation("list-of-one-is-dynamic", "LIST-10", "it takes 1: for 1~:", reads("(?<![0-9])1 *:", "1~:")),
    mutation("single-is-list", "LIST-10", "it delivers a single value as a list of one",
        Edit("notation._value_to_json", "_atom(field.type, value) -> [_atom(field.type, value)]")),
    mutation("empty-strings-refused", "LIST-12", "it refuses strings without octets after a prefix",
        Edit("decode_row._Row.octets", "value = self.take(size, name) -> "
             "value = self.take(size, name) or self.reader.refuse('row.short', self.reader.position, 'an octet', 0)")),
    mutation("empty-lists-not-written", "LIST-12", "it refuses to write lists without items",
        Edit(_PUT_ITEMS, "not count.dynamic and len(values) != count.number -> "
             "not values or (not count.dynamic and len(values) != count.number)")),
)

MUTATIONS = LISTS
