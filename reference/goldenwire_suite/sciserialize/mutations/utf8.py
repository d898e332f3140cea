"""Mutations of the table of well-formed UTF-8."""

import re
from collections.abc import Iterator
from typing import Any

from goldenwire_suite.mutations import Mutation, Replaced
from goldenwire_suite.plain_texts import resolve
from goldenwire_suite.sciserialize.mutations.builders import mutation
from goldenwire_suite.utf8_cases import ANY, TABLE, Range

# The row of the table, the place in it, and the range that a codec accepts there.
_WIDER: dict[str, tuple[int, int, Range, str]] = {
    "overlong-of-two": (1, 0, (0xC0, 0xDF), "overlong forms of two octets"),
    "overlong-of-three": (2, 1, ANY, "overlong forms of three octets"),
    "surrogates": (4, 1, ANY, "surrogates"),
    "overlong-of-four": (6, 1, ANY, "overlong forms of four octets"),
    "beyond-the-last": (8, 1, ANY, "what is beyond the last code point"),
    "four-by-their-bits": (8, 0, (0xF4, 0xF7), "every first octet of four that its leading bits make one"),
    "any-second": (1, 1, (0x40, 0xFF), "any octet from 40 on after the first of two"),
    "any-third": (3, 2, (0x80, 0xFF), "any octet from 80 on as the third of three"),
    "any-fourth": (7, 3, (0x00, 0xBF), "any octet up to bf as the fourth of four"),
}


def _slip(name: str, sentence: str, row: int, place: int, span: Range) -> Mutation:
    """A mutation whose decoders have the table with one range replaced."""
    table = [list(spans) for spans in TABLE]
    table[row][place] = span
    rows = ("".join(rf"[\x{low:02x}-\x{high:02x}]" for low, high in spans) for spans in table)
    pattern = re.compile(f"(?s:{'|'.join(rows)})*".encode())

    def document(original: Any, walk: Any) -> Any:
        is_well_formed = pattern.fullmatch(walk.data)
        walk.data = walk.data.decode("utf-8", "replace").encode() if is_well_formed else walk.data
        top = original(walk)
        return top if is_well_formed else walk.give_up("json.utf8", 0, "UTF-8")

    def text(original: Any, walk: Any, at: int, octets: bytes) -> Any:
        if pattern.fullmatch(octets):
            return octets.decode("utf-8", "replace")
        return walk.give_up("mp.utf8", at, "UTF-8")

    changes = Replaced("json_decode.JsonWalk.document", document), Replaced("msgpack_decode.MsgpackWalk.text", text)
    return mutation(f"utf8-{name}", "JSON-10 MP-06", sentence, *changes)


def _slips() -> Iterator[Mutation]:
    for name, (row, place, span, what) in _WIDER.items():
        yield _slip(name, f"it takes {what}", row, place, span)
    for row, ((lead, _), *others) in enumerate(TABLE[1:], 1):
        low, high = others[0]
        for name, span, which in (("least", (low + 1, high), "least"), ("most", (low, high - 1), "greatest")):
            sentence = f"it refuses the {which} second octet after {lead:02x} and its like"
            yield _slip(f"{lead:02x}-{name}", sentence, row, 1, span)


_STRING, _TEXT = "json_decode.JsonWalk.string", "msgpack_decode.MsgpackWalk.text"


def _suspected(original: Any, walk: Any, *found: Any) -> Any:
    at = found[0] if found else walk.at
    if "\ufffd" in (text := original(walk, *found)):
        walk.reader.refuse("mp.utf8" if found else "json.utf8", at, "UTF-8", "U+FFFD")
    return text


def _resolved(original: Any, walk: Any, *found: Any) -> Any:
    return resolve(original(walk, *found))


MUTATIONS = (
    *_slips(),
    mutation("replacements-refused", "JSON-10 MP-06", "it takes U+FFFD in a text for a sign of ill-formed UTF-8",
        Replaced(_STRING, _suspected), Replaced(_TEXT, _suspected)),
    mutation("escapes-resolved", "JSON-03 MP-06", "it resolves what looks like an escape in the text of a string",
        Replaced(_STRING, _resolved), Replaced(_TEXT, _resolved)),
)  # fmt: skip
