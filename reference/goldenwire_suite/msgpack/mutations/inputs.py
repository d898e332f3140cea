"""Mutations of inputs as a whole, forms, depth and lengths."""

from goldenwire_reference.msgpack.tables import ItemForm
from goldenwire_suite.msgpack.mutations.builders import mutation
from goldenwire_suite.mutations import Constant, Edit, Entry, Mutation, Rewrite

_CUT = "self.need(size, name)"


_INPUTS: tuple[Mutation, ...] = (
    mutation(
        "rest-ignored",
        "GEN-04",
        "it ignores what follows the item",
        Rewrite("decode.decode", "if reader.remaining:", "if False:"),
    ),
    mutation(
        "rest-of-nil-ignored",
        "GEN-04",
        "it passes over nil behind the item",
        Rewrite("decode.decode", "if reader.remaining:", 'if bytes(reader.data[reader.position :]).strip(b"\\xc0"):'),
    ),
    mutation(
        "nothing-is-nil",
        "GEN-05",
        "it reads an empty input as nil",
        Rewrite("decode.decode", "try:", "if not data:\n        return None\n    try:"),
    ),
    mutation(
        "cut-short",
        "GEN-05 LIM-02",
        "it makes do with the octets that there are, and takes missing items for nil",
        Rewrite(
            "reader.Reader.take",
            _CUT,
            "if not self.remaining and size == 1:\n"
            "            from goldenwire_reference.msgpack.decode import InsteadError\n"
            "            raise InsteadError(b'\\xc0')\n"
            "        size = min(size, self.remaining)",
        ),
    ),
    mutation(
        "made-up",
        "GEN-05",
        "it takes what is missing for zeros",
        Rewrite(
            "decode._Items.need",
            "if size > self.remaining:",
            "if self.remaining < size < 999:\n        self.make_up(size - self.remaining, len(self.data))\n"
            "    elif size > self.remaining:",
        ),
    ),
    mutation("c1-is-nil", "GEN-06", "it reads c1 as nil", Entry("tables.FORMS", 0xC1, ItemForm("nil"))),
    mutation(
        "c1-passed-over",
        "GEN-06",
        "it passes over c1",
        Rewrite(
            "decode._item",
            'if kind == "never used":',
            'if kind == "never used" and reader.remaining:\n        return _item(reader, name, level)\n'
            '    if kind == "never used":',
        ),
    ),
    mutation(
        "shortest-only",
        "GEN-03",
        "it refuses an item in a longer form than it needs",
        Rewrite(
            "decode.decode",
            "if reader.remaining:",
            "if pack(value) != bytes(data) and len(pack(value)) < len(data):\n"
            '        reader.refuse("cut", 0, "", "")\n    if reader.remaining:',
        ),
    ),
    mutation(
        "positive-without-sign-only",
        "GEN-03",
        "it refuses an integer of 0 or more in a form with a sign",
        Entry(
            "decode.SCALARS", "int", lambda old: lambda octets, number: old(octets, number) if octets[0] > 127 else None
        ),
    ),
    mutation(
        "singles-refused",
        "GEN-03",
        "it has no float 32",
        Rewrite(
            "decode._float",
            "(value,) =",
            "if len(octets) == 4:\n        raise DecodeError('NEVER_USED', '', 0, '')\n    (value,) =",
        ),
    ),
)


_LIMITS: tuple[Mutation, ...] = (
    mutation("depth-23", "LIM-01", "it ends at level 23", Constant("DEPTH", 23)),
    mutation("depth-16", "LIM-01", "it ends at level 16", Constant("DEPTH", 16)),
    mutation("depth-95", "LIM-01", "who accepts more ends at level 95", Constant("DEPTH_CEILING", 95)),
    mutation("depth-without-limit", "LIM-01", "its encoder has no limit",
        Edit("encode._check_level", "level > DEPTH -> level > 999")),
    mutation("depth-never-left", "LIM-01", "it does not leave a level when a container in an array ends",
        Edit("decode._array",
             "_item(reader, name and f'{name}[{place}]', level) -> "
             "_item(reader, name and f'{name}[{place}]', level + place)")),
    mutation("depth-never", "LIM-01", "it has no limit, whatever its policy says", Constant("DEPTH", 999)),
    mutation("lengths-signed", "LIM-02",
        "it takes lengths and counts of 32 bits for signed ones, and those below 0 for 0",
        Edit("decode._item", "int.from_bytes(head, 'big') -> max(0, int.from_bytes(head, 'big', signed=size == 4))")),
    mutation("lengths-cut", "GEN-02 LIM-02", "it holds lengths and counts in seven bits",
        Edit("decode._item", "int.from_bytes(head, 'big') -> int.from_bytes(head, 'big') & 127")),
)

MUTATIONS = (*_INPUTS, *_LIMITS)
