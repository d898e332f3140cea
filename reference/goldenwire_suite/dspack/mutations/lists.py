"""Mutations of section 8 of spec.md: lists."""

from goldenwire_suite.dspack.mutations.builders import mutation, reads
from goldenwire_suite.mutations import Edit, Rewrite

_ITEMS = "decode_row._Row.items"
_COUNT = 'number = self.prefix(count, f"{name}.count")'
_WRITTEN = 'self.prefix(field, count, len(values), "DSPACK-LIST-05", "items")'
_TAKEN = "value = self.take(size, name)"
_OCTETS = "decode_row._Row.octets"

LISTS = (
    mutation("list-count-of-2-bytes", "LIST-01", "it takes : for 2~:",
        Edit("fields._Draft.take", "Length(1, True) -> Length(2, True)")),
    mutation("list-fixed-of-1", "LIST-01", "it takes : for 1:",
        Edit("fields._Draft.take", "Length(1, True) -> Length(1, False)")),
    mutation("list-tilde-of-2-bytes", "LIST-02", "it takes ~: for 2~:", reads("(?<![0-9 ])~(?= *:)", "2~")),
    mutation("list-tilde-of-4-bytes", "LIST-02", "it takes ~: for 4~:", reads("(?<![0-9 ])~(?= *:)", "4~")),
    mutation("fixed-list-with-count", "LIST-03", "it reads a count in front of a list of a fixed number of items",
          Rewrite(_ITEMS, _COUNT, _COUNT + "\n    count.dynamic or field.is_dynamic or self.take(1, name)")),
    mutation(
        "fixed-list-written-with-count", "LIST-03", "it writes a count in front of a list of a fixed number of items",
        Rewrite(
            "encode_row._Row.items", _WRITTEN,
            f"{_WRITTEN}\n    count.dynamic or field.is_dynamic or self.put(bytes([count.number & 255]))",
        ),
    ),
    mutation("list-count-of-1-byte", "LIST-04", "it reads a count of one byte whatever the width",
        Edit(_ITEMS,
             "self.prefix(count, f'{name}.count') -> "
             "self.take(1, name)[0] if count.dynamic else count.number")),
    mutation("list-count-includes-itself", "LIST-04 LIST-01",
        "it takes the count of a list for one more than its items",
          Rewrite(_ITEMS, _COUNT, f"{_COUNT}\n    number -= count.dynamic and number > 0")),
    mutation("list-counted-in-bytes", "LIST-11", "it reads the number of bytes of a list",
          Rewrite(_ITEMS, _COUNT, f"{_COUNT}\n    number //= field.least(self.native) if count.dynamic else 1")),
    mutation("list-written-in-bytes", "LIST-11", "it writes the number of bytes of a list",
        Edit("encode_row._Row.items",
             "self.prefix(field, count, len(values), 'DSPACK-LIST-05', 'items') -> "
             "self.prefix(field, count, len(values) * field.least(self.native), 'DSPACK-LIST-05', 'items')")),
    mutation("list-with-size", "LIST-11", "it reads the size of a list of dynamic strings after its count",
          Rewrite(_ITEMS, _COUNT, f"{_COUNT}\n    if count.dynamic and field.length and field.length.dynamic:\n"
                  '        self.prefix(count, f"{name}.size")')),
    mutation("items-last-first", "LIST-06", "it reads the last item of a list first",
        Edit(_ITEMS,
             "[self.single(field, f'{name}[{item}]') for item in range(number)] -> "
             "[self.single(field, f'{name}[{item}]') for item in range(number)][::-1]")),
    mutation("items-written-last-first", "LIST-06", "it writes the last item of a list first",
        Edit("encode_row._Row.items", "self.singles(field, values) -> self.singles(field, values[::-1])")),
    mutation(
        "lists-of-scalars-only", "LIST-07", "it refuses lists of strings",
        Rewrite(
            _ITEMS, _COUNT,
            'field.length and self.reader.refuse("row.short", self.reader.position, "a scalar", field.type)\n    '
            + _COUNT,
        ),
    ),
    mutation("fixed-list-of-dynamic-with-count", "LIST-08",
        "it reads a count in front of a fixed list of dynamic strings",
          Rewrite(_ITEMS, _COUNT, _COUNT + "\n    count.dynamic or not field.is_dynamic or self.take(1, name)")),
    mutation(
        "fixed-list-of-dynamic-written-with-count", "LIST-08",
        "it writes a count in front of a fixed list of dynamic strings",
        Rewrite(
            "encode_row._Row.items", _WRITTEN,
            f"{_WRITTEN}\n    count.dynamic or not field.is_dynamic or self.put(bytes([count.number & 255]))",
        ),
    ),
    mutation("lists-filled-up", "LIST-09", "it takes as many items as are given for a list of a fixed count",
        Edit("encode_row._Row.items", "len(values) != count.number -> False")),
    mutation(
        "lists-cut", "LIST-09 ENC-01", "it drops items beyond a fixed count",
        Rewrite(
            "encode_row._Row.items", "if not count.dynamic and len(values) != count.number:",
            "values = values if count.dynamic else values[: count.number]\n    if not count.dynamic and len(values) "
            "!= count.number:",
        ),
    ),
    mutation("list-of-one-is-dynamic", "LIST-10", "it takes 1: for 1~:",
          reads("(?<![0-9])1 *:", "1~:")),
    mutation("single-is-list", "LIST-10", "it delivers a single value as a list of one",
        Edit("notation._value_to_json", "_atom(field.type, value) -> [_atom(field.type, value)]")),
    mutation(
        "empty-strings-refused", "LIST-12", "it refuses strings without octets after a prefix",
        Rewrite(
            _OCTETS, _TAKEN,
            "size or self.reader.refuse('row.short', self.reader.position, 'an octet', 0)\n    " + _TAKEN,
        ),
    ),
    mutation("empty-lists-not-written", "LIST-12", "it refuses to write lists without items",
        Edit("encode_row._Row.items",
             "not count.dynamic and len(values) != count.number -> "
             "not values or (not count.dynamic and len(values) != count.number)")),
)  # fmt: skip

MUTATIONS = LISTS
